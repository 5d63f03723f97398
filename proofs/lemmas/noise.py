"""Geometric noise: on all integers, clamped, drawn again, one-sided, and after rounding."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import floor, gcd
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, pure_level
from proofs.domains import Domain, Grid
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Noise(NamedTuple):
    """Noise of ratio r = numerator/denominator, a number n, and a level."""

    denominator: int
    numerator: int
    number: int
    alpha: Fraction

    @property
    def ratio(self) -> Fraction:
        """r."""
        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        return f"r = {self.ratio}, n = {self.number}, α = {self.alpha}"


class Sums(NamedTuple):
    """Sums of so many halves up to a greatest value, with noise of ratio 1/root²."""

    root: int
    halves: int
    records: int

    @property
    def ratio(self) -> Fraction:
        """r."""
        return Fraction(1, self.root**2)

    @property
    def greatest(self) -> Fraction:
        """The greatest value of a record, hence the sensitivity of the sum."""
        return Fraction(self.halves, 2)

    def __str__(self) -> str:
        return f"r = {self.ratio}, values 0 … {self.greatest}, {self.records} records"


def noises(grid: Grid) -> Iterator[Noise]:
    """Every ratio n/D, a number from 1 to 4, and levels below, at and above 1/r."""
    for denominator in range(2, grid.largest + 1):
        for numerator, number in product(range(1, denominator), (1, 2, 3, 4)):
            if gcd(numerator, denominator) == 1:
                most = Fraction(denominator, numerator)
                for alpha in (Fraction(1), (1 + most) / 2, most, most**2):
                    yield Noise(denominator, numerator, number, alpha)


def sums(grid: Grid) -> Iterator[Sums]:
    """Up to three records, values up to 1/2, 1 or 3/2."""
    for root, halves, records in product(range(2, grid.largest + 1), (1, 2, 3), (1, 2, 3)):
        yield Sums(root, halves, records)


NOISES: Domain[Noise] = Domain(
    "noise of ratio n/D, numbers 1 … 4, α = 1, (1 + 1/r)/2, 1/r, 1/r²",
    noises,
    quick=Grid(((1, 6),)),
    full=Grid(((1, 20),)),
)

SUMS: Domain[Sums] = Domain(
    "sums of up to three values 0, 1/2, … up to 1/2, 1, 3/2, noise of ratio 1/D²",
    sums,
    quick=Grid(((1, 4),)),
    full=Grid(((1, 12),)),
)


def tails(ratio: Fraction, x: int, low: int, high: int) -> Law:
    """The law of x + Z with all below ``low`` taken together, and all above ``high``."""
    share = (1 - ratio) / (1 + ratio)
    inside = [ratio ** abs(y - x) * share for y in range(low + 1, high)]
    return (ratio ** (x - low) / (1 + ratio), *inside, ratio ** (high - x) / (1 + ratio))


def worst(p: Law, q: Law, alpha: Fraction) -> Fraction:
    """H_α in the worse direction."""
    return max(hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))


def far(case: Noise) -> Comparison:
    """δ* and pure level at a distance n, by the engine and by definition."""
    mechanism = verify.mechanisms.geometric(case.ratio, 0, case.number, sensitivity=case.number)
    p, q = (tails(case.ratio, x, 0, case.number) for x in (0, case.number))
    return every(
        equals(engine.star(mechanism, case.alpha), worst(p, q, case.alpha)),
        equals(engine.least_pure_level(mechanism), pure_level(p, q), case.ratio**-case.number),
    )


def near(case: Noise) -> Comparison:
    """Had the distance no price."""
    mechanism = verify.mechanisms.geometric(case.ratio, 0, case.number, sensitivity=case.number)
    return equals(engine.least_pure_level(mechanism), 1 / case.ratio)


def by_one(case: Noise) -> Fraction:
    """What noise on all integers costs neighbours at a distance of 1: (1 − αr)/(1 + r)."""
    return max(Fraction(0), (1 - case.alpha * case.ratio) / (1 + case.ratio))


def clamped(case: Noise) -> Comparison:
    """δ* of clamped noise by the engine and by definition, and that of noise on all integers."""
    mechanism = verify.mechanisms.clamped_geometric(case.ratio, 0, case.number)
    rows = [tails(case.ratio, x, 0, case.number) for x in range(case.number + 1)]
    steps = [worst(p, q, case.alpha) for p, q in pairwise(rows)]
    return equals(engine.star(mechanism, case.alpha), max(steps), by_one(case))


def truncated(case: Noise) -> verify.Mechanism:
    """The engine's noise that is drawn again outside of 0 … n."""
    return verify.mechanisms.truncated_geometric(case.ratio, 0, case.number)


