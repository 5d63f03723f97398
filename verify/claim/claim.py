"""Claims: what somebody says of a mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from gmpy2 import mpq

from verify.exact.level import Level
from verify.exact.rational import Exact, probability
from verify.profiles.profile import level_from

if TYPE_CHECKING:
    from verify.claim.measure_claim import MeasureClaim

__all__ = ["AnyClaim", "Claim", "claim_of"]


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


AnyClaim: TypeAlias = "Claim | MeasureClaim"

PLAIN = frozenset({"alpha", "epsilon", "delta"})
"""The keys of a claim about a δ"""


def claim_of(**numbers: Any) -> AnyClaim:
    """The claim that its numbers make: (α or ε, δ), ρ, (order, ε), or η.

    >>> claim_of(alpha=3), claim_of(rho="1/2")
    (<Claim (α = 3, δ = 0)>, <ZcdpClaim (zCDP, ρ = 1/2)>)
    """
    if PLAIN.issuperset(numbers):
        return Claim.of(**numbers)
    from verify.claim.measure_claim import measure_claim_of  # most claims are about a δ

    return measure_claim_of(**numbers)
