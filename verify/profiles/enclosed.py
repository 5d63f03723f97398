"""Bounds of δ at one level for every ordered pair of neighbours, worst first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from gmpy2 import mpq

from verify.compose.enclosing import enclosed_deltas, has_interval
from verify.exact.between import Between
from verify.exact.level import Level
from verify.law.adjacency import Edge
from verify.law.mechanism import Mechanism
from verify.loss.interval import DeltaInterval
from verify.parallel import spread
from verify.profiles.directions import distinct

__all__ = ["EnclosedDirection", "enclose", "enclosed_least", "greatest_interval"]
__all__ += ["is_enclosable"]


@dataclass(frozen=True, slots=True)
class EnclosedDirection:
    """Bounds of H_α(law at input ‖ law at neighbour), inputs by number."""

    input: int
    neighbour: int
    delta: DeltaInterval


def is_enclosable(mechanism: Mechanism, edges: Sequence[Edge]) -> bool:
    """Whether there are products, to which the method of intervals applies."""
    return any(has_interval(mechanism.pair(i, j)) for i, j in distinct(mechanism, edges))


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
        forward, backward = both[kind]
        found += EnclosedDirection(i, j, forward), EnclosedDirection(j, i, backward)
    return sorted(found, key=lambda each: -each.delta.high)


def enclosed_least(mechanism: Mechanism, edges: Sequence[Edge], delta: mpq) -> Between | None:
    """Bounds of the least α >= 1 with δ*(α) <= δ; None where no finite α is enough."""
    from verify.compose.enclosed_least import enclosed_least_alpha  # seldom needed

    low = high = mpq(1)
    for i, j in distinct(mechanism, edges):
        found = enclosed_least_alpha(mechanism.pair(i, j), delta)
        if found is None:
            return None
        low, high = max(low, found.low), max(high, found.high)
    return Between(low, high)


def greatest_interval(found: Sequence[EnclosedDirection], level: Level) -> DeltaInterval:
    """Bounds of the greatest of some values; 0 where there is none."""
    if not found:
        return DeltaInterval(mpq(0), mpq(0), level)
    worst = found[0].delta
    return DeltaInterval(max(each.delta.low for each in found), worst.high, level, worst.p, worst.q)


def _enclosed(
    mechanism: Mechanism, level: Level, goal: mpq | None, always: bool, edges: Sequence[Edge]
) -> list[tuple[DeltaInterval, DeltaInterval]]:
    return [enclosed_deltas(mechanism.pair(i, j), level, goal, always=always) for i, j in edges]
