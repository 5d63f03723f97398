"""Which pairs are neighbours, and what the two directions of a pair mean."""

from typing import Any

import by_definition as definition
import pytest
from contract_checks import check_result
from contract_command import Verify
from contract_models import (
    ONE_SIDED,
    TWO_BITS,
    WINDOW,
    Model,
    adaptive,
    copies,
    document,
    fresh,
    fresh_list,
    k_rr,
    kernel,
    level,
    mapped,
    mixture,
    parallel,
    rr,
)

NEAR = {"within": 1}
NEAR_WINDOW = WINDOW | {"adjacency": NEAR}
IDENTITY = {label: label for label in "lmr"}


def group(of: Any, distance: int) -> dict[str, Any]:
    return {"group": {"of": of, "distance": distance}}


# model, adjacency, ordered pairs
FORMS: dict[str, tuple[Model, Any, int]] = {
    "replace": (k_rr(3, p="1/2"), "replace", 6),
    "all_pairs": (WINDOW, "all_pairs", 12),
    "within_1": (WINDOW, {"within": 1}, 6),
    "within_2": (WINDOW, {"within": 2}, 10),
    "within_9": (WINDOW, {"within": 9}, 12),
    "hamming": (TWO_BITS, "hamming", 8),
    "all_pairs_of_tuples": (TWO_BITS, "all_pairs", 12),
    "pairs": (WINDOW, {"pairs": [["0", "3"], ["2", "1"]]}, 4),
    "pairs_of_tuples": (TWO_BITS, {"pairs": [[["0", "0"], ["1", "1"]]]}, 2),
    "group_1": (WINDOW, group(NEAR, 1), 6),
    "group_2": (WINDOW, group(NEAR, 2), 10),
    "group_3": (WINDOW, group(NEAR, 3), 12),
    "group_of_hamming": (TWO_BITS, group("hamming", 2), 12),
    "group_of_pairs": (WINDOW, group({"pairs": [["0", "1"], ["1", "2"]]}, 2), 6),
    "add_remove": (WINDOW | {"absent": 1}, "add_remove", 6),
    "add_remove_of_fresh": (fresh(2, ONE_SIDED), "add_remove", 2),
    "add_remove_of_copies": (copies(2, ONE_SIDED), "add_remove", 2),
    "add_remove_of_mixture": (mixture(("1", ONE_SIDED)), "add_remove", 2),
    "add_remove_of_map": (mapped(ONE_SIDED, {"a": "b", "b": "a"}), "add_remove", 2),
    "add_remove_of_adaptive": (
        adaptive(ONE_SIDED, {"a": ONE_SIDED, "b": "stop"}),
        "add_remove",
        2,
    ),
    "one_coordinate": (parallel(rr(), k_rr(3, p="1/2")), "one_coordinate", 18),
    "one_coordinate_of_its_own": (parallel(NEAR_WINDOW, rr()), "one_coordinate", 20),
    "block_switching": (
        parallel(rr(), rr("2/3")),
        {"pairs": [[["0", "1"], ["1", "0"]]]},
        2,
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_forms(verify: Verify, name: str) -> None:
    model, adjacency, ordered = FORMS[name]
    claims = [level("4/3", "1/9"), level("3", "1/4"), level("1", "1")]
    worst = [definition.delta_star(model, c["alpha"], adjacency) for c in claims]
    code = int(any(w > definition.number(c["delta"]) for w, c in zip(worst, claims, strict=True)))
    whole = document(model, claims, adjacency)
    answer = verify.ask("certify", whole, "--full", code=code)
    for result, claim in zip(answer["results"], claims, strict=True):
        check_result(result, model, claim, adjacency)
        assert result["pairs"] == ordered
        assert result["adjacency"] == adjacency


DEFAULTS: dict[str, tuple[Model, Any, int]] = {
    "channel": (WINDOW, "all_pairs", 12),
    "response": (rr(), "replace", 2),
    "k_response": (k_rr(4, p="1/2"), "replace", 12),
    "fresh": (fresh(2, rr()), "replace", 2),
    "fresh_of_its_own": (fresh(2, NEAR_WINDOW), NEAR, 6),
    "first_of_a_list": (fresh_list(NEAR_WINDOW, WINDOW), NEAR, 6),
    "first_of_a_list_without": (fresh_list(WINDOW, NEAR_WINDOW), "all_pairs", 12),
    "copies_of_its_own": (copies(3, NEAR_WINDOW), NEAR, 6),
    "map_of_its_own": (mapped(NEAR_WINDOW, IDENTITY), NEAR, 6),
    "kernel_of_its_own": (
        kernel(NEAR_WINDOW, {y: {"s": "1/2", y: "1/2"} for y in "lmr"}),
        NEAR,
        6,
    ),
    "mixture": (mixture(("1/2", NEAR_WINDOW), ("1/2", WINDOW)), NEAR, 6),
    "adaptive": (adaptive(NEAR_WINDOW, {"l": WINDOW, "m": "stop", "r": "stop"}), NEAR, 6),
    "two_levels_down": (copies(2, mapped(NEAR_WINDOW, IDENTITY)), NEAR, 6),
    "parallel": (parallel(rr(), rr()), "one_coordinate", 8),
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_defaults(verify: Verify, name: str) -> None:
    model, adjacency, ordered = DEFAULTS[name]
    result = verify.ask("certify", document(model, level("3/2", "1")), "--full")
    assert result["adjacency"] == adjacency
    assert result["pairs"] == ordered
    check_result(result, model, level("3/2", "1"), adjacency)


def test_the_documents_adjacency_wins_over_the_nested(verify: Verify) -> None:
    whole = document(fresh(2, NEAR_WINDOW), level("2", "1"), "all_pairs")
    result = verify.ask("certify", whole, "--full")
    assert result["adjacency"] == "all_pairs"
    assert result["pairs"] == 12
    assert result["pure_alpha"] == "inf"


def test_integer_labels_of_pairs_are_printed_as_text(verify: Verify) -> None:
    whole = document(WINDOW, level("1", "1"), {"pairs": [[0, 3]]})
    result = verify.ask("certify", whole)
    assert result["adjacency"] == {"pairs": [["0", "3"]]}
    assert {row["input"] for row in result["directions"]} == {"0", "3"}


def test_remove_and_add(verify: Verify) -> None:
    whole = document(ONE_SIDED, [level("10/9"), level("10/9", "1/10")], "add_remove")
    results = verify.ask("certify", whole, code=1)["results"]
    for result in results:
        rows = [(r["input"], r["neighbour"], r["delta"]["exact"]) for r in result["directions"]]
        # remove: the law with the record against the law without it; add: the reverse
        assert rows == [("on", "off", "1/10"), ("off", "on", "0")]
    witness = results[0]["witness"]
    assert (witness["input"], witness["neighbour"]) == ("on", "off")
    assert witness["event"]["outputs"] == ["b"]
    assert (witness["p"], witness["q"], witness["excess"]) == ("1/10", "0", "1/10")
    assert results[1]["verdict"] == "holds"


def test_pairs_are_taken_in_both_directions(verify: Verify) -> None:
    for pair in (["off", "on"], ["on", "off"]):
        whole = document(ONE_SIDED, level("10/9", "1"), {"pairs": [pair]})
        result = verify.ask("certify", whole, "--full")
        values = {r["input"]: r["delta"]["exact"] for r in result["directions"]}
        assert values == {"on": "1/10", "off": "0"}


@pytest.mark.parametrize("model", [rr(), WINDOW, fresh(2, rr()), mapped(WINDOW, IDENTITY)])
def test_add_remove_needs_an_absent_input(verify: Verify, model: Model) -> None:
    line = verify.refuse("certify", document(model, level("3"), "add_remove"))
    assert "absent" in line
    line = verify.refuse("certify", document(model, level("3")), "--adjacency", "add_remove")
    assert "absent" in line


@pytest.mark.parametrize(
    "adjacency",
    [
        {"pairs": [["0", "4"]]},
        {"pairs": [["0", "1"], ["two", "3"]]},
        {"pairs": [[["0"], "1"]]},
        {"within": -1},
        {"within": "near"},
        {"nearby": 1},
        "neighbours",
        {"group": {"of": "replace"}},
        {"group": {"of": "all_pairs", "distance": 2, "more": 1}},
        {"pairs": [["0"]]},
        {"pairs": [["0", "1", "2"]]},
        7,
    ],
    ids=str,
)
def test_refused_adjacencies(verify: Verify, adjacency: Any) -> None:
    line = verify.refuse("certify", document(WINDOW, level("3"), adjacency))
    assert "adjacency" in line


def test_an_unknown_input_is_named(verify: Verify) -> None:
    line = verify.refuse("certify", document(WINDOW, level("3"), {"pairs": [["0", "elsewhere"]]}))
    assert "adjacency.pairs" in line
    assert "elsewhere" in line


def test_within_needs_integer_inputs(verify: Verify) -> None:
    line = verify.refuse("certify", document(ONE_SIDED, level("3"), NEAR))
    assert "within" in line
