"""Events and witnesses: their forms, what they leave out, and which pair is reported."""

from fractions import Fraction
from math import comb
from typing import Any

import by_definition as definition
import pytest
from contract_checks import check_event, check_witness, exact
from contract_command import Verify
from contract_models import (
    EVERY_TYPE,
    MASK,
    Model,
    adaptive,
    channel,
    copies,
    document,
    fresh,
    fresh_list,
    k_rr,
    leaky,
    level,
    mixture,
    rr,
)


def witness_of(verify: Verify, model: Model, alpha: Any, adjacency: Any = None) -> Any:
    result = verify.ask("certify", document(model, level(alpha), adjacency), code=1)
    return result["witness"]


@pytest.mark.parametrize(
    ("model", "outputs"),
    [
        (rr(), [["0"]]),
        (leaky("1/10"), None),
        (leaky("1/10", rr("1/2")), [["leak", "0"]]),
        (mixture(("1/2", rr()), ("1/2", rr("1/2")), revealed=True), [["0", "0"]]),
        (adaptive(rr(), {"0": rr(), "1": "stop"}), [["0", "0"]]),
        (adaptive(rr("1"), {"0": copies(2, rr("1")), "1": "stop"}), [["0", ["0", "0"]]]),
    ],
)
def test_outputs_named_in_full(verify: Verify, model: Model, outputs: list[Any] | None) -> None:
    event = witness_of(verify, model, "2")["event"]
    assert event["text"].strip()
    if outputs is None:
        assert [label[0] for label in event["outputs"]] == ["leak"]
    elif model["type"] == "randomized_response":
        assert event["outputs"] == ["0"]
    else:
        assert event["outputs"] == outputs


def test_outcomes_on_the_boundary_are_left_out(verify: Verify) -> None:
    model = channel(["x", "y"], ["over", "equal", "under"], ["1/2 3/8 1/8", "1/8 1/8 3/4"])
    witness = witness_of(verify, model, "3")
    assert (witness["input"], witness["neighbour"]) == ("y", "x")
    assert witness["event"]["outputs"] == ["under"]
    forward = channel(["x", "y"], ["over", "equal", "under"], ["3/4 3/16 1/16", "1/8 1/16 13/16"])
    witness = witness_of(verify, forward, "3")
    assert witness["event"]["outputs"] == ["under"]
    result = verify.ask("certify", document(forward, level("3", "1")), "--full")
    events = {row["input"]: row["event"]["outputs"] for row in result["directions"]}
    assert events == {"x": ["over"], "y": ["under"]}


@pytest.mark.parametrize(
    ("count", "alpha", "classes", "p", "q", "excess"),
    [
        (2, "3", [{"0": 2, "1": 0}], "9/16", "1/16", "3/8"),
        (3, "3", [{"0": 3, "1": 0}], "27/64", "1/64", "3/8"),
        (3, "2", [{"0": 3, "1": 0}, {"0": 2, "1": 1}], "27/32", "5/32", "17/32"),
        (2, "1", [{"0": 2, "1": 0}], "9/16", "1/16", "1/2"),
    ],
)
def test_classes_of_a_product(
    verify: Verify, count: int, alpha: str, classes: list[Any], p: str, q: str, excess: str
) -> None:
    witness = witness_of(verify, fresh(count, rr()), alpha)
    found = witness["event"]["counts"]
    assert sorted(found, key=str) == sorted(classes, key=str)
    assert witness["event"]["text"].strip()
    assert (witness["p"], witness["q"], witness["excess"]) == (p, q, excess)


def test_classes_name_every_output_of_positive_probability(verify: Verify) -> None:
    three = channel(["x", "y"], ["a", "b", "c", "never"], ["1/2 1/4 1/4 0", "1/4 1/2 1/4 0"])
    witness = witness_of(verify, fresh(2, three), "3/2")
    found = witness["event"]["counts"]
    assert all(set(counts) == {"a", "b", "c"} for counts in found)
    expected = [{"a": 2, "b": 0, "c": 0}, {"a": 1, "b": 0, "c": 1}]
    assert sorted(found, key=str) == sorted(expected, key=str)


@pytest.mark.parametrize("alpha", ["1", "2", "3", "9", "26"])
def test_event_of_different_models(verify: Verify, alpha: str) -> None:
    model = fresh_list(rr(), rr("9/10"), rr("1/3"))
    result = verify.ask("certify", document(model, level(alpha)), code=1)
    worst = definition.delta_star(model, alpha)
    check_witness(result["witness"], model, Fraction(alpha), worst)
    assert {"outputs", "counts", "statistic"} & set(result["witness"]["event"])


