"""Leading digits of exact irrational numbers, from enclosures of their logarithms.

The number itself is never written out, so its size does not matter. Where an enclosure does not
separate it from a short number, which it cannot equal, an exact comparison does.
"""

from __future__ import annotations

from typing import Protocol

import gmpy2
from gmpy2 import mpfr, mpq, mpz

from verify import resources
from verify.exact.decimals import DIGITS, decimal_text
from verify.exact.logarithm import Interval, contexts, exponential

__all__ = ["Irrational", "directed", "enclosure", "leading"]

_PATIENCE = 256
"""Bits of precision after which an exact comparison is likely to be cheaper."""


class Irrational(Protocol):
    """What the digits are read off."""

    @property
    def exact(self) -> mpq | None:
        """The value where it is rational."""

    def sign(self) -> int:
        """-1, 0 or 1."""

    def logarithm(self, precision: int) -> Interval:
        """Encloses ln of the absolute value."""

    def compare(self, other: object) -> int | None:
        """The sign of self − other."""


def directed(number: Irrational, digits: int = DIGITS) -> tuple[str, str]:
    """The number in decimal, rounded down and rounded up; it must be irrational."""
    mantissa, exponent = leading(number, 10, digits)
    ends = (mantissa, mantissa + 1) if number.sign() > 0 else (-mantissa - 1, -mantissa)
    down, up = (decimal_text(end, exponent, digits) for end in ends)
    return down, up


def leading(number: Irrational, base: int, digits: int) -> tuple[mpz, int]:
    """(m, e) with m·base^e < |number| < (m + 1)·base^e and m of so many digits in that base."""
    least, most = mpz(base) ** (digits - 1), mpz(base) ** digits
    precision = 64 + int(most.bit_length())
    place = _magnitude(number, base, precision) - digits + 1
    while True:  # ends: an irrational number is not m·base^e
        low, high = _floors(number, base, place, precision)
        if low < high and precision >= _PATIENCE:
            low = high = _decided(number, high, base, place)
        if low < high:
            precision *= 2
        elif least <= low < most:
            return low, place
        else:  # the magnitude was next to a power of the base
            place += 1 if low >= most else -1


def enclosure(number: Irrational, bits: int) -> tuple[mpq, mpq]:
    """Rationals around the number, apart by less than 2^−bits of it; equal where it is rational."""
    exact = number.exact
    if exact is not None:
        return exact, exact
    size = abs(number.logarithm(64)[0])
    resources.check("answer_bits", int(size * 1.5), "the bits of an enclosure")
    precision = bits + 8 + int(size).bit_length()
    low, high = map(mpq, exponential(number.logarithm(precision), precision))
    return (low, high) if number.sign() > 0 else (-high, -low)


def _magnitude(number: Irrational, base: int, precision: int) -> int:
    """floor(log |number|) to the base, or next to it."""
    low, _ = number.logarithm(precision)
    size = max(0, gmpy2.get_exp(low)) if low else 0
    if size > 32:
        low, _ = number.logarithm(precision + size)
    down = contexts(precision + size)[0]
    return int(_floor(down.div(low, down.log(base))))


def _floors(number: Irrational, base: int, place: int, precision: int) -> tuple[mpz, mpz]:
    """Lower and upper bounds of floor(|number|/base^place)."""
    size = place.bit_length()
    low, high = number.logarithm(precision + size)
    down, up = contexts(precision + size)
    if place >= 0:
        low = down.sub(low, up.mul(place, up.log(base)))
        high = up.sub(high, down.mul(place, down.log(base)))
    else:
        low = down.add(low, down.mul(-place, down.log(base)))
        high = up.add(high, up.mul(-place, up.log(base)))
    ends = exponential((low, high), precision + size)
    return _floor(ends[0]), _floor(ends[1])


def _decided(number: Irrational, high: mpz, base: int, place: int) -> mpz:
    """floor(|number|/base^place), which is ``high`` or less, compared exactly."""
    bits = abs(place) * base.bit_length()
    resources.check("answer_bits", bits, "the bits of a decimal")
    border = high * mpq(base) ** place
    sign = number.sign() * (number.compare(border if number.sign() > 0 else -border) or 0)
    return high if sign > 0 else high - 1


def _floor(value: mpfr) -> mpz:
    exact = mpq(value)
    return gmpy2.f_div(exact.numerator, exact.denominator)
