"""Theorem budgets: sums of exact step values, beside the exact value at the total level."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
import twin
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import exact
from oracle_models import Both, alphas, power, tables

import verify
from verify.combinators import adaptive, copies, fresh, mixture, parallel, postprocess, shared
from verify.mechanisms import leaky, randomized_response

STEPS = st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(3)])


def step(part: Both, pair: twin.Pair, alpha: Fraction) -> Fraction:
    """The worse direction of one pair."""
    return twin.delta_star(part.twin, [pair], alpha)


def check(found: verify.Budget, steps: Sequence[Sequence[Fraction]], total: Fraction) -> None:
    """``steps`` lists, for every pair of inputs, the δ of each step."""
    assert exact(found.step_delta) == max(max(s) for s in steps)
    assert exact(found.total_delta) == min(Fraction(1), max(sum(s) for s in steps))
    assert exact(found.total_level.value) == total
    assert found.withheld is None
    assert found.bounds[0].name == "basic composition"
    assert found.bounds[0].delta == found.total_delta
    assert found.bounds[0].level == found.total_level


@settings(max_examples=60)
@given(st.lists(tables(), min_size=2, max_size=3), STEPS)
def test_a_list_of_fresh_releases(parts: list[Both], alpha: Fraction) -> None:
    engine = fresh([part.engine for part in parts])
    found = verify.budget(engine, step_alpha=alpha)
    pairs = twin.all_pairs(parts[0].twin)
    check(found, [[step(p, pair, alpha) for p in parts] for pair in pairs], alpha ** len(parts))
    assert found.queries == len(parts)
    laws = twin.fresh([part.twin for part in parts])
    assert exact(found.exact) == twin.delta_star(laws, pairs, alpha ** len(parts))
    assert found.exact <= found.total_delta


@settings(max_examples=60)
@given(tables(), st.integers(1, 3), STEPS)
def test_repeated_releases(part: Both, count: int, alpha: Fraction) -> None:
    product = power(part, count)
    count = product.engine.count
    found = verify.budget(product.engine, step_alpha=alpha)
    check(found, [[step(part, pair, alpha)] * count for pair in part.pairs], alpha**count)
    assert exact(found.exact) == twin.delta_star(product.twin, part.pairs, alpha**count)


@settings(max_examples=60)
@given(tables(("a", "b")), tables(("a", "b")), tables(("a", "b")), STEPS)
def test_the_worst_path(first: Both, second: Both, third: Both, alpha: Fraction) -> None:
    outputs = dict.fromkeys(first.engine.outputs)
    live = [y for y in outputs if any(law[y] for law in first.twin.values())]
    then = dict(zip(live, [second, third, None], strict=False))
    engine = adaptive(first.engine, {y: "stop" if m is None else m.engine for y, m in then.items()})
    found = verify.budget(engine, step_alpha=alpha)
    start = step(first, ("a", "b"), alpha)
    after = [step(m, ("a", "b"), alpha) for m in then.values() if m is not None]
    assert exact(found.total_delta) == min(1, start + max(after))
    assert exact(found.step_delta) == max([start, *after])
    assert found.queries == 2


@settings(max_examples=40)
@given(tables(("a", "b")), tables(("a", "b")), st.data())
def test_one_query_with_its_own_exact_value(left: Both, right: Both, data: Any) -> None:
    alpha = data.draw(alphas(left.twin))
    half = Fraction(1, 2)
    hidden = Both(
        twin.mixture([half, half], [left.twin, right.twin]),
        mixture([(half, left.engine), (half, right.engine)]),
    )
    leak = Both(twin.leaky(half, left.twin), leaky(half, left.engine))
    for both in (hidden, leak, left):
        found = verify.budget(both.engine, step_alpha=alpha)
        check(found, [[step(both, ("a", "b"), alpha)]], alpha)
        assert found.queries == 1
        assert exact(found.exact) == exact(found.total_delta)


@settings(max_examples=40)
@given(tables(("a", "b")), STEPS)
def test_what_follows_a_draw_counts_as_the_draw(of: Both, alpha: Fraction) -> None:
    expected = [[step(of, ("a", "b"), alpha)]]
    for engine in (copies(of.engine, 3), postprocess(of.engine, lambda _: "same")):
        check(verify.budget(engine, step_alpha=alpha), expected, alpha)


def test_parallel_costs_the_coordinate_that_moves() -> None:
    parts = [randomized_response("3/4"), fresh(randomized_response("2/3"), 2)]
    found = verify.budget(parallel(parts), step_alpha="3/2")
    steps = [Fraction(3, 4) - Fraction(3, 8), 2 * (Fraction(2, 3) - Fraction(1, 2))]
    assert exact(found.total_delta) == max(steps)
    assert exact(found.step_delta) == Fraction(3, 8)


def test_the_default_step_is_the_greatest_pure_level() -> None:
    parts = [randomized_response("3/4"), randomized_response("9/10"), randomized_response("2/3")]
    found = verify.budget(fresh(parts))
    assert (found.step_level.value, found.step_delta, found.queries) == (9, 0, 3)
    assert found.total_level.value == 729
    assert exact(found.exact) == 0


def test_no_default_step_without_a_finite_pure_level() -> None:
    with pytest.raises(verify.InputError) as error:
        verify.budget(fresh(randomized_response(1), 2))
    assert error.value.at == "step_alpha"


MASK = [
    {x: {"0": "0", "1": "1"} for x in "01"},
    {"0": {"0": "0", "1": "1"}, "1": {"0": "1", "1": "0"}},
]


def test_withheld_wherever_a_draw_is_shared() -> None:
    mask = shared({"0": "1/2", "1": "1/2"}, MASK)
    rr = randomized_response("3/4")
    nested = [
        mask,
        fresh(mask, 2),
        fresh([rr, mask]),
        copies(mask, 2),
        leaky("1/10", mask),
        mixture([("1/2", rr), ("1/2", mask)]),
        adaptive(rr, {"0": mask, "1": "stop"}),
        postprocess(mask, lambda y: y[0]),
        parallel([rr, mask]),
    ]
    for mechanism in nested:
        found = verify.budget(mechanism, step_alpha=3)
        assert found.withheld
        assert (found.total_delta, found.bounds) == (None, ())
