"""The least level at which both directions of a pair of laws have a given δ.

Where all classes are listed, bisection finds it. Where they are too many, answers at single levels
are enough. H = H_α(P‖Q) is convex, falls, and is the maximum of finitely many lines A − α·B, one
for every event. Let α* be the least level with H <= δ, (A, B) with B > 0 the line that is greatest
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
from math import exp, inf
from operator import itemgetter
from typing import TypeAlias

import gmpy2
from gmpy2 import mpfr, mpq, mpz

from verify.compose.costs import costs
from verify.compose.event_sums import event_sums
from verify.compose.independent import Independent
from verify.compose.planner import product_sums
from verify.compose.saddle import guess
from verify.compose.structure import distribution, independent, pure_ratio
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_BITS
from verify.exact.quotient import Number, ratio
from verify.exact.ring import Weight, log_key
from verify.exact.ring_level import level_of
from verify.law.infinite import as_series, has_series, reversed_series
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair, UnionPair
from verify.law.swap import swapped
from verify.loss.sums import EventSums

__all__ = ["ANSWERS", "least_alpha", "least_seconds", "product_least_alpha"]

ANSWERS = 8
"""Classes are listed where that costs less than so many answers at single levels: seldom more."""

MOST_GUESSES = 60
NEAR = 1.0
"""Newton's steps begin where ln(H/(1 − H)) and ε are about so near to those of the least level."""

FARTHEST = 600.0
"""Where e^x is still a double"""

SumsAt: TypeAlias = Callable[[Level], EventSums]


def least_alpha(pair: Pair, delta: mpq) -> Number | None:
    """The least α >= 1 with H_α(P‖Q) and H_α(Q‖P) <= δ; None where none is enough."""
    if has_series(pair):
        return _of_series(pair, delta)
    match pair:
        case RenamedPair():
            return least_alpha(pair.pair, delta)
        case PowerPair() | ProductPair() if _levels_are_cheaper(pair):
            return product_least_alpha(independent(pair), delta)
        case UnionPair() if _levels_are_cheaper(pair) and _is_finite(pair):
            return _union_least_alpha(pair, delta)
        case _:
            return distribution(pair).least_alpha(delta)


def least_seconds(pair: Pair) -> float:
    """About what `least_alpha` costs."""
    estimate = costs(pair)
    return min(estimate.listing, ANSWERS * estimate.level)


def _levels_are_cheaper(pair: Pair) -> bool:
    """Whether some dozens of answers at single levels cost less than all classes."""
    return least_seconds(pair) < costs(pair).listing


def _of_series(pair: Pair, delta: mpq) -> Number | None:
    from verify.loss.series import least_alpha as least_alpha_of_series  # few laws are infinite

    series = as_series(pair)
    forward = least_alpha_of_series(series, delta)
    backward = None if forward is None else least_alpha_of_series(reversed_series(series), delta)
    return None if forward is None or backward is None else max(forward, backward)


def product_least_alpha(product: Independent, delta: mpq) -> Number | None:
    """`least_alpha` from answers at single levels, as above."""
    n, d, scale = delta.numerator, delta.denominator, product.denominator
    alpha: Number = mpq(1)
    sides = []
    for one, backward in ((product, False), (product.reversed, True)):
        target, whole = n * scale - d * one.infinite, d * (scale - one.infinite)
        if target < 0:
            return None
        if not whole or target >= whole:
            continue
        if target:
            epsilon = guess(one, _log(target, d * scale))
            sides.append(_Side(delta, one.infinite, epsilon, backward))
        else:
            alpha = max(alpha, _top(one))
        if product.is_symmetric:
            break
    return _least(lambda level: product_sums(product, level), sides, alpha)


def _union_least_alpha(pair: UnionPair, delta: mpq) -> Number:
    sides = [_Side(delta, mpz(0), 0.0, backward) for backward in (False, True)]
    return _least(lambda level: event_sums(pair, level), sides if delta < 1 else [], mpq(1))


def _is_finite(pair: Pair) -> bool:
    """Whether no ratio is infinite, nor is its inverse."""
    return pure_ratio(pair) is not None and pure_ratio(swapped(pair)) is not None


