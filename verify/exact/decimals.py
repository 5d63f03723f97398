"""Decimal text that is never on the wrong side: directed rounding of exact rationals."""

from __future__ import annotations

from gmpy2 import f_div, mpq, mpz

__all__ = [
    "DIGITS",
    "decimal_text",
    "digits_after_nines",
    "digits_beside_one",
    "fraction_down",
    "fraction_significant",
    "fraction_up",
    "round_down",
    "round_up",
    "significant",
]

DIGITS = 17
"""Significant digits of decimal output: enough to tell any two doubles apart."""

FEWEST_NINES = 6
"""A number that begins with so many is shown with as many digits of its distance from 1."""

MOST_NINES = 1000
"""Beyond so many nobody reads them."""


def round_down(number: mpq, digits: int = DIGITS) -> str:
    """The greatest decimal of so many significant digits that is <= ``number``.

    >>> round_down(mpq(1, 3), 5), round_down(mpq(-1, 3), 5)
    ('0.33333', '-0.33334')
    """
    return fraction_down(number.numerator, number.denominator, digits)


def round_up(number: mpq, digits: int = DIGITS) -> str:
    """The least decimal of so many significant digits that is >= ``number``.

    >>> round_up(mpq(1, 3), 5), round_up(mpq(3, 8), 5), round_up(mpq(0))
    ('0.33334', '0.37500', '0')
    """
    return fraction_up(number.numerator, number.denominator, digits)


def fraction_down(numerator: mpz, denominator: mpz, digits: int = DIGITS) -> str:
    """`round_down` of a fraction with a denominator > 0, in lowest terms or not."""
    mantissa, exponent = fraction_significant(numerator, denominator, digits)
    return decimal_text(mantissa, exponent, digits)


def fraction_up(numerator: mpz, denominator: mpz, digits: int = DIGITS) -> str:
    """`round_up` of a fraction with a denominator > 0, in lowest terms or not."""
    mantissa, exponent = fraction_significant(-numerator, denominator, digits)
    return decimal_text(-mantissa, exponent, digits)


def digits_beside_one(numerator: mpz, denominator: mpz) -> int:
    """`DIGITS` for 1 − numerator/denominator; more where that begins with nines.

    So that the distance from 1, which is what matters there, has as many significant digits.

    >>> digits_beside_one(mpz(1), mpz(3)), digits_beside_one(mpz(26), mpz(10) ** 65)
    (17, 80)
    """
    if not 0 < numerator < denominator:
        return DIGITS
    return digits_after_nines(-1 - _magnitude(numerator, denominator))


def digits_after_nines(nines: int) -> int:
    """How many digits a number is shown with that begins with so many nines."""
    return DIGITS + nines if FEWEST_NINES <= nines <= MOST_NINES else DIGITS


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
    return fraction_significant(number.numerator, number.denominator, digits)


def fraction_significant(numerator: mpz, denominator: mpz, digits: int) -> tuple[mpz, int]:
    """`significant` of a fraction with a denominator > 0, in lowest terms or not."""
    if numerator == 0:
        return mpz(0), 0
    exponent = _magnitude(abs(numerator), denominator) - digits + 1
    mantissa = _floor_scaled(numerator, denominator, exponent)
    if abs(mantissa) >= mpz(10) ** digits:  # -9.99…: the floor gained a digit; a multiple of ten
        return mantissa // 10, exponent + 1
    return mantissa, exponent


def _magnitude(numerator: mpz, denominator: mpz) -> int:
    """floor(log10(numerator/denominator)) of positive integers, exactly."""
    bits = int(numerator.bit_length() - denominator.bit_length())
    guess = bits * 30103 // 100000
    while _floor_scaled(numerator, denominator, guess + 1):
        guess += 1
    while not _floor_scaled(numerator, denominator, guess):
        guess -= 1
    return guess


def _floor_scaled(numerator: mpz, denominator: mpz, exponent: int) -> mpz:
    """floor(numerator/denominator / 10^exponent)."""
    if exponent >= 0:
        return f_div(numerator, denominator * mpz(10) ** exponent)
    return f_div(numerator * mpz(10) ** -exponent, denominator)


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
