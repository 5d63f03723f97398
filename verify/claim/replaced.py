"""A claim with other numbers than it was made with."""

from __future__ import annotations

from gmpy2 import mpq

from verify.claim.claim import AnyClaim, Claim
from verify.errors import InputError
from verify.exact.level import Level

__all__ = ["replaced"]


def replaced(
    claim: AnyClaim, level: Level | None, bound: mpq | None, at: str = "alpha"
) -> AnyClaim:
    """The claim with another level and another δ, where they are given.

    >>> replaced(Claim.of(alpha=3, delta="1/8"), Level.alpha(2), None)
    <Claim (α = 2, δ = 1/8)>
    """
    if level is None and bound is None:
        return claim
    if isinstance(claim, Claim):
        return Claim(level or claim.level, claim.delta if bound is None else bound)
    from verify.claim.measure_claim import RenyiClaim  # most claims are about a δ

    if isinstance(claim, RenyiClaim) and level is not None and level.as_epsilon and bound is None:
        return RenyiClaim(claim.order, level)
    problem = f"the document claims {claim}, which has no α and no δ to replace"
    raise InputError(problem, at=at, form="a level and a δ for claims of (α, δ) only")
