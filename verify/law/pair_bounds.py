"""Two pairs of laws between which the one that is meant lies, where that is out of reach."""

from __future__ import annotations

from dataclasses import dataclass

from verify.law.pair import Pair

__all__ = ["PairBounds"]


@dataclass(frozen=True, slots=True)
class PairBounds:
    """H of ``below`` <= H of the pair that is meant <= H of ``above``, at every α and both ways."""

    below: Pair
    above: Pair
    """its greatest ratio is that of the worst pair of neighbours, exactly"""
    reason_below: str
    """in words, what ``below`` stands for"""
    reason_above: str
