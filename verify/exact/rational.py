"""Exact rationals at the boundary: what is accepted, what is refused, how they are written.

Inside the package a rational is a ``gmpy2.mpq``; it compares and hashes like ``Fraction``.
"""

from __future__ import annotations

import re
import sys
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any, TypeAlias

from gmpy2 import cmp, mpq, mpz

from verify import resources
from verify.errors import InputError, LimitError
from verify.exact.decimals import round_down

__all__ = [
    "Exact",
    "exact_float",
    "integer",
    "probability",
    "rational",
    "shorten",
    "sign_of_difference",
    "stated",
    "text_of",
]

Exact: TypeAlias = "int | Fraction | Decimal | mpz | mpq | str"
"""What is accepted as an exact number: never a float."""

FORM = 'an exact number such as "3/8", "0.375", "37.5%" or an integer'

_INTEGER = re.compile(r"[+-]?[0-9]+\Z")
_RATIO = re.compile(r"([+-]?[0-9]+)/([0-9]+)\Z")
_DECIMAL = re.compile(r"([+-]?[0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?\Z")
_PERCENT = re.compile(r"([+-]?[0-9]+)(?:\.([0-9]+))?%\Z")


def stated(decimal: str) -> mpq:
    """A number that the package itself has written: only what is read from others is limited.

    >>> stated("1e-200000") == mpq(1, 10**200000)
    True
    """
    with resources.limits(digits=sys.maxsize):
        return rational(decimal)


def rational(value: object, at: str = "") -> mpq:
    """The exact value of an int, Fraction, Decimal, mpz, mpq or text.

    Text is ``[+-]N``, ``N/M``, a decimal with optional exponent, or a percentage. Floats are
    refused, with a message that shows how to write the number exactly.

    >>> rational("37.5%"), rational("1e-2"), rational(3)
    (mpq(3,8), mpq(1,100), mpq(3,1))
    >>> rational(0.1, at="p")
    Traceback (most recent call last):
    ...
    verify.errors.InputError: p: 0.1 is a float, which is not exact; write "0.1" or 1/10 ...
    """
    if isinstance(value, mpq):
        return value
    if isinstance(value, str):
        return _parse(value, at)
    if isinstance(value, bool):
        raise InputError(f"{value} is a truth value, not a number", at=at, form=FORM)
    if isinstance(value, (int, mpz)):
        return mpq(value)
    if isinstance(value, Fraction):  # gmpy2 reads none whose parts are its own integers
        return mpq(value.numerator, value.denominator)
    if isinstance(value, Decimal):
        return _from_decimal(value, at)
    if isinstance(value, Integral):  # NumPy integers
        return mpq(int(value))
    if isinstance(value, Rational):
        return mpq(int(value.numerator), int(value.denominator))
    raise InputError(_refusal(value), at=at, form=_float_form(value))


def integer(value: object, at: str = "", *, least: int | None = None) -> int:
    """An exact integer, at least ``least``; 3, "3" and Fraction(3) are all 3."""
    bound = "" if least is None else f" of at least {least}"
    try:
        number = rational(value, at)
    except LimitError:
        raise
    except InputError as error:
        form = f"an integer{bound}" if isinstance(value, str) else error.form
        raise InputError(error.problem, at=error.at, form=form) from None
    if number.denominator != 1:
        raise InputError(f"{shorten(number)} is not an integer", at=at, form=f"an integer{bound}")
    if least is not None and number < least:
        raise InputError(f"{shorten(number)} is below {least}", at=at, form=f"an integer{bound}")
    return int(number)


def probability(value: object, at: str = "") -> mpq:
    """An exact rational in [0, 1]."""
    number = rational(value, at)
    if not 0 <= number <= 1:
        side = "below 0" if number < 0 else "above 1"
        form = 'a number in [0, 1] such as "3/4"'
        raise InputError(f"{shorten(number)} is {side}", at=at, form=form)
    return number


def exact_float(value: float) -> mpq:
    """The binary value of a double, for when that is what is meant.

    >>> exact_float(0.1)
    mpq(3602879701896397,36028797018963968)
    """
    if not isinstance(value, float):
        raise InputError(
            f"expected a float, got {type(value).__name__}", form="a float such as 0.1"
        )
    if value != value or value in (float("inf"), float("-inf")):
        raise InputError(f"{value} has no exact value", form="a finite float")
    return mpq(*float(value).as_integer_ratio())


def text_of(number: mpq) -> str:
    """Canonical text in lowest terms: ``"0"``, ``"1"``, ``"3/8"``.

    >>> text_of(mpq(6, 16)), text_of(mpq(2))
    ('3/8', '2')
    """
    return str(number)


def sign_of_difference(left: Any, right: Any) -> int:
    """-1, 0 or 1 as left is less than, equal to or greater than right, both exact numbers."""
    try:
        return int(cmp(left, right))
    except TypeError:  # a number outside the rationals, which knows its order
        return 0 if left == right else 1 if left > right else -1


def shorten(number: mpq, width: int = 60) -> str:
    """The text of a number inside a message; a decimal where it is long."""
    if number.numerator.bit_length() + number.denominator.bit_length() <= 8 * width:
        text = str(number)
        if len(text) <= width:
            return text
    return f"about {round_down(number, 12)}"


def _parse(text: str, at: str) -> mpq:
    resources.check("digits", len(text), "the length of a number", at)
    if _INTEGER.match(text):
        return mpq(mpz(text))
    if match := _RATIO.match(text):
        return _ratio(match, text, at)
    if match := _PERCENT.match(text):
        return _scaled(match[1], match[2] or "", -2)
    if match := _DECIMAL.match(text):
        exponent = match[3] or "0"
        size = abs(int(exponent)) if len(exponent) < 20 else 10**19
        resources.check("digits", size, f"the exponent of {text[:40]}", at)
        return _scaled(match[1], match[2] or "", int(exponent))
    shown = repr(text if len(text) <= 60 else text[:57] + "...")
    raise InputError(f"{shown} is not an exact number", at=at, form=FORM)


def _ratio(match: re.Match[str], text: str, at: str) -> mpq:
    denominator = mpz(match[2])
    if denominator == 0:
        raise InputError(f"{text[:60]!r} has denominator 0", at=at, form=FORM)
    return mpq(mpz(match[1]), denominator)


def _scaled(whole: str, fraction: str, exponent: int) -> mpq:
    """``whole.fraction`` times a power of ten."""
    shift = exponent - len(fraction)
    digits = mpz(whole + fraction)
    power = mpz(10) ** abs(shift)
    return mpq(digits * power) if shift >= 0 else mpq(digits, power)


def _from_decimal(value: Decimal, at: str) -> mpq:
    if not value.is_finite():
        raise InputError(f"{value} has no exact value", at=at, form=FORM)
    return _parse(str(value), at)


def _refusal(value: object) -> str:
    name = "null" if value is None else type(value).__name__
    if isinstance(value, float) or "float" in name:
        return f"{value!r} is a float, which is not exact"
    return f"expected an exact number, got {name}"


def _float_form(value: object) -> str:
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        short = Fraction(repr(float(value)))
        return f'"{float(value)!r}" or {short} as text, or use exact_float for its binary value'
    return FORM
