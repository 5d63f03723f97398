"""Questions about utility: what is accepted, what is refused and where, in Python and documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gmpy2 import mpq
from jsonschema import Draft202012Validator

import verify
from verify.combinators import copies, fresh, mixture, postprocess
from verify.document.schema import document_schema
from verify.law.channel import Channel
from verify.mechanisms import (
    channel,
    geometric,
    k_randomized_response,
    leaky,
    randomized_response,
)
from verify.mechanisms import report_noisy_max as noisy_max
from verify.utility import Question, expected_error

RR = randomized_response("3/4")
THREE = k_randomized_response(3, "1/2")
NAMED = channel(["a", "b"], ["1", "2"], [["1/2", "1/2"], [0, 1]])
ENDLESS = noisy_max({"x": [1, 5], "y": [0, 4]}, "1/2", output="value")
TAILS = Channel(
    [0, 1, 2],
    ["<=0", "1", ">=2"],
    [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]],
    collapsed="two-sided geometric noise of ratio 1/2 on 0 to 2",
)
UNKNOWN = Channel(TAILS.inputs, TAILS.outputs, map(TAILS.row, range(3)), collapsed="some noise")


def values(answer: verify.utility.Utility) -> list[mpq]:
    return [item.expected for item in answer.inputs]


def refused(call: Callable[[], object], at: str, part: str = "") -> None:
    with pytest.raises(verify.InputError) as error:
        call()
    assert error.value.at == at
    assert error.value.form
    assert part in str(error.value)
    assert "\n" not in str(error.value)


# answers


def test_the_answer_can_be_asked() -> None:
    answer = expected_error(THREE, "l1", groups={"ends": ["0", 2], "most": {"1": 3, "0": "1"}})
    assert answer.error == "l1"
    assert values(answer) == [mpq(3, 4), mpq(1, 2), mpq(3, 4)]
    assert (answer.of(1), answer.of("2")) == (mpq(1, 2), mpq(3, 4))
    assert (answer.worst.input, answer.worst.expected) == ("0", mpq(3, 4))
    ends, most = answer.groups
    assert (ends.group, ends.expected, ends.worst.input) == ("ends", mpq(3, 4), "0")
    assert (most.expected, most.worst.input) == (mpq(9, 16), "0")
    assert answer.of_group("most") is most
    refused(lambda: answer.of("3"), "input")
    refused(lambda: answer.of_group("none"), "group")


def test_the_worst_of_a_group_is_the_first_in_document_order() -> None:
    answer = expected_error(RR, "zero_one", groups={"all": ["1", "0"]})
    assert answer.groups[0].worst == answer.worst
    assert answer.worst.input == "0"


def test_an_answer_never_changes() -> None:
    answer = expected_error(RR)
    for item, name in ((answer, "error"), (answer.worst, "expected"), (answer.inputs[0], "input")):
        with pytest.raises(AttributeError):
            setattr(item, name, "l2")


@pytest.mark.parametrize(
    ("target", "expected"),
    [({"a": "1", "b": "2"}, [mpq(1, 2), 0]), ({"a": "2.5", "b": "1/2"}, [1, mpq(3, 2)])],
)
def test_targets(target: dict[str, str], expected: list[Any]) -> None:
    assert values(expected_error(NAMED, "l1", target=target)) == expected


def test_a_target_may_be_given_for_some_inputs() -> None:
    assert values(expected_error(RR, "l1", target={"1": "0"})) == [mpq(1, 4), mpq(3, 4)]


def test_outputs_of_probability_0_need_no_number_and_no_loss() -> None:
    sure = channel(["0", "1"], ["0", "never"], [[1, 0], [1, 0]])
    assert values(expected_error(sure)) == [0, 1]
    assert values(expected_error(sure, {"0": {"0": 5}, "1": {"0": "-1/2", "never": 7}})) == [
        5,
        mpq(-1, 2),
    ]


def test_arrays_are_summed_entry_by_entry() -> None:
    target = {"0": ["0", "1"], "1": ["1", "1"]}
    assert values(expected_error(fresh(RR, 2), "l1", target=target)) == [1, mpq(1, 2)]
    assert values(expected_error(copies(RR, 2), "l2", target=target)) == [1, mpq(1, 2)]
    nested = fresh([fresh(RR, 2), RR])
    deep = {"0": [["0", "0"], "3"], "1": [["1", "1"], "1"]}
    assert values(expected_error(nested, "l2", target=deep)) == [
        mpq(1, 2) + mpq(3, 4) * 9 + mpq(1, 4) * 4,
        mpq(3, 4),
    ]


def test_losses_of_arrays() -> None:
    two = fresh(RR, 2)
    row = {'["0","0"]': 0, '["0","1"]': 1, '["1","0"]': 1, ("1", "1"): "5/2"}
    assert expected_error(two, {"0": row, "1": row}).of(0) == mpq(6, 16) + mpq(5, 32)


def test_noise_without_bound() -> None:
    target = {"x": 5, "y": 4}
    assert expected_error(ENDLESS, "l1", target=target).of("x") == mpq(23, 18)
    two = fresh([ENDLESS, noisy_max({"x": [1, 5], "y": [0, 4]}, "1/2")])
    both = {"x": ["5", "1"], "y": ["4", "1"]}
    index = expected_error(two.parts[1], "l1", target={"x": 1, "y": 1}).of("x")
    assert expected_error(two, "l1", target=both).of("x") == mpq(23, 18) + index


def test_collapsed_tails() -> None:
    """A table may price a tail; noise that is not named cannot be looked into."""
    losses = {str(x): {"<=0": 2, "1": 0, ">=2": 1} for x in range(3)}
    target = {"0": "<=0", "2": ">=2"}
    for noisy in (TAILS, UNKNOWN):
        assert expected_error(noisy, losses).of(0) == mpq(3, 2)
        answer = expected_error(noisy, "zero_one", target=target)
        assert values(answer) == [mpq(1, 3), mpq(2, 3), mpq(1, 3)]
    assert values(expected_error(TAILS, "zero_one")) == [mpq(2, 3)] * 3
    assert values(expected_error(TAILS, "l1")) == [mpq(4, 3)] * 3
    refused(lambda: expected_error(UNKNOWN, "zero_one"), "target", "collapsed")
    refused(lambda: expected_error(UNKNOWN, "l1"), "error", "infinitely many")
    both = {str(x): [str(x)] * 2 for x in range(3)}
    assert values(expected_error(copies(TAILS, 2), "l1", target=both)) == [mpq(8, 3)] * 3
    refused(lambda: expected_error(copies(UNKNOWN, 2), "l1", target=both), "error")


def test_a_tail_has_whole_numbers_only() -> None:
    for target, chance in (("-1", "1/6"), ("-40", mpq(1, 3 * 2**40)), ("1/2", 0), ("-01", 0)):
        answer = expected_error(TAILS, "zero_one", target={"0": target})
        assert 1 - answer.of(0) == mpq(chance)
    refused(lambda: expected_error(TAILS, "l1", target={"0": ["0"]}), "target", "shape")
    nothing = {str(x): "none" for x in range(3)}
    refused(lambda: expected_error(TAILS, "zero_one", target=nothing), "target", "no input has")


def test_an_error_of_1_everywhere_may_be_true() -> None:
    sure = channel(["0", "1"], ["0", "1"], [[0, 1], [1, 0]])
    assert values(expected_error(sure, "zero_one")) == [1, 1]


def test_noise_far_from_0() -> None:
    far = geometric("1/2", 10**15, 10**15 + 2)
    assert values(expected_error(far, "l2")) == [4, 4, 4]
    with pytest.raises(verify.LimitError, match="answer_bits"):
        expected_error(far, "l1", target={str(10**15): 0})


# refusals

REFUSED: dict[str, tuple[str, str, Callable[[], object]]] = {
    "no mechanism": ("mechanism", "", lambda: expected_error("rr")),
    "unknown error": ("error", "l3", lambda: expected_error(RR, "l3")),
    "error of no kind": ("error", "int", lambda: expected_error(RR, 2)),
    "input no number": ("target.a", '"a"', lambda: expected_error(NAMED, "l1")),
    "target no number": ("target.0", "z", lambda: expected_error(RR, "l2", target={"0": "z"})),
    "output no number": (
        "error",
        '"s"',
        lambda: expected_error(postprocess(RR, {"0": "0", "1": "s"}), "l1"),
    ),
    "no target possible": ("target", '"a"', lambda: expected_error(NAMED, "zero_one")),
    "another shape": ("target", "shape", lambda: expected_error(fresh(RR, 2), "l1")),
    "too long a target": (
        "target",
        "arrays of 2",
        lambda: expected_error(fresh(RR, 2), "l1", target={x: ["0"] * 3 for x in "01"}),
    ),
    "an array for a number": (
        "target",
        "shape",
        lambda: expected_error(RR, "l1", target={"0": ["0"]}),
    ),
    "leak and number": ("target", "leak", lambda: expected_error(leaky("1/2", RR), "l1")),
    "unknown target": ("target.2", "", lambda: expected_error(RR, "l1", target={"2": "0"})),
    "float target": ("target.0", "float", lambda: expected_error(RR, "l1", target={"0": 0.5})),
    "list of targets": ("target", "object", lambda: expected_error(RR, "l1", target=["0"])),
    "target twice": (
        "target.0",
        "twice",
        lambda: expected_error(RR, "l1", target={0: "1", "0": "1"}),
    ),
    "target of a table": (
        "target",
        "table",
        lambda: expected_error(RR, {x: {"0": 1, "1": 1} for x in "01"}, target={"0": "1"}),
    ),
    "no row": ("error", '"1"', lambda: expected_error(RR, {"0": {"0": 0, "1": 1}})),
    "row of an unknown input": ("error.2", "", lambda: expected_error(RR, {"2": {}})),
    "row no object": ("error.0", "list", lambda: expected_error(RR, {"0": [], "1": []})),
    "missing loss": (
        "error.1",
        '"1"',
        lambda: expected_error(RR, {"0": {"0": 0, "1": 1}, "1": {"0": 1}}),
    ),
    "unknown output": (
        "error.0.2",
        '"2"',
        lambda: expected_error(RR, {x: {"0": 0, "1": 1, "2": 2} for x in "01"}),
    ),
    "float loss": (
        "error.0.0",
        "float",
        lambda: expected_error(RR, {x: {"0": 0.5, "1": 1} for x in "01"}),
    ),
    "loss twice": (
        "error.0.0",
        "twice",
        lambda: expected_error(RR, {x: {0: 0, "0": 1, "1": 1} for x in "01"}),
    ),
    "endless table": (
        "error",
        "infinitely",
        lambda: expected_error(ENDLESS, {"x": {"1": 0}, "y": {"1": 0}}),
    ),
    "no groups": ("groups", "no groups", lambda: expected_error(RR, groups={})),
    "groups of no names": ("groups", "list", lambda: expected_error(RR, groups=["0"])),
    "number as a name": ("groups", "name", lambda: expected_error(RR, groups={1: ["0"]})),
    "empty group": ("groups.g", "empty", lambda: expected_error(RR, groups={"g": []})),
    "empty weights": ("groups.g", "empty", lambda: expected_error(RR, groups={"g": {}})),
    "unknown member": ("groups.g[1]", '"7"', lambda: expected_error(RR, groups={"g": ["0", 7]})),
    "unknown weighted": ("groups.g.7", "7", lambda: expected_error(RR, groups={"g": {"7": 1}})),
    "member twice": ("groups.g[1]", "twice", lambda: expected_error(RR, groups={"g": ["0", 0]})),
    "weight 0": ("groups.g.0", "above 0", lambda: expected_error(RR, groups={"g": {"0": 0}})),
    "negative weight": ("groups.g.1", "-1", lambda: expected_error(RR, groups={"g": {"1": -1}})),
    "float weight": ("groups.g.0", "float", lambda: expected_error(RR, groups={"g": {"0": 0.5}})),
    "group of text": ("groups.g", "str", lambda: expected_error(RR, groups={"g": "01"})),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    at, part, call = REFUSED[name]
    refused(call, at, part)


def test_limits_come_first() -> None:
    wide = mixture([("1/2", fresh(RR, 30)), ("1/2", fresh(RR, 30))], revealed=True)
    with pytest.raises(verify.LimitError, match="outcomes"):
        expected_error(wide, {"0": {}, "1": {}})
    far = {"x": 10**12, "y": 4}
    with pytest.raises(verify.LimitError, match="answer_bits"):
        expected_error(ENDLESS, "zero_one", target=far)
    with pytest.raises(verify.LimitError, match="answer_bits"):
        expected_error(ENDLESS, "l1", target=far)


# documents

MODEL = {"type": "k_randomized_response", "k": 3, "p": "1/2"}
TABLE = {x: {"0": 0, "1": "1/2", "2": "1"} for x in "012"}
GOOD: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "l1": ({"error": "l1"}, [mpq(3, 4), mpq(1, 2), mpq(3, 4)]),
    "l2": ({"error": "l2"}, [mpq(5, 4), mpq(1, 2), mpq(5, 4)]),
    "zero_one": ({"error": "zero_one", "groups": {"g": [0, "1"]}}, [mpq(1, 2)] * 3),
    "table": (
        {"error": TABLE, "groups": {"g": {"0": "9", "2": 1}}},
        [mpq(3, 8), mpq(1, 2), mpq(5, 8)],
    ),
    "target": ({"error": "l1", "target": {"0": 2}}, [mpq(5, 4), mpq(1, 2), mpq(3, 4)]),
}
BAD: dict[str, tuple[Any, str]] = {
    "null": (None, "utility"),
    "text": ("l1", "utility"),
    "no error": ({}, "utility.error"),
    "unknown key": ({"error": "l1", "group": {}}, "utility.group"),
    "unknown error": ({"error": "l7"}, "utility.error"),
    "null target": ({"error": "l1", "target": None}, "utility.target"),
    "null groups": ({"error": "l1", "groups": None}, "utility.groups"),
    "unknown input": ({"error": "l1", "groups": {"g": ["0", "9"]}}, "utility.groups.g[1]"),
    "empty group": ({"error": "l1", "groups": {"g": []}}, "utility.groups.g"),
    "weight": ({"error": "l1", "groups": {"g": {"0": "0"}}}, "utility.groups.g.0"),
    "missing row": ({"error": {"0": {"0": 0, "1": 0, "2": 0}}}, "utility.error"),
    "missing output": ({"error": {**TABLE, "1": {"0": 0}}}, "utility.error.1"),
    "unknown output": ({"error": {**TABLE, "1": {**TABLE["1"], "3": 0}}}, "utility.error.1.3"),
    "number": ({"error": {**TABLE, "1": {**TABLE["1"], "2": "x"}}}, "utility.error.1.2"),
    "target no number": ({"error": "l1", "target": {"0": "x"}}, "utility.target.0"),
}
SCHEMA = Draft202012Validator(document_schema())


def document(utility: Any) -> dict[str, Any]:
    return {"schema": 1, "mechanism": MODEL, "utility": utility}


@pytest.mark.parametrize("name", GOOD)
def test_documents(name: str) -> None:
    node, expected = GOOD[name]
    SCHEMA.validate(document(node))
    loaded = verify.load(document(node))
    assert isinstance(loaded.utility, Question)
    assert values(verify.utility.answer(loaded.mechanism, loaded.utility)) == expected


@pytest.mark.parametrize("name", BAD)
def test_documents_that_are_refused(name: str) -> None:
    node, at = BAD[name]
    refused(lambda: verify.load(document(node)), at)


@pytest.mark.parametrize(
    "name", ["null", "text", "no error", "unknown key", "unknown error", "empty group"]
)
def test_the_schema_refuses_them_too(name: str) -> None:
    assert not SCHEMA.is_valid(document(BAD[name][0]))


def test_a_document_without_the_key_asks_nothing() -> None:
    assert verify.load({"schema": 1, "mechanism": MODEL}).utility is None


def test_another_named_error_keeps_targets_and_groups() -> None:
    node = {"error": "l2", "target": {"0": 2}, "groups": {"g": ["0"]}}
    loaded = verify.load(document(node))
    asked = loaded.utility
    assert asked is not None
    answer = verify.utility.answer(loaded.mechanism, asked.under("zero_one"))
    assert answer.error == "zero_one"
    assert answer.of_group("g").expected == mpq(3, 4)
    refused(lambda: asked.under("table"), "error")
