"""A disjoint union at one level: every leaf by its own method, at the level that it meets there.

Where a leaf is entered with probability p under P and q under Q, its outcomes are in {P > αQ} if
and only if their own ratio exceeds α·q/p. With which p and q that happens is the same at all levels
(`arrivals`), so it is found once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gmpy2 import mpq

from verify import resources
from verify.compose.arrival_work import checked_arrivals, leaf_seconds
from verify.compose.arrivals import Arrivals
from verify.compose.size import class_estimate
from verify.exact.level import Level
from verify.exact.quotient import Number, over_one_scale, ratio
from verify.exact.ring import Weight
from verify.law.channel import SMALL
from verify.law.pair import Branch, Pair, UnionPair
from verify.law.swap import swapped
from verify.law.unions import inner_pair, nodes
from verify.loss.delta import Sums, delta_of
from verify.loss.sums import EventSums

__all__ = ["is_splittable", "union_bounds", "union_sums"]

FEW_NODES = 16

BITS = 128
"""Precision of δ at a single outcome"""

Two: TypeAlias = "tuple[Number, Number]"

SumsOf = Callable[[Pair, Level], EventSums]

BoundsOf: TypeAlias = "Callable[[Pair, Level], Two]"


def is_splittable(pair: UnionPair) -> bool:
    """Whether one level is cheaper by leaves than by listing all classes.

    That is where a leaf has many classes, or the tree many nodes. Branches must have rational odds.
    """
    if "classes" in pair.memo:
        return False
    if "splittable" not in pair.memo:
        branches = [b for node in nodes(pair) for b in node.branches]
        pair.memo["splittable"] = _is_large(pair, branches) and all(
            isinstance(x, mpq) for b in branches for x in (b.p, b.q)
        )
    return bool(pair.memo["splittable"])


def _is_large(pair: UnionPair, branches: list[Branch]) -> bool:
    if len(nodes(pair)) > FEW_NODES:
        return True
    inner = {id(found): found for b in branches if (found := inner_pair(b.pair)) is not None}
    leaves = [each for each in inner.values() if not isinstance(each, UnionPair)]
    return any(class_estimate(each) > SMALL for each in leaves)


def union_sums(pair: UnionPair, level: Level, sums_of: SumsOf) -> EventSums:
    """The sums over the maximal event of each direction, with ``sums_of`` for the leaves.

    Raises `verify.LimitError` where that is estimated to pass the limits.
    """
    ends = checked_arrivals(pair)
    sides = _of_single_outcomes(ends, level)
    if not ends.leaves:
        return EventSums(*sides, ends.scale)
    entered = sum(len(entries) for _, entries in ends.leaves)
    resources.check_work(leaf_seconds(ends), 0, f"leaves that are entered in {entered} ways")
    totals = [[mpq(x, ends.scale) for x in side] for side in sides]
    for leaf, entries in ends.leaves:
        for p, q in entries:
            found = sums_of(leaf, level.times(q / p))
            _add(totals[0], p, q, found.forward, found.denominator)
            if p != q:
                found = sums_of(leaf, level.times(p / q))
            _add(totals[1], q, p, found.backward, found.denominator)
    (a, b, c, d), scale = over_one_scale(number for side in totals for number in side)
    return EventSums((a, b), (c, d), scale)


def union_bounds(pair: UnionPair, level: Level, bounds_of: BoundsOf) -> tuple[Two, Two]:
    """Bounds of H_α(P‖Q) and of H_α(Q‖P), from bounds of the leaves.

    H_α(p·P′‖q·Q′) = p·H_(αq/p)(P′‖Q′), and H of a disjoint union is the sum.
    """
    ends = checked_arrivals(pair)
    found: list[Two] = []
    for sums, turned in zip(_of_single_outcomes(ends, level), (False, True), strict=True):
        low, high = delta_of(sums, ends.scale, level).enclose(BITS)
        for leaf, entries in ends.leaves:
            other = swapped(leaf) if turned else leaf
            for p, q in entries:
                here, there = (q, p) if turned else (p, q)
                least, most = bounds_of(other, level.times(there / here))
                low, high = low + here * least, high + here * most
        found.append((low, high))
    return found[0], found[1]


def _of_single_outcomes(ends: Arrivals, level: Level) -> tuple[Sums, Sums]:
    """What those outcomes add in both directions that are no leaf's, or apart."""
    (a, b), (c, d) = ends.alone.above(level), ends.alone.below(level)
    return (a + ends.infinite, b), (c + ends.zero, d)


def _add(totals: list[Number], p: mpq, q: mpq, sums: Sums, denominator: Weight) -> None:
    """One more leaf, entered with probabilities p and q."""
    totals[0] += p * ratio(sums[0], denominator)
    totals[1] += q * ratio(sums[1], denominator)
