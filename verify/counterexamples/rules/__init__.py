"""Rules that people use: wrong ones, and true ones beside them."""

from collections.abc import Mapping
from types import MappingProxyType

from verify.counterexamples.rule import Composition
from verify.counterexamples.rules import bits, neighbours, releases, sampled, single

__all__ = ["RULES", "TRUE", "WRONG"]

FAMILIES = (releases, single, bits, neighbours, sampled)


def _by_name(rules: list[Composition]) -> Mapping[str, Composition]:
    return MappingProxyType({rule.name: rule for rule in sorted(rules, key=lambda r: r.name)})


WRONG = _by_name([rule for family in FAMILIES for rule in family.WRONG])
"""Rules with a counterexample"""

TRUE = _by_name([rule for family in FAMILIES for rule in family.TRUE])
"""Rules without one"""

RULES: Mapping[str, Composition] = MappingProxyType({**WRONG, **TRUE})
"""All classical rules by name"""
