"""Where the ways through a disjoint union end, and with which odds: known once for all levels.

A way that enters a leaf with probability p under P and q under Q has odds p/q. Ways that meet in
one node with the same odds go on together, so a node has as many states as there are different
odds, and a state is its probability under P alone. Probabilities are integers over one scale, and
odds have numbers, by which a step from one to the next is looked up. Ways that one of the laws
never goes are summed up: their outcomes are apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import lcm

import gmpy2
from gmpy2 import mpq, mpz

from verify.exact.level import Level
from verify.law.pair import Branch, Pair, UnionPair
from verify.law.unions import inner_pair, nodes

__all__ = ["Alone", "Arrivals", "Entry", "arrivals_of", "reduced_branches"]

FEW_MOVES = 100_000
"""So many states along branches are a matter of a moment"""

Entry = tuple[mpq, mpq]
"""The probabilities p > 0 and q > 0 with which a leaf is entered"""


@dataclass(frozen=True, slots=True)
class Alone:
    """All single outcomes together, by ascending odds, with sums of their weights."""

    odds: Sequence[mpq]
    p: Sequence[mpz]
    """the weight under P of the first n of them"""
    q: Sequence[mpz]

    @classmethod
    def of(cls, weights: dict[mpq, mpz]) -> Alone:
        """From the weight under P at each of the odds."""
        odds = sorted(weights)
        p = [weights[each] for each in odds]
        q = [_under_q(weight, each) for weight, each in zip(p, odds, strict=True)]
        return cls(odds, list(accumulate(p, initial=mpz(0))), list(accumulate(q, initial=mpz(0))))

    def above(self, level: Level) -> tuple[mpz, mpz]:
        """The weights under P and Q of odds above α."""
        place = self._first(lambda odds: level.compare(odds) < 0)
        return self.p[-1] - self.p[place], self.q[-1] - self.q[place]

    def below(self, level: Level) -> tuple[mpz, mpz]:
        """The weights under Q and P of odds below 1/α."""
        place = self._first(lambda odds: level.compare(1 / odds) >= 0)
        return self.q[place], self.p[place]

    def _first(self, holds: Callable[[mpq], bool]) -> int:
        """The first place for which something holds, if it does so from there on."""
        low, high = 0, len(self.odds)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if holds(self.odds[middle]) else (middle + 1, high)
        return low


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The ends of all ways; weights are over one scale."""

    scale: mpz
    infinite: mpz
    """the weight of P where Q is 0"""
    zero: mpz
    """the weight of Q where P is 0"""
    alone: Alone
    leaves: tuple[tuple[Pair, tuple[Entry, ...]], ...]
    """leaves with laws of their own, and how they are entered"""


def arrivals_of(pair: UnionPair, check: Callable[[], None]) -> Arrivals:
    """The ends of all ways through a union whose branches have rational probabilities.

    Where it is more than a matter of a moment, ``check`` is called, which may raise an error.
    """
    known: Arrivals | None = pair.memo.get("arrivals")
    if known is None:
        known = pair.memo["arrivals"] = _Walk(pair).arrivals(check)
    return known


def reduced_branches(node: UnionPair) -> list[tuple[Pair | None, mpq, mpq]]:
    """The branches without names, those to the same place with the same odds together."""
    known: list[tuple[Pair | None, mpq, mpq]] | None = node.memo.get("reduced")
    if known is not None:
        return known
    found: dict[tuple[int, mpq | None], tuple[Pair | None, mpq, mpq]] = {}
    for branch in node.branches:
        inner, p, q = inner_pair(branch.pair), *_odds_of(branch)
        key = id(inner), p / q if q else None
        if key in found:
            _, more_p, more_q = found[key]
            p, q = p + more_p, q + more_q
        found[key] = inner, p, q
    node.memo["reduced"] = known = list(found.values())
    return known


def _odds_of(branch: Branch) -> tuple[mpq, mpq]:
    p, q = branch.p, branch.q
    assert isinstance(p, mpq)
    assert isinstance(q, mpq)
    return p, q


def _under_q(weight: mpz, odds: mpq) -> mpz:
    return weight * odds.denominator // odds.numerator  # exact: the scale is one for P and Q


