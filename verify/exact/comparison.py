"""Signs of differences that are decided without forming or reducing large numbers."""

from __future__ import annotations

from gmpy2 import cmp, mpq, mpz

from verify.exact.coprime import LogTerms, power_product
from verify.exact.logarithm import linear_form

__all__ = ["compare_products", "linear_sign", "terms_of"]

ONE = mpq(1)

_LEADING_BITS = 128


def compare_products(a: mpz, b: mpz, c: mpz, d: mpz) -> int:
    """The sign of a·b − c·d for long nonnegative integers: by leading bits if they are enough.

    >>> compare_products(mpz(3), mpz(7) ** 9999, mpz(5), mpz(7) ** 9998)
    1
    """
    (low, high), (other_low, other_high) = _product_bounds(a, b), _product_bounds(c, d)
    if _at_most(high, other_low):
        return -1
    if _at_most(other_high, low):
        return 1
    return int(cmp(a * b, c * d))


def linear_sign(constant: mpq, terms: LogTerms) -> int:
    """The sign of constant + Σ e·ln b, exactly; the b need not be coprime.

    Zero needs constant = 0 and an empty canonical form, which is looked for once the
    enclosures have failed to separate at a moderate precision.
    """
    if not terms:
        return int(cmp(constant, 0))
    precision = 64
    while True:
        low, high = linear_form(constant, terms, precision)
        if low > 0:
            return 1
        if high < 0:
            return -1
        if precision == 64 and constant == 0 and not power_product((mpq(b), e) for b, e in terms):
            return 0
        precision *= 2


def terms_of(numerator: mpz, denominator: mpz, exponent: mpq = ONE) -> LogTerms:
    """exponent·ln(numerator/denominator) as terms, not reduced to a coprime base."""
    parts = ((numerator, exponent), (denominator, -exponent))
    return tuple((n, e) for n, e in parts if n > 1)


_Scaled = tuple[mpz, int]
"""(m, s) for m·2^s"""


def _product_bounds(a: mpz, b: mpz) -> tuple[_Scaled, _Scaled]:
    """x <= a·b < y, from the leading bits of both; no product of 0 is below its bound."""
    shifts = [max(0, n.bit_length() - _LEADING_BITS) for n in (a, b)]
    m, n = a >> shifts[0], b >> shifts[1]
    return (m * n, sum(shifts)), ((m + 1) * (n + 1), sum(shifts))


def _at_most(left: _Scaled, right: _Scaled) -> bool:
    """m·2^s <= n·2^t, where both have few leading bits."""
    (m, s), (n, t) = left, right
    if not m or not n:
        return not m
    if abs(m.bit_length() + s - n.bit_length() - t) > 1:
        return bool(m.bit_length() + s < n.bit_length() + t)
    common = min(s, t)
    return bool(m << (s - common) <= n << (t - common))
