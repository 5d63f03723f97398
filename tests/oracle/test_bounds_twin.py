"""Composition theorems against their definitions, and never below the exact value."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import bounds_twin
import pytest
import twin
from gmpy2 import mpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracle_checks import exact
from oracle_models import Both, alphas, channels, models, tables

import verify
from verify.bounds.advanced import AdvancedComposition
from verify.bounds.budget import THEOREMS
from verify.bounds.optimal import KairouzOhViswanath
from verify.bounds.premises import Premises
from verify.combinators import adaptive, fresh
from verify.loss.enclosed import Enclosed
from verify.mechanisms import leaky, randomized_response

NAMES = [
    "basic composition",
    "refined composition",
    "advanced composition",
    "Kairouz-Oh-Viswanath",
    "Murtagh-Vadhan",
    "RDP",
    "zCDP",
]
CLOSE = Fraction(1, 10**15)
INPUTS = ("a", "b")

levels = st.sampled_from([Fraction(1), Fraction(21, 20), Fraction(3, 2), Fraction(3)])
step_deltas = st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 1000), Fraction(1)])
steps = st.tuples(levels, step_deltas)
targets = st.sampled_from([Fraction(0), Fraction(1, 1000), Fraction(1, 4), Fraction(1)])


def row(found: verify.Budget, name: str) -> Any:
    return next(bound for bound in found.bounds if bound.name == name)


def upper(found: verify.Budget, name: str) -> Fraction:
    return exact(row(found, name).upper)


def around(level: verify.Level) -> tuple[Fraction, Fraction]:
    """Rationals that enclose a level tightly."""
    low, high = level.bracket(600, 1 << 20)
    return exact(low), exact(high)


def check_sound(both: Both, pairs: Sequence[twin.Pair], found: verify.Budget) -> None:
    """No promise is below the truth, and the waste is the difference."""
    assert [bound.name for bound in found.bounds] == NAMES
    for bound in found.bounds:
        if bound.level is None:
            continue
        low, high = around(bound.level)
        truth = twin.delta_star(both.twin, pairs, high)
        assert exact(bound.upper) >= truth, bound
        if bound.answers == "delta":
            assert Fraction(bound.waste.upper) >= exact(bound.upper) - truth
            assert Fraction(bound.waste.lower) >= 0
            if low == high and bound.waste.exact is not None:
                assert exact(bound.waste.exact) == exact(bound.upper) - truth


def premises(engine: verify.Mechanism, alpha: Fraction) -> Premises:
    return Premises(engine, engine.edges(), verify.Level.alpha(alpha))


@settings(max_examples=80)
@given(models(2, INPUTS), levels, st.data())
def test_promises_at_a_level_are_never_below_the_truth(of: Both, step: Fraction, data: Any) -> None:
    alpha = data.draw(alphas(of.twin))
    check_sound(of, of.pairs, verify.budget(of.engine, step_alpha=step))
    found = verify.budget(of.engine, step_alpha=step, alpha=alpha)
    check_sound(of, of.pairs, found)
    assert exact(found.truth) == twin.delta_star(of.twin, of.pairs, alpha)


@settings(max_examples=80)
@given(models(2, INPUTS), levels, targets)
def test_promises_at_a_delta_are_never_below_the_truth(
    of: Both, step: Fraction, delta: Fraction
) -> None:
    found = verify.budget(of.engine, step_alpha=step, delta=delta)
    check_sound(of, of.pairs, found)
    least = twin.least_alpha(of.twin, of.pairs, delta)
    assert (None if found.truth.alpha is None else exact(found.truth.alpha)) == least
    for bound in found.bounds:
        if bound.level is not None and bound.waste is not None:
            assert bound.waste.is_infinite or Fraction(bound.waste.upper) >= 1


@settings(max_examples=60)
@given(channels(inputs=(2, 3), outputs=(2, 4), values=st.integers(1, 4)), st.integers(1, 4))
def test_promises_from_pure_levels(of: Both, count: int) -> None:
    """Without a step level each step counts at its pure level."""
    both = Both(twin.fresh([of.twin] * count), fresh(of.engine, count))
    level = twin.pure_level(of.twin, of.pairs)
    assume(level is not None)
    for asked in (level, level ** ((count + 1) // 2), (1 + level) / 2):
        check_sound(both, of.pairs, verify.budget(both.engine, alpha=asked))
    check_sound(both, of.pairs, verify.budget(both.engine, delta="1/100"))


@settings(max_examples=80)
@given(tables(INPUTS), tables(INPUTS), tables(INPUTS), levels, st.data())
def test_promises_about_paths_of_different_lengths(
    first: Both, second: Both, third: Both, step: Fraction, data: Any
) -> None:
    live = [y for y in first.twin["a"] if any(law[y] for law in first.twin.values())]
    then = {y: data.draw(st.sampled_from([second, third, None])) for y in live}
    engine = adaptive(first.engine, {y: "stop" if m is None else m.engine for y, m in then.items()})
    laws = twin.adaptive(first.twin, {y: m and m.twin for y, m in then.items()})
    twice = Both(twin.fresh([laws, second.twin]), fresh([engine, second.engine]))
    alpha = data.draw(alphas(twice.twin))
    check_sound(twice, [INPUTS], verify.budget(twice.engine, step_alpha=step, alpha=alpha))


# each theorem against its definition


@settings(max_examples=100)
@given(steps, st.integers(1, 6), st.integers(0, 3))
def test_kairouz_oh_viswanath(step: bounds_twin.Step, count: int, i: int) -> None:
    assume(2 * i <= count)
    alpha, delta = step
    of = fresh(leaky(delta, randomized_response(alpha=alpha)), count)
    level = verify.Level.alpha(alpha ** (count - 2 * i))
    found = KairouzOhViswanath(premises(of, alpha)).delta_at(level).delta
    expected = bounds_twin.kairouz_oh_viswanath(step, count, i)
    assert exact(found) == expected == exact(verify.certify(of, alpha=level.value).delta_star)


@settings(max_examples=100)
@given(st.lists(steps, min_size=1, max_size=4), st.fractions(1, 30, max_denominator=50))
def test_murtagh_vadhan(list_: list[bounds_twin.Step], alpha: Fraction) -> None:
    parts = [leaky(d, randomized_response(alpha=a)) for a, d in list_]
    top = max(a for a, _ in list_)
    found = verify.budget(fresh(parts), step_alpha=top, alpha=alpha)
    steps_at_top = [
        (a, Fraction(0)) if not d else (top, exact(verify.certify(p, alpha=top).delta_star))
        for (a, d), p in zip(list_, parts, strict=True)
    ]
    expected = bounds_twin.murtagh_vadhan(steps_at_top, alpha)
    assert upper(found, "Murtagh-Vadhan") == expected
    law = bounds_twin.worst_steps(steps_at_top)
    assert twin.delta_star(law, [("0", "1")], alpha) == expected
    assert upper(found, "Kairouz-Oh-Viswanath") >= expected


@settings(max_examples=60)
@given(st.lists(steps, min_size=1, max_size=3), targets)
def test_the_least_level_of_optimal_composition(
    list_: list[bounds_twin.Step], delta: Fraction
) -> None:
    parts = [leaky(d, randomized_response(alpha=a)) for a, d in list_]
    top = max(a for a, _ in list_)
    found = row(verify.budget(fresh(parts), step_alpha=top, delta=delta), "Murtagh-Vadhan")
    steps_at_top = [
        (a, Fraction(0)) if not d else (top, exact(verify.certify(p, alpha=top).delta_star))
        for (a, d), p in zip(list_, parts, strict=True)
    ]
    law = bounds_twin.worst_steps(steps_at_top)
    least = twin.least_alpha(law, [("0", "1")], delta)
    assert (None if found.level is None else exact(found.level.value)) == least


@settings(max_examples=40)
@given(st.lists(tables(INPUTS), min_size=1, max_size=3), levels)
def test_refined_composition(parts: list[Both], alpha: Fraction) -> None:
    found = verify.budget(fresh([part.engine for part in parts]), step_alpha=alpha)
    survived = Fraction(1)
    for part in parts:
        survived *= 1 - twin.delta_star(part.twin, [INPUTS], alpha)
    assert upper(found, "refined composition") == 1 - survived
    assert upper(found, "refined composition") <= upper(found, "basic composition")


@settings(max_examples=100)
@given(st.integers(1, 10**6), st.sampled_from([Fraction(1, 10), Fraction(1, 10**9)]), st.data())
def test_advanced_composition(count: int, slack: Fraction, data: Any) -> None:
    alpha = data.draw(st.sampled_from([Fraction(21, 20), Fraction(3), Fraction(10**6 + 1, 10**6)]))
    delta = data.draw(st.sampled_from([Fraction(0), Fraction(1, 10**7)]))
    engine = fresh(leaky(delta, randomized_response(alpha=alpha)), count)
    theorem = AdvancedComposition(premises(engine, alpha))
    level, there = theorem.with_slack(mpq(slack))
    expected = bounds_twin.advanced_epsilon(bounds_twin.logarithm(alpha), count, slack)
    epsilon = Decimal(level.epsilon_decimal())
    assert 0 <= epsilon - expected <= expected * Decimal("1e-16")
    assert exact(there.delta) == min(1, count * delta + slack)
    if there.delta == 1:
        return
    assert theorem.level_at(there.delta).level == level
    back = theorem.delta_at(level).delta
    close = Fraction(1, 10**14) * (1 + Fraction(epsilon))  # what the last digit of ε is worth
    assert exact(there.delta) * (1 - close) <= Fraction(back.upper)
    assert Fraction(back.lower) <= exact(there.delta)


@settings(max_examples=60)
@given(channels(inputs=(2, 2), outputs=(2, 3), values=st.integers(0, 3)), st.integers(1, 3), levels)
def test_renyi_composition(of: Both, count: int, alpha: Fraction) -> None:
    found = row(verify.budget(fresh(of.engine, count), step_alpha=9, alpha=alpha), "RDP")
    laws = twin.fresh([of.twin] * count)
    ways = [bounds_twin.renyi_delta(laws[x], laws[y], alpha) for x, y in twin.ordered(of.pairs)]
    level = twin.pure_level(laws, of.pairs)
    if None in ways or level is None:
        assert found.delta == 1
        return
    if alpha >= level:
        assert found.delta == 0
        return
    assert exact(found.upper) <= min(Fraction(1), max(ways)) * (1 + CLOSE)
    order = int(found.detail.removeprefix("order "))
    there = [
        bounds_twin.converted(bounds_twin.moment(laws[x], laws[y], order), order, alpha)
        for x, y in twin.ordered(of.pairs)
    ]
    truth = min(Fraction(1), max(there))
    assert truth <= exact(found.upper) <= truth * (1 + CLOSE)


@settings(max_examples=30)
@given(st.sampled_from(["3/5", "3/4", "99/100"]), st.integers(1, 20), levels)
def test_zcdp_composition(p: str, count: int, alpha: Fraction) -> None:
    """With D_n = ρ·n at every order nothing would be lost: the bound is never below RDP's."""
    response = randomized_response(p)
    found = verify.budget(fresh(response, count), alpha=alpha)
    rho = verify.measures.zcdp(response).value
    low, high = (min(1, zcdp_delta(exact(end) * count, alpha)) for end in (rho.low, rho.high))
    assert upper(found, "zCDP") >= low
    assert upper(found, "zCDP") - high <= high * Fraction(1, 10**10)
    assert upper(found, "zCDP") >= upper(found, "RDP")


