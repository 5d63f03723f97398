"""Group privacy: what protects one person protects a group, at a price."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from proofs import engine
from proofs.definitions import hockey_stick, pure_level
from proofs.domains import At, Domain, Grid, Table
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

ALPHAS = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4))

ENDS = {"pairs": [["0", "2"]]}


class Chained(NamedTuple):
    """Three laws, each a neighbour of the next, with a level for each step."""

    table: Table
    alpha: Fraction
    beta: Fraction

    def __str__(self) -> str:
        return f"{self.table}, α = {self.alpha}, β = {self.beta}"


def chains(grid: Grid, rows: int) -> Iterator[Table]:
    """Every chain, outputs being as good in reverse order: the first law is no greater reversed."""
    return (table for table in grid.tables(rows) if table.weights[0] <= table.weights[0][::-1])


def chains_at(grid: Grid) -> Iterator[At]:
    """Every chain of three laws at fixed levels."""
    return (At(table, alpha) for table in chains(grid, 3) for alpha in ALPHAS)


def longer_chains_at(grid: Grid) -> Iterator[At]:
    """The same, and chains of four laws over denominators up to half of those."""
    half = Grid(tuple((outputs, bound // 2) for outputs, bound in grid.bounds))
    tables = sorted([*chains(grid, 3), *chains(half, 4)])
    return (At(table, alpha) for table in tables for alpha in ALPHAS)


def chained(grid: Grid) -> Iterator[Chained]:
    """Every chain of three laws, with every two of some levels."""
    for table in grid.tables(rows=3):
        for alpha, beta in product(ALPHAS[:3], repeat=2):
            yield Chained(table, alpha, beta)


CHAINS: Domain[At] = Domain(
    "every chain of three laws at α = 1, 3/2, 2, 4",
    chains_at,
    quick=Grid(((2, 6),)),
    full=Grid(((2, 9), (3, 3))),
)

LONGER: Domain[At] = Domain(
    "every chain of three laws, and of four up to D/2, at α = 1, 3/2, 2, 4",
    longer_chains_at,
    quick=Grid(((2, 6),)),
    full=Grid(((2, 9), (3, 3))),
)

STEPS: Domain[Chained] = Domain(
    "every chain of three laws at α, β = 1, 3/2, 2",
    chained,
    quick=Grid(((2, 4), (3, 1))),
    full=Grid(((2, 7), (3, 3))),
)

TRIPLES: Domain[Table] = Domain(
    "every chain of three laws",
    lambda grid: grid.tables(rows=3),
    quick=Grid(((2, 6), (3, 3))),
    full=Grid(((2, 12), (3, 4))),
)


def size(at: At) -> int:
    """How many steps there are from the first law to the last one."""
    return len(at.table.laws) - 1


def step(at: At) -> Fraction:
    """δ*(α) of neighbours."""
    steps = [(x, y) for p, q in pairwise(at.table.laws) for x, y in ((p, q), (q, p))]
    return max(hockey_stick(x, y, at.alpha) for x, y in steps)


def group_within(at: At, factor: Fraction) -> Comparison:
    """H_(α^k) of a group of k, by the engine and by definition, within a multiple of a step's δ*.

    One direction: the domain has every chain in reverse, too.
    """
    k, level = size(at), at.alpha ** size(at)
    chain = {"pairs": [[str(i), str(i + 1)] for i in range(k)]}
    group = at.table.channel.under({"group": {"of": chain, "distance": k}})
    found = engine.directed(group, level, "0", str(k))
    true = hockey_stick(at.table.laws[0], at.table.laws[-1], level)
    return every(equals(found, true), at_most(found, factor * step(at)))


def triangle(case: Chained, factor: Fraction) -> Comparison:
    """From the first law to the last one, by way of the one between."""
    p, r, q = case.table.laws
    level = case.alpha * case.beta
    found = engine.directed(case.table.channel.under(ENDS), level, "0", "2")
    first, second = hockey_stick(p, r, case.alpha), hockey_stick(r, q, case.beta)
    return every(
        equals(found, hockey_stick(p, q, level)),
        at_most(found, first + factor * second),
    )


def steps(table: Table) -> list[Fraction | None]:
    """The pure levels of the two steps."""
    p, r, q = table.laws
    return [pure_level(p, r), pure_level(r, q)]


def pure_group(table: Table, claimed: Fraction) -> Comparison:
    """The pure level of the ends, by the engine and by definition, within a claim."""
    found = engine.least_pure_level(table.channel.under(ENDS))
    p, _, q = table.laws
    return every(equals(found, pure_level(p, q)), at_most(found, claimed))


def finite(table: Table) -> bool:
    """Both steps have finite pure levels."""
    return None not in steps(table)


def finite_steps(table: Table) -> list[Fraction]:
    """The pure levels, all of which are finite."""
    return [level for level in steps(table) if level is not None]


LEMMAS: tuple[Lemma[At] | Lemma[Chained] | Lemma[Table], ...] = (
    Lemma(
        "group.delta",
        "H_α² of a group of two is at most (1 + α)·δ*(α)",
        "Vadhan 2017, lemma 2.2, in its proof",
        CHAINS,
        lambda at: group_within(at, 1 + at.alpha),
        Sibling(
            "it is at most 2·δ*(α)",
            "the second step's δ is seen through the first one's level",
            lambda at: group_within(at, Fraction(2)),
        ),
    ),
    Lemma(
        "group.largest_factor",
        "H of a group of k at α^k is at most k·α^(k−1)·δ*(α)",
        "Dwork and Roth 2014, section 2.3",
        LONGER,
        lambda at: group_within(at, size(at) * at.alpha ** (size(at) - 1)),
        Sibling(
            "it is at most k²·δ*(α)",
            "the factor grows with the level",
            lambda at: group_within(at, Fraction(size(at) ** 2)),
        ),
    ),
    Lemma(
        "group.triangle",
        "H_αβ(P‖Q) <= H_α(P‖R) + α·H_β(R‖Q)",
        "Vadhan 2017, lemma 2.2, in its proof",
        STEPS,
        lambda case: triangle(case, case.alpha),
        Sibling(
            "H_αβ(P‖Q) <= H_α(P‖R) + H_β(R‖Q)",
            "the factor α",
            lambda case: triangle(case, Fraction(1)),
        ),
    ),
    Lemma(
        "group.pure",
        "the pure level of a group of two is at most the product of those of the steps",
        "Dwork and Roth 2014, theorem 2.2",
        TRIPLES,
        lambda table: pure_group(table, prod(finite_steps(table), start=Fraction(1))),
        Sibling(
            "it is at most the larger of the two",
            "every step multiplies the level",
            lambda table: pure_group(table, max(finite_steps(table))),
            hypothesis=finite,
        ),
        hypothesis=finite,
    ),
)
