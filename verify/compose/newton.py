"""Newton's steps to the least level for a δ: exact, and from answers at single levels alone.

H = H_α(P‖Q) is convex, falls, and is the maximum of finitely many lines A − α·B, one for every
event. Let α* be the least level with H <= δ, (A, B) with B > 0 the line that is greatest
at α, and c = (A − δ)/B the level where it comes down to δ.

1. Before c, H >= A − α·B > δ. So c <= α*, wherever α lies.
2. If c <= α <= α*, then H = A − α·B <= δ at α, so α = α*.
3. If α < c, then either H = δ at c, and c = α*; or the line that is greatest at c lies above (A, B)
   there and not above it at α, so it is flatter: its B is smaller.

By 1, c of any line is a level to begin with. From there, α ← c ends at α* exactly, after no more
steps than there are lines. (With two directions c is the greater of both, and in every step the
line of one of them gets flatter.) A good guess only makes the steps few. This is Newton's method,
or Dinkelbach's for fractional programs (1967); the lemma is `hockey_stick.least_level` in proofs/.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from math import exp, inf
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import gmpy2
from gmpy2 import mpfr, mpq, mpz

from verify.exact.level import Level
from verify.exact.logarithm import FIXED_BITS
from verify.exact.quotient import Number, ratio
from verify.exact.rational import sign_of_difference
from verify.exact.ring import Weight, log_key
from verify.exact.ring_level import level_of
from verify.loss.sums import EventSums

__all__ = ["Side", "log_quotient", "newton"]

STEPS = 6
"""So many levels are guessed before as many of Newton's steps are tried"""

ROUNDS = 10
"""How often, at most"""

NEAR = 2.0
"""A guess is good where ln(H/(1 − H)) and ε are about so near to those of the least level."""

FINEST = 1e-9
"""What is left of ε where floating point has little more to say"""

FARTHEST = 600.0
"""Where e^x is still a double"""

SumsAt: TypeAlias = Callable[[Level], EventSums]


def newton(sums_at: SumsAt, sides: Sequence[Side], alpha: Number) -> Number:
    """The least level for these directions, if it is at least ``alpha``, else ``alpha``."""
    if not sides:
        return alpha
    search = _Search(sums_at, sides)
    for steps in count():
        if steps % STEPS == 0:  # after some steps in vain there may be a better start
            alpha = max(alpha, search.lower_bound())
        level = level_of(alpha)
        a, b = _crossing(sides, sums_at(level))
        if level.compare_fraction(a, b) >= 0:
            break
        alpha = ratio(a, b)
    return alpha


def _crossing(sides: Sequence[Side], sums: EventSums) -> tuple[Weight, Weight]:
    """The greatest level where one of the lines comes down to δ, or 1; not in lowest terms."""
    best: tuple[Weight, Weight] = mpz(1), mpz(1)
    for side in sides:
        a, b = side.crossing(sums)
        if sign_of_difference(a * best[1], best[0] * b) > 0:
            best = a, b
    return best


class _Search:
    """Lines near the least level, looked for in floating point.

    By secants between exact answers on either side of it; the first of them come from tangents.
    """

    def __init__(self, sums_at: SumsAt, sides: Sequence[Side]) -> None:
        self._sums_at = sums_at
        self._sides = sides
        self._bracket = _Bracket()
        self._here = max(0.0, *[side.guess for side in sides])
        self._rounds = ROUNDS

    def lower_bound(self) -> Number:
        """Where one more line comes down to δ: a level that is at most the least one."""
        found: list[tuple[float, EventSums]] = []
        while self._rounds and len(found) < STEPS:
            alpha = mpq(gmpy2.exp(mpfr(self._here)))
            sums = self._sums_at(Level.alpha(alpha))
            there = max(side.outlook(sums, alpha) for side in self._sides)
            found.append((self._here + there.step, sums))
            if there.is_near(self._here):
                self._rounds = 1  # the last one
                break
            self._here = self._bracket.next(self._here, there)
        if not found:
            return mpq(1)
        self._rounds -= 1
        return ratio(*_crossing(self._sides, max(found, key=itemgetter(0))[1]))


class _Outlook(NamedTuple):
    """What an answer at one level tells of the least one, in floating point."""

    height: float
    """how far H is above δ"""
    move: float
    """how much greater ε must be, by the tangent, for H to come down to it"""
    step: float
    """the same by Newton's step, which is never too far"""

    def is_near(self, here: float) -> bool:
        """Whether Newton's steps are the quickest way from here on."""
        if here == 0 and self.height < 0:  # the least level is 1
            return True
        if abs(self.move) < FINEST * (1 + here):
            return True
        return abs(self.height) < NEAR and abs(self.step) < NEAR


@dataclass(slots=True)
class _Bracket:
    """What is known of a falling function: where it is positive, and where it is not."""

    low: float = 0.0
    high: float = inf
    above: float = inf
    """the value at ``low``"""
    below: float = -inf
    """the value at ``high``"""

    def next(self, here: float, there: _Outlook) -> float:
        """Where to look for the zero, given what was found here.

        Regula falsi; the value at an end that stays is halved (the Illinois rule).
        """
        height = there.height
        if height > 0:
            self.low, self.above, self.below = here, height, self.below / 2
        else:
            self.high, self.below, self.above = here, height, self.above / 2
        if self.above < inf and self.below > -inf:
            share = self.above / (self.above - self.below)
            ahead = self.low + share * (self.high - self.low)
        else:
            ahead = here + 2 * there.move
        if self.low < ahead < min(self.high, 2 * here + 2):
            return ahead
        if height <= 0 and self.above == inf:
            return self.low
        return (self.low + self.high) / 2 if self.high < inf else 2 * here + 1


@dataclass(frozen=True, slots=True)
class Side:
    """One direction, and what its H shall come down to."""

    delta: mpq
    apart: Weight
    """the mass at infinity, over the denominator of the event sums"""
    guess: float
    """about the least level, as ε"""
    backward: bool

    def crossing(self, sums: EventSums) -> tuple[Weight, Weight]:
        """Where the line comes down to δ, as a fraction; 1 where it is below δ everywhere."""
        n, d = self.delta.numerator, self.delta.denominator
        a, b = self._line(sums)
        return (d * a - n * sums.denominator, d * b) if b else (mpz(1), mpz(1))

    def outlook(self, sums: EventSums, alpha: mpq) -> _Outlook:
        """Heights are on the scale of ln(H/(1 − H)), of finite parts: nearly straight there."""
        a, b = self._line(sums)
        u, v = alpha.numerator, alpha.denominator
        n, d, whole = self.delta.numerator, self.delta.denominator, sums.denominator - self.apart
        target = n * sums.denominator - d * self.apart
        excess = v * (a - self.apart) - u * b
        if not excess > 0:
            return _Outlook(-inf, -inf, -inf)
        rest = v * whole - excess
        height = log_quotient(excess, rest) - log_quotient(target, d * whole - target)
        slope = log_quotient(u * b * v * whole, excess * rest)
        ahead = d * v * (a - self.apart) - v * target  # over d·u·b: Newton's level, and α
        step = log_quotient(ahead, d * u * b) if ahead > 0 else -inf
        return _Outlook(height, height * exp(min(FARTHEST, -slope)), step)

    def _line(self, sums: EventSums) -> tuple[Weight, Weight]:
        return sums.backward if self.backward else sums.forward


def log_quotient(numerator: Weight, denominator: Weight) -> float:
    """The logarithm of a quotient of positive weights: a guide, never a decision."""
    return log_key(numerator, denominator) / (1 << FIXED_BITS)
