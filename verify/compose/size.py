"""How many classes a loss distribution would have: an upper estimate, before it is made."""

from __future__ import annotations

from collections import Counter
from math import comb, prod

from verify.compose.structure import class_table
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
        case PowerPair():
            return _multisets(_base(pair.base), pair.count)
        case AllocationPair():
            base = _base(pair.base)
            size = base if isinstance(base, int) else len(base.entries)
            return _count(size + 1, pair.rounds)  # ratio 0 is one of the ratios to be averaged
        case ProductPair():
            return _product_estimate(pair)
        case SeriesPair():
            return INFINITE
        case UnionPair():
            return sum(1 if b.pair is None else class_estimate(b.pair) for b in pair.branches)


def _product_estimate(pair: ProductPair) -> int:
    """Factors with the same classes together; those with equal laws have one and do not count."""
    groups: Counter[Classes | int] = Counter()
    for factor, count in Counter(pair.factors).items():
        groups[_base(factor)] += count
    return prod(_multisets(base, count) for base, count in groups.items())


def _base(pair: Pair) -> Classes | int:
    """The classes where they are quickly made, else at most how many there are."""
    estimate = class_estimate(pair)
    return class_table(pair) if estimate <= SMALL else estimate


def _multisets(base: Classes | int, count: int) -> int:
    return _count(base if isinstance(base, int) else len(base.entries), count)


def _count(size: int, count: int) -> int:
    """How many multisets of ``count`` of ``size`` things there are."""
    if size >= INFINITE:
        return INFINITE
    return comb(count + size - 1, count) if size else 1
