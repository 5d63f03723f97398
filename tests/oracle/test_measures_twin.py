"""Measures against their definitions, in plain fractions or with fifty digits."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import verify
from verify import measures
from verify.claim.measured import MeasureVerdict
from verify.combinators import adaptive, fresh, mixture, parallel
from verify.law.channel import Channel
from verify.law.mechanism import Mechanism
from verify.mechanisms import k_randomized_response, leaky, randomized_response

Row = list[Fraction]

RR = randomized_response("3/4")


def rows(draws: Sequence[Sequence[int]]) -> list[Row]:
    return [[Fraction(w, sum(row)) for w in row] for row in draws]


def channel_of(table: Sequence[Row]) -> Channel:
    return Channel([str(i) for i in range(len(table))], None, table)


def tables(inputs: int = 2, least: int = 0) -> st.SearchStrategy[list[Row]]:
    weights = st.lists(st.integers(least, 9), min_size=3, max_size=3).filter(any)
    return st.lists(weights, min_size=inputs, max_size=inputs).map(rows)


def laws(mechanism: Mechanism) -> list[dict[Any, Fraction]]:
    return [{y: Fraction(str(p)) for y, p in mechanism.law(x).items()} for x in mechanism.inputs]


def moment(p: dict[Any, Fraction], q: dict[Any, Fraction], order: int) -> Fraction | None:
    total = Fraction(0)
    for y, weight in p.items():
        if weight:
            if not q.get(y):
                return None
            total += weight**order / q[y] ** (order - 1)
    return total


def worst(mechanism: Mechanism, value: Any) -> Any:
    """The greatest value over both orders of every two neighbours; None is infinity."""
    found = []
    known = laws(mechanism)
    for i, j in mechanism.edges():
        found += [value(known[i], known[j]), value(known[j], known[i])]
    return None if None in found else max(found)


NESTED: dict[str, Mechanism] = {
    "table": k_randomized_response(3, alpha=2),
    "power": fresh(RR, 4),
    "product": fresh([RR, randomized_response("2/3"), RR]),
    "leak": leaky("1/10", RR),
    "coin": mixture([("1/3", RR), ("2/3", randomized_response("3/5"))], revealed=True),
    "hidden coin": mixture([("1/3", RR), ("2/3", randomized_response("3/5"))]),
    "adaptive": adaptive(RR, {"0": randomized_response("2/3"), "1": "stop"}),
    "parallel": parallel([RR, k_randomized_response(3, alpha=2)]),
}


@pytest.mark.parametrize("order", [2, 3, 7])
@pytest.mark.parametrize("name", NESTED)
def test_renyi_moments(name: str, order: int) -> None:
    mechanism = NESTED[name]
    expected = worst(mechanism, lambda p, q: moment(p, q, order))
    assert measures.renyi(mechanism, order).moment == expected


@pytest.mark.parametrize("name", NESTED)
def test_bounded_ranges(name: str) -> None:
    def spread(p: dict[Any, Fraction], q: dict[Any, Fraction]) -> Fraction | None:
        if any(bool(p.get(y)) != bool(q.get(y)) for y in {*p, *q}):
            return None
        ratios = [p[y] / q[y] for y in p if p[y]]
        return max(ratios) / min(ratios)

    assert measures.bounded_range(NESTED[name]).alpha == worst(NESTED[name], spread)


@given(tables(inputs=3), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_capacity_and_reconstruction(table: list[Row], count: int) -> None:
    mechanism = fresh(channel_of(table), count)
    prior = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    capacity = success = Fraction(0)
    for outputs in product(range(3), repeat=count):
        column = []
        for row in table:
            p = Fraction(1)
            for y in outputs:
                p *= row[y]
            column.append(p)
        capacity += max(column)
        success += max(share * p for share, p in zip(prior, column, strict=True))
    assert measures.bayes_capacity(mechanism) == capacity
    named = dict(zip(mechanism.inputs, map(str, prior), strict=True))
    assert measures.reconstruction(mechanism, named) == success


def hockey_stick(p: Row, q: Row, alpha: Fraction) -> Fraction:
    return sum((max(a - alpha * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))


GRID = [Fraction(n, 7) for n in (1, 3, 5, 7, 8, 9, 11, 14, 20, 35, 70, 700)]


@given(tables(inputs=3))
@settings(max_examples=40, deadline=None)
def test_the_dominating_pair_has_the_profile_of_the_mechanism(table: list[Row]) -> None:
    pair = measures.dominating_pair(channel_of(table))
    p, q = ([Fraction(str(w)) for w in pair.row(i)] for i in (0, 1))
    for alpha in GRID:
        greatest = max(hockey_stick(a, b, alpha) for a in table for b in table if a is not b)
        assert hockey_stick(p, q, alpha) == greatest
        assert hockey_stick(q, p, alpha) == greatest


@given(tables(), tables())
@settings(max_examples=60, deadline=None)
def test_domination(first: list[Row], second: list[Row]) -> None:
    def star(table: list[Row], alpha: Fraction) -> Fraction:
        return max(hockey_stick(*table, alpha), hockey_stick(*reversed(table), alpha))

    found = measures.dominates(channel_of(first), channel_of(second))
    cells = [cell for t in (first, second) for cell in zip(*t, strict=True)]
    ratios = {a / b for p, q in cells for a, b in ((p, q), (q, p)) if b}
    places = [Fraction(1), *(r for r in ratios if r > 1), *(a for a in GRID if a > 1)]
    assert bool(found) == all(star(first, a) >= star(second, a) for a in places)
    if not found:
        alpha = Fraction(str(found.alpha))
        assert star(first, alpha) < star(second, alpha)


ORDERS = [Decimal(1) + Decimal(2) ** n / 64 for n in range(-10, 12)]


def least_rho(p: Row, q: Row) -> Decimal:
    """The greatest D_a/a at the orders above, with fifty digits: no more than the supremum."""
    with localcontext() as context:
        context.prec = 50
        pairs = [
            (Decimal(a.numerator) / a.denominator, Decimal(b.numerator) / b.denominator)
            for a, b in zip(p, q, strict=True)
            if a
        ]
        found = []
        for order in ORDERS:
            total = sum((a**order * b ** (1 - order) for a, b in pairs), Decimal(0))
            found.append(total.ln() / (order * (order - 1)))
        return max(found)


@given(tables(least=1))
@settings(max_examples=25, deadline=None)
def test_zcdp_is_an_upper_bound_at_every_order(table: list[Row]) -> None:
    curve = measures.zcdp(channel_of(table))
    for item in curve.directions:
        assert item.value is not None
        seen = least_rho(table[item.input], table[item.neighbour])
        assert seen <= Decimal(item.value.upper()) + Decimal("1e-30")
        low, high = Fraction(str(item.value.low)), Fraction(str(item.value.high))
        assert Fraction(seen) >= low * Fraction(3, 4)  # the grid is coarse
        assert low <= high
    epsilon = verify.epsilon(channel_of(table)).epsilon
    assert curve.value is not None
    assert Fraction(str(curve.value.low)) <= Fraction(epsilon) ** 2 / 2


@given(tables(least=1))
@settings(max_examples=15, deadline=None)
def test_claims_on_both_sides_of_the_least_rho(table: list[Row]) -> None:
    mechanism = channel_of(table)
    rho = measures.zcdp(mechanism).value
    assert rho is not None
    above = Fraction(str(rho.high)) * Fraction(101, 100)
    assert verify.certify(mechanism, rho=above).holds
    if rho.low > 0:
        below = Fraction(str(rho.low)) * Fraction(99, 100)
        verdict = verify.certify(mechanism, rho=below)
        assert verdict.verdict == "violated"
        assert verdict.witness is not None
        assert verdict.witness.order is not None


def test_an_impossible_output_has_no_rho() -> None:
    mechanism = channel_of([[Fraction(1), Fraction(0)], [Fraction(1, 2), Fraction(1, 2)]])
    assert measures.zcdp(mechanism).value is None
    assert verify.certify(mechanism, rho=10**6).verdict == "violated"
    assert measures.renyi(mechanism, 2).moment is None
    assert not verify.certify(mechanism, eta="1000").holds


def test_equal_laws_cost_nothing() -> None:
    mechanism = channel_of([[Fraction(1, 2)] * 2] * 2)
    for claim in ({"rho": 0}, {"order": 2, "epsilon": 0}, {"eta": 0}):
        verdict = verify.certify(mechanism, **claim)  # type: ignore[call-overload]
        assert isinstance(verdict, MeasureVerdict)
        assert verdict.holds
        assert verdict.margin.exact == 0  # type: ignore[union-attr]


@pytest.mark.parametrize("order", [2, 3, 5])
@pytest.mark.parametrize("count", [1, 3])
def test_renyi_claims_at_the_boundary(order: int, count: int) -> None:
    mechanism = fresh(RR, count)
    value = measures.renyi(mechanism, order).moment
    exactly = f"ln({value})/{order - 1}"
    assert verify.certify(mechanism, order=order, epsilon=exactly).holds
    assert verify.certify(mechanism, order=order, epsilon=exactly).margin.exact == 0
    below = f"ln({value})/{order - 1} - 1e-40"
    assert not verify.certify(mechanism, order=order, epsilon=below).holds


@given(tables(), st.fractions(min_value=0, max_value=1))
@settings(max_examples=60, deadline=None)
def test_bayes_accuracy_at_any_prior(table: list[Row], prior: Fraction) -> None:
    """(1 − π) + π·H_α(P‖Q) at α = (1 − π)/π is Σ max(π·P, (1 − π)·Q)."""
    best = max(
        sum((max(prior * a, (1 - prior) * b) for a, b in zip(p, q, strict=True)), Fraction(0))
        for p, q in (table, table[::-1])
    )
    assert measures.bayes_accuracy(channel_of(table), prior) == best


@given(tables(), st.integers(2, 9))
@settings(max_examples=60, deadline=None)
def test_the_advantage_that_a_level_allows(table: list[Row], alpha: int) -> None:
    mechanism = channel_of(table)
    delta = verify.certify(mechanism, alpha=alpha).delta_star.exact
    bound = measures.advantage_bound(alpha, delta)
    assert measures.membership_advantage(mechanism) <= bound


def test_the_exponential_mechanism_has_a_small_rho() -> None:
    """ρ <= η²/8 for a bounded range η (Cesar and Rogers 2021)."""
    scores = {"x": {"a": 0, "b": 0, "c": 0}, "y": {"a": 1, "b": 1, "c": -1}}
    mechanism = verify.mechanisms.exponential(scores=scores, base=2)
    eta = measures.bounded_range(mechanism).value
    rho = measures.zcdp(mechanism).value
    assert eta is not None
    assert rho is not None
    assert Fraction(str(rho.high)) <= Fraction(eta.lower()) ** 2 / 8
