"""Sampling: a mechanism that sees a random part of the data; adding or removing a record."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, largest_ratio, mixed, product_law, pure_level
from proofs.domains import Domain, Grid, Table
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

RATES = (Fraction(1, 4), Fraction(1, 2), Fraction(2, 3))

EXTRA = Fraction(3, 2)
"""A level that is asked at whatever the ratios are"""


class Sampled(NamedTuple):
    """Laws with a record (P) and without it (Q), the sampling rate, and a level."""

    table: Table
    rate: Fraction
    alpha: Fraction

    @property
    def level(self) -> Fraction:
        """1 + q(α − 1), the amplified level."""
        return 1 + self.rate * (self.alpha - 1)

    def __str__(self) -> str:
        return f"{self.table}, q = {self.rate}, α = {self.alpha}"


class Rated(NamedTuple):
    """Laws with a record (P) and without it (Q), and the sampling rate."""

    table: Table
    rate: Fraction

    def __str__(self) -> str:
        return f"{self.table}, q = {self.rate}"


class Rounds(NamedTuple):
    """Laws with a record (P) and without it (Q), a rate, a number of rounds, and a level."""

    table: Table
    rate: Fraction
    releases: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, q = {self.rate}, k = {self.releases}, α = {self.alpha}"


def sampled(grid: Grid) -> Iterator[Sampled]:
    """Every pair of laws at every rate, at its levels and one more."""
    for table in grid.tables():
        for rate, alpha in product(RATES, sorted({*table.levels, EXTRA})):
            yield Sampled(table, rate, alpha)


def rated(grid: Grid) -> Iterator[Rated]:
    """Every pair of laws at every rate."""
    return (Rated(table, rate) for table in grid.tables() for rate in RATES)


def rounds(grid: Grid) -> Iterator[Rounds]:
    """Every pair of laws at every rate, once and twice, at its levels and one more."""
    for table in grid.tables():
        alphas = sorted({*table.levels, EXTRA})
        for rate, count, alpha in product(RATES, (1, 2), alphas):
            yield Rounds(table, rate, count, alpha)


SAMPLED: Domain[Sampled] = Domain(
    "every pair of laws, q = 1/4, 1/2, 2/3, at its levels and 3/2",
    sampled,
    quick=Grid(((2, 5), (3, 2))),
    full=Grid(((2, 16), (3, 6))),
)

RATED: Domain[Rated] = Domain(
    "every pair of laws, q = 1/4, 1/2, 2/3",
    rated,
    quick=Grid(((2, 7), (3, 4))),
    full=Grid(((2, 24), (3, 9))),
)

ROUNDS: Domain[Rounds] = Domain(
    "every pair of laws, q = 1/4, 1/2, 2/3, k = 1, 2, at its levels and 3/2",
    rounds,
    quick=Grid(((2, 5), (3, 2))),
    full=Grid(((2, 14), (3, 5))),
)


def mechanism(table: Table, rate: Fraction) -> verify.Mechanism:
    """The engine's sample: the record is number 0, its absence number 1."""
    return verify.combinators.poisson_subsample(rate, table.channel, absent=1)


def laws(case: Sampled | Rated | Rounds) -> tuple[Law, Law, Law]:
    """With the record, without it, and with the record where it is sampled."""
    p, q = case.table.laws
    return p, q, mixed(case.rate, p, q)


def removing(case: Sampled) -> Comparison:
    """A record is there or not: the divergence at the amplified level."""
    p, q, sample = laws(case)
    found = engine.forward(mechanism(case.table, case.rate), case.level)
    once = case.rate * hockey_stick(p, q, case.alpha)
    return equals(found, hockey_stick(sample, q, case.level), once)


def removing_at_the_same_level(case: Sampled) -> Comparison:
    """Had the level not to be the amplified one."""
    p, q, _ = laws(case)
    found = engine.forward(mechanism(case.table, case.rate), case.alpha)
    return equals(found, case.rate * hockey_stick(p, q, case.alpha))


def adding(case: Sampled) -> Comparison:
    """A record is not there or is: the divergence at the amplified level."""
    p, q, sample = laws(case)
    found = engine.backward(mechanism(case.table, case.rate), case.level)
    once = case.rate * hockey_stick(q, p, case.alpha)
    return every(equals(found, hockey_stick(q, sample, case.level)), at_most(found, once))


def adding_exactly(case: Sampled) -> Comparison:
    """Had adding a record the same identity as removing one."""
    p, q, _ = laws(case)
    found = engine.backward(mechanism(case.table, case.rate), case.level)
    return equals(found, case.rate * hockey_stick(q, p, case.alpha))


def same_level(case: Sampled, factor: Fraction) -> Comparison:
    """δ* at one and the same level, within a multiple of what it is without sampling."""
    p, q, sample = laws(case)
    true = max(hockey_stick(sample, q, case.alpha), hockey_stick(q, sample, case.alpha))
    found = engine.star(mechanism(case.table, case.rate), case.alpha)
    whole = max(hockey_stick(p, q, case.alpha), hockey_stick(q, p, case.alpha))
    return every(equals(found, true), at_most(found, factor * whole))


