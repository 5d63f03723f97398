"""Bounds of a divergence at one level, read off a law on a grid.

Let Q weigh the place n with B_n and P with A_n, and let r_n be its ratio. Then for every m

    Σ_{n≥m} (A_n − α·B_n)  <=  Σ [p − αq]₊    <=  Σ (r_n − α)₊·B_n,
    Σ min(r_n, α)·B_n      <=  Σ min(p, αq)   <=  Σ_{n<m} A_n + α·Σ_{n≥m} B_n

(`sandwich` has the proof). As weights are tilted, these are sums of cells times powers of numbers
up to 1, and the places next to the level count most.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log

import numpy as np
from gmpy2 import context, mpfr, mpq, mpz

from verify.compose._grid import power_sum
from verify.compose.grid import PRECISION, enclosed_exp, fixed_exp
from verify.compose.grid_law import Cells, GridLaw, Values
from verify.exact.logarithm import FIXED_BITS, contexts

__all__ = ["Bounds", "Fixed", "excess", "overlap"]

ONE = mpz(1) << FIXED_BITS

Fixed = tuple[int, int]
"""Encloses a logarithm, as multiples of 2^-128"""

Bounds = tuple[mpfr, mpfr]

SEARCHED = 64
"""Places near the level at which the event of a lower bound may begin"""


def excess(law: GridLaw, log_alpha: Fixed) -> Bounds:
    """Encloses Σ [p − αq]₊, for a tilt of 1 or more."""
    low, high = log_alpha
    theta, step = law.grid.theta, law.grid.scale(law.fine).step
    down, up = _Side(law, upward=False), _Side(law, upward=True)

    event = _event(law, high)
    at_event = theta * event * step
    p = down.above(law.p, event, 1 - theta, law.offset - law.slack + event * step - at_event)
    q = up.above(law.q, event, -theta, high - at_event, lost=True)

    first = _place_above(law, low - law.offset - law.slack)
    at_first = theta * first * step
    ratios = up.above(law.q, first, 1 - theta, law.offset + law.slack + first * step - at_first)
    levels = down.above(law.q, first, -theta, low - at_first)
    # (w − 1)·w^(−θ) <= 1/θ for w >= 1
    lost = up.of_lost(law.q, theta * (law.offset + law.slack) + (1 - theta) * low)
    upper = up.sum(up.difference(ratios, levels), up.quotient(lost, theta))
    return down.difference(p, q), upper


def overlap(law: GridLaw, log_alpha: Fixed) -> Bounds:
    """Encloses Σ min(p, αq), for a tilt of at most 1."""
    low, high = log_alpha
    theta, step = law.grid.theta, law.grid.scale(law.fine).step
    down, up = _Side(law, upward=False), _Side(law, upward=True)

    first = _place_above(law, low - law.offset + law.slack)
    at_first, before = theta * first * step, (1 - theta) * (first - 1) * step
    levels = down.above(law.q, first, -theta, low - at_first)
    ratios = down.below(law.q, first, theta - 1, law.offset - law.slack + before)

    event = _event(law, high)
    at_event, before = theta * event * step, (1 - theta) * (event - 1) * step
    q = up.above(law.q, event, -theta, high - at_event, lost=True)
    p = up.below(law.p, event, theta - 1, law.offset + law.slack + before, lost=True)
    return down.sum(levels, ratios), up.sum(q, p)


@dataclass(frozen=True, slots=True)
class _Side:
    """Sums over one law, rounded to one side."""

    law: GridLaw
    upward: bool

    def above(self, cells: Cells, first: int, rate: mpq, shift: mpq, *, lost: bool = False) -> mpfr:
        """e^shift·Σ_{n≥first} cells_n·e^(rate·(n − first)·step), with rate <= 0."""
        return self._weighted(cells, cells.values[first - self.law.start :], rate, shift, lost)

    def below(self, cells: Cells, first: int, rate: mpq, shift: mpq, *, lost: bool = False) -> mpfr:
        """e^shift·Σ_{n<first} cells_n·e^(rate·(first − 1 − n)·step), with rate <= 0."""
        values = cells.values[: first - self.law.start][::-1]
        return self._weighted(cells, values, rate, shift, lost)

    def of_lost(self, cells: Cells, shift: mpq) -> mpfr:
        """e^shift·lost."""
        return self._scaled(cells.lost, cells.exponent, shift)

    def sum(self, left: mpfr, right: mpfr) -> mpfr:
        """left + right."""
        return self._context.add(left, right)

    def difference(self, left: mpfr, right: mpfr) -> mpfr:
        """left − right."""
        return self._context.sub(left, right)

    def quotient(self, left: mpfr, right: mpq) -> mpfr:
        """left/right."""
        return self._context.div(left, right)

    @property
    def _context(self) -> context:
        return contexts(PRECISION)[self.upward]

    def _weighted(self, cells: Cells, values: Values, rate: mpq, shift: mpq, lost: bool) -> mpfr:
        step = self.law.grid.scale(self.law.fine).step
        factor = fixed_exp(rate * step / ONE, FIXED_BITS) + 2 * self.upward
        if not rate or factor > ONE:
            factor = ONE
        total = power_sum(np.ascontiguousarray(values), factor, self.upward)
        return self._scaled(total + lost * cells.lost, cells.exponent, shift)

    def _scaled(self, number: int | mpz, exponent: int, shift: mpq) -> mpfr:
        scaled = self._context.mul(number, self._context.exp2(exponent))
        return self._context.mul(scaled, enclosed_exp(mpq(shift) / ONE)[self.upward])


def _place_above(law: GridLaw, least: int) -> int:
    """The first place with n·step > least, or the end of the law that is nearest."""
    place = least // law.grid.scale(law.fine).step + 1
    return min(max(place, law.start), law.start + law.size)


def _event(law: GridLaw, log_alpha: int) -> int:
    """Where the event of a lower bound best begins: about the first place with A_n > α·B_n."""
    step = law.grid.scale(law.fine).step
    first = _place_above(law, log_alpha - law.offset)
    for place in range(max(first - 2, law.start), min(first + SEARCHED, law.start + law.size)):
        p, q = (_about(side, place - law.start) for side in (law.p, law.q))
        if p - q > (log_alpha - law.offset - place * step) / ONE:
            return place
    return first


def _about(cells: Cells, index: int) -> float:
    """About the logarithm of one cell."""
    low, high = cells.values[index].tolist()
    whole = high * 2.0**64 + low
    return log(whole) + cells.exponent * log(2) if whole else -inf
