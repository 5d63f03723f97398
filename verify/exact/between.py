"""Numbers that are known to lie between two rationals."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq

from verify.exact.quotient import Number, Quotient
from verify.exact.shown import decimals

__all__ = ["Between"]


@dataclass(frozen=True, slots=True)
class Between:
    """A number in [low, high].

    >>> Between(mpq(1, 3), mpq(1, 2))
    0.33333333333333333..0.50000000000000000
    """

    low: mpq
    high: mpq

    @classmethod
    def of(cls, number: Number, bits: int) -> Between:
        """Around an exact number; without width where it is rational."""
        if isinstance(number, Quotient):
            return cls(*number.enclose(bits))
        return cls(number, number)

    def lower(self, digits: int | None = None) -> str:
        """Decimal text, rounded down."""
        return decimals(self.low, digits)[0]

    def upper(self, digits: int | None = None) -> str:
        """Decimal text, rounded up."""
        return decimals(self.high, digits)[1]

    def __repr__(self) -> str:
        return f"{self.lower()}..{self.upper()}"