def one_sided(case: Noise) -> Comparison:
    """δ* of one-sided noise by the engine, by definition on 0 … 1 and above, and 1 − r."""
    r = case.ratio
    p: Law = (1 - r, r)
    q: Law = (Fraction(0), Fraction(1))
    return equals(one_sided_star(case), worst(p, q, case.alpha), 1 - r)


def one_sided_star(case: Noise) -> Fraction:
    """The engine's δ* of one-sided noise on 0 … n."""
    mechanism = verify.mechanisms.geometric(case.ratio, 0, case.number, sided=1)
    return engine.star(mechanism, case.alpha)


def rounded_sums(case: Sums) -> set[tuple[int, int]]:
    """Sums of halves, rounded half to even, of data sets that differ in one record."""
    values = [Fraction(n, 2) for n in range(case.halves + 1)]
    others = list(product(values, repeat=case.records - 1))
    found = set()
    for rest, a, b in product(others, values, values):
        total = sum(rest, Fraction(0))
        found.add((round(total + a), round(total + b)))
    return found


def rounded_level(case: Sums) -> tuple[Comparison, Fraction]:
    """The engine's pure level of noise on rounded sums, and whether it is as defined."""
    pairs = rounded_sums(case)
    top = max(max(pair) for pair in pairs)
    mechanism = verify.mechanisms.geometric(case.ratio, 0, top)
    moved = [[str(a), str(b)] for a, b in sorted(pairs) if a < b]
    distance = max(abs(a - b) for a, b in pairs)
    if not moved:
        return equals(distance, 0), Fraction(1)
    found = engine.least_pure_level(mechanism.under({"pairs": moved}))
    assert found is not None  # noise is everywhere
    return equals(found, case.ratio**-distance), found


def rounding(case: Sums) -> Comparison:
    """The level, within that of the next integer above the sensitivity."""
    exact, found = rounded_level(case)
    return every(exact, at_most(found, case.ratio ** -(floor(case.greatest) + 1)))


LEMMAS: tuple[Lemma[Noise] | Lemma[Sums], ...] = (
    Lemma(
        "noise.distance",
        "geometric noise of ratio r has the pure level r^(−n) at a distance of n",
        "Ghosh, Roughgarden and Sundararajan 2012, section 2",
        NOISES,
        far,
        Sibling("it has 1/r at any distance", "a sensitivity of 1", near),
    ),
    Lemma(
        "noise.clamped",
        "clamped to 0 … n, δ*(α) is (1 − αr)/(1 + r) up to α = 1/r, as on all integers",
        "Ghosh, Roughgarden and Sundararajan 2012, section 2",
        NOISES,
        clamped,
        Sibling(
            "it is at most that with noise that is drawn again outside of 0 … n",
            "clamping is post-processing",
            lambda case: at_most(engine.star(truncated(case), case.alpha), by_one(case)),
        ),
    ),
    Lemma(
        "noise.one_sided",
        "one-sided noise has δ*(α) = 1 − r at every α",
        "Dwork and Roth 2014, definition 2.4",
        NOISES,
        one_sided,
        Sibling(
            "nothing is left from α = 1/r on",
            "noise on both sides",
            lambda case: equals(one_sided_star(case), Fraction(0)),
            hypothesis=lambda case: case.alpha * case.ratio >= 1,
        ),
    ),
    Lemma(
        "noise.rounding",
        "a sum of sensitivity Δ, rounded half to even, with noise of ratio r has at most the pure "
        "level r^−(⌊Δ⌋ + 1)",
        "Casacuberta, Shoemate, Vadhan and Wagaman 2022",
        SUMS,
        rounding,
        Sibling(
            "it has at most r^(−Δ)",
            "rounding moves both sums",
            lambda case: at_most(rounded_level(case)[1], case.root**case.halves),
        ),
    ),
)
