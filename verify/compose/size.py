"""How many classes a loss distribution would have: an upper estimate, before it is made."""

from __future__ import annotations

from collections import Counter
from math import comb

from verify.compose.independent import Factor, Independent
from verify.compose.merging import class_count
from verify.compose.structure import class_table, leaves
from verify.law.channel import SMALL
from verify.law.pair import (
    INFINITE,
    AllocationPair,
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
from verify.loss.classes import Classes

__all__ = ["class_estimate"]


@once_per_union
def class_estimate(pair: Pair) -> int:
    """At most this many classes (equal ratios of different factors may still merge)."""
    match pair:
        case TablePair() | RingPair():
            return len(pair.channel.outputs)
        case RenamedPair():
            return class_estimate(pair.pair)
        case AllocationPair():
            size = class_estimate(pair.base)
            if size <= SMALL:
                size = len(class_table(pair.base).entries)
            return _count(size + 1, pair.rounds)  # ratio 0 is one of the ratios to be averaged
        case PowerPair() | ProductPair():
            return _product_estimate(pair)
        case SeriesPair():
            return INFINITE
        case UnionPair():
            return sum(1 if b.pair is None else class_estimate(b.pair) for b in pair.branches)


def _product_estimate(pair: PowerPair | ProductPair) -> int:
    """Where classes are quickly made, equal ones count as one factor, and ratios are merged."""
    known: Independent | None = pair.memo.get("independent")
    if known is not None:
        return class_count(known)
    counts: Counter[Classes] = Counter()
    size = 1
    for leaf, count in leaves(pair):
        estimate = class_estimate(leaf)
        if estimate <= SMALL:
            counts[class_table(leaf)] += count
        else:
            size *= _count(estimate, count)
    return size * class_count(Independent(tuple([Factor(*each) for each in counts.items()])))


def _count(size: int, count: int) -> int:
    """How many multisets of ``count`` of ``size`` things there are."""
    if size >= INFINITE:
        return INFINITE
    return comb(count + size - 1, count) if size else 1
