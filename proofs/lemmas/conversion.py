"""Conversions between measures of privacy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import hockey_stick, moment, product_law, pure_level
from proofs.domains import Domain, Grid, Repeated, Table, repeated
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


RELEASES: Domain[Repeated] = Domain(
    "every pair of laws, k = 1, 2, at its levels",
    repeated((1, 2)),
    quick=Grid(((2, 3),)),
    full=Grid(((2, 6), (3, 3))),
)

CLOSE = Fraction(1, 10**9)
"""A promise is rounded up, by far less than this share of it."""


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


def below_pure(case: Repeated) -> bool:
    """The level is below the pure level of all releases, which is finite."""
    level = pure_level(*case.table.laws)
    return level is not None and case.alpha < level**case.releases


def promises(case: Repeated) -> tuple[Fraction, Fraction]:
    """What the engine promises by the sum of Rényi divergences, and by that of ρ."""
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    rdp, zcdp = (engine.promised(drawn, name, case.alpha, case.alpha) for name in ("RDP", "zCDP"))
    return rdp, zcdp


def best_order(case: Repeated) -> Fraction:
    """The least A_n^k·α^(1−n)·(n−1)^(n−1)/n^n over orders n, with A_n of the worse direction."""
    p, q = case.table.laws
    found = []
    for order in range(2, 40):
        both = [moment(*laws, order) for laws in ((p, q), (q, p))]
        worse = max(value for value in both if value is not None)
        found.append(worse**case.releases * best_factor(order) / case.alpha ** (order - 1))
    return min(Fraction(1), *found)


def promised(case: Repeated) -> Comparison:
    """δ* of all releases, what the best order gives, and both promises."""
    p, q = (product_law([law] * case.releases) for law in case.table.laws)
    true = max(hockey_stick(p, q, case.alpha), hockey_stick(q, p, case.alpha))
    (rdp, zcdp), best = promises(case), best_order(case)
    return every(
        at_most(true, best),
        at_most(best, rdp),
        at_most(rdp, best * (1 + CLOSE)),
        at_most(rdp, zcdp * (1 + CLOSE)),
    )


LEMMAS: tuple[Lemma[Order] | Lemma[Repeated], ...] = (
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
    Lemma(
        "conversion.promises",
        "δ* of k releases is at most the least A_n^k·α^(1−n)·(n−1)^(n−1)/n^n over all n, and that "
        "at most the same with e^(kρn(n−1)) for A_n^k",
        "Canonne, Kamath and Steinke 2020, proposition 12; Bun and Steinke 2016",
        RELEASES,
        promised,
        Sibling(
            "the latter is no more than the former",
            "ρ alone knows less than all divergences",
            lambda case: at_most(*promises(case)[::-1]),
            hypothesis=below_pure,
        ),
        hypothesis=below_pure,
        never_equal="ρ·n is above D_n at every order n >= 2",
    ),
)
