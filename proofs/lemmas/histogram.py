"""Histograms that show the keys that occur, with noise, from a threshold on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import gcd
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick
from proofs.domains import Domain, Grid
from proofs.harness import Comparison, Lemma, Sibling, equals

__all__ = ["LEMMAS"]


class Key(NamedTuple):
    """A key with a count, or without; noise of ratio n/D, a threshold and a level."""

    denominator: int
    numerator: int
    held: int
    threshold: int
    alpha: Fraction

    @property
    def ratio(self) -> Fraction:
        """r."""
        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        return f"r = {self.ratio}, c = {self.held}, τ = {self.threshold}, α = {self.alpha}"


def keys(grid: Grid) -> Iterator[Key]:
    """Every ratio n/D, counts 1 and 2, thresholds up to 3 above, three levels."""
    for denominator in range(2, grid.largest + 1):
        for numerator, count, more in product(range(1, denominator), (1, 2), range(4)):
            if gcd(numerator, denominator) == 1:
                most = Fraction(denominator, numerator)
                for alpha in (Fraction(1), most, most**2):
                    yield Key(denominator, numerator, count, count + more, alpha)


KEYS: Domain[Key] = Domain(
    "a key with count c = 1, 2 or none, noise of ratio n/D, τ = c … c + 3, α = 1, 1/r, 1/r²",
    keys,
    quick=Grid(((1, 6),)),
    full=Grid(((1, 20),)),
)


def mechanism(case: Key) -> verify.Mechanism:
    """The engine's histogram."""
    counts: dict[str, dict[str, int]] = {"with": {"key": case.held}, "without": {}}
    return verify.mechanisms.thresholded_histogram(counts, case.ratio, case.threshold)


def shown(case: Key) -> Comparison:
    """δ* by the engine and by definition, and the chance that the key is shown."""
    chance = case.ratio ** (case.threshold - case.held) / (1 + case.ratio)
    here: Law = (1 - chance, chance)
    absent: Law = (Fraction(1), Fraction(0))
    both = hockey_stick(here, absent, case.alpha), hockey_stick(absent, here, case.alpha)
    return equals(engine.star(mechanism(case), case.alpha), max(both), chance)


LEMMAS: tuple[Lemma[Key], ...] = (
    Lemma(
        "histogram.threshold",
        "a key with count c or none costs δ*(α) = r^(τ − c)/(1 + r) at every α: the chance that "
        "it is shown",
        "Korolova, Kenthapadi, Mishra and Ntoulas 2009",
        KEYS,
        shown,
        Sibling(
            "nothing is left from α = r^(−c) on",
            "a key that is shown was there",
            lambda case: equals(engine.star(mechanism(case), case.alpha), Fraction(0)),
            hypothesis=lambda case: case.alpha * case.ratio**case.held >= 1,
        ),
    ),
)
