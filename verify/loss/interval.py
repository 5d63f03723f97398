"""A δ that is known to lie between two rationals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from numbers import Rational

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.between import Between
from verify.exact.level import Level
from verify.exact.rational import rational, shorten
from verify.loss.value import DeltaValue

__all__ = ["DeltaInterval"]


@dataclass(frozen=True, slots=True, eq=False)
class DeltaInterval(DeltaValue):
    """δ in [low, high]: a comparison that this does not decide raises an error.

    >>> found = DeltaInterval(mpq(1, 4), mpq(1, 3), Level.alpha(2))
    >>> found, found > mpq(1, 5), found <= mpq(1, 3)
    (0.25000000000000000..0.33333333333333334, True, True)
    >>> found < mpq(3, 10)
    Traceback (most recent call last):
        ...
    verify.errors.InputError: 3/10 lies between the bounds of δ; write ...
    """

    low: mpq
    high: mpq
    level: Level
    p: Between | None = None
    """P(S) of the maximal event S, where it is known"""
    q: Between | None = None
    """Q(S)"""

    @property
    def is_rational(self) -> bool:
        """False: nothing is known of it but its bounds."""
        return False

    @property
    def exact(self) -> mpq | None:
        """None."""
        return None

    def lower(self, digits: int | None = None) -> str:
        """Decimal text of the lower bound, rounded down."""
        return Between(self.low, self.high).lower(digits)

    def upper(self, digits: int | None = None) -> str:
        """Decimal text of the upper bound, rounded up."""
        return Between(self.low, self.high).upper(digits)

    def enclose(self, bits: int) -> tuple[mpq, mpq]:
        """The bounds, whatever the precision asked for."""
        return self.low, self.high

    def less(self, number: mpq) -> DeltaInterval:
        """number − δ."""
        return DeltaInterval(number - self.high, number - self.low, self.level)

    def __eq__(self, other: object) -> bool:
        number = _rational(other)
        if number is None:
            return NotImplemented
        if self.low == self.high or not self.low <= number <= self.high:
            return bool(self.low == number)
        raise _undecided(number)

    def __le__(self, other: object) -> bool:
        number = _rational(other)
        if number is None:
            return NotImplemented
        if self.high <= number or self.low > number:
            return bool(self.high <= number)
        raise _undecided(number)

    def __lt__(self, other: object) -> bool:
        number = _rational(other)
        if number is None:
            return NotImplemented
        if self.high < number or self.low >= number:
            return bool(self.high < number)
        raise _undecided(number)

    def __ge__(self, other: object) -> bool:
        found = self.__lt__(other)
        return NotImplemented if found is NotImplemented else not found

    def __gt__(self, other: object) -> bool:
        found = self.__le__(other)
        return NotImplemented if found is NotImplemented else not found

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __repr__(self) -> str:
        return f"{self.lower()}..{self.upper()}"


def _rational(other: object) -> mpq | None:
    """An exact number; None for anything else, such as a float or text."""
    if isinstance(other, (Decimal, Rational)) and not isinstance(other, bool):
        return rational(other)
    return None


def _undecided(number: mpq) -> InputError:
    return InputError(
        f"{shorten(number)} lies between the bounds of δ",
        form="a claim, for which the bounds are narrowed, or compare with low and high",
    )
