"""The ways of the checker to sum up an event of many draws, each against all sequences of draws."""

from fractions import Fraction
from itertools import product
from math import prod

import check
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

QUIET = settings(deadline=None, database=None)
GRID = ([8, 4, 2, 1, 1], [1, 1, 2, 4, 8])  # ratios 8, 4, 1, 1/4, 1/8: with gaps
EVEN = ([9, 3, 1], [1, 3, 9])
LONG = ([3**50, 5**30, 7**20], [2**70, 3**40, 7**25])


def factor(one, other, n):
    return (one, sum(one), []), (other, sum(other), []), n


def by_definition(factors, x, y):
    """P and Q of {x·P > y·Q}, sequence by sequence."""
    cells = [
        [
            (Fraction(p, one[1]), Fraction(q, other[1]))
            for p, q in zip(one[0], other[0], strict=True)
        ]
        for one, other, n in factors
        for _ in range(n)
    ]
    a = b = 0
    for sequence in product(*cells):
        p, q = (prod(cell[i] for cell in sequence) for i in (0, 1))
        if x * p > y * q:
            a, b = a + p, b + q
    return a, b


def forced(way, factors, x, y, room=check.MOST_HELD):
    """The same by one way, where nothing is apart: P > 0 < Q for all outcomes."""
    checker = check.Checker()
    checker.room = room
    draws = sorted([checker.drawn(*f) for f in factors], key=lambda f: f.size, reverse=True)
    if way == "swept":
        draws.sort(key=can_be_swept, reverse=True)
    one, other = (prod(f[i][1] ** f[2] for f in factors) for i in (0, 1))
    u, v = (Fraction(x * other) / Fraction(y * one)).as_integer_ratio()
    parts = list(getattr(checker, way)(draws, u, v))
    sums = (sum(p for p, _ in parts), sum(q for _, q in parts))
    return Fraction(sums[0], u * one), Fraction(sums[1], v * other)


def can_be_swept(draws):
    return draws.n > 1 and len(draws.classes) > 2


def rows(least, most=6):
    return st.integers(1, 4).flatmap(
        lambda width: st.tuples(
            *[st.lists(st.integers(least, most), min_size=width, max_size=width)] * 2
        )
    )


@st.composite
def draws(draw, least):
    """Factors with up to 800 sequences, and a level that often is one of the ratios."""
    found, count = [], 1
    for _ in range(draw(st.integers(0, 3))):
        one, other = draw(rows(least) if least == 0 else st.one_of(rows(1), st.just(EVEN)))
        n = draw(st.integers(1, 5))
        count *= len(one) ** n
        if not (any(one) and any(other)) or count > 800:
            break
        found.append(factor(one, other, n))
    x, y = Fraction(draw(st.integers(1, 9))), Fraction(draw(st.integers(1 - (least == 0), 9)), 2)
    if draw(st.booleans()) and found:
        chosen = [draw(st.integers(0, len(f[0][0]) - 1)) for f in found]
        p, q = (
            prod(Fraction(f[i][0][k], f[i][1]) ** f[2] for f, k in zip(found, chosen, strict=True))
            for i in (0, 1)
        )
        x, y = (q, p) if p * q else (x, y)
    return found, x, y


@QUIET
@given(draws(0))
def test_an_event_of_draws_is_that_of_all_sequences(case):
    factors, x, y = case
    assert check.Checker().listed_event(factors, x, y) == by_definition(factors, x, y)


@pytest.mark.parametrize("n", [1, 2])
def test_draws_that_have_nothing_in_common_beside_others(n):
    assert check.Checker().listed_event([factor([1, 0], [0, 1], n)], 1, Fraction(1)) == (1, 0)
    factors = [factor([3, 1, 2], [1, 3, 4], 30), factor([1, 0], [0, 1], n)]
    assert check.Checker().listed_event(factors, Fraction(1), Fraction(1)) == (1, 0)


@QUIET
@given(draws(1))
def test_halves(case):
    assert forced("halved", *case) == by_definition(*case)


@QUIET
@given(draws(1))
def test_sweeps(case):
    assume(any(can_be_swept(check.Checker().drawn(*f)) for f in case[0]))
    assert forced("swept", *case) == by_definition(*case)


