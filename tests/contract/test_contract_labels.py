"""Labels: text and integers are one, compound labels stay arrays, other values are refused."""

from typing import Any

import pytest
from contract_checks import check_result
from contract_command import Verify
from contract_models import (
    Model,
    adaptive,
    channel,
    copies,
    document,
    fresh,
    fresh_list,
    kernel,
    key,
    level,
    mapped,
    mixture,
    parallel,
    rr,
)

TWO = ["3/4 1/4", "1/4 3/4"]


def violated(verify: Verify, model: Model, alpha: str = "2", adjacency: Any = None) -> Any:
    return verify.ask("certify", document(model, level(alpha), adjacency), code=1)


@pytest.mark.parametrize("labels", [[0, 1], ["0", "1"], [0, "1"]])
def test_integers_stand_for_their_text(verify: Verify, labels: list[Any]) -> None:
    answer = violated(verify, channel(labels, labels, TWO), adjacency={"pairs": [[1, "0"]]})
    witness = answer["witness"]
    assert {witness["input"], witness["neighbour"]} == {"0", "1"}
    assert witness["event"]["outputs"] in (["0"], ["1"])
    assert answer["directions"][0]["delta"]["exact"] == "1/4"


def test_other_texts_are_kept(verify: Verify) -> None:
    inputs, outputs = ["예", "-1"], ["no, thanks", 'say "yes"']
    witness = violated(verify, channel(inputs, outputs, TWO))["witness"]
    assert (witness["input"], witness["neighbour"]) == ("예", "-1")
    assert witness["event"]["outputs"] == ["no, thanks"]


def test_leading_zeros_make_another_label(verify: Verify) -> None:
    answer = violated(verify, channel(["1", "01"], [1, "01"], TWO))
    witness = answer["witness"]
    assert (witness["input"], witness["neighbour"]) == ("1", "01")
    assert answer["pairs"] == 2


def test_compound_inputs_and_outputs(verify: Verify) -> None:
    model = channel([["a", 0], ["a", 1]], [["u", ["v", 7]], "w"], TWO)
    witness = violated(verify, model)["witness"]
    assert (witness["input"], witness["neighbour"]) == (["a", "0"], ["a", "1"])
    assert witness["event"]["outputs"] == [["u", ["v", "7"]]]


@pytest.mark.parametrize(
    ("model", "outputs"),
    [
        (copies(2, rr()), ["0", "0"]),
        (copies(2, copies(2, rr())), [["0", "0"], ["0", "0"]]),
        (mixture(("1", copies(1, rr())), revealed=True), ["0", ["0"]]),
        (adaptive(rr(), {"0": "stop", "1": "stop"}), ["0"]),
        (adaptive(copies(2, rr()), {key("0", "0"): "stop", key("1", "1"): "stop"}), [["0", "0"]]),
    ],
)
def test_compound_labels_are_never_flattened(
    verify: Verify, model: Model, outputs: list[Any]
) -> None:
    assert violated(verify, model)["witness"]["event"]["outputs"] == [outputs]


def test_keys_of_compound_labels(verify: Verify) -> None:
    table = {key("0", "0"): "low", key("0", "1"): 1, key("1", "0"): "1", key("1", "1"): ["h", 2]}
    model = mapped(fresh(2, rr()), table)
    witness = violated(verify, model)["witness"]
    assert (witness["p"], witness["q"]) == ("9/16", "1/16")
    assert witness["event"]["outputs"] == ["low"]
    backward = violated(verify, model)["directions"][1]
    assert backward["event"]["outputs"] == [["h", "2"]]


def test_keys_of_nested_compound_labels(verify: Verify) -> None:
    deep = fresh_list(rr("1"), copies(2, rr("1")))
    table = {'["0",["0","0"]]': "zero", '["1",["1","1"]]': "one"}
    assert violated(verify, mapped(deep, table))["witness"]["event"]["outputs"] == ["zero"]


def test_keys_of_a_kernel_may_be_compound(verify: Verify) -> None:
    spread = {"0": {key("a", "b"): "1/2", "c": "1/2"}, "1": {"c": "1"}}
    witness = violated(verify, kernel(rr("1"), spread), alpha="1")["witness"]
    assert witness["event"]["outputs"] == [["a", "b"]]
    assert (witness["p"], witness["q"]) == ("1/2", "0")


def test_inputs_of_parallel_are_arrays(verify: Verify) -> None:
    answer = violated(verify, parallel(rr(), rr("2/3")))
    witness = answer["witness"]
    assert (witness["input"], witness["neighbour"]) == (["0", "0"], ["1", "0"])
    assert answer["pairs"] == 8
    assert (witness["p"], witness["q"], witness["excess"]) == ("3/4", "1/4", "1/4")


def test_one_label_reached_twice_is_one_outcome(verify: Verify) -> None:
    model = mapped(fresh(2, rr()), {key(a, b): int(a != b) for a in "01" for b in "01"})
    answer = verify.ask("certify", document(model, level("1")), "--full")
    check_result(answer, model, level("1"))
    assert answer["pure_alpha"] == "1"


@pytest.mark.parametrize("labels", [[0, "0"], ["a", "a"], [["a", 0], ["a", "0"]]], ids=str)
@pytest.mark.parametrize("place", ["inputs", "outputs"])
def test_duplicate_labels_are_refused(verify: Verify, place: str, labels: list[Any]) -> None:
    model = channel(["x", "y"], ["u", "v"], TWO) | {place: labels}
    line = verify.refuse("certify", document(model, level("3")))
    assert f"mechanism.{place}" in line


@pytest.mark.parametrize(
    ("place", "label"),
    [
        ("inputs", "0.5"),
        ("outputs", "2.0"),
        ("inputs", "true"),
        ("outputs", "null"),
        ("outputs", '["a", 1.0]'),
        ("inputs", '["a", false]'),
    ],
)
def test_other_values_are_refused(verify: Verify, place: str, label: str) -> None:
    lists = {"inputs": '["x", "y"]', "outputs": '["u", "v"]', place: f'["p", {label}]'}
    raw = (
        '{"schema": 1, "mechanism": {"type": "channel", "inputs": '
        + lists["inputs"]
        + ', "outputs": '
        + lists["outputs"]
        + ', "rows": [["3/4", "1/4"], ["1/4", "3/4"]]}}'
    )
    line = verify.refuse("certify", raw, "--alpha", "3")
    assert f"mechanism.{place}" in line
