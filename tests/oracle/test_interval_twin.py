"""Certified intervals: they contain what the definition and the exact methods say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import twin
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_models import LIMB, Both, channel, normalised

import verify
from verify.claim.verdict import UNDECIDED
from verify.combinators import fresh
from verify.compose import interval, sandwich
from verify.law.mechanism import Mechanism
from verify.mechanisms import geometric, leaky, randomized_response

wide = st.one_of(
    st.integers(1, 5), st.integers(1, 2**60), st.sampled_from([LIMB - 1, LIMB + 1, 2**256 + 1])
)
RATIONAL = st.fractions(Fraction(1), Fraction(40), max_denominator=50)
FIVE = [[7, 5, 3, 2, 1], [1, 3, 4, 5, 6]]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: Any) -> None:
    """Intervals as narrow as they get in no time, and small blocks, so that laws are convolved."""
    monkeypatch.setattr(interval, "PATIENCE", 0.02)


@st.composite
def pairs(draw: Any, most: int = 4) -> Both:
    """Any ratios, perhaps with mass at infinity and at zero."""
    size = draw(st.integers(1, most))
    p, q = ([draw(wide) for _ in range(size)] for _ in range(2))
    p += [draw(st.sampled_from([0, 0, 1, LIMB])), 0]
    q += [0, draw(st.sampled_from([0, 0, 1, LIMB]))]
    return channel(["x", "y"], [normalised(p), normalised(q)])


def product(*parts: tuple[Both, int]) -> Both:
    mechanisms = [part.twin for part, count in parts for _ in range(count)]
    engines = [fresh(part.engine, count) for part, count in parts]
    return Both(twin.fresh(mechanisms), engines[0] if len(engines) == 1 else fresh(engines))


def check(both: Both, alpha: Fraction) -> None:
    """Both directions, and the probabilities of their events, at a rational level."""
    curve = verify.profile(both.engine, method="interval")
    for ends in (("x", "y"), ("y", "x")):
        p, q = (both.twin[x] for x in ends)
        event = twin.event(p, q, alpha)
        inside = twin.weight(p, event), twin.weight(q, event)
        found = curve.divergence(ends, alpha=alpha)
        exact = inside[0] - alpha * inside[1]
        if isinstance(found, verify.Delta):  # P = Q, or no ratio is finite and positive
            assert found == exact
            continue
        assert isinstance(found, verify.DeltaInterval)
        assert found.low <= exact <= found.high
        assert found.p is not None
        assert found.q is not None
        assert found.p.low <= inside[0] <= found.p.high
        assert found.q.low <= inside[1] <= found.q.high


@settings(max_examples=60)
@given(pairs(), st.integers(1, 4), RATIONAL)
def test_powers(both: Both, count: int, alpha: Fraction) -> None:
    check(product((both, count)), alpha)


@settings(max_examples=40)
@given(pairs(3), pairs(2), st.integers(1, 2), st.sampled_from([1, 5, 40]), RATIONAL)
def test_products_in_blocks(
    one: Both, other: Both, count: int, listed: int, alpha: Fraction
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandwich, "LISTED", listed)
        check(product((one, count), (other, 2)), alpha)


@settings(max_examples=40)
@given(pairs(3), st.integers(1, 3), st.data())
def test_levels_on_a_ratio(both: Both, count: int, data: Any) -> None:
    whole = product((both, count))
    p, q = whole.twin["x"], whole.twin["y"]
    ratios = sorted({p[z] / q[z] for z in p if p[z] and q.get(z)} | {Fraction(1)})
    ratio = data.draw(st.sampled_from(ratios))
    check(whole, max(ratio, 1 / ratio))


@settings(max_examples=30)
@given(pairs(), st.integers(1, 3), st.sampled_from(["1/2", "ln(3)/2", "2", "1/1000"]))
def test_irrational_levels(both: Both, count: int, epsilon: str) -> None:
    whole = product((both, count))
    curve, exact = (verify.profile(whole.engine, method=name) for name in ("interval", None))
    for ends in (("x", "y"), ("y", "x")):
        low, high = exact.divergence(ends, epsilon=epsilon).enclose(400)
        found = curve.divergence(ends, epsilon=epsilon).enclose(400)
        assert found[0] <= low
        assert high <= found[1]


def table(rows: list[list[int]]) -> verify.Channel:
    return verify.Channel("01", "abcde"[: len(rows[0])], [normalised(row) for row in rows])


def irregular(bits: int = 33, seed: int = 5) -> verify.Channel:
    rows = []
    for row in range(2):
        weights = [pow(seed + row, 40 + 3 * i, 2**bits // 8) + 2**bits // 16 for i in range(4)]
        rows.append([Fraction(x, 2**bits) for x in [*weights, 2**bits - sum(weights)]])
    return verify.Channel("01", "abcde", rows)


LARGE: dict[str, tuple[Mechanism, list[str]]] = {
    "three outcomes, 400 draws": (
        fresh(table([[61, 29, 10], [13, 37, 50]]), 400),
        ["250", "285", "300", "340"],
    ),
    "five outcomes, 40 draws": (fresh(irregular(), 40), ["0", "1/2", "ln(3)/2", "5", "12"]),
    "response, 3000 draws": (fresh(randomized_response("3/4"), 3000), ["1600*ln(3)", "1650"]),
    "response of an ε, 300 draws": (fresh(randomized_response(epsilon=1), 300), ["150", "170"]),
    "a lattice, 200 draws": (
        fresh(geometric("1/2", 0, 8, sensitivity=8), 200).under({"pairs": [["0", "8"]]}),
        ["1334*ln(2)", "950"],
    ),
    "leaks, 500 draws": (fresh(leaky("1/100000", randomized_response("2/3")), 500), ["100", "200"]),
    "twenty-eight different": (
        fresh([randomized_response(f"{60000 + i * i}/100000") for i in range(1, 29)]),
        ["2", "5", "9"],
    ),
    "losses of next to nothing": (
        fresh(table([[10**9, 10**9 + 1], [10**9 + 1, 10**9]]), 99),
        ["0"],
    ),
    "one of many": (
        fresh([fresh(table(FIVE), 9), fresh(randomized_response("9/10"), 700)]),
        ["1200", "1300"],
    ),
}


@pytest.mark.parametrize(
    ("mechanism", "epsilon"),
    [(mechanism, epsilon) for mechanism, levels in LARGE.values() for epsilon in levels],
    ids=[f"{name} at {level}" for name, (_, levels) in LARGE.items() for level in levels],
)
def test_against_exact_methods(mechanism: Mechanism, epsilon: str) -> None:
    exact = verify.certify(mechanism, epsilon=epsilon, full=True)
    found = verify.certify(mechanism, epsilon=epsilon, method="interval", full=True)
    assert isinstance(found.delta_star, verify.DeltaInterval)
    values = {(d.input, d.neighbour): d for d in exact.directions}
    for direction in found.directions:
        truth = values[direction.input, direction.neighbour]
        low, high = truth.delta.enclose(600)
        bounds = direction.delta.enclose(0)
        assert bounds[0] <= low
        assert high <= bounds[1]
        assert isinstance(direction.delta, verify.DeltaInterval)
        assert direction.delta.p is not None
        assert direction.delta.p.low <= truth.p <= direction.delta.p.high
    width = found.delta_star.high - found.delta_star.low
    assert width <= mpq(1, 50) * found.delta_star.high


def test_a_narrow_interval(monkeypatch: Any) -> None:
    monkeypatch.setattr(interval, "PATIENCE", 3.0)
    found = verify.certify(
        fresh(irregular(), 1000), epsilon="215", delta="1/100", method="interval"
    )
    assert isinstance(found.delta_star, verify.DeltaInterval)
    low, high = found.delta_star.low, found.delta_star.high
    assert high - low <= high / 10**6
    assert found.plan is not None
    assert found.plan.method == "interval"


@pytest.mark.parametrize("delta", ["1/1000", "1/10", "1/2", "9/10", "999/1000", "1"])
@pytest.mark.parametrize("name", ["three outcomes, 400 draws", "leaks, 500 draws"])
def test_the_least_level(name: str, delta: str) -> None:
    mechanism = LARGE[name][0]
    exact = verify.epsilon(mechanism, delta=delta).alpha
    found = verify.epsilon(mechanism, delta=delta, method="interval").alpha
    if exact is None:
        assert found is None
        return
    assert found is not None
    assert not isinstance(found, mpq)
    assert found.low <= exact <= found.high  # type: ignore[union-attr]


def test_no_level_is_enough_for_less_than_the_mass_at_infinity() -> None:
    mechanism = fresh(leaky("1/100", table(FIVE)), 50)
    apart = 1 - Fraction(99, 100) ** 50
    assert (
        verify.epsilon(mechanism, delta=apart - Fraction(1, 10**40), method="interval").alpha
        is None
    )
    found = verify.epsilon(mechanism, delta=apart, method="interval").alpha
    assert found is not None
    exact = verify.epsilon(mechanism, delta=apart).alpha
    assert found.low <= exact <= found.high  # type: ignore[union-attr]


def test_claims_are_decided_or_said_not_to_be() -> None:
    mechanism = fresh(table(FIVE), 60)
    star = verify.certify(mechanism, alpha=3).delta_star.exact
    assert star is not None
    for delta, verdict in ((star * 2 - 1, "violated"), (star + mpq(1, 10**12), "holds")):
        found = verify.certify(mechanism, alpha=3, delta=max(delta, mpq(0)), method="interval")
        assert found.verdict == verdict
    with verify.limits(seconds=1):
        found = verify.certify(mechanism, alpha=3, delta=star, method="interval")
    assert found.verdict == UNDECIDED
    assert found.witness is None
    assert not found


def test_levels_at_and_beyond_all_ratios() -> None:
    mechanism = fresh(leaky("1/1000", table(FIVE)), 30)
    top = Fraction(7 * 19, 18) ** 30
    apart = 1 - Fraction(999, 1000) ** 30
    for alpha in (top, top * 10**30):
        found = verify.certify(mechanism, alpha=alpha, method="interval").delta_star
        assert found.enclose(0)[0] <= apart <= found.enclose(0)[1]
        assert found.enclose(0)[1] - found.enclose(0)[0] < mpq(1, 10**60)


def test_unions_of_products_have_intervals() -> None:
    parts = [fresh(table(FIVE), 90), fresh(table([[61, 29, 10, 1, 1], [13, 37, 50, 1, 1]]), 90)]
    mixed = verify.combinators.mixture([("1/3", parts[0]), ("2/3", parts[1])], revealed=True)
    exact = verify.certify(mixed, epsilon="ln(3)/2").delta_star.enclose(300)
    found = verify.certify(mixed, epsilon="ln(3)/2", method="interval").delta_star
    assert isinstance(found, verify.DeltaInterval)
    assert found.low <= exact[0]
    assert exact[1] <= found.high


def test_tables_stay_exact() -> None:
    found = verify.certify(table(FIVE), alpha=2, method="interval")
    assert found.is_exact
    assert found.delta_star == verify.certify(table(FIVE), alpha=2).delta_star