class _Odds:
    """Different odds, numbered, and what becomes of them in a step."""

    def __init__(self) -> None:
        self.values = [mpq(1)]
        self._numbers = {mpq(1): 0}
        self._steps: dict[mpq, dict[int, int]] = {}

    def steps(self, ratio: mpq) -> dict[int, int]:
        """From odds to odds times a ratio, as far as it is known."""
        return self._steps.setdefault(ratio, {})

    def product(self, number: int, ratio: mpq) -> int:
        """The number of other odds."""
        value = self.values[number] * ratio
        found = self._numbers.setdefault(value, len(self.values))
        if found == len(self.values):
            self.values.append(value)
        return found


@dataclass(slots=True)
class _Node:
    """What has arrived at a node so far."""

    states: dict[int, mpz]
    p_alone: mpz
    q_alone: mpz


class _Walk:
    """One walk through all nodes, each of them after those that lead to it."""

    def __init__(self, pair: UnionPair) -> None:
        self._order = nodes(pair)
        self._odds = _Odds()
        self._branches = [reduced_branches(node) for node in self._order]
        self._scales, self._end = self._find_scales()
        self._open = {id(pair): _Node({0: mpz(1)}, mpz(0), mpz(0))}
        self._leaves: dict[int, tuple[Pair | None, _Node]] = {}

    def arrivals(self, check: Callable[[], None]) -> Arrivals:
        """Walk, and bring the ends into their form."""
        moves, is_checked = 0, False
        for node, branches in zip(self._order, self._branches, strict=True):
            here = self._open.pop(id(node))
            moves += len(here.states) * len(branches)
            if moves > FEW_MOVES and not is_checked:
                check()
                is_checked = True
            for inner, p, q in branches:
                self._follow(node, here, inner, p, q)
        values, ends = self._odds.values, list(self._leaves.values())
        alone = {values[n]: w for inner, at in ends if inner is None for n, w in at.states.items()}
        return Arrivals(
            self._end,
            sum((at.p_alone for _, at in ends), mpz(0)),
            sum((at.q_alone for _, at in ends), mpz(0)),
            Alone.of(alone),
            tuple((inner, self._entries(at)) for inner, at in ends if inner is not None),
        )

    def _entries(self, at: _Node) -> tuple[Entry, ...]:
        values, scale = self._odds.values, self._end
        found = []
        for number, weight in at.states.items():
            p = mpq(weight, scale)
            found.append((p, p / values[number]))
        return tuple(found)

    def _find_scales(self) -> tuple[dict[int, mpz], mpz]:
        """Common denominators of what arrives at each node, and at the end."""
        scales = {id(self._order[0]): mpz(1)}
        end = mpz(1)
        for node, branches in zip(self._order, self._branches, strict=True):
            step = mpz(lcm(*(int(x.denominator) for _, p, q in branches for x in (p, q))))
            after = scales[id(node)] * step
            for inner, _, _ in branches:
                if isinstance(inner, UnionPair):
                    scales[id(inner)] = gmpy2.lcm(scales.get(id(inner), mpz(1)), after)
                else:
                    end = gmpy2.lcm(end, after)
        return scales, end

    def _follow(self, node: UnionPair, here: _Node, inner: Pair | None, p: mpq, q: mpq) -> None:
        """Go on along one branch."""
        if isinstance(inner, UnionPair):
            target = self._open.setdefault(id(inner), _Node({}, mpz(0), mpz(0)))
            scale = self._scales[id(inner)]
        else:
            nothing = inner, _Node({}, mpz(0), mpz(0))
            target, scale = self._leaves.setdefault(id(inner), nothing)[1], self._end
        share = scale // self._scales[id(node)]
        by_p, by_q = (x.numerator * (share // x.denominator) for x in (p, q))
        target.p_alone += here.p_alone * by_p
        target.q_alone += here.q_alone * by_q
        if p and q:
            self._move(here.states, target.states, p / q, by_p)
        elif p:
            target.p_alone += by_p * sum(here.states.values(), mpz(0))
        elif q:
            values = self._odds.values
            weights = (_under_q(w, values[n]) for n, w in here.states.items())
            target.q_alone += by_q * sum(weights, mpz(0))

    def _move(self, states: dict[int, mpz], target: dict[int, mpz], ratio: mpq, by: mpz) -> None:
        steps = self._odds.steps(ratio)
        for number, weight in states.items():
            there = steps.get(number)
            if there is None:
                there = steps[number] = self._odds.product(number, ratio)
            if there in target:
                target[there] += weight * by
            else:
                target[there] = weight * by
