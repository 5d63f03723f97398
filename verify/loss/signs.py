"""The sign of a − α·b: always decided."""

from __future__ import annotations

import gmpy2
from gmpy2 import mpz

from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import sign_of_difference

__all__ = ["sign_at", "sign_of"]


def sign_at(a: Number, b: Number, level: Level) -> int:
    """The sign of a − α·b for exact numbers."""
    if b == 0:
        return sign_of_difference(a, b)
    return -level.compare(a / b) if b > 0 else level.compare(a / b)


def sign_of(a: mpz, b: mpz, level: Level) -> int:
    """The sign of a − α·b for integers, however long.

    >>> sign_of(mpz(9), mpz(3), Level.alpha(3)), sign_of(mpz(-9), mpz(-3), Level.epsilon("1"))
    (0, -1)
    """
    if not b:
        return int(gmpy2.sign(a))
    return -level.compare_fraction(a, b) if b > 0 else level.compare_fraction(-a, -b)
