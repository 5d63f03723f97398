"""profile: points, breakpoints, the trade-off and the summary numbers."""

from fractions import Fraction
from typing import Any

import by_definition as definition
import pytest
from contract_checks import check_delta, exact
from contract_command import Verify
from contract_models import EVERY_TYPE, MASK, ONE_SIDED, Model, copies, document, fresh, leaky, rr

PROFILE_KEYS = {"points", "breakpoints", "tradeoff", "total_variation", "attacker_accuracy"}
Points = set[tuple[Fraction, Fraction]]


def curve(answer: Any, x: str, y: str) -> Points:
    """The vertices for one direction, as exact points."""
    rows = [row for row in answer["tradeoff"] if (row["input"], row["neighbour"]) == (x, y)]
    assert len(rows) == 1
    return {(exact(first), exact(second)) for first, second in rows[0]["vertices"]}


def points(*texts: str) -> Points:
    split = [text.split() for text in texts]
    return {(Fraction(first), Fraction(second)) for first, second in split}


def inner_breakpoints(answer: Any) -> set[str]:
    """Breakpoints over 1; whether 1 and "inf" are listed is left open."""
    found = answer["breakpoints"]
    return {text for text in found if text != "inf" and Fraction(text) > 1}


@pytest.mark.parametrize(
    ("model", "breakpoints", "variation", "accuracy"),
    [
        (rr(), {"3"}, "1/2", "3/4"),
        (rr("9/10"), {"9"}, "4/5", "9/10"),
        (fresh(2, rr()), {"9"}, "1/2", "3/4"),
        (fresh(3, rr()), {"3", "27"}, "11/16", "27/32"),
        (copies(12, rr()), {"3"}, "1/2", "3/4"),
        (rr("1/2"), set(), "0", "1/2"),
        (rr("1"), set(), "1", "1"),
        (MASK, set(), "1", "1"),
        (leaky("1/10", rr("1/2")), set(), "1/10", "11/20"),
    ],
)
def test_whole_profile(
    verify: Verify, model: Model, breakpoints: set[str], variation: str, accuracy: str
) -> None:
    answer = verify.ask("profile", document(model))
    assert set(answer) >= PROFILE_KEYS
    assert inner_breakpoints(answer) == breakpoints
    assert exact(answer["total_variation"]) == Fraction(variation)
    assert exact(answer["attacker_accuracy"]) == Fraction(accuracy)
    assert answer["points"]
    assert answer["tradeoff"]


@pytest.mark.parametrize("name", EVERY_TYPE)
def test_points_by_definition(verify: Verify, name: str) -> None:
    model = EVERY_TYPE[name]
    answer = verify.ask("profile", document(model))
    assert answer["points"]
    checked = 0
    for point in answer["points"]:
        if point.get("alpha", "inf") == "inf":
            continue
        alpha = exact(point["alpha"])
        check_delta(point["delta"], definition.delta_star(model, alpha), alpha)
        checked += 1
        for row in point["directions"]:
            x, y = definition.freeze(row["input"]), definition.freeze(row["neighbour"])
            table = definition.laws(model)
            expected = definition.hockey_stick(table[x], table[y], alpha)
            assert exact(row["delta"]) == expected
    assert checked > 0
    assert answer["tradeoff"]


@pytest.mark.parametrize("alpha", ["1", "3/2", "3", "2.5", "9", "100"])
def test_one_point(verify: Verify, alpha: str) -> None:
    answer = verify.ask("profile", document(fresh(2, rr())), "--alpha", alpha)
    assert len(answer["points"]) == 1
    point = answer["points"][0]
    assert exact(point["alpha"]) == Fraction(alpha)
    expected = definition.delta_star(fresh(2, rr()), alpha)
    check_delta(point["delta"], expected, Fraction(alpha))
    pairs = {(row["input"], row["neighbour"]) for row in point["directions"]}
    assert pairs == {("0", "1"), ("1", "0")}
    assert {exact(row["delta"]) for row in point["directions"]} == {expected}


