"""Domination: when one mechanism is never more private than another, and what garbling adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, product_law
from proofs.domains import Domain, Grid, Table, levels, rows_text
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every
from proofs.linear import garbling_exists

__all__ = ["LEMMAS"]


class Couple(NamedTuple):
    """Two channels with as many inputs each."""

    denominator: int
    outputs: int
    first: Table
    second: Table

    @property
    def levels(self) -> list[Fraction]:
        """The levels of both."""
        return sorted({*self.first.levels, *self.second.levels})

    def __str__(self) -> str:
        return f"{rows_text(self.first.laws, '₁')}, {rows_text(self.second.laws, '₂')}"


def couples(rows: int = 2) -> Callable[[Grid], Iterator[Couple]]:
    """Every two channels with so many inputs."""

    def build(grid: Grid) -> Iterator[Couple]:
        tables = list(grid.tables(rows))
        found = (
            Couple(max(a.denominator, b.denominator), a.outputs + b.outputs, a, b)
            for a, b in product(tables, repeat=2)
        )
        return iter(sorted(found))

    return build


def halved(grid: Grid) -> Iterator[Couple]:
    """Every two channels with P₁ <= Q₁: exchanging P and Q in both changes nothing."""
    return (each for each in couples()(grid) if each.first.weights[0] <= each.first.weights[1])


def unordered(grid: Grid) -> Iterator[Table]:
    """Every two laws in one order only: δ* does not depend on it."""
    return (table for table in grid.tables() if table.weights[0] <= table.weights[1])


PAIRS: Domain[Couple] = Domain(
    "every two pairs of laws",
    couples(),
    quick=Grid(((2, 3), (3, 1))),
    full=Grid(((2, 4), (3, 2))),
)

HALVED: Domain[Couple] = Domain(
    "every two pairs of laws, P₁ not after Q₁",
    halved,
    quick=Grid(((2, 4),)),
    full=Grid(((2, 5), (3, 2))),
)

TRIPLES: Domain[Couple] = Domain(
    "every two channels of three rows",
    couples(rows=3),
    quick=Grid(((2, 2),)),
    full=Grid(((2, 3), (3, 1))),
)

LAWS: Domain[Table] = Domain(
    "every two laws, in one order",
    unordered,
    quick=Grid(((2, 4), (3, 5))),
    full=Grid(((2, 12), (3, 7), (4, 4))),
)


def star(table: Table, alpha: Fraction) -> Fraction:
    """δ*(α) by definition."""
    return max(hockey_stick(p, q, alpha) for p, q in permutations(table.laws, 2))


def on_whole_curve(case: Couple) -> Comparison:
    """The engine's answer, with the place where it fails, and every level by definition."""
    found = engine.domination(case.first.channel, case.second.channel)
    below = [a for a in case.levels if star(case.first, a) < star(case.second, a)]
    answers = equals(found is None, not below)
    if found is None:
        return answers
    alpha, here, there = found
    return every(
        answers, equals((here, there), (star(case.first, alpha), star(case.second, alpha)))
    )


def at_other_breakpoints(case: Couple) -> Comparison:
    """Had it been enough to look at α = 1 and the breakpoints of the second."""
    asked = [Fraction(1), *engine.breakpoints(case.second.channel)]
    above = all(star(case.first, alpha) >= star(case.second, alpha) for alpha in asked)
    return equals(engine.domination(case.first.channel, case.second.channel) is None, above)


def of_one_pair(table: Table) -> Comparison:
    """The engine's pair of laws has the profile δ* in either direction."""
    pair = verify.measures.dominating_pair(table.channel)
    laws = engine.law(pair, "P"), engine.law(pair, "Q")
    p, q = (tuple(law.get(z, Fraction(0)) for z in pair.outputs) for law in laws)
    sums = equals(sum(p), sum(q), Fraction(1))
    asked = sorted({*table.levels, *levels([p, q])})
    found = [
        equals(star(table, alpha), hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))
        for alpha in asked
    ]
    return every(sums, *found)


def of_one_direction(table: Table) -> Comparison:
    """Had the two laws that profile themselves, in one of both directions."""
    there, back = zip(*(both_ways(table, alpha) for alpha in table.levels), strict=True)
    worst = tuple(star(table, alpha) for alpha in table.levels)
    return equals(worst in (there, back), True)


def both_ways(table: Table, alpha: Fraction) -> tuple[Fraction, Fraction]:
    """The engine's H_α(P‖Q) and H_α(Q‖P)."""
    return (
        engine.divergence(table.channel, ("0", "1"), alpha),
        engine.divergence(table.channel, ("1", "0"), alpha),
    )


def dominates_both_ways(case: Couple) -> bool:
    """In each direction H_α of the first is at least that of the second, at every α >= 1."""
    return all(
        a >= b
        for alpha in case.levels
        for a, b in zip(both_ways(case.first, alpha), both_ways(case.second, alpha), strict=True)
    )


def dominates_star(case: Couple) -> bool:
    """δ* of the first is at least that of the second, at every α."""
    return engine.domination(case.first.channel, case.second.channel) is None


