"""What every value of δ can be asked."""

from __future__ import annotations

from abc import ABC, abstractmethod

from gmpy2 import mpq

from verify.exact.level import Level

__all__ = ["DeltaValue"]


class DeltaValue(ABC):
    """A value of δ: exact (`Delta`), or known to lie in an interval (`DeltaInterval`)."""

    __slots__ = ()

    level: Level

    @property
    @abstractmethod
    def is_rational(self) -> bool:
        """Whether δ is known to be rational."""

    @property
    @abstractmethod
    def exact(self) -> mpq | None:
        """δ where it is known to be rational, else None."""

    @abstractmethod
    def lower(self, digits: int | None = None) -> str:
        """Decimal text, rounded down."""

    @abstractmethod
    def upper(self, digits: int | None = None) -> str:
        """Decimal text, rounded up."""

    @abstractmethod
    def enclose(self, bits: int) -> tuple[mpq, mpq]:
        """Rationals around δ."""

    @abstractmethod
    def less(self, number: mpq) -> DeltaValue:
        """number − δ."""
