"""What a walk through a disjoint union costs, before it is made.

Different odds are counted at every node by hashes of them, which are remainders modulo two primes:
a small part of the work, and of its memory. A collision would change an estimate, and no answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lcm, log2, log10

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from verify import resources
from verify.compose.arrivals import Arrivals, arrivals_of, reduced_branches
from verify.compose.method import Work
from verify.compose.planner import plan
from verify.compose.structure import independent
from verify.law.infinite import has_series
from verify.law.pair import Pair, PowerPair, ProductPair, UnionPair
from verify.law.unions import inner_pair, nodes

__all__ = ["WalkWork", "checked_arrivals", "leaf_seconds", "walk_work"]

STATE_SECONDS, LIMB_SECONDS = 3e-7, 1e-8
"""What one state costs at one branch, and what one limb of its weight adds"""

ODDS_SECONDS, ODDS_BITS = 3e-6, 500
"""What it costs to form odds for the first time, and for how many bits as much again"""

END_SECONDS = 2e-6
"""What one of the odds costs at the end"""

STATE_BYTES = 200
"""What one state takes beside its weight"""

FEW_HASHES = 100_000

HALF = np.uint64(31)
MASK = np.uint64(2**31 - 1)
PRIMES = 2**31 - 1, 2**31 - 19
"""A hash is a remainder modulo the first, and behind it one modulo the second"""


@dataclass(frozen=True, slots=True)
class WalkWork:
    """Estimates for the walk through a union, which is made once for all levels."""

    work: Work
    nodes: int
    states: int
    """different odds at all nodes, added up"""

    @property
    def reason(self) -> str:
        """What there is to be done."""
        return f"{self.nodes} states, entered with {_size(self.states)} different odds or more"


def walk_work(pair: UnionPair) -> WalkWork:
    """The estimates for a union whose branches have rational probabilities."""
    return _Count(pair).work()


def checked_arrivals(pair: UnionPair) -> Arrivals:
    """The ends of all ways.

    Raises `verify.LimitError` where they are estimated to pass the limits.
    """

    def check() -> None:
        found = walk_work(pair)
        resources.check_work(found.work.seconds, found.work.bytes, found.reason, bounds=True)

    return arrivals_of(pair, check)


def leaf_seconds(ends: Arrivals) -> float:
    """What one level costs in both directions, as often as leaves are entered."""
    return sum(2 * len(entries) * _leaf_seconds(leaf) for leaf, entries in ends.leaves)


def _size(number: int) -> str:
    return f"{number}" if number < 10**6 else f"10^{int(log10(number))}"


@dataclass(slots=True)
class _Place:
    """What is known of a node: hashes of the odds that come in, some of them more than once."""

    hashes: list[NDArray[np.uint64]] = field(default_factory=list)
    bits: float = 0.0
    """of the weights"""

    @property
    def size(self) -> int:
        """At least as many as there are different odds."""
        return sum(map(len, self.hashes))

    def merged(self) -> NDArray[np.uint64]:
        """All of them once."""
        return np.unique(np.concatenate(self.hashes)) if self.hashes else np.zeros(0, np.uint64)


class _Union:
    """How many different hashes there are in many arrays."""

    def __init__(self) -> None:
        self._known = np.zeros(0, np.uint64)
        self._new: list[NDArray[np.uint64]] = []
        self._waiting = 0

    def add(self, hashes: NDArray[np.uint64]) -> None:
        """Note some more; they are brought together once there are as many as known ones."""
        self._new.append(hashes)
        self._waiting += len(hashes)
        if self._waiting > len(self._known) + FEW_HASHES:
            self.size()

    def size(self) -> int:
        """How many there are so far."""
        self._known = np.unique(np.concatenate([self._known, *self._new]))
        self._new, self._waiting = [], 0
        return len(self._known)


class _Count:
    """One look at all nodes, each of them after those that lead to it."""

    def __init__(self, pair: UnionPair) -> None:
        self._order = nodes(pair)
        self._places = {id(pair): _Place([np.array([1 << 31 | 1], dtype=np.uint64)])}
        self._leaves: dict[int, tuple[Pair | None, _Place]] = {}
        self._odds = _Union()
        self._factors: dict[mpq, tuple[np.uint64, np.uint64]] = {}

    def work(self) -> WalkWork:
        """Count odds along all branches, and those that are held at one time.

        It ends where a limit is passed: what is found is then no more than a part.
        """
        seconds = held = most = 0.0
        states, moves, allowed = 0, 0, resources.current()
        for node in self._order:
            here = self._places.pop(id(node))
            held -= here.size
            hashes, branches = here.merged(), reduced_branches(node)
            self._odds.add(hashes)
            states += len(hashes)
            moves += len(hashes) * len(branches)
            cost = STATE_SECONDS + here.bits / 64 * LIMB_SECONDS
            seconds += len(hashes) * cost * len(branches)
            step = log2(lcm(*(int(x.denominator) for _, *b in branches for x in b)))
            for inner, p, q in branches:
                target = self._target(inner)
                target.bits = max(target.bits, here.bits + step)
                if p and q:
                    target.hashes.append(self._times(hashes, p / q))
                    held += len(hashes) * isinstance(inner, UnionPair)
            most = max(most, held * (STATE_BYTES + here.bits / 8))
            if seconds > allowed.seconds or most > allowed.bytes:
                break
        return self._found(seconds, most, states, moves)

    def _found(self, seconds: float, most: float, states: int, moves: int) -> WalkWork:
        odds = self._odds.size()
        bits = max((place.bits for _, place in self._leaves.values()), default=0.0)
        formed = min(odds * len(self._factors), moves)
        seconds += formed * ODDS_SECONDS * (1 + bits / ODDS_BITS)
        most += odds * (STATE_BYTES + bits / 4)
        for _, place in self._leaves.values():
            size = len(place.merged())
            seconds += size * END_SECONDS
            most += size * (STATE_BYTES + place.bits / 4)
        return WalkWork(Work(seconds, int(most)), len(self._order), states)

    def _target(self, inner: Pair | None) -> _Place:
        if isinstance(inner, UnionPair):
            return self._places.setdefault(id(inner), _Place())
        return self._leaves.setdefault(id(inner), (inner, _Place()))[1]

    def _times(self, hashes: NDArray[np.uint64], ratio: mpq) -> NDArray[np.uint64]:
        """Hashes of odds times a ratio."""
        if ratio not in self._factors:
            at_one, at_other = (np.uint64(_remainder(ratio, prime)) for prime in PRIMES)
            self._factors[ratio] = at_one, at_other
        one, other = self._factors[ratio]
        first = (hashes >> HALF) * one % np.uint64(PRIMES[0])
        second = (hashes & MASK) * other % np.uint64(PRIMES[1])
        return (first << HALF) | second


def _remainder(ratio: mpq, prime: int) -> int:
    up, down = int(ratio.numerator % prime), int(ratio.denominator % prime)
    return up * pow(down, -1, prime) % prime if up and down else 2  # as good as any


def _leaf_seconds(leaf: Pair) -> float:
    """One level of a leaf, both directions."""
    inner = inner_pair(leaf)
    if isinstance(inner, PowerPair | ProductPair) and not has_series(inner):
        return plan(independent(inner)).work.seconds
    return 0.0
