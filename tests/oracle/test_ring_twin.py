"""Laws with powers of e against the plain twin, in which e^(1/2) is a fraction of 120 digits.

e^(1/2) is transcendental, so what holds of polynomials in it holds of polynomials in the fraction,
and what is equal is equal there: ties, empty events and breakpoints must be the same, and numbers
must agree to as many digits as the fraction has. Decimals come from the module ``decimal``.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb
from typing import Any

import oracle_models
import pytest
import twin
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_models import Both, models

import verify
from verify.combinators import fresh
from verify.exact.quotient import Quotient, ratio
from verify.exact.ring import RingNumber
from verify.law.channel import from_probabilities
from verify.mechanisms import discrete_laplace, k_randomized_response, randomized_response

NEAR = Fraction(1, 10**90)


def power(exponent: object) -> Fraction:
    """e^exponent to 120 digits."""
    number = Fraction(exponent)  # type: ignore[arg-type]
    with localcontext() as context:
        context.prec = 121
        return Fraction((Decimal(number.numerator) / Decimal(number.denominator)).exp())


def root(number: int) -> Fraction:
    """The square root to 120 digits."""
    with localcontext() as context:
        context.prec = 121
        return Fraction(Decimal(number).sqrt())


HALF = power("1/2")

Polynomial = tuple[int, ...]
"""c_0 + c_1·h + c_2·h² + … with h = e^(1/2)"""

polynomials = st.sampled_from(
    [
        (0,),
        (1,),
        (2,),
        (0, 1),
        (0, 2),
        (0, 0, 1),
        (1, 1),
        (1, 0, 1),
        (0, 1, 1),
        (0, 0, 3),
        (1, 2, 1),
    ]
)

LEVELS: dict[str, Fraction] = {
    "0": Fraction(1),
    "1/2": HALF,
    "1": HALF**2,
    "3/2": HALF**3,
    "2": HALF**4,
    "1/2 + ln(2)": 2 * HALF,
    "ln(2)": Fraction(2),
    "ln(3)/2": root(3),
    "ln(5)": Fraction(5),
    "1/3": power("1/3"),
    "50": power(50),
}


def fraction(poly: Polynomial) -> Fraction:
    return sum((c * HALF**k for k, c in enumerate(poly)), Fraction(0))


def number(poly: Polynomial) -> RingNumber:
    powers = (RingNumber.power(mpq(k, 2)) * c for k, c in enumerate(poly))
    return sum(powers, RingNumber(0))


@st.composite
def ring_tables(draw: Any, inputs: Sequence[str] = oracle_models.INPUTS) -> Both:
    """Rows of small polynomials in e^(1/2), each over its sum."""
    size = draw(st.integers(1, 3))
    rows = []
    for _ in inputs:
        row = draw(st.lists(polynomials, min_size=size, max_size=size))
        rows.append(row if any(map(any, row)) else [(1,), *row[1:]])
    outputs = [f"y{j}" for j in range(size)]
    laws, numbers = [], []
    for row in rows:
        values = list(map(fraction, row))
        laws.append([w / sum(values) for w in values])
        weights = list(map(number, row))
        numbers.append([ratio(w, sum(weights, RingNumber(0))) for w in weights])
    return Both(twin.table(inputs, outputs, laws), from_probabilities(inputs, outputs, numbers))


@st.composite
def ring_models(draw: Any, depth: int) -> Both:
    """Combinations of combinations, some of whose tables are rational."""
    rational = oracle_models.tables
    mixed = st.composite(lambda draw, inputs: draw(ring_tables(inputs) | rational(inputs)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(oracle_models, "tables", lambda inputs: mixed(inputs))
        found: Both = draw(models(depth))
    return found


def about(found: Any, expected: Fraction) -> bool:
    """Whether an exact number is the expected one, to as many digits as the fractions have."""
    low, high = found.enclose(320) if isinstance(found, Quotient) else (found, found)
    ends = (Fraction(int(x.numerator), int(x.denominator)) for x in (low, high))
    return all(abs(end - expected) <= NEAR * max(1, abs(expected)) for end in ends)


def check(both: Both, epsilon: str, adjacency: str = "all_pairs") -> None:
    """Every direction at a level, its event, the pure level, and claims next to δ*."""
    alpha = LEVELS[epsilon]
    verdict = verify.certify(both.engine, epsilon=epsilon, adjacency=adjacency, full=True)
    for direction in verdict.directions:
        p, q = both.twin[direction.input], both.twin[direction.neighbour]
        check_value(direction.delta, twin.hockey_stick(p, q, alpha))
        named = twin.members(direction.event.to_json(), p, q, alpha)
        assert set(named) - {y for y in named if not p.get(y, 0)} == set(twin.event(p, q, alpha))
        assert about(direction.delta.a, twin.weight(p, named))
        assert about(direction.delta.b, twin.weight(q, named))
    pairs = both.pairs
    expected = twin.directions(both.twin, pairs, alpha)
    assert [(d.input, d.neighbour) for d in verdict.directions] == [(x, y) for x, y, _ in expected]
    star = twin.delta_star(both.twin, pairs, alpha)
    check_value(verdict.delta_star, star)
    check_pure(verdict.pure_alpha, twin.pure_level(both.twin, pairs))
    assert verdict.holds == (star == 0)
    for delta in (star + NEAR, star - NEAR):
        if 0 <= delta <= 1:
            claim = verify.certify(both.engine, epsilon=epsilon, delta=delta, adjacency=adjacency)
            assert claim.holds == (delta > star)
            assert (claim.margin > 0) == claim.holds
            assert about(claim.margin.value, delta - star)


def check_value(delta: verify.Delta, expected: Fraction) -> None:
    assert about(delta.value, expected)
    lower, upper = Fraction(delta.lower()), Fraction(delta.upper())
    assert lower - NEAR <= expected <= upper + NEAR
    assert upper - lower <= abs(expected) / 10**15
    assert delta.exact is not None or lower < upper
    assert (delta == 0) == (expected == 0)


def check_pure(found: Any, expected: Fraction | None) -> None:
    assert (found is None) == (expected is None)
    assert expected is None or about(found, expected)


@settings(max_examples=100)
@given(ring_tables(), st.sampled_from(sorted(LEVELS)))
def test_tables(both: Both, epsilon: str) -> None:
    check(both, epsilon)


@settings(max_examples=60)
@given(ring_models(1), st.sampled_from(sorted(LEVELS)))
def test_models(both: Both, epsilon: str) -> None:
    check(both, epsilon)


@settings(max_examples=40)
@given(ring_models(2), st.sampled_from(sorted(LEVELS)))
def test_models_of_models(both: Both, epsilon: str) -> None:
    if max(map(len, both.twin.values())) <= 40:
        check(both, epsilon)


@settings(max_examples=50)
@given(ring_models(1), st.fractions(0, 1, max_denominator=20))
def test_profiles(both: Both, delta: Fraction) -> None:
    if max(map(len, both.twin.values())) > 8:
        return
    curve = verify.profile(both.engine, "all_pairs")
    expected = twin.breakpoints(both.twin, both.pairs)
    assert len(curve.breakpoints) == len(expected)
    assert all(map(about, curve.breakpoints, expected))
    assert about(curve.total_variation, twin.total_variation(both.twin, both.pairs))
    for epsilon, alpha in LEVELS.items():
        check_value(curve.delta(epsilon=epsilon), twin.delta_star(both.twin, both.pairs, alpha))
    for x, y in twin.ordered(both.pairs):
        vertices = twin.trade_off(both.twin[x], both.twin[y])
        found = curve.trade_off((x, y))
        assert len(found) == len(vertices)
        for (one, two), (type_one, type_two) in zip(found, vertices, strict=True):
            assert about(one, type_one)
            assert about(two, type_two)
    check_pure(curve.alpha(delta=delta), twin.least_alpha(both.twin, both.pairs, delta))


@settings(max_examples=40)
@given(ring_tables(("a", "b")), st.integers(2, 4), st.sampled_from(sorted(LEVELS)))
def test_powers(both: Both, count: int, epsilon: str) -> None:
    many = Both(twin.fresh([both.twin] * count), fresh(both.engine, count))
    check(many, epsilon)


@pytest.mark.parametrize("count", [10, 100])
@pytest.mark.parametrize("epsilon", ["0", "1", "2", "5", "7.25", "ln(1000)", "10", "100"])
def test_many_draws_of_randomized_response(count: int, epsilon: str) -> None:
    e = power(1)
    with localcontext() as context:
        context.prec = 121
        value = Decimal(1000).ln() if epsilon == "ln(1000)" else Decimal(epsilon)
        alpha = Fraction(value.exp()) if value != int(value) else power(int(value))
    if epsilon in ("5", "10", "100", "2"):
        alpha = e ** int(epsilon)
    terms = [comb(count, s) * (e ** (count - s) - alpha * e**s) for s in range(count + 1)]
    expected = sum((t for t in terms if t > 0), Fraction(0)) / (1 + e) ** count
    many = fresh(randomized_response(epsilon=1), count)
    verdict = verify.certify(many, epsilon=epsilon)
    check_value(verdict.delta_star, expected)
    assert verdict.holds == (expected == 0) == (int(count) <= value)
    assert verdict.pure_alpha == RingNumber.power(count)
    if 0 < expected < 1:
        assert verify.certify(many, epsilon=epsilon, delta=expected + NEAR * expected).holds
        assert not verify.certify(many, epsilon=epsilon, delta=expected * (1 - NEAR)).holds


@pytest.mark.parametrize("scale", ["1", "2", "5/2", "1/3"])
@pytest.mark.parametrize(("low", "high"), [(0, 3), (-2, 2), (7, 8)])
def test_discrete_laplace(scale: str, low: int, high: int) -> None:
    """The probability of every integer between the tails, and of the tails by summing them up."""
    r = power(-1 / Fraction(scale))

    def chance(x: int, y: int) -> Fraction:
        return (1 - r) / (1 + r) * r ** abs(y - x)

    laws: twin.Mechanism = {}
    for x in range(low, high + 1):
        below = chance(x, low) / (1 - r)  # a geometric series
        above = chance(x, high) / (1 - r)
        between = {str(y): chance(x, y) for y in range(low + 1, high)}
        laws[str(x)] = {f"<={low}": below, **between, f">={high}": above}
    engine = discrete_laplace(scale, low, high, sensitivity=2)
    for x, law in laws.items():
        found = engine.law(x)
        assert list(found) == list(law)
        assert all(about(found[y], p) for y, p in law.items())
    pairs = twin.within(laws, 2)
    for epsilon, alpha in LEVELS.items():
        star = verify.certify(engine, epsilon=epsilon).delta_star
        check_value(star, twin.delta_star(laws, pairs, alpha))
    check_pure(verify.epsilon(engine).alpha, twin.pure_level(laws, pairs))


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("epsilon", ["1/2", "1", "1/2 + ln(2)", "ln(3)/2"])
def test_k_ary_response_uses_up_its_level(k: int, epsilon: str) -> None:
    odds = LEVELS[epsilon]
    truth = odds / (odds + k - 1)
    both = Both(twin.response(k, truth), k_randomized_response(k, epsilon=epsilon))
    for level in LEVELS:
        check(both, level, "replace")
    assert verify.certify(both.engine, epsilon=epsilon).delta_star == 0
    mixed = fresh([both.engine, k_randomized_response(k, "2/3"), both.engine])
    laws = twin.fresh([both.twin, twin.response(k, "2/3"), both.twin])
    for level in ("0", "1", "1/2 + ln(2)"):
        check(Both(laws, mixed), level, "replace")
