"""The definitions of the catalogue agree with values worked out by hand and with cut-off sums."""

from fractions import Fraction
from itertools import product
from typing import Any

import by_definition as definition
import by_definition_catalogue as catalogue
import by_definition_measures as measure
import by_definition_sums as sums
import pytest
from contract_catalogue import (
    CATALOGUE,
    allocation,
    fixed_size,
    geometric,
    histogram,
    noisy_max,
    of_type,
    poisson,
    rappor,
    sparse,
    unary,
)
from contract_models import fresh, rr

HALF = Fraction(1, 2)


def all_queries(length: int) -> dict[str, list[int]]:
    return {"".join(map(str, q)): list(q) for q in product(range(3), repeat=length)}


def all_differ(queries: dict[str, list[int]]) -> dict[str, Any]:
    """Pairs in which every query moves by exactly one."""
    return {
        "pairs": [
            [x, y]
            for x, q in queries.items()
            for y, p in queries.items()
            if x < y and all(abs(a - b) == 1 for a, b in zip(q, p, strict=True))
        ]
    }


SPARSE = {
    n: of_type(
        "sparse_vector",
        queries=all_queries(n),
        threshold=1,
        threshold_ratio="1/2",
        query_ratio="1/2",
    )
    for n in (1, 2, 3)
}
ALIKE = of_type(
    "sparse_vector",
    queries={"x": [0, 0, 0, 1], "y": [1, 1, 1, 0]},
    threshold=0,
    threshold_ratio="1/4",
    query_ratio="1/2",
    variant="no_stop",
)

PURE: list[tuple[Any, Any, str]] = [
    (geometric(), None, "2"),
    (geometric("1/2", 0, 4, sensitivity=2), None, "4"),
    (geometric(sided=1), None, "inf"),
    (of_type("clamped_geometric", ratio="1/2", low=0, high=5), None, "2"),
    (of_type("truncated_geometric", ratio="1/2", low=0, high=5), None, "52/21"),
    (of_type("truncated_geometric", ratio="1/2", low=0, high=2), None, "16/7"),
    (unary(4, alpha="9", variant="symmetric"), None, "9"),
    (unary(3, alpha="5/2", variant="optimised"), None, "5/2"),
    (unary(3, p="1/2", q="4/7"), None, "4/3"),
    (rappor(5, 4, "95/100", differing=1), None, "21/19"),
    (noisy_max([1, 1], [0, 2], sided=1), None, "4"),
    (SPARSE[1], all_differ(all_queries(1)), "11/7"),
    (SPARSE[2], all_differ(all_queries(2)), "10/3"),
    (SPARSE[3], all_differ(all_queries(3)), "574/101"),
    (ALIKE, None, "37862/4067"),
    (poisson("1/2", rr(), absent="0"), None, "2"),
    (fixed_size(rr(), population=3, size=1), None, "5/3"),
    (allocation(4, rr()), None, "3"),
]

DELTAS: list[tuple[Any, Any, str]] = [
    (of_type("truncated_geometric", ratio="1/2", low=0, high=2), 2, "1/14"),
    (geometric("1/2", 0, 3, sensitivity=3), 2, "1/2"),
    (geometric("1/2", 0, 8, sensitivity=8), 4, "7/8"),
    *(
        (histogram({"k": 1}, {}, threshold=t), 10**6, value)
        for t, value in ((2, "1/3"), (3, "1/6"), (5, "1/24"))
    ),
    (histogram({"k": 1}, {}, threshold=3, ratio="1/3"), 5, "1/12"),
    *((allocation(m, rr()), 1, v) for m, v in ((1, "1/2"), (2, "3/8"), (3, "9/32"), (5, "27/128"))),
    (allocation(2, rr(), epochs=2), 1, "15/32"),
    (allocation(3, rr(), epochs=2), 1, "207/512"),
    (allocation(3, rr()), 2, "9/64"),
    (fresh(2, poisson("1/2", rr(), absent="0")), "3/2", "3/16"),
    (fresh(3, poisson("1/2", rr(), absent="0")), "3/2", "17/64"),
    (fixed_size(geometric("1/4", 0, 2), population=4, replacement=True), "5/2", "9/320"),
    (
        of_type(
            "sparse_vector",
            queries={"x": [0, 2], "y": [1, 1]},
            threshold=1,
            threshold_ratio="1/2",
            query_ratio="0",
        ),
        8,
        "1/2",
    ),
]


