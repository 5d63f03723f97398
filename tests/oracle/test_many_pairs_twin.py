"""Tables with more than eight neighbouring pairs: one pass over all of them, ranked exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import twin
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, check_irrational, exact
from oracle_models import Both, alphas, channel, channels

import verify
from verify.exact.level import Level
from verify.profiles import directions as module

many = channels(inputs=(5, 7), outputs=(1, 4))
tied = channels(inputs=(5, 7), outputs=(1, 3), values=st.integers(0, 2))
LEVELS = {
    "1/7": ("1/7", []),
    "ln(3)/2": (0, [(3, "1/2")]),
    "1/2 + ln(2)": ("1/2", [(2, 1)]),
}


@settings(max_examples=60)
@given(st.data())
def test_ranking_at_a_rational_level(data: Any) -> None:
    both = data.draw(st.one_of(many, tied))
    check_certified(both, both.pairs, data.draw(alphas(both.twin)))


@settings(max_examples=60)
@given(st.one_of(many, tied), st.sampled_from(sorted(LEVELS)))
def test_ranking_at_an_irrational_level(both: Both, epsilon: str) -> None:
    check_irrational(both, both.pairs, epsilon, twin.level_bounds(*LEVELS[epsilon]))


@settings(max_examples=60)
@given(st.data())
def test_one_pass_against_one_by_one(data: Any) -> None:
    both = data.draw(st.one_of(many, tied))
    alpha = Level.alpha(data.draw(alphas(both.twin)))
    edges = both.engine.edges()
    for level in (alpha, Level.epsilon("1/7"), Level.epsilon("1e6")):
        ranked = module.evaluate(both.engine, edges, level)
        single = [d for edge in edges for d in module.evaluate(both.engine, [edge], level)]
        values = {(d.input, d.neighbour): (d.delta.a, d.delta.b) for d in single}
        assert {(d.input, d.neighbour): (d.delta.a, d.delta.b) for d in ranked} == values
        for top in (1, 2, 5, 1000):
            best = module.evaluate(both.engine, edges, level, top)
            assert [_key(d) for d in best] == [_key(d) for d in ranked[:top]]


def _key(found: Any) -> tuple[object, ...]:
    return found.input, found.neighbour, found.delta.a, found.delta.b


def convergents(low: Fraction, high: Fraction, count: int) -> list[Fraction]:
    """The continued fraction convergents that all of [low, high] shares."""
    found: list[Fraction] = []
    before, now = (0, 1), (1, 0)
    while len(found) < count and low.numerator // low.denominator == high // 1:
        whole = int(low // 1)
        before, now = now, (whole * now[0] + before[0], whole * now[1] + before[1])
        found.append(Fraction(*now))
        if low == whole or high == whole:
            break
        low, high = 1 / (high - whole), 1 / (low - whole)
    return found


@pytest.mark.parametrize("epsilon", sorted(LEVELS))
@pytest.mark.parametrize("place", [5, 20, 40, 80])
def test_near_ties_between_directions(epsilon: str, place: int) -> None:
    """H(x0‖x1) − H(x2‖x3) = (r − α·s)/D, where r/s is a convergent of α."""
    low, high = twin.level_bounds(*LEVELS[epsilon])
    ratio = convergents(low, high, place + 1)[place]
    scale = 1000 * (ratio.numerator + ratio.denominator)
    r, s = Fraction(ratio.numerator, scale), Fraction(ratio.denominator, scale)
    first = [Fraction(9, 10) + r, Fraction(1, 100) + s, Fraction(9, 10), Fraction(1, 100)]
    for order in ([0, 1, 2, 3], [2, 3, 0, 1], [3, 0, 1, 2]):
        numbers = [first[i] for i in order] + [Fraction(1, 2), Fraction(9, 10)]
        both = channel([f"x{i}" for i in range(6)], [[a, 1 - a] for a in numbers])
        check_irrational(both, both.pairs, epsilon, (low, high))
        order = [(x, y) for x, y, _ in twin.directions(both.twin, both.pairs, low)]
        for top in (1, 2, 3):
            level, edges = Level.epsilon(epsilon), both.engine.edges()
            places = module.evaluate(both.engine, edges, level, top)
            named = [(f"x{item.input}", f"x{item.neighbour}") for item in places]
            assert named == order[:top]


@pytest.mark.parametrize("epsilon", sorted(LEVELS))
def test_a_ratio_a_hair_beside_an_irrational_level(epsilon: str) -> None:
    """One outcome lies beside the boundary of an event that has another one, far inside."""
    low, high = twin.level_bounds(*LEVELS[epsilon])
    finer = twin.level_bounds(*LEVELS[epsilon], digits=800)
    q = Fraction(1, 50)
    for near in (low, high):
        laws = [[near * q, Fraction(1, 2)], [q, Fraction(1, 100)]]
        laws += [[Fraction(1, 10), Fraction(n, 20)] for n in (1, 2, 4)]
        both = channel([f"x{i}" for i in range(5)], [[*law, 1 - sum(law)] for law in laws])
        check_irrational(both, both.pairs, epsilon, finer)


def test_exact_ties_keep_the_order_of_the_document() -> None:
    laws = [["3/4", "1/4"], ["1/4", "3/4"]] * 4
    both = channel([f"x{i}" for i in range(8)], laws)
    check_certified(both, both.pairs, Fraction(2))
    check_irrational(both, both.pairs, "1/7", twin.level_bounds("1/7"))
    witness = verify.certify(both.engine, alpha=2).witness
    assert (witness.input, witness.neighbour) == ("x0", "x1")
    assert exact(witness.excess) == Fraction(1, 4)


def test_pure_level_with_a_zero_somewhere() -> None:
    laws = [[Fraction(i, 10), 1 - Fraction(i, 10)] for i in range(1, 7)]
    finite = channel([f"x{i}" for i in range(6)], laws)
    check_certified(finite, finite.pairs, Fraction(6))
    infinite = channel([f"x{i}" for i in range(7)], [*laws, [0, 1]])
    check_certified(infinite, infinite.pairs, Fraction(6))
    assert verify.certify(infinite.engine, alpha=6).pure_alpha is None


def test_a_rational_level_too_large_to_be_written_down() -> None:
    """2^2000000 as ε: every finite ratio of a small table lies below it."""
    laws = [[Fraction(i, 10), 1 - Fraction(i, 10)] for i in range(7)]
    both = channel([f"x{i}" for i in range(7)], laws)
    verdict = verify.certify(both.engine, epsilon="2000000*ln(2)", full=True)
    expected = twin.directions(both.twin, both.pairs, Fraction(2) ** 100)
    assert [(d.input, d.neighbour, exact(d.delta)) for d in verdict.directions] == expected
