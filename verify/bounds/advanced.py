"""Advanced composition: for a little more δ the level grows with √k.

If each of k steps is (ε₀, δ₀)-private given any fixed history, then for every δ′ > 0 the whole
transcript is (ε′, k·δ₀ + δ′)-private with

    ε′ = √(2k·ln(1/δ′))·ε₀ + k·ε₀·(e^ε₀ − 1).

Source: Dwork, Rothblum and Vadhan 2010, theorem III.3; Dwork and Roth 2014, theorem 3.20.
"""

from __future__ import annotations

from gmpy2 import mpq

from verify.bounds.premises import Premises
from verify.bounds.rounding import PRECISION, exp_of, level_above, logarithm
from verify.bounds.theorem import NO_PROMISE, DeltaAt, LevelAt, Theorem
from verify.exact.decimals import decimal_of, round_down, round_up
from verify.exact.level import Level
from verify.exact.logarithm import Interval, contexts
from verify.exact.quotient import Number, Quotient
from verify.exact.rational import rational
from verify.loss.enclosed import Enclosed

__all__ = ["AdvancedComposition"]


class AdvancedComposition(Theorem):
    """At a level, with the δ′ for which ε′ is that level; at a δ, with what k·δ₀ leaves of it."""

    name = "advanced composition"
    assumptions = (
        "every step is (ε₀, δ₀)-private conditionally on every fixed history of earlier outputs, "
        "with ε₀ the step level and δ₀ the largest δ of a step"
    )

    def __init__(self, premises: Premises) -> None:
        self.count = premises.queries
        self.failure: Number = self.count * premises.delta
        """k·δ₀"""
        self.epsilon: Interval = premises.level.logarithm(PRECISION)

    def delta_at(self, level: Level) -> DeltaAt:
        """k·δ₀ + δ′, with the δ′ for which ε′ is that level."""
        if self.failure >= 1:
            return NO_PROMISE
        if self.is_free:
            return DeltaAt(self.failure)
        down, up = contexts(PRECISION)
        (low, high), (fall, rise) = level.logarithm(PRECISION), self._drift()
        if not low > rise:
            return NO_PROMISE
        least, most = down.sub(low, rise), up.sub(high, fall)
        exponent = (
            down.minus(up.div(up.square(most), self._spread()[0])),
            up.minus(down.div(down.square(least), self._spread()[1])),
        )
        return DeltaAt(_sum(self.failure, exp_of(exponent)))

    def level_at(self, delta: mpq) -> LevelAt:
        """ε′ with the δ′ that k·δ₀ leaves of a δ."""
        return LevelAt(Level.alpha(1) if delta == 1 else self._level(delta - self.failure))

    def with_slack(self, slack: mpq) -> tuple[Level | None, DeltaAt]:
        """ε′ as a level, and k·δ₀ + δ′, for a δ′ > 0."""
        delta = min(mpq(1), self.failure + slack)
        return self._level(slack), DeltaAt(delta, f"δ′ = {decimal_of(slack, up=False)}")

    def _level(self, slack: Number) -> Level | None:
        """ε′ rounded up; None where nothing is left for δ′, or ε′ is too large to be written."""
        if slack >= 1 or (self.is_free and slack >= 0):
            return Level.alpha(1)
        if slack <= 0:
            return None
        up = contexts(PRECISION)[1]
        least = slack.enclose(PRECISION)[0] if isinstance(slack, Quotient) else slack
        root = up.sqrt(up.mul(2 * self.count, up.minus(logarithm(least)[0])))
        return level_above(up.add(up.mul(root, self.epsilon[1]), self._drift()[1]))

    @property
    def is_free(self) -> bool:
        """Whether nothing but k·δ₀ is lost: ε₀ = 0, or no step at all."""
        return not (self.count and self.epsilon[1] > 0)

    def _spread(self) -> Interval:
        """Encloses 2k·ε₀²."""
        (down, up), (low, high) = contexts(PRECISION), self.epsilon
        return down.mul(2 * self.count, down.square(low)), up.mul(2 * self.count, up.square(high))

    def _drift(self) -> Interval:
        """Encloses k·ε₀·(e^ε₀ − 1)."""
        (down, up), (low, high) = contexts(PRECISION), self.epsilon
        return (
            down.mul(self.count, down.mul(low, down.expm1(low))),
            up.mul(self.count, up.mul(high, up.expm1(high))),
        )


def _sum(exact: Number, more: Enclosed) -> Enclosed:
    low, high = exact.enclose(PRECISION) if isinstance(exact, Quotient) else (exact, exact)
    ends = [min(mpq(1), end + rational(x)) for end, x in ((low, more.lower), (high, more.upper))]
    return Enclosed(round_down(ends[0]), round_up(ends[1]))
