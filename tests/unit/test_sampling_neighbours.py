"""Sampling and shuffling: who is whose neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import verify
from verify.combinators import (
    fixed_size_subsample,
    fresh,
    poisson_subsample,
    random_allocation,
    shuffle,
)
from verify.mechanisms import k_randomized_response, randomized_response

RR = randomized_response("3/4")
FOUR = k_randomized_response(5, "1/2")
SCHEMES: dict[str, tuple[verify.Mechanism, str, Sequence[Any], Sequence[Any]]] = {
    "poisson_subsample": (
        poisson_subsample("1/2", FOUR, 0),
        "add_remove",
        [
            "replace",
            "all_pairs",
            {"within": 2},
            {"pairs": [[1, 2]]},
            {"group": {"of": "add_remove", "distance": 2}},
        ],
        ["hamming", "one_record", "one_user", "one_coordinate"],
    ),
    "fixed_size_subsample": (
        fixed_size_subsample(FOUR, [0, 1], 4, 2),
        "one_record",
        [
            "one_user",
            "all_pairs",
            {"pairs": [[[0, 0, 0, 0], [1, 1, 1, 1]]]},
            {"group": {"of": "one_record", "distance": 2}},
        ],
        ["add_remove", "replace", "hamming", "one_coordinate", {"within": 1}],
    ),
    "shuffle": (
        shuffle(2, RR),
        "one_user",
        ["one_record", "all_pairs", {"pairs": [[[0, 0], [1, 1]]]}],
        ["add_remove", "replace", "hamming", "one_coordinate", {"within": 1}],
    ),
    "random_allocation": (
        random_allocation(FOUR, 0, 1, 3),
        "add_remove",
        ["all_pairs", {"pairs": [[1, 0]]}, {"group": {"of": "add_remove", "distance": 3}}],
        ["replace", "hamming", "one_record", "one_user", "one_coordinate", {"within": 1}],
    ),
}


@pytest.mark.parametrize("name", SCHEMES)
def test_adjacencies_with_and_without_meaning(name: str) -> None:
    mechanism, default, meaningful, refused = SCHEMES[name]
    assert mechanism.adjacency.to_json() == default
    for form in (default, *meaningful):
        assert verify.certify(mechanism, alpha=1, adjacency=form).pairs > 0
        assert verify.certify(fresh(mechanism, 2), alpha=1, adjacency=form).pairs > 0
    for form in refused:
        for other in (form, {"group": {"of": form, "distance": 2}}):
            for composed in (mechanism, fresh(mechanism, 2)):
                with pytest.raises(verify.errors.AdjacencyError) as error:
                    verify.certify(composed, alpha=1, adjacency=other)
                assert error.value.at == "adjacency"
                assert default in str(error.value)


def test_replacement_takes_two_records() -> None:
    with pytest.raises(verify.errors.AdjacencyError, match="two records"):
        verify.certify(poisson_subsample("1/2", RR, 0), alpha=1, adjacency="replace")


def test_neighbours_are_multisets() -> None:
    three = fixed_size_subsample(k_randomized_response(3, "1/2"), [0, 1, 2], 2, 1)
    near = [(three.inputs[i], three.inputs[j]) for i, j in three.edges()]
    assert (("0", "1"), ("1", "2")) in near
    assert (("0", "0"), ("1", "1")) not in near
    assert len(near) == 9
