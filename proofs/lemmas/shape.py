"""The shape of a privacy profile, and what it says about large losses and single outcomes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple

from proofs import engine
from proofs.definitions import Law, hockey_stick, largest_ratio, pure_level
from proofs.domains import At, Domain, Grid, Table, tables_at
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Levels(NamedTuple):
    """A channel and two levels, the second above the first."""

    table: Table
    alpha: Fraction
    beta: Fraction

    def __str__(self) -> str:
        return f"{self.table}, α = {self.alpha}, β = {self.beta}"


class Budgets(NamedTuple):
    """A channel and a level for each direction."""

    table: Table
    alpha: Fraction
    beta: Fraction

    def __str__(self) -> str:
        return f"{self.table}, α = {self.alpha}, β = {self.beta}"


def two_levels(grid: Grid) -> Iterator[Levels]:
    """Every channel at every two of its levels."""
    for table in grid.tables():
        for alpha, beta in product(table.levels, repeat=2):
            if alpha < beta:
                yield Levels(table, alpha, beta)


def budgets(grid: Grid) -> Iterator[Budgets]:
    """Every channel with two levels whose product is a square."""
    for table in grid.tables():
        for alpha, beta in ((2, 8), (4, 4), (8, 2)):
            yield Budgets(table, Fraction(alpha), Fraction(beta))


PAIRS: Domain[At] = Domain(
    "every pair of laws at its levels",
    tables_at(),
    quick=Grid(((1, 1), (2, 6), (3, 3))),
    full=Grid(((1, 1), (2, 12), (3, 6), (4, 3))),
)

TABLES: Domain[Table] = Domain(
    "every pair of laws",
    lambda grid: grid.tables(),
    quick=Grid(((2, 5), (3, 3))),
    full=Grid(((2, 12), (3, 6), (4, 3))),
)

LEVELS: Domain[Levels] = Domain(
    "every pair of laws at every two of its levels",
    two_levels,
    quick=Grid(((1, 1), (2, 6), (3, 3))),
    full=Grid(((1, 1), (2, 10), (3, 5))),
)

BUDGETS: Domain[Budgets] = Domain(
    "every pair of laws at (2, 8), (4, 4), (8, 2)",
    budgets,
    quick=Grid(((2, 9),)),
    full=Grid(((2, 20), (3, 6))),
)

THERE, BACK = ("0", "1"), ("1", "0")


def divergence(table: Table, alpha: Fraction) -> Fraction:
    """The engine's H_α(P‖Q)."""
    return engine.divergence(table.channel, THERE, alpha)


def pair(table: Table) -> tuple[Law, Law]:
    """P and Q."""
    p, q = table.laws
    return p, q


def middle(case: Levels) -> Fraction:
    """The level half-way."""
    return (case.alpha + case.beta) / 2


def heights(case: Levels) -> tuple[Comparison, list[Fraction]]:
    """The engine's H at both levels and half-way, and whether they are those of the definition."""
    asked = (case.alpha, middle(case), case.beta)
    found = [divergence(case.table, alpha) for alpha in asked]
    true = [hockey_stick(*pair(case.table), alpha) for alpha in asked]
    return equals(found, true), found


def shape(case: Levels) -> Comparison:
    """H falls, no faster than α rises, and stays below its chords."""
    exact, (high, between, low) = heights(case)
    return every(
        exact,
        at_most(low, high),
        at_most(high - low, case.beta - case.alpha),
        at_most(between, (high + low) / 2),
    )


def strictly_falling(case: Levels) -> Comparison:
    """Had H to fall wherever it is positive."""
    _, (high, _, low) = heights(case)
    return Comparison(low < high, False, (low, high), "<")


def tail(case: Levels) -> Fraction:
    """P{P >= βQ}, without the outcomes that P never has."""
    p, q = pair(case.table)
    return sum((x for x, y in zip(p, q, strict=True) if x and x >= case.beta * y), Fraction(0))


def large_losses(case: Levels) -> Comparison:
    """A loss of ln β exceeds ln α by a share of its own probability."""
    exact, (high, _, _) = heights(case)
    return every(exact, at_most(tail(case), high * case.beta / (case.beta - case.alpha)))


def kinks(table: Table) -> Comparison:
    """δ* is linear between breakpoints of the engine, and bends at every one of them."""
    found = engine.breakpoints(table.channel)
    asked = [Fraction(1), *found, (found[-1] if found else Fraction(1)) + 1]
    ends = list(pairwise(asked))
    linear = [
        equals(engine.star(table.channel, (a + b) / 2), (star(table, a) + star(table, b)) / 2)
        for a, b in ends
    ]
    slopes = [(star(table, b) - star(table, a)) / (b - a) for a, b in ends]
    bends = all(a < b for a, b in pairwise(slopes))
    return every(*linear, equals(slopes[-1], Fraction(0)), equals(bends, True))


def star(table: Table, alpha: Fraction) -> Fraction:
    """δ*(α) by definition."""
    p, q = pair(table)
    return max(hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))


