"""`random()` as a real number between 0 and 1, and arithmetic on it without rounding.

Constants are the doubles that the code works out, at their exact values. So this is the law of the
algorithm that the code stands for, but for the rounding of its constants.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import numpy as np
from gmpy2 import mpq

from verify.exact.quotient import Number
from verify.exploration._trail import Cell, Lazy, Options, Trail
from verify.exploration.search import Run, Search, Walk, approximate
from verify.exploration.uniform.inverses import UnknownError, Value, rational_of
from verify.exploration.uniform.lazy import FORM, RELATIONS, LazyUniform
from verify.exploration.uniform.steps import MOST, Steps

__all__ = ["IdealSearch", "IdealUniform"]

_REAL = Steps()

_SMALLER = 'fewer values, or residual="1e-9": the probability that may stay unexplored'


class Parts(Options):
    """The parts of a cell; their weights are near the true ones, to tell light paths."""


class IdealCell(Cell):
    """Where a draw lies: start < u < end."""

    __slots__ = ("end", "is_whole", "start")

    def __init__(self, is_whole: bool) -> None:
        self.is_whole = is_whole
        """whether every part of it is followed, however little it weighs"""
        self.start: Number = mpq(0)
        self.end: Number = mpq(1)

    @property
    def middle(self) -> mpq:
        """A rational about half way between the ends."""
        return (approximate(self.start) + approximate(self.end)) / 2


class IdealUniform(LazyUniform):
    """One draw, uniform over the reals between 0 and 1, or what became of it."""

    __slots__ = ()

    cell: IdealCell

    def value(self) -> Any:
        """What a draw in the middle of the cell gives."""
        return self.chain.at(min(max(int(self.cell.middle * 2**53), 1), 2**53 - 1))

    def is_enumerable(self) -> bool:
        """Whether it takes few values."""
        return self.chain.step

    def require_results(self) -> None:
        """Nothing: a real number has a logarithm, however small it is."""

    def sort_out(self) -> None:
        """Split the cell until its values are of one sign."""
        _ = self < 0

    def told_apart(self) -> Any:
        """Its value: the cell is narrowed to what is rounded alike."""
        operations = self.chain.operations
        last = max(i for i, each in enumerate(operations) if each.step)
        rounded: IdealUniform = self.derived(Steps(operations[: last + 1]))
        n = rounded.middle()
        if self.cell.is_whole and rounded.has_many(n):
            problem = f"a random real number is rounded to more than {MOST} values"
            raise self.refused(problem, _SMALLER)
        while rounded.is_below(n, strict=True) or not rounded.is_below(n, strict=False):
            n = rounded.middle()
        return Steps(operations[last + 1 :]).on(type(rounded.value())(n))

    def has_many(self, middle: mpq) -> bool:
        """Whether it is rounded to values far from the middle one."""
        far = [self.threshold(middle + step, strict=True) for step in (-MOST, MOST)]
        return any(_is_less(self.cell.start, t) and _is_less(t, self.cell.end) for t in far)

    def middle(self) -> mpq:
        """The integer that a draw in the middle of the cell is rounded to.

        What doubles make of it may be wrong by some, and is where the search begins.
        """
        draw = self.cell.middle

        def is_above(n: int) -> bool:
            end = self.threshold(mpq(n), strict=False)
            return _is_less(end, draw) if self.chain.rising else _is_less(draw, end)

        low = high = math.floor(float(self.value()))
        step = 1
        while not is_above(low):
            low, step = low - step, 2 * step
        while is_above(high):
            high, step = high + step, 2 * step
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if is_above(middle) else (low, middle)
        return mpq(high)

    def is_below(self, bound: mpq, *, strict: bool) -> bool:
        """Whether it is less than a bound, or equal unless ``strict``; after a split if needed."""
        cell, end = self.cell, self.threshold(bound, strict)
        if isinstance(end, float):
            left = end > 0
        elif end <= cell.start:
            left = False
        elif end >= cell.end:
            left = True
        else:
            left = self.trail.listed(_parts(cell.start, end, cell.end), False) == 0
            if left:
                cell.end = end
            else:
                cell.start = end
        return left == self.chain.rising

    def threshold(self, bound: mpq, strict: bool) -> Value:
        """The draw at which the result passes the bound."""
        found: Value = bound
        for each in reversed(self.chain.operations):
            try:
                if each.inverse is None:
                    raise UnknownError
                found, strict = each.inverse(found, strict)
            except UnknownError:
                problem = f"where {self.chain} passes {bound} is no exact number that is known"
                raise self.refused(problem, FORM) from None
        return found

    def _compared(self, other: Any, relation: int) -> Any:
        """What the comparison with a constant answers: equality has probability 0 but for steps."""
        if isinstance(other, np.ndarray | Lazy) or not _is_real(other):
            return super()._compared(other, relation)
        if not math.isfinite(other):
            return RELATIONS[relation](0.0, other)
        bound = rational_of(other)
        if relation in (2, 3):
            equal = (
                self.chain.step
                and not self.is_below(bound, strict=True)
                and self.is_below(bound, strict=False)
            )
            answer = equal == (relation == 2)
        else:
            answer = self.is_below(bound, strict=relation in (0, 5)) == (relation <= 1)
        is_numpy = isinstance(other, np.generic) or isinstance(self.value(), np.generic)
        return np.bool_(answer) if is_numpy else answer


class IdealSearch(Search):
    """A search in which draws are real: a path weighs what the cells of its draws measure."""

    def __init__(self, run: Run, trail: Trail, most: int, residual: mpq) -> None:
        super().__init__(run, trail, most, residual)
        self.cells: list[IdealCell] = []
        self.law: dict[Hashable, Number] = {}
        trail.make = self.make

    def make(self, trail: Trail) -> IdealUniform:
        """A new draw."""
        cell = IdealCell(is_whole=not self.residual)
        self.cells.append(cell)
        found: IdealUniform = Lazy.made(IdealUniform, trail, cell, _REAL)
        return found

    def one_run(self) -> Hashable:
        """The key of what one run gives, None if it was cut."""
        self.cells.clear()
        return super().one_run()

    def weight(self) -> Number:
        """The exact probability of this path: of its choices, and of the cells of its draws."""
        found: Number = self.trail.weight_without(Parts)
        for cell in self.cells:
            found *= cell.end - cell.start
        return found

    def keep(self, found: Hashable) -> None:
        """Add the weight of a path to its outcome."""
        self.law[found] = self.law.get(found, mpq(0)) + self.weight()

    def result(self) -> Walk:
        """What was found."""
        return Walk(self.law, self.values, self.unexplored, self.paths, self.longest, doubles=False)


def _parts(start: Number, cut: Number, end: Number) -> Parts:
    ends = [approximate(each) for each in (start, cut, end)]
    share = (ends[1] - ends[0]) / (ends[2] - ends[0]) if ends[2] > ends[0] else mpq(1, 2)
    first = min(max(int(share * 2**53), 1), 2**53 - 1)
    return Parts((first, 2**53 - first), None)


def _is_less(left: Value, right: Value) -> bool:
    """left < right, of which at most one is −inf or inf, a float."""
    if isinstance(left, float):
        return left < 0
    return right > 0 if isinstance(right, float) else left < right


def _is_real(value: object) -> bool:
    return isinstance(value, int | float | Fraction | np.integer | np.floating | np.bool_)