def _top(product: Independent) -> Number:
    """The greatest finite ratio: what is needed where δ is the mass at infinity itself."""
    total: Number = mpq(1)
    for each in product.factors:
        _, p, q = each.classes.entries[-1]
        total *= ratio(p, q) ** each.count
    return total


def _least(sums_at: SumsAt, sides: Sequence[_Side], alpha: Number) -> Number:
    """The least level for these directions, if it is at least ``alpha``, else ``alpha``."""
    if sides:
        alpha = max(alpha, _start(sums_at, sides))
    while sides:
        ahead = _crossing(sides, sums_at(level_of(alpha)))
        if ahead <= alpha:
            break
        alpha = ahead
    return alpha


def _crossing(sides: Sequence[_Side], sums: EventSums) -> Number:
    """The greatest level where one of the lines comes down to δ, or 1."""
    return max([mpq(1), *[side.crossing(sums) for side in sides]])


def _start(sums_at: SumsAt, sides: Sequence[_Side]) -> Number:
    """Where a line near the least level comes down to δ: a level that is at most the least one.

    The line is looked for in floating point, by secants between exact answers on either side; the
    first of them come from tangents.
    """
    bracket = _Bracket()
    here = max(0.0, *[side.guess for side in sides])
    found: list[tuple[float, EventSums]] = []
    while len(found) < MOST_GUESSES:
        alpha = mpq(gmpy2.exp(mpfr(here)))
        sums = sums_at(Level.alpha(alpha))
        height, move = max(side.tangent(sums, alpha) for side in sides)
        found.append((max(abs(height), abs(move)), sums))
        if found[-1][0] < NEAR or (here == 0 and height < 0):
            break
        here = bracket.next(here, height, move)
    return _crossing(sides, min(found, key=itemgetter(0))[1])


@dataclass(slots=True)
class _Bracket:
    """What is known of a falling function: where it is positive, and where it is not."""

    low: float = 0.0
    high: float = inf
    above: float = inf
    """the value at ``low``"""
    below: float = -inf
    """the value at ``high``"""

    def next(self, here: float, height: float, move: float) -> float:
        """Where to look for the zero, given that the value here is so much and its tangent so far.

        Regula falsi; the value at an end that stays is halved (the Illinois rule).
        """
        if height > 0:
            self.low, self.above, self.below = here, height, self.below / 2
        else:
            self.high, self.below, self.above = here, height, self.above / 2
        if self.above < inf and self.below > -inf:
            share = self.above / (self.above - self.below)
            ahead = self.low + share * (self.high - self.low)
        else:
            ahead = here + 2 * move
        if self.low < ahead < min(self.high, 2 * here + 2):
            return ahead
        return (self.low + self.high) / 2 if self.high < inf else 2 * here + 1


@dataclass(frozen=True, slots=True)
class _Side:
    """One direction, and what its H shall come down to."""

    delta: mpq
    apart: Weight
    """the mass at infinity, over the denominator of the event sums"""
    guess: float
    """about the least level, as ε"""
    backward: bool

    def crossing(self, sums: EventSums) -> Number:
        """Where the line comes down to δ; 1 where it is below δ everywhere."""
        n, d = self.delta.numerator, self.delta.denominator
        a, b = self._line(sums)
        return ratio(d * a - n * sums.denominator, d * b) if b else mpq(1)

    def tangent(self, sums: EventSums, alpha: mpq) -> tuple[float, float]:
        """How far H is above δ, and how much greater ε must be for H to come down to it.

        Both on the scale of ln(H/(1 − H)), of finite parts: there the ends of H are nearly
        straight.
        """
        a, b = self._line(sums)
        u, v = alpha.numerator, alpha.denominator
        n, d, whole = self.delta.numerator, self.delta.denominator, sums.denominator - self.apart
        excess = v * (a - self.apart) - u * b
        if not excess > 0:
            return -inf, -inf
        rest = v * whole - excess
        target = n * sums.denominator - d * self.apart
        height = _log(excess, rest) - _log(target, d * whole - target)
        slope = _log(u * b * v * whole, excess * rest)
        return height, height * exp(min(FARTHEST, -slope))

    def _line(self, sums: EventSums) -> tuple[Weight, Weight]:
        return sums.backward if self.backward else sums.forward


def _log(numerator: Weight, denominator: Weight) -> float:
    return log_key(numerator, denominator) / (1 << FIXED_BITS)