def blackwell(case: Couple) -> Comparison:
    """The engine's divergences are those of the definition, and decide about garbling."""
    exact = [
        equals(both_ways(table, alpha), (hockey_stick(p, q, alpha), hockey_stick(q, p, alpha)))
        for table in (case.first, case.second)
        for p, q in [table.laws]
        for alpha in case.levels
    ]
    exists = garbling_exists(case.first.laws, case.second.laws)
    return every(*exact, equals(dominates_both_ways(case), exists))


def is_garbling(case: Couple) -> bool:
    """The second is a garbling of the first."""
    return garbling_exists(case.first.laws, case.second.laws)


def below_in_all_pairs(case: Couple) -> Comparison:
    """Every ordered pair of inputs, by the engine and by definition, at every level."""
    found, bounds = [], []
    for (i, j), alpha in product(permutations(range(3), 2), case.levels):
        ends = str(i), str(j)
        one, other = (engine.divergence(t.channel, ends, alpha) for t in (case.first, case.second))
        (p, q), (r, s) = ((t.laws[i], t.laws[j]) for t in (case.first, case.second))
        found.append(equals((one, other), (hockey_stick(p, q, alpha), hockey_stick(r, s, alpha))))
        bounds.append(at_most(other, one))
    return every(*found, *bounds)


def pairs_are_dominated(case: Couple) -> bool:
    """Every ordered pair of inputs is less apart in the second."""
    return all(
        hockey_stick(r, s, alpha) <= hockey_stick(p, q, alpha)
        for alpha in case.levels
        for (p, q), (r, s) in zip(
            permutations(case.first.laws, 2), permutations(case.second.laws, 2), strict=True
        )
    )


def squares(case: Couple) -> list[tuple[verify.Mechanism, tuple[Law, Law]]]:
    """Twice the first, and the first and the second: mechanisms and laws."""
    found: list[tuple[verify.Mechanism, tuple[Law, Law]]] = []
    for other in (case.first, case.second):
        drawn = verify.combinators.fresh([case.first.channel, other.channel])
        p, q = (product_law(laws) for laws in zip(case.first.laws, other.laws, strict=True))
        found.append((drawn, (p, q)))
    return found


def stays_dominated(case: Couple) -> Comparison:
    """δ* of both, by the engine and by definition, between the ratios of either."""
    (twice, (p, q)), (mixed, (r, s)) = squares(case)
    found, bounds = [], []
    for alpha in sorted({*levels([p, q])[1::2], *levels([r, s])[1::2]}):
        one, other = engine.star(twice, alpha), engine.star(mixed, alpha)
        here = max(hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))
        there = max(hockey_stick(r, s, alpha), hockey_stick(s, r, alpha))
        found.append(equals((one, other), (here, there)))
        bounds.append(at_most(other, one))
    return every(*found, *bounds)


LEMMAS: tuple[Lemma[Couple] | Lemma[Table], ...] = (
    Lemma(
        "domination.breakpoints",
        "δ*₁ >= δ*₂ at α = 1 and at the breakpoints of δ*₁ says the same as at every α >= 1",
        "Zhu, Dong and Wang 2022, definition 7",
        PAIRS,
        on_whole_curve,
        Sibling("so do the breakpoints of δ*₂", "those of δ*₁", at_other_breakpoints),
    ),
    Lemma(
        "domination.pair",
        "δ* of P and Q is the profile of some pair of laws, in either direction",
        "Zhu, Dong and Wang 2022, section 3",
        LAWS,
        of_one_pair,
        Sibling(
            "it is that of P and Q, in one of both directions",
            "the worse direction changes with α",
            of_one_direction,
        ),
    ),
    Lemma(
        "domination.composition",
        "if M₁ dominates M₂ in each direction, M₁ × M₁ dominates M₁ × M₂",
        "Zhu, Dong and Wang 2022, section 3",
        HALVED,
        stays_dominated,
        Sibling(
            "δ*₁ >= δ*₂ at every α is enough",
            "in each direction",
            stays_dominated,
            hypothesis=dominates_star,
        ),
        hypothesis=dominates_both_ways,
    ),
    Lemma(
        "domination.garbling",
        "M₂ is a garbling of M₁ if and only if H_α of M₁ is at least that of M₂ in each direction "
        "at every α >= 1",
        "Blackwell 1951; Torgersen 1991",
        PAIRS,
        blackwell,
        Sibling(
            "δ*₁ >= δ*₂ at every α is enough",
            "in each direction",
            lambda case: equals(is_garbling(case), True),
            hypothesis=dominates_star,
        ),
    ),
    Lemma(
        "domination.inputs",
        "if M₂ is a garbling of M₁, every ordered pair of three inputs is dominated",
        "Blackwell 1951",
        TRIPLES,
        below_in_all_pairs,
        Sibling(
            "if every ordered pair of three inputs is dominated, M₂ is a garbling of M₁",
            "the other way round; two inputs",
            lambda case: equals(is_garbling(case), True),
            hypothesis=pairs_are_dominated,
        ),
        hypothesis=is_garbling,
    ),
)
