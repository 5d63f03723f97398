"""Claims: what somebody says of a mechanism."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq

from verify.exact.level import Level
from verify.exact.rational import Exact, probability
from verify.loss.profile import level_from

__all__ = ["Claim"]


@dataclass(frozen=True, slots=True, repr=False)
class Claim:
    """For all neighbours x, x′ and events S: P(S) <= α·Q(S) + δ."""

    level: Level
    delta: mpq

    @classmethod
    def of(
        cls, *, alpha: Exact | None = None, epsilon: Exact | None = None, delta: Exact = 0
    ) -> Claim:
        """A claim from exact numbers: α >= 1 or ε >= 0, and δ in [0, 1]."""
        return cls(level_from(alpha, epsilon), probability(delta, "delta"))

    def __repr__(self) -> str:
        return f"<Claim {self}>"

    def __str__(self) -> str:
        level = f"ε = {self.level.text}" if self.level.as_epsilon else f"α = {self.level}"
        return f"({level}, δ = {self.delta})"
