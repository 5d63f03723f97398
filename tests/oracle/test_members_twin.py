"""The members of an event of a k-fold product against a look at every multiset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import pytest
import twin
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify.claim.members import MOST_LOOKS, members
from verify.exact.level import Level
from verify.exact.ring import RingNumber

Pairs = Sequence[tuple[int, int]]
Found = tuple[tuple[int, ...], ...]

weights = st.one_of(st.integers(0, 3), st.sampled_from([2**64, 2**64 + 1, 2**200 + 1]))
outcomes = st.tuples(weights, weights).filter(any)
several = st.lists(outcomes, min_size=1, max_size=5).filter(lambda pairs: any(p for p, _ in pairs))


def definition(pairs: Pairs, count: int, inside: Callable[[int, int], bool]) -> Found:
    found = []
    for chosen in combinations_with_replacement(range(len(pairs)), count):
        p, q = (prod(pairs[i][side] for i in chosen) for side in (0, 1))
        if p and inside(p, q):
            times = Counter(chosen)
            found.append(tuple(times[i] for i in range(len(pairs))))
    return tuple(found)


def searched(pairs: Pairs, count: int, level: Level, most: int = 1000) -> Found | None:
    return members([(mpz(p), mpz(q)) for p, q in pairs], count, level, most)


@given(several, st.integers(1, 5), st.data())
def test_members_by_definition(pairs: Pairs, count: int, data: Any) -> None:
    finite = [Fraction(*pair) for pair in pairs if all(pair)] or [Fraction(1)]
    ratios = data.draw(st.lists(st.sampled_from(finite), min_size=count, max_size=count))
    hair = data.draw(st.sampled_from([Fraction(0), Fraction(1, 2**400), Fraction(-1, 2**90)]))
    alpha = max(Fraction(1), prod(ratios, start=1 + hair))
    expected = definition(pairs, count, lambda p, q: p > alpha * q)
    level = Level.alpha(mpq(alpha))
    assert searched(pairs, count, level) == expected
    if expected:
        assert searched(pairs, count, level, len(expected)) == expected
        assert searched(pairs, count, level, len(expected) - 1) is None


@given(several, st.integers(1, 4))
def test_members_at_irrational_levels(pairs: Pairs, count: int) -> None:
    for text, bounds in (("1/3", ("1/3",)), ("5*ln(3)/2", (0, [(3, "5/2")]))):
        low, _ = twin.level_bounds(*bounds)
        expected = definition(pairs, count, lambda p, q, low=low: p > low * q)  # type: ignore[misc]
        assert searched(pairs, count, Level.epsilon(text)) == expected


def test_members_where_weights_are_powers_of_e() -> None:
    e = RingNumber.power(1)
    for epsilon, expected in (("2", ()), ("1", ((2, 0, 0),)), ("0", ((2, 0, 0), (1, 1, 0)))):
        found = members([(e, mpz(1)), (mpz(1), mpz(1)), (mpz(1), e)], 2, Level.epsilon(epsilon), 9)
        assert found == expected


def test_few_members_of_many_classes_are_named() -> None:
    """Half a million classes, of which nine are in the event."""
    table = verify.Channel.from_weights(["x", "y"], None, [[61, 29, 10], [13, 37, 50]], 100)
    verdict = verify.certify(verify.combinators.fresh(table, 1000), epsilon="1540")
    event = verdict.directions[0].event.to_json()
    (a, b, c), count = (x.denominator for x in map(Fraction, ("1/61", "1/29", "1/10"))), 1000
    ratios = [Fraction(61, 13), Fraction(29, 37), Fraction(10, 50)]
    found = {tuple(counts.values()) for counts in event["counts"]}
    assert len(found) == len(event["counts"]) > 3
    low, _ = twin.level_bounds("1540")
    for n in range(990, 1001):
        for m in range(1001 - n):
            counts = (n, m, count - n - m)
            ratio = prod(r**i for r, i in zip(ratios, counts, strict=True))
            assert (counts in found) == (ratio > low)
    assert min(counts[0] for counts in found) > 990
    total = sum(comb(count, n) * comb(count - n, m) * a**n * b**m * c**k for n, m, k in found)
    assert Fraction(total, 100**count) == Fraction(
        int(verdict.directions[0].delta.a.numerator), int(verdict.directions[0].delta.a.denominator)
    )


def test_a_multitude_of_ties_ends_the_search() -> None:
    pairs = [(2, 1), (1, 2)] * 4 + [(1, 1)]
    assert comb(60 + 8, 8) > MOST_LOOKS
    assert searched(pairs, 60, Level.alpha(mpq(2) ** 60)) == ()
    assert searched(pairs, 60, Level.alpha(mpq(2) ** 50)) is None


@pytest.mark.parametrize("count", [1, 3])
def test_more_outcomes_than_a_recursion_is_deep(count: int) -> None:
    pairs = [(i + 1, 1500 - i) for i in range(1500)]
    found = searched(pairs, count, Level.alpha(1499 if count == 1 else 1498**3))
    assert found is not None
    assert len(found) == (
        1 if count == 1 else len(definition(pairs[-9:], 3, lambda p, q: p > 1498**3 * q))
    )