def zcdp_delta(rho: Fraction, alpha: Fraction) -> Fraction:
    """min over orders of e^((n−1)(nρ−ε))·(n−1)^(n−1)/n^n."""
    epsilon = Fraction(bounds_twin.logarithm(alpha))
    heights = []
    for n in bounds_twin.ORDERS:
        exponent = (n - 1) * (n * rho - epsilon)
        factor = Fraction((n - 1) ** (n - 1), n**n)
        heights.append(Fraction(exponential(exponent)) * factor)
    return min(heights)


def exponential(value: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        return (Decimal(value.numerator) / Decimal(value.denominator)).exp()


# both directions of the question


@settings(max_examples=60)
@given(channels(inputs=(2, 2), outputs=(2, 3), values=st.integers(1, 4)), st.integers(1, 4))
def test_the_level_at_a_delta_and_the_delta_at_a_level_agree(of: Both, count: int) -> None:
    assume(twin.pure_level(of.twin, of.pairs) is not None)
    engine, delta = fresh(of.engine, count), mpq(1, 50)
    start = Premises(engine, engine.edges())
    for make in THEOREMS:
        level = make(start).level_at(delta).level
        there = make(start).delta_at(level).delta
        upper_end = Fraction(there.upper) if isinstance(there, Enclosed) else exact(there)
        assert upper_end <= exact(delta) * (1 + Fraction(1, 10**11)), make.name


@pytest.mark.parametrize("count", [10, 1000])
def test_newton_and_the_list_of_lines_agree(count: int) -> None:
    of = fresh(leaky("1/100000", randomized_response(alpha="11/10")), count)
    for delta in ("1/2", "1/50", "1/10"):
        found = verify.budget(of, step_alpha="11/10", delta=delta)
        assert (
            row(found, "Kairouz-Oh-Viswanath").level.value == verify.epsilon(of, delta=delta).alpha
        )
