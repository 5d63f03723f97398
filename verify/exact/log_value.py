"""Real numbers c + Σ e·ln b, kept exact: logarithms of rationals and their differences."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq, mpz

from verify.exact.coprime import power_product
from verify.exact.decimals import DIGITS, round_down, round_up, significant
from verify.exact.level import Level, linear_sign
from verify.exact.logarithm import linear_form

__all__ = ["LogValue"]


ONE = mpq(1)


@dataclass(frozen=True, slots=True)
class LogValue:
    """c + Σ e·ln b with rational c and e and integers b > 1 (in no canonical form).

    >>> LogValue.ln(mpq(9), mpq(1, 2)).minus(LogValue.ln(mpq(3))).exact
    mpq(0,1)
    >>> LogValue.ln(mpq(3)).upper()
    '1.0986122886681097'
    """

    constant: mpq
    terms: tuple[tuple[mpz, mpq], ...]

    @classmethod
    def ln(cls, number: mpq, share: mpq = ONE) -> LogValue:
        """share·ln(number) for a positive rational."""
        parts = ((number.numerator, share), (number.denominator, -share))
        return cls(mpq(0), tuple((n, e) for n, e in parts if n > 1 and e))

    @classmethod
    def of(cls, level: Level) -> LogValue:
        """ε = ln α."""
        if level.value is not None and not level.terms:
            return cls.ln(level.value)
        return cls(level.constant, level.terms)

    @classmethod
    def rational(cls, number: mpq) -> LogValue:
        """A rational."""
        return cls(number, ())

    def minus(self, other: LogValue) -> LogValue:
        """The difference."""
        negated = tuple((b, -e) for b, e in other.terms)
        return LogValue(self.constant - other.constant, self.terms + negated)

    def sign(self) -> int:
        """-1, 0 or 1: always decided."""
        return linear_sign(self.constant, self.terms)

    @property
    def exact(self) -> mpq | None:
        """The number where it is rational, else None."""
        if not self.terms:
            return self.constant
        low, high = linear_form(mpq(0), self.terms, 128)
        if low > 0 or high < 0 or power_product((mpq(b), e) for b, e in self.terms):
            return None  # a logarithm of an algebraic number is 0 or irrational
        return self.constant

    def lower(self, digits: int = DIGITS) -> str:
        """Decimal text, rounded down."""
        return round_down(self._enclose(digits)[0], digits)

    def upper(self, digits: int = DIGITS) -> str:
        """Decimal text, rounded up."""
        return round_up(self._enclose(digits)[1], digits)

    def _enclose(self, digits: int) -> tuple[mpq, mpq]:
        """Rationals around the number that round to the same decimal (itself where rational)."""
        exact = self.exact
        if exact is not None:
            return exact, exact
        precision = 96
        while True:  # ends: the number is irrational, so no decimal
            low, high = (mpq(x) for x in linear_form(self.constant, self.terms, precision))
            if significant(low, digits) == significant(high, digits):
                return low, high
            precision *= 2

    def __repr__(self) -> str:
        exact = self.exact
        return str(exact) if exact is not None else f"{self.lower()}..{self.upper()}"
