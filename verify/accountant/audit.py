"""Audits: the number that an accountant gives, against the exact truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gmpy2 import mpq

from verify.accountant.number import (
    INFINITE,
    NAN,
    NEGATIVE_LEVEL,
    Answer,
    asked_delta,
    asked_level,
    claimed_delta,
    claimed_level,
    given_text,
)
from verify.combine.product import fresh
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.ring_level import level_of
from verify.law.adjacency import Adjacency, AdjacencyForm
from verify.law.mechanism import Mechanism, require
from verify.loss.delta import Delta
from verify.loss.enclosed import Enclosed, Side, gap_of, ratio_of
from verify.profiles.directions import evaluate
from verify.profiles.epsilon import LeastLevel
from verify.profiles.profile import profile

__all__ = ["DELTA", "NEGATIVE", "NOT_A_NUMBER", "Audit", "audit", "together", "truth_text"]

SOUND, BELOW, NEGATIVE, NOT_A_NUMBER = "sound", "below", "negative", "not a number"

DELTA, EPSILON = "delta", "epsilon"

NEAR_ONE = mpq(999_999, 1_000_000)
"""A δ* above it is told by its distance from 1."""


@dataclass(frozen=True, eq=False, repr=False)
class Audit:
    """An accountant's number beside the truth; true in a condition where it is sound.

    ``verdict`` is "sound" where the number is at or above the truth, and "below" where it is not.
    A number that is "negative", or "not a number", has a verdict of its own.
    """

    mechanism: Mechanism
    adjacency: Adjacency
    claimed: str
    """which number is the accountant's: "delta", or "epsilon" where it is a level"""
    level: Level | mpq | str
    """the level; where it is none, a negative ε, or a word such as "inf" """
    delta: mpq | str
    """δ, or a word such as "nan" """
    level_text: str
    """the level as it was given, such as "ε = 1" """
    delta_text: str
    """δ as it was given, such as "δ = 1e-05" """
    verdict: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", self._decide())

    @property
    def sound(self) -> bool:
        """Whether the number is at or above the truth."""
        return self.verdict == SOUND

    @property
    def number_text(self) -> str:
        """The accountant's number as it was given."""
        return self.delta_text if self.claimed == DELTA else self.level_text

    @property
    def question_text(self) -> str:
        """What the accountant was asked at."""
        return self.level_text if self.claimed == DELTA else self.delta_text

    @cached_property
    def delta_star(self) -> Delta | None:
        """δ* at the level; None where that is no finite level."""
        if not isinstance(self.level, Level):
            return None
        protected = self.mechanism.protecting(self.adjacency)
        return evaluate(protected, protected.edges(self.adjacency), self.level, 1)[0].delta

    @cached_property
    def least(self) -> LeastLevel | None:
        """The least α and ε at the δ; None where that is not in [0, 1]."""
        if isinstance(self.delta, str) or not 0 <= self.delta <= 1:
            return None
        return LeastLevel(profile(self.mechanism, self.adjacency).least_alpha(self.delta))

    @property
    def truth(self) -> Delta | LeastLevel | None:
        """The least number that would be sound; None where the question is no number."""
        return self.delta_star if self.claimed == DELTA else self.least

    @cached_property
    def gap(self) -> Enclosed | None:
        """Number − truth, of δ or of ε: negative where the number is below the truth."""
        return gap_of(*self._sides())

    @cached_property
    def ratio(self) -> Enclosed | None:
        """Number/truth, of δ or of ε: below 1 where the number is below the truth."""
        return ratio_of(*self._sides())

    def _sides(self) -> tuple[Side, Side]:
        number = self.delta if self.claimed == DELTA else self.level
        known = None if number in (NAN, NEGATIVE_LEVEL) else number
        if self.claimed == DELTA:
            return known, self.delta_star
        if self.least is None:
            return known, None
        return known, INFINITE if self.least.alpha is None else level_of(self.least.alpha)

    def _decide(self) -> str:
        number = self.delta if self.claimed == DELTA else self.level
        if NAN in (self.level, self.delta):
            return NOT_A_NUMBER
        if number == INFINITE:
            return SOUND
        if isinstance(number, str) or (not isinstance(number, Level) and number < 0):
            return NEGATIVE
        assert self.delta_star is not None
        assert not isinstance(self.delta, str)
        return SOUND if self.delta_star.sign_against(self.delta) <= 0 else BELOW

    def __bool__(self) -> bool:
        return self.sound

    def __repr__(self) -> str:
        said = f"{self.number_text} claimed at {self.question_text}"
        if self.truth is None:
            return f"<Audit {self.verdict}: {said}>"
        parts = [said, f"the truth is {truth_text(self.truth)}"]
        parts += [f"ratio {self.ratio.short()}"] if self.ratio is not None else []
        return f"<Audit {self.verdict}: {', '.join(parts)}>"


