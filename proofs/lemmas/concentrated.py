"""Zero-concentrated privacy: the least ρ with D_a <= ρ·a at all orders, and what bounds it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import verify
from proofs import engine
from proofs.definitions import Law, largest_ratio, moment, pure_level
from proofs.domains import Domain, Grid, Power, Table
from proofs.harness import Comparison, Lemma, Sibling, equals, every
from proofs.logarithms import Between, at_most_between, ln

__all__ = ["LEMMAS"]

ORDERS = (2, 3, 4)


def bounded(grid: Grid) -> Iterator[Table]:
    """Every two laws without zeros, up to their order and that of the outputs.

    ρ is that of the worse direction, and does not depend on names.
    """
    return (table for table in grid.tables() if is_first(table))


def is_first(table: Table) -> bool:
    """P comes before Q, outputs stand in ascending order, and none is impossible."""
    p, q = table.weights
    columns = list(zip(p, q, strict=True))
    return p <= q and columns == sorted(columns) and all((*p, *q))


def bounded_powers(grid: Grid) -> Iterator[Power]:
    """The same, and two or three releases."""
    return (Power(table, count) for table in bounded(grid) for count in (2, 3))


TABLES: Domain[Table] = Domain(
    "every two laws without zeros, up to their order and that of outputs",
    bounded,
    quick=Grid(((1, 1), (2, 6), (3, 4))),
    full=Grid(((1, 1), (2, 12), (3, 7))),
)


def chains(grid: Grid) -> Iterator[Table]:
    """Every three laws without zeros on two outputs, in ascending order.

    Reversing the laws and exchanging the outputs changes nothing: one of the two is enough.
    """
    for table in grid.tables(3):
        mirrored = tuple(row[::-1] for row in table.weights[::-1])
        ascends = list(table.weights) == sorted(table.weights)
        if ascends and table.weights <= mirrored and all(map(all, table.weights)):
            yield table


CHAINS: Domain[Table] = Domain(
    "every three laws without zeros, in ascending order, up to a reflection",
    chains,
    quick=Grid(((1, 1), (2, 4))),
    full=Grid(((1, 1), (2, 8))),
)

POWERS: Domain[Power] = Domain(
    "every two laws without zeros, up to their order and that of outputs, k = 2, 3",
    bounded_powers,
    quick=Grid(((1, 1), (2, 4))),
    full=Grid(((1, 1), (2, 8), (3, 5))),
)


def rho(mechanism: verify.Mechanism) -> Between:
    """The engine's enclosure of ρ."""
    found = engine.rho(mechanism)
    assert found is not None  # all ratios are finite
    return Between(*found)


def pair(table: Table) -> tuple[Law, Law]:
    """P and Q."""
    p, q = table.laws
    return p, q


def mean_loss(p: Law, q: Law) -> Between:
    """D_1 = Σ P·ln(P/Q): what D_a comes down to as a goes to 1, so that ρ is no less."""
    gain = loss = Between(Fraction(0), Fraction(0))
    for x, y in zip(p, q, strict=True):
        if x > y:
            gain = gain.plus(ln(x / y).times(x))
        elif x:
            loss = loss.plus(ln(y / x).times(x))
    return Between(max(gain.low - loss.high, Fraction(0)), gain.high - loss.low)


def divergences(table: Table) -> list[Between]:
    """D_a/a of both directions at the orders 1, 2, 3, 4."""
    return divergences_of(*pair(table))


def divergences_of(first: Law, second: Law) -> list[Between]:
    """The same of two laws."""
    found = []
    for p, q in ((first, second), (second, first)):
        found.append(mean_loss(p, q))
        for order in ORDERS:
            value = moment(p, q, order)
            assert value is not None  # all ratios are finite
            found.append(ln(value).times(Fraction(1, order * (order - 1))))
    return found


def no_less(table: Table, found: Between) -> list[Comparison]:
    """ρ is no less than D_a/a at the orders that are looked at."""
    return [at_most_between(value, found) for value in divergences(table)]


def level(table: Table) -> Fraction:
    """The pure level by definition."""
    found = pure_level(*pair(table))
    assert found is not None  # all ratios are finite
    return found


def spread(table: Table) -> Fraction:
    """The greatest ratio over the least one, by definition."""
    p, q = pair(table)
    there, back = largest_ratio(p, q), largest_ratio(q, p)
    assert there is not None  # all ratios are finite
    assert back is not None
    return there * back


