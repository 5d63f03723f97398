"""What the doubles of NumPy's two classes of generators have in common.

A generator of the real class, whose draws nobody uses, gives the errors for wrong arguments, and
the shapes and types of results.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from verify.exploration._trail import Trail
from verify.exploration.signals import refuse
from verify.exploration.sources.draws import CONTINUOUS, STATE, below, refusing

__all__ = ["NumpyDouble", "refuse_rest"]

_STATE = ("bit_generator", "get_state", "set_state")


class NumpyDouble:
    """Draws of doubles and integers along a trail."""

    _trail: Trail
    _real: Any
    """a generator of the real class"""
    _bit_generator = property(refusing("bit_generator", STATE))  # which NumPy reads

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of a trail>"

    __str__ = __repr__
    __reduce_ex__ = refusing("a copy of a generator", STATE)  # copies, deep ones and pickles

    def _lazies(self, size: Any) -> Any:
        """A lazy uniform, or an array of them."""
        lazy = self._trail.lazy
        if size is None:
            return lazy()
        if type(size) is int and size >= 0:
            return np.fromiter([lazy() for _ in range(size)], object, size)
        count = np.empty(size, bool).size
        return np.fromiter([lazy() for _ in range(count)], object, count).reshape(size)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        """``low + (high − low)·random()``, each step rounded to a double."""
        if size is None and isinstance(low, (int, float)) and isinstance(high, (int, float)):
            if not 0 <= high - low < np.inf:
                self._real.uniform(low, high)  # an error, if this is one
            return self._between(float(low), float(high) - float(low))
        template = self._real.uniform(low, high, size)
        if not isinstance(template, np.ndarray):
            return self._between(float(low), float(high) - float(low))
        lows = np.asarray(low, float)
        widths = np.broadcast_to(np.asarray(high, float) - lows, template.shape)
        lows = np.broadcast_to(lows, template.shape)
        found = np.empty(template.shape, object)
        for place in np.ndindex(found.shape):
            found[place] = self._between(float(lows[place]), float(widths[place]))
        return found

    def _between(self, low: float, width: float) -> Any:
        draw = self._trail.lazy()
        if width == 0.0:
            return low + 0.0
        if width != 1.0:
            draw = draw * width
        return draw if low == 0.0 else low + draw

    def _integers(
        self, method: str, low: Any, high: Any, size: Any, dtype: Any, closed: bool
    ) -> Any:
        """Integers from low on and below high, or up to it if ``closed``, each as likely."""
        real = getattr(self._real, method)
        if isinstance(low, (int, np.integer)) and (
            high is None or isinstance(high, (int, np.integer))
        ):
            first, count, scalar, kind = _span(real, low, high, dtype, closed)
            if size is None:
                return scalar(first + below(self._trail, count))
            shape = np.empty(size, bool).shape
            many = range(np.empty(size, bool).size)
            values = [first + below(self._trail, count) for _ in many]
            return np.array(values, dtype=kind).reshape(shape)
        return self._integers_between(real, low, high, size, dtype, closed)

    def _integers_between(
        self, real: Any, low: Any, high: Any, size: Any, dtype: Any, closed: bool
    ) -> Any:
        template = _really(real, low, high, size, dtype, closed)
        lows, highs = (0, low) if high is None else (low, high)

        def one(least: Any, end: Any) -> int:
            if int(least) != least or int(end) != end:
                raise refuse(self._trail, "integers between bounds that are none", "integers")
            return int(least) + below(self._trail, int(end) + closed - int(least))

        return self._each(one, template, lows, highs)

    def _each(self, one: Callable[..., Any], template: Any, *parameters: Any) -> Any:
        """One draw for every element of the template, with its parameters."""
        if not isinstance(template, np.ndarray):
            return type(template)(one(*[np.asarray(each, object).item() for each in parameters]))
        grids = [np.broadcast_to(np.asarray(p, object), template.shape) for p in parameters]
        found = np.empty_like(template)
        for place in np.ndindex(found.shape):
            found[place] = one(*[grid[place] for grid in grids])
        return found

    def bytes(self, length: int) -> bytes:
        """Bytes, each as likely."""
        length = operator.index(length)
        if length < 0:
            raise refuse(self._trail, f"{length} bytes", "a length of at least 0")
        return below(self._trail, 1 << (8 * length)).to_bytes(length, "little")


def _really(real: Any, low: Any, high: Any, size: Any, dtype: Any, closed: bool) -> Any:
    more = {"endpoint": True} if closed else {}
    return real(low, high, size=size, dtype=dtype, **more)


@lru_cache(maxsize=4096, typed=True)
def _span(real: Any, low: Any, high: Any, dtype: Any, closed: bool) -> tuple[int, int, Any, Any]:
    """The least integer, how many there are, and their types alone and in arrays."""
    scalar = type(_really(real, low, high, None, dtype, closed))
    kind = _really(real, low, high, (), dtype, closed).dtype
    least, end = (0, low) if high is None else (low, high)
    return int(least), int(end) + closed - int(least), scalar, kind


def refuse_rest(double: type, real: type) -> None:
    """Let a class of doubles refuse each public method of the real class that it has not."""
    own = {
        name
        for each in double.__mro__
        if each.__module__.startswith("verify.")
        for name in vars(each)
    }
    for name in dir(real):
        if name.startswith("_") or name in own:
            continue
        method = refusing(name, STATE if name in _STATE else CONTINUOUS)
        is_value = isinstance(getattr(real, name), types.GetSetDescriptorType | property)
        setattr(double, name, property(method) if is_value else method)