def test_event_beyond_a_thousand_members(verify: Verify, long_integers: None) -> None:
    rounds = 2500
    witness = witness_of(verify, fresh(rounds, rr()), "3")
    event = witness["event"]
    assert event["text"].strip()
    assert "counts" not in event
    last = 1249  # P/Q = 3^(2500 - 2t) is over 3 exactly for t ones, t = 0 to 1249
    assert event["statistic"] in ("likelihood_ratio", "count of 0", "count of 1")
    if event["statistic"] == "likelihood_ratio":
        assert event["above"] == "3"
    elif event["statistic"] == "count of 0":
        assert (event["at_least"], event.get("at_most", rounds)) == (rounds - last, rounds)
    else:
        assert (event["at_most"], event.get("at_least", 0)) == (last, 0)
    p = sum(comb(rounds, t) * 3 ** (rounds - t) for t in range(last + 1))
    q = sum(comb(rounds, t) * 3**t for t in range(last + 1))
    assert exact(witness["p"]) == Fraction(p, 4**rounds)
    assert exact(witness["q"]) == Fraction(q, 4**rounds)
    assert exact(witness["excess"]) == Fraction(p - 3 * q, 4**rounds)


@pytest.mark.parametrize("name", ["channel", "fresh_list", "leaky", "mixture_hidden", "parallel"])
def test_excess_is_p_minus_alpha_q(verify: Verify, name: str) -> None:
    alphas = [a for a in ("1", "9/8", "2") if definition.delta_star(EVERY_TYPE[name], a) > 0]
    claims = [level(alpha) for alpha in alphas]
    answer = verify.ask("certify", document(EVERY_TYPE[name], claims), code=1)
    assert len(answer["results"]) == len(alphas) >= 2
    for result, alpha in zip(answer["results"], alphas, strict=True):
        witness, level_ = result["witness"], Fraction(alpha)
        assert exact(witness["excess"]) == exact(witness["p"]) - level_ * exact(witness["q"])
        assert exact(witness["excess"]) == exact(result["delta_star"])
        first = result["directions"][0]
        assert first["delta"]["exact"] == result["delta_star"]["exact"]


def test_witness_of_an_irrational_level(verify: Verify) -> None:
    claim = {"epsilon": "ln(2)/2", "delta": "0"}
    result = verify.ask("certify", document(rr(), claim), code=1)
    witness = result["witness"]
    assert (witness["p"], witness["q"]) == ("3/4", "1/4")
    assert witness["event"]["outputs"] == ["0"]


@pytest.mark.parametrize(
    ("model", "first"),
    [
        (rr(), ("0", "1")),
        (rr("1/4"), ("0", "1")),
        (k_rr(3, alpha="4"), ("0", "1")),
        (fresh(2, rr()), ("0", "1")),
        (MASK, ("0", "1")),
        (channel(["b", "a"], [0, 1], ["3/4 1/4", "1/4 3/4"]), ("b", "a")),
        (channel(["z", "b", "a"], [0, 1], ["1/2 1/2", "3/4 1/4", "1/4 3/4"]), ("b", "a")),
    ],
)
def test_ties_go_to_the_first_pair(verify: Verify, model: Model, first: tuple[str, str]) -> None:
    result = verify.ask("certify", document(model, level("3/2")), code=1)
    witness = result["witness"]
    assert (witness["input"], witness["neighbour"]) == first
    top = result["directions"][0]
    assert (top["input"], top["neighbour"]) == first


def test_the_worst_direction_wins_over_the_first(verify: Verify) -> None:
    model = channel(["y", "x"], ["a", "b"], ["1/2 1/2", "9/10 1/10"])
    result = verify.ask("certify", document(model, level("3/2")), code=1)
    # H(y, x) = 1/2 - 3/20 = 7/20 by "b", and H(x, y) = 9/10 - 3/4 = 3/20 by "a".
    pairs = [(row["input"], row["neighbour"]) for row in result["directions"]]
    assert pairs == [("y", "x"), ("x", "y")]
    turned = channel(["x", "y"], ["a", "b"], ["9/10 1/10", "1/2 1/2"])
    result = verify.ask("certify", document(turned, level("3/2")), code=1)
    pairs = [(row["input"], row["neighbour"]) for row in result["directions"]]
    assert pairs == [("y", "x"), ("x", "y")]
    assert result["witness"]["event"]["outputs"] == ["b"]
    assert result["witness"]["excess"] == "7/20"


def test_events_of_both_directions(verify: Verify) -> None:
    model = fresh(2, k_rr(3, alpha="4"))
    alpha = Fraction(5, 2)
    result = verify.ask("certify", document(model, level("5/2")), "--full", code=1)
    table = definition.laws(model)
    assert len(result["directions"]) == 6
    for row in result["directions"]:
        check_event(row["event"], table[row["input"]], table[row["neighbour"]], alpha)
