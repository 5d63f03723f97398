"""Levels that laws outside the rationals lead to: α a quotient of ring numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from gmpy2 import mpq, mpz

from verify.exact.coprime import power_product
from verify.exact.decimals import decimal_of, decimal_text, significant
from verify.exact.level import ONE, Level
from verify.exact.logarithm import Interval
from verify.exact.quotient import Number, Quotient
from verify.exact.rational import sign_of_difference
from verify.exact.ring import RingNumber

__all__ = ["RingLevel", "level_of"]

_PATIENCE = 256
"""Bits of precision after which ε is compared exactly with a decimal next to it."""

_DIGITS = 17


@dataclass(frozen=True, slots=True)
class RingLevel(Level):
    """α = n/d in the quotient field of the ring, where ε is outside the language.

    >>> level_of(RingNumber.power(1) + mpq(1, 2)).epsilon_decimal()
    '1.1688476234983058'
    """

    quotient: Quotient = field(kw_only=True)

    def compare(self, number: Number | RingNumber) -> int:
        """The sign of α − number; always decided."""
        return sign_of_difference(self.quotient, number)

    def compare_powers(self, powers: Sequence[tuple[mpq, int]]) -> int:
        """The sign of α − Π r^n."""
        return self.compare(prod((r**n for r, n in powers), start=ONE))

    def _compare_weights(self, numerator: mpz, denominator: mpz) -> int:
        return self.compare(mpq(numerator, denominator))

    @property
    def is_rational(self) -> bool:
        """Whether α is rational: never."""
        return False

    @property
    def is_moderate(self) -> bool:
        """Whether α is written down: always."""
        return True

    def number(self, exponent: mpq = ONE, at: str = "") -> Number:
        """α."""
        if exponent != 1:
            raise ValueError("roots of such a level are outside the ring")
        return self.quotient

    def logarithm(self, precision: int) -> Interval:
        """Encloses ε = ln α."""
        return self.quotient.logarithm(precision)

    def same_as(self, other: Level) -> bool:
        """Whether both are the same α."""
        return isinstance(other, RingLevel) and self.quotient == other.quotient

    def power(self, count: int) -> Level:
        """The level α^count."""
        return level_of(self.quotient**count)

    def epsilon_decimal(self, *, up: bool = True) -> str:
        """ε in decimal, rounded up (or down); exact where ε is a short decimal."""
        precision = 96
        while True:
            low, high = map(mpq, self.logarithm(precision))
            mantissa, exponent = significant(high, _DIGITS)
            if significant(low, _DIGITS) == (mantissa, exponent):
                return decimal_text(mantissa + up, exponent, _DIGITS)
            if precision >= _PATIENCE:
                border = mantissa * mpq(10) ** exponent
                sign = self.compare(RingNumber.power(border) / 1)
                if not sign:
                    return decimal_of(border, up=up)
                return decimal_text(mantissa + (sign > 0) - (not up), exponent, _DIGITS)
            precision *= 2

    def __str__(self) -> str:
        return str(self.quotient)


def level_of(number: Number | RingNumber) -> Level:
    """The level of an α >= 1 that was computed: in the language of ε where it belongs to it.

    >>> level_of(RingNumber.power(mpq(1, 2), [(9, mpq(1, 3))])).text
    '1/2 + 2/3*ln(3)'
    """
    if isinstance(number, RingNumber):
        number = number / 1
    if not isinstance(number, Quotient):
        return Level.alpha(number)
    if not number.is_monomial:
        return RingLevel(None, mpq(0), (), "", False, quotient=number)
    ((c, constant, powers),) = number.numerator.parts()
    factors = [(c / mpq(number.denominator.exact), mpq(1)), *((mpq(b), a) for b, a in powers)]
    terms = power_product(factors)
    parts = [str(constant)] if constant else []
    parts += [f"ln({b})" if e == 1 else f"{e}*ln({b})" for b, e in terms]
    return Level(None, constant, terms, " + ".join(parts).replace("+ -", "- "), True)
