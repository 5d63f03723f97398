"""Enclosures of sums Σ c·e^r·Π b^a by MPFR, scaled so that no exponent overflows.

Every sum is divided by its greatest power of e before it is enclosed; terms that underflow then
are enclosed by 0 and the least positive number, which is still outward.
"""

from __future__ import annotations

from functools import lru_cache

import gmpy2
from gmpy2 import mpfr, mpq

from verify.exact.logarithm import (
    FIXED_BITS,
    Interval,
    contexts,
    exponential,
    fixed_floor,
    linear_form,
)
from verify.exact.monomial import Frame, Terms

__all__ = ["difference", "fixed_difference", "logarithm", "scaled", "sign"]

_ZERO, _ONE = mpfr(0), mpfr(1)

_KEPT_BITS = 1024
"""Precision up to which enclosures of monomials are kept: sums in one law share them."""

_GUARD = 64
"""Bits of an exponent beyond which its power of e has underflowed."""


def sign(frame: Frame, terms: Terms) -> int:
    """-1, 0 or 1: the normal form is empty exactly for 0, and refinement ends for all else."""
    signs = {gmpy2.sign(c) for c in terms.values()}
    if len(signs) <= 1:
        return int(signs.pop()) if signs else 0
    precision = 64
    while True:
        _, (low, high) = scaled(frame, terms, precision)
        if low > 0:
            return 1
        if high < 0:
            return -1
        precision *= 2


def scaled(frame: Frame, terms: Terms, precision: int) -> tuple[mpq, Interval]:
    """(r, interval) with the sum in e^r·interval; r the greatest exponent of e."""
    down, up = contexts(precision)
    lower, upper = _ZERO, _ZERO
    top = max(terms) // frame.lead
    shift = top * frame.lead
    enclose = _kept if precision <= _KEPT_BITS else _enclosed
    for key, coefficient in terms.items():
        low, high = enclose(frame, key - shift, precision)
        if coefficient < 0:
            low, high = high, low
        lower = down.add(lower, down.mul(coefficient, low))
        upper = up.add(upper, up.mul(coefficient, high))
    return mpq(top, frame.unit), (lower, upper)


def logarithm(frame: Frame, terms: Terms, precision: int) -> tuple[mpq, Interval]:
    """(r, interval) with ln of a positive sum in r + interval, about 2^-precision wide."""
    inner = 64 * (1 + (precision + 8 + len(terms).bit_length()) // 64)  # few precisions: kept terms
    while True:
        top, (low, high) = scaled(frame, terms, inner)
        down, up = contexts(inner)
        if high < 0:
            raise ValueError("a negative number has no logarithm")
        if low > 0 and up.sub(high, low) <= down.div_2exp(low, precision):
            return top, (down.log(low), up.log(high))
        inner *= 2


def fixed_difference(left: tuple[Frame, Terms], right: tuple[Frame, Terms]) -> int:
    """(ln left − ln right)·2^128 within `FIXED_ERROR` units, for two positive sums."""
    precision = FIXED_BITS + 8
    while True:
        low, high = difference(left, right, precision)
        floor = fixed_floor(low)
        if fixed_floor(high) - floor <= 1:
            return floor
        precision += 64


def difference(left: tuple[Frame, Terms], right: tuple[Frame, Terms], precision: int) -> Interval:
    """Encloses ln left − ln right for two positive sums."""
    top, (low, high) = logarithm(*left, precision)
    other_top, (other_low, other_high) = logarithm(*right, precision)
    apart = top - other_top
    size = max(0, apart.numerator.bit_length() - apart.denominator.bit_length())
    down, up = contexts(precision + 8 + size)
    lower = down.add(apart, down.sub(low, other_high))
    return lower, up.add(apart, up.sub(high, other_low))


def _enclosed(frame: Frame, key: int, precision: int) -> Interval:
    """Encloses one monomial whose power of e is at most 1."""
    constant, terms = frame.logarithm(key)
    if not constant and not terms:
        return _ONE, _ONE
    size = int(gmpy2.f_div(-constant.numerator, constant.denominator)).bit_length()
    extra = min(size, _GUARD) + sum(int(b.bit_length()).bit_length() for b, _ in terms)
    return exponential(linear_form(constant, terms, precision + extra + 4), precision)


_kept = lru_cache(maxsize=1 << 14)(_enclosed)
