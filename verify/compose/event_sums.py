"""δ at one α: the two probabilities of the best event, in both directions, without a sort."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gmpy2 import mpq, mpz

from verify import _core
from verify.compose.binomial import BinomialTail
from verify.compose.planner import product_sums
from verify.compose.structure import class_table, distribution, independent
from verify.compose.union import is_splittable, union_sums
from verify.exact.level import Level
from verify.exact.quotient import over_one_scale
from verify.exact.ring import RingNumber
from verify.law.infinite import as_series, has_series, reversed_series
from verify.law.pair import (
    AllocationPair,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    TablePair,
    UnionPair,
)
from verify.loss.packed import agreeing
from verify.loss.sums import EventSums

if TYPE_CHECKING:
    from verify.compose.allocation import BinaryAllocation

__all__ = ["binary", "event_sums"]


def event_sums(pair: Pair, level: Level) -> EventSums:
    """The sums over the maximal event of each direction; outcomes with P = αQ are left out."""
    match pair:
        case RenamedPair():
            return event_sums(pair.pair, level)
        case TablePair():
            return _table_sums(pair, level)
        case _ if has_series(pair):
            return _series_sums(pair, level)
        case PowerPair() | ProductPair():
            return product_sums(independent(pair), level)
        case UnionPair() if is_splittable(pair):
            return union_sums(pair, level, event_sums)
        case AllocationPair() if (power := binary(pair)) is not None:
            forward = power.forward(level)
            return EventSums(forward, power.reverse().forward(level), power.denominator)
        case _:
            law = distribution(pair)
            return EventSums(*law.both(level), law.denominator)


def _series_sums(pair: Pair, level: Level) -> EventSums:
    from verify.loss.series import positive_event  # few laws are infinite

    series = as_series(pair)
    events = positive_event(series, level), positive_event(reversed_series(series), level)
    (a, b, c, d), scale = over_one_scale(x for event in events for x in (event.p, event.q))
    return EventSums((a, b), (c, d), scale)


def binary(pair: PowerPair | AllocationPair) -> BinomialTail | BinaryAllocation | None:
    """The pair as one in which a count of two classes decides, if that is what it is."""
    if has_series(pair):
        return None
    if isinstance(pair, PowerPair):
        return BinomialTail.of(independent(pair))
    if "binary" not in pair.memo:
        pair.memo["binary"] = _binary_allocation(pair)
    known: BinaryAllocation | None = pair.memo["binary"]
    return known


def _binary_allocation(pair: AllocationPair) -> BinaryAllocation | None:
    from verify.compose.allocation import BinaryAllocation, letters  # seldom needed

    classes = class_table(pair.base)
    if isinstance(classes.denominator, RingNumber):
        return None  # its ratios are averaged one by one
    if pair.first == pair.second or len(letters(classes)) != 2:
        return None
    return BinaryAllocation(classes, pair.rounds, chosen=pair.first)


def _table_sums(pair: TablePair, level: Level) -> EventSums:
    channel = pair.channel
    p, q = channel.weights[pair.first], channel.weights[pair.second]

    def at(alpha: mpq) -> tuple[mpz, mpz, mpz, mpz]:
        return _core.event_sums(p, q, alpha.numerator, alpha.denominator)

    a, b, c, d = agreeing(level, channel.denominator, at)
    return EventSums((a, b), (c, d), channel.denominator)
