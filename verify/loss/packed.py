"""The loss distribution of two packed laws: a million outcomes sorted once, then bisected."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from gmpy2 import mpq, mpz

from verify import _core
from verify.exact.level import Level
from verify.law.channel import Weights
from verify.law.pair import TablePair
from verify.loss.distribution import Line, LossDistribution

__all__ = ["PackedDistribution", "agreeing"]

Found = TypeVar("Found")


class PackedDistribution(LossDistribution):
    """A loss distribution over limb matrices, made by the compiled core."""

    __slots__ = (
        "_first",
        "_keys",
        "_order",
        "_p",
        "_q",
        "_starts",
        "_tail_p",
        "_tail_q",
        "denominator",
        "infinite",
        "size",
        "zero",
    )

    def __init__(self, pair: TablePair) -> None:
        channel = pair.channel
        self._p = channel.weights[pair.first]
        self._q = channel.weights[pair.second]
        sorted_classes = _core.sort_classes(self._p, self._q)
        self._order, self._starts, self._tail_p, self._tail_q, self._keys = sorted_classes
        self.denominator = channel.denominator
        count = len(self._keys)
        has_zero = count > 0 and not self._weight(self._p, 0)
        has_infinite = count > 0 and not self._weight(self._q, count - 1)
        self._first = int(has_zero)  # where the finite positive ratios begin
        self.size = count - has_zero - has_infinite
        self.infinite = _limb_value(self._tail_p, self._first + self.size)
        self.zero = self.denominator - _limb_value(self._tail_q, self._first)

    def tail(self, index: int) -> Line:
        """(A_i, B_i)."""
        place = self._first + index
        return _limb_value(self._tail_p, place), _limb_value(self._tail_q, place)

    def ratio(self, index: int) -> mpq:
        """Ratio number ``index`` in lowest terms."""
        place = self._first + index
        return mpq(self._weight(self._p, place), self._weight(self._q, place))

    def above(self, level: Level) -> int:
        """Bisection in the core; an irrational α is bracketed by rationals that agree."""
        return agreeing(level, self.denominator, self._above)

    def below(self, level: Level) -> int:
        """Bisection in the core at 1/α."""
        return agreeing(level, self.denominator, self._below)

    def _above(self, alpha: mpq) -> int:
        return min(self._find(alpha.numerator, alpha.denominator), self.size)

    def _below(self, alpha: mpq) -> int:
        index = max(self._find(alpha.denominator, alpha.numerator), 0)
        if index > 0 and self.ratio(index - 1) * alpha == 1:
            return index - 1
        return index

    def _find(self, u: mpz, v: mpz) -> int:
        """The first finite ratio > u/v, relative to ``_first``."""
        place = _core.find_class(self._p, self._q, self._order, self._starts, self._keys, u, v)
        return place - self._first

    def _weight(self, law: Weights, place: int) -> mpz:
        return _limb_value(law, self._order[self._starts[place]])


def agreeing(level: Level, denominator: mpz, find: Callable[[mpq], Found]) -> Found:
    """``find`` at α: at α itself where it was formed, else at rationals on both sides that agree.

    ``find`` is constant between two neighbouring ratios, and an irrational α is no ratio, so the
    brackets agree in the end. No finite ratio exceeds D, so beyond it D + 1 stands for α.
    """
    bits = 64
    while True:
        bracket = level.bracket(bits, denominator.bit_length())
        if bracket is None:
            return find(mpq(denominator + 1))
        found = find(bracket[0])
        if bracket[0] == bracket[1] or found == find(bracket[1]):
            return found
        bits *= 2


def _limb_value(weights: Weights, index: int) -> mpz:
    if weights.shape[1] == 1:
        return mpz(int(weights[index, 0]))
    return mpz(int.from_bytes(weights[index].tobytes(), sys.byteorder))
