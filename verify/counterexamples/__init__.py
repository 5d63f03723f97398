"""Broken beliefs about privacy: a gallery with exact refutations, and a search for more.

>>> from verify.counterexamples import counterexample
>>> counterexample("worst_marginal").belief
'The worst marginal bounds the joint release.'
"""

from typing import TYPE_CHECKING

from verify.lazy import loader

if TYPE_CHECKING:
    from verify.counterexamples.custom import claimed_bound, predicate
    from verify.counterexamples.finder import Search, search
    from verify.counterexamples.reading import counterexample, gallery
    from verify.counterexamples.record import Case, Counterexample
    from verify.counterexamples.reproduction import Finding, Reproduction, reproduce
    from verify.counterexamples.rule import Instance, Rule
    from verify.counterexamples.rules import RULES, TRUE, WRONG
    from verify.counterexamples.shrinking import shrink

_HOMES = {
    "Case": "record",
    "Counterexample": "record",
    "Finding": "reproduction",
    "Instance": "rule",
    "RULES": "rules",
    "Reproduction": "reproduction",
    "Rule": "rule",
    "Search": "finder",
    "TRUE": "rules",
    "WRONG": "rules",
    "claimed_bound": "custom",
    "counterexample": "reading",
    "gallery": "reading",
    "predicate": "custom",
    "reproduce": "reproduction",
    "search": "finder",
    "shrink": "shrinking",
}

__all__ = [
    "RULES",
    "TRUE",
    "WRONG",
    "Case",
    "Counterexample",
    "Finding",
    "Instance",
    "Reproduction",
    "Rule",
    "Search",
    "claimed_bound",
    "counterexample",
    "gallery",
    "predicate",
    "reproduce",
    "search",
    "shrink",
]

__getattr__ = loader(__name__, {name: f"{__name__}.{home}" for name, home in _HOMES.items()})


def __dir__() -> list[str]:
    return sorted(__all__)
