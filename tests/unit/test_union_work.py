"""What interactions are estimated to cost, and that it is refused before it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.combinators import adaptive, fresh, interaction
from verify.compose import arrival_work, arrivals
from verify.compose.arrival_work import checked_arrivals, walk_work
from verify.law.mechanism import Mechanism
from verify.law.pair import UnionPair
from verify.mechanisms import randomized_response

COIN = randomized_response("3/4")
OTHER = verify.Channel("01", "01x", [["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"]])
ODD = verify.Channel("01", "01", [["7/10", "3/10"], ["2/10", "8/10"]])
ZERO = verify.Channel("01", "01x", [["1/2", "1/2", 0], [0, "1/3", "2/3"]])


def walk(rounds: int, pick: Callable[[Any], Mechanism]) -> Mechanism:
    """Asked by how many answers were "1" so far."""
    return interaction(
        (0, 0),
        lambda s: None if s[0] == rounds else pick(s),
        lambda s, y: (s[0] + 1, s[1] + (y == "1")),
    )


def pair_of(mechanism: Mechanism) -> UnionPair:
    pair = mechanism.pair(0, 1)
    assert isinstance(pair, UnionPair)
    return pair


PICKS: list[Callable[[Any], Mechanism]] = [
    lambda s: COIN,
    lambda s: (COIN, OTHER)[s[1] % 2],
    lambda s: (COIN, ODD, ZERO)[(s[0] + s[1]) % 3],
]


@pytest.mark.parametrize("pick", PICKS)
def test_states_are_counted_before_they_are_made(
    pick: Callable[[Any], Mechanism], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By hashes, as many as the walk then visits."""
    pair = pair_of(walk(12, pick))
    counted = walk_work(pair).states
    visited = 0
    follow = arrivals._Walk._follow

    def counting(self: Any, node: Any, here: Any, *branch: Any) -> None:
        nonlocal visited
        if branch[0] is arrivals.reduced_branches(node)[0][0]:
            first = arrivals.reduced_branches(node)[0]
            visited += len(here.states) * (branch == first)
        follow(self, node, here, *branch)

    monkeypatch.setattr(arrivals._Walk, "_follow", counting)
    checked_arrivals(pair)
    assert counted == visited


def test_more_rounds_are_more_work() -> None:
    found = [walk_work(pair_of(walk(n, PICKS[1]))).work for n in (5, 10, 20)]
    assert sorted(each.seconds for each in found) == [each.seconds for each in found]
    assert sorted(each.bytes for each in found) == [each.bytes for each in found]


@pytest.mark.parametrize("limit", ["seconds", "bytes"])
def test_too_much_is_refused_in_the_beginning(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "FEW_MOVES", 50)
    monkeypatch.setattr(arrival_work, "STATE_SECONDS", 1.0)
    tree = walk(30, PICKS[2])
    line = "^465 states, entered with .* of work, which passes .*; write fewer releases, or raise"
    with verify.limits(**{limit: 100}), pytest.raises(verify.LimitError, match=line):
        verify.certify(tree, alpha=3)
    with verify.limits(**{limit: 100}), pytest.raises(verify.LimitError):
        verify.epsilon(tree, delta="1/10")


def test_a_small_walk_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(pair: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(arrival_work, "walk_work", never)
    assert verify.certify(walk(20, PICKS[1]), alpha=10**9).verdict == "violated"


def test_all_levels_share_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least level takes many levels, and both directions."""
    walks = 0
    start = arrivals._Walk.__init__

    def counting(self: Any, pair: UnionPair) -> None:
        nonlocal walks
        walks += 1
        start(self, pair)

    monkeypatch.setattr(arrivals._Walk, "__init__", counting)
    tree = walk(40, PICKS[1])
    level = verify.epsilon(tree, delta="1/10").alpha
    assert isinstance(level, mpq)
    assert verify.certify(tree, alpha=str(level), delta="1/10").holds
    assert walks == 1


def test_leaves_are_counted_as_often_as_they_are_entered() -> None:
    large = fresh(ODD, 3000)
    tree = adaptive(COIN, {"0": large, "1": large})
    with verify.limits(seconds=600):
        assert verify.certify(tree, alpha=3).verdict == "violated"
    ends = checked_arrivals(pair_of(tree))
    alone = verify.certify(large, alpha=3).plan
    assert alone is not None
    assert arrival_work.leaf_seconds(ends) == pytest.approx(4 * alone.work.seconds)
