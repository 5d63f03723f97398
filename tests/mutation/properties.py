"""How property tests run here: a failing example ends the test, and perhaps few are tried."""

from __future__ import annotations

from hypothesis import Phase, settings


def restrict(most: int | None) -> None:
    """Never look for the smallest failing example, which nobody reads; try at most so many."""
    changed = {"phases": lambda _: (Phase.explicit, Phase.generate)}
    if most is not None:
        all_of = settings.max_examples
        changed["max_examples"] = lambda self: min(most, all_of.fget(self))
    for name, value in changed.items():
        type.__setattr__(settings, name, property(value))  # the class itself allows no change
