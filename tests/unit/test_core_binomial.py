"""Binomial tails against the sum by definition."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import gmpy2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import verify._core as core

LIMB = 2**64
MOST = 300_007
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


def check(k, a, b, t, expected=None):
    """Both tails, and the first one alone."""
    A, B = expected or (running_tail(k, a, b, t), running_tail(k, b, a, t))
    assert core.binomial_tail(k, a, b, t) == (A, B)
    assert core.one_binomial_tail(k, a, b, t) == A
    assert core.one_binomial_tail(k, b, a, t) == B


PRIME = 2**89 - 1


@cache
def inverses(n):
    """1/0 (which is none), 1/1, ..., 1/n modulo the prime."""
    found = [0, 1]
    for i in range(2, n + 1):
        found.append(-(PRIME // i) * found[PRIME % i] % PRIME)
    return found


@cache
def remainders(k, a, b):
    """All tails modulo the prime, term by term."""
    term = total = pow(b, k, PRIME)
    ratio = a * pow(b, -1, PRIME)
    tails = [total]
    for s, inverse in enumerate(inverses(MOST)[1 : k + 1]):
        term = term * ((k - s) * ratio) % PRIME * inverse % PRIME
        total += term
        tails.append(total % PRIME)
    return tails


def check_modulo(k, a, b, t):
    """The same for long tails: modulo a prime."""
    A, B = core.binomial_tail(k, a, b, t)
    assert remainders(k, a, b)[t] == A % PRIME
    assert remainders(k, b, a)[t] == B % PRIME
    assert 0 < A <= (a + b) ** k
    assert 0 < B <= (a + b) ** k
    assert core.one_binomial_tail(k, a, b, t) == A
    assert core.one_binomial_tail(k, b, a, t) == B


@given(st.integers(0, 60), sizes, sizes, st.data())
def test_small_k(k, a, b, data):
    t = data.draw(st.integers(0, k))
    A, B = core.binomial_tail(k, a, b, t)
    assert (tail(k, a, b, t), tail(k, b, a, t)) == (A, B)
    assert type(A) is type(B) is gmpy2.mpz
    check(k, gmpy2.mpz(a), gmpy2.mpz(b), t, (A, B))


@pytest.mark.parametrize(
    ("a", "b"), [(1, 3), (3, 1), (2, 5), (7, 7), (2**40, 3), (2**60, 2**60 - 1)]
)
@pytest.mark.parametrize("t", [0, 1, 11, 12, 13, 25, 97, 149, 150, 151, 287, 299, 300])
def test_word_and_wide_leaves(a, b, t):
    """(k + 1) a fits a word, or just does not; leaves and uneven halves of the splitting."""
    check(300, a, b, t, (tail(300, a, b, t), tail(300, b, a, t)))


def spread(k):
    """Tails of all lengths: to the ends, the middle, and where the first leaves the second."""
    parts = [
        0,
        k // 20,
        k // 4,
        *range(3 * k // 8 - 2, 3 * k // 8 + 3),
        5 * k // 12,
        5 * k // 12 + 1,
    ]
    middle = range((k - 1) // 2 - 2, k // 2 + 3)
    return sorted({t for s in (*parts, *middle) for t in (s, k - 1 - s, k - s) if 0 <= t <= k})


@pytest.mark.parametrize(("a", "b"), [(1, 3), (61, 39), (7, 7), (LIMB - 1, 3), (5, LIMB)])
@pytest.mark.parametrize("k", [*range(1, 12), 90, 91])
def test_every_length(k, a, b):
    for t in range(k + 1):
        check(k, a, b, t, (tail(k, a, b, t), tail(k, b, a, t)))


@pytest.mark.parametrize("k", [855, 856, 857, 2000, 4097])
def test_both_sides_of_the_switch_to_splitting(k):
    """Terms of 3 bits for each draw are short up to k = 856."""
    for t in spread(k):
        check(k, 2, 5, t)


def test_leaves_and_powers_of_two():
    for terms in (15, 16, 17, 31, 32, 33, 47, 48, 49, 255, 256, 257, 511, 512, 513, 640, 1023):
        check(1500, 39, 61, terms - 1)
        check(1500, 39, 61, 1500 - terms)


# where a sieve pays: 2500 terms and k/24 more; blocks are of 128 terms
SIEVED = (2800, 2815, 2816, 2817, 2943, 3071, 3072, 3073, 4095, 4096, 4097, 4223, 4224)


@pytest.mark.parametrize("odds", [(1, 3), (35, 6), (5, LIMB)])
@pytest.mark.parametrize("k", [7000, 2**13, 3**8 + 2000, 8191, 10_007, 2 * 4224 - 1, 20_000])
def test_terms_without_their_common_factors(k, odds):
    for terms in SIEVED:
        check_modulo(k, *odds, terms - 1)
        check_modulo(k, *odds, k - terms)
    check(k, 3, 1, 2900)


@given(
    st.integers(6000, 12_000),
    st.lists(st.integers(0, 1000), min_size=5, max_size=5),
    st.sampled_from([(1, 3), (39, 61), (5, LIMB)]),
)
@settings(max_examples=20, deadline=None)
def test_any_length_of_sieved_sums(k, shares, odds):
    for share in shares:
        check_modulo(k, *odds, k * share // 1000)


@pytest.mark.parametrize("k", [9000, 9001])
def test_what_the_first_tail_leaves(k):
    """From the whole, with terms between the two ends: many, few, or none."""
    for share in (34, 36, 41, 42, 44, 47):
        check_modulo(k, 3, 2, k * share // 100)
        check_modulo(k, 3, 2, k - k * share // 100)
    for t in range(k // 2 - 4, k // 2 + 5):
        check_modulo(k, 1, 3, t)


@pytest.mark.parametrize(("k", "a", "b"), [(300_000, 1, 3), (300_007, 39, 61)])
def test_very_many_terms(k, a, b):
    for t in (50_000, 124_999, 143_210, k // 2 - 1, k // 2, 5 * k // 8):
        A, B = core.binomial_tail(k, a, b, t)
        assert remainders(k, a, b)[t] == A % PRIME
        assert remainders(k, b, a)[t] == B % PRIME


@pytest.mark.parametrize("a", [LIMB // 401, LIMB // 401 + 1, LIMB // 400, LIMB - 1, LIMB])
def test_products_at_the_word_boundary(a):
    check(400, a, 3, 190, (tail(400, a, 3, 190), tail(400, 3, a, 190)))
    check(30, a, 3, 14, (tail(30, a, 3, 14), tail(30, 3, a, 14)))


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
