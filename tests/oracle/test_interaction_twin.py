"""Interactions and unions against their definition: every transcript, one by one."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify.combinators import adaptive, fresh, interaction, mixture
from verify.compose import union
from verify.compose.event_sums import event_sums
from verify.compose.structure import distribution
from verify.compose.union import union_sums
from verify.errors import InputError, LimitError
from verify.exact.level import Level
from verify.law.mechanism import Mechanism
from verify.law.pair import UnionPair
from verify.mechanisms import randomized_response

COINS = [
    verify.Channel(["0", "1"], ["a", "b"], [["3/4", "1/4"], ["1/4", "3/4"]]),
    verify.Channel(["0", "1"], ["a", "b", "c"], [["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"]]),
    verify.Channel(["0", "1"], ["a", "b"], [["1/2", "1/2"], [1, 0]]),
    verify.Channel(["0", "1"], ["a", "b"], [["0", 1], ["1/3", "2/3"]]),
]
LEVELS = ["ln(1)", "ln(3)", "ln(9)", "1/2", "ln(3)/2", "ln(27/4)", "5"]

asks = st.lists(st.integers(0, 4), min_size=16, max_size=16)


class Rule:
    """A rule over states (round, what was seen modulo a number), read from random numbers."""

    def __init__(self, numbers: list[int], rounds: int) -> None:
        self.numbers, self.rounds = numbers, rounds

    def ask(self, state: tuple[int, int]) -> Mechanism | None:
        number = self.numbers[(5 * state[0] + state[1]) % 16]
        if state[0] and (number == 4 or state[0] == self.rounds):
            return None
        return COINS[number % 4]

    def update(self, state: tuple[int, int], output: Any) -> tuple[int, int]:
        return state[0] + 1, (2 * state[1] + "abc".index(output)) % 3

    def transcripts(self, x: int) -> dict[tuple[Any, ...], Fraction]:
        """By definition: every run, however often states come together."""
        found: dict[tuple[Any, ...], Fraction] = {}
        left: list[tuple[tuple[int, int], tuple[Any, ...], Fraction]] = [((0, 0), (), Fraction(1))]
        while left:
            state, seen, weight = left.pop()
            coin = self.ask(state)
            if coin is None:
                found[seen] = weight
                continue
            for y, p in coin.law(str(x)).items():
                left.append((self.update(state, y), (*seen, y), weight * Fraction(p)))
        return found


@given(asks, st.integers(1, 5))
def test_the_law_of_a_transcript(numbers: list[int], rounds: int) -> None:
    rule = Rule(numbers, rounds)
    mechanism = interaction((0, 0), rule.ask, rule.update)
    for x in (0, 1):
        law = {y: Fraction(p) for y, p in mechanism.law(str(x)).items() if p}
        assert law == {y: p for y, p in rule.transcripts(x).items() if p}


@given(asks, st.integers(1, 5), st.sampled_from(LEVELS))
def test_one_level_of_a_transcript(numbers: list[int], rounds: int, epsilon: str) -> None:
    """By leaves, by listed classes, and by the definition."""
    rule, level = Rule(numbers, rounds), Level.epsilon(epsilon)
    mechanism = interaction((0, 0), rule.ask, rule.update)
    pair = mechanism.pair(0, 1)
    assert isinstance(pair, UnionPair)
    found = union_sums(pair, level, event_sums).deltas(level)
    law = distribution(pair)
    p, q = rule.transcripts(0), rule.transcripts(1)
    for delta, sums, first, second in (
        (found[0], law.forward(level), p, q),
        (found[1], law.backward(level), q, p),
    ):
        event = [y for y in first if level.compare_fraction(*_parts(first[y], second[y])) < 0]
        truth = tuple(sum((side[y] for y in event), Fraction(0)) for side in (first, second))
        assert (Fraction(delta.a), Fraction(delta.b)) == truth
        assert tuple(Fraction(int(each), int(law.denominator)) for each in sums) == truth


def _parts(p: Fraction, q: Fraction) -> tuple[Any, Any]:
    """p/q as numbers that a level compares with; beyond every level where q = 0."""
    if not q:
        return mpz(10**9 if p else 0), mpz(1)
    ratio = p / q
    return mpz(ratio.numerator), mpz(ratio.denominator)


@pytest.mark.parametrize("epsilon", LEVELS)
def test_large_leaves_keep_their_methods(epsilon: str) -> None:
    """Unions of powers whose classes could be listed, too: both ways agree."""
    coin, other = randomized_response("3/4"), randomized_response("2/3")
    unions = [
        adaptive(coin, {"0": fresh(other, 600), "1": fresh(coin, 700)}),
        mixture([("1/3", fresh(coin, 600)), ("2/3", fresh(other, 550))], revealed=True),
    ]
    level = Level.epsilon(epsilon)
    for each in unions:
        pair = each.pair(0, 1)
        assert isinstance(pair, UnionPair)
        assert union.is_splittable(pair)
        by_leaves = event_sums(pair, level).deltas(level)
        law = distribution(pair)
        for delta, (a, b) in zip(by_leaves, law.both(level), strict=True):
            assert (delta.a, delta.b) == (mpq(a, law.denominator), mpq(b, law.denominator))


def test_states_that_come_together_are_visited_once() -> None:
    """2^200 transcripts, and 20,000 states."""
    asked: list[Hashable] = []

    def ask(state: tuple[int, int]) -> Mechanism | None:
        asked.append(state)
        return None if state[0] == 60 else COINS[0]

    mechanism = interaction((0, 0), ask, lambda s, y: (s[0] + 1, s[1] + (y == "a")))
    assert len(asked) == 61 * 62 // 2
    again = verify.certify(fresh(COINS[0], 60), epsilon="3*ln(3)")
    assert verify.certify(mechanism, epsilon="3*ln(3)").delta_star == again.delta_star
    assert verify.profile(mechanism).alpha(delta="1/7") == again.profile.alpha(delta="1/7")


def test_a_deep_tree_is_no_deep_recursion() -> None:
    """Asked until the first "b", 1,500 times at most; the first two answers decide at α = 3."""

    def until_b(rounds: int) -> Mechanism:
        return interaction(
            0,
            lambda state: None if state >= rounds else COINS[0],
            lambda state, y: state + 1 if y == "a" else rounds,
        )

    deep, flat = (verify.certify(until_b(rounds), alpha=3) for rounds in (1500, 30))
    assert deep.delta_star == flat.delta_star == Fraction(3, 8)
    assert deep.pure_alpha == 3**1500


def test_a_rule_that_never_ends_is_refused() -> None:
    with pytest.raises(InputError, match=r"^update: the state 0 comes back"):
        interaction(0, lambda s: COINS[0], lambda s, y: s)
    endless = "the number of states of the interaction"
    with verify.limits(outcomes=1000), pytest.raises(LimitError, match=endless):
        interaction(0, lambda s: COINS[0], lambda s, y: s + 1)


def test_what_is_asked_must_be_a_mechanism_on_the_same_inputs() -> None:
    with pytest.raises(InputError, match=r"^ask: nothing is asked"):
        interaction(0, lambda s: None, lambda s, y: s)
    with pytest.raises(InputError, match=r"^ask\(0\): a str is no mechanism"):
        interaction(0, lambda s: "coin", lambda s, y: s)  # type: ignore[arg-type,return-value]
    three = verify.Channel(["0", "1", "2"], ["a", "b"], [[1, 0], [1, 0], [0, 1]])
    with pytest.raises(InputError, match=r"^ask\(1\): its inputs differ"):
        interaction(0, lambda s: three if s else COINS[0], lambda s, y: s + 1)
