"""Kernels over many ordered pairs of rows, against their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import verify._core as core

LIMB = 2**64
word_or_more = st.one_of(st.integers(1, 9), st.integers(1, 2**300))


@st.composite
def channels(draw):
    """(rows of integers, packed channel) with zeros, ties and values of every size."""
    limbs = draw(st.integers(1, 5))
    rows, n = draw(st.integers(1, 4)), draw(st.integers(0, 7))
    bound = (LIMB**limbs - 1) // max(n, 1)
    value = st.one_of(st.integers(0, 3), st.integers(0, bound), st.integers(bound - 2, bound))
    table = [draw(st.lists(value, min_size=n, max_size=n)) for _ in range(rows)]
    channel = np.stack([core.pack(row, limbs) for row in table])
    channel.setflags(write=False)
    return table, channel


@st.composite
def channels_with_pairs(draw):
    """Also a list of ordered pairs: each beside its reverse, or any, with repetition."""
    table, channel = draw(channels())
    row = st.integers(0, len(table) - 1)
    if draw(st.booleans()):
        chosen = list(permutations(range(len(table)), 2))
        chosen = [pair for i, j in chosen if i < j for pair in ((i, j), (j, i))]
    else:
        chosen = draw(st.lists(st.tuples(row, row), max_size=8))
    first = np.array([i for i, _ in chosen], dtype=np.intp)
    second = np.array([j for _, j in chosen], dtype=np.intp)
    return table, channel, first, second


def event_weights(p, q, u, v):
    inside = [z for z in range(len(p)) if v * p[z] > u * q[z]]
    return sum(p[z] for z in inside), sum(q[z] for z in inside)


def supremum(p, q):
    """By definition: (is it infinite, ratio) is greatest, the least z among equals; -1 if none."""
    ratio = {
        z: (1, Fraction(0)) if q[z] == 0 else (0, Fraction(p[z], q[z]))
        for z in range(len(p))
        if p[z] or q[z]
    }
    return max(ratio, key=lambda z: (ratio[z], -z), default=-1)


@given(channels_with_pairs(), st.one_of(st.just(0), word_or_more), word_or_more)
def test_pair_event_sums(case, u, v):
    table, channel, first, second = case
    A, B = core.pair_event_sums(channel, first, second, u, v)
    assert A.shape == B.shape == (len(first), channel.shape[2])
    expected = [event_weights(table[i], table[j], u, v) for i, j in zip(first, second, strict=True)]
    assert list(zip(core.unpack(A), core.unpack(B), strict=True)) == expected


@given(channels_with_pairs(), st.one_of(st.just(0), word_or_more), word_or_more)
def test_numerators_and_their_rank(case, u, v):
    table, channel, first, second = case
    A, B = core.pair_event_sums(channel, first, second, u, v)
    excess = core.numerators(A, B, u, v)
    expected = [
        sum(max(v * p - u * q, 0) for p, q in zip(table[i], table[j], strict=True))
        for i, j in zip(first, second, strict=True)
    ]
    assert core.unpack(excess) == expected
    order = sorted(range(len(expected)), key=lambda k: (-expected[k], k))
    for top in (0, 1, len(order) // 2, len(order), len(order) + 3):
        assert core.rank(excess, top).tolist() == order[:top]


@given(channels_with_pairs())
def test_pair_suprema(case):
    table, channel, first, second = case
    expected = [supremum(table[i], table[j]) for i, j in zip(first, second, strict=True)]
    assert core.pair_suprema(channel, first, second).tolist() == expected


@given(st.integers(1, 5), st.integers(1, 2**60), st.lists(st.integers(0, 6), min_size=1))
def test_pair_suprema_of_near_ties(limbs, scale, steps):
    """Ratios that agree in all the bits of a float key, and exact ties among them."""
    base = LIMB ** (limbs - 1) * (scale + 8)
    p, q = [base + step for step in steps], [base] * len(steps)
    if sum(p) >= LIMB**limbs:
        limbs += 1
    channel = np.stack([core.pack(p, limbs), core.pack(q, limbs)])
    first, second = np.array([0, 1]), np.array([1, 0])
    expected = [supremum(p, q), supremum(q, p)]
    assert core.pair_suprema(channel, first, second).tolist() == expected


@given(
    st.integers(1, 4),
    st.lists(st.one_of(st.integers(0, 5), st.integers(0, LIMB - 1)), max_size=60),
    st.data(),
)
def test_rank_is_stable(limbs, values, data):
    shift = 64 * data.draw(st.integers(0, limbs - 1))
    numbers = core.pack([x << shift for x in values], limbs)
    top = data.draw(st.integers(0, len(values) + 1))
    order = sorted(range(len(values)), key=lambda k: (-values[k], k))
    assert core.rank(numbers, top).tolist() == order[:top]


def test_a_negative_numerator_is_named():
    A, B = core.pack([5, 1, 0], 1), core.pack([1, 1, 1], 1)
    with pytest.raises(ValueError, match="numerator 1 is negative"):
        core.numerators(A, B, 3, 2)


def test_arguments_are_checked():
    channel = np.stack([core.pack([1, 2], 1)] * 2)
    good, bad = np.array([0]), np.array([2])
    for kernel in (lambda *a: core.pair_event_sums(*a, 1, 1), core.pair_suprema):
        with pytest.raises(IndexError, match=r"pair 0 is \(0, 2\), but the channel has 2 rows"):
            kernel(channel, good, bad)
        with pytest.raises(IndexError, match="pair 0"):
            kernel(channel, -good - 1, good)
        with pytest.raises(ValueError, match="1 first rows but 2 second rows"):
            kernel(channel, good, np.array([0, 1]))
    with pytest.raises(ValueError, match="top must not be negative"):
        core.rank(core.pack([1], 1), -1)
    with pytest.raises(ValueError, match="v must be at least 1"):
        core.pair_event_sums(channel, good, good, 1, 0)
