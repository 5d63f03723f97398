"""Sampling, where a record is replaced by another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, mixed
from proofs.domains import Domain, Grid, Table
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every
from proofs.lemmas.sampling import Sampled

__all__ = ["LEMMAS"]

RATES = (Fraction(1, 3), Fraction(1, 2))


class Drawn(NamedTuple):
    """Laws at the sums 0 (P), 1 (Q) and 2 (R), the sizes of population and sample, a level."""

    table: Table
    population: int
    size: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, n = {self.population}, s = {self.size}, α = {self.alpha}"


def replaced(grid: Grid) -> Iterator[Sampled]:
    """Every three laws at every rate and at their levels."""
    for table in grid.tables(rows=3):
        for rate, alpha in product(RATES, table.levels):
            yield Sampled(table, rate, alpha)


def drawn(sizes: Sequence[tuple[int, int]]) -> Domain[Drawn]:
    """Every three laws, with populations and samples of these sizes, at their levels."""

    def build(grid: Grid) -> Iterator[Drawn]:
        for table in grid.tables(rows=3):
            for (population, size), alpha in product(sizes, table.levels):
                yield Drawn(table, population, size, alpha)

    shown = ", ".join(f"({n}, {s})" for n, s in sizes)
    noun = f"every three laws at sums of bits, (n, s) = {shown}, at their levels"
    return Domain(noun, build, quick=Grid(((2, 4),)), full=Grid(((2, 7), (3, 3))))


REPLACED: Domain[Sampled] = Domain(
    "every three laws, q = 1/3, 1/2, at their levels",
    replaced,
    quick=Grid(((2, 4), (3, 1))),
    full=Grid(((2, 9), (3, 3))),
)


def both(p: Law, q: Law, alpha: Fraction) -> Fraction:
    """The larger one of both directions."""
    return max(hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))


def poisson(case: Sampled) -> Comparison:
    """The engine's sample, the two mixtures, and the identity."""
    found = sampled(case)
    p, q, r = case.table.laws
    mixtures = mixed(case.rate, p, r), mixed(case.rate, q, r)
    share = case.level / case.alpha
    inner = hockey_stick(p, mixed(share, q, r), case.alpha)
    return equals(found, hockey_stick(*mixtures, case.level), case.rate * inner)


def sampled(case: Sampled) -> Fraction:
    """The engine's H at the amplified level where one record is replaced by the other."""
    sample = verify.combinators.poisson_subsample(case.rate, case.table.channel, absent=2)
    return engine.directed(sample.under("replace"), case.level, "0", "1")


def added_or_removed(case: Sampled) -> Fraction:
    """δ*(α) without sampling, where a record is added or removed."""
    p, q, r = case.table.laws
    return max(both(p, r, case.alpha), both(q, r, case.alpha))


def poisson_from_adding(case: Sampled) -> Comparison:
    """Had the amplified level of adding and removing to be that of replacing."""
    return at_most(sampled(case), case.rate * added_or_removed(case))


def sample_law(case: Drawn, ones: int, *, replacement: bool) -> Law:
    """The average over all samples of a population with so many ones among its bits."""
    bits = [0] * (case.population - ones) + [1] * ones
    if replacement:
        samples = list(product(bits, repeat=case.size))
    else:
        samples = list(combinations(bits, case.size))
    rows = [case.table.laws[sum(sample)] for sample in samples]
    return tuple(sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True))


def samples_within(
    case: Drawn, level: Fraction, bound: Fraction, *, replacement: bool
) -> Comparison:
    """δ* where one bit of the population is replaced, by the engine and by definition."""
    rows = [sample_law(case, n, replacement=replacement) for n in range(case.population + 1)]
    true = max(both(p, q, level) for p, q in pairwise(rows))
    found = engine.star(
        verify.combinators.fixed_size_subsample(
            case.table.channel, [0, 1], case.population, case.size, replacement=replacement
        ),
        level,
    )
    return every(equals(found, true), at_most(found, bound))


