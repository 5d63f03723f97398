"""Bounds of δ at one level for every ordered pair of neighbours, worst first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from gmpy2 import mpq

from verify.compose.enclosing import enclosed_delta, enclosed_deltas, has_interval
from verify.exact.between import Between
from verify.exact.level import Level
from verify.law.adjacency import Edge
from verify.law.mechanism import Mechanism
from verify.loss.interval import DeltaInterval
from verify.parallel import spread
from verify.profiles.directions import distinct

__all__ = [
    "EnclosedDirection",
    "enclose",
    "enclosed_direction",
    "enclosed_least",
    "greatest_interval",
    "is_enclosable",
]


Two: TypeAlias = "tuple[DeltaInterval, DeltaInterval]"
"""Both directions of two inputs"""


@dataclass(frozen=True, slots=True)
class EnclosedDirection:
    """Bounds of H_α(law at input ‖ law at neighbour), inputs by number."""

    input: int
    neighbour: int
    delta: DeltaInterval
    surely: DeltaInterval
    """bounds of what a witness shows: the same, or the end from below of a mechanism with bounds"""


def is_enclosable(mechanism: Mechanism, edges: Sequence[Edge]) -> bool:
    """Whether there are products, to which the method of intervals applies, or other bounds."""
    return any(
        mechanism.bounds(i, j) is not None or has_interval(mechanism.pair(i, j))
        for i, j in distinct(mechanism, edges)
    )


def enclose(
    mechanism: Mechanism,
    edges: Sequence[Edge],
    level: Level,
    goal: mpq | None = None,
    *,
    always: bool = False,
) -> list[EnclosedDirection]:
    """All directions, by falling upper bound; ties in document order.

    Bounds are narrowed until ``goal`` is outside, if they can be. Exact values are used where they
    are within the limits, unless ``always`` asks for intervals.
    """
    kinds = mechanism.kinds(edges) or list(range(len(edges)))
    first = dict(zip(reversed(kinds), reversed(edges), strict=True))
    of_pairs = partial(_enclosed, mechanism, level, goal, always)
    both = dict(zip(first, spread(of_pairs, list(first.values()), "pairs of inputs"), strict=True))
    found: list[EnclosedDirection] = []
    for (i, j), kind in zip(edges, kinds, strict=True):
        deltas, surely = both[kind]
        found.append(EnclosedDirection(i, j, deltas[0], surely[0]))
        found.append(EnclosedDirection(j, i, deltas[1], surely[1]))
    return sorted(found, key=lambda each: -each.delta.high)


def enclosed_direction(
    mechanism: Mechanism, first: int, second: int, level: Level, *, always: bool = False
) -> DeltaInterval:
    """Bounds of one direction alone."""
    known = mechanism.bounds(first, second)
    if known is None:
        return enclosed_delta(mechanism.pair(first, second), level, always=always)
    below, above = (
        enclosed_delta(pair, level, always=always) for pair in (known.below, known.above)
    )
    return DeltaInterval(below.low, above.high, level, below.p, below.q)


def enclosed_least(mechanism: Mechanism, edges: Sequence[Edge], delta: mpq) -> Between | None:
    """Bounds of the least α >= 1 with δ*(α) <= δ; None where no finite α is enough."""
    from verify.compose.enclosed_least import enclosed_least_alpha  # seldom needed

    low = high = mpq(1)
    for i, j in distinct(mechanism, edges):
        known = mechanism.bounds(i, j)
        pair = mechanism.pair(i, j) if known is None else known.above
        found = enclosed_least_alpha(pair, delta)
        if found is None:
            return None
        high = max(high, found.high)
        if known is not None:
            found = enclosed_least_alpha(known.below, delta) or found
        low = max(low, found.low)
    return Between(low, high)


def greatest_interval(found: Sequence[EnclosedDirection], level: Level) -> DeltaInterval:
    """Bounds of the greatest of some values; 0 where there is none."""
    if not found:
        return DeltaInterval(mpq(0), mpq(0), level)
    worst = found[0].delta
    return DeltaInterval(max(each.delta.low for each in found), worst.high, level, worst.p, worst.q)


def _enclosed(
    mechanism: Mechanism, level: Level, goal: mpq | None, always: bool, edges: Sequence[Edge]
) -> list[tuple[Two, Two]]:
    above: dict[int, Two] = {}  # which many pairs of inputs have in common
    found: list[tuple[Two, Two]] = []
    for i, j in edges:
        known = mechanism.bounds(i, j)
        if known is None:
            deltas = enclosed_deltas(mechanism.pair(i, j), level, goal, always=always)
            found.append((deltas, deltas))
            continue
        if id(known.above) not in above:
            above[id(known.above)] = enclosed_deltas(known.above, level, goal, always=always)
        surely = enclosed_deltas(known.below, level, goal, always=always)
        one, other = map(_hull, surely, above[id(known.above)])
        found.append(((one, other), surely))
    return found


def _hull(below: DeltaInterval, above: DeltaInterval) -> DeltaInterval:
    """What lies between two values; the event is that of the one below."""
    return DeltaInterval(below.low, above.high, below.level, below.p, below.q)
