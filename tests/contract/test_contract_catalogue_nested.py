"""Catalogue types inside combinators, and every kind of adjacency over them."""

from typing import Any

import by_definition as definition
import pytest
from contract_catalogue import (
    allocation,
    fixed_size,
    geometric,
    histogram,
    noisy_max,
    of_type,
    poisson,
    rappor,
    shuffle,
    sparse,
    unary,
)
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
    leaky,
    level,
    mapped,
    mixture,
    parallel,
    rr,
)

LEVELS = [level("1", "1/10"), level("3/2", "1/5"), level("4"), level("25/3", "1/1000")]
TWO_SCORES = {"x": {"a": 1, "b": 0}, "y": {"a": 0, "b": 1}}

# Few inputs and outputs, so that products stay small.
BASES: dict[str, Model] = {
    "geometric": geometric("1/2", 0, 2),
    "geometric_one_sided": geometric("1/2", 0, 1, sided=1),
    "truncated": of_type("truncated_geometric", ratio="1/3", low=0, high=2),
    "unary": unary(2, p="2/3", q="1/3"),
    "rappor": rappor(2, 1, "1/3", q="3/4"),
    "exponential": of_type("exponential", scores=TWO_SCORES, base="3"),
    "permute_and_flip": of_type("permute_and_flip", scores=TWO_SCORES, base="3"),
    "noisy_max": noisy_max([1, 0], [0, 1]),
    "sparse": sparse([0, 2], [1, 1]),
    "histogram": histogram({"k": 2}, {"k": 1}, threshold=2),
    "poisson": poisson("1/3", geometric("1/2", 0, 1)),
    "fixed_size": fixed_size(geometric("1/2", 0, 1), population=2, size=1),
    "shuffle": shuffle(2, rr()),
    "allocation": allocation(2, rr()),
}


def check(verify: Verify, model: Model, adjacency: Any = None) -> None:
    whole = document(model, LEVELS, adjacency)
    worst = [definition.delta_star(model, claim["alpha"], adjacency) for claim in LEVELS]
    kept = all(w <= definition.number(c["delta"]) for w, c in zip(worst, LEVELS, strict=True))
    results = verify.ask("certify", whole, "--full", code=0 if kept else 1)["results"]
    for result, claim in zip(results, LEVELS, strict=True):
        check_result(result, model, claim, adjacency)
        expected = definition.default_adjacency(model) if adjacency is None else adjacency
        assert result["adjacency"] == expected


# These are in other tests below.
ONCE = {"geometric_one_sided", "permute_and_flip", "shuffle", "rappor"}


@pytest.mark.parametrize("name", [name for name in BASES if name not in ONCE])
def test_twice_shown_or_once(verify: Verify, name: str) -> None:
    base = BASES[name]
    check(verify, mixture(("1/3", fresh(2, base)), ("2/3", copies(2, base)), revealed=True))


@pytest.mark.parametrize("name", ["geometric", "rappor", "permute_and_flip", "shuffle"])
def test_in_parallel(verify: Verify, name: str) -> None:
    check(verify, parallel(BASES[name], rr("2/3")))


@pytest.mark.parametrize("name", ["sparse", "geometric_one_sided"])
def test_leaked(verify: Verify, name: str) -> None:
    check(verify, copies(3, leaky("1/10", BASES[name])))


