"""Decimal text that is never on the wrong side: directed rounding of exact rationals."""

from __future__ import annotations

from gmpy2 import f_div, mpq, mpz

__all__ = ["DIGITS", "decimal_text", "round_down", "round_up", "significant"]

DIGITS = 17
"""Significant digits of decimal output: enough to tell any two doubles apart."""


def round_down(number: mpq, digits: int = DIGITS) -> str:
    """The greatest decimal of so many significant digits that is <= ``number``.

    >>> round_down(mpq(1, 3), 5), round_down(mpq(-1, 3), 5)
    ('0.33333', '-0.33334')
    """
    mantissa, exponent = significant(number, digits)
    return decimal_text(mantissa, exponent, digits)


def round_up(number: mpq, digits: int = DIGITS) -> str:
    """The least decimal of so many significant digits that is >= ``number``.

    >>> round_up(mpq(1, 3), 5), round_up(mpq(3, 8), 5), round_up(mpq(0))
    ('0.33334', '0.37500', '0')
    """
    mantissa, exponent = significant(-number, digits)
    return decimal_text(-mantissa, exponent, digits)


def decimal_of(number: mpq, *, up: bool) -> str:
    """The number itself where it is a decimal of at most `DIGITS` digits, else rounded.

    >>> decimal_of(mpq(5, 2), up=True), decimal_of(mpq(1, 3), up=False)
    ('2.5', '0.33333333333333333')
    """
    below, above = round_down(number), round_up(number)
    if below != above:
        return above if up else below
    mantissa, mark, exponent = below.partition("e")
    return (mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa) + mark + exponent


def significant(number: mpq, digits: int) -> tuple[mpz, int]:
    """(m, e) with m·10^e <= number < (m+1)·10^e and m of ``digits`` digits (toward -infinity)."""
    if number == 0:
        return mpz(0), 0
    exponent = _magnitude(abs(number)) - digits + 1
    mantissa = _floor_scaled(number, exponent)
    if abs(mantissa) >= mpz(10) ** digits:  # -9.99…: the floor gained a digit; a multiple of ten
        return mantissa // 10, exponent + 1
    return mantissa, exponent


def _magnitude(number: mpq) -> int:
    """floor(log10(number)) for a positive rational, exactly."""
    bits = int(number.numerator.bit_length() - number.denominator.bit_length())
    guess = bits * 30103 // 100000
    while _at_least_power(number, guess + 1):
        guess += 1
    while not _at_least_power(number, guess):
        guess -= 1
    return guess


def _at_least_power(number: mpq, exponent: int) -> bool:
    """number >= 10^exponent."""
    if exponent >= 0:
        return bool(number.numerator >= number.denominator * mpz(10) ** exponent)
    return bool(number.numerator * mpz(10) ** -exponent >= number.denominator)


def _floor_scaled(number: mpq, exponent: int) -> mpz:
    """floor(number / 10^exponent)."""
    if exponent >= 0:
        return f_div(number.numerator, number.denominator * mpz(10) ** exponent)
    return f_div(number.numerator * mpz(10) ** -exponent, number.denominator)


def decimal_text(mantissa: mpz, exponent: int, digits: int) -> str:
    """Plain notation near 1, scientific notation elsewhere; all significant digits are kept."""
    if mantissa == 0:
        return "0"
    sign, body = ("-", str(-mantissa)) if mantissa < 0 else ("", str(mantissa))
    point = len(body) + exponent  # digits before the decimal point
    if 0 < point < len(body):
        return f"{sign}{body[:point]}.{body[point:]}"
    if point == len(body):
        return f"{sign}{body}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{body}"
    return (
        f"{sign}{body[0]}.{body[1:]}e{point - 1:+d}"
        if len(body) > 1
        else f"{sign}{body}e{point - 1:+d}"
    )
