"""Long rows in the order of their ratios where keys say nothing: by leading limbs, or by all."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpz
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import _core
from verify.compose._halves import Half, product
from verify.compose._rows import merge_rows

DEPTHS = [1, 60, 120, 124, 128, 250, 253, 256, 257, 380, 637, 640, 1400, 1405, 1408, 2000]
"""Ratios of p and q differ by about 2^-depth: the borders of what 6, 12 and 24 limbs tell"""

Classes = list[tuple[int, int]]


@st.composite
def near_ties(draw: st.DrawFn, bits: int) -> Classes:
    """Ratios near one rational, exactly it, or next to it; weights of some length, some short."""
    u, v = draw(st.sampled_from([(1, 1), (3, 2), (2**64, 2**64 - 1), (1, 2**200), (5**80, 1)]))
    found = []
    for _ in range(draw(st.integers(2, 6))):
        size = draw(st.sampled_from([bits, bits - 1, bits - 63, bits - 64, bits // 2, 70]))
        factor = 2**size - draw(st.sampled_from([0, 1, 12345]))
        shift = draw(st.sampled_from([0, *DEPTHS]))
        step = max(size - shift, 0)
        more = draw(st.sampled_from([-1, 0, 1]))
        found.append((u * factor + more * 2**step * (u > 1), v * factor + more * 2**step))
    return [(p, q) for p, q in found if p > 0 and q > 0] or [(u, v)]


def in_order(classes: Classes) -> Classes:
    sums: dict[Fraction, list[int]] = {}
    for p, q in classes:
        both = sums.setdefault(Fraction(p, q), [0, 0])
        both[0] += p
        both[1] += q
    return [(p, q) for _, (p, q) in sorted(sums.items())]


def most(classes: Classes) -> int:
    return max(sum(side) for side in zip(*classes, strict=True))


def limbs(number: int) -> int:
    return -(-number.bit_length() // 64)


@settings(max_examples=300)
@given(st.sampled_from([900, 1030, 1700, 3300, 4000]).flatmap(near_ties))
def test_rows_are_sorted_by_exact_ratio(classes: Classes) -> None:
    width = limbs(most(classes)) + 1
    keys = np.zeros(len(classes), dtype=np.int64)
    sides = [_core.pack([*(each[side] for each in classes), 0], width) for side in (0, 1)]
    size = merge_rows(keys, *sides, 1)
    p, q = (list(map(int, _core.unpack(side[:size]))) for side in sides)
    assert list(zip(p, q, strict=True)) == in_order(classes)


def half(classes: Classes) -> Half:
    """With keys that say nothing."""
    sides = [_core.pack([each[side] for each in classes], limbs(most(classes))) for side in (0, 1)]
    keys = _core.pack([0] * len(classes), 2)
    return Half(keys, np.concatenate(sides, axis=1), 1)


@settings(max_examples=300)
@given(st.data(), st.sampled_from([300, 520, 1000, 1700]))
def test_products_are_sorted_by_exact_ratio(data: st.DataObject, bits: int) -> None:
    left, right = (in_order(data.draw(near_ties(bits))) for _ in range(2))
    width = limbs(most(left) * most(right))
    found = product(half(left), half(right), width).classes()
    expected = in_order([(p * a, q * b) for p, q in left for a, b in right])
    assert [(int(p), int(q)) for _, p, q in found] == expected


@pytest.mark.parametrize("bits", [64 * 16, 64 * 48, 64 * 100])
@pytest.mark.parametrize("depth", [0, *DEPTHS])
def test_two_ratios_a_little_apart(bits: int, depth: int) -> None:
    """(1 + ε) and 1 − ε beside 1, in every order, for ε = 2^-depth or 0."""
    scale, step = mpz(2) ** (bits - 2), mpz(2) ** max(bits - 2 - depth, 0)
    step = step if depth else mpz(0)
    ratios = [(scale - step, scale), (scale, scale), (scale, scale - step // 2)]
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        classes = [(int(ratios[i][0]), int(ratios[i][1])) for i in order]
        classes = [(p, q) for p, q in classes if p and q]
        keys = np.zeros(len(classes), dtype=np.int64)
        sides = [_core.pack([*(e[side] for e in classes), 0], bits // 64 + 1) for side in (0, 1)]
        size = merge_rows(keys, *sides, 1)
        p, q = (list(map(int, _core.unpack(side[:size]))) for side in sides)
        assert list(zip(p, q, strict=True)) == in_order(classes)


def test_ratios_whose_leading_limbs_are_in_another_order() -> None:
    """The longer a number, the less its leading limbs."""
    x = 7**500
    long = [((x - k * 2**1300) << 64 * k, x) for k in (3, 0, 7, 1, 2)]
    classes = long + [(q, p) for p, q in long[:2] + long[3:]]
    classes = [each for i, each in enumerate(classes) if each not in classes[:i]]
    keys = np.zeros(len(classes), dtype=np.int64)
    sides = [_core.pack([*(each[side] for each in classes), 0], 40) for side in (0, 1)]
    assert merge_rows(keys, *sides, 1) == len(classes)
    p, q = (list(map(int, _core.unpack(side[:-1]))) for side in sides)
    assert list(zip(p, q, strict=True)) == in_order(classes)