def finite(case: Rated) -> bool:
    """The pure level without sampling is finite."""
    return pure_level(*case.table.laws) is not None


def base_level(case: Rated) -> Fraction:
    """The pure level without sampling."""
    level = pure_level(*case.table.laws)
    assert level is not None  # the hypothesis
    return level


def pure_sample(case: Rated) -> Comparison:
    """The pure level by the engine, by definition, from the extreme ratios, and the bound."""
    p, q, sample = laws(case)
    there, back = largest_ratio(p, q), largest_ratio(q, p)
    assert there is not None  # the hypothesis
    assert back is not None
    rest = 1 - case.rate
    extremes = max(rest + case.rate * there, 1 / (rest + case.rate / back))
    found = engine.least_pure_level(mechanism(case.table, case.rate))
    return every(
        equals(found, pure_level(sample, q), extremes),
        at_most(found, 1 + case.rate * (base_level(case) - 1)),
    )


def root(number: Fraction) -> Fraction | None:
    """√number where it is rational."""
    found = Fraction(isqrt(number.numerator), isqrt(number.denominator))
    return found if found**2 == number else None


def rational_root(case: Rated) -> bool:
    """Half of ε is the logarithm of a rational number, so that the claim can be written down."""
    return case.rate == Fraction(1, 2) and finite(case) and root(base_level(case)) is not None


def rate_times_epsilon(case: Rated) -> Comparison:
    """Had a sample of a half the level of ε/2."""
    found = engine.least_pure_level(mechanism(case.table, case.rate))
    return at_most(found, root(base_level(case)))


def alike(case: Rounds) -> bool:
    """The mechanism that is sampled has one profile in both directions."""
    p, q = case.table.laws
    return all(hockey_stick(p, q, a) == hockey_stick(q, p, a) for a in case.table.levels)


def removing_is_worse(case: Rounds) -> Comparison:
    """Both directions of all rounds, by the engine and by definition."""
    _, q, sample = laws(case)
    absent, present = product_law([q] * case.releases), product_law([sample] * case.releases)
    drawn = verify.combinators.fresh(mechanism(case.table, case.rate), case.releases)
    remove, add = engine.forward(drawn, case.alpha), engine.backward(drawn, case.alpha)
    return every(
        equals(remove, hockey_stick(present, absent, case.alpha)),
        equals(add, hockey_stick(absent, present, case.alpha)),
        at_most(add, remove),
    )


LEMMAS: tuple[Lemma[Sampled] | Lemma[Rated] | Lemma[Rounds], ...] = (
    Lemma(
        "sampling.remove",
        "with Poisson sampling at rate q, H_{1+q(α−1)}(with‖without) is q times H_α without it",
        "Balle, Barthe and Gaboardi 2018, theorem 8; Li, Qardaji and Su 2012",
        SAMPLED,
        removing,
        Sibling(
            "so is H_α(with‖without)",
            "the level is lowered as well as δ",
            removing_at_the_same_level,
        ),
    ),
    Lemma(
        "sampling.add",
        "with Poisson sampling at rate q, H_{1+q(α−1)}(without‖with) is at most q times "
        "H_α without it",
        "Balle, Barthe and Gaboardi 2018, theorem 8; Li, Qardaji and Su 2012",
        SAMPLED,
        adding,
        Sibling(
            "it is q times that, as where a record is removed",
            "the direction",
            adding_exactly,
            hypothesis=lambda case: engine.backward(case.table.channel, case.alpha) > 0,
        ),
    ),
    Lemma(
        "sampling.same_level",
        "with Poisson sampling at rate q, δ*(α) is at most q times what it is without",
        "Kasiviswanathan and others 2011; joint convexity",
        SAMPLED,
        lambda case: same_level(case, case.rate),
        Sibling(
            "it is at most q² times that",
            "the record is in the sample with probability q",
            lambda case: same_level(case, case.rate**2),
        ),
    ),
    Lemma(
        "sampling.pure",
        "with Poisson sampling at rate q, the pure level is that of the extreme ratios' averages "
        "with 1, and at most 1 + q(α − 1)",
        "Li, Qardaji and Su 2012",
        RATED,
        pure_sample,
        Sibling(
            "ε/2 is enough for q = 1/2 (where e^(ε/2) is rational)",
            "it is the level, not ε, that is averaged",
            rate_times_epsilon,
            hypothesis=rational_root,
        ),
        hypothesis=finite,
    ),
    Lemma(
        "sampling.direction",
        "if H_α(P‖Q) = H_α(Q‖P) for all α >= 1, then after Poisson sampling "
        "H_α(without‖with) <= H_α(with‖without)",
        "Balle, Barthe and Gaboardi 2018, theorem 8; Lebeda and others 2024",
        ROUNDS,
        removing_is_worse,
        Sibling(
            "the direction that is worse in one round is worse in k",
            "one round",
            removing_is_worse,
            hypothesis=alike,
        ),
        hypothesis=lambda case: case.releases == 1 and alike(case),
    ),
)
