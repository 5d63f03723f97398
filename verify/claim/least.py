"""Whether the least level at a claimed δ costs no more than the verdict itself."""

from __future__ import annotations

from verify.claim.verdict import Verdict
from verify.compose.size import class_estimate
from verify.profiles.directions import distinct

__all__ = ["least_alpha_omitted"]

MOST_CLASSES = 5000
"""Classes up to which the whole profile costs no more than a verdict and its report."""


def least_alpha_omitted(verdict: Verdict) -> str | None:
    """Why the least α is left out, or None where it costs no more than the verdict."""
    if verdict.claim.delta == 0:
        return None
    mechanism, classes = verdict.mechanism, 0
    for i, j in distinct(mechanism, verdict.edges):
        classes += class_estimate(mechanism.pair(i, j))
        if classes > MOST_CLASSES:
            return "it needs the whole profile, which costs more than the verdict; --full gives it"
    return None
