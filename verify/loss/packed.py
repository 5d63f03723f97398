"""The loss distribution of two packed laws: a million outcomes sorted once, then bisected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gmpy2 import mpq, mpz

from verify import _core
from verify.exact.level import Level
from verify.law.pair import TablePair
from verify.loss.distribution import Line, LossDistribution

__all__ = ["FIRST_BITS", "PackedDistribution", "agreeing"]

FIRST_BITS = 54
"""Precision of the first bracket of an irrational α: its ends still fit one machine word each."""

Found = TypeVar("Found")


class PackedDistribution(LossDistribution):
    """A loss distribution over limb matrices, made by the compiled core."""

    __slots__ = ("_classes", "_first", "denominator", "infinite", "size", "zero")

    def __init__(self, pair: TablePair) -> None:
        channel = pair.channel
        laws = channel.weights[pair.first], channel.weights[pair.second]
        self._classes = _core.SortedClasses(*laws)
        self.denominator = channel.denominator
        count = self._classes.count
        has_zero = count > 0 and not self._classes.ratio(0)[0]
        has_infinite = count > 0 and not self._classes.ratio(count - 1)[1]
        self._first = int(has_zero)  # where the finite positive ratios begin
        self.size = count - has_zero - has_infinite
        self.infinite = self.tail(self.size)[0]
        self.zero = self.denominator - self.tail(0)[1]

    def tail(self, index: int) -> Line:
        """(A_i, B_i)."""
        return self._classes.tail(self._first + index)

    def ratio(self, index: int) -> mpq:
        """Ratio number ``index`` in lowest terms."""
        return mpq(*self._classes.ratio(self._first + index))

    def above(self, level: Level) -> int:
        """Bisection in the core; an irrational α is bracketed by rationals that agree."""
        return agreeing(level, self.denominator, self._above)

    def below(self, level: Level) -> int:
        """Bisection in the core at 1/α."""
        return agreeing(level, self.denominator, self._below)

    def both(self, level: Level) -> tuple[Line, Line]:
        """The event sums of both directions in one call of the core."""
        a, b, c, d = agreeing(level, self.denominator, self._both)
        return (a, b), (c, d)

    def _above(self, alpha: mpq) -> int:
        found = self._classes.above(alpha.numerator, alpha.denominator) - self._first
        return min(max(found, 0), self.size)

    def _below(self, alpha: mpq) -> int:
        found = self._classes.below(alpha.numerator, alpha.denominator) - self._first
        return min(max(found, 0), self.size)

    def _both(self, alpha: mpq) -> tuple[mpz, mpz, mpz, mpz]:
        return self._classes.event_sums(alpha.numerator, alpha.denominator)


def agreeing(level: Level, denominator: mpz, find: Callable[[mpq], Found]) -> Found:
    """``find`` at α: at α itself where it was formed, else at rationals on both sides that agree.

    ``find`` is constant between two neighbouring ratios, and an irrational α is no ratio, so the
    brackets agree in the end. No finite ratio exceeds D, so beyond it D + 1 stands for α.
    """
    bits = FIRST_BITS
    while True:
        bracket = level.bracket(bits, denominator.bit_length())
        if bracket is None:
            return find(mpq(denominator + 1))
        found = find(bracket[0])
        if bracket[0] == bracket[1] or found == find(bracket[1]):
            return found
        bits *= 2
