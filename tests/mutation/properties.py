"""How property tests run here: a failing example ends the test, and perhaps few are tried."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.internal.conjecture.engine import ConjectureRunner


def restrict(most: int | None) -> None:
    """Never look for the smallest failing example, which nobody reads; try at most so many."""
    ConjectureRunner.shrink_interesting_examples = lambda _: None
    if most is not None:
        all_of = settings.max_examples
        fewer = property(lambda self: min(most, all_of.fget(self)))
        type.__setattr__(settings, "max_examples", fewer)  # the class says no to others
