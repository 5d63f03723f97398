"""What every theorem about compositions has in common: what it promises, in both directions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from gmpy2 import mpq

from verify.bounds.premises import Premises
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.loss.enclosed import Enclosed

__all__ = ["NO_LEVEL", "NO_PROMISE", "DeltaAt", "LevelAt", "Theorem"]


@dataclass(frozen=True, slots=True)
class DeltaAt:
    """The δ that is promised at a level, exact or enclosed."""

    delta: Number | Enclosed
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LevelAt:
    """The level that is promised at a δ; None where no finite one is."""

    level: Level | None
    detail: str = ""


NO_PROMISE = DeltaAt(mpq(1))
NO_LEVEL = LevelAt(None)


class Theorem(ABC):
    """One theorem, applied to the steps of one mechanism."""

    name: ClassVar[str]
    assumptions: ClassVar[str]

    @abstractmethod
    def __init__(self, premises: Premises) -> None: ...

    @abstractmethod
    def delta_at(self, level: Level) -> DeltaAt:
        """The δ that follows for all steps together at a level; 1 where nothing follows."""

    @abstractmethod
    def level_at(self, delta: mpq) -> LevelAt:
        """The level that follows for all steps together at a δ."""
