"""Bad input in Python: an `InputError` that names the place and shows a right form."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpfr

import verify
from verify.combinators import (
    adaptive,
    copies,
    fixed_size_subsample,
    fresh,
    mixture,
    parallel,
    poisson_subsample,
    postprocess,
    random_allocation,
    shared,
    shuffle,
)
from verify.mechanisms import channel, k_randomized_response, leaky, randomized_response

RR = randomized_response("3/4")
OTHER = channel(["a", "b"], ["0", "1"], [["1/2", "1/2"], [1, 0]])
NOT_NUMBERS: list[Any] = [
    0.5,
    float("nan"),
    np.float64(0.5),
    np.float32(0.5),
    np.bool_(True),
    True,
    None,
    1j,
    mpfr("0.5"),
    Decimal("NaN"),
    "half",
    "1/0",
    [1, 2],
]
Case = tuple[str, Callable[[], object]]


def refused(call: Callable[[], object], at: str) -> verify.InputError:
    with pytest.raises(verify.InputError) as error:
        call()
    assert error.value.at == at
    assert error.value.form
    message = str(error.value)
    assert message.startswith(f"{at}: ")
    assert "\n" not in message
    assert isinstance(error.value, ValueError)
    return error.value


@pytest.mark.parametrize("value", NOT_NUMBERS, ids=repr)
def test_numbers_everywhere(value: Any) -> None:
    if value is not None:
        refused(lambda: randomized_response(value), "p")
        refused(lambda: randomized_response(alpha=value), "alpha")
        refused(lambda: randomized_response(epsilon=value), "epsilon")
        refused(lambda: verify.certify(RR, alpha=value), "alpha")
        refused(lambda: verify.certify(RR, epsilon=value), "epsilon")
        refused(lambda: verify.budget(RR, step_alpha=value), "step-alpha")
        refused(lambda: fresh(RR, value), "count")
    refused(lambda: copies(RR, value), "count")
    refused(lambda: poisson_subsample(value, RR, 0), "rate")
    refused(lambda: fixed_size_subsample(RR, [value], 2, 1), "records[0]")
    refused(lambda: fixed_size_subsample(RR, [0, 1], value, 1), "population")
    refused(lambda: fixed_size_subsample(RR, [0, 1], 2, value), "size")
    refused(lambda: shuffle(value, RR), "users")
    refused(lambda: random_allocation(RR, 0, 1, value), "rounds")
    refused(lambda: random_allocation(RR, 0, 1, 2, value), "epochs")
    refused(lambda: k_randomized_response(value, "1/2"), "k")
    refused(lambda: verify.certify(RR, alpha=2, delta=value), "delta")
    refused(lambda: verify.epsilon(RR, delta=value), "delta")
    refused(lambda: verify.profile(RR).alpha(delta=value), "delta")
    refused(lambda: leaky(value), "delta")
    refused(lambda: channel(["x"], ["y"], [[value]]), "rows[0][0]")
    refused(lambda: mixture([(value, RR)]), "of[0].weight")
    refused(lambda: shared({"v": value}, [{"x": {"v": "y"}}]), "latent.v")
    kernel = {"0": {"a": value}, "1": {"a": 1}}
    refused(lambda: postprocess(RR, kernel=kernel), "kernel.0.a")
    refused(lambda: verify.certify(RR, alpha=2, adjacency={"within": value}), "adjacency.within")


TABLES: dict[str, tuple[str, Callable[[], object]]] = {
    "short row": ("rows[1]", lambda: channel("xy", "ab", [["1/2", "1/2"], ["1/2", "1/3"]])),
    "long row": ("rows[0]", lambda: channel("xy", "ab", [["1/2", "2/3"], ["1/2", "1/2"]])),
    "hair short": ("rows[0]", lambda: channel("x", "a", [[1 - Fraction(1, 10**400)]])),
    "empty row": ("rows[0]", lambda: channel("x", [], [[]])),
    "negative": ("rows[0][1]", lambda: channel("x", "ab", [["3/2", "-1/2"]])),
    "ragged": ("rows[1]", lambda: channel("xy", "ab", [["1/2", "1/2"], [1]])),
    "columns": ("rows", lambda: channel("x", "abc", [["1/2", "1/2"]])),
    "rows": ("rows", lambda: channel("xyz", "a", [[1], [1]])),
    "no inputs": ("inputs", lambda: channel([], ["a"], [])),
    "input twice": ("inputs[1]", lambda: channel(["x", "x"], "a", [[1], [1]])),
    "0 and '0'": ("inputs[1]", lambda: channel([0, "0"], "a", [[1], [1]])),
    "output twice": ("outputs[2]", lambda: channel("x", "aba", [[1, 0, 0]])),
    "float label": ("inputs[0]", lambda: channel([0.5], "a", [[1]])),
    "bool label": ("outputs[0]", lambda: channel("x", [True], [[1]])),
    "null label": ("outputs[0][1]", lambda: channel("x", [["a", None]], [[1]])),
    "unknown absent": ("absent", lambda: channel("xy", "a", [[1], [1]], absent="z")),
}


@pytest.mark.parametrize("name", TABLES)
def test_channels(name: str) -> None:
    at, call = TABLES[name]
    refused(call, at)


def test_a_wrong_sum_says_by_how_much() -> None:
    error = refused(lambda: channel("x", "ab", [["1/2", "1/3"]]), "rows[0]")
    assert "sums to 5/6, which is 1/6 short of 1" in str(error)


WEIGHTS: dict[str, tuple[str, Callable[[], object]]] = {
    "sum": ("rows[1]", lambda: verify.Channel.from_weights("xy", None, [[1, 1], [1, 2]], 2)),
    "ragged": ("weights", lambda: verify.Channel.from_weights("xy", None, [[1, 1], [2]], 2)),
    "negative": ("weights[0]", lambda: verify.Channel.from_weights("x", None, [[3, -1]], 2)),
    "float": ("weights[0]", lambda: verify.Channel.from_weights("x", None, [[1.0, 1]], 2)),
    "signed": (
        "weights",
        lambda: verify.Channel.from_weights("x", None, np.array([[1, 1]], dtype=np.int64), 2),
    ),
    "floats": ("weights", lambda: verify.Channel.from_weights("x", None, np.ones((1, 2)), 2)),
    "one axis": (
        "weights",
        lambda: verify.Channel.from_weights("x", None, np.ones(2, dtype=np.uint64), 2),
    ),
    "zero": ("denominator", lambda: verify.Channel.from_weights("x", None, [[0]], 0)),
    "too wide": ("weights[0]", lambda: verify.Channel.from_weights("x", None, [[2**64, 0]], 5)),
    "high limb": (
        "rows[0]",
        lambda: verify.Channel.from_weights("x", None, np.ones((1, 1, 2), dtype=np.uint64), 1),
    ),
}


@pytest.mark.parametrize("name", WEIGHTS)
def test_weights(name: str) -> None:
    at, call = WEIGHTS[name]
    refused(call, at)


VALUES = {"0": "a", "1": "b"}
COMBINED: dict[str, tuple[str, Callable[[], object]]] = {
    "p above 1": ("p", lambda: randomized_response("5/4")),
    "p below 0": ("p", lambda: randomized_response("-1/4")),
    "k = 1": ("k", lambda: k_randomized_response(1, "1/2")),
    "alpha below 1": ("alpha", lambda: randomized_response(alpha="1/2")),
    "epsilon below 0": ("epsilon", lambda: randomized_response(epsilon="-1")),
    "a power of e of any size": ("epsilon", lambda: randomized_response(epsilon="1e30")),
    "a root of any size": ("epsilon", lambda: randomized_response(epsilon="1e30*ln(2)/3")),
    "leak above 1": ("delta", lambda: leaky("11/10")),
    "no inputs to leak": ("inputs", lambda: leaky("1/2", inputs=())),
    "repeated input": ("inputs[1]", lambda: leaky("1/2", inputs=("x", "x"))),
    "no release": ("of", lambda: fresh([])),
    "count 0": ("count", lambda: fresh(RR, 0)),
    "count missing": ("count", lambda: fresh(RR)),
    "half a count": ("count", lambda: fresh(RR, "1/2")),
    "count of a list": ("count", lambda: fresh([RR, RR], 3)),
    "other inputs": ("of[1]", lambda: fresh([RR, OTHER])),
    "copies 0": ("count", lambda: copies(RR, 0)),
    "too many copies": ("count", lambda: copies(RR, 10**7)),
    "no part": ("of", lambda: parallel([])),
    "no mixture": ("of", lambda: mixture([])),
    "mixture sum": ("of", lambda: mixture([("1/2", RR), ("1/3", RR)])),
    "mixture weight": ("of[1].weight", lambda: mixture([("3/2", RR), ("-1/2", RR)])),
    "mixture inputs": ("of[1].mechanism", lambda: mixture([("1/2", RR), ("1/2", OTHER)])),
    "map lacks": ("map", lambda: postprocess(RR, {"0": "a"})),
    "map unknown": ("map.2", lambda: postprocess(RR, {**VALUES, "2": "c"})),
    "map label": ("map.1", lambda: postprocess(RR, {"0": "a", "1": 0.5})),
    "kernel sum": ("kernel.0", lambda: postprocess(RR, kernel={"0": {"a": "1/2"}, "1": {"a": 1}})),
    "next lacks": ("next", lambda: adaptive(RR, {"0": RR})),
    "next unknown": ("next.2", lambda: adaptive(RR, {"0": RR, "1": "stop", "2": RR})),
    "next is no model": ("next.1", lambda: adaptive(RR, {"0": RR, "1": "halt"})),
    "next inputs": ("next.1", lambda: adaptive(RR, {"0": RR, "1": OTHER})),
    "rate above 1": ("rate", lambda: poisson_subsample("9/8", RR, 0)),
    "absent unknown": ("absent", lambda: poisson_subsample("1/2", RR, 2)),
    "sample too large": ("size", lambda: fixed_size_subsample(RR, [0, 1], 2, 3)),
    "sum unknown": ("of", lambda: fixed_size_subsample(RR, [0, 1], 2, 2)),
    "record twice": ("records[1]", lambda: fixed_size_subsample(RR, [0, "0"], 2, 1)),
    "no users": ("users", lambda: shuffle(0, RR)),
    "no rounds": ("rounds", lambda: random_allocation(RR, 0, 1, 0)),
    "nothing chosen": ("present", lambda: random_allocation(RR, 1, 1, 2)),
    "no outputs": ("outputs", lambda: shared({"v": 1}, [])),
    "latent sum": ("latent", lambda: shared({"v": "1/2"}, [{"x": {"v": "y"}}])),
    "latent value": ("outputs[0]", lambda: shared({"v": 1, "w": 0}, [{"x": {"v": "y"}}])),
    "shared input": (
        "outputs[1]",
        lambda: shared({"v": 1}, [{"x": {"v": "y"}, "z": {"v": "y"}}, {"x": {"v": "y"}}]),
    ),
}


@pytest.mark.parametrize("name", COMBINED)
def test_mechanisms_and_combinators(name: str) -> None:
    at, call = COMBINED[name]
    refused(call, at)


QUESTIONS: dict[str, tuple[str, Callable[[], object]]] = {
    "alpha below 1": ("alpha", lambda: verify.certify(RR, alpha="0.99")),
    "epsilon below 0": ("epsilon", lambda: verify.certify(RR, epsilon="ln(1/2)")),
    "delta above 1": ("delta", lambda: verify.certify(RR, alpha=2, delta="1.1")),
    "delta below 0": ("delta", lambda: verify.epsilon(RR, delta="-1%")),
    "adjacency": ("adjacency", lambda: verify.certify(RR, alpha=2, adjacency="near")),
    "no absent": ("adjacency", lambda: verify.certify(RR, alpha=2, adjacency="add_remove")),
    "unknown pair": (
        "adjacency.pairs[0]",
        lambda: verify.certify(RR, alpha=2, adjacency={"pairs": [["0", "7"]]}),
    ),
    "equal pair": (
        "adjacency.pairs[1]",
        lambda: verify.profile(RR, {"pairs": [["0", "1"], ["1", "1"]]}),
    ),
    "no pairs": ("adjacency.pairs", lambda: verify.profile(RR, {"pairs": []})),
    "unknown input": ("pair", lambda: verify.profile(RR).trade_off(("0", "7"))),
    "no neighbours": ("pair", lambda: verify.profile(RR).trade_off(("0", "0"))),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions(name: str) -> None:
    at, call = QUESTIONS[name]
    refused(call, at)


def test_one_level_exactly() -> None:
    for call in (
        lambda: verify.certify(RR),
        lambda: verify.certify(RR, alpha=2, epsilon=1),
        lambda: verify.profile(RR).delta(),
        lambda: randomized_response(),
        lambda: randomized_response("1/2", alpha=3),
        lambda: postprocess(RR),
        lambda: postprocess(RR, VALUES, kernel={}),
    ):
        with pytest.raises(verify.InputError, match="exactly one of"):
            call()


@pytest.mark.parametrize("value", [0.1, np.float32(0.1), float("nan"), float("inf"), "1/10"])
def test_values_are_compared_with_exact_numbers_only(value: Any) -> None:
    """A float must not slip in behind an order sign either."""
    delta = verify.certify(fresh(RR, 2), alpha=3).delta_star
    for compare in (lambda: delta < value, lambda: delta >= value):
        with pytest.raises((verify.InputError, TypeError)):
            compare()
    assert delta != value


NO_MECHANISMS: dict[str, Callable[[Any], object]] = {
    "fresh": lambda of: fresh(of, 2),
    "fresh list": lambda of: fresh([RR, of]),
    "copies": lambda of: copies(of, 2),
    "parallel": lambda of: parallel([RR, of]),
    "leaky": lambda of: leaky("1/2", of),
    "postprocess": lambda of: postprocess(of, {}),
    "mixture": lambda of: mixture([("1/2", RR), ("1/2", of)]),
    "poisson_subsample": lambda of: poisson_subsample("1/2", of, 0),
    "fixed_size_subsample": lambda of: fixed_size_subsample(of, [0, 1], 2, 1),
    "shuffle": lambda of: shuffle(2, of),
    "random_allocation": lambda of: random_allocation(of, 0, 1, 2),
    "certify": lambda of: verify.certify(of, alpha=2),
    "profile": verify.profile,
    "epsilon": verify.epsilon,
    "budget": verify.budget,
}


@pytest.mark.parametrize("name", NO_MECHANISMS)
@pytest.mark.parametrize("value", ["stop", {"type": "randomized_response", "p": "3/4"}])
def test_what_is_no_mechanism_is_refused(name: str, value: object) -> None:
    with pytest.raises((verify.InputError, TypeError)):
        NO_MECHANISMS[name](value)


@pytest.mark.parametrize(
    "values", [{"kind": "within"}, {"kind": "within", "distance": 0}, {"kind": "group"}], ids=str
)
def test_an_adjacency_that_lacks_its_parameter_protects_nobody(values: dict[str, Any]) -> None:
    """It must not make every claim hold for want of neighbours."""
    with pytest.raises(verify.InputError):
        verify.certify(RR, alpha=1, adjacency=verify.Adjacency(**values))


def test_a_claim_is_given_once() -> None:
    claim = verify.certify(RR, alpha=3).claim
    error = refused(lambda: verify.certify(RR, claim, alpha=3, delta=0), "alpha, delta")
    assert "a claim is given, and its numbers as well" in str(error)
