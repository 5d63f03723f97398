"""Kernels for laws on a grid, against plain integers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from verify import _core
from verify.compose._grid import coarsened, convolved, power_sum
from verify.compose.blocks import block
from verify.compose.grid import Grid, enclosed_exp
from verify.compose.grid_law import Cells
from verify.compose.independent import Factor, Independent
from verify.compose.tilt import tilt_of
from verify.loss.classes import from_weights

small = st.one_of(st.integers(0, 3), st.integers(0, 2**60), st.sampled_from([0, 2**63, 2**64 + 1]))
lists = st.lists(small, min_size=1, max_size=12)
ONE = 2**128


def cells(numbers: list[int]) -> Any:
    return _core.pack(numbers, 2)


def numbers(values: Any) -> list[int]:
    return [int(x) for x in _core.unpack(values)]


@given(lists, lists, st.sampled_from([3, 4]), st.sampled_from([0, 1, 63, 64, 65, 100]))
def test_convolutions(left: list[int], right: list[int], slot: int, shift: int) -> None:
    sums = [0] * (len(left) + len(right) - 1)
    for i, x in enumerate(left):
        for j, y in enumerate(right):
            sums[i + j] += x * y
    expected = [x >> shift for x in sums]
    if max(expected) >= ONE:
        with pytest.raises(OverflowError):
            convolved(cells(left), cells(right), slot, shift)
        return
    assert numbers(convolved(cells(left), cells(right), slot, shift)) == expected
    assert numbers(convolved(cells(right), cells(left), slot, shift)) == expected


@given(lists)
def test_squares(law: list[int]) -> None:
    packed = cells(law)
    other = cells(law)
    assert numbers(convolved(packed, packed, 4, 20)) == numbers(convolved(packed, other, 4, 20))


@given(lists, st.booleans(), st.integers(0, ONE - 1), st.integers(0, ONE - 1))
def test_coarser_laws(law: list[int], odd: bool, down: int, up: int) -> None:
    expected = [0] * ((len(law) + odd) // 2 + 1)
    for i, x in enumerate(law, odd):
        if i % 2:
            expected[i // 2] += x * down // ONE
            expected[i // 2 + 1] += x * up // ONE
        else:
            expected[i // 2] += x
    assert numbers(coarsened(cells(law), odd, down, up)) == expected


@given(lists, st.integers(0, ONE))
def test_sums_of_powers(law: list[int], factor: int) -> None:
    exact = sum(x * Fraction(factor, ONE) ** i for i, x in enumerate(law))
    low, high = (power_sum(cells(law), factor, upward) for upward in (False, True))
    assert low <= exact <= high
    assert high - low <= 2 * len(law)


def test_sums_that_do_not_fit() -> None:
    most = cells([ONE - 1, ONE - 1])
    assert power_sum(most, ONE, False) == 2 * (ONE - 1)
    with pytest.raises(OverflowError):
        power_sum(most, ONE - 1, True)


@given(lists, lists)
def test_what_is_lost_is_known(left: list[int], right: list[int]) -> None:
    sides = [Cells.of(cells(law), 5, mpq(sum(law)) + 7) for law in (left, right)]
    found = sides[0].times(sides[1], 4)
    true = (sum(left) + 7) * (sum(right) + 7)
    assert found.total + found.lost >= mpq(true, 2 ** (found.exponent - 10))
    assert found.total + found.lost <= mpq(true, 2 ** (found.exponent - 10)) + 1


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=2, max_size=4),
    st.integers(1, 4),
    st.integers(0, 2),
)
def test_blocks(weights: list[tuple[int, int]], count: int, theta: int) -> None:
    """All weight is in the cells but for what is said to be lost, and the mean ratio is kept."""
    p, q = (sum(w[side] for w in weights) for side in (0, 1))
    classes = from_weights([(x * q, y * p) for x, y in weights], p * q)
    product = Independent((Factor(classes, count),))
    grid = Grid(mpq(theta), 2**124, False)
    law = block(product, tilt_of(product, 0.0), [(0, count)], grid, 0, 100)
    step, base = mpq(2**124, ONE), mpq(law.offset, ONE)
    places = range(law.start, law.start + law.size)
    for side, rate in ((law.q, -theta), (law.p, 1 - theta)):
        total = mpq(0)
        for n, x in zip(places, numbers(side.values), strict=True):
            shift = base if rate == 1 - theta else mpq(0)
            total += x * mpq(enclosed_exp(shift + rate * n * step)[0]) * mpq(2) ** side.exponent
        assert 1 - mpq(1, 2**80) <= total <= 1 + mpq(1, 2**100)
    assert np.all(law.q.values[:, 1] < 2**63)
