"""Kairouz, Oh and Viswanath: the best that follows from k steps of (ε₀, δ₀) each.

The δ of k such steps, adaptive or not, is at most that of k of the worst of them (`WorstSteps`),
which attain it. At α₀^(k−2i) it is

    1 − (1 − δ₀)^k·(1 − Σ_{l<i} C(k, l)·(α₀^(k−l) − α₀^(k−2i+l))/(1 + α₀)^k).

It is computed as the exact δ* of their product. Source: Kairouz, Oh and Viswanath 2015, theorem
3.3.
"""

from __future__ import annotations

from collections.abc import Iterable

from gmpy2 import mpq

from verify.bounds.guarantee import Guarantee, Guarantees
from verify.bounds.premises import Premises
from verify.bounds.theorem import NO_LEVEL, DeltaAt, LevelAt, Theorem
from verify.exact.level import Level
from verify.exact.levels import compare_levels
from verify.exact.ring_level import level_of

__all__ = ["KairouzOhViswanath", "OptimalComposition"]


class OptimalComposition(Theorem):
    """The δ* of the worst steps with these guarantees; of several lists, the greatest."""

    def __init__(self, premises: Premises, lists: Iterable[Guarantees]) -> None:
        self.worst = [premises.worst_steps(list_) for list_ in lists]

    def delta_at(self, level: Level) -> DeltaAt:
        """The exact δ* of the worst steps."""
        return DeltaAt(max(each.delta_at(level) for each in self.worst).value)

    def level_at(self, delta: mpq) -> LevelAt:
        """The exact least level of the worst steps."""
        best = Level.alpha(1)
        for each in self.worst:
            alpha = each.least_alpha(delta)
            if alpha is None:
                return NO_LEVEL
            level = level_of(alpha)
            best = level if compare_levels(level, best) > 0 else best
        return LevelAt(best)


class KairouzOhViswanath(OptimalComposition):
    """As many steps as there are queries, each at the step level with the largest δ of a step."""

    name = "Kairouz-Oh-Viswanath"
    assumptions = (
        "every step is (ε₀, δ₀)-private conditionally on every fixed history of earlier outputs, "
        "with ε₀ the step level and δ₀ the largest δ of a step"
    )

    def __init__(self, premises: Premises) -> None:
        step = Guarantee(premises.level, premises.delta)
        super().__init__(premises, [((step, premises.queries),)])
