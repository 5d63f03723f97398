"""The signs of a − α·b and of differences of such values."""

from __future__ import annotations

from typing import Protocol

import gmpy2
from gmpy2 import mpq, mpz

from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import sign_of_difference

__all__ = ["sign_at", "sign_by_enclosure", "sign_of"]

MOST_BITS = 1 << 14
"""Precision up to which irrational values at different levels are told apart."""


class Enclosed(Protocol):
    """What has rational bounds of any precision."""

    def enclose(self, bits: int) -> tuple[mpq, mpq]:
        """(lower, upper)."""


def sign_at(a: Number, b: Number, level: Level) -> int:
    """The sign of a − α·b for exact numbers: always decided."""
    if b == 0:
        return sign_of_difference(a, b)
    return -level.compare(a / b) if b > 0 else level.compare(a / b)


def sign_of(a: mpz, b: mpz, level: Level) -> int:
    """The sign of a − α·b for integers, however long: always decided.

    >>> sign_of(mpz(9), mpz(3), Level.alpha(3)), sign_of(mpz(-9), mpz(-3), Level.epsilon("1"))
    (0, -1)
    """
    if not b:
        return int(gmpy2.sign(a))
    return -level.compare_fraction(a, b) if b > 0 else level.compare_fraction(-a, -b)


def sign_by_enclosure(left: Enclosed, right: Enclosed) -> int:
    """The sign of a difference of irrational values at different levels, if it can be told."""
    bits = 64
    while bits <= MOST_BITS:
        (low, high), (other_low, other_high) = left.enclose(bits), right.enclose(bits)
        if low > other_high:
            return 1
        if high < other_low:
            return -1
        bits *= 2
    problem = f"two values at different levels agree to {MOST_BITS} bits"
    raise InputError(problem, form="a comparison at one level, or with a rational")
