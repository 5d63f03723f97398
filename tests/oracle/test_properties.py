"""Laws of the field that every exact value obeys."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import twin
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import exact
from oracle_models import INPUTS, Both, alphas, channels, live, models, normalised, shares, tables

import verify
from verify.combinators import copies, fresh, mixture, postprocess


def star(mechanism: verify.Mechanism, alpha: Fraction) -> Fraction:
    return exact(verify.certify(mechanism, alpha=alpha, adjacency="all_pairs").delta_star)


@settings(max_examples=60)
@given(models(1), st.data())
def test_post_processing_never_increases_delta(both: Both, data: Any) -> None:
    weights = st.lists(st.integers(0, 3), min_size=2, max_size=2).filter(any)
    kernel = {
        y: dict(zip("uv", normalised(data.draw(weights)), strict=True)) for y in live(both.twin)
    }
    processed = postprocess(both.engine, kernel=kernel)
    for alpha in (Fraction(1), data.draw(alphas(both.twin)), Fraction(3, 2)):
        assert star(processed, alpha) <= star(both.engine, alpha)


@settings(max_examples=60)
@given(channels(outputs=(1, 4)), st.data())
def test_dropping_the_last_answer_never_increases_delta(both: Both, data: Any) -> None:
    alpha = data.draw(alphas(both.twin))
    three = fresh(both.engine, 3)
    shorter = postprocess(three, lambda y: y[:-1])
    assert star(shorter, alpha) == star(fresh(both.engine, 2), alpha) <= star(three, alpha)


@settings(max_examples=60)
@given(channels(outputs=(1, 4)), st.data())
def test_the_profile_of_fresh_releases_grows_with_their_number(both: Both, data: Any) -> None:
    alpha = data.draw(alphas(both.twin))
    values = [star(fresh(both.engine, k), alpha) for k in range(1, 6)]
    assert values == sorted(values)
    assert values[0] == star(both.engine, alpha)


@settings(max_examples=60)
@given(channels(), st.integers(1, 12), st.data())
def test_copies_are_one_draw(both: Both, count: int, data: Any) -> None:
    many = copies(both.engine, count)
    alpha = data.draw(alphas(both.twin))
    assert star(many, alpha) == star(both.engine, alpha)
    curve, single = verify.profile(many), verify.profile(both.engine)
    assert curve.breakpoints == single.breakpoints
    assert curve.alpha() == single.alpha()


@settings(max_examples=60)
@given(tables(), tables(), shares, st.data())
def test_joint_convexity(left: Both, right: Both, share: Fraction, data: Any) -> None:
    parts = [(share, left.engine), (1 - share, right.engine)]
    alpha = data.draw(alphas(left.twin))
    hidden, revealed = (star(mixture(parts, revealed=r), alpha) for r in (False, True))
    bound = share * star(left.engine, alpha) + (1 - share) * star(right.engine, alpha)
    assert hidden <= revealed <= bound


@settings(max_examples=60)
@given(tables(), tables(), st.data())
def test_basic_composition(left: Both, right: Both, data: Any) -> None:
    first, second = data.draw(alphas(left.twin)), data.draw(alphas(right.twin))
    both = fresh([left.engine, right.engine])
    bound = star(left.engine, first) + star(right.engine, second)
    assert star(both, first * second) <= bound


@settings(max_examples=60)
@given(channels())
def test_the_profile_is_convex_and_falls(both: Both) -> None:
    curve = verify.profile(both.engine)
    points = sorted({Fraction(1), *(exact(x) for x in curve.breakpoints[:6]), Fraction(10**6)})
    values = [exact(curve.delta(alpha=x)) for x in points]
    assert values == sorted(values, reverse=True)
    for low, high in pairwise(points):
        middle = (low + high) / 2
        ends = (exact(curve.delta(alpha=low)) + exact(curve.delta(alpha=high))) / 2
        assert exact(curve.delta(alpha=middle)) == ends
    pure = curve.alpha()
    if pure is not None:
        assert curve.delta(alpha=pure) == 0


@settings(max_examples=60)
@given(channels(inputs=(2, 2), outputs=(1, 6)))
def test_the_trade_off_function_is_convex_and_below_the_diagonal(both: Both) -> None:
    vertices = verify.profile(both.engine).trade_off(("x0", "x1"))
    assert vertices[0][0] == 0
    assert vertices[-1] == (1, 0)
    assert all(one + two <= 1 for one, two in vertices)
    slopes = [(d - b) / (c - a) for (a, b), (c, d) in pairwise(vertices)]
    assert slopes == sorted(set(slopes))
    advantage = max(1 - one - two for one, two in vertices)
    assert exact(advantage) == twin.total_variation(both.twin, both.pairs)


@pytest.mark.parametrize("p", ["1/2", "2/3", "3/4", "99/100"])
def test_fresh_responses_at_every_level(p: str) -> None:
    curves = [
        verify.profile(fresh(verify.mechanisms.randomized_response(p), k)) for k in range(1, 9)
    ]
    points = {Fraction(1), Fraction(2)} | {exact(x) for x in curves[-1].breakpoints}
    for alpha in sorted(points):
        values = [exact(curve.delta(alpha=alpha)) for curve in curves]
        assert values == sorted(values)


@settings(max_examples=40)
@given(models(1))
def test_a_relabelling_changes_no_number(both: Both) -> None:
    renamed = postprocess(both.engine, lambda y: ("renamed", y))
    assert renamed.inputs == both.engine.inputs
    assert set(renamed.inputs) == set(INPUTS)
    before = verify.profile(both.engine, "all_pairs")
    after = verify.profile(renamed, "all_pairs")
    assert before.breakpoints == after.breakpoints
    assert before.alpha() == after.alpha()
