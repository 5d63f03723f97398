"""Neighbour graphs against brute force over all pairs of inputs."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
import twin
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify.law.adjacency import adjacency

symbols = st.sampled_from(["0", "1", "2"])
arrays = st.lists(st.lists(symbols, max_size=4).map(tuple), min_size=1, max_size=14, unique=True)
integers = st.lists(st.integers(-6, 6).map(str), min_size=1, max_size=12, unique=True)
names = st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=8, unique=True)


def found(form: Any, inputs: list[Any], absent: Any = None) -> list[twin.Pair]:
    edges = adjacency(form).edges(inputs, absent)
    return [(inputs[i], inputs[j]) for i, j in edges]


@given(arrays)
def test_hamming(inputs: list[tuple[str, ...]]) -> None:
    assert found("hamming", inputs) == twin.hamming(inputs)


@given(arrays)
def test_one_record_and_one_user(inputs: list[tuple[str, ...]]) -> None:
    assert found("one_record", inputs) == twin.one_record(inputs)
    assert found("one_user", inputs) == twin.one_record(inputs)


@given(integers, st.integers(1, 15))
def test_within(inputs: list[str], n: int) -> None:
    assert found({"within": n}, inputs) == twin.within(inputs, n)


@pytest.mark.parametrize("inputs", [["1", "01"], ["0", "-0"], ["1", "+1"]])
def test_within_needs_a_positive_distance(inputs: list[str]) -> None:
    """Two names of one integer are at distance 0: neighbours of others, not of each other."""
    try:
        edges = found({"within": 1}, [*inputs, "2"])
    except verify.InputError:  # or they are not taken for integers
        return
    assert (inputs[0], inputs[1]) not in edges


@given(names)
def test_replace_and_all_pairs(inputs: list[str]) -> None:
    assert found("replace", inputs) == found("all_pairs", inputs) == twin.all_pairs(inputs)


@given(names, st.data())
def test_add_remove(inputs: list[str], data: Any) -> None:
    absent = data.draw(st.sampled_from(inputs))
    assert found("add_remove", inputs, absent) == [(absent, x) for x in inputs if x != absent]


@given(names, st.data())
def test_listed_pairs(inputs: list[str], data: Any) -> None:
    pair = st.lists(st.sampled_from(inputs), min_size=2, max_size=2, unique=True)
    listed = data.draw(st.lists(pair, min_size=1, max_size=10))
    expected: dict[frozenset[str], twin.Pair] = {}
    for x, y in listed:
        expected.setdefault(frozenset((x, y)), (x, y))
    assert found({"pairs": listed}, inputs) == list(expected.values())


@given(names, st.integers(1, 9), st.data())
def test_groups_of_a_listed_graph(inputs: list[str], distance: int, data: Any) -> None:
    pair = st.lists(st.sampled_from(inputs), min_size=2, max_size=2, unique=True)
    listed = data.draw(st.lists(pair, min_size=1, max_size=8))
    form = {"group": {"of": {"pairs": listed}, "distance": distance}}
    assert found(form, inputs) == twin.group(inputs, [(x, y) for x, y in listed], distance)


@given(arrays, st.integers(1, 3))
def test_groups_of_hamming(inputs: list[tuple[str, ...]], distance: int) -> None:
    form = {"group": {"of": "hamming", "distance": distance}}
    assert found(form, inputs) == twin.group(inputs, twin.hamming(inputs), distance)


@given(integers, st.integers(1, 3), st.integers(1, 3), st.integers(1, 3))
def test_groups_of_groups(inputs: list[str], n: int, inner: int, outer: int) -> None:
    group = {"group": {"of": {"within": n}, "distance": inner}}
    near = twin.group(inputs, twin.within(inputs, n), inner)
    form = {"group": {"of": group, "distance": outer}}
    assert found(form, inputs) == twin.group(inputs, near, outer)


def test_one_coordinate_of_three_parts() -> None:
    line = verify.Channel(["0", "1", "2"], None, [[1]] * 3, adjacency=adjacency({"within": 1}))
    pair = verify.mechanisms.randomized_response("1/2")
    mechanism = verify.combinators.parallel([line, pair, line])
    inputs = list(product("012", "01", "012"))
    moves = [twin.within("012", 1), [("0", "1")], twin.within("012", 1)]
    near = twin.one_coordinate(inputs, moves)
    assert [(inputs[i], inputs[j]) for i, j in mechanism.edges()] == near
    far = mechanism.edges({"group": {"of": "one_coordinate", "distance": 2}})
    assert [(inputs[i], inputs[j]) for i, j in far] == twin.group(inputs, near, 2)


@pytest.mark.parametrize(
    ("form", "absent"), [("one_coordinate", None), ("add_remove", None), ("hamming", "a")]
)
def test_an_adjacency_without_meaning_is_an_input_error(form: str, absent: str | None) -> None:
    with pytest.raises(verify.InputError) as error:
        adjacency(form).edges(("a", "b"), absent)
    assert error.value.at == "adjacency"
    assert error.value.form


FORMS = [
    "hamming",
    "replace",
    {"within": 3},
    {"pairs": [["a", ["b", "c"]]]},
    {"group": {"of": {"within": 2}, "distance": 4}},
]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_the_form_survives_a_round_trip(form: Any) -> None:
    assert adjacency(form).to_json() == form
    assert adjacency(adjacency(form).to_json()) == adjacency(form)
    assert str(adjacency(form))
