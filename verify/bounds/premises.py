"""What theorems start from: the steps of a mechanism and their guarantees, at one step level."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from operator import add, mul

from gmpy2 import mpq

from verify import resources
from verify.bounds.guarantee import Guarantee, Guarantees, guarantees, largest
from verify.bounds.reader import Reader
from verify.bounds.steps import Step, Steps, fold, largest_sum, single_steps
from verify.bounds.worst import WorstSteps
from verify.compose.event_sums import event_sums
from verify.compose.structure import pure_ratio
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.levels import compare_levels, product_of_levels
from verify.exact.quotient import Number, Quotient
from verify.exact.ring_level import level_of
from verify.law.adjacency import Edge
from verify.law.mechanism import Mechanism
from verify.law.swap import swapped
from verify.measures.log_moment import Enclosed
from verify.profiles.directions import distinct

__all__ = ["Premises"]


class Premises:
    """The steps for every pair of neighbours, charged at a step level.

    Without one, the step level is the greatest pure level of a step.
    """

    def __init__(
        self, mechanism: Mechanism, edges: tuple[Edge, ...], level: Level | None = None
    ) -> None:
        reader = Reader()
        kinds = distinct(mechanism, edges)
        self.graphs: tuple[Steps, ...] = tuple(
            dict.fromkeys(reader.read(mechanism, i, j) for i, j in kinds)
        )
        """the steps of pairs of neighbours, in one order"""
        self._pure: dict[Step, Level | None] = {}
        self._guarantees: dict[Step, Guarantee] = {}
        self._worst: dict[Guarantees, WorstSteps] = {}
        self.level: Level = level or self._greatest_pure_level()
        """α₀, the level at which a step is charged"""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every step that occurs, once."""
        return tuple(single_steps(self.graphs))

    @cached_property
    def queries(self) -> int:
        """The steps on the longest path."""
        return max(fold(graph, lambda _: 1, add, mul, max, 0) for graph in self.graphs)

    @cached_property
    def delta(self) -> Number:
        """δ₀, the largest δ of a step at the step level."""
        return max(self._delta(step) for step in self.steps)

    @cached_property
    def total_level(self) -> Level:
        """α₀ as often as there are queries."""
        return self.level.power(self.queries) if self.queries else Level.alpha(1)

    @cached_property
    def sum_of_deltas(self) -> Number:
        """The largest sum of the δ's along a path; 1 where it is more."""
        return min(mpq(1), max(largest_sum(graph, self._delta) for graph in self.graphs))

    @cached_property
    def any_failure(self) -> Number:
        """1 − Π (1 − δ) along the worst path."""
        survived = [
            fold(graph, lambda step: 1 - self._delta(step), _times, _power, min, mpq(1))
            for graph in self.graphs
        ]
        return 1 - min(survived)

    @cached_property
    def guarantees(self) -> tuple[Guarantees, ...]:
        """The lists of guarantees of steps, each at the step level or at its pure level if less."""
        return largest(guarantees(graph, self.guarantee) for graph in self.graphs)

    @cached_property
    def has_pure_levels(self) -> bool:
        """Whether the pure level of every step is finite."""
        return all(self.pure(step) is not None for step in self.steps)

    @cached_property
    def pure_level(self) -> Level | None:
        """The level that the pure levels of all steps come to; None where one is infinite."""
        if not self.has_pure_levels:
            return None
        found = largest(guarantees(graph, self._pure_guarantee) for graph in self.graphs)
        totals = [product_of_levels([(each.level, n) for each, n in list_]) for list_ in found]
        best = totals[0]
        for other in totals[1:]:
            best = other if compare_levels(other, best) > 0 else best
        return best

    def worst_steps(self, list_: Guarantees) -> WorstSteps:
        """The worst steps with these guarantees."""
        if list_ not in self._worst:
            self._worst[list_] = WorstSteps(list_)
        return self._worst[list_]

    def enclosed_sum(self, value: Callable[[Step, bool], Enclosed]) -> Enclosed:
        """The largest sum along a path, over all pairs of neighbours and both directions.

        ``value`` of a step is asked for in its own direction, and in reverse.
        """
        ways = (lambda step: value(step, False)), (lambda step: value(step, True))
        return _greatest(
            [
                fold(graph, way, _plus, _multiple, _greatest, (mpq(0), mpq(0)))
                for graph in self.graphs
                for way in ways
            ]
        )

    def guarantee(self, step: Step) -> Guarantee:
        """(ln α, δ) of one step, with α its pure level where that is at most the step level."""
        found = self._guarantees.get(step)
        if found is None:
            pure = self.pure(step)
            if pure is not None and compare_levels(pure, self.level) <= 0:
                found = Guarantee(pure, mpq(0))
            else:
                worst = max(event_sums(step.pair, self.level).deltas(self.level)).value
                found = Guarantee(self.level, worst)
            self._guarantees[step] = found
        return found

    def pure(self, step: Step) -> Level | None:
        """The least level at which one step has δ = 0; None for infinity."""
        if step not in self._pure:
            ratios = [pure_ratio(step.pair), pure_ratio(swapped(step.pair))]
            finite = [ratio for ratio in ratios if ratio is not None]
            self._pure[step] = level_of(max(mpq(1), *finite)) if len(finite) == 2 else None
        return self._pure[step]

    def _delta(self, step: Step) -> Number:
        return self.guarantee(step).delta

    def _pure_guarantee(self, step: Step) -> Guarantee:
        pure = self.pure(step)
        assert pure is not None
        return Guarantee(pure, mpq(0))

    def _greatest_pure_level(self) -> Level:
        best = Level.alpha(1)
        for step in self.steps:
            pure = self.pure(step)
            if pure is None:
                problem = "a step has no finite pure level, so a step level must be given"
                raise InputError(problem, at="step_alpha", form="a level such as 3")
            best = pure if compare_levels(pure, best) > 0 else best
        return best


def _times(left: Number, right: Number) -> Number:
    return left * right


def _power(number: Number, count: int) -> Number:
    if not isinstance(number, Quotient):
        bits = int(number.denominator.bit_length()) * count
        resources.check("answer_bits", bits, "the bits of a product of probabilities")
    return number**count


def _plus(left: Enclosed, right: Enclosed) -> Enclosed:
    return left[0] + right[0], left[1] + right[1]


def _multiple(number: Enclosed, count: int) -> Enclosed:
    return number[0] * count, number[1] * count


def _greatest(numbers: list[Enclosed]) -> Enclosed:
    return max(low for low, _ in numbers), max(high for _, high in numbers)
