"""Packing, event sums and events of one pair, against their definitions in Python integers."""

from __future__ import annotations

import gmpy2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import verify._core as core

LIMB = 2**64

# u and v: zero and one, words, their boundaries, and far beyond
levels = st.tuples(
    st.one_of(
        st.integers(0, 12), st.sampled_from([LIMB - 1, LIMB, LIMB + 1]), st.integers(0, 2**400)
    ),
    st.one_of(
        st.integers(1, 12), st.sampled_from([LIMB - 1, LIMB, LIMB + 1]), st.integers(1, 2**400)
    ),
)


@st.composite
def weights(draw, limbs, size):
    """Small values (ties, zeros), tiny and huge ones, limb boundaries; the sum fits the limbs."""
    bound = (2 ** (64 * limbs) - 1) // max(size, 1)
    edges = [2**b + d for b in range(0, 64 * limbs, 32) for d in (-1, 0, 1)]
    value = st.one_of(
        st.integers(0, 4), st.integers(0, bound), st.sampled_from([e for e in edges if e <= bound])
    )
    return draw(st.lists(value, min_size=size, max_size=size))


@st.composite
def pairs(draw, max_size=12):
    """(P, Q, limbs): independent, proportional (ties everywhere) or disjoint laws."""
    limbs = draw(st.integers(1, 5))
    size = draw(st.integers(0, max_size))
    p = draw(weights(limbs, size))
    kind = draw(st.sampled_from(["independent", "proportional", "disjoint"]))
    if kind == "proportional":
        q = [x // 3 if x % 3 == 0 else x for x in p]
    else:
        q = draw(weights(limbs, size))
    if kind == "disjoint":
        p = [0 if z % 2 else x for z, x in enumerate(p)]
        q = [x if z % 2 else 0 for z, x in enumerate(q)]
    return p, q, limbs


def packed(values, limbs):
    array = core.pack(values, limbs)
    array.setflags(write=False)
    return array


def event(p, q, u, v):
    return [z for z in range(len(p)) if v * p[z] > u * q[z]]


def event_weights(p, q, u, v):
    inside = event(p, q, u, v)
    return sum(p[z] for z in inside), sum(q[z] for z in inside)


@given(st.integers(1, 5).flatmap(lambda n: st.tuples(weights(n, 8), st.just(n))))
def test_pack_round_trip(case):
    values, limbs = case
    array = core.pack(values, limbs)
    assert array.shape == (8, limbs)
    assert array.dtype == np.uint64
    assert array.flags.c_contiguous
    assert core.unpack(array) == values
    assert all(type(x) is gmpy2.mpz for x in core.unpack(array))
    mixed = [gmpy2.mpz(x) if z % 2 else x for z, x in enumerate(values)]
    assert np.array_equal(core.pack(mixed, limbs), array)
    assert np.array_equal(core.pack(tuple(values), limbs), array)
    expected = [[(x >> (64 * i)) % LIMB for i in range(limbs)] for x in values]
    assert array.tolist() == expected


@pytest.mark.parametrize("number", [int, gmpy2.mpz])
@pytest.mark.parametrize("limbs", [1, 2, 5])
def test_pack_refuses_what_does_not_fit(number, limbs):
    widest = number(LIMB**limbs - 1)
    assert core.unpack(core.pack([widest], limbs)) == [widest]
    with pytest.raises(ValueError, match=rf"value 1 needs {64 * limbs + 1} bits"):
        core.pack([0, widest + 1, -1], limbs)
    with pytest.raises(ValueError, match="value 2 is negative"):
        core.pack([0, 1, number(-1)], limbs)


@pytest.mark.parametrize("bad", [1.0, "1", None, np.uint64(1), gmpy2.mpq(1)])
@pytest.mark.parametrize("limbs", [1, 2])
def test_pack_refuses_other_types(bad, limbs):
    name = type(bad).__name__
    with pytest.raises(TypeError, match=f"value 1 must be an int or an mpz, got {name}"):
        core.pack([0, bad], limbs)


def test_pack_needs_a_limb():
    with pytest.raises(ValueError, match="at least one limb"):
        core.pack([], 0)
    assert core.pack([], 3).shape == (0, 3)


@given(st.integers(1, 5), st.integers(0, 6), st.randoms(use_true_random=False))
def test_totals_may_exceed_the_limbs(limbs, n, random):
    rows = [[LIMB**limbs - 1 - random.randrange(3) for _ in range(n)] for _ in range(3)]
    assert core.total(packed(rows[0], limbs)) == sum(rows[0])
    channel = np.stack([core.pack(row, limbs) for row in rows])
    channel.setflags(write=False)
    assert core.row_totals(channel) == [sum(row) for row in rows]


@given(pairs(), levels)
def test_event_sums_and_mask(pair, level):
    p, q, limbs = pair
    u, v = level
    P, Q = packed(p, limbs), packed(q, limbs)
    expected = event_weights(p, q, u, v) + event_weights(q, p, u, v)
    for number in (int, gmpy2.mpz):
        assert core.event_sums(P, Q, number(u), number(v)) == expected
        mask = core.event_mask(P, Q, number(u), number(v))
        assert mask.dtype == np.bool_
        assert np.flatnonzero(mask).tolist() == event(p, q, u, v)


@given(pairs(), st.integers(0, 11), st.sampled_from([-1, 0, 1]), st.integers(1, 2**200))
def test_event_at_a_tie(pair, z, step, scale):
    """Levels equal to, and a hair beside, an outcome's own ratio: the comparison is strict."""
    p, q, limbs = pair
    if z < len(p) and q[z]:
        u, v = max(p[z] * scale + step, 0), q[z] * scale
        sums = core.event_sums(packed(p, limbs), packed(q, limbs), u, v)
        assert sums == event_weights(p, q, u, v) + event_weights(q, p, u, v)


def test_level_zero_is_the_support():
    P, Q = packed([0, 1, 2, 0], 1), packed([1, 0, 2, 0], 1)
    assert core.event_mask(P, Q, 0, 1).tolist() == [False, True, True, False]
    assert core.event_sums(P, Q, 0, 1) == (3, 2, 3, 2)


def test_blocks_add_up():
    """More outcomes than one block of the kernels, at several widths of u and v."""
    n = 10_000
    random = np.random.default_rng(7)
    for limbs in (1, 3):
        p, q = ([int(x) for x in random.integers(0, 2**40, n)] for _ in range(2))
        for u, v in ((3, 2), (3**60, 2**95), (3**600, 2**950)):
            sums = core.event_sums(packed(p, limbs), packed(q, limbs), u, v)
            assert sums == event_weights(p, q, u, v) + event_weights(q, p, u, v)


@pytest.mark.parametrize("kernel", [core.event_sums, core.event_mask])
def test_arguments_are_checked(kernel):
    P = packed([1, 2], 1)
    with pytest.raises(ValueError, match=r"differ in shape: \(2, 1\) and \(3, 1\)"):
        kernel(P, packed([1, 2, 3], 1), 1, 1)
    with pytest.raises(ValueError, match="differ in shape"):
        kernel(P, packed([1, 2], 2), 1, 1)
    with pytest.raises(ValueError, match="v must be at least 1"):
        kernel(P, P, 1, 0)
    with pytest.raises(ValueError, match="u must not be negative"):
        kernel(P, P, -1, 1)
    with pytest.raises(TypeError, match="u must be an int or an mpz, got float"):
        kernel(P, P, 1.0, 1)
    with pytest.raises(ValueError, match="Buffer dtype mismatch"):
        kernel(P.astype(np.int64), P, 1, 1)
    with pytest.raises(ValueError, match="contiguous"):
        kernel(packed([1, 2, 3, 4], 1)[::2], P, 1, 1)
