"""Composition of Rényi divergences (RDP), converted to (ε, δ).

D_n of a transcript is at most the sum of the D_n of its steps, each the largest over histories.
It uses the laws of the steps, not only their (ε, δ). Source: Mironov 2017, proposition 1; the
conversion is that of `verify.bounds.conversion`. From the pure levels of all steps together on,
order ∞ gives δ = 0.
"""

from __future__ import annotations

from functools import cached_property

from gmpy2 import mpq

from verify import resources
from verify.bounds.conversion import delta_of_moments, level_of_moments
from verify.bounds.premises import Premises
from verify.bounds.steps import Step
from verify.bounds.theorem import DeltaAt, LevelAt, Theorem
from verify.compose.size import class_estimate
from verify.errors import NotAvailableError
from verify.exact.level import Level
from verify.exact.levels import compare_levels
from verify.law.infinite import has_series
from verify.law.swap import swapped
from verify.measures.log_moment import EVALUATIONS, Enclosed, LogMoment, log_moment

__all__ = ["NO_ORDER", "RenyiComposition", "check_cost"]

INFINITE_ORDER = "order ∞"
NO_ORDER = "infinite: an output is possible at one input only"


class RenyiComposition(Theorem):
    """The divergences of the steps, added up at every integer order."""

    name = "RDP"
    assumptions = (
        "every step has its Rényi divergences conditionally on every fixed history of earlier "
        "outputs; the best integer order, converted as by Canonne, Kamath and Steinke 2020"
    )

    def __init__(self, premises: Premises) -> None:
        self._premises = premises

    def delta_at(self, level: Level) -> DeltaAt:
        """The least δ over all integer orders, and infinity."""
        pure = self._premises.pure_level
        if pure is None:
            return DeltaAt(mpq(1), NO_ORDER)
        if compare_levels(level, pure) >= 0:
            return DeltaAt(mpq(0), INFINITE_ORDER)
        return delta_of_moments(self._moments, level)

    def level_at(self, delta: mpq) -> LevelAt:
        """The least level over all integer orders, and infinity."""
        pure = self._premises.pure_level
        if delta == 1:
            return LevelAt(Level.alpha(1))
        if pure is None:
            return LevelAt(None, NO_ORDER)
        found = level_of_moments(self._moments, delta) if delta else LevelAt(None)
        if found.level is None or compare_levels(found.level, pure) >= 0:
            return LevelAt(pure, INFINITE_ORDER)
        return found

    @cached_property
    def _curves(self) -> dict[tuple[Step, bool], LogMoment]:
        """(n − 1)·D_n of every step, in its own direction and in reverse."""
        check_cost(self._premises, EVALUATIONS, "RDP")
        own = {(step, False): log_moment(step.pair) for step in self._premises.steps}
        return own | {(step, True): log_moment(swapped(step.pair)) for step, _ in own}

    def _moments(self, order: int) -> Enclosed:
        return self._premises.enclosed_sum(
            lambda step, reverse: self._curves[step, reverse](mpq(order))
        )


def check_cost(premises: Premises, evaluations: int, what: str) -> None:
    """Raise unless all steps have few enough classes to be summed that often."""
    if any(has_series(step.pair) for step in premises.steps):
        problem = f"{what} of laws with infinitely many likelihood ratios is not available yet"
        raise NotAvailableError(problem, form="a law with finitely many, such as an index")
    cost = sum(class_estimate(step.pair) for step in premises.steps) * evaluations
    resources.check("classes", cost, f"the classes times {evaluations} evaluations of {what}")
