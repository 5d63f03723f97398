"""Discrete laws by their definition, with probabilities that are exactly the doubles given.

NumPy draws from these laws by inversion and rejection in doubles; what is drawn here is the law
that it aims at, not what its algorithms make of it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np

from verify.exploration._trail import Options
from verify.exploration.signals import refuse
from verify.exploration.sources.draws import options_of
from verify.exploration.sources.numpy_common import NumpyDouble

__all__ = ["NumpyDiscrete"]

MOST = 1000
"""Trials of one binomial draw"""


class NumpyDiscrete(NumpyDouble):
    """Binomial laws and their relatives."""

    def binomial(self, n: Any, p: Any, size: Any = None) -> Any:
        """Successes of n trials: P(k) = C(n, k)·p^k·(1 − p)^(n − k), the ideal law."""
        template = self._real.binomial(n, p, size)
        return self._each(lambda n, p: self._successes(int(n), _exact(p)), template, n, p)

    def geometric(self, p: Any, size: Any = None) -> Any:
        """Trials up to the first success: P(k) = (1 − p)^(k − 1)·p, the ideal law.

        Every trial is a draw: what is explored needs a residual.
        """
        template = self._real.geometric(p, size)
        return self._each(lambda p: self._trials(_exact(p)), template, p)

    def multinomial(self, n: Any, pvals: Any, size: Any = None) -> Any:
        """How n trials fall, as binomial draws one after the other, the ideal law.

        As in NumPy the last outcome has the probability that the others leave.
        """
        found = np.empty_like(self._real.multinomial(n, pvals, size))
        trials = np.broadcast_to(np.asarray(n), found.shape[:-1])
        chances = np.broadcast_to(np.asarray(pvals, float), found.shape)
        for place in np.ndindex(trials.shape):
            left, rest = int(trials[place]), Fraction(1)
            for i, p in enumerate(map(_exact, chances[place][:-1])):
                found[place][i] = self._successes(left, p / rest if p < rest else 1)
                left -= int(found[place][i])
                rest -= p
            found[place][-1] = left
        return found

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None) -> Any:
        """Good ones of a sample without replacement: C(g, k)·C(b, s − k)/C(g + b, s)."""
        template = self._real.hypergeometric(ngood, nbad, nsample, size)
        return self._each(
            lambda g, b, s: self._listed(_hypergeometric(int(g), int(b), int(s))),
            template,
            ngood,
            nbad,
            nsample,
        )

    def _successes(self, n: int, p: Fraction | int) -> int:
        if n > MOST:
            problem = f"a binomial draw of {n} trials has too many outcomes"
            raise refuse(self._trail, problem, f"at most {MOST} trials")
        return self._listed(_binomial(n, *p.as_integer_ratio()))

    def _trials(self, p: Fraction) -> int:
        options = _binomial(1, *p.as_integer_ratio())
        count = 1
        while not self._listed(options):
            count += 1
        return count

    def _listed(self, options: Options) -> int:
        value: int = options.values[self._trail.listed(options)]
        return value


def _exact(p: Any) -> Fraction:
    return Fraction(float(p))


@lru_cache(maxsize=1024)
def _binomial(n: int, success: int, whole: int) -> Options:
    failure = whole - success
    weights = [comb(n, k) * success**k * failure ** (n - k) for k in range(n + 1)]
    return options_of(weights, range(n + 1))


@lru_cache(maxsize=1024)
def _hypergeometric(good: int, bad: int, sample: int) -> Options:
    return options_of(
        [comb(good, k) * comb(bad, sample - k) for k in range(sample + 1)], range(sample + 1)
    )