def audit(
    mechanism: Mechanism | Sequence[Mechanism],
    *,
    alpha: Answer | None = None,
    epsilon: Answer | None = None,
    delta: Answer,
    claimed: str = DELTA,
    adjacency: AdjacencyForm | None = None,
) -> Audit:
    """An accountant's answer against the exact truth: sound, or how far below it.

    δ is the accountant's answer at a level, or with ``claimed="epsilon"`` the level is its answer
    at δ. Numbers are exact ones as everywhere, or floats, which stand for their binary value:
    here a float is what is audited. An answer may also be infinite, negative or no number, and
    the verdict says so. A list of mechanisms is their composition with fresh randomness.

    >>> from verify.mechanisms import randomized_response
    >>> audit([randomized_response("3/4")] * 2, alpha=3, delta=0.25)
    <Audit below: δ = 0.25 claimed at α = 3, the truth is 3/8, ratio 2/3>
    >>> audit(randomized_response("3/4"), epsilon=1.0986122886681098, delta=0, claimed="epsilon")
    <Audit sound: ε = 1.0986122886681098 claimed at δ = 0, the truth is ε = ln(3), ratio ...>
    """
    whole = together(mechanism)
    if (alpha is None) == (epsilon is None):
        problem = "exactly one of alpha and epsilon is needed"
        raise InputError(problem, form='a level such as alpha = "3" or epsilon = 1.0')
    if claimed not in (DELTA, EPSILON):
        form = '"delta", or "epsilon" for an answer that is a level'
        raise InputError(f"{claimed!r} is neither number", at="claimed", form=form)
    is_delta = claimed == DELTA
    level_text = f"ε = {given_text(epsilon)}" if alpha is None else f"α = {given_text(alpha)}"
    return Audit(
        mechanism=whole,
        adjacency=whole.resolve(adjacency),
        claimed=claimed,
        level=(asked_level if is_delta else claimed_level)(alpha, epsilon),
        delta=(claimed_delta if is_delta else asked_delta)(delta),
        level_text=level_text,
        delta_text=f"δ = {given_text(delta)}",
    )


def together(mechanism: Mechanism | Sequence[Mechanism]) -> Mechanism:
    """A mechanism, or the composition of a list of them."""
    return fresh(mechanism) if isinstance(mechanism, (list, tuple)) else require(mechanism)


def truth_text(truth: Delta | LeastLevel) -> str:
    """A truth in one line: exact where that is short; a δ* next to 1 by its distance from it."""
    if isinstance(truth, LeastLevel):
        return _level_text(truth)
    known = Enclosed(truth.lower(), truth.upper(), truth.exact)
    rest = truth.less(mpq(1))
    if truth.sign_against(NEAR_ONE) > 0 and rest.sign_against(mpq(0)) > 0:
        return f"1 − {Enclosed(rest.lower(), rest.upper(), rest.exact).short()}"
    return known.short()


def _level_text(truth: LeastLevel) -> str:
    if truth.alpha is None:
        return "infinite"
    level = level_of(truth.alpha)
    text = level.text if level.as_epsilon else f"ln({level})"
    if level.epsilon_decimal() == "0":
        return "ε = 0"
    if 0 < len(text) <= 24:
        return f"ε = {text}"
    return f"ε = {Enclosed(level.epsilon_decimal(up=False), truth.epsilon).short()}"
