"""`choice`, `permutation` and `shuffle` as NumPy defines them, along a trail."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from verify.exploration._trail import Options
from verify.exploration.sources.draws import below, options_of
from verify.exploration.sources.numpy_common import NumpyDouble

__all__ = ["NumpyChoice"]

_CELLS = 2.0**53


class NumpyChoice(NumpyDouble):
    """Draws from given items."""

    def _chosen(
        self, population: int, size: Any, replace: bool, p: Any, shuffled: bool = True
    ) -> Any:
        """An index or an array of indices, or None if it is for NumPy to say that there is none."""
        count = 1 if size is None else int(np.prod(size, dtype=np.intp))
        if population < 1 or count < 1 or (count > population and not replace):
            return None
        weights = None
        if p is not None:
            weights = _probabilities(self._real, p)
            if len(weights) != population or not (replace or np.count_nonzero(weights) >= count):
                return None
        if size is None:
            return self._indices(population, 1, True, weights, shuffled)[0]
        chosen = self._indices(population, count, replace, weights, shuffled)
        return np.array(chosen, np.int64).reshape(size)

    def _indices(
        self, population: int, count: int, replace: bool, p: np.ndarray | None, shuffled: bool
    ) -> list[int]:
        trail = self._trail
        if p is not None:
            return self._by_weight(p, count, replace)
        if replace:
            return [below(trail, population) for _ in range(count)]
        if not shuffled:
            return self._floyd(population, count)
        left = list(range(population))  # every ordered sample is as likely, whatever the algorithm
        return [left.pop(below(trail, len(left))) for _ in range(count)]

    def _floyd(self, population: int, count: int) -> list[int]:
        """Floyd's sample, whose order is not uniform: NumPy's for ``shuffle=False``."""
        chosen: list[int] = []
        for last in range(population - count, population):
            index = below(self._trail, last + 1)
            chosen.append(last if index in chosen else index)
        return chosen

    def _by_weight(self, p: np.ndarray, count: int, replace: bool) -> list[int]:
        """Indices by their weights; without replacement in rounds, as NumPy does it.

        A round draws as many indices as are missing, and keeps those that are new.
        """
        trail = self._trail
        options_by = _cells if trail.make is None else _shares  # real numbers are not rounded
        options = options_by(p.tobytes())
        if replace:
            return [options.values[trail.listed(options)] for _ in range(count)]
        chosen: list[int] = []
        p = p.copy()
        while len(chosen) < count:
            p[chosen] = 0
            options = options_by(p.tobytes())
            drawn = [options.values[trail.listed(options)] for _ in range(count - len(chosen))]
            chosen += dict.fromkeys(drawn)
        return chosen

    def _order(self, n: int) -> list[int]:
        """0, ..., n − 1 in an order, each as likely."""
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = below(self._trail, i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def _permutation(self, x: Any, axis: int, real: Any) -> Any:
        if isinstance(x, (int, np.integer)):
            return np.array(self._order(int(x)), np.int64)
        array = np.asarray(x)
        if not -array.ndim <= axis < array.ndim:
            return real()  # an error
        return array.take(self._order(array.shape[axis]), axis=axis)

    def _shuffle(self, x: Any, axis: int, real: Any) -> None:
        if isinstance(x, np.ndarray):
            if not -x.ndim <= axis < x.ndim:
                real()  # an error
            x[...] = x.take(self._order(x.shape[axis]), axis=axis)
            return
        if axis:
            real()  # an error
        for i in range(len(x) - 1, 0, -1):
            j = below(self._trail, i + 1)
            x[i], x[j] = x[j], x[i]


def _probabilities(real: Any, p: Any) -> np.ndarray:
    """The doubles that NumPy makes of probabilities, or its error."""
    if isinstance(p, np.ndarray):
        return _checked(real, p.tobytes(), p.dtype.str, p.shape)
    try:
        return _checked_values(real, tuple(p))
    except TypeError:  # not hashable
        return _check(real, p)


@lru_cache(maxsize=1024)
def _checked(real: Any, data: bytes, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    return _check(real, np.frombuffer(data, dtype).reshape(shape))


@lru_cache(maxsize=1024)
def _checked_values(real: Any, p: tuple[Any, ...]) -> np.ndarray:
    return _check(real, p)


def _check(real: Any, p: Any) -> np.ndarray:
    real.choice(max(len(p), 1), 0, True, p)
    return np.array(p, np.float64)


@lru_cache(maxsize=4096)
def _shares(data: bytes) -> Options:
    """Indices by their weights, without any rounding."""
    ratios = [each.as_integer_ratio() for each in np.frombuffer(data, np.float64).tolist()]
    whole = math.lcm(*(d for _, d in ratios))
    return options_of([n * (whole // d) for n, d in ratios], range(len(ratios)))


@lru_cache(maxsize=4096)
def _cells(data: bytes) -> Options:
    """Indices by how many k have k·2^−53 in their part of the cumulative sums.

    NumPy takes the first index whose sum, divided by the last one, is above a random double.
    """
    sums = np.frombuffer(data, np.float64).cumsum()
    sums /= sums[-1]
    ends = [math.ceil(each * _CELLS) for each in sums.tolist()]
    starts = [0, *ends[:-1]]
    return options_of(
        [end - start for start, end in zip(starts, ends, strict=True)], range(len(ends))
    )
