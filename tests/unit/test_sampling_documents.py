"""Documents of sampling and shuffling: for every parameter what is read, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import verify
from verify.combinators import (
    fixed_size_subsample,
    poisson_subsample,
    random_allocation,
    shuffle,
)
from verify.document.types import MODEL_TYPES, PLANNED
from verify.mechanisms import randomized_response

RR = {"type": "randomized_response", "p": "3/4"}
SEVEN = {"type": "k_randomized_response", "k": 7, "p": "1/2"}
LETTERS = {"type": "channel", "inputs": ["a", "b"], "outputs": ["o"], "rows": [[1], [1]]}
PADDED = {"type": "channel", "inputs": ["0", "01"], "outputs": ["o"], "rows": [[1], [1]]}
POISSON = {"type": "poisson_subsample", "rate": "1/2", "of": RR, "absent": "0"}
FIXED = {
    "type": "fixed_size_subsample",
    "of": SEVEN,
    "records": [0, 1, 2],
    "population": 3,
    "size": 3,
}
SHUFFLE = {"type": "shuffle", "users": 3, "of": RR}
ALLOCATION = {
    "type": "random_allocation",
    "of": RR,
    "absent": "0",
    "present": "1",
    "rounds": 3,
}


def document(model: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"schema": 1, "mechanism": model, **more}


def without(model: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in model.items() if name != key}


ACCEPTED: dict[str, tuple[dict[str, Any], int]] = {
    "rate as a percentage": ({**POISSON, "rate": "12.5%"}, 2),
    "rate 0": ({**POISSON, "rate": 0}, 2),
    "rate 1": ({**POISSON, "rate": "1"}, 2),
    "absent as an integer": ({**POISSON, "absent": 1}, 2),
    "records in any order": ({**FIXED, "records": ["2", 0, 1]}, 10),
    "sample of everything": ({**FIXED, "population": "3", "size": "3"}, 10),
    "larger sample with replacement": (
        {**FIXED, "records": [0, 1], "population": 2, "size": 5, "replacement": True},
        3,
    ),
    "one user": ({**SHUFFLE, "users": 1}, 2),
    "users as text": ({**SHUFFLE, "users": "4"}, 5),
    "rounds as text": ({**ALLOCATION, "rounds": "1"}, 2),
    "epochs": ({**ALLOCATION, "epochs": 2}, 2),
    "integers as labels": ({**ALLOCATION, "absent": 1, "present": 0}, 2),
    "another adjacency": ({**ALLOCATION, "adjacency": "all_pairs"}, 2),
    "nested": ({**POISSON, "of": {"type": "copies", "count": 2, "of": POISSON}}, 2),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_read(name: str) -> None:
    model, inputs = ACCEPTED[name]
    mechanism = verify.load(document(model)).mechanism
    assert len(mechanism.inputs) == inputs
    for x in mechanism.inputs:
        assert sum(mechanism.law(x).values()) == 1


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "rate above 1": ({**POISSON, "rate": "9/8"}, "rate", "above 1"),
    "rate below 0": ({**POISSON, "rate": "-1/8"}, "rate", "below 0"),
    "rate null": ({**POISSON, "rate": None}, "rate", "exact number"),
    "rate float": ({**POISSON, "rate": 0.5}, "rate", "float"),
    "rate missing": (without(POISSON, "rate"), "rate", "missing"),
    "of missing": (without(POISSON, "of"), "of", "missing"),
    "absent missing": (without(POISSON, "absent"), "absent", "missing"),
    "absent is no input": ({**POISSON, "absent": "2"}, "absent", "no input"),
    "absent null": ({**POISSON, "absent": None}, "absent", "no label"),
    "error inside": ({**POISSON, "of": {**RR, "p": "2"}}, "of.p", "above 1"),
    "letters": ({**FIXED, "of": LETTERS}, "of", "integers"),
    "two names of one integer": ({**FIXED, "of": PADDED}, "of", "integers"),
    "no records": ({**FIXED, "records": []}, "records", "values"),
    "half a record": ({**FIXED, "records": [0, "1/2"]}, "records[1]", "integer"),
    "record twice": ({**FIXED, "records": [0, 1, "0"]}, "records[2]", "already"),
    "records as text": ({**FIXED, "records": "012"}, "records", "list"),
    "no population": ({**FIXED, "population": 0}, "population", "below 1"),
    "half a population": ({**FIXED, "population": "5/2"}, "population", "integer"),
    "no sample": ({**FIXED, "size": 0}, "size", "below 1"),
    "sample too large": ({**FIXED, "size": 4}, "size", "replacement"),
    "replacement as text": ({**FIXED, "replacement": "yes"}, "replacement", "true or false"),
    "missing sum": ({**FIXED, "records": [0, 3]}, "of", "9"),
    "missing negative sum": ({**FIXED, "records": [0, -1], "size": 1}, "of", "-1"),
    "nobody": ({**SHUFFLE, "users": 0}, "users", "below 1"),
    "half a user": ({**SHUFFLE, "users": "1/2"}, "users", "integer"),
    "users missing": (without(SHUFFLE, "users"), "users", "missing"),
    "present is absent": ({**ALLOCATION, "present": 0}, "present", "absent"),
    "present is no input": ({**ALLOCATION, "present": "2"}, "present", "no input"),
    "nobody absent": ({**ALLOCATION, "absent": ["0"]}, "absent", "no input"),
    "no rounds": ({**ALLOCATION, "rounds": 0}, "rounds", "below 1"),
    "half a round": ({**ALLOCATION, "rounds": "3/2"}, "rounds", "integer"),
    "no epochs": ({**ALLOCATION, "epochs": 0}, "epochs", "below 1"),
    "epochs null": ({**ALLOCATION, "epochs": None}, "epochs", "null"),
    "unknown key": ({**ALLOCATION, "epoch": 2}, "epoch", "unknown key"),
    "no meaning": ({**POISSON, "adjacency": "hamming"}, "adjacency", "no meaning"),
    "places of a multiset": ({**SHUFFLE, "adjacency": "hamming"}, "adjacency", "one_user"),
    "public size": ({**FIXED, "adjacency": "add_remove"}, "adjacency", "one_record"),
    "one value": ({**FIXED, "records": [1], "adjacency": "one_record"}, "adjacency", "nobody"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    model, place, part = REFUSED[name]
    with pytest.raises(verify.InputError) as error:
        verify.load(document(model))
    line = str(error.value)
    assert error.value.at == f"mechanism.{place}"
    assert part in line
    assert error.value.form
    assert "\n" not in line


@pytest.mark.parametrize("value", [0, 1, "true", None, 0.5])
def test_replacement_is_true_or_false(value: Any) -> None:
    with pytest.raises(verify.InputError) as error:
        fixed_size_subsample(randomized_response("3/4"), [0, 1], 2, 1, value)
    assert error.value.at == "replacement"


@pytest.mark.parametrize("of", ["stop", RR, None])
def test_of_is_a_mechanism(of: Any) -> None:
    for call in (
        lambda: poisson_subsample("1/2", of, 0),
        lambda: fixed_size_subsample(of, [0, 1], 2, 1),
        lambda: shuffle(2, of),
        lambda: random_allocation(of, 0, 1, 2),
    ):
        with pytest.raises(verify.InputError) as error:
            call()
        assert error.value.at == "of"


HUGE = 10**40
ALWAYS = {"type": "channel", "inputs": ["0"], "outputs": ["a", "b"], "rows": [["1/2", "1/2"]]}
WIDE = {"type": "k_randomized_response", "k": 200, "p": "1/2"}
LIMITED: dict[str, tuple[dict[str, Any], str]] = {
    "population": ({**FIXED, "population": HUGE, "size": 2}, "population"),
    "one value, many records": (
        {**FIXED, "records": [0], "population": 10**9, "size": 2},
        "population",
    ),
    "many populations": ({**FIXED, "population": 2000}, "population"),
    "many values": (
        {**FIXED, "records": list(range(3000)), "population": 2, "size": 1},
        "population",
    ),
    "endless sample": (
        {**FIXED, "records": [0], "population": 7, "size": HUGE, "replacement": True},
        "size",
    ),
    "work of sampling": (
        {**FIXED, "of": WIDE, "records": [0, 1], "population": 1400, "size": 199},
        "population",
    ),
    "users": ({**SHUFFLE, "users": HUGE}, "users"),
    "one value, many users": ({**SHUFFLE, "of": ALWAYS, "users": 10**6}, "users"),
    "many users": ({**SHUFFLE, "users": 5000}, "users"),
    "many reports": ({**SHUFFLE, "of": WIDE, "users": 3}, "users"),
    "rounds": ({**ALLOCATION, "rounds": HUGE}, "rounds"),
    "epochs": ({**ALLOCATION, "epochs": HUGE}, "rounds"),
}


@pytest.mark.parametrize("name", LIMITED)
def test_sizes_are_limited_before_they_are_reached(name: str) -> None:
    """None of these would end if it were tried."""
    model, place = LIMITED[name]
    with pytest.raises(verify.LimitError) as error:
        verify.load(document(model))
    assert error.value.at == f"mechanism.{place}"


def test_a_long_rate_is_limited_where_it_meets_a_wide_table() -> None:
    rate = "1/1" + "0" * 99_990
    with pytest.raises(verify.LimitError, match="class_bits"):
        verify.load(document({**POISSON, "rate": rate, "of": WIDE}))


def test_many_rounds_are_decided_and_too_many_classes_are_refused() -> None:
    many = random_allocation(randomized_response("3/4"), 0, 1, 100_000)
    assert not verify.certify(many, alpha="1001/1000").holds
    with pytest.raises(verify.LimitError):
        verify.profile(many).alpha(delta="1/1000")
    odd = ["1001/3001", "1000/3001", "1000/3001"]
    three = verify.Channel([0, 1], None, [odd, ["1/2", "1/3", "1/6"]])
    with pytest.raises(verify.LimitError):
        verify.certify(random_allocation(three, 0, 1, 10_000), alpha=2)


def test_types_are_in_the_documents() -> None:
    types = {"poisson_subsample", "fixed_size_subsample", "shuffle", "random_allocation"}
    assert types <= set(MODEL_TYPES)
    assert not types & PLANNED
