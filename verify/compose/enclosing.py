"""δ of a pair of laws as an interval: exact wherever that is within the limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gmpy2 import mpq

from verify.compose.event_sums import event_sums
from verify.compose.structure import independent
from verify.compose.union import is_splittable, union_bounds
from verify.errors import LimitError
from verify.exact.between import Between
from verify.exact.level import Level
from verify.law.infinite import has_series
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair, UnionPair
from verify.law.unions import inner_pair, nodes
from verify.loss.delta import Delta
from verify.loss.interval import DeltaInterval

if TYPE_CHECKING:
    from verify.compose.interval import CertifiedInterval

__all__ = ["enclosed_delta", "enclosed_deltas", "has_interval"]

BITS = 128
"""Precision of an exact δ in an interval"""

Two = tuple[DeltaInterval, DeltaInterval]


def has_interval(pair: Pair) -> bool:
    """Whether a part of it is a product to which the method of intervals applies."""
    match pair:
        case RenamedPair():
            return has_interval(pair.pair)
        case PowerPair() | ProductPair() if not has_series(pair):
            return _method(pair) is not None
        case UnionPair() if is_splittable(pair):
            branches = (branch for node in nodes(pair) for branch in node.branches)
            leaves = (inner_pair(branch.pair) for branch in branches)
            return any(
                has_interval(leaf)
                for leaf in leaves
                if leaf is not None and not isinstance(leaf, UnionPair)
            )
        case _:
            return False


def enclosed_deltas(
    pair: Pair, level: Level, goal: mpq | None = None, *, always: bool = False
) -> Two:
    """H_α(P‖Q) and H_α(Q‖P): the greater is narrowed until ``goal`` is outside, if it can be.

    Products whose exact values are within the limits have no width, unless ``always`` asks for
    intervals. Raises `verify.LimitError` where neither is within the limits.
    """
    match pair:
        case RenamedPair():
            return enclosed_deltas(pair.pair, level, goal, always=always)
        case PowerPair() | ProductPair() if not has_series(pair):
            found = _of_product(pair, level, always)
            return found if isinstance(found, tuple) else found.deltas(level, goal)
        case UnionPair() if is_splittable(pair):
            forward, backward = union_bounds(pair, level, _leaf_bounds(always))
            return DeltaInterval(*forward, level), DeltaInterval(*backward, level)
        case _:
            return _exactly(pair, level)


def enclosed_delta(pair: Pair, level: Level, *, always: bool = False) -> DeltaInterval:
    """H_α(P‖Q) alone, as narrow as it is worth."""
    match pair:
        case RenamedPair():
            return enclosed_delta(pair.pair, level, always=always)
        case PowerPair() | ProductPair() if not has_series(pair):
            found = _of_product(pair, level, always)
            return found[0] if isinstance(found, tuple) else found.delta(level)
        case _:
            return enclosed_deltas(pair, level, always=always)[0]


def _method(pair: PowerPair | ProductPair) -> CertifiedInterval | None:
    from verify.compose.interval import CertifiedInterval  # most answers are exact

    return CertifiedInterval.of(independent(pair))


def _of_product(
    pair: PowerPair | ProductPair, level: Level, always: bool
) -> CertifiedInterval | Two:
    """The exact values, or the method of intervals where it is needed."""
    method = _method(pair)
    if method is None:
        return _exactly(pair, level)
    if always:
        return method
    try:
        return _exactly(pair, level)
    except LimitError:
        return method


def _leaf_bounds(always: bool) -> Callable[[Pair, Level], tuple[mpq, mpq]]:
    def bounds_of(leaf: Pair, level: Level) -> tuple[mpq, mpq]:
        found = enclosed_delta(leaf, level, always=always)
        return found.low, found.high

    return bounds_of


def _exactly(pair: Pair, level: Level) -> Two:
    forward, backward = event_sums(pair, level).deltas(level)
    return _interval_of(forward), _interval_of(backward)


def _interval_of(delta: Delta) -> DeltaInterval:
    p, q = (Between.of(number, BITS) for number in (delta.a, delta.b))
    return DeltaInterval(*delta.enclose(BITS), delta.level, p, q)