@pytest.mark.parametrize(("model", "adjacency", "pure"), PURE)
def test_pure_levels(model: Any, adjacency: Any, pure: str) -> None:
    assert definition.least_alpha(model, 0, adjacency) == pure


@pytest.mark.parametrize(("model", "alpha", "delta"), DELTAS)
def test_deltas(model: Any, alpha: Any, delta: str) -> None:
    assert definition.delta_star(model, alpha) == Fraction(delta)


@pytest.mark.parametrize("name", CATALOGUE)
def test_laws_are_laws(name: str) -> None:
    table = definition.laws(CATALOGUE[name][0])
    assert len(table) > 1
    for law in table.values():
        assert all(weight > 0 for weight in law.values())
        assert sum(law.values()) == 1


@pytest.mark.parametrize("sided", [1, 2])
def test_cells_are_sums_of_the_noise(sided: int) -> None:
    law = definition.laws(geometric("1/2", -1, 2, sided=sided))["1"]
    for label, weight in law.items():
        number = int(str(label).strip("<>="))
        up = 80 if str(label).startswith(">=") else 1
        start = number - 80 if str(label).startswith("<=") else number
        stop = number + up
        cut = sum(sums.pmf(y - 1, HALF, sided) for y in range(start, stop))
        assert 0 <= weight - cut < HALF**60


@pytest.mark.parametrize("ties", ["first", "uniform"])
@pytest.mark.parametrize("sided", [1, 2])
def test_the_index_is_that_of_the_value_cut_off(ties: str, sided: int) -> None:
    options = {"ties": ties, "sided": sided, "ratio": "1/3"}
    index = definition.laws(noisy_max([0, 2, 1], [1, 1, 1], **options))
    both = definition.laws(noisy_max([0, 2, 1], [1, 1, 1], **options, output="both"))
    for x, law in index.items():
        for winner, weight in law.items():
            cut = sum(w for y, w in both[x].items() if y[0] == winner)
            assert 0 <= weight - cut < HALF**80


@pytest.mark.parametrize("query_ratio", ["1/2", "0", "2/3"])
def test_answers_are_a_sum_over_the_threshold_cut_off(query_ratio: str) -> None:
    model = sparse([0, 3], [1, 1], query_ratio=query_ratio, variant="no_stop")
    r, s = HALF, Fraction(query_ratio)

    def above(query: int, rho: int) -> Fraction:
        return sums.Noise(0, 0, s).reach(1 + rho - query)

    exact = definition.laws(model)["x"][("below", "above")]
    cut = sum(sums.pmf(rho, r) * (1 - above(0, rho)) * above(3, rho) for rho in range(-90, 90))
    assert 0 <= exact - cut < HALF**60


def test_samples_without_replacement_are_hypergeometric() -> None:
    model = fixed_size(geometric("1/3", 0, 2), population=5, size=2)
    table = definition.laws(geometric("1/3", 0, 2))
    chances = measure.subset_counts(5, 3, 2)
    expected = catalogue.mixed([(weight, table[str(k)]) for k, weight in chances.items()])
    assert definition.laws(model)[tuple("00111")] == expected


def test_moments_and_ranges_of_randomized_response() -> None:
    assert measure.greatest_moment(rr(), 2) == Fraction(7, 3)
    assert measure.greatest_range(rr()) == 9
    assert measure.greatest_range(rr("1")) is None
    even = {"0": HALF, "1": HALF}
    assert measure.bayes_success(rr(), even) == Fraction(3, 4)
