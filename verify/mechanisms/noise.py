"""Parameters that mechanisms with geometric noise have in common."""

from __future__ import annotations

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import integer, rational, shorten

__all__ = ["integer_label", "noise_ratio"]

MOST_DIGITS = 1000
"""Decimal digits of an integer that becomes a label"""

_BOUND = 10**MOST_DIGITS


def noise_ratio(value: object, at: str = "ratio") -> mpq:
    """The ratio r of geometric noise: an exact rational strictly between 0 and 1."""
    number = rational(value, at)
    if not 0 < number < 1:
        form = 'a ratio strictly between 0 and 1 such as "1/2"'
        raise InputError(f"{shorten(number)} is outside (0, 1)", at=at, form=form)
    return number


def integer_label(value: object, at: str, least: int | None = None) -> int:
    """An integer that is short enough to be written out as a label."""
    number = integer(value, at, least=least)
    if abs(number) >= _BOUND:
        problem = f"the integer has more than {MOST_DIGITS} digits"
        raise InputError(problem, at=at, form="an integer such as 1 or 100")
    return number
