"""One line of the result: what was measured, its target, and its rivals in the same run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from benchmarks.sample import Effort, Sample

__all__ = ["Case", "Mark", "Rival", "Row", "Unit"]

Unit = Literal["s", "B"]


class Mark(Enum):
    """Whether a target is reached."""

    REACHED = "reached"
    BEST_ONLY = "best only"
    """the best measurement reaches it, the median does not: look again on a quiet machine"""
    MISSED = "missed"
    NONE = "no target"


@dataclass(frozen=True, slots=True)
class Rival:
    """The same question put to somebody else."""

    name: str
    sample: Sample
    note: str = ""
    """on what terms: the size if it was scaled, the error, whether the answers agree"""
    target_ratio: float | None = None
    """how many times as long as the engine it should take, at least"""


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement of the engine beside its rivals."""

    ours: Sample
    rivals: tuple[Rival, ...] = ()
    note: str = ""
    """what our answer is: how wide, where it is an interval, or by which method"""

    def rival(self, name: str) -> Rival | None:
        """The first rival of that name."""
        return next((each for each in self.rivals if each.name == name), None)

    def mark(self, target: float | None) -> Mark:
        """Whether the median, or only the best, is within the target."""
        if target is None:
            return Mark.NONE
        if self.ours.median <= target:
            return Mark.REACHED
        return Mark.BEST_ONLY if self.ours.best <= target else Mark.MISSED

    def ratio(self, rival: Rival) -> float:
        """How many times as much the rival needs, by medians."""
        return rival.sample.median / self.ours.median

    def ratio_mark(self, rival: Rival) -> Mark:
        """Whether the ratio is what was aimed at."""
        if rival.target_ratio is None:
            return Mark.NONE
        return Mark.REACHED if self.ratio(rival) >= rival.target_ratio else Mark.MISSED


@dataclass(frozen=True, slots=True)
class Case:
    """A row that can be measured."""

    name: str
    title: str
    measure: Callable[[Effort], Row]
    target: float | None = None
    unit: Unit = "s"
