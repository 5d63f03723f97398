"""One or more models of every catalogue type, small enough for the definition."""

from typing import Any

import by_definition_catalogue  # noqa: F401  (adds the types to the definition)
from contract_models import Model, rr


def of_type(kind: str, **parameters: Any) -> Model:
    return {"type": kind, **parameters}


def geometric(ratio: Any = "1/2", low: Any = 0, high: Any = 3, **more: Any) -> Model:
    return of_type("geometric", ratio=ratio, low=low, high=high, **more)


def noisy_max(x: list[Any], y: list[Any], **more: Any) -> Model:
    return of_type("report_noisy_max", queries={"x": x, "y": y}, ratio="1/2") | more


def sparse(x: list[Any], y: list[Any], **more: Any) -> Model:
    usual = {"threshold": 1, "threshold_ratio": "1/2", "query_ratio": "1/2"}
    return of_type("sparse_vector", queries={"x": x, "y": y}) | usual | more


def unary(k: Any = 3, **parameters: Any) -> Model:
    return of_type("unary_encoding", k=k, **(parameters or {"p": "2/3", "q": "1/4"}))


def rappor(bits: Any = 5, hashes: Any = 2, f: Any = "1/2", **more: Any) -> Model:
    return of_type("rappor", bits=bits, hashes=hashes, f=f, **more)


def histogram(x: dict[str, Any], y: dict[str, Any], threshold: Any = 3, **more: Any) -> Model:
    counts = {"x": x, "y": y}
    return of_type("thresholded_histogram", counts=counts, ratio="1/2", threshold=threshold) | more


def poisson(rate: Any, of: Model, absent: Any = 0) -> Model:
    return of_type("poisson_subsample", rate=rate, of=of, absent=absent)


def fixed_size(of: Model, population: Any = 3, size: Any = 2, **more: Any) -> Model:
    usual = {"of": of, "records": [0, 1], "population": population, "size": size}
    return of_type("fixed_size_subsample", **(usual | more))


def shuffle(users: Any, of: Model) -> Model:
    return of_type("shuffle", users=users, of=of)


def allocation(rounds: Any, of: Model, **more: Any) -> Model:
    usual = {"absent": 0, "present": 1}
    return of_type("random_allocation", rounds=rounds, of=of, **(usual | more))


SCORES = {
    "x": {"a": 2, "b": 1, "c": 0},
    "y": {"a": 0, "b": 1, "c": 2},
    "z": {"a": 1, "b": 1, "c": 1},
}
WITHIN_1 = {"within": 1}

# One of the two laws has a letter that the other has not; an array is a label as well.
LETTERS: Model = {
    "type": "channel",
    "inputs": ["0", "1"],
    "outputs": [["c", "1"], "b", "a"],
    "rows": [["1/2", "1/2", "0"], ["1/4", "1/4", "1/2"]],
}

