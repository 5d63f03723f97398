"""One direction of a product whose law is on a grid: bounds of H at all levels near its tilt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gmpy2 import mpfr, mpq, mpz

from verify.compose.grid import PRECISION, enclosed_exp
from verify.compose.grid_law import GridLaw
from verify.compose.independent import Independent
from verify.compose.reading import Fixed, excess, overlap
from verify.exact.between import Between
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_BITS, contexts
from verify.exact.quotient import Quotient, ratio
from verify.loss.interval import DeltaInterval

__all__ = ["Bounded", "infinite_mass"]

ONE = mpz(1) << FIXED_BITS

NEXT = 48
"""Levels are compared that differ by a factor of at least e^(2^-48)."""


@dataclass(frozen=True)
class Bounded:
    """A product and its law; P{Q = 0} is added to what the law says."""

    product: Independent
    law: GridLaw

    def divergence(self, log_alpha: Fixed) -> tuple[mpq, mpq]:
        """Bounds of H_α(P‖Q)."""
        least, most = self._apart
        if self.law.grid.theta >= 1:
            low, high = excess(self.law, log_alpha)
            low, high = mpq(low) + least, mpq(high) + most
        else:
            high, low = overlap(self.law, log_alpha)
            low, high = 1 - mpq(low), 1 - mpq(high)
        return max(low, least), min(high, mpq(1))

    def delta(self, level: Level, known: DeltaInterval | None = None) -> DeltaInterval:
        """The same with the probabilities of the event, within bounds that are known."""
        log_alpha = level.fixed()
        low, high = self.divergence(log_alpha)
        if known is not None:
            low, high = max(low, known.low), min(high, known.high)
        p, q = self._event(log_alpha, low, high)
        return DeltaInterval(low, high, level, p, q)

    def _event(self, log_alpha: Fixed, low: mpq, high: mpq) -> tuple[Between, Between]:
        """P(S) and Q(S) of S = {P > αQ}.

        H is convex, and −Q(S) is its slope on the right: it lies between the slopes of chords.
        """
        alpha = _exp(log_alpha[0], 0), _exp(log_alpha[1], 1)
        share = float((high - low) / high) if high else 0.0
        move = max(int(share**0.5 * ONE), ONE >> NEXT)
        before, after = log_alpha[0] - move, log_alpha[1] + move
        below, above = _exp(before, 1), _exp(after, 1)
        q_low = (low - self.divergence((after, after))[1]) / (above - alpha[0])
        q_high = (self.divergence((before, before))[1] - low) / (alpha[0] - below)
        q = Between(max(q_low, mpq(0)), min(q_high, (1 - low) / alpha[0]))
        return Between(low + alpha[0] * q.low, min(high + alpha[1] * q.high, mpq(1))), q

    @cached_property
    def _apart(self) -> tuple[mpq, mpq]:
        return infinite_mass(self.product)


def _exp(logarithm: int, side: int) -> mpq:
    """e^x, rounded down (side 0) or up (side 1)."""
    return mpq(enclosed_exp(mpq(logarithm, ONE))[side])


def infinite_mass(product: Independent) -> tuple[mpq, mpq]:
    """Encloses P{Q = 0}: the probability that some draw lies in the mass kept apart."""
    down, up = contexts(PRECISION)
    low = high = mpfr(0)
    for each in product.factors:
        if each.classes.infinite:
            share = ratio(each.classes.infinite, each.classes.denominator)
            ends = share.enclose(PRECISION) if isinstance(share, Quotient) else (share, share)
            high = up.add(high, up.mul(each.count, up.log1p(up.mul(-ends[0], 1))))
            low = down.add(low, down.mul(each.count, down.log1p(down.mul(-ends[1], 1))))
    return -mpq(up.expm1(high)), -mpq(down.expm1(low))
