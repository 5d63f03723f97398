"""The privacy loss distribution of a pair of laws: merged, sorted, with tail sums.

Let r_0 < r_1 < … be the finite positive ratios P/Q. With i the number of ratios <= α,

    H_α(P‖Q) = A_i − α·B_i,   A_i = P{Q=0} + Σ_{l≥i} p_l,   B_i = Σ_{l≥i} q_l,

so one bisection answers every α. The other direction is read off the same sums.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

from gmpy2 import mpq, mpz

from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.quotient import ratio as quotient
from verify.exact.ring import Weight
from verify.loss.classes import Classes

__all__ = ["Line", "ListedDistribution", "LossDistribution", "enclosed_position"]

Line = tuple[Weight, Weight]
"""(A, B): the value A − α·B over the denominator"""


class LossDistribution(ABC):
    """The classes of equal likelihood ratio of one pair of laws, in both directions."""

    __slots__ = ()

    denominator: Weight
    """what the weights of P, and of Q, sum to"""
    size: int
    """how many finite positive ratios there are"""
    infinite: Weight
    """weight of P where Q = 0"""
    zero: Weight
    """weight of Q where P = 0"""

    @abstractmethod
    def tail(self, index: int) -> Line:
        """(A_i, B_i): weights of P and Q on the ratios number ``index`` and above (and ∞ in A)."""

    @abstractmethod
    def ratio(self, index: int) -> Number:
        """The finite ratio number ``index``, ascending."""

    @abstractmethod
    def above(self, level: Level) -> int:
        """The index of the first finite ratio > α (``size`` if there is none)."""

    @abstractmethod
    def below(self, level: Level) -> int:
        """How many finite ratios are < 1/α."""

    def forward(self, level: Level) -> Line:
        """(P(S), Q(S)) of S = {P > αQ}."""
        return self.tail(self.above(level))

    def backward(self, level: Level) -> Line:
        """(Q(S), P(S)) of S = {Q > αP}."""
        return self.head(self.below(level))

    def both(self, level: Level) -> tuple[Line, Line]:
        """`forward` and `backward` together."""
        return self.forward(level), self.backward(level)

    def head(self, index: int) -> Line:
        """(Q, P) on the ratios below number ``index`` (and where P = 0)."""
        p, q = self.tail(index)
        return self.denominator - q, self.denominator - p

    def lines(self, *, reverse: bool = False) -> Iterator[Line]:
        """The lines whose maximum is the profile of one direction, by ascending α."""
        if reverse:
            return (self.head(i) for i in range(self.size, -1, -1))
        return (self.tail(i) for i in range(self.size + 1))

    def least_alpha(self, delta: mpq) -> Number | None:
        """The least α >= 1 with H_α(P‖Q) and H_α(Q‖P) <= ``delta``; None where none is enough."""
        bound = delta * self.denominator
        if self.infinite > bound or self.zero > bound:
            return None
        if self.size == 0:
            return mpq(1)
        return max(mpq(1), self._least_forward(bound), self._least_backward(bound))

    def _least_forward(self, bound: Number) -> Number:
        """Where H_α(P‖Q) comes down to the bound: line number i ends at the ratio number i."""
        found = self._first_enough(lambda i: (self.tail(i), self.ratio(i)), bound)
        a, b = self.tail(found)
        return (a - bound) / b

    def _least_backward(self, bound: Number) -> Number:
        """Where H_α(Q‖P) does: lines come from the last one on, and end at 1/ratio."""
        last = self.size - 1
        found = self._first_enough(
            lambda i: (self.head(last - i + 1), 1 / self.ratio(last - i)), bound
        )
        a, b = self.head(last - found + 1)
        return (a - bound) / b

    def _first_enough(self, line: Callable[[int], tuple[Line, Number]], bound: Number) -> int:
        """The first line that has come down to the bound at its end; the last one has."""
        low, high = 0, self.size - 1
        while low < high:
            middle = (low + high) // 2
            (a, b), end = line(middle)
            if a - end * b <= bound:
                high = middle
            else:
                low = middle + 1
        return low


class ListedDistribution(LossDistribution):
    """A loss distribution over Python lists: products and small tables."""

    __slots__ = ("_classes", "_keys", "_tails", "denominator", "infinite", "size", "zero")

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._keys = [entry[0] for entry in classes.entries]
        start: Line = (classes.infinite, mpz(0))
        sums = accumulate(reversed(classes.entries), _add, initial=start)
        self._tails = list(sums)[::-1]
        self.denominator = classes.denominator
        self.size = len(classes.entries)
        self.infinite = classes.infinite
        self.zero = classes.zero

    def tail(self, index: int) -> Line:
        """(A_i, B_i)."""
        return self._tails[index]

    def ratio(self, index: int) -> Number:
        """Ratio number ``index`` in lowest terms."""
        _, p, q = self._classes.entries[index]
        return quotient(p, q)

    def above(self, level: Level) -> int:
        """Bisection on keys, exact comparison inside their error."""
        low, high = level.fixed()
        start, stop = enclosed_position(self._keys, low, high, self._classes.error)
        entries = self._classes.entries
        while start < stop and level.compare_fraction(entries[start][1], entries[start][2]) >= 0:
            start += 1
        return start

    def below(self, level: Level) -> int:
        """Bisection on keys, exact comparison inside their error."""
        low, high = level.fixed()
        start, stop = enclosed_position(self._keys, -high, -low, self._classes.error)
        entries = self._classes.entries
        while start < stop and level.compare_fraction(entries[start][2], entries[start][1]) < 0:
            start += 1
        return start


def enclosed_position(keys: list[int], low: int, high: int, error: int) -> tuple[int, int]:
    """(start, stop): keys before start are surely below the enclosed value, from stop on above."""
    return bisect_left(keys, low - error), bisect_right(keys, high + error)


def _add(tail: Line, entry: tuple[int, Weight, Weight]) -> Line:
    return tail[0] + entry[1], tail[1] + entry[2]
