"""Moments of the likelihood ratio: Rényi divergences of integer order, and χ²."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import hockey_stick, least_level, moment, product_law
from proofs.domains import Domain, Grid, Table, Two
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Orders(NamedTuple):
    """A channel and two orders of a Rényi divergence."""

    table: Table
    order: int
    higher: int

    def __str__(self) -> str:
        return f"{self.table}, n = {self.order}, {self.higher}"


class Factors(NamedTuple):
    """Two channels and an order."""

    two: Two
    order: int

    def __str__(self) -> str:
        return f"{str(self.two).partition(', α')[0]}, n = {self.order}"


class Rare(NamedTuple):
    """An output of chance 1/a at one input and 1/(ab) at the other, a δ = 1/d, and an order."""

    a: int
    b: int
    d: int
    order: int

    @property
    def table(self) -> Table:
        """The channel: whether the output came."""
        low = self.a * self.b
        return Table(low, 2, ((self.b, low - self.b), (1, low - 1)))

    @property
    def delta(self) -> Fraction:
        """The δ."""
        return Fraction(1, self.d)

    def __str__(self) -> str:
        return f"{self.table}, n = {self.order}, δ = {self.delta}"


def orders(grid: Grid) -> Iterator[Orders]:
    """Every channel at every two orders from 2 to 4."""
    for table in grid.tables():
        for order, higher in ((2, 3), (2, 4), (3, 4)):
            yield Orders(table, order, higher)


def factors(grid: Grid) -> Iterator[Factors]:
    """Every two channels, at orders 2 and 3."""
    one = Fraction(1)
    tables = list(grid.tables())
    found = sorted(
        Two(max(a.denominator, b.denominator), a.outputs + b.outputs, a, b, one, one)
        for a, b in product(tables, repeat=2)
    )
    return (Factors(two, order) for two in found for order in (2, 3))


def rare(grid: Grid) -> Iterator[Rare]:
    """a up to the grid's largest denominator, b a power of ten, δ = 1/d, orders 2 and 3."""
    for a in (a for a in (2, 5, 10, 20, 50, 100) if a <= grid.largest):
        for b in (10, 100):
            for d, order in product((1, 2, 5, 10, 25, 100, 1000), (2, 3)):
                yield Rare(a, b, d, order)


TABLES: Domain[Table] = Domain(
    "every pair of laws",
    lambda grid: grid.tables(),
    quick=Grid(((2, 9), (3, 4))),
    full=Grid(((2, 20), (3, 7), (4, 4))),
)

ORDERS: Domain[Orders] = Domain(
    "every pair of laws, two of the orders 2, 3, 4",
    orders,
    quick=Grid(((2, 6), (3, 3))),
    full=Grid(((2, 12), (3, 6))),
)

FACTORS: Domain[Factors] = Domain(
    "every two pairs of laws, n = 2, 3",
    factors,
    quick=Grid(((2, 3), (3, 1))),
    full=Grid(((2, 5), (3, 2))),
)

RARE: Domain[Rare] = Domain(
    "P(o) = 1/a, Q(o) = 1/(ab), a = 2, 5, 10, …, b = 10, 100, δ = 1/d, a <= D, n = 2, 3",
    rare,
    quick=Grid(((2, 20),)),
    full=Grid(((2, 100),)),
)


def chi_squared(table: Table) -> Fraction:
    """χ² = A_2 − 1, by the engine."""
    found = engine.moment(table.channel, 2)
    assert found is not None  # the hypothesis
    return found - 1


def is_finite(table: Table) -> bool:
    """P has no output that Q never has."""
    p, q = table.laws
    return moment(p, q, 2) is not None


def is_large(table: Table) -> bool:
    """χ² is finite and at least 1."""
    p, q = table.laws
    found = moment(p, q, 2)
    return found is not None and found >= 2


def distances(table: Table) -> tuple[Comparison, Fraction, Fraction]:
    """The engine's total variation distance and χ², and whether they are as defined."""
    p, q = table.laws
    found, chi = engine.advantage(table.channel), chi_squared(table)
    true = moment(p, q, 2)
    assert true is not None  # the hypothesis
    return equals((found, chi), (hockey_stick(p, q, Fraction(1)), true - 1)), found, chi


def small_distance(table: Table, factor: int) -> Comparison:
    """A multiple of the square of the total variation distance, within χ²."""
    exact, found, chi = distances(table)
    return every(exact, at_most(factor * found**2, chi))


def large_distance(table: Table) -> Comparison:
    """The total variation distance, within χ²/(1 + χ²)."""
    exact, found, chi = distances(table)
    return every(exact, at_most(found, chi / (1 + chi)))


def two_moments(case: Orders) -> tuple[Comparison, Fraction, Fraction]:
    """The engine's moments at both orders, and whether they are as defined."""
    p, q = case.table.laws
    asked = (case.order, case.higher)
    low, high = (engine.moment(case.table.channel, order) for order in asked)
    assert low is not None  # the hypothesis
    assert high is not None  # the hypothesis
    return equals((low, high), tuple(moment(p, q, order) for order in asked)), low, high


