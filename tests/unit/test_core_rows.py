"""Rows of limbs: multisets, products, merging and tail sums, against plain integers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpz
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import _core
from verify.compose._rows import merge_rows, multiset_rows, product_rows, sum_tails

WORD = 2**64
weights = st.one_of(
    st.integers(1, 9), st.sampled_from([WORD - 1, WORD, WORD + 1, 2**63 // 3, 7**60, 2**200])
)
Rows = tuple[Any, Any, Any]


def multisets(keys: Sequence[int], p: Sequence[int], q: Sequence[int], count: int) -> Counter[Any]:
    """By definition: every multiset, in as many orders as it has."""
    found: Counter[Any] = Counter()
    for chosen in combinations_with_replacement(range(len(p)), count):
        ways = factorial(count) // prod(map(factorial, Counter(chosen).values()))
        row = (
            sum(keys[i] for i in chosen),
            ways * prod(p[i] for i in chosen),
            ways * prod(q[i] for i in chosen),
        )
        found[row] += 1
    return found


def listed(rows: Rows, size: int | None = None) -> list[tuple[int, int, int]]:
    keys, p, q = rows
    size = len(keys) if size is None else size
    numbers = (map(int, _core.unpack(side[:size])) for side in (p, q))
    return list(zip(map(int, keys[:size]), *numbers, strict=True))


def made(entries: Sequence[tuple[int, int, int]], limbs: int) -> Rows:
    """Rows from (key, p, q), with one row to spare."""
    keys = np.array([key for key, _, _ in entries], dtype=np.int64)
    sides = [_core.pack([e[side] for e in entries] + [WORD - 1], limbs) for side in (1, 2)]
    return keys, sides[0], sides[1]


@given(st.lists(st.tuples(weights, weights), min_size=1, max_size=5), st.integers(1, 5))
def test_every_multiset_has_its_row(base: list[tuple[int, int]], count: int) -> None:
    p, q = [a for a, _ in base], [b for _, b in base]
    keys = [3 * i - 2 for i in range(len(base))]
    size = comb(count + len(base) - 1, count)
    limbs = max(sum(p), sum(q)).bit_length() * count // 64 + 1
    array = np.array(keys, dtype=np.int64)
    for convert in (int, mpz):
        rows = multiset_rows(
            array, list(map(convert, p)), list(map(convert, q)), count, size, limbs
        )
        assert rows[1].shape == (size + 1, limbs)
        assert Counter(listed(rows)) == multisets(keys, p, q, count)


def test_weights_that_fit_a_word_until_they_are_multiplied() -> None:
    """Both ways to exchange one draw for another meet where the factor with a count overflows."""
    for count in (2, 3, 31):
        top = WORD // count
        for p in ([top, top + 1, 1], [top - 1, 1, top], [WORD - 1, top, WORD]):
            limbs = sum(p).bit_length() * count // 64 + 1
            size = comb(count + 2, count)
            keys = np.array([1, 10, 100], dtype=np.int64)
            rows = multiset_rows(keys, p, p[::-1], count, size, limbs)
            assert Counter(listed(rows)) == multisets([1, 10, 100], p, p[::-1], count)


def test_many_classes_and_one_draw() -> None:
    size = 3000
    keys = np.arange(size, dtype=np.int64)
    rows = multiset_rows(keys, range(1, size + 1), range(2, size + 2), 1, size, 1)
    assert sorted(listed(rows)) == [(i, i + 1, i + 2) for i in range(size)]


@pytest.mark.parametrize(
    ("p", "q", "count", "rows", "limbs"),
    [
        ([1, 2], [1, 2], 2, 2, 1),  # three multisets
        ([1, 2], [1, 2], 2, 4, 1),
        ([1, WORD], [1, 2], 2, 3, 2),  # 2^128
        ([1, 2], [1, WORD], 2, 3, 2),
        ([1, 2], [1], 2, 3, 1),
        ([], [], 2, 1, 1),
        ([1], [1], 0, 1, 1),
        ([1], [1], 1, 1, 0),
        ([1], [0], 1, 1, 1),
        ([-1], [1], 1, 1, 1),
    ],
)
def test_what_makes_no_multisets(
    p: list[int], q: list[int], count: int, rows: int, limbs: int
) -> None:
    with pytest.raises(ValueError, match=r"rows|keys|weight|limb"):
        multiset_rows(np.zeros(len(p), dtype=np.int64), p, q, count, rows, limbs)


entries = st.lists(st.tuples(st.integers(-9, 9), weights, weights), min_size=1, max_size=6)


@given(entries, entries)
def test_products_row_by_row(left: list[Any], right: list[Any]) -> None:
    wide = [max(max(p, q) for _, p, q in side).bit_length() // 64 + 1 for side in (left, right)]
    limbs = sum(wide)
    rows = product_rows(*trimmed(made(left, wide[0])), *trimmed(made(right, wide[1])), limbs)
    expected = [(k + m, p * r, q * s) for k, p, q in left for m, r, s in right]
    assert listed(rows) == expected
    most = max(max(p, q) for _, p, q in expected).bit_length()
    if most <= 64 * (limbs - 1):  # a limb of the factors' room is not needed
        tight = trimmed(made(left, wide[0])), trimmed(made(right, wide[1]))
        assert listed(product_rows(*tight[0], *tight[1], limbs - 1)) == expected
    else:
        with pytest.raises(ValueError, match="does not fit"):
            product_rows(*made(left, wide[0]), *made(right, wide[1]), max(limbs - 1, 1))


def trimmed(rows: Rows) -> Rows:
    size = len(rows[0])
    return rows[0], rows[1][:size], rows[2][:size]


@settings(max_examples=300)
@given(st.data())
def test_merging_is_by_exact_ratio_whatever_the_keys_say(data: Any) -> None:
    """Keys are off by up to their error, so equal and nearly equal ratios come in any order."""
    small = st.integers(1, 6)
    error = data.draw(st.sampled_from([1, 2, 5, 400]))
    scale = data.draw(st.sampled_from([1, 2**70, 2**130 + 1]))
    found = []
    for p, q in data.draw(st.lists(st.tuples(small, small), min_size=1, max_size=12)):
        factor = data.draw(st.sampled_from([1, scale]))
        noise = data.draw(st.integers(1 - error, error - 1))
        # any strictly rising function of the ratio can stand for the logarithm
        found.append((60 * 7 * p // q + noise, factor * p, factor * q))
    whole = sum(max(p, q) for _, p, q in found)
    rows = made(found, whole.bit_length() // 64 + 1)
    size = merge_rows(*rows, error + 1)
    sums: dict[Fraction, list[int]] = {}
    for _, p, q in found:
        sums.setdefault(Fraction(p, q), [0, 0])
        sums[Fraction(p, q)][0] += p
        sums[Fraction(p, q)][1] += q
    merged = listed(rows, size)
    assert [[p, q] for _, p, q in merged] == [sums[ratio] for ratio in sorted(sums)]
    for key, p, q in merged:
        assert abs(key - Fraction(60 * 7 * p, q)) < error + 1
    assert [key for key, _, _ in merged] == sorted(key for key, _, _ in merged)


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_sorting_in_place_moves_every_row(size: int) -> None:
    order = [(i * 7919) % size for i in range(size)] if size > 3 else list(range(size))[::-1]
    found = [(100 * i, i + 1, size - i) for i in order]
    rows = made(found, 2)
    assert merge_rows(*rows, 1) == size
    assert listed(rows) == sorted(found)


def test_rows_of_one_ratio_become_one() -> None:
    rows = made([(5, 3 * i, 2 * i) for i in range(1, 2000)], 1)
    assert merge_rows(*rows, 1) == 1
    assert listed(rows, 1) == [(5, 3 * 1999 * 1000, 2 * 1999 * 1000)]


@given(st.lists(weights, max_size=7), weights)
def test_tail_sums(numbers: list[int], last: int) -> None:
    array = _core.pack([*numbers, last], (sum(numbers) + last).bit_length() // 64 + 1)
    sum_tails(array, len(numbers))
    expected = list(accumulate(reversed([*numbers, last])))[::-1]
    assert list(map(int, _core.unpack(array))) == expected


def test_shapes_that_do_not_fit() -> None:
    keys, p, q = made([(1, 1, 1), (2, 2, 1)], 1)
    with pytest.raises(ValueError, match="as many rows as keys"):
        merge_rows(keys, p[:1], q, 1)
    with pytest.raises(ValueError, match="as many rows as keys"):
        merge_rows(keys, p, _core.pack([1, 1], 2), 1)
    with pytest.raises(ValueError, match="as many rows as keys"):
        merge_rows(keys[:0], p, q, 1)
    for count in (-1, 3):
        with pytest.raises(ValueError, match="there is no row"):
            sum_tails(p, count)
