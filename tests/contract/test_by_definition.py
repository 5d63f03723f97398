"""The definition used for expected values agrees with values worked out by hand."""

from fractions import Fraction
from typing import Any

import by_definition as definition
import pytest
from contract_models import (
    EVERY_TYPE,
    MASK,
    ONE_SIDED,
    TWO_BITS,
    WINDOW,
    copies,
    fresh,
    fresh_list,
    leaky,
    parallel,
    rr,
    until_first_one,
)

LEVELS: list[tuple[Any, Any, str]] = [
    (fresh(2, rr()), 3, "3/8"),
    (fresh(2, rr()), 1, "1/2"),
    (fresh(3, rr()), 3, "3/8"),
    (fresh(3, rr()), 9, "9/32"),
    (fresh(5, rr()), 3, "75/128"),
    (fresh(10, rr()), 27, "89289/131072"),
    (fresh(2, rr("9/10")), 9, "18/25"),
    (fresh(2, leaky("1/10")), 7, "19/100"),
    (fresh_list(*(rr(p) for p in ("2/3", "3/5", "4/7", "5/9"))), 2, "142/945"),
    (copies(12, rr()), 2, "1/4"),
    (MASK, 1000, "1"),
    (ONE_SIDED, "10/9", "1/10"),
]


@pytest.mark.parametrize(("model", "alpha", "delta"), LEVELS)
def test_delta(model: Any, alpha: Any, delta: str) -> None:
    assert definition.delta_star(model, alpha) == Fraction(delta)


@pytest.mark.parametrize(
    ("model", "delta", "alpha"),
    [
        (fresh(2, rr()), 0, "9"),
        (fresh(2, rr()), "3/8", "3"),
        (fresh(2, rr()), "1/2", "1"),
        (copies(12, rr()), 0, "3"),
        (until_first_one(3), 0, "27"),
        (rr("1/2"), 0, "1"),
        (MASK, "999/1000", "inf"),
        (MASK, 1, "1"),
    ],
)
def test_least_alpha(model: Any, delta: Any, alpha: str) -> None:
    assert definition.least_alpha(model, delta) == alpha


@pytest.mark.parametrize(
    ("model", "adjacency", "ordered"),
    [
        (WINDOW, {"within": 1}, 6),
        (WINDOW, {"group": {"of": {"within": 1}, "distance": 2}}, 10),
        (TWO_BITS, "hamming", 8),
        (TWO_BITS, "all_pairs", 12),
        (parallel(rr(), rr()), None, 8),
        (ONE_SIDED, "add_remove", 2),
    ],
)
def test_neighbours(model: Any, adjacency: Any, ordered: int) -> None:
    assert len(definition.neighbours(model, adjacency)) == ordered


@pytest.mark.parametrize("name", EVERY_TYPE)
def test_laws_sum_to_one(name: str) -> None:
    table = definition.laws(EVERY_TYPE[name])
    assert len(table) >= 2
    assert all(sum(law.values()) == 1 for law in table.values())