def moved(case: Drawn, distance: int) -> Fraction:
    """δ*(α) without sampling, where the sum moves by up to this distance."""
    rows = case.table.laws
    pairs = [(i, j) for i, j in combinations(range(3), 2) if j - i <= distance]
    return max(both(rows[i], rows[j], case.alpha) for i, j in pairs)


def amplified(alpha: Fraction, rate: Fraction) -> Fraction:
    """1 + q(α − 1)."""
    return 1 + rate * (alpha - 1)


def without_replacement(case: Drawn) -> Comparison:
    """All subsets of one size are alike."""
    rate = Fraction(case.size, case.population)
    level = amplified(case.alpha, rate)
    return samples_within(case, level, rate * moved(case, 1), replacement=False)


def one_of_one_or_two(case: Drawn) -> Comparison:
    """Had it no matter that n changes: a sample of one, a record is added.

    P and R are the laws with the one or the other record, Q is the law without any. A sample of
    {0} is always 0, as is one of {0, 0}; one of {0, 2} is either.
    """
    rate = Fraction(1, 2)
    sample = verify.combinators.fixed_size_subsample(case.table.channel, [0, 1, 2], 2, 1)
    pair = sample.under({"pairs": [[["0", "0"], ["0", "2"]]]})
    return at_most(engine.star(pair, amplified(case.alpha, rate)), rate * moved(case, 1))


def with_replacement(case: Drawn, *, repeated: bool) -> Comparison:
    """Independent draws: a record is in the sample several times, which may be forgotten."""
    n, size = case.population, case.size
    missed = Fraction(n - 1, n) ** size
    level = amplified(case.alpha, 1 - missed)
    times = [Fraction(comb(size, k) * (n - 1) ** (size - k), n**size) for k in range(size + 1)]
    moves = [moved(case, k if repeated else 1) for k in range(1, size + 1)]
    bound = sum((t * m for t, m in zip(times[1:], moves, strict=True)), Fraction(0))
    return samples_within(case, level, bound, replacement=True)


LEMMAS: tuple[Lemma[Sampled] | Lemma[Drawn], ...] = (
    Lemma(
        "replacing.poisson",
        "with α′ = 1 + q(α − 1) and β = α′/α, H_α′(qP + (1−q)R‖qQ + (1−q)R) = q·H_α(P‖βQ + (1−β)R)",
        "Balle, Barthe and Gaboardi 2018, theorem 2 (advanced joint convexity)",
        REPLACED,
        poisson,
        Sibling(
            "where adding and removing have δ*(α) = 0, replacing has δ*(α′) = 0 after sampling",
            "adding or removing, not replacing",
            poisson_from_adding,
            hypothesis=lambda case: not added_or_removed(case),
        ),
    ),
    Lemma(
        "replacing.without_replacement",
        "with samples of s of n records, replacing one has δ*(1 + q(α − 1)) <= q·δ*(α) for q = s/n",
        "Balle, Barthe and Gaboardi 2018, theorem 9",
        drawn([(2, 1), (3, 1), (3, 2)]),
        without_replacement,
        Sibling(
            "so has adding one, where δ*(α) is that of adding and removing: 1 of {z} or of {z, x}",
            "n is fixed",
            one_of_one_or_two,
            hypothesis=lambda case: case.population == 2 and not moved(case, 1),
        ),
    ),
    Lemma(
        "replacing.with_replacement",
        "with samples of s draws from n records and q = 1 − (1 − 1/n)^s, replacing one has "
        "δ*(1 + q(α − 1)) <= Σ_k C(s, k)·(1/n)^k·(1 − 1/n)^(s−k)·δ*_k(α) over k >= 1, where "
        "δ*_k is that of groups of k",
        "Balle, Barthe and Gaboardi 2018, theorem 10",
        drawn([(2, 2), (3, 2)]),
        lambda case: with_replacement(case, repeated=True),
        Sibling(
            "it has at most q·δ*(α)",
            "a record may be drawn twice",
            lambda case: with_replacement(case, repeated=False),
        ),
    ),
)