DIFFERENT: dict[str, Model] = {
    "fresh": fresh_list(geometric("1/2", 0, 1), rr(), geometric("1/3", 0, 1)),
    "fresh_of_poisson": fresh(2, poisson("1/2", geometric("1/3", 0, 1))),
    "fresh_of_shuffle": fresh(3, shuffle(2, rr())),
    "revealed": mixture(
        ("1/4", geometric("1/2", 0, 1)), ("3/4", geometric("1/3", 0, 1)), revealed=True
    ),
    "after_an_answer": adaptive(rr(), {"0": geometric("1/2", 0, 1), "1": "stop"}),
    "after_a_bit": adaptive(
        of_type("clamped_geometric", ratio="1/2", low=0, high=1),
        {"0": rr(), "1": geometric("1/3", 0, 1)},
    ),
    "poisson_of_twice": poisson("1/2", fresh(2, rr("2/3")), absent="0"),
    "fixed_size_of_twice": fixed_size(fresh(2, rr()), population=3, size=1),
    "shuffle_of_a_sample": shuffle(2, poisson("1/2", rr(), absent="0")),
    "leaky_of_a_histogram": leaky("1/7", histogram({"k": 1}, {}, threshold=2)),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_inside_others(verify: Verify, name: str) -> None:
    check(verify, DIFFERENT[name])


WITHIN_1 = {"within": 1}


def group(of: Any, distance: int) -> Any:
    return {"group": {"of": of, "distance": distance}}


ADJACENCIES: dict[str, tuple[Model, Any]] = {
    "group_of_integers": (geometric("1/2", 0, 3), group(WITHIN_1, 2)),
    "group_of_users": (shuffle(3, rr()), group("one_user", 2)),
    "group_of_records": (fixed_size(geometric("1/2", 0, 2)), group("one_record", 3)),
    "group_of_add_remove": (poisson("1/3", geometric("1/2", 0, 2)), group("add_remove", 2)),
    "group_of_pairs": (
        of_type("truncated_geometric", ratio="1/2", low=0, high=3),
        group({"pairs": [["0", "1"], ["1", "3"]]}, 2),
    ),
    "group_of_a_group": (geometric("1/2", 0, 4), group(group(WITHIN_1, 2), 2)),
    "records_are_users": (fixed_size(geometric("1/2", 0, 2)), "one_user"),
    "users_are_records": (shuffle(2, rr()), "one_record"),
    "poisson_replaced": (poisson("1/3", geometric("1/2", 0, 2)), "replace"),
    "poisson_within": (poisson("1/3", geometric("1/2", 0, 2)), WITHIN_1),
    "all_pairs_of_two": (allocation(2, rr()), "all_pairs"),
    "nested_in_parallel": (
        parallel(geometric("1/2", 0, 3) | {"adjacency": {"within": 3}}, rr()),
        None,
    ),
    "absent_passed_on": (copies(2, poisson("1/3", geometric("1/2", 0, 2))), "add_remove"),
}


@pytest.mark.parametrize("name", ADJACENCIES)
def test_adjacency(verify: Verify, name: str) -> None:
    model, adjacency = ADJACENCIES[name]
    check(verify, model, adjacency)


ALLOCATION = allocation(2, rr())
SHUFFLE = shuffle(2, rr())
SAMPLE = fixed_size(geometric("1/2", 0, 2))

# model, adjacency, what the line must name
REFUSED: dict[str, tuple[Model, Any, str]] = {
    "hamming_of_users": (SHUFFLE, "hamming", "one_user"),
    "add_remove_of_records": (SAMPLE, "add_remove", "one_record"),
    "replace_in_rounds": (ALLOCATION, "replace", "add_remove"),
    "hamming_of_a_sample": (poisson("1/2", rr()), "hamming", "add_remove"),
    "nothing_absent": (geometric(), "add_remove", "absent"),
    "distance_of_names": (noisy_max([1, 0], [0, 1]), WITHIN_1, "integer"),
    "group_of_none": (geometric(), group(WITHIN_1, 0), "distance"),
    "pair_of_strangers": (geometric(), {"pairs": [[0, 9]]}, "9"),
    "unsorted_pair": (SHUFFLE, {"pairs": [[[1, 0], [1, 1]]]}, "pairs"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_adjacency_without_meaning(verify: Verify, name: str) -> None:
    model, adjacency, part = REFUSED[name]
    line = verify.refuse("certify", document(model, level("3"), adjacency))
    assert "adjacency" in line
    assert part in line


TAILS = geometric("1/2", 0, 1)

# Outputs that are tails cannot be told apart one by one.
NOT_LISTED: dict[str, tuple[Model, str]] = {
    "mapped": (mapped(TAILS, {"<=0": "a", ">=1": "b"}), "mechanism.of"),
    "asked_first": (adaptive(TAILS, {"<=0": "stop", ">=1": "stop"}), "mechanism.first"),
    "another_threshold": (
        mixture(
            ("1/2", histogram({"k": 2}, {"k": 1}, threshold=3)),
            ("1/2", histogram({"k": 2}, {"k": 1}, threshold=4)),
        ),
        "mechanism.of",
    ),
}


@pytest.mark.parametrize("name", NOT_LISTED)
def test_infinite_outputs_are_not_listed(verify: Verify, name: str) -> None:
    model, place = NOT_LISTED[name]
    line = verify.refuse("certify", document(model, level("3")))
    assert place in line
    assert "infinitely many" in line or "without end" in line


# Hidden coins over noise without end: tails of different noise are added up integer by integer.
# By hand: P(8 | 1) = 1/2 + 1/768 and P(8 | 0) = 1/1536 where a table shows 7 or 8.
HIDDEN: dict[str, tuple[Model, str]] = {
    "other_noise": (mixture(("1/2", TAILS), ("1/2", geometric("1/3", 0, 1))), "5/2"),
    "names_of_a_table_are_no_tails": (
        mixture(("1/2", TAILS), ("1/2", channel([0, 1], ["<=0", ">=1"], ["1 0", "0 1"]))),
        "inf",
    ),
    "a_table_of_integers": (
        mixture(("1/2", TAILS), ("1/2", channel([0, 1], [7, 8], ["1 0", "0 1"]))),
        "770",
    ),
    "clamped": (mixture(("1/2", TAILS), ("1/2", TAILS | {"type": "clamped_geometric"})), "2"),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_coins_over_noise_without_end(verify: Verify, name: str) -> None:
    model, pure = HIDDEN[name]
    answer = verify.ask("epsilon", document(model, None))
    assert answer["alpha"] == pure
