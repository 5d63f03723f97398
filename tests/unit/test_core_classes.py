"""Classes of equal likelihood ratio, and finding one, against exact Fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import verify._core as core

LIMB = 2**64
INFINITE = (1, Fraction(0))


def ratio(p, q):
    """Comparable; infinity is above every number."""
    return INFINITE if q == 0 else (0, Fraction(p, q))


def classes_by_definition(p, q):
    """[(ratio, outcomes)], ascending."""
    found = {}
    for z, (x, y) in enumerate(zip(p, q, strict=True)):
        if x or y:
            found.setdefault(ratio(x, y), []).append(z)
    return sorted(found.items())


def read_only(values, limbs):
    array = core.pack(values, limbs)
    array.setflags(write=False)
    return array


@st.composite
def laws(draw):
    """(p, q, limbs) with exact ties at different sizes, near ties, zeros, huge and tiny weights."""
    limbs = draw(st.integers(1, 5))
    n = draw(st.integers(0, 24))
    bound = (LIMB**limbs - 1) // max(n, 1)
    big = st.integers(0, bound)
    bits = st.integers(0, bound.bit_length() - 1)
    entry = st.one_of(
        st.tuples(st.integers(0, 3), st.integers(0, 3)),
        st.tuples(big, big),
        # one of a few ratios, at any size: equal ratios from unequal weights
        st.builds(
            lambda a, b, e: (a << e, b << e) if (max(a, b) << e) <= bound else (a, b),
            st.integers(0, 3),
            st.integers(0, 3),
            bits,
        ),
        # ratios a hair above or below one
        st.builds(lambda d, e: (bound - d, bound - e), st.integers(0, 3), st.integers(0, 3)),
        st.builds(lambda e: (1 << e, 1), bits),
    )
    entries = draw(st.lists(entry, min_size=n, max_size=n))
    return [x for x, _ in entries], [y for _, y in entries], limbs


def check_classes(p, q, limbs):
    P, Q = read_only(p, limbs), read_only(q, limbs)
    order, starts, tail_p, tail_q, keys = core.sort_classes(P, Q)
    expected = classes_by_definition(p, q)
    assert order.dtype == starts.dtype == np.intp
    assert keys.dtype == np.float64
    assert order.tolist() == [z for _, outcomes in expected for z in outcomes]
    sizes = [len(outcomes) for _, outcomes in expected]
    assert starts.tolist() == [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    for tail, w in ((tail_p, p), (tail_q, q)):
        sums = [sum(w[z] for _, c in expected[i:] for z in c) for i in range(len(sizes) + 1)]
        assert core.unpack(tail) == sums
    assert len(keys) == len(sizes)
    assert np.all(keys[:-1] <= keys[1:])
    return P, Q, [r for r, _ in expected]


def check_find(found, ratios, u, v):
    above = [r > (0, Fraction(u, v)) for r in ratios]
    assert found == (above.index(True) if True in above else len(ratios))


@given(laws())
def test_sort_classes(law):
    check_classes(*law)


@given(
    laws(),
    st.one_of(st.integers(0, 5), st.integers(0, 2**3000)),
    st.one_of(st.integers(1, 5), st.integers(1, 2**3000)),
)
def test_find_class(law, u, v):
    P, Q, ratios = check_classes(*law)
    check_find(core.SortedClasses(P, Q).above(u, v), ratios, u, v)


@given(laws(), st.integers(1, 2**200), st.sampled_from([-1, 0, 1]), st.data())
def test_find_class_at_a_breakpoint(law, scale, step, data):
    """At a class's own ratio, and a hair beside it."""
    P, Q, ratios = check_classes(*law)
    finite = [r for infinite, r in ratios if not infinite]
    if finite:
        r = data.draw(st.sampled_from(finite))
        u, v = max(r.numerator * scale + step, 0), r.denominator * scale
        check_find(core.SortedClasses(P, Q).above(u, v), ratios, u, v)


@pytest.mark.parametrize(
    ("u", "v"), [(0, 1), (1, 2**12000), (2**12000, 1), (2**12000 + 1, 2**12000)]
)
def test_levels_beyond_double_range(u, v):
    p, q = [0, 1, 2**300, 5, 7, 2**300 + 1], [5, 2**300, 1, 5, 0, 2**300]
    P, Q, ratios = check_classes(p, q, 5)
    check_find(core.SortedClasses(P, Q).above(u, v), ratios, u, v)


@pytest.mark.parametrize("limbs", [1, 2, 4])
def test_many_near_ties(limbs):
    """Two thousand outcomes whose float keys all coincide, each ratio several times."""
    random = np.random.default_rng(limbs)
    base = LIMB**limbs // 2**14
    q = [base] * 2000
    p = [base + int(d) for d in random.integers(-400, 400, 2000)]
    P, Q, ratios = check_classes(p, q, limbs)
    for d in (-401, -400, -1, 0, 1, 399, 400):
        found = core.SortedClasses(P, Q).above(base + d, base)
        check_find(found, ratios, base + d, base)


def test_many_outcomes():
    random = np.random.default_rng(3)
    for limbs, high in ((1, 40), (1, 2**48), (2, 2**48)):
        p, q = ([int(x) for x in random.integers(0, high, 1500)] for _ in range(2))
        check_classes(p, q, limbs)


def test_no_outcome_counts():
    for values in ([], [0, 0]):
        P, Q, _ = check_classes(values, values, 2)
        assert core.SortedClasses(P, Q).above(1, 1) == 0


def test_arguments_are_checked():
    P = core.pack([1, 2], 1)
    with pytest.raises(ValueError, match="differ in shape"):
        core.sort_classes(P, core.pack([1], 1))
    classes = core.SortedClasses(P, P)
    with pytest.raises(ValueError, match="v must be at least 1"):
        classes.above(1, 0)
    with pytest.raises(ValueError, match="u must be at least 1"):
        classes.below(0, 1)
    for ask in (classes.tail, classes.ratio):
        with pytest.raises(IndexError, match="no class -1 among 1"):
            ask(-1)


@given(laws(), st.integers(1, 2**200), st.integers(1, 2**200), st.booleans(), st.data())
def test_queries_by_definition(law, u, v, on_a_ratio, data):
    """tail, ratio, above, below and event_sums; often exactly on a ratio or its inverse."""
    p, q, _ = law
    P, Q, ratios = check_classes(*law)
    classes = core.SortedClasses(P, Q)
    positive = [r for infinite, r in ratios if not infinite and r > 0]
    if on_a_ratio and positive:
        r = data.draw(st.sampled_from(positive))
        u, v = r.numerator, r.denominator
        if data.draw(st.booleans()):
            u, v = v, u
    assert classes.count == len(ratios)
    check_find(classes.above(u, v), ratios, u, v)
    assert classes.below(u, v) == sum(r < (0, Fraction(v, u)) for r in ratios)
    assert classes.event_sums(u, v) == core.event_sums(P, Q, u, v)
    for i, (infinite, r) in enumerate(ratios):
        top, bottom = classes.ratio(i)
        assert (bottom == 0) if infinite else Fraction(int(top), int(bottom)) == r
        inside = [z for z in range(len(p)) if ratio(p[z], q[z]) >= (infinite, r) and (p[z] or q[z])]
        assert classes.tail(i) == (sum(p[z] for z in inside), sum(q[z] for z in inside))
    assert classes.tail(len(ratios)) == (0, 0)
