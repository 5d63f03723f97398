"""Verdicts on functions in words."""

from __future__ import annotations

from verify.exploration.verdict import CodeVerdict
from verify.loss.value import DeltaValue
from verify.report.values import delta_form
from verify.report.words import delta_words

__all__ = ["margin_words", "star_words"]

DIGITS = 6


def star_words(verdict: CodeVerdict) -> str:
    """δ*, or what it lies between where something is unexplored."""
    if verdict.is_exact:
        return _words(verdict.delta_upper)
    return f"in [{verdict.delta_lower.lower(DIGITS)}, {verdict.delta_upper.upper(DIGITS)}]"


def margin_words(verdict: CodeVerdict) -> str:
    """δ − δ*, or the least that it may be."""
    margin = verdict.of_channel.margin
    return _words(margin) if verdict.is_exact else f"at least {margin.lower(DIGITS)}"


def _words(delta: DeltaValue) -> str:
    return delta_words(delta_form(delta, parts=False))
