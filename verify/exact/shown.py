"""Numbers of either kind in decimal, with more digits next to 1."""

from __future__ import annotations

from gmpy2 import mpq

from verify.exact.decimals import (
    DIGITS,
    FEWEST_NINES,
    digits_after_nines,
    digits_beside_one,
    fraction_down,
    fraction_up,
)
from verify.exact.leading import directed, leading
from verify.exact.quotient import Number, Quotient

__all__ = ["decimals"]

_NEAR_ONE = 1 - mpq(1, 10**FEWEST_NINES)


def decimals(value: Number, digits: int | None = None) -> tuple[str, str]:
    """The number rounded down, and up: `DIGITS` digits, or more next to 1.

    >>> decimals(mpq(2, 3), 5), decimals(1 - mpq(1, 3 * 10**7))
    (('0.66666', '0.66667'), ('0.999999966666666666666666', '0.999999966666666666666667'))
    """
    if isinstance(value, Quotient):
        return directed(value, digits or _digits_of(abs(value)))
    n, d = value.numerator, value.denominator
    digits = digits or digits_beside_one(d - abs(n), d)
    return fraction_down(n, d, digits), fraction_up(n, d, digits)


def _digits_of(size: Quotient) -> int:
    if not _NEAR_ONE < size < 1:
        return DIGITS
    rest = 1 - size
    return digits_after_nines(-1 - leading(rest, 10, 1)[1])
