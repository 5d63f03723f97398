"""Statements about one divergence, on larger domains that the engine's kernel enumerates."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from proofs import engine
from proofs.definitions import Law, hockey_stick
from proofs.domains import Domain, Grid, rows_text
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals

__all__ = ["LEMMAS"]


class Evaluated(NamedTuple):
    """Two laws over one denominator, a level, and the engine's H_α(P‖Q)."""

    denominator: int
    outputs: int
    p: tuple[int, ...]
    q: tuple[int, ...]
    alpha: Fraction
    delta: Fraction

    @property
    def laws(self) -> tuple[Law, Law]:
        """P and Q as fractions."""
        p, q = (tuple(Fraction(w, self.denominator) for w in row) for row in (self.p, self.q))
        return p, q

    def __str__(self) -> str:
        return f"{rows_text(self.laws)}, α = {self.alpha}"


def evaluated(grid: Grid) -> Iterator[Evaluated]:
    """Every pair of laws, at every level between and beside its ratios P/Q."""
    for denominator in range(1, grid.largest + 1):
        for outputs, bound in sorted(grid.bounds):
            if denominator <= bound:
                for p, q, alpha, delta in engine.enumerated(outputs, denominator):
                    yield Evaluated(denominator, outputs, p, q, alpha, delta)


PAIRS: Domain[Evaluated] = Domain(
    "every pair of laws between and beside its ratios P/Q",
    evaluated,
    quick=Grid(((1, 1), (2, 10), (3, 5))),
    full=Grid(((1, 1), (2, 40), (3, 14), (4, 6))),
)


def absolute(case: Evaluated) -> Comparison:
    """As P − αQ sums to 1 − α, its positive part is half of what it differs from that."""
    p, q = case.laws
    size = sum((abs(x - case.alpha * y) for x, y in zip(p, q, strict=True)), Fraction(0))
    return equals(case.delta, (size + 1 - case.alpha) / 2)


def half_of_absolute(case: Evaluated) -> Comparison:
    """The formula for the total variation, at any level."""
    p, q = case.laws
    size = sum((abs(x - case.alpha * y) for x, y in zip(p, q, strict=True)), Fraction(0))
    return equals(case.delta, size / 2)


def overlap(case: Evaluated) -> Comparison:
    """Σ min(P, αQ) is no more than α·Σ min(P, Q)."""
    p, q = case.laws
    return at_most(1 - case.alpha * (1 - hockey_stick(p, q, Fraction(1))), case.delta)


def unscaled_overlap(case: Evaluated) -> Comparison:
    """Were it no more than Σ min(P, Q)."""
    p, q = case.laws
    return at_most(hockey_stick(p, q, Fraction(1)), case.delta)


LEMMAS: tuple[Lemma[Evaluated], ...] = (
    Lemma(
        "exhaustive.absolute",
        "H_α(P‖Q) = (Σ_z |P(z) − αQ(z)| + 1 − α)/2",
        "Liu, Cuff and Verdú 2017; Sason and Verdú 2016",
        PAIRS,
        absolute,
        Sibling("H_α(P‖Q) = Σ_z |P(z) − αQ(z)|/2", "1 − α, which is 0 for α = 1", half_of_absolute),
    ),
    Lemma(
        "exhaustive.overlap",
        "H_α(P‖Q) >= 1 − α·(1 − TV(P, Q))",
        "Sason and Verdú 2016",
        PAIRS,
        overlap,
        Sibling("H_α(P‖Q) >= TV(P, Q)", "the factor α of what is common", unscaled_overlap),
    ),
)
