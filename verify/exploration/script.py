"""The shortest script of random choices that leads a function to one of some outcomes."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.exploration._trail import Trail
from verify.exploration.place import Place
from verify.exploration.program import Program
from verify.exploration.search import Search
from verify.exploration.signals import Cut
from verify.exploration.uniform.lazy import LazyUniform
from verify.exploration.uniform.steps import UNIT

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


ENOUGH = 100_000
"""Paths after which the best one so far will do"""


def shortest_script(program: Program, wanted: frozenset[Hashable], weight: mpq) -> Script | None:
    """The path with the fewest choices to one of the outcomes, the likeliest of those.

    The outcomes have at least the probability ``weight`` > 0, so some path is found while less than
    that is left; then longer ones need no look. Beyond `ENOUGH` paths, and where a path is too long
    (which a walk over states need not mind), the best so far will do, and there may be none.
    """
    limits = resources.current()
    trail = Trail(limits.draws, LazyUniform)
    with program.around(trail):
        search = _PathSearch(program, trail, min(limits.paths, ENOUGH), weight / 2)
        search.wanted = wanted
        trail.watch = search.cut_longer
        with suppress(InputError):
            search.run_all()
            search.residual, search.unexplored = mpq(0), mpq(1)
            search.run_all()
        trail.watch = None
        return None if search.best is None else search.replay(search.best[2])


class _PathSearch(Search):
    """A search that remembers the shortest path to some outcomes."""

    wanted: frozenset[Hashable] = frozenset()
    best: tuple[int, mpq, tuple[int, ...]] | None = None

    def cut_longer(self, trail: Trail) -> None:
        """Before a choice: stop here if the path would be longer than the best."""
        if self.is_longer:
            trail.stopped = Cut()
            raise trail.stopped

    @property
    def is_longer(self) -> bool:
        """Whether one more choice is too many."""
        return self.best is not None and self.trail.position >= self.best[0]

    def keep(self, found: Hashable) -> None:
        """Compare a path with the best so far."""
        if found in self.wanted:
            candidate = self.trail.position, -mpq(*self.trail.weight), self.trail.path
            if self.best is None or candidate < self.best:
                self.best = candidate

    def keep_cut(self) -> None:
        """Remember where a run was cut, unless it is too long already."""
        if not self.is_longer:
            super().keep_cut()

    def last_place(self) -> Place:
        """As for any search; there is no bound on its length."""
        self.trail.watch = None
        return super().last_place()

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
