"""Claims with a tolerance: δ* may be above the claimed δ by ``allow_delta``, and it is said."""

from __future__ import annotations

from gmpy2 import mpq

from verify.claim.claim import AnyClaim, Claim
from verify.errors import InputError
from verify.exact.rational import probability
from verify.gate.config import Entry
from verify.loss.delta import Delta
from verify.loss.value import DeltaValue

__all__ = ["allowed_by", "level_words", "wider", "wider_of_any", "within", "words"]


def allowed_by(entry: Entry) -> mpq:
    """By how much δ* may be above δ."""
    return probability(entry.allow_delta or 0, "allow_delta")


def wider(claim: Claim, allowed: mpq) -> Claim:
    """The claim that is decided: δ and what it may be passed by."""
    return Claim(claim.level, min(claim.delta + allowed, mpq(1)))


def wider_of_any(claim: AnyClaim, allowed: mpq) -> AnyClaim:
    """The same, where there may be no δ to be passed."""
    if isinstance(claim, Claim):
        return wider(claim, allowed)
    if allowed:
        raise InputError(f"{claim} has no δ", at="allow_delta", form="it for claims of (α, δ) only")
    return claim


def words(claim: AnyClaim, allowed: mpq) -> str:
    """The claim as it is made."""
    return f"{claim} with {allowed} allowed" if allowed else str(claim)


def level_words(claim: AnyClaim) -> str:
    """What δ* depends on; of a claim about a measure, all of it."""
    return str(Claim(claim.level, mpq(0))) if isinstance(claim, Claim) else str(claim)


def within(star: DeltaValue, claim: AnyClaim, allowed: mpq) -> str:
    """That a claim which holds does so by its tolerance alone; empty where it does not need it."""
    if not (isinstance(claim, Claim) and _passes(star, claim.delta)):
        return ""
    return f", above δ = {claim.delta} and within allow_delta = {allowed}"


def _passes(star: DeltaValue, delta: mpq) -> bool:
    """Whether δ* may be above δ."""
    return star.sign_against(delta) > 0 if isinstance(star, Delta) else star.enclose(0)[1] > delta
