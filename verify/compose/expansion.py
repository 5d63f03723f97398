"""Products of powers of polynomials: all coefficients, or the sum of the lowest ones.

Two ways to go are combined. The powers that are *streamed* come coefficient by coefficient out of
Miller's recurrence, with as many short products for each as the product of their bases has terms,
whatever the counts. The others are multiplied out draw by draw; a long product of long integers
(Kronecker substitution) was measured to be slower, because few terms meet many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from gmpy2 import mpz

from verify.compose import _lattice

__all__ = ["Draws", "Expansion"]

STEP_SECONDS = 2.5e-8
"""About what one product costs, beside its limbs"""

LIMB_SECONDS = 5e-10
NUMBER_BYTES = 64

MOST_STREAMED = 16
"""So many choices of what is streamed are compared."""


@dataclass(frozen=True)
class Draws:
    """``count`` draws of one polynomial Σ weight·x^place; the places ascend from 0."""

    places: tuple[int, ...]
    weights: tuple[mpz, ...]
    count: int

    @cached_property
    def bits(self) -> int:
        """The bits of a bound of the coefficients of one draw."""
        return int(sum(map(abs, self.weights), mpz(0)).bit_length())

    @property
    def degree(self) -> int:
        """The last place of all draws together."""
        return self.count * self.places[-1]

    @property
    def mirrored(self) -> Draws:
        """Place n becomes place degree − n."""
        places = tuple([self.places[-1] - place for place in reversed(self.places)])
        return Draws(places, self.weights[::-1], self.count)


class Expansion:
    """A product of draws, up to some last place, with the way that takes the least work.

    >>> dice = Expansion((Draws((0, 1, 2), (mpz(1), mpz(1), mpz(1)), 2),), 3)
    >>> dice.coefficients(), dice.low_sum()
    ([mpz(1), mpz(2), mpz(3), mpz(2)], mpz(8))
    """

    def __init__(self, draws: Sequence[Draws], last: int, *, listed: bool = False) -> None:
        self.last = min(last, sum(each.degree for each in draws))
        ranked = sorted(draws, key=lambda each: -each.count)
        several = sum(each.count > 1 for each in ranked)
        choices = range(1, max(1, min(several, MOST_STREAMED)) + 1)
        ways = [_Way(ranked[:i], ranked[i:], self.last, listed=listed) for i in choices]
        self._way = min(ways, key=lambda way: way.seconds)

    @property
    def seconds(self) -> float:
        """About what it takes."""
        return self._way.seconds

    @property
    def bytes(self) -> int:
        """About the memory that it needs."""
        return self._way.bytes

    def coefficients(self) -> list[mpz]:
        """The coefficients at the places 0 … last."""
        way = self._way
        last = min(self.last, way.degree)
        found = _lattice.coefficients(*_recurrence(way.streamed, last), last)
        return _lattice.expanded(found, way.factors, self.last) if way.factors else found

    def low_sum(self) -> mpz:
        """Their sum."""
        way = self._way
        others = _lattice.expanded([mpz(1)], way.factors, self.last)
        taps: dict[int, mpz] = {}  # how far the streamed power is summed, and by what multiplied
        for place in range(len(others) - 1, -1, -1):
            if others[place]:
                position = min(self.last - place, way.degree)
                taps[position] = taps.get(position, mpz(0)) + others[place]
        recurrence = _recurrence(way.streamed, self.last)
        return _lattice.tapped_sum(*recurrence, list(taps), list(taps.values()))


class _Way:
    """Which powers are streamed and which are multiplied out, and what that takes."""

    __slots__ = ("bytes", "degree", "rest", "seconds", "streamed")

    def __init__(
        self, streamed: list[Draws], rest: list[Draws], last: int, *, listed: bool
    ) -> None:
        self.streamed = streamed
        self.rest = sorted(rest, key=lambda each: each.places[-1])
        self.degree = sum(each.degree for each in streamed)
        order = sum(each.places[-1] for each in streamed)
        terms = min(prod(len(each.places) for each in streamed), order + 1)
        short = sum(each.bits for each in streamed)
        bits = sum(each.bits * each.count for each in streamed)
        kept = min(last, self.degree) if listed else order
        steps = min(last, self.degree)
        self.seconds = steps * terms * _product(bits, short)
        self.bytes = kept * (bits // 8 + NUMBER_BYTES)
        place, size = (steps, bits) if listed else (0, 0)
        for each in self.rest:
            reached = min(place + each.degree, last)
            products = each.count * len(each.places) * (place + reached + 2) // 2
            self.seconds += products * _product(size + each.count * each.bits // 2, each.bits)
            place, size = reached, size + each.count * each.bits
        if self.rest:
            self.bytes += place * (size // 8 + NUMBER_BYTES)
            if not listed:
                self.seconds += place * _product(bits, size)

    @property
    def factors(self) -> list[tuple[list[int], list[mpz]]]:
        """What is multiplied out, draw by draw."""
        return [
            factor
            for each in self.rest
            for factor in [(list(each.places), list(each.weights))] * each.count
        ]


def _product(bits: int, others: int) -> float:
    """About the seconds of one product of integers of so many bits."""
    return STEP_SECONDS + (bits // 64 + 1) * (others // 64 + 1) * LIMB_SECONDS


def _recurrence(
    streamed: list[Draws], last: int
) -> tuple[mpz, mpz, list[int], list[mpz], list[mpz]]:
    """P_0 and F_0, and the places 1 <= i <= last, F_i and E_i of the other terms: see `_lattice`.

    One term of F chooses a place from every base: E adds up what these contribute to
    Σ_f (k_f + 1)·place where one base has that place, and so for all of them.
    """
    start = prod((each.weights[0] ** each.count for each in streamed), start=mpz(1))
    found = {0: (mpz(1), mpz(0))}
    for each in streamed:
        longer: dict[int, tuple[mpz, mpz]] = {}
        for place, (weight, total) in found.items():
            for step, factor in zip(each.places, each.weights, strict=True):
                if place + step > last:
                    break
                old, old_total = longer.get(place + step, (mpz(0), mpz(0)))
                more = factor * (total + each.count * step * weight)
                longer[place + step] = old + weight * factor, old_total + more
        found = longer
    lead, _ = found.pop(0)
    places = sorted(place for place, (weight, total) in found.items() if weight or total)
    weights = [found[place][0] for place in places]
    totals = [found[place][1] + place * found[place][0] for place in places]
    return start, lead, places, weights, totals
