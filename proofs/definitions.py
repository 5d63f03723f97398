"""The definitions themselves, in plain fractions: slow, short, nothing of the engine in them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

__all__ = [
    "Law",
    "best_event",
    "hockey_stick",
    "largest_ratio",
    "least_level",
    "mixed",
    "moment",
    "product_law",
    "pure_level",
    "pushed",
]

Law = tuple[Fraction, ...]
"""The probability of every outcome, in order; sums to 1."""


def hockey_stick(p: Law, q: Law, alpha: Fraction) -> Fraction:
    """H_α(P‖Q) = Σ_z [P(z) − α·Q(z)]₊, at any α >= 0."""
    gains = (x - alpha * y for x, y in zip(p, q, strict=True) if x)
    return sum((gain for gain in gains if gain > 0), Fraction(0))


def best_event(p: Law, q: Law, alpha: Fraction) -> Fraction:
    """max P(S) − α·Q(S) over all 2^n events S."""
    gains = [x - alpha * y for x, y in zip(p, q, strict=True)]
    choices = product((False, True), repeat=len(gains))
    return max(
        sum((g for g, inside in zip(gains, event, strict=True) if inside), Fraction(0))
        for event in choices
    )


def product_law(laws: Sequence[Law]) -> Law:
    """Independent outcomes side by side."""
    return tuple(prod(cell, start=Fraction(1)) for cell in product(*laws))


def mixed(weight: Fraction, p: Law, q: Law) -> Law:
    """P with probability ``weight``, else Q, the coin unseen."""
    return tuple(weight * x + (1 - weight) * y for x, y in zip(p, q, strict=True))


def pushed(p: Law, kernel: Sequence[Law]) -> Law:
    """Σ_z P(z)·K(w | z), for every w."""
    columns = zip(*kernel, strict=True)
    return tuple(
        sum((x * k for x, k in zip(p, column, strict=True)), Fraction(0)) for column in columns
    )


def largest_ratio(p: Law, q: Law) -> Fraction | None:
    """sup P(z)/Q(z) over z with P(z) > 0; None for infinity."""
    live = [(x, y) for x, y in zip(p, q, strict=True) if x]
    return None if any(not y for _, y in live) else max(x / y for x, y in live)


def pure_level(p: Law, q: Law) -> Fraction | None:
    """The least α >= 1 with P <= αQ and Q <= αP everywhere; None for infinity."""
    there, back = largest_ratio(p, q), largest_ratio(q, p)
    return None if there is None or back is None else max(there, back)


def least_level(p: Law, q: Law, delta: Fraction) -> Fraction | None:
    """The least α >= 1 with H_α(P‖Q) <= δ; None for infinity. H is linear between ratios."""
    ratios = {x / y for x, y in zip(p, q, strict=True) if x > y > 0}
    below = None
    for alpha in sorted({Fraction(1), *ratios}):
        value = hockey_stick(p, q, alpha)
        if value <= delta:
            if below is None:
                return alpha
            start, height = below
            return start + (alpha - start) * (height - delta) / (height - value)
        below = alpha, value
    return None


def moment(p: Law, q: Law, order: int) -> Fraction | None:
    """A_n = Σ P^n·Q^(1−n); None for infinity."""
    live = [(x, y) for x, y in zip(p, q, strict=True) if x]
    if any(not y for _, y in live):
        return None
    return sum((x**order / y ** (order - 1) for x, y in live), Fraction(0))
