"""Conversions between measures of privacy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from proofs import engine
from proofs.definitions import hockey_stick, moment
from proofs.domains import Domain, Grid, Table
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Order(NamedTuple):
    """A channel, the order of a Rényi divergence, and a level."""

    table: Table
    order: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, n = {self.order}, α = {self.alpha}"


def orders(grid: Grid) -> Iterator[Order]:
    """Every channel at orders 2, 3 and 5 and at its levels."""
    for table in grid.tables():
        for order in (2, 3, 5):
            for alpha in table.levels:
                yield Order(table, order, alpha)


ORDERS: Domain[Order] = Domain(
    "every pair of laws, n = 2, 3, 5, at its levels",
    orders,
    quick=Grid(((2, 6), (3, 3))),
    full=Grid(((2, 12), (3, 6))),
)


def finite(case: Order) -> bool:
    """The divergence is finite."""
    p, q = case.table.laws
    return moment(p, q, case.order) is not None


def converted(case: Order, factor: Fraction) -> Comparison:
    """H_α by the engine and by definition, within a multiple of A_n·α^(1−n)."""
    p, q = case.table.laws
    true = hockey_stick(p, q, case.alpha)
    found = engine.moment(case.table.channel, case.order)
    assert found is not None  # the hypothesis
    return every(
        equals(engine.forward(case.table.channel, case.alpha), true),
        equals(found, moment(p, q, case.order)),
        at_most(true, factor * found / case.alpha ** (case.order - 1)),
    )


def best_factor(order: int) -> Fraction:
    """(n − 1)^(n−1)/n^n."""
    return Fraction((order - 1) ** (order - 1), order**order)


LEMMAS: tuple[Lemma[Order], ...] = (
    Lemma(
        "conversion.renyi",
        "H_α(P‖Q) <= A_n·α^(1−n)·(n−1)^(n−1)/n^n with A_n = Σ P^n·Q^(1−n)",
        "Canonne, Kamath and Steinke 2020, proposition 12",
        ORDERS,
        lambda case: converted(case, best_factor(case.order)),
        Sibling(
            "half of it is enough",
            "the factor is attained",
            lambda case: converted(case, best_factor(case.order) / 2),
            hypothesis=finite,
        ),
        hypothesis=finite,
    ),
)
