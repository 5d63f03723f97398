"""From Rényi divergences to (ε, δ), over integer orders.

If D_n(P‖Q) <= d for an order n > 1, then for every ε

    H_{e^ε}(P‖Q) <= e^{(n−1)(d − ε)}·(n−1)^{n−1}/n^n,

since (x − α)₊ <= x^n·(n−1)^(n−1)/(n^n·α^(n−1)) for x >= 0. Source: Balle, Barthe, Gaboardi, Hsu and
Sato 2020; Canonne, Kamath and Steinke 2020, proposition 12. Every order gives a bound; the best
one is looked for, and the search decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from gmpy2 import mpfr, mpq

from verify.bounds.rounding import PRECISION, exp_of, level_above, logarithm
from verify.bounds.theorem import DeltaAt, LevelAt
from verify.exact.level import Level
from verify.exact.logarithm import Interval, contexts
from verify.measures.log_moment import Enclosed
from verify.measures.order import MOST_ORDER

__all__ = ["LogMoments", "delta_of_moments", "level_of_moments"]

LogMoments = Callable[[int], Enclosed]
"""(n − 1)·D_n, enclosed, for integer orders n >= 2"""


def delta_of_moments(moments: LogMoments, level: Level) -> DeltaAt:
    """The least δ over integer orders at a level."""
    epsilon = level.logarithm(PRECISION)

    def exponent(order: int) -> Interval:
        down, up = contexts(PRECISION)
        low, high = _numerator(moments, order)
        return (
            down.sub(low, up.mul(order - 1, epsilon[1])),
            up.sub(high, down.mul(order - 1, epsilon[0])),
        )

    order = _best_order(lambda n: exponent(n)[1])
    return DeltaAt(exp_of(exponent(order)), f"order {order}")


def level_of_moments(moments: LogMoments, delta: mpq) -> LevelAt:
    """The least level over integer orders at a δ > 0."""
    _, up = contexts(PRECISION)
    smallness = logarithm(delta)[0]

    def epsilon(order: int) -> mpfr:
        return up.div(up.sub(_numerator(moments, order)[1], smallness), order - 1)

    order = _best_order(epsilon)
    return LevelAt(level_above(epsilon(order)), f"order {order}")


def _numerator(moments: LogMoments, order: int) -> Interval:
    """Encloses (n − 1)·D_n + (n − 1)·ln(n − 1) − n·ln n."""
    down, up = contexts(PRECISION)
    low, high = moments(order)
    n, one_less = mpfr(order), mpfr(order - 1)
    gain = (
        down.sub(down.mul(one_less, down.log(one_less)), up.mul(n, up.log(n))),
        up.sub(up.mul(one_less, up.log(one_less)), down.mul(n, down.log(n))),
    )
    return down.add(low, gain[0]), up.add(high, gain[1])


def _best_order(height: Callable[[int], mpfr]) -> int:
    """Where a function that falls and then rises is least, among the orders 2 … `MOST_ORDER`."""
    at = lru_cache(maxsize=None)(height)
    order = 2
    while 2 * order <= MOST_ORDER and at(2 * order) < at(order):
        order *= 2
    low, high = max(2, order // 2), min(2 * order, MOST_ORDER)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if at(middle) <= at(middle + 1) else (middle + 1, high)
    return low
