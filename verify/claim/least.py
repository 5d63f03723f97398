"""Whether the least level at a claimed δ costs no more than the verdict itself."""

from __future__ import annotations

from verify.claim.verdict import Verdict
from verify.compose.least import least_seconds
from verify.profiles.directions import distinct

__all__ = ["least_alpha_omitted"]

MORE = "it costs more than the verdict; --full gives it"

MOST_SECONDS = 0.02
"""Work, by estimate, that is no more than a verdict and its report."""


def least_alpha_omitted(verdict: Verdict) -> str | None:
    """Why the least α is left out, or None where it costs no more than the verdict."""
    if verdict.claim.delta == 0:
        return None
    if not verdict.is_exact:
        return MORE
    mechanism, seconds = verdict.mechanism, 0.0
    for i, j in distinct(mechanism, verdict.edges):
        seconds += least_seconds(mechanism.pair(i, j))
        if seconds > MOST_SECONDS:
            return MORE
    return None
