"""The least level at which both directions of a pair of laws have a given δ.

Where all classes are listed, bisection finds it. Where that would cost more, or is out of reach,
Newton's steps find it, exactly as well, from answers at single levels.
"""

from __future__ import annotations

from gmpy2 import mpq, mpz

from verify.compose.costs import costs
from verify.compose.event_sums import event_sums
from verify.compose.independent import Independent
from verify.compose.newton import Side, log_quotient, newton
from verify.compose.planner import product_sums
from verify.compose.saddle import guess
from verify.compose.structure import distribution, independent, pure_ratio
from verify.exact.quotient import Number, ratio
from verify.law.infinite import as_series, has_series, reversed_series
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair, UnionPair
from verify.law.swap import swapped

__all__ = ["ANSWERS", "least_alpha", "least_seconds", "product_least_alpha"]

ANSWERS = 8
"""Classes are listed where that costs less than so many answers at single levels: seldom more."""


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
    """Whether a few answers at single levels cost less than all classes."""
    return least_seconds(pair) < costs(pair).listing


def _of_series(pair: Pair, delta: mpq) -> Number | None:
    from verify.loss.series import least_alpha as least_alpha_of_series  # few laws are infinite

    series = as_series(pair)
    forward = least_alpha_of_series(series, delta)
    backward = None if forward is None else least_alpha_of_series(reversed_series(series), delta)
    return None if forward is None or backward is None else max(forward, backward)


def product_least_alpha(product: Independent, delta: mpq) -> Number | None:
    """`least_alpha` of a product from answers at single levels."""
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
            epsilon = guess(one, log_quotient(target, d * scale))
            sides.append(Side(delta, one.infinite, epsilon, backward))
        else:
            alpha = max(alpha, _top(one))
        if product.is_symmetric:
            break
    return newton(lambda level: product_sums(product, level), sides, alpha)


def _union_least_alpha(pair: UnionPair, delta: mpq) -> Number:
    sides = [Side(delta, mpz(0), 0.0, backward) for backward in (False, True)]
    return newton(lambda level: event_sums(pair, level), sides if delta < 1 else [], mpq(1))


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
