"""An outcome at which the likelihood ratio is greatest."""

from __future__ import annotations

from gmpy2 import mpq

from verify.compose.structure import pure_ratio
from verify.law.infinite import has_series
from verify.law.labels import Label
from verify.law.pair import (
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    UnionPair,
    outcome_count,
    outcomes,
)

__all__ = ["extreme_outcome"]

MOST_OUTCOMES = 100_000
"""Outcomes that are looked through"""

MOST_PARTS = 100
"""Entries of an outcome of a product that are written out"""


def extreme_outcome(pair: Pair) -> Label | None:
    """The first outcome with the greatest P/Q; None where it is not worth its length."""
    match pair:
        case RenamedPair():
            inner = extreme_outcome(pair.pair)
            return None if inner is None else pair.naming.name(inner)
        case PowerPair() if pair.count <= MOST_PARTS:
            part = extreme_outcome(pair.base)
            return None if part is None else (part,) * pair.count
        case ProductPair() if len(pair.factors) <= MOST_PARTS:
            parts = [extreme_outcome(factor) for factor in pair.factors]
            return tuple(p for p in parts if p is not None) if None not in parts else None
        case UnionPair():
            return _in_union(pair)
        case _ if has_series(pair) or outcome_count(pair) > MOST_OUTCOMES:
            return None
        case _:
            return _in_list(pair)


def _in_list(pair: Pair) -> Label | None:
    best: tuple[Label, mpq, mpq] | None = None
    for y, p, q in outcomes(pair):
        if (p or q) and (best is None or p * best[2] > best[1] * q):
            best = y, p, q
    return None if best is None else best[0]


def _in_union(pair: UnionPair) -> Label | None:
    best: Label | None = None
    greatest = mpq(-1)
    for branch in pair.branches:
        if not branch.p:
            continue
        inner = mpq(1) if branch.pair is None else pure_ratio(branch.pair)
        item = "" if branch.pair is None else extreme_outcome(branch.pair)
        name = None if item is None else branch.naming.name(item)
        if inner is None or not branch.q:
            return name
        if inner * branch.p / branch.q > greatest:
            greatest, best = inner * branch.p / branch.q, name
    return best
