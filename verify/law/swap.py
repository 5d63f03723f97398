"""A pair of laws with P and Q exchanged."""

from __future__ import annotations

from verify.law.infinite import reversed_series
from verify.law.pair import (
    AllocationPair,
    Branch,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    RingPair,
    SeriesPair,
    TablePair,
    UnionPair,
)
from verify.law.unions import once_per_union

__all__ = ["swapped"]


@once_per_union
def swapped(pair: Pair) -> Pair:
    """(Q, P), of the same structure."""
    match pair:
        case TablePair() | RingPair():
            return pair.channel.pair(pair.second, pair.first)
        case PowerPair():
            return PowerPair(swapped(pair.base), pair.count)
        case AllocationPair():
            return AllocationPair(pair.base, pair.rounds, pair.second, pair.first)
        case ProductPair():
            return ProductPair(tuple(map(swapped, pair.factors)))
        case UnionPair():
            return UnionPair(tuple(map(_branch, pair.branches)))
        case RenamedPair():
            return RenamedPair(swapped(pair.pair), pair.naming)
        case SeriesPair():
            return reversed_series(pair)


def _branch(branch: Branch) -> Branch:
    pair = None if branch.pair is None else swapped(branch.pair)
    return Branch(branch.q, branch.p, pair, branch.naming)
