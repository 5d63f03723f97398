"""Numbers that are known to lie between two rationals."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq

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

    def lower(self, digits: int | None = None) -> str:
        """Decimal text, rounded down."""
        return decimals(self.low, digits)[0]

    def upper(self, digits: int | None = None) -> str:
        """Decimal text, rounded up."""
        return decimals(self.high, digits)[1]

    def __repr__(self) -> str:
        return f"{self.lower()}..{self.upper()}"
