"""Real numbers c + Σ e·ln b, kept exact: logarithms of rationals and their differences."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq, mpz

from verify.exact.comparison import linear_sign
from verify.exact.coprime import power_product
from verify.exact.decimals import DIGITS, round_down, round_up, significant
from verify.exact.level import Level
from verify.exact.logarithm import linear_form
from verify.exact.quotient import Number, Quotient
from verify.exact.ring_level import RingLevel

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
    others: tuple[tuple[Quotient, mpq], ...] = ()
    """(x, e) for e·ln x with an irrational x that is no monomial of the ring"""

    @classmethod
    def ln(cls, number: Number, share: mpq = ONE) -> LogValue:
        """share·ln(number) for a positive number."""
        if isinstance(number, Quotient):
            return cls._of_quotient(number, share)
        parts = ((number.numerator, share), (number.denominator, -share))
        return cls(mpq(0), tuple((n, e) for n, e in parts if n > 1 and e))

    @classmethod
    def _of_quotient(cls, number: Quotient, share: mpq) -> LogValue:
        if not number.is_monomial:
            return cls(mpq(0), (), ((number, share),))
        ((coefficient, constant, powers),) = number.numerator.parts()
        found = cls.ln(coefficient / number.denominator.exact, share)
        return cls(constant * share, found.terms + tuple((mpz(b), e * share) for b, e in powers))

    @classmethod
    def of(cls, level: Level) -> LogValue:
        """ε = ln α."""
        if isinstance(level, RingLevel):
            return cls.ln(level.quotient)
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
        shares = dict(self.others)
        for number, share in other.others:
            shares[number] = shares.get(number, mpq(0)) - share
        others = tuple((x, e) for x, e in shares.items() if e)
        return LogValue(self.constant - other.constant, self.terms + negated, others)

    def sign(self) -> int:
        """-1, 0 or 1: always decided."""
        if not self.others:
            return linear_sign(self.constant, self.terms)
        precision = 64
        while True:  # ends: logarithms of quotients that are no monomials are not in the language
            low, high = self._interval(precision)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            precision *= 2

    @property
    def exact(self) -> mpq | None:
        """The number where it is rational, else None."""
        if self.others:
            return None
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
            low, high = self._interval(precision)
            if significant(low, digits) == significant(high, digits):
                return low, high
            precision *= 2

    def _interval(self, precision: int) -> tuple[mpq, mpq]:
        low, high = (mpq(x) for x in linear_form(self.constant, self.terms, precision))
        for number, share in self.others:
            ends = sorted(mpq(x) * share for x in number.logarithm(precision))
            low, high = low + ends[0], high + ends[1]
        return low, high

    def __repr__(self) -> str:
        exact = self.exact
        return str(exact) if exact is not None else f"{self.lower()}..{self.upper()}"
