"""A budget as it is returned: what was asked, what theorems promise, what is true."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq

from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import rational
from verify.loss.delta import Delta
from verify.loss.enclosed import Enclosed
from verify.profiles.epsilon import LeastLevel

__all__ = ["DELTA", "EPSILON", "Bound", "Budget", "Omitted", "Question"]


DELTA, EPSILON = "delta", "epsilon"
"""Which of the two follows from the other"""

SLACK = mpq(1, 10**6)
"""The δ′ of advanced composition where none is given"""


@dataclass(frozen=True, slots=True)
class Question:
    """δ at a total level, or the level at a total δ; or neither, which asks at the basic sum."""

    level: Level | None = None
    delta: mpq | None = None
    slack: mpq = SLACK
    """δ′ of advanced composition where neither is asked"""


@dataclass(frozen=True, slots=True)
class Bound:
    """What one theorem promises: (ln α, δ), under its assumptions, and how much of it is waste."""

    name: str
    level: Level | None
    """None where no finite level is promised"""
    delta: Number | Enclosed
    """exact, or between two decimals; 1 where nothing is promised"""
    assumptions: str
    detail: str
    """which order, or which δ′"""
    answers: str
    """"delta" or "epsilon": which of the two follows from the other one"""
    waste: Enclosed | None
    """δ − δ* at that level, or ε/ε* at that δ; None where the truth is not known, and for 0/0"""

    @property
    def upper(self) -> Number:
        """δ, rounded up where it is enclosed."""
        return rational(self.delta.upper) if isinstance(self.delta, Enclosed) else self.delta

    def __repr__(self) -> str:
        level = "no finite α" if self.level is None else f"α = {self.level}"
        return f"<Bound {self.name}: {level}, δ = {self.delta}>"


@dataclass(frozen=True, slots=True)
class Omitted:
    """A number that is not given, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Budget:
    """What adding up comes to at one step level, what other theorems promise, and the truth."""

    step_level: Level
    step_delta: Number | None
    """the largest step δ"""
    queries: int | None
    total_level: Level | None
    total_delta: Number | None
    exact: Delta | None
    """δ* at the total level"""
    bounds: tuple[Bound, ...]
    withheld: str | None
    """why no sum is given, or None"""
    question: Question
    truth: Delta | LeastLevel | None
    """δ* at the level that was asked about, or the least level at the δ"""
    omitted: tuple[Omitted, ...]
    """theorems, "exact" and "truth" that are not given, with the reason"""

    def __repr__(self) -> str:
        if self.withheld:
            return f"<Budget withheld: {self.withheld}>"
        exact = "not computed" if self.exact is None else repr(self.exact)
        return (
            f"<Budget: {self.queries} queries at α₀ = {self.step_level} cost at most "
            f"(α = {self.total_level}, δ = {self.total_delta}); exactly δ* = {exact}>"
        )
