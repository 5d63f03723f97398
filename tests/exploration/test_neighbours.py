"""Neighbours, datasets and sensitivity against their definitions, tried out."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.errors import AdjacencyError, InputError
from verify.exploration.neighbours import datasets, edges_of, sensitivity

records = st.lists(
    st.lists(st.integers(0, 2), max_size=4).map(tuple), min_size=1, max_size=8, unique=True
)


def without_one(x: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {x[:i] + x[i + 1 :] for i in range(len(x))}


def by_definition(name: str, x: tuple[int, ...], y: tuple[int, ...]) -> bool:
    if name in ("all_pairs", "replace"):
        return True
    if name == "add_remove":
        return x in without_one(y) or y in without_one(x)
    if len(x) != len(y):
        return False
    if name == "hamming":
        return sum(x[i] != y[i] for i in range(len(x))) == 1
    # one_record: some order of both differs in exactly one place, and no order in none
    distances = [sum(a != b for a, b in zip(x, z, strict=True)) for z in itertools.permutations(y)]
    return min(distances) == 1


@given(records, st.sampled_from(["all_pairs", "replace", "add_remove", "hamming", "one_record"]))
def test_adjacencies_of_records(inputs: list[tuple[int, ...]], name: str) -> None:
    pairs = itertools.combinations(range(len(inputs)), 2)
    expected = [(i, j) for i, j in pairs if by_definition(name, inputs[i], inputs[j])]
    assert edges_of(inputs, name) == expected
    assert edges_of([list(x) for x in inputs], name) == expected


@given(
    st.lists(st.one_of(st.integers(-5, 5), st.floats(-5, 5)), min_size=1, max_size=8),
    st.integers(1, 4),
)
def test_numbers_within_a_distance(inputs: list[Any], within: int) -> None:
    exact = [Fraction(x) for x in inputs]
    pairs = itertools.combinations(range(len(inputs)), 2)
    expected = [(i, j) for i, j in pairs if 0 < abs(exact[i] - exact[j]) <= within]
    assert edges_of(inputs, {"within": within}) == expected


def test_small_integers_of_numpy_do_not_wrap_around() -> None:
    assert edges_of([np.uint8(0), np.uint8(1), np.uint8(255)], {"within": 1}) == [(0, 1)]
    assert edges_of([np.int8(-100), np.int8(100)], {"within": 60}) == []


def test_doubles_are_taken_exactly() -> None:
    """1 − (−2^−60) is more than 1, though not when it is rounded."""
    assert edges_of([1.0, -(2.0**-60)], {"within": 1}) == []


def test_a_function_is_asked_both_ways() -> None:
    assert edges_of([3, 2, 1], lambda x, y: y == x + 1) == [(0, 1), (1, 2)]


def test_an_error_of_a_function_names_its_line() -> None:
    def shy(x: int, y: int) -> bool:
        raise KeyError(x)

    with pytest.raises(AdjacencyError, match=r"adjacency: \S*test_neighbours\.py:\d+: KeyError: 3"):
        edges_of([3, 2], shy)


def test_listed_pairs() -> None:
    pairs = [["a", "b"], ["c", "a"], ["b", "a"]]
    assert edges_of(["a", "b", "c"], {"pairs": pairs}) == [(0, 1), (0, 2)]


WRONG: list[tuple[Any, Any, str]] = [
    ([0, 1], "neighbours", "adjacency: 'neighbours' is no adjacency of data"),
    ([0, 1], None, "adjacency: None is no adjacency"),
    ([0, 1], {"near": 1}, "adjacency: .* is no adjacency"),
    ([0, 1], {"within": 0}, "adjacency.within"),
    ([0, 1], {"within": 0.5}, "adjacency.within"),
    (["a", "b"], {"within": 1}, "inputs: 'a' has no distance"),
    ([0.0, float("nan")], {"within": 1}, "inputs: nan has no distance"),
    ([0, 1], "add_remove", "inputs: 0 is no dataset"),
    ([{8, 0}, {0, 16, 8}], "add_remove", "inputs: .* is no dataset"),
    ([{"a": 1}, {"a": 2}], "hamming", "inputs: .* is no dataset"),
    ([0, 1], {"pairs": 5}, "adjacency.pairs: 5 is no list"),
    ([0, 1], {"pairs": [[0, 2]]}, r"adjacency.pairs\[0\]: \[0, 2\] is no pair of inputs"),
    ([0, 1], {"pairs": [[0, 1], [0]]}, r"adjacency.pairs\[1\]"),
    ([0, 1], {"pairs": [[0, 0]]}, r"adjacency.pairs\[0\]: an input is no neighbour of itself"),
    ([0, 1], {"pairs": [3]}, r"adjacency.pairs\[0\]: 3 is no pair"),
]


@pytest.mark.parametrize(("inputs", "adjacency", "message"), WRONG)
def test_wrong_adjacencies(inputs: Any, adjacency: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        edges_of(inputs, adjacency)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("up_to", "at_least"), [(0, 0), (3, 0), (3, 2), (2, 3)])
def test_datasets(up_to: int, at_least: int) -> None:
    found = datasets("ab", up_to=up_to, at_least=at_least)
    assert found == sorted(set(found), key=lambda x: (len(x), x))
    sizes = Counter(len(x) for x in found)
    assert sizes == {n: 2**n for n in range(at_least, up_to + 1)}


@pytest.mark.parametrize("more", [{"up_to": -1}, {"up_to": 1.5}, {"up_to": 2, "at_least": -1}])
def test_wrong_sizes(more: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"up_to|at_least"):
        datasets([0], **more)


@given(records, st.lists(st.integers(-9, 9), min_size=3, max_size=3))
def test_sensitivity(inputs: list[tuple[int, ...]], values: list[int]) -> None:
    def query(x: tuple[int, ...]) -> list[float]:
        return [sum(values[i] for i in x) / 4, len(x)]

    changes = [
        sum(abs(Fraction(a) - Fraction(b)) for a, b in zip(query(x), query(y), strict=True))
        for x, y in itertools.combinations(inputs, 2)
        if by_definition("add_remove", x, y)
    ]
    if not changes:
        with pytest.raises(AdjacencyError, match="no two inputs are neighbours"):
            sensitivity(query, inputs=inputs)
        return
    found = sensitivity(query, inputs=inputs)
    assert Fraction(str(found.value)) == max(changes)
    assert by_definition("add_remove", found.input, found.neighbour)


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
def test_datasets_of_one_size_are_at_even_distance(most: int) -> None:
    """A sum of records in [L, U] changes by ⌊d/2⌋·(U − L), also for odd distances d."""
    low, high = -1, 3

    def near(x: tuple[int, ...], y: tuple[int, ...]) -> bool:
        removed, added = Counter(x) - Counter(y), Counter(y) - Counter(x)
        return 0 < removed.total() + added.total() <= most

    inputs = datasets([low, 0, high], up_to=3, at_least=3)
    if most == 1:
        with pytest.raises(AdjacencyError, match="no two inputs"):
            sensitivity(sum, inputs=inputs, adjacency=near)
        return
    assert sensitivity(sum, inputs=inputs, adjacency=near).value == most // 2 * (high - low)


@pytest.mark.parametrize("answer", ["a", None, float("nan"), float("inf"), 1j])
def test_answers_that_are_no_numbers(answer: Any) -> None:
    with pytest.raises(InputError, match=r"query: .* is no number"):
        sensitivity(lambda _: answer, inputs=[(), (0,)])


def test_answers_of_different_lengths() -> None:
    with pytest.raises(InputError, match="query: the query has 0 values and then 1"):
        sensitivity(lambda x: list(x), inputs=[(), (0,)])
