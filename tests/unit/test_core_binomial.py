"""Binomial tails against the sum by definition."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import gmpy2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import verify._core as core

LIMB = 2**64
sizes = st.one_of(
    st.integers(1, 9),
    st.integers(1, LIMB - 1),
    st.sampled_from([LIMB - 1, LIMB, LIMB + 1]),
    st.integers(1, 2**300),
)


def tail(k, a, b, t):
    """sum_{s <= t} C(k, s) a^s b^(k - s)."""
    return sum(comb(k, s) * a**s * b ** (k - s) for s in range(t + 1))


def running_tail(k, a, b, t):
    """The same term by term, for a k where the powers of the definition take too long."""
    term = total = b**k
    for s in range(t):
        term = term * (k - s) * a // ((s + 1) * b)
        total += term
    return total


@given(st.integers(0, 60), sizes, sizes, st.data())
def test_small_k(k, a, b, data):
    t = data.draw(st.integers(0, k))
    A, B = core.binomial_tail(k, a, b, t)
    assert (tail(k, a, b, t), tail(k, b, a, t)) == (A, B)
    assert type(A) is type(B) is gmpy2.mpz
    assert core.binomial_tail(k, gmpy2.mpz(a), gmpy2.mpz(b), t) == (A, B)


@pytest.mark.parametrize(
    ("a", "b"), [(1, 3), (3, 1), (2, 5), (7, 7), (2**40, 3), (2**60, 2**60 - 1)]
)
@pytest.mark.parametrize("t", [0, 1, 11, 12, 13, 25, 97, 149, 150, 151, 287, 299, 300])
def test_word_and_wide_leaves(a, b, t):
    """(k + 1) a fits a word, or just does not; leaves and uneven halves of the splitting."""
    assert core.binomial_tail(300, a, b, t) == (tail(300, a, b, t), tail(300, b, a, t))


@pytest.mark.parametrize("k", [3001, 3002, 3003, 3100, 4097])
def test_both_sides_of_the_switch_to_splitting(k):
    near_half, from_above = (k // 2 - 1, k // 2, k // 2 + 1), (k - 1501, k - 1500, k - 1499)
    for t in (1498, 1499, 1500, 1501, 1512, *near_half, *from_above):
        expected = (running_tail(k, 2, 5, t), running_tail(k, 5, 2, t))
        assert core.binomial_tail(k, 2, 5, t) == expected


@pytest.mark.parametrize("a", [LIMB // 401, LIMB // 401 + 1, LIMB // 400, LIMB - 1, LIMB])
def test_products_at_the_word_boundary(a):
    assert core.binomial_tail(400, a, 3, 190) == (tail(400, a, 3, 190), tail(400, 3, a, 190))


def test_large_k():
    k, t = 20_000, 9_900
    A, B = core.binomial_tail(k, 1, 3, t)
    rest_a, rest_b = core.binomial_tail(k, 3, 1, k - t - 1)
    assert A + rest_a == 4**k == B + rest_b
    assert running_tail(k, 1, 3, t) == A


@pytest.mark.parametrize(("k", "t"), [(3, 4), (3, -1), (-1, 0), (-1, -1)])
def test_range_of_t(k, t):
    with pytest.raises(ValueError, match="0 <= t <= k"):
        core.binomial_tail(k, 1, 2, t)


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="a must be at least 1"):
        core.binomial_tail(3, 0, 1, 1)
    with pytest.raises(ValueError, match="b must not be negative"):
        core.binomial_tail(3, 1, -1, 1)
    with pytest.raises(TypeError, match="b must be an int or an mpz, got Fraction"):
        core.binomial_tail(3, 1, Fraction(1, 2), 1)
    for k in (2**40, 2**63, 2**70):
        with pytest.raises(OverflowError):
            core.binomial_tail(k, 1, 2, k // 2)
