"""A walk over states instead of paths: runs that stand at a known state are not followed again.

The states and the choices between them make a Markov chain. How often each state is visited solves
linear equations over the rationals, so that a loop that ends with probability 1 has an exact law.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Hashable
from dataclasses import dataclass, field
from types import FrameType
from typing import NoReturn

from gmpy2 import mpq

from verify.errors import LimitError
from verify.exploration._trail import Trail
from verify.exploration.program import BASE, Program
from verify.exploration.search import Run, Search
from verify.exploration.signals import Cut, Refusal, changed, refuse
from verify.exploration.states.chain import lower_visits, visits
from verify.exploration.states.state import States

__all__ = ["StateSearch"]

CHECKED = 32
"""Runs that are followed through the finished graph, to see whether they keep to it"""

BATCH = 64
"""Runs between two looks at what is left, at first"""

ASK = -1
"""Instead of an option: what the options are is not known yet"""

FINER = 1024
"""By how much the weight of a run may fall before it is put off"""

HOPELESS = 100
"""Choices of one run after which some state should have been known"""

NEVER_SEEN = (
    f"after {HOPELESS} random choices no state could be merged: something is held here that cannot "
    "be looked into, such as an operand, an iterator or a deque",
    "what is drawn to a variable in a line of its own, plain loops and containers; "
    "or a residual without merge",
)
NEVER_AGAIN = (
    f"in {HOPELESS} random choices no state came back, so that there is nothing to merge",
    "a residual (the probability that may stay unexplored) without merge",
)

Target = int | tuple[Hashable]
"""A state by its number, or an outcome in a tuple of its own"""


@dataclass(slots=True)
class Node:
    """A choice that code stands before, and where its options lead."""

    path: tuple[int, ...]
    """a way there"""
    weight: mpq
    """of that way"""
    odds: tuple[int, ...] = ()
    targets: dict[int, Target] = field(default_factory=dict)


class StateSearch(Search):
    """The graph of states as far as it is known."""

    def __init__(self, run: Run, trail: Trail, most: int, residual: mpq) -> None:
        super().__init__(run, trail, most, residual)
        self.states = States(BASE, isinstance(run, Program) and run.timing)
        self.nodes: list[Node] = []
        self.index: dict[Hashable, int] = {}
        self.open: list[tuple[float, int, int]] = []  # −weight, state, option
        self.passed: list[int] = []  # the new states of this run
        self.known: int | None = None  # the state that ended this run
        self.asking: int | None = None  # the state whose options are asked for
        self.has_merged = False
        self.failure: BaseException | None = None
        self.least = mpq(0)  # a lighter state ends a run
        trail.watch = self.arrive

    def run_all(self) -> None:
        """Try every option of every state, the heaviest first, until what is left is light."""
        self.nodes = [Node((), mpq(1))]
        self.open = [(-1.0, 0, ASK)]
        batch = BATCH
        while self.open:
            if self.residual and self.paths >= batch:
                batch *= 2
                self.settle(self.laws())
                if self.unexplored <= self.residual:
                    return
            _, number, option = heapq.heappop(self.open)
            self.follow(number, option)
        self.settle(self.laws())
        if self.unexplored > self.residual:
            self.say_endless()

    def follow(self, number: int, option: int) -> None:
        """One run that takes an option of a state, or that asks what the options are (ASK)."""
        node, trail = self.nodes[number], self.trail
        self.states.begin()
        self.asking = number if option == ASK else None
        self.passed, self.known = [], None
        path = node.path if option == ASK else (*node.path, option)
        self.least = node.weight / FINER
        trail.begin(path, None)
        found = self.one_run()
        if self.failure is not None:
            raise self.failure
        self.paths += 1
        self.longest = max(self.longest, trail.position)
        end: Target = (found,) if self.known is None else self.known
        if option != ASK:
            node.targets[option] = self.passed[0] if self.passed else end
        elif not self.passed:  # there is no choice at all
            node.odds, node.targets = (1,), {0: end}
        self.connect(end)
        if self.paths >= self.most:
            self.give_up()

    def connect(self, end: Target) -> None:
        """The states that a run passed, their first options, and the others, which are left."""
        for i, number in enumerate(self.passed):
            node = self.nodes[number]
            node.odds = self.trail.odds(len(node.path))
            node.targets[0] = self.passed[i + 1] if i + 1 < len(self.passed) else end
            whole = sum(node.odds)
            for option in range(1, len(node.odds)):
                weight = float(node.weight * node.odds[option] / whole)
                heapq.heappush(self.open, (-weight, number, option))

    def arrive(self, trail: Trail) -> None:
        """Before a choice: stop here if the state is known, or too light to go on."""
        try:
            self.look(trail, sys._getframe(1))
        except (Cut, Refusal):
            raise
        except BaseException as error:  # of ours, and no outcome of the code under test
            self.failure = error
            raise

    def look(self, trail: Trail, innermost: FrameType | None) -> None:
        """Note the state, and whether it is known."""
        frames = self.states.note(trail, innermost)
        if trail.position < trail.fixed:
            return
        if self.asking is not None and trail.position == trail.fixed:
            self.passed.append(self.asking)
            return
        state = self.states.state(trail, frames)
        self.known = None if state is None else self.index.get(state)
        self.has_merged |= self.known is not None
        if trail.position >= HOPELESS and not self.has_merged:
            raise refuse(trail, *(NEVER_SEEN if state is None else NEVER_AGAIN))
        if self.known is None:
            number, weight = len(self.nodes), mpq(*trail.weight)
            self.nodes.append(Node(trail.path, weight))
            if state is not None:
                self.index[state] = number
            if weight >= self.least:
                self.passed.append(number)
                return
            heapq.heappush(self.open, (-float(weight), number, ASK))
            self.known = number
        trail.stopped = Cut()
        raise trail.stopped

    def edges(self) -> list[dict[int, mpq]]:
        """The probability of every step from state to state, but to those without a way out."""
        found = []
        ending = self.ending()
        for node in self.nodes:
            steps: dict[int, mpq] = {}
            for target, chance in self.steps(node):
                if isinstance(target, int) and target in ending:
                    steps[target] = steps.get(target, mpq(0)) + chance
            found.append(steps)
        return found

    def ending(self) -> set[int]:
        """The states from which there is a way to an outcome, or to what is not known yet."""
        sources: list[list[int]] = [[] for _ in self.nodes]
        found: set[int] = set()
        for number, node in enumerate(self.nodes):
            for target in node.targets.values():
                if isinstance(target, int):
                    sources[target].append(number)
                else:
                    found.add(number)
            if not node.odds or len(node.targets) < len(node.odds):
                found.add(number)
        left = list(found)
        while left:
            new = set(sources[left.pop()]) - found
            found |= new
            left += new
        return found

    def say_endless(self) -> NoReturn:
        """Say that some runs never come to an end."""
        place = self.last_place()
        raise LimitError(
            f"{place.text}: with probability {self.unexplored} the random choices go on "
            "without an end",
            at=str(place),
            form="code that ends with probability 1, or a larger residual",
        )

    def steps(self, node: Node) -> list[tuple[Target, mpq]]:
        """Where the options that were tried lead, with their probabilities."""
        whole = sum(node.odds)
        return [(target, mpq(node.odds[i], whole)) for i, target in node.targets.items()]

    def laws(self) -> dict[Hashable, mpq]:
        """The probability of every outcome: exact if no residual is granted, else from below."""
        often = (lower_visits if self.residual else visits)(self.edges())
        law: dict[Hashable, mpq] = {}
        for times, node in zip(often, self.nodes, strict=True):
            for target, chance in self.steps(node):
                if not isinstance(target, int):
                    law[target[0]] = law.get(target[0], mpq(0)) + times * chance
        return law

    def settle(self, law: dict[Hashable, mpq]) -> None:
        """Take a law for the result; what is missing to 1 is unexplored."""
        self.weights = {(y, int(p.denominator)): int(p.numerator) for y, p in law.items()}
        self.unexplored = 1 - sum(law.values(), mpq(0))

    def check_again(self) -> None:
        """Run along some paths to their end: they must keep to the graph."""
        number = 1
        for _ in range(CHECKED):
            place: Target | None = 0

            def step(trail: Trail) -> None:
                nonlocal number
                number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
                trail.preferred = number >> 33
                if trail.position + 1 >= trail.longest:  # the graph may lead on without an end
                    trail.stopped = Cut()
                    raise trail.stopped

            self.trail.watch = step  # in place of `arrive`
            self.trail.begin((), None)
            found = self.one_run()
            self.trail.preferred = 0
            for option in self.trail.path or (0,):  # without a choice there is one way
                if not isinstance(place, int):
                    break
                place = self.nodes[place].targets.get(option)
            is_cut = self.trail.stopped is not None
            if place is not None and not is_cut and place != (found,):
                raise changed(
                    self.trail, "states that look alike go on differently", self.last_place()
                ).error
        self.trail.watch = None
