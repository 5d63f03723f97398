"""A double of `numpy.random.RandomState`."""

from __future__ import annotations

from typing import Any

import numpy as np

from verify.exploration._trail import Trail
from verify.exploration.signals import reseeded
from verify.exploration.sources.numpy_choice import NumpyChoice
from verify.exploration.sources.numpy_common import refuse_rest
from verify.exploration.sources.numpy_discrete import NumpyDiscrete

__all__ = ["NumpyState"]

_BITS = np.random.MT19937(0)  # of all doubles: none of them draws from it


class NumpyState(NumpyChoice, NumpyDiscrete, np.random.RandomState):
    """A `numpy.random.RandomState` that answers from a trail."""

    _real = np.random.RandomState(0)

    def __init__(self, trail: Trail) -> None:
        np.random.RandomState.__init__(self, _BITS)
        self._trail = trail

    def seed(self, seed: Any = None) -> None:
        """Nothing without a seed; with one, what comes would be no longer random."""
        if seed is not None:
            raise reseeded(self._trail)

    def random_sample(self, size: Any = None) -> Any:
        """Doubles k·2^−53, each as likely, of which only what the code asks is worked out."""
        return self._lazies(size)

    def random(self, size: Any = None) -> Any:
        """The same as ``random_sample``."""
        return self._lazies(size)

    def rand(self, *args: int) -> Any:
        """The same as ``random_sample`` with the numbers as the shape."""
        return self._lazies(args if args else None)

    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> Any:
        """Integers from low on and below high, each as likely."""
        return self._integers("randint", low, high, size, dtype, False)

    def random_integers(self, low: Any, high: Any = None, size: Any = None) -> Any:
        """Integers from low (or 1) up to high, each as likely."""
        first, last = (1, low) if high is None else (low, high)
        return self._integers("randint", first, int(last) + 1, size, "l", False)

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
        """Items of an array or of ``range(a)``, with the probabilities that NumPy works out."""
        items = np.asarray(a)
        is_number = items.ndim == 0 and isinstance(items.item(), int)
        population = int(items) if is_number else len(items) if items.ndim == 1 else 0
        index = self._chosen(population, size, replace, p)
        if index is None:
            return self._real.choice(a, size, replace, p)
        if items.ndim == 0:
            return index
        return items[index] if size is None else items[index, ...].copy()

    def permutation(self, x: Any) -> Any:
        """The items, or the numbers below x, in an order, each as likely."""
        return self._permutation(x, 0, lambda: self._real.permutation(x))

    def shuffle(self, x: Any) -> None:
        """Bring x into an order, each as likely."""
        self._shuffle(x, 0, lambda: self._real.shuffle(x))


refuse_rest(NumpyState, np.random.RandomState)