def rising(case: Orders) -> Comparison:
    """D_n <= D_m, as powers of the moments."""
    exact, low, high = two_moments(case)
    return every(exact, at_most(low ** (case.higher - 1), high ** (case.order - 1)))


def proportional(case: Orders) -> Comparison:
    """D_m <= D_n·m/n, as powers of the moments."""
    _, low, high = two_moments(case)
    n, m = case.order, case.higher
    return at_most(high ** (n * (n - 1)), low ** (m * (m - 1)))


def together(case: Factors) -> tuple[Comparison, Fraction, list[Fraction]]:
    """The engine's moment of both releases, whether it is as defined, and those of each."""
    tables = (case.two.first, case.two.second)
    drawn = verify.combinators.fresh([table.channel for table in tables])
    p, q = (product_law(laws) for laws in zip(*(table.laws for table in tables), strict=True))
    found = engine.moment(drawn, case.order)
    single = [moment(a, b, case.order) for a, b in (table.laws for table in tables)]
    assert found is not None  # the hypothesis
    parts = [part for part in single if part is not None]
    return equals(found, moment(p, q, case.order)), found, parts


def both_finite(case: Factors) -> bool:
    """Both have finite moments."""
    return is_finite(case.two.first) and is_finite(case.two.second)


def multiplied(case: Factors) -> Comparison:
    """The moment of both, and the product of the moments."""
    exact, found, (one, other) = together(case)
    return every(exact, equals(found, one * other))


def added(case: Factors) -> Comparison:
    """A_n − 1 of both, and the sum of A_n − 1."""
    _, found, (one, other) = together(case)
    return equals(found - 1, one - 1 + other - 1)


def least(case: Rare) -> tuple[Comparison, Fraction, Fraction]:
    """The engine's moment and least level at δ from P to Q, and whether they are as defined.

    The engine's level is that of both directions, and it is the one of the worse.
    """
    p, q = case.table.laws
    found = engine.moment(case.table.channel, case.order)
    level = engine.least_level(case.table.channel, case.delta)
    there, back = least_level(p, q, case.delta), least_level(q, p, case.delta)
    assert found is not None  # all outputs occur at both inputs
    assert level is not None
    assert there is not None
    assert back is not None
    exact = equals((found, level), (moment(p, q, case.order), max(there, back)))
    return exact, found, there


def level_of_moment(case: Rare) -> Comparison:
    """α^(n−1)·δ of the least level, within A_n·(n−1)^(n−1)/n^n."""
    exact, found, level = least(case)
    n = case.order
    bound = found * Fraction((n - 1) ** (n - 1), n**n)
    return every(exact, at_most(level ** (n - 1) * case.delta if level > 1 else Fraction(0), bound))


def divided_by_the_order(case: Rare) -> Comparison:
    """α^n·δ of the least level, within A_n^(n/(n−1)): both to the power n − 1."""
    _, found, level = least(case)
    n = case.order
    return at_most((level**n * case.delta) ** (n - 1) if level > 1 else Fraction(0), found**n)


LEMMAS: tuple[Lemma[Table] | Lemma[Orders] | Lemma[Factors] | Lemma[Rare], ...] = (
    Lemma(
        "moment.variation",
        "4·TV² <= χ²",
        "Sason and Verdú 2016",
        TABLES,
        lambda table: small_distance(table, 4),
        Sibling(
            "8·TV² <= χ²",
            "the factor is attained",
            lambda table: small_distance(table, 8),
            hypothesis=is_finite,
        ),
        hypothesis=is_finite,
    ),
    Lemma(
        "moment.large_variation",
        "TV <= χ²/(1 + χ²) if χ² >= 1",
        "Sason and Verdú 2016",
        TABLES,
        large_distance,
        Sibling("it is for any χ²", "χ² >= 1", large_distance, hypothesis=is_finite),
        hypothesis=is_large,
    ),
    Lemma(
        "moment.orders",
        "D_n <= D_m for orders n < m",
        "van Erven and Harremoës 2014, theorem 3",
        ORDERS,
        rising,
        Sibling(
            "D_m <= D_n·m/n: one order gives a ρ of zCDP",
            "all orders",
            proportional,
            hypothesis=lambda case: is_finite(case.table),
        ),
        hypothesis=lambda case: is_finite(case.table),
    ),
    Lemma(
        "moment.product",
        "A_n of two independent releases is the product of their A_n",
        "Mironov 2017, proposition 1",
        FACTORS,
        multiplied,
        Sibling("χ² and all A_n − 1 are added", "1 + χ² multiplies", added, hypothesis=both_finite),
        hypothesis=both_finite,
    ),
    Lemma(
        "moment.level",
        "the least α > 1 with H_α(P‖Q) <= δ has α^(n−1) <= A_n/δ·(n−1)^(n−1)/n^n: "
        "ε <= D_n + ln(1/δ)/(n − 1) and less",
        "Mironov 2017, proposition 3; Canonne, Kamath and Steinke 2020, proposition 12",
        RARE,
        level_of_moment,
        Sibling("ε <= D_n + ln(1/δ)/n", "n − 1", divided_by_the_order),
        never_equal="the other output, which both inputs have, adds to A_n",
    ),
)
