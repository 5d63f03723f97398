"""A double of `numpy.random.Generator`."""

from __future__ import annotations

from typing import Any

import numpy as np

from verify.exploration._trail import Trail
from verify.exploration.signals import refuse
from verify.exploration.sources.numpy_choice import NumpyChoice
from verify.exploration.sources.numpy_common import refuse_rest
from verify.exploration.sources.numpy_discrete import NumpyDiscrete

__all__ = ["NumpyGenerator"]

_BITS = np.random.PCG64(0)  # of all doubles: none of them draws from it


class NumpyGenerator(NumpyChoice, NumpyDiscrete, np.random.Generator):
    """A `numpy.random.Generator` that answers from a trail."""

    _real = np.random.Generator(np.random.PCG64(0))

    def __init__(self, trail: Trail) -> None:
        np.random.Generator.__init__(self, _BITS)
        self._trail = trail

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Doubles k·2^−53, each as likely, of which only what the code asks is worked out."""
        if dtype is not np.float64 or out is not None:
            if out is not None or np.dtype(dtype) == np.float32:
                problem = "random(out=...)" if out is not None else "random(dtype=float32)"
                raise refuse(self._trail, f"{problem} cannot be followed", "random(size)")
            self._real.random(0, dtype)  # an error, if it is not float64 in other words
        return self._lazies(size)

    def integers(
        self,
        low: Any,
        high: Any = None,
        size: Any = None,
        dtype: Any = np.int64,
        endpoint: bool = False,
    ) -> Any:
        """Integers from low on and below high, or up to it, each as likely."""
        return self._integers("integers", low, high, size, dtype, bool(endpoint))

    def choice(
        self,
        a: Any,
        size: Any = None,
        replace: bool = True,
        p: Any = None,
        axis: int = 0,
        shuffle: bool = True,
    ) -> Any:
        """Items of an array or of ``range(a)``, with the probabilities that NumPy works out."""
        items = np.asarray(a)
        population = int(items) if _is_integer(items) else items.shape[axis] if items.ndim else 0
        index = self._chosen(population, size, replace, p, shuffle)
        if index is None:
            return self._real.choice(a, size, replace, p, axis, shuffle)
        if items.ndim == 0:
            return index
        if size is not None and index.ndim == 0 and items.ndim == 1:
            return items[index, ...].copy()
        return items.take(index, axis=axis)

    def permutation(self, x: Any, axis: int = 0) -> Any:
        """The items, or the numbers below x, in an order, each as likely."""
        return self._permutation(x, axis, lambda: self._real.permutation(x, axis))

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Bring x into an order, each as likely."""
        self._shuffle(x, axis, lambda: self._real.shuffle(x, axis))

    def permuted(self, x: Any, *, axis: int | None = None, out: Any = None) -> Any:
        """All elements in an order, or those of every slice along an axis, each as likely."""
        template = np.empty_like(out) if isinstance(out, np.ndarray) else out
        found = self._real.permuted(x, axis=axis, out=template)
        array = np.asarray(x)
        if axis is None:
            found[...] = array.ravel()[self._order(array.size)].reshape(array.shape)
        else:
            lines, results = np.moveaxis(array, axis, -1), np.moveaxis(found, axis, -1)
            for place in np.ndindex(lines.shape[:-1]):
                results[place] = lines[place][self._order(lines.shape[-1])]
        if out is None:
            return found
        out[...] = found
        return out

    def spawn(self, n_children: int) -> list[np.random.Generator]:
        """Generators whose draws are independent of each other and of this one."""
        return [type(self)(self._trail) for _ in range(n_children)]


def _is_integer(items: np.ndarray) -> bool:
    return items.ndim == 0 and isinstance(items.item(), int)


refuse_rest(NumpyGenerator, np.random.Generator)
