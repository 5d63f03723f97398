"""Logarithms of rationals between rationals, and what is known of numbers between such ends."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from proofs.harness import Comparison

__all__ = ["Between", "at_most_between", "ln"]

TERMS = 30
"""Terms of the series, for an argument between 2/3 and 4/3: more than a hundred bits"""


class Between(NamedTuple):
    """low <= x <= high for a real number x >= 0."""

    low: Fraction
    high: Fraction

    def times(self, other: Between | Fraction) -> Between:
        """The product, of numbers that are not negative."""
        low, high = other if isinstance(other, Between) else (other, other)
        return Between(self.low * low, self.high * high)

    def plus(self, other: Between) -> Between:
        """The sum."""
        return Between(self.low + other.low, self.high + other.high)

    def __str__(self) -> str:
        return f"{float(self.high):.6f}"


def ln(x: Fraction) -> Between:
    """Encloses ln x for x >= 1: the logarithm of x/2^k between 2/3 and 4/3, and k·ln 2."""
    halvings = 0
    while x > Fraction(4, 3):
        x, halvings = x / 2, halvings + 1
    low, high = _series(x)
    two = _series(Fraction(4, 3)), _series(Fraction(3, 2))  # 2 = 4/3·3/2
    return Between(
        low + halvings * (two[0][0] + two[1][0]), high + halvings * (two[0][1] + two[1][1])
    )


@cache
def _series(x: Fraction) -> tuple[Fraction, Fraction]:
    """ln x = 2·Σ t^(2k+1)/(2k+1) with t = (x − 1)/(x + 1), and the rest is a geometric series."""
    if x == 1:
        return Fraction(0), Fraction(0)
    t = (x - 1) / (x + 1)
    bits = 1 << 128
    total, power = Fraction(0), t
    for k in range(TERMS):
        total += power / (2 * k + 1)
        power = Fraction(int(power * t * t * bits), bits)  # cut off: at most 2^-128 each time
    slack = 2 * abs(power) + Fraction(4 * TERMS, bits)
    return 2 * total - slack, 2 * total + slack


def at_most_between(left: Between, right: Between) -> Comparison:
    """left <= right unless that is refuted; equal as far as can be told where they overlap."""
    holds = left.low <= right.high
    return Comparison(holds, holds and right.low <= left.high, (left, right), "<=")
