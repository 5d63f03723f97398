"""NumPy functions of lazy uniforms, alone or in arrays."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from verify.exploration._trail import Lazy
from verify.exploration.functions import FUNCTIONS

if TYPE_CHECKING:
    from verify.exploration.lazy import LazyUniform

__all__ = ["array_function", "ufunc"]

_BINARY: dict[Any, Callable[[Any, Any], Any]] = {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
    np.divide: operator.truediv,
    np.power: operator.pow,
    np.less: operator.lt,
    np.less_equal: operator.le,
    np.greater: operator.gt,
    np.greater_equal: operator.ge,
    np.equal: operator.eq,
    np.not_equal: operator.ne,
    np.minimum: lambda x, y: x if x <= y else y,
    np.maximum: lambda x, y: x if x >= y else y,
}
_REFLECTED = {  # a NumPy scalar on the left asks the ufunc again, not the object on the right
    np.add: "__radd__",
    np.subtract: "__rsub__",
    np.multiply: "__rmul__",
    np.divide: "__rtruediv__",
    np.power: "__rpow__",
}
_UNARY: dict[Any, Callable[[Any], Any]] = {
    np.negative: operator.neg,
    np.absolute: abs,
    np.sign: lambda x: np.float64(1.0 if x > 0 else -1.0 if x < 0 else 0.0),
    np.isfinite: lambda x: ~_is_infinite(x),
    np.isnan: lambda _: np.False_,
    np.isinf: lambda x: _is_infinite(x),
}


def ufunc(draw: LazyUniform, function: Any, method: str, inputs: Any, more: Any) -> Any:
    """``function(*inputs)``, of which at least one is a lazy uniform."""
    if method != "__call__" or more:
        raise draw.refused(f"numpy.{function.__name__} used in this way", "a plain call")
    if any(isinstance(each, np.ndarray) and each.ndim for each in inputs):
        return _over_arrays(function, inputs)
    if function in _UNARY:
        return _UNARY[function](*inputs)
    if function in _BINARY:
        left, right = (each.item() if isinstance(each, np.ndarray) else each for each in inputs)
        if function in _REFLECTED and not isinstance(left, Lazy):
            return getattr(right, _REFLECTED[function])(left)
        return _BINARY[function](left, right)
    if function in FUNCTIONS:
        return draw.applied(function)
    raise draw.refused(
        f"numpy.{function.__name__} of a random double cannot be followed",
        "arithmetic, comparisons, roundings, log, exp or sqrt",
    )


def _over_arrays(function: Any, inputs: Any) -> Any:
    """Element by element, in the order in which NumPy goes."""
    grids = np.broadcast_arrays(*[np.asarray(_boxed(each)) for each in inputs])
    found = np.empty(grids[0].shape, dtype=object)
    for place in np.ndindex(*found.shape):
        found[place] = function(*[grid[place] for grid in grids])
    kinds = {type(each) for each in found.flat}
    return found.astype(bool) if kinds <= {bool, np.bool_} else found


def _boxed(value: Any) -> Any:
    """A lazy uniform as an array of no dimension, everything else as it is."""
    if isinstance(value, np.ndarray):
        return value
    box = np.empty((), dtype=object)
    box[()] = value
    return box


def array_function(draw: LazyUniform, function: Any, arguments: Any, more: Any) -> Any:
    """NumPy functions that are no ufuncs, by what they are defined to be."""
    if function in (np.round, np.around) and len(arguments) + len(more) == 1:
        return draw.applied(np.round)
    if function is np.isclose:
        return _is_close(*arguments, **more)
    if function is np.clip and not more and len(arguments) == 3:
        value, low, high = arguments
        return np.minimum(high, np.maximum(low, value))
    raise draw.refused(
        f"numpy.{function.__name__} of a random double cannot be followed",
        "arithmetic, comparisons, roundings, log, exp or sqrt",
    )


def _is_infinite(x: Any) -> np.bool_:
    """Sums and products of doubles may be too large for one."""
    return np.bool_(x == np.inf or x == -np.inf)


def _is_close(x: Any, y: Any, rtol: float = 1e-5, atol: float = 1e-8) -> Any:
    return abs(x - y) <= atol + rtol * abs(y)
