"""δ at one α: the two probabilities of the best event, in both directions, without a sort."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gmpy2 import mpq, mpz

from verify import _core
from verify.exact.level import Level
from verify.exact.quotient import over_one_scale
from verify.exact.ring import RingNumber, Weight
from verify.law.infinite import as_series, has_series, reversed_series
from verify.law.pair import AllocationPair, Pair, PowerPair, RenamedPair, TablePair
from verify.loss.binomial import BinaryPower
from verify.loss.delta import Delta, Sums, delta_of
from verify.loss.packed import agreeing
from verify.loss.structure import class_table, distribution

if TYPE_CHECKING:
    from verify.loss.allocation import BinaryAllocation

__all__ = ["EventSums", "binary", "event_sums"]


@dataclass(frozen=True, slots=True)
class EventSums:
    """Weights of {P > αQ} under P and Q, and of {Q > αP} under Q and P."""

    forward: Sums
    backward: Sums
    denominator: Weight

    def deltas(self, level: Level) -> tuple[Delta, Delta]:
        """H_α(P‖Q) and H_α(Q‖P)."""
        forward, backward = self.forward, self.backward
        here = delta_of(forward, self.denominator, level)
        return here, here if forward == backward else delta_of(backward, self.denominator, level)


def event_sums(pair: Pair, level: Level) -> EventSums:
    """The sums over the maximal event of each direction; outcomes with P = αQ are left out."""
    match pair:
        case RenamedPair():
            return event_sums(pair.pair, level)
        case TablePair():
            return _table_sums(pair, level)
        case PowerPair() | AllocationPair() if (power := binary(pair)) is not None:
            forward = power.forward(level)
            backward = forward if power.is_symmetric else power.reverse().forward(level)
            return EventSums(forward, backward, power.denominator)
        case _ if has_series(pair):
            return _series_sums(pair, level)
        case _:
            law = distribution(pair)
            return EventSums(*law.both(level), law.denominator)


def _series_sums(pair: Pair, level: Level) -> EventSums:
    from verify.loss.series import positive_event  # few laws are infinite

    series = as_series(pair)
    events = positive_event(series, level), positive_event(reversed_series(series), level)
    (a, b, c, d), scale = over_one_scale(x for event in events for x in (event.p, event.q))
    return EventSums((a, b), (c, d), scale)


def binary(pair: PowerPair | AllocationPair) -> BinaryPower | BinaryAllocation | None:
    """The pair as one in which a count of two classes decides, if that is what it is."""
    if "binary" not in pair.memo:
        pair.memo["binary"] = None if has_series(pair) else _binary(pair)
    known: BinaryPower | BinaryAllocation | None = pair.memo["binary"]
    return known


def _binary(pair: PowerPair | AllocationPair) -> BinaryPower | BinaryAllocation | None:
    return _binary_power(pair) if isinstance(pair, PowerPair) else _binary_allocation(pair)


def _binary_power(pair: PowerPair) -> BinaryPower | None:
    base: Pair = pair.base
    count = pair.count
    while isinstance(base, PowerPair):  # a power of a power
        count *= base.count
        base = base.base
    classes = class_table(base)
    return BinaryPower(classes, count) if len(classes.entries) == 2 else None


def _binary_allocation(pair: AllocationPair) -> BinaryAllocation | None:
    from verify.loss.allocation import BinaryAllocation, letters  # seldom needed

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
