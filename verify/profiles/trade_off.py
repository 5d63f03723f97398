"""The trade-off function of two laws: the same object as the profile, seen through tests."""

from __future__ import annotations

from collections.abc import Sequence

from gmpy2 import mpq

from verify.exact.quotient import Number, ratio
from verify.loss.distribution import LossDistribution
from verify.profiles.lazy import LazyTuple

__all__ = ["Vertex", "trade_off_vertices"]

Vertex = tuple[Number, Number]
"""(type I error, least type II error)"""


def trade_off_vertices(law: LossDistribution, *, reverse: bool = False) -> Sequence[Vertex]:
    """Vertices of T(P, Q) with P as the null hypothesis (of T(Q, P) when reversed).

    The best tests reject where P/Q is least; rejecting class after class walks along the convex
    polygon from (0, 1 − Q{P=0}) to (1, 0). Source: Dong, Roth and Su 2022, section 2.

    >>> from verify.compose.structure import distribution
    >>> from verify.mechanisms import randomized_response
    >>> trade_off_vertices(distribution(randomized_response("3/4").pair(0, 1)))
    ((mpq(0,1), mpq(1,1)), (mpq(1,4), mpq(1,4)), (mpq(1,1), mpq(0,1)))
    """
    scale, size = law.denominator, law.size
    apart = law.zero if reverse else law.infinite  # beyond the last class, where nothing is left

    def vertex(index: int) -> Vertex:
        if index > size:
            return mpq(1), mpq(0)
        power, level = law.tail(size - index) if reverse else law.head(index)
        return ratio(level, scale), ratio(scale - power, scale)

    return LazyTuple(size + 1 + bool(apart), vertex)
