"""Basic composition: levels multiply and δ's add up.

If every step is (ln α₀, δᵢ)-private given any fixed history, the whole transcript is
(q·ln α₀, min(1, Σδᵢ))-private. Source: Dwork and Roth 2014, section 3.5 and appendix B.
"""

from __future__ import annotations

from gmpy2 import mpq

from verify.bounds.premises import Premises
from verify.bounds.theorem import NO_LEVEL, NO_PROMISE, DeltaAt, LevelAt, Theorem
from verify.exact.level import Level
from verify.exact.levels import compare_levels
from verify.exact.quotient import Number
from verify.exact.rational import sign_of_difference

__all__ = ["BasicComposition"]


class BasicComposition(Theorem):
    """One pair of numbers, which says nothing about smaller levels or smaller δ's."""

    name = "basic composition"
    assumptions = (
        "every step has its guarantee conditionally on every fixed history of earlier outputs"
    )

    def __init__(self, premises: Premises) -> None:
        self.level = premises.total_level
        self.delta: Number = premises.sum_of_deltas

    def delta_at(self, level: Level) -> DeltaAt:
        """Σδᵢ from the total level on."""
        return DeltaAt(self.delta) if compare_levels(level, self.level) >= 0 else NO_PROMISE

    def level_at(self, delta: mpq) -> LevelAt:
        """The total level for a δ of at least Σδᵢ; 1 where any mechanism will do."""
        if delta == 1:
            return LevelAt(Level.alpha(1))
        return NO_LEVEL if sign_of_difference(self.delta, delta) > 0 else LevelAt(self.level)
