"""Sums of powers of e as integers: polynomials with ring weights become polynomials in integers.

A number Σ c·e^(t/unit) becomes Σ c·2^(width·t), with a width that no coefficient of the result can
fill (Kronecker substitution), so additions and multiplications carry over. Powers of e that grow
steadily with the place of a weight are left out first and put back at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from operator import mul

import gmpy2
from gmpy2 import mpz

from verify.compose.expansion import Draws
from verify.exact.monomial import Frame, Terms
from verify.exact.ring import RingNumber, Weight, as_ring, integral, made

__all__ = ["Coding", "coded"]

Drawn = tuple[Sequence[int], Sequence[Weight], int]
"""Places, weights and count"""

_Placed = list[tuple[int, Terms]]
"""(place, weight) of one draw, in the common frame"""


@dataclass(frozen=True, slots=True)
class Coding:
    """How the integer at place n is read, with digits c_t to the base 2^width, perhaps negative.

    It stands for Σ c_t·e^((offset + tilt·n + stride·t)/unit), with the unit of the frame.
    """

    frame: Frame
    width: int
    stride: int
    offset: int
    tilt: int

    def sum(self, numbers: Iterable[tuple[int, mpz]]) -> RingNumber:
        """The sum of the numbers that stand at these places."""
        found: Terms = {}
        for place, number in numbers:
            key = self.offset + self.tilt * place
            for digit in self._digits(number):
                if digit:
                    found[key] = found.get(key, mpz(0)) + digit
                key += self.stride
        return made(self.frame, {key: c for key, c in found.items() if c})

    def integers(self, placed: _Placed, low: int) -> tuple[mpz, ...]:
        """The weights of one draw, whose powers of e are at least ``low`` beside the tilt."""
        return tuple(
            [
                sum(
                    (
                        mpz(c) << self.width * ((key - self.tilt * place - low) // self.stride)
                        for key, c in terms.items()
                    ),
                    mpz(0),
                )
                for place, terms in placed
            ]
        )

    def _digits(self, number: mpz) -> list[mpz]:
        width = self.width
        if number.bit_length() < width:
            return [number]
        length = int(number.bit_length()) // width + 1
        half = mpz(1) << (width - 1)  # added to every digit, so that none is negative
        number += half * (((mpz(1) << (width * length)) - 1) // ((mpz(1) << width) - 1))
        return [digit - half for digit in gmpy2.unpack(number, width)]


def coded(drawn: Sequence[Drawn]) -> tuple[Coding, tuple[Draws, ...]] | None:
    """The draws with integer weights; None where a weight is no sum of powers of e in integers."""
    numbers = [as_ring(weight) for _, weights, _ in drawn for weight in weights]
    listed = [number for number in numbers if number is not None]
    if any(c.denominator != 1 for number in listed for c in number.terms.values()):
        return None
    aligned = integral(listed)
    frame = aligned[0].frame
    if frame.base:  # radicals carry: b^(1/2)·b^(1/2) is no new monomial
        return None
    left = iter(aligned)
    factors = [[(place, next(left).terms) for place in places] for places, weights, _ in drawn]
    tilt = _tilt(factors)
    lows = [min(min(terms) - tilt * place for place, terms in each) for each in factors]
    shifts = [
        key - tilt * place - low
        for low, each in zip(lows, factors, strict=True)
        for place, terms in each
        for key in terms
    ]
    stride = gcd(*shifts) or 1
    counts = [count for _, _, count in drawn]
    width = 2 + sum(map(mul, map(_bits, factors), counts))
    coding = Coding(frame, width, stride, sum(map(mul, lows, counts)), tilt)
    draws = [
        Draws(tuple([place for place, _ in each]), coding.integers(each, low), count)
        for each, low, count in zip(factors, lows, counts, strict=True)
    ]
    return coding, tuple(draws)


def _tilt(factors: Sequence[_Placed]) -> int:
    """By what the powers of e grow from place to place, about, where there are most places."""
    longest = max(factors, key=lambda each: each[-1][0])
    place, terms = longest[-1]
    return (min(terms) - min(longest[0][1])) // place if place else 0


def _bits(placed: _Placed) -> int:
    """The bits of the sum of all coefficients, without their signs."""
    total = sum((abs(mpz(c)) for _, terms in placed for c in terms.values()), mpz(0))
    return int(total.bit_length())
