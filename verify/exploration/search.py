"""Runs a function along every branch of its random choices."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from gmpy2 import mpq

from verify.errors import InputError, LimitError
from verify.exact.quotient import Number, Quotient
from verify.exploration._trail import Trail
from verify.exploration.blame import require_own
from verify.exploration.outcomes import PLAIN, Raised, compared
from verify.exploration.place import Place, definition
from verify.exploration.signals import Cut, Refusal, changed

__all__ = ["Run", "Search", "Walk", "approximate"]

FINER = 16
"""By how much a bound on the weight of a path is lowered in the next round"""

AGAIN = 12
"""Runs at the end that repeat some of the paths, to see whether they give the same"""


@dataclass(frozen=True, slots=True)
class Walk:
    """Every outcome of a function on one dataset, with its exact probability."""

    law: dict[Hashable, Number]
    """by key (see `outcomes`)"""
    values: dict[Hashable, Any]
    """one result for every key"""
    unexplored: Number
    """the probability of the paths that were not followed to their end"""
    paths: int
    longest: int
    """random choices of the longest path"""
    doubles: bool
    """whether the function draws doubles, so that the law is that of this machine"""


Run = Callable[[Trail], Any]
"""One run of the code under test, whose random choices the trail makes"""


class Search:
    """What is known of the tree of random choices so far.

    Paths are followed depth first, and cut where they weigh too little; what was cut is taken up
    again, the heaviest first, until the rest is small enough.
    """

    def __init__(self, run: Run, trail: Trail, most: int, residual: mpq) -> None:
        self.run, self.trail, self.most, self.residual = run, trail, most, residual
        self.weights: dict[tuple[Hashable, int], int] = {}  # by key and denominator
        self.values: dict[Hashable, Any] = {}
        self.cuts: list[tuple[float, int, Number, mpq, tuple[int, ...]]] = []  # heaviest first
        self.unexplored: Number = mpq(1)
        self.paths = self.longest = 0
        self.samples: list[tuple[tuple[int, ...], Hashable]] = []

    def run_all(self) -> None:
        """Follow the heaviest of what is left, until that is little enough."""
        self.cuts = [(-1.0, 0, mpq(1), mpq(1), ())]
        while not self.is_done():
            _, _, weight, near, path = heapq.heappop(self.cuts)
            least = None if not self.residual else (near / FINER).as_integer_ratio()
            self.unexplored -= weight
            self.descend(path, least)

    def is_done(self) -> bool:
        """Whether what is left is little enough."""
        return bool(self.unexplored <= self.residual)

    def descend(self, forced: tuple[int, ...], least: tuple[int, int] | None) -> None:
        """Follow every path that begins with these options and weighs at least ``least``."""
        trail = self.trail
        trail.begin(forced, least)
        while True:
            found = self.one_run()
            self.paths += 1
            if trail.stopped is None:
                self.keep(found)
                if self.paths & (self.paths - 1) == 0 and len(self.samples) < AGAIN:
                    self.samples.append((trail.path, found))
            else:
                self.keep_cut()
            if trail.position > self.longest:
                self.longest = trail.position
            if trail.is_short:
                raise changed(trail, "it makes fewer choices", self.last_place()).error
            if not trail.advance():
                return
            if self.paths >= self.most:
                self.give_up()
            trail.restart()

    def keep(self, found: Hashable) -> None:
        """Add the weight of a path to its outcome."""
        numerator, denominator = self.trail.weight
        slot = found, denominator
        self.weights[slot] = self.weights.get(slot, 0) + numerator

    def one_run(self) -> Hashable:
        """The key of what one run gives, None if it was cut."""
        result: Any = None
        found: Hashable = None
        try:
            result = self.result_of_run()
            if self.trail.stopped is None:
                kind = type(result)
                found = (kind, result) if kind in PLAIN else compared(result)
        except (Cut, Refusal):
            pass
        stopped = self.trail.stopped
        if stopped is None:
            if found not in self.values:
                self.values[found] = result
            return found
        if isinstance(stopped, Refusal):
            raise stopped.error
        return None

    def result_of_run(self) -> Any:
        """What the code gives back, or the exception that it ends with."""
        try:
            return self.run(self.trail)
        except (Cut, Refusal, InputError, KeyboardInterrupt, MemoryError):
            raise
        except BaseException as error:
            if self.trail.stopped is None:
                require_own(error)
            return Raised(error)

    def keep_cut(self) -> None:
        """Remember where a run was cut, to take it up again if it matters."""
        weight, near = self.weight(), mpq(*self.trail.weight)
        self.unexplored += weight
        heapq.heappush(self.cuts, (-float(near), self.paths, weight, near, self.trail.path))

    def weight(self) -> Number:
        """The exact probability of this path."""
        return mpq(*self.trail.weight)

    def check_again(self) -> None:
        """Run a few paths once more: they must give what they gave."""
        for path, found in islice(cycle(self.samples), AGAIN):
            self.repeat(path)
            if self.one_run() != found or self.trail.path != path:
                raise changed(self.trail, "its result is another", self.last_place()).error

    def repeat(self, path: tuple[int, ...]) -> None:
        """Make the next run take this path."""
        self.trail.begin(path, None)

    def give_up(self) -> None:
        """Say where the tree of choices grows without end, as far as one can tell."""
        place = self.last_place()
        left = (
            f" and probability {float(approximate(self.unexplored)):.3g}" if self.residual else ""
        )
        raise LimitError(
            f"{place.text}: after {self.paths} paths of random choices others are left{left}",
            at=str(place),
            form="a smaller case, a larger residual, or verify.limits(paths=N)",
        )

    def last_place(self) -> Place:
        """Where the run that was last made its last choice, or else where the code is defined."""
        self.repeat(self.trail.path)
        self.trail.record = []
        self.one_run()
        record, self.trail.record = self.trail.record, None
        return record[-1][0] if record else definition(getattr(self.run, "function", self.run))

    def result(self) -> Walk:
        """What was found, with probabilities as fractions."""
        law: dict[Hashable, Number] = {}
        for (found, denominator), numerator in self.weights.items():
            law[found] = law.get(found, mpq(0)) + mpq(numerator, denominator)
        return Walk(law, self.values, self.unexplored, self.paths, self.longest, self.trail.doubles)


def approximate(number: Number) -> mpq:
    """A rational near an exact number."""
    if isinstance(number, Quotient):
        low, high = number.enclose(200)
        return (low + high) / 2
    return number
