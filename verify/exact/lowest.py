"""Lowest terms of long fractions, where the primes of the denominator are known."""

from __future__ import annotations

from gmpy2 import divexact, gcd, mpq, mpz, remove

from verify._core import fraction

__all__ = ["LONG_BITS", "lowest_terms"]

LONG_BITS = 1 << 14
"""Up to this size of the denominator a greatest common divisor is found as fast."""


def lowest_terms(numerator: mpz, denominator: mpz, root: mpz | None) -> mpq:
    """numerator/denominator, where every prime of the denominator > 0 divides the root, if known.

    The greatest common divisor of two long numbers takes a hundred products. But what a numerator
    has of the primes of, say, 100^1000000 is found by dividing it by 100.

    >>> lowest_terms(mpz(60), mpz(10) ** 5000, mpz(10)) == mpq(60, mpz(10) ** 5000)
    True
    """
    if root is None or not numerator:
        return mpq(numerator, denominator)
    rest = numerator
    while (common := gcd(rest, root)) > 1:
        rest, _ = remove(rest, common)
    common = gcd(divexact(numerator, rest), denominator)
    return fraction(divexact(numerator, common), divexact(denominator, common))
