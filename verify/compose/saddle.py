"""A guess of the level at which a product has a given δ, in floating point: it decides nothing.

With the privacy loss L = ln(P/Q) of a product and K(t) = ln E_P[e^(tL)], a sum over its draws,

    H_α(P‖Q) = E_P[(1 − α/e^L)₊] ≈ e^(K(t) − t·ε) · (M(t·s) − M((1 + t)·s)),   ε = ln α,

where t is the saddle point, K′(t) = ε, s² = K″(t), and M(x) = e^(x²/2)·Φ(−x): tilted by t, the loss
has mean ε and is taken to be normal. The two terms are P{L > ε} and α·Q{L > ε}. Where t < 0, the
first is near 1, and Φ(−r) with −r²/2 = K(t) − t·ε is the better guess. Source: Daniels 1987;
Alghamdi and others 2023.
"""

from __future__ import annotations

from collections.abc import Callable
from math import erfc, exp, expm1, inf, log, log1p, pi, sqrt

from verify.compose.independent import Independent
from verify.exact.logarithm import FIXED_BITS
from verify.exact.ring import log_key

__all__ = ["guess"]

HALVINGS = 36
STEEPEST = 45.0
"""Saddle points are looked for with 1 + t between e^−STEEPEST and e^STEEPEST"""

BELOW = 1e-11
"""A guess is so much of the greatest loss below it at least."""

ONE = float(1 << FIXED_BITS)


def guess(product: Independent, log_delta: float) -> float:
    """About the ε at which the finite part of H(P‖Q) is e^``log_delta``."""
    law = _cumulants(product)
    low, high = -STEEPEST, STEEPEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _log_excess(expm1(middle), *law(expm1(middle))) > log_delta:
            low = middle
        else:
            high = middle
    top = sum(each.count * each.classes.entries[-1][0] for each in product.factors) / ONE
    return min(law(expm1(low))[1], top - abs(top) * BELOW)  # where H is not 0


def _cumulants(product: Independent) -> Callable[[float], tuple[float, float, float]]:
    """t ↦ (K(t), K′(t), K″(t)) over the finite ratios."""
    factors = [
        (
            each.count,
            [
                (log_key(p, each.classes.denominator) / ONE, key / ONE)
                for key, p, _ in each.classes.entries
            ],
        )
        for each in product.factors
    ]

    def at(t: float) -> tuple[float, float, float]:
        value = mean = variance = 0.0
        for count, classes in factors:
            top = max(weight + t * loss for weight, loss in classes)
            tilted = [(exp(weight + t * loss - top), loss) for weight, loss in classes]
            total = sum(weight for weight, _ in tilted)
            center = sum(weight * loss for weight, loss in tilted) / total
            spread = sum(weight * (loss - center) ** 2 for weight, loss in tilted) / total
            value += count * (top + log(total))
            mean += count * center
            variance += count * spread
        return value, mean, variance

    return at


def _log_excess(t: float, value: float, mean: float, variance: float) -> float:
    """About ln H where t is the saddle point."""
    height, s = value - t * mean, sqrt(variance)
    far = height + _log_mills((1 + t) * s)
    near = height + _log_mills(t * s) if t >= 0 else log(erfc(-sqrt(max(0.0, -height))) / 2)
    return near + log1p(-exp(far - near)) if far < near else -inf


def _log_mills(x: float) -> float:
    """ln(e^(x²/2)·Φ(−x))."""
    if x < 25:
        return x * x / 2 + log(erfc(x / sqrt(2)) / 2)
    return -log(x * sqrt(2 * pi)) + log1p(-1 / (x * x))