def within(table: Table, bound: Between) -> Comparison:
    """ρ, between D_a/a at some orders and a bound."""
    found = rho(table.channel)
    return every(*no_less(table, found), at_most_between(found, bound))


def of_pure(alpha: Fraction) -> Between:
    """ε·tanh(ε/2) = ε·(α − 1)/(α + 1)."""
    return ln(alpha).times((alpha - 1) / (alpha + 1))


def square(alpha: Fraction, share: Fraction) -> Between:
    """A share of the square of ln α."""
    return ln(alpha).times(ln(alpha)).times(share)


def of_range(table: Table) -> Comparison:
    """η by the engine and by definition, and ρ within η²/8."""
    exact = equals(engine.spread(table.channel), spread(table))
    return every(exact, within(table, square(spread(table), Fraction(1, 8))))


def at_orders(table: Table) -> Comparison:
    """The engine's moments, and ρ no less than what they give."""
    p, q = pair(table)
    exact = [equals(engine.moment(table.channel, order), moment(p, q, order)) for order in ORDERS]
    return every(*exact, *no_less(table, rho(table.channel)))


def at_order_two(table: Table) -> Comparison:
    """Had order 2 to be the worst."""
    there, back = (divergences(table)[place] for place in (1, 1 + 1 + len(ORDERS)))
    worse = there if there.low >= back.low else back
    return at_most_between(rho(table.channel), worse)


def multiplied(case: Power) -> Comparison:
    """ρ of all releases, k times that of one, and k times D_a/a of one at some orders."""
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    found, one, count = rho(drawn), rho(case.table.channel), Fraction(case.releases)
    bounds = [one, *divergences(case.table)]
    least = [at_most_between(value.times(count), found) for value in bounds]
    return every(*least, at_most_between(found, one.times(count)))


def by_root(case: Power) -> Comparison:
    """ρ² of all releases, and k times ρ² of one."""
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    found, one = rho(drawn), rho(case.table.channel)
    return at_most_between(found.times(found), one.times(one).times(Fraction(case.releases)))


def group(table: Table, factor: int) -> Comparison:
    """ρ from end to end, between D_a/a and ε·tanh(ε/2), and within a multiple of that of a step."""
    first, _, last = table.laws
    chain = table.channel.under({"pairs": [["0", "1"], ["1", "2"]]})
    found, step = rho(table.channel.under({"pairs": [["0", "2"]]})), rho(chain)
    alpha = pure_level(first, last)
    assert alpha is not None  # all ratios are finite
    return every(
        *(at_most_between(value, found) for value in divergences_of(first, last)),
        at_most_between(found, of_pure(alpha)),
        at_most_between(found, step.times(Fraction(factor))),
    )


LEMMAS: tuple[Lemma[Table] | Lemma[Power], ...] = (
    Lemma(
        "concentrated.pure",
        "pure ε-privacy gives ρ <= ε·tanh(ε/2), which is at most ε²/2",
        "Bun and Steinke 2016, proposition 1.4; Harrison and Manurangsi 2025",
        TABLES,
        lambda table: within(table, of_pure(level(table))),
        Sibling(
            "it gives ρ <= ε²/4",
            "randomized response attains the bound",
            lambda table: within(table, square(level(table), Fraction(1, 4))),
        ),
    ),
    Lemma(
        "concentrated.range",
        "a bounded range η gives ρ <= η²/8",
        "Dong, Durfee and Rogers 2020; Cesar and Rogers 2021",
        TABLES,
        of_range,
        Sibling(
            "pure ε-privacy gives ρ <= ε²/8",
            "η is up to 2ε",
            lambda table: within(table, square(level(table), Fraction(1, 8))),
        ),
    ),
    Lemma(
        "concentrated.orders",
        "D_1, D_2/2, D_3/3 and D_4/4 are at most ρ",
        "Bun and Steinke 2016, definition 1.1",
        TABLES,
        at_orders,
        Sibling("ρ is D_2/2", "all orders", at_order_two),
    ),
    Lemma(
        "concentrated.composition",
        "ρ of k fresh releases is kρ",
        "Bun and Steinke 2016, lemma 2.3",
        POWERS,
        multiplied,
        Sibling("it is at most √k·ρ", "ρ is added, not ε", by_root),
    ),
    Lemma(
        "concentrated.group",
        "two steps of ρ each have at most 4ρ from end to end: k²ρ",
        "Bun and Steinke 2016, proposition 1.9",
        CHAINS,
        lambda table: group(table, 4),
        Sibling("they have at most 2ρ", "D_a grows with k²", lambda table: group(table, 2)),
    ),
)
