"""Enclosures of logarithms and exponentials, outward rounded by MPFR (through gmpy2)."""

from __future__ import annotations

from functools import lru_cache

import gmpy2
from gmpy2 import mpfr, mpq, mpz

__all__ = [
    "FIXED_BITS",
    "FIXED_ERROR",
    "Interval",
    "contexts",
    "exponential",
    "fixed_floor",
    "fixed_log",
    "linear_form",
]

_ONE = mpfr(1)

FIXED_BITS = 128
"""Fraction bits of fixed-point logarithms: they add exactly and sort as integers."""

FIXED_ERROR = 2
"""A fixed-point logarithm differs from the truth by less than this many units 2^-128."""

Interval = tuple[mpfr, mpfr]
"""(lower, upper): the exact value lies between them."""


@lru_cache(maxsize=32)
def contexts(precision: int) -> tuple[gmpy2.context, gmpy2.context]:
    """The two directed contexts of one precision; their methods do not touch the global one."""
    down = gmpy2.context(precision=precision, round=gmpy2.RoundDown)
    up = gmpy2.context(precision=precision, round=gmpy2.RoundUp)
    return down, up


def linear_form(constant: mpq, terms: tuple[tuple[mpz, mpq], ...], precision: int) -> Interval:
    """Encloses ``constant + Σ e·ln b`` over the terms (b, e), with integers b > 1."""
    down, up = contexts(precision)
    lower, upper = down.mul(constant, _ONE), up.mul(constant, _ONE)
    for base, exponent in terms:
        below, above = down.log(base), up.log(base)
        if exponent < 0:
            below, above = above, below
        lower = down.add(lower, down.mul(exponent, below))
        upper = up.add(upper, up.mul(exponent, above))
    return lower, upper


def exponential(interval: Interval, precision: int) -> Interval:
    """Encloses e^x for every x of the interval."""
    down, up = contexts(precision)
    return down.exp(interval[0]), up.exp(interval[1])


def fixed_floor(value: mpfr, bits: int = FIXED_BITS) -> int:
    """floor(value·2^bits), exactly."""
    return int(gmpy2.f_div_2exp(*_integer_and_shift(value, bits)))


def fixed_log(numerator: mpz, denominator: mpz, bits: int = FIXED_BITS) -> int:
    """ln(numerator/denominator)·2^bits within `FIXED_ERROR` units, for positive integers."""
    size = max(numerator.bit_length(), denominator.bit_length())
    context = contexts(bits + 16 + size.bit_length())[0]
    difference = context.sub(context.log(numerator), context.log(denominator))
    return fixed_floor(difference, bits)


def _integer_and_shift(value: mpfr, bits: int) -> tuple[mpz, int]:
    """(m, s) with value·2^bits = m / 2^s and s >= 0."""
    mantissa, exponent = value.as_mantissa_exp()
    shift = exponent + bits
    return (mantissa << shift, 0) if shift >= 0 else (mantissa, -shift)