def kinks_are_ratios(table: Table) -> Comparison:
    """Had δ* a breakpoint at every ratio above 1, and nowhere else."""
    ratios = sorted({a for a in table.levels[:-1:2] if a > 1})
    return equals(engine.breakpoints(table.channel), ratios)


def mirrored(at: At) -> bool:
    """Reversing the order of outputs exchanges P and Q."""
    p, q = pair(at.table)
    return p == q[::-1]


def same_both_ways(at: At) -> Comparison:
    """H of both directions, by the engine and by definition."""
    there, back = (engine.divergence(at.table.channel, ends, at.alpha) for ends in (THERE, BACK))
    return equals(there, back, hockey_stick(*pair(at.table), at.alpha))


def largest(at: At) -> Fraction:
    """The largest excess of a single outcome, if there is one."""
    excess = max(x - at.alpha * y for x, y in zip(*pair(at.table), strict=True))
    return max(excess, Fraction(0))


def outcomes(at: At) -> Comparison:
    """Not all of the outcomes have an excess, and none a larger one."""
    found = divergence(at.table, at.alpha)
    exact = equals(found, hockey_stick(*pair(at.table), at.alpha))
    return every(exact, at_most(found, (at.table.outputs - 1) * largest(at)))


def within_budgets(case: Budgets) -> bool:
    """P <= αQ and Q <= βP everywhere."""
    p, q = pair(case.table)
    there, back = largest_ratio(p, q), largest_ratio(q, p)
    return there is not None and back is not None and there <= case.alpha and back <= case.beta


def symmetric(case: Budgets) -> Comparison:
    """The pure level, by the engine and by definition, and the larger budget."""
    found = engine.least_pure_level(case.table.channel)
    assert found is not None  # the hypothesis
    return every(
        equals(found, pure_level(*pair(case.table))), at_most(found, max(case.alpha, case.beta))
    )


def geometric_mean(case: Budgets) -> Comparison:
    """The square of the pure level, and the product of budgets."""
    found = engine.least_pure_level(case.table.channel)
    assert found is not None  # the hypothesis
    return at_most(found**2, case.alpha * case.beta)


LEMMAS: tuple[Lemma[At] | Lemma[Levels] | Lemma[Table] | Lemma[Budgets], ...] = (
    Lemma(
        "shape.curve",
        "α ↦ H_α(P‖Q) falls, by no more than α rises, and is convex",
        "Sason and Verdú 2016; Zhu, Dong and Wang 2022",
        LEVELS,
        shape,
        Sibling(
            "it falls strictly wherever it is positive",
            "the outcomes that P alone can have",
            strictly_falling,
            hypothesis=lambda case: hockey_stick(*pair(case.table), case.beta) > 0,
        ),
    ),
    Lemma(
        "shape.breakpoints",
        "δ* is linear between its breakpoints, bends at each of them, and is constant beyond",
        "Zhu, Dong and Wang 2022",
        TABLES,
        kinks,
        Sibling(
            "its breakpoints are the ratios P/Q and Q/P above 1",
            "the better direction has ratios, too",
            kinks_are_ratios,
        ),
    ),
    Lemma(
        "shape.tail",
        "P{P >= βQ} <= H_α(P‖Q)·β/(β − α) for β > α",
        "Kasiviswanathan and Smith 2014; Canonne, Kamath and Steinke 2020",
        LEVELS,
        large_losses,
        Sibling(
            "P{P >= βQ} <= H_α(P‖Q)",
            "the factor β/(β − α)",
            lambda case: at_most(tail(case), divergence(case.table, case.alpha)),
        ),
    ),
    Lemma(
        "shape.exchange",
        "H_α(P‖Q) = H_α(Q‖P) if an exchange of outputs turns P into Q and Q into P",
        "Dong, Roth and Su 2022, section 2",
        PAIRS,
        same_both_ways,
        Sibling(
            "it does if there are only two outcomes",
            "the symmetry",
            same_both_ways,
            hypothesis=lambda at: at.table.outputs == 2,
        ),
        hypothesis=mirrored,
    ),
    Lemma(
        "shape.outcomes",
        "of m outcomes, H_α(P‖Q) is at most m − 1 times the largest excess P(z) − αQ(z)",
        "Dwork and Roth 2014, definition 2.4",
        PAIRS,
        outcomes,
        Sibling(
            "a δ for every single outcome is a δ for half of them together",
            "all outcomes but one may exceed it",
            lambda at: at_most(divergence(at.table, at.alpha), at.table.outputs * largest(at) / 2),
        ),
    ),
    Lemma(
        "shape.budgets",
        "P <= αQ and Q <= βP give the pure level max(α, β)",
        "Dwork and Roth 2014, section 2.3",
        BUDGETS,
        symmetric,
        Sibling(
            "they give the pure level √(αβ)",
            "the worse direction counts",
            geometric_mean,
            hypothesis=within_budgets,
        ),
        hypothesis=within_budgets,
    ),
)
