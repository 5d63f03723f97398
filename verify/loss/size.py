"""How many classes a loss distribution would have: an upper estimate, before it is made."""

from __future__ import annotations

from math import comb, prod

from verify.law.channel import SMALL
from verify.law.pair import (
    INFINITE,
    AllocationPair,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    SeriesPair,
    TablePair,
    UnionPair,
)
from verify.loss.structure import class_table

__all__ = ["class_estimate"]


def class_estimate(pair: Pair) -> int:
    """At most this many classes (equal ratios of different factors may still merge)."""
    match pair:
        case TablePair():
            return len(pair.channel.outputs)
        case RenamedPair():
            return class_estimate(pair.pair)
        case PowerPair():
            size = _base_classes(pair.base)
            if size >= INFINITE:
                return INFINITE
            return comb(pair.count + size - 1, size - 1) if size else 1
        case AllocationPair():
            size = _base_classes(pair.base) + 1  # ratio 0 is one of the ratios to be averaged
            return comb(pair.rounds + size - 1, size - 1)
        case ProductPair():
            return prod(class_estimate(factor) for factor in pair.factors)
        case SeriesPair():
            return INFINITE
        case UnionPair():
            return sum(1 if b.pair is None else class_estimate(b.pair) for b in pair.branches)


def _base_classes(pair: Pair) -> int:
    estimate = class_estimate(pair)
    return len(class_table(pair).entries) if estimate <= SMALL else estimate