def test_given_a_level_only_points_are_computed(verify: Verify) -> None:
    answer = verify.ask("profile", document(fresh(3, rr())), "--alpha", "3")
    assert answer["breakpoints"] is None
    assert answer["tradeoff"] is None
    reasons = [text for name, text in answer.items() if "reason" in name]
    assert reasons
    assert all(reasons)


def test_given_a_level_and_full_all_is_computed(verify: Verify) -> None:
    answer = verify.ask("profile", document(fresh(3, rr())), "--alpha", "3", "--full")
    assert inner_breakpoints(answer) == {"3", "27"}
    assert answer["tradeoff"]
    values = {exact(p["alpha"]): exact(p["delta"]) for p in answer["points"]}
    assert values[Fraction(3)] == Fraction(3, 8)


@pytest.mark.parametrize("epsilon", ["ln(3)", "ln(9)/2", "2*ln(3)-ln(3)"])
def test_point_at_an_epsilon(verify: Verify, epsilon: str) -> None:
    answer = verify.ask("profile", document(rr("9/10")), "--epsilon", epsilon)
    assert len(answer["points"]) == 1
    point = answer["points"][0]
    assert {"alpha", "epsilon"} & set(point)
    assert exact(point["delta"]) == Fraction(3, 5)


def test_point_at_an_irrational_level(verify: Verify) -> None:
    answer = verify.ask("profile", document(rr()), "--epsilon", "1/2")
    value = answer["points"][0]["delta"]
    assert "exact" not in value
    assert (value["a"], value["b"]) == ("3/4", "1/4")
    # 3/4 - e^(1/2)/4
    assert (
        Fraction(value["lower"]) <= Fraction("0.33781968232496796329") <= Fraction(value["upper"])
    )


def test_tradeoff_of_randomized_response(verify: Verify) -> None:
    answer = verify.ask("profile", document(rr()))
    expected = points("0 1", "1/4 1/4", "1 0")
    assert curve(answer, "0", "1") == curve(answer, "1", "0") == expected


def test_tradeoff_of_two_fresh_answers(verify: Verify) -> None:
    answer = verify.ask("profile", document(fresh(2, rr())))
    # The middle class has ratio 1: the curve passes (1/16, 7/16) and (7/16, 1/16).
    assert curve(answer, "0", "1") == points("0 1", "1/16 7/16", "7/16 1/16", "1 0")


def test_tradeoff_has_the_law_at_the_input_as_the_null(verify: Verify) -> None:
    answer = verify.ask("profile", document(ONE_SIDED, adjacency="add_remove"))
    ends = points("0 1", "1 0")
    assert curve(answer, "off", "on") - ends == points("0 9/10")
    assert curve(answer, "on", "off") - ends == points("9/10 0")


def test_tradeoff_of_equal_and_of_disjoint_laws(verify: Verify) -> None:
    equal = verify.ask("profile", document(rr("1/2")))
    assert curve(equal, "0", "1") == points("0 1", "1 0")
    disjoint = verify.ask("profile", document(rr("1")))
    assert curve(disjoint, "0", "1") - points("0 1", "1 0") == points("0 0")


def test_a_violated_claim_does_not_matter_here(verify: Verify) -> None:
    claim = {"alpha": "2", "delta": "0"}
    answer = verify.ask("profile", document(rr(), claim))
    assert set(answer) >= PROFILE_KEYS


def test_adjacency_of_a_profile(verify: Verify) -> None:
    answer = verify.ask(
        "profile", document(EVERY_TYPE["channel"]), "--alpha", "1", "--adjacency", "all_pairs"
    )
    assert exact(answer["points"][0]["delta"]) == Fraction(2, 3)
    narrow = document(EVERY_TYPE["channel"], adjacency={"pairs": [["y", "z"]]})
    answer = verify.ask("profile", narrow, "--alpha", "1")
    assert exact(answer["points"][0]["delta"]) == Fraction(1, 6)
