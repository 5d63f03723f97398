"""What every method for products has in common: what it would cost, and its answer at one level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from verify.exact.level import Level
from verify.loss.sums import EventSums

__all__ = ["INTERVAL", "Solver", "Work"]

INTERVAL = "interval"
"""The method that gives bounds"""


@dataclass(frozen=True, slots=True)
class Work:
    """An estimate, known before the work starts."""

    seconds: float
    bytes: int


class Solver(ABC):
    """One method, made ready for one product of independent draws."""

    __slots__ = ()

    name: ClassVar[str]
    """as users write it"""
    title: ClassVar[str]
    """what it does, in words"""

    @property
    @abstractmethod
    def reason(self) -> str:
        """Why it applies, and what there is to be done."""

    @property
    @abstractmethod
    def work(self) -> Work:
        """What one level in both directions would cost."""

    @abstractmethod
    def event_sums(self, level: Level) -> EventSums:
        """The sums over the maximal event of each direction; ratios equal to α are left out."""