# model, and the adjacency that is echoed
CATALOGUE: dict[str, tuple[Model, Any]] = {
    "geometric": (geometric(), WITHIN_1),
    "geometric_negative": (geometric("2/7", -2, 1), WITHIN_1),
    "geometric_sensitivity": (geometric("3/5", 0, 4, sensitivity=2), {"within": 2}),
    "geometric_one_sided": (geometric("1/3", 0, 3, sided=1), WITHIN_1),
    "geometric_of_text": (geometric("25%", "-1", "1", sensitivity="1", sided="2"), WITHIN_1),
    "clamped": (of_type("clamped_geometric", ratio="1/2", low=0, high=5), WITHIN_1),
    "clamped_one_sided": (
        of_type("clamped_geometric", ratio="1/3", low=-1, high=2, sided=1, sensitivity=2),
        {"within": 2},
    ),
    "truncated": (of_type("truncated_geometric", ratio="1/2", low=0, high=5), WITHIN_1),
    "truncated_one_sided": (
        of_type("truncated_geometric", ratio="2/3", low=0, high=3, sided=1, sensitivity=3),
        {"within": 3},
    ),
    "unary": (unary(), "replace"),
    "unary_certain": (unary(3, p="1", q="1/3"), "replace"),
    "unary_symmetric": (unary(4, alpha="9", variant="symmetric"), "replace"),
    "unary_optimised_by_epsilon": (unary(3, epsilon="ln(5/2)", variant="optimised"), "replace"),
    "rappor": (rappor(), "replace"),
    "rappor_twice_noised": (rappor(4, 2, "75%", p="45/100", q="55/100", differing=3), "replace"),
    "exponential_of_scores": (of_type("exponential", scores=SCORES, base="3/2"), "all_pairs"),
    "exponential_of_weights": (
        of_type(
            "exponential",
            weights={
                "x": {'["k","1"]': "1/2", "b": 3, "c": 0},
                "y": {'["k","1"]': 1, "b": "2.5", "c": 1},
            },
        ),
        "all_pairs",
    ),
    "permute_and_flip": (of_type("permute_and_flip", scores=SCORES, base="2"), "all_pairs"),
    "noisy_max": (noisy_max([1, 1, 0], [0, 2, 1]), "all_pairs"),
    "noisy_max_uniform": (
        noisy_max([3, 0, 0], [2, 1, -1], ties="uniform", ratio="2/3"),
        "all_pairs",
    ),
    "noisy_max_uniform_one_sided": (
        noisy_max([0, 0, 1], [1, 0, 0], ties="uniform", sided=1, ratio="1/4"),
        "all_pairs",
    ),
    "sparse": (sparse([0, 0, 2], [1, 1, 1]), "all_pairs"),
    "sparse_twice": (sparse([0, 2, 1], [1, 1, 0], count=2, threshold_ratio="1/3"), "all_pairs"),
    "sparse_resampled": (
        sparse([0, 2, 1], [1, 1, 2], count=2, resample=True, query_ratio="2/3", threshold=0),
        "all_pairs",
    ),
    "sparse_without_query_noise": (sparse([0, 2], [1, 1], query_ratio="0"), "all_pairs"),
    "histogram": (
        histogram({"b": 3, "a": 1}, {"b": 3}),
        "all_pairs",
    ),
    "histogram_of_two": (
        histogram({"k": 4, "j": 1}, {"k": 2, "j": 3}, threshold=2, ratio="2/5"),
        "all_pairs",
    ),
    "poisson": (poisson("1/3", geometric("1/2", 0, 2)), "add_remove"),
    "poisson_of_letters": (poisson("50%", LETTERS, absent="1"), "add_remove"),
    "fixed_size": (fixed_size(geometric("1/3", 0, 2)), "one_record"),
    "fixed_size_replaced": (
        fixed_size(geometric("1/4", 0, 2), population=4, replacement=True),
        "one_record",
    ),
    "fixed_size_three_values": (
        fixed_size(
            of_type("truncated_geometric", ratio="1/2", low=-2, high=4),
            population=3,
            size=2,
            records=[-1, 0, 2],
        ),
        "one_record",
    ),
    "shuffle": (shuffle(4, rr()), "one_user"),
    "shuffle_of_three": (shuffle(2, of_type("k_randomized_response", k=3, alpha="2")), "one_user"),
    "shuffle_of_letters": (shuffle(3, LETTERS), "one_user"),
    "shuffle_of_tails": (shuffle(2, geometric("1/2", -1, 1)), "one_user"),
    "shuffle_of_bits": (shuffle(2, unary(2)), "one_user"),
    "allocation": (allocation(3, rr()), "add_remove"),
    "allocation_epochs": (allocation(2, rr(), epochs=2), "add_remove"),
    "allocation_of_tails": (allocation(2, geometric("1/2", 0, 2), present=2), "add_remove"),
    "allocation_erasure": (allocation(3, LETTERS, absent="1", present="0"), "add_remove"),
}
