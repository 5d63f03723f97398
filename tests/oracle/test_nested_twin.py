"""Combinations of combinations against the twin."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import twin
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, check_irrational, exact, maybe
from oracle_models import Both, alphas, channel, models, power, tables

import verify
from verify.combinators import adaptive, copies, fresh, mixture, parallel, postprocess, shared
from verify.mechanisms import leaky, randomized_response

RR, COIN = (Both(twin.response(2, p), randomized_response(p)) for p in ("3/4", "1/2"))


@settings(max_examples=80)
@given(models(), st.data())
def test_every_direction(both: Both, data: Any) -> None:
    check_certified(both, both.pairs, data.draw(alphas(both.twin)), "all_pairs")


@settings(max_examples=40)
@given(models())
def test_every_direction_at_an_irrational_level(both: Both) -> None:
    check_irrational(both, both.pairs, "1/7", twin.level_bounds("1/7"), "all_pairs")


@settings(max_examples=40)
@given(models(), st.data())
def test_the_profile(both: Both, data: Any) -> None:
    curve = verify.profile(both.engine, "all_pairs")
    assert maybe(curve.alpha()) == twin.pure_level(both.twin, both.pairs)
    assert exact(curve.total_variation) == twin.total_variation(both.twin, both.pairs)
    for _ in range(3):
        alpha = data.draw(alphas(both.twin))
        star = twin.delta_star(both.twin, both.pairs, alpha)
        assert exact(curve.delta(alpha=alpha)) == star


@settings(max_examples=40)
@given(models())
def test_the_written_out_law(both: Both) -> None:
    outputs = verify.combinators.postprocess(both.engine, lambda y: ("the", y)).table
    for i, x in enumerate(outputs.inputs):
        law = dict(zip(outputs.outputs, map(exact, outputs.row(i)), strict=True))
        assert {y: p for y, p in law.items() if p} == {
            ("the", y): p for y, p in both.twin[x].items() if p
        }


@settings(max_examples=25)
@given(tables(("a", "b")), tables(("0", "1", "2")), st.data())
def test_parallel(left: Both, right: Both, data: Any) -> None:
    right = power(right, data.draw(st.integers(1, 2)))
    both = Both(twin.parallel([left.twin, right.twin]), parallel([left.engine, right.engine]))
    pairs = twin.one_coordinate(both.twin, [left.pairs, right.pairs])
    alpha = data.draw(alphas(both.twin))
    check_certified(both, pairs, alpha)
    check_certified(both, both.pairs, alpha, "all_pairs")
    far = twin.group(list(both.twin), pairs, 2)
    check_certified(both, far, alpha, {"group": {"of": "one_coordinate", "distance": 2}})


def test_parallel_moves_every_coordinate_by_its_own_adjacency() -> None:
    laws = [["1/2", "1/2"], ["1/3", "2/3"], ["1/8", "7/8"]]
    line = channel(["0", "1", "2"], laws)
    both = Both(
        twin.parallel([line.twin, RR.twin]),
        parallel([line.engine.under({"within": 1}), RR.engine]),
    )
    pairs = twin.one_coordinate(both.twin, [twin.within(line.twin, 1), RR.pairs])
    for alpha in (Fraction(1), Fraction(5, 4), Fraction(3)):
        check_certified(both, pairs, alpha)


OVER_PARALLEL: dict[str, Callable[[verify.Mechanism], verify.Mechanism]] = {
    "fresh": lambda of: fresh(of, 1),
    "copies": lambda of: copies(of, 2),
    "adaptive": lambda of: adaptive(of, dict.fromkeys(product("01", "01"), "stop")),
    "mixture": lambda of: mixture([(1, of)], revealed=True),
    "hidden mixture": lambda of: mixture([(1, of)]),
    "postprocess": lambda of: postprocess(of, lambda y: ("the", y)),
}


@pytest.mark.parametrize("kind", OVER_PARALLEL)
def test_the_adjacency_of_parallel_is_inherited(kind: str) -> None:
    """What is released changes its labels only, and who is protected not at all."""
    inside = parallel([RR.engine, randomized_response("2/3")])
    verdict = verify.certify(OVER_PARALLEL[kind](inside), alpha=2)
    assert exact(verdict.delta_star) == Fraction(1, 4)
    assert verdict.pairs == 8


def test_shared_draws() -> None:
    latent = {"0": Fraction(1, 3), "1": Fraction(1, 2), "2": Fraction(1, 6)}
    first = {"a": dict.fromkeys(latent, "u"), "b": {"0": "u", "1": "v", "2": "u"}}
    second = {"a": {"0": "0", "1": "1", "2": "1"}, "b": {"0": "1", "1": "1", "2": "0"}}
    both = Both(twin.shared(latent, [first, second]), shared(latent, [first, second]))
    for alpha in (Fraction(1), Fraction(3, 2), Fraction(3)):
        check_certified(both, both.pairs, alpha)
        squared = power(both, 2)
        check_certified(squared, squared.pairs, alpha)


def test_components_with_the_same_inputs_in_another_order() -> None:
    first = channel(["a", "b", "c"], [["1/2", "1/2"], ["1/4", "3/4"], [1, 0]])
    second = channel(["c", "a", "b"], [["1/5", "4/5"], ["2/5", "3/5"], ["1/2", "1/2"]])
    both = Both(twin.fresh([first.twin, second.twin]), fresh([first.engine, second.engine]))
    check_certified(both, twin.all_pairs(["a", "b", "c"]), Fraction(2))
    assert both.engine.inputs == ("a", "b", "c")


def test_adaptive_inside_fresh() -> None:
    chain = Both(
        twin.adaptive(RR.twin, {"0": COIN.twin, "1": None}),
        adaptive(RR.engine, {"0": COIN.engine, "1": "stop"}),
    )
    both = power(chain, 3)
    for alpha in (Fraction(1), Fraction(3), Fraction(27)):
        check_certified(both, both.pairs, alpha)


# leaks that share a name with another output


def test_a_leak_of_a_leak_is_one_law() -> None:
    inner = Both(twin.leaky("1/10", RR.twin), leaky("1/10", RR.engine))
    both = Both(twin.leaky("1/10", inner.twin), leaky("1/10", inner.engine))
    check_certified(both, both.pairs, Fraction(3))


def test_a_leak_of_a_leak_can_be_processed() -> None:
    twice = leaky("1/10", leaky("1/10", RR.engine))
    told = postprocess(twice, lambda y: "leak" if y[0] == "leak" else "no leak")
    assert [exact(p) for p in told.table.row(0)] == [Fraction(19, 100), Fraction(81, 100)]


@pytest.mark.parametrize("alpha", [1, 3, 4, 9])
def test_an_output_that_looks_like_a_leak_is_refused_or_added_up(alpha: int) -> None:
    """P(leak 0 | 0) = 1/10 + 9/10·3/4, not two outcomes that could be told apart."""
    names = {"0": ("leak", "0"), "1": ("leak", "1")}
    kernel = {y: {o: Fraction(1)} for y, o in names.items()}
    laws = twin.leaky("1/10", twin.postprocess(RR.twin, kernel))
    try:
        engine = leaky("1/10", postprocess(RR.engine, names))
    except verify.InputError:
        return
    check_certified(Both(laws, engine), [("0", "1")], Fraction(alpha))
