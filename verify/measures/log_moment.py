"""The cumulant function f(a) = ln Σ_z P(z)^a·Q(z)^(1−a) at real orders, enclosed.

f(a) = (a − 1)·D_a(P‖Q) is convex in a, with f(1) = 0 where P{Q = 0} = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gmpy2 import mpfr, mpq

from verify import resources
from verify.compose.structure import class_table
from verify.errors import NotAvailableError
from verify.exact.logarithm import FIXED_BITS, contexts
from verify.exact.quotient import Quotient, ratio
from verify.exact.ring import Weight
from verify.law.infinite import has_series
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair
from verify.loss.classes import Classes

__all__ = ["Enclosed", "LogMoment", "log_moment"]

Enclosed: TypeAlias = tuple[mpq, mpq]
"""(lower, upper)"""

LogMoment: TypeAlias = Callable[[mpq], Enclosed]

PRECISION = 192

EVALUATIONS = 400
"""How often f is evaluated, about"""


def log_moment(pair: Pair) -> LogMoment:
    """f of a pair of laws with finite ratios: sums over the factors of a product."""
    match pair:
        case RenamedPair():
            return log_moment(pair.pair)
        case PowerPair():
            return _Scaled(((log_moment(pair.base), pair.count),))
        case ProductPair():
            counts: dict[Pair, int] = {}
            for factor in pair.factors:
                counts[factor] = counts.get(factor, 0) + 1
            return _Scaled(tuple((log_moment(factor), n) for factor, n in counts.items()))
        case _ if has_series(pair):
            problem = "zCDP of laws with infinitely many likelihood ratios is not available yet"
            raise NotAvailableError(problem, form="a claim with alpha")
        case _:
            classes = class_table(pair)
            cost = len(classes.entries) * EVALUATIONS
            resources.check("classes", cost, f"the classes times {EVALUATIONS} evaluations of zCDP")
            return _Table(_terms(classes))


@dataclass(frozen=True, slots=True)
class _Scaled:
    parts: tuple[tuple[LogMoment, int], ...]

    def __call__(self, order: mpq) -> Enclosed:
        low = high = mpq(0)
        for part, count in self.parts:
            below, above = part(order)
            low += count * below
            high += count * above
        return low, high


Term: TypeAlias = tuple[mpq, mpq, mpq, mpq]
"""A class: an enclosure of its weight under Q, and one of ln(P/Q)"""


@dataclass(frozen=True, slots=True)
class _Table:
    """ln Σ q·e^(a·k), the greatest exponent kept apart so that nothing overflows."""

    terms: tuple[Term, ...]

    def __call__(self, order: mpq) -> Enclosed:
        down, up = contexts(PRECISION)
        top = self.terms[-1][3]
        low = high = mpfr(0)
        for q_low, q_high, below, above in self.terms:
            low = down.add(low, down.mul(q_low, down.exp(down.mul(order, below - top))))
            high = up.add(high, up.mul(q_high, up.exp(up.mul(order, above - top))))
        return order * top + mpq(down.log(low)), order * top + mpq(up.log(high))


def _terms(classes: Classes) -> tuple[Term, ...]:
    scale, error = 1 << FIXED_BITS, classes.error
    return tuple(
        (*_share(q, classes), mpq(key - error, scale), mpq(key + error, scale))
        for key, _, q in classes.entries
    )


def _share(q: Weight, classes: Classes) -> Enclosed:
    share = ratio(q, classes.denominator)
    return share.enclose(PRECISION) if isinstance(share, Quotient) else (share, share)
