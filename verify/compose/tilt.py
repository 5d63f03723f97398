"""How the laws of a product are tilted, so that what decides at one level lies in the middle.

Under the tilt θ a draw of class z has weight proportional to q·(p/q)^θ. Floats only choose θ and
sizes here: every tilt gives a valid interval, and a good one a narrow interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from verify.compose.independent import Independent
from verify.exact.logarithm import FIXED_BITS
from verify.exact.ring import log_key

__all__ = ["Drawn", "Logarithms", "Tilt", "logarithms", "tilt_of"]

STEPS = 60
THETA_BITS = 20
MOST_THETA = 1 << 16
ONE = 1 << FIXED_BITS

Floats = NDArray[np.float64]

Logarithms = tuple[tuple[int, ...], tuple[int, ...]]
"""ln(p/q) and ln q of every class as multiples of 2^-128; q is a share of all weight"""


@dataclass(frozen=True, slots=True)
class Drawn:
    """About what one draw is like under a tilt."""

    mean: float
    """of the logarithm of the ratio"""
    variance: float
    logarithm: float
    """of the sum of the tilted weights"""


@dataclass(frozen=True)
class Tilt:
    """The tilt θ >= 0 of a product at a level, and what draws are like under it."""

    theta: mpq
    drawn: tuple[Drawn, ...]
    """for every factor"""
    counts: tuple[int, ...]
    reach: float
    """the greatest distance of two logarithms of one draw"""

    @property
    def is_excess(self) -> bool:
        """Whether P − αQ is summed where it is positive, rather than min(P, αQ) everywhere."""
        return bool(self.theta >= 1)

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return sum(self.counts)

    @cached_property
    def variance(self) -> float:
        """About the variance of the logarithm of the ratio of all draws."""
        return sum([self.variance_of(i, count) for i, count in enumerate(self.counts)])

    def variance_of(self, factor: int, count: int) -> float:
        """The same for some draws of one factor; never so small that nothing depends on it."""
        floor = min(1 / (8 * max(float(self.theta), 1.0)), self.reach / 64) ** 2
        return count * max(self.drawn[factor].variance, floor / self.draws)


def logarithms(product: Independent) -> tuple[Logarithms, ...]:
    """The logarithms of every factor, each within `FIXED_ERROR` or the error of its classes."""
    found: tuple[Logarithms, ...] | None = product.memo.get("logarithms")
    if found is None:
        found = tuple(
            [
                (
                    tuple([key for key, _, _ in each.classes.entries]),
                    tuple([log_key(q, each.classes.denominator) for *_, q in each.classes.entries]),
                )
                for each in product.factors
            ]
        )
        product.memo["logarithms"] = found
    return found


def tilt_of(product: Independent, log_alpha: float) -> Tilt:
    """The tilt under which the mean of ln(P/Q) is ln α, as nearly as it has a use."""
    laws = [(_floats(ratios), _floats(weights)) for ratios, weights in logarithms(product)]
    counts = tuple([each.count for each in product.factors])

    def mean(theta: float) -> float:
        return sum([n * _drawn(*law, theta).mean for n, law in zip(counts, laws, strict=True)])

    low, high = (1.0, 2.0) if mean(1.0) <= log_alpha else (0.0, 1.0)
    while high >= 2 and mean(high) < log_alpha and high < MOST_THETA:
        low, high = high, 2 * high
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < log_alpha else (low, middle)
    theta = mpq(round(low * (1 << THETA_BITS)), 1 << THETA_BITS)
    reach = max(float(np.ptp(ratios)) for ratios, _ in laws) or 1.0
    return Tilt(theta, tuple([_drawn(*law, float(theta)) for law in laws]), counts, reach)


def _floats(numbers: Sequence[int]) -> Floats:
    return np.array([number / ONE for number in numbers])


def _drawn(ratios: Floats, weights: Floats, theta: float) -> Drawn:
    tilted = weights + theta * ratios
    most = tilted.max()
    shares = np.exp(tilted - most)
    total = shares.sum()
    mean = float(shares @ ratios / total)
    variance = float(shares @ (ratios - mean) ** 2 / total)
    return Drawn(mean, variance, float(most + np.log(total)))