EIGHT = [factor([2 * i + 3, 2], [1, 3 * i + 2], 1) for i in range(8)]


@pytest.mark.parametrize(("fits", "longest"), [(1, 256), (4, 16), (8, 8), (1000, 16)])
def test_what_is_held_in_no_half_is_gone_through(fits, longest, monkeypatch):
    """Eight draws: in one list, in lists of 4, 4 and 16, or 8, 8 and 4, or in halves of 16."""
    lists, merged = [], check.Checker.merged
    monkeypatch.setattr(check.Checker, "merged", lambda *a: lists.append(merged(*a)) or lists[-1])
    monkeypatch.setattr(check.Checker, "spend", lambda *_: None)
    found = forced("halved", EIGHT, Fraction(1), Fraction(2), 5 * 220 * fits)
    assert found == by_definition(EIGHT, 1, 2)
    assert max(map(len, lists)) == longest


@pytest.mark.parametrize("way", ["halved", "swept"])
@pytest.mark.parametrize(
    "rows", [EVEN, GRID, LONG, LONG[::-1]], ids=["even", "gaps", "long", "back"]
)
@pytest.mark.parametrize("level", [Fraction(1, 10**40), Fraction(1, 2), 1, 4, Fraction(10**40)])
def test_more_draws_each_way(way, rows, level):
    for n in (2, 5):
        factors = [factor(*rows, n)]
        assert forced(way, factors, Fraction(1), level) == by_definition(factors, 1, level)


@pytest.mark.parametrize("n", [2, 3, 30])
def test_a_power_of_even_ratios(n):
    """The recurrence gives the coefficients of (9 + 3x + x²)^n, and of (1 + 3x + 9x²)^n."""
    checker = check.Checker()
    expected = [(1, 1)]
    for _ in range(n):
        longer = [[0, 0] for _ in range(len(expected) + 2)]
        for i, (p, q) in enumerate(expected):
            for j, (a, b) in enumerate(zip(*EVEN, strict=True)):
                longer[i + j][0] += p * a
                longer[i + j][1] += q * b
        expected = [tuple(both) for both in longer]
    found = checker.drawn(*factor(*EVEN, n))
    assert found.is_even
    assert found.size == len(expected)
    assert list(checker.outcomes(found)) == expected
    assert list(checker.outcomes(found, 5, 7)) == [(5 * p, 7 * q) for p, q in expected]


def test_a_list_times_draws_has_every_ratio_once():
    """(2, 1) and (1, 2), each times (4, 2), (1, 2) and (6, 6): the ratio 1 and others twice."""
    checker = check.Checker()
    draws = checker.drawn(*factor([4, 1, 6], [2, 2, 6], 1))
    found = checker.merged([(2, 1), (1, 2)], draws)
    assert found == [(8, 2), (12, 6), (2 + 4, 2 + 4), (6, 12), (1, 4)]


def test_ratios_are_even_only_if_all_steps_are_equal():
    checker = check.Checker()
    for rows, is_even in ((EVEN, True), (GRID, False), (LONG, False), (([1], [1]), False)):
        assert checker.drawn(*factor(*rows, 2)).is_even is is_even


def test_many_draws_of_three_outcomes_are_swept(monkeypatch):
    """Fifty draws of (3, 1, 2) and (1, 3, 4): as many steps as draws, and the sum of a list."""
    factors = [factor([3, 1, 2], [1, 3, 4], 50)]
    for level in (Fraction(1, 100), Fraction(1), Fraction(5, 3), Fraction(10**9)):
        swept = check.Checker().listed_event(factors, Fraction(1), level)
        assert swept == forced("halved", factors, Fraction(1), level)
    monkeypatch.setattr(check.Checker, "halved", None)
    check.Checker().listed_event(factors, Fraction(1), Fraction(1))


def test_many_draws_of_two_outcomes_are_not_swept():
    factors = [factor([3, 1], [1, 3], 50)]
    found = check.Checker().listed_event(factors, Fraction(1), Fraction(3))
    assert found == forced("halved", factors, Fraction(1), Fraction(3))
