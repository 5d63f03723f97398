"""Bounded range: how far the privacy loss reaches from its least to its greatest value."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, cmp_to_key

from verify.compose.structure import pure_ratio
from verify.exact.log_value import LogValue
from verify.exact.quotient import Number
from verify.exact.rational import sign_of_difference
from verify.law.adjacency import AdjacencyForm
from verify.law.mechanism import Mechanism, require_law
from verify.measures.directed import Measured

__all__ = ["BoundedRange", "bounded_range"]


@dataclass(frozen=True, eq=False)
class BoundedRange:
    """The greatest range of the privacy loss, and that of every ordered pair, widest first."""

    directions: tuple[Measured[Number | None], ...] = field(repr=False)
    """e^range, the greatest ratio over the least one; None for infinity"""

    @property
    def alpha(self) -> Number | None:
        """e^η of the least η; None for infinity."""
        return self.directions[0].value

    @cached_property
    def value(self) -> LogValue | None:
        """The least η; None for infinity."""
        return None if self.alpha is None else LogValue.ln(self.alpha)

    def __repr__(self) -> str:
        shown = "inf" if self.value is None else repr(self.value)
        return f"<BoundedRange {shown}>"


def bounded_range(mechanism: Mechanism, adjacency: AdjacencyForm | None = None) -> BoundedRange:
    """The least η with P(z)/Q(z) <= e^η·P(z′)/Q(z′) for neighbours and all outcomes z, z′.

    It lies between the pure ε and 2ε; for an exponential mechanism it is ε, and ρ-zCDP with
    ρ = η²/8 follows. Both directions of a pair have the same range. Source: Durfee and Rogers 2019.

    >>> from verify.mechanisms import randomized_response
    >>> bounded_range(randomized_response("3/4")).alpha
    mpq(9,1)
    """
    edges = require_law(mechanism).edges(adjacency)
    found: list[Measured[Number | None]] = []
    for i, j in edges:
        there, back = pure_ratio(mechanism.pair(i, j)), pure_ratio(mechanism.pair(j, i))
        spread = None if there is None or back is None else there * back
        found += [Measured(i, j, spread), Measured(j, i, spread)]
    found.sort(key=cmp_to_key(_wider_first))
    return BoundedRange(tuple(found))


def _wider_first(left: Measured[Number | None], right: Measured[Number | None]) -> int:
    if left.value is None or right.value is None:
        return (right.value is None) - (left.value is None)
    return sign_of_difference(right.value, left.value)
