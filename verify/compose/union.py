"""A disjoint union at one level: every leaf by its own method, at the level that it meets there.

Where a leaf is entered with probability p under P and q under Q, its outcomes are in {P > αQ} if
and only if their own ratio exceeds α·q/p. Ways through the union that meet in one node with the
same ratio p/q go on together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gmpy2 import mpq

from verify.compose.size import class_estimate
from verify.exact.level import Level
from verify.exact.quotient import Number, over_one_scale, ratio
from verify.law.channel import SMALL
from verify.law.pair import Branch, Pair, UnionPair
from verify.law.swap import swapped
from verify.law.unions import inner_pair, nodes
from verify.loss.delta import delta_of
from verify.loss.sums import EventSums

__all__ = ["is_splittable", "union_bounds", "union_sums"]

FEW_NODES = 16

BITS = 128
"""Precision of δ at a single outcome"""

Two: TypeAlias = "tuple[Number, Number]"

SumsOf = Callable[[Pair, Level], EventSums]

BoundsOf: TypeAlias = "Callable[[Pair, Level], Two]"

OfLeaf: TypeAlias = "Callable[[Pair | None, mpq, mpq], Two]"
"""Two numbers of a leaf that is entered with probabilities p > 0 and q"""

States: TypeAlias = "dict[Number | None, tuple[Number, Number]]"
"""By p/q the probabilities p and q with which a node is entered; None where q = 0"""


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
    """The sums over the maximal event of each direction, with ``sums_of`` for the leaves."""

    def of_leaf(leaf: Pair | None, p: mpq, q: mpq) -> Two:
        return _of_leaf(leaf, p, q, level, sums_of)

    sides = _both_ways(pair, of_leaf)
    (a, b, c, d), scale = over_one_scale(number for side in sides for number in side)
    return EventSums((a, b), (c, d), scale)


def union_bounds(pair: UnionPair, level: Level, bounds_of: BoundsOf) -> tuple[Two, Two]:
    """Bounds of H_α(P‖Q) and of H_α(Q‖P), from bounds of the leaves.

    H_α(p·P′‖q·Q′) = p·H_(αq/p)(P′‖Q′), and H of a disjoint union is the sum.
    """

    def of_leaf(leaf: Pair | None, p: mpq, q: mpq) -> Two:
        if not q:
            return p, p
        if leaf is not None:
            low, high = bounds_of(leaf, level.times(q / p))
            return p * low, p * high
        if level.compare(p / q) >= 0:
            return mpq(0), mpq(0)
        (a, b), scale = over_one_scale((p, q))
        return delta_of((a, b), scale, level).enclose(BITS)

    first, second = _both_ways(pair, of_leaf)
    return first, second


def _both_ways(pair: UnionPair, of_leaf: OfLeaf) -> list[Two]:
    other = swapped(pair)
    assert isinstance(other, UnionPair)
    return [_forward(each, of_leaf) for each in (pair, other)]


def _forward(pair: UnionPair, of_leaf: OfLeaf) -> Two:
    """What all leaves have together, that are entered with a probability under P."""
    total_p, total_q = mpq(0), mpq(0)
    arriving: dict[int, dict[Number | None, tuple[Number, Number]]] = {
        id(pair): {mpq(1): (mpq(1), mpq(1))}
    }
    for node in nodes(pair):
        for p, q in arriving.pop(id(node), {}).values():  # none where P never comes there
            for branch in node.branches:
                here = p * branch.p, q * branch.q
                inner = inner_pair(branch.pair)
                if not here[0]:
                    continue
                if isinstance(inner, UnionPair):
                    _add(arriving.setdefault(id(inner), {}), *here)
                    continue
                more = of_leaf(inner, *here)
                total_p, total_q = total_p + more[0], total_q + more[1]
    return total_p, total_q


def _add(states: States, p: mpq, q: mpq) -> None:
    """One more way into a node, which may meet another with the same ratio."""
    odds = p / q if q else None
    known_p, known_q = states.get(odds, (mpq(0), mpq(0)))
    states[odds] = known_p + p, known_q + q


def _of_leaf(pair: Pair | None, p: mpq, q: mpq, level: Level, sums_of: SumsOf) -> Two:
    """(P(S), Q(S)) of S = {P > αQ} in a leaf that is entered with probabilities p > 0 and q."""
    if not q:
        return p, q
    if pair is None:
        return (p, q) if level.compare(p / q) < 0 else (mpq(0), mpq(0))
    odds = q / p
    assert isinstance(odds, mpq)  # which `is_splittable` made sure of
    found = sums_of(pair, level.times(odds))
    a, b = found.forward
    return p * ratio(a, found.denominator), q * ratio(b, found.denominator)
