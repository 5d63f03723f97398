"""The shortest script of random choices that leads a function to one of some outcomes."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.exploration._trail import Trail
from verify.exploration.lazy import LazyUniform
from verify.exploration.place import Place
from verify.exploration.program import Program
from verify.exploration.search import Search
from verify.exploration.steps import UNIT

__all__ = ["Choice", "Script", "shortest_script"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One random choice: where it is made, what comes out, and how likely that is there."""

    place: Place
    text: str
    probability: mpq


@dataclass(frozen=True, slots=True)
class Script:
    """The random choices of one run, its result, and how likely the run is."""

    choices: tuple[Choice, ...]
    result: Any
    probability: mpq


ENOUGH = 10_000
"""Paths after which the best one so far will do"""

LIGHTEST = mpq(1, 1 << 1000)
"""What is left may weigh that much: loops that end with probability 1 have no longest path"""


def shortest_script(program: Program, wanted: frozenset[Hashable]) -> Script | None:
    """The path with the fewest choices to one of the outcomes, the likeliest of those.

    Heavy paths are tried first. Of more than `ENOUGH` paths some are not tried, and if none of
    those that are leads to one of the outcomes there is no script.
    """
    limits = resources.current()
    trail = Trail(limits.draws, LazyUniform)
    with program.around(trail):
        search = _PathSearch(program, trail, sys.maxsize, LIGHTEST)
        search.wanted = wanted
        with suppress(InputError):  # a loop too long to be followed, but for a walk over states
            search.run_all()
        return None if search.best is None else search.replay(search.best[2])


class _PathSearch(Search):
    """A search that remembers the shortest path to some outcomes."""

    wanted: frozenset[Hashable] = frozenset()
    best: tuple[int, mpq, tuple[int, ...]] | None = None

    def is_done(self) -> bool:
        """Whether nothing is left, or enough is tried."""
        return not self.cuts or self.paths >= ENOUGH or super().is_done()

    def keep(self, found: Hashable) -> None:
        """Compare a path with the best so far."""
        if found in self.wanted:
            candidate = self.trail.position, -mpq(*self.trail.weight), self.trail.path
            if self.best is None or candidate < self.best:
                self.best = candidate

    def replay(self, path: tuple[int, ...]) -> Script:
        """The choices along a path."""
        self.repeat(path)
        self.trail.record = []
        found = self.one_run()
        record, self.trail.record = self.trail.record, None
        choices = tuple([_choice(*each) for each in record])
        return Script(choices, self.values[found], mpq(*self.trail.weight))


def _choice(place: Place, option: int, count: int, more: Any, weight: tuple[int, int]) -> Choice:
    return Choice(place, _text(option, count, more), mpq(*weight))


def _text(option: int, count: int, more: Any) -> str:
    if more is None:
        return f"{option} of 0..{count - 1}"
    ends = more if isinstance(more, tuple) else more.values
    if isinstance(ends, tuple) and not isinstance(more, tuple):  # parts of the cell of a double
        ends = ends[option : option + 2]
    if isinstance(ends, tuple) and len(ends) == 2:
        return f"the double is in [{_decimal(ends[0])}, {_decimal(ends[1])})"
    return f"option {option} of {count}"


def _decimal(k: int) -> str:
    return f"{k * UNIT:.6g}" if Fraction(f"{k * UNIT:.6g}") == Fraction(k, 2**53) else f"{k}/2^53"
