"""Real numbers of formulas, enclosed: e^x as a probability, an ε as a level."""

from __future__ import annotations

from gmpy2 import is_finite, mpfr, mpq

from verify.exact.decimals import round_down, round_up
from verify.exact.level import Level
from verify.exact.logarithm import Interval, contexts, exponential
from verify.loss.enclosed import Enclosed

__all__ = ["PRECISION", "exp_of", "level_above", "logarithm"]

PRECISION = 256
"""Bits of intermediate results"""

LEAST = mpfr(-(1 << 17))
"""e^x is not written down below this x: its decimal would have more digits than others may have."""


def exp_of(exponent: Interval) -> Enclosed:
    """min(1, e^x) for the x that is enclosed, between two decimals."""
    low, high = exponent
    if high < LEAST:
        return Enclosed("0", round_up(mpq(exponential((LEAST, LEAST), 64)[1])))
    ends = exponential((low, high), PRECISION)
    lower = mpq(0) if low < LEAST else min(mpq(1), mpq(ends[0]))
    upper = min(mpq(1), mpq(ends[1])) if is_finite(ends[1]) else mpq(1)
    return Enclosed(round_down(lower), round_up(upper), mpq(1) if lower == 1 else None)


def level_above(epsilon: mpfr) -> Level | None:
    """The level of an ε rounded up to a decimal; that of 0 where it is below, None for infinity."""
    if not is_finite(epsilon):
        return None
    return Level.epsilon(round_up(mpq(epsilon))) if epsilon > 0 else Level.alpha(1)


def logarithm(number: mpq) -> Interval:
    """Encloses ln of a positive rational."""
    down, up = contexts(PRECISION)
    return (
        down.sub(down.log(number.numerator), up.log(number.denominator)),
        up.sub(up.log(number.numerator), down.log(number.denominator)),
    )
