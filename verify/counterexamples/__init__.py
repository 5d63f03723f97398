"""Broken beliefs about privacy: a gallery with exact refutations, and a search for more.

>>> from verify.counterexamples import counterexample
>>> counterexample("worst_marginal").belief
'The worst marginal bounds the joint release.'
"""

from typing import TYPE_CHECKING

from verify.lazy import loader

if TYPE_CHECKING:
    from verify.counterexamples.reading import counterexample, gallery
    from verify.counterexamples.record import Case, Counterexample
    from verify.counterexamples.reproduction import Finding, Reproduction, reproduce

_HOMES = {
    "Case": "record",
    "Counterexample": "record",
    "Finding": "reproduction",
    "Reproduction": "reproduction",
    "counterexample": "reading",
    "gallery": "reading",
    "reproduce": "reproduction",
}

__all__ = [
    "Case",
    "Counterexample",
    "Finding",
    "Reproduction",
    "counterexample",
    "gallery",
    "reproduce",
]

__getattr__ = loader(__name__, {name: f"{__name__}.{home}" for name, home in _HOMES.items()})


def __dir__() -> list[str]:
    return sorted(__all__)
