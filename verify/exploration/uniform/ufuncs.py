"""NumPy functions of lazy uniforms, alone or in arrays."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from verify.exploration.uniform import inverses
from verify.exploration.uniform.functions import FUNCTIONS
from verify.exploration.uniform.operations import Operation

if TYPE_CHECKING:
    from verify.exploration.uniform.lazy import LazyUniform

__all__ = ["array_function", "ufunc"]

_ARITHMETIC = {
    np.add: "+",
    np.subtract: "-",
    np.multiply: "*",
    np.divide: "/",
    np.power: "**",
}
_RELATIONS = {  # and what they are with the sides changed
    np.less: (operator.lt, operator.gt),
    np.less_equal: (operator.le, operator.ge),
    np.greater: (operator.gt, operator.lt),
    np.greater_equal: (operator.ge, operator.le),
    np.equal: (operator.eq, operator.eq),
    np.not_equal: (operator.ne, operator.ne),
}
_ENDS = {np.minimum, np.maximum}
_ALIKE = {np.sign, np.isfinite, np.isnan, np.isinf}
"""Functions that give the same for all finite values of one sign"""


def ufunc(draw: LazyUniform, function: Any, method: str, inputs: Any, more: Any) -> Any:
    """``function(*inputs)``, of which at least one is a lazy uniform."""
    if method != "__call__" or more:
        raise draw.refused(f"numpy.{function.__name__} used in this way", "a plain call")
    inputs = [np.asarray(each) if isinstance(each, list | tuple) else each for each in inputs]
    if any(isinstance(each, np.ndarray) and each.ndim for each in inputs):
        return _over_arrays(function, inputs)
    inputs = [each[()] if isinstance(each, np.ndarray) else each for each in inputs]
    if len(inputs) == 2:
        return _of_two(draw, function, *inputs)
    if function is np.negative:
        return draw.apply(
            Operation("-{}", ("-", function), function, False, inverse=inverses.negated)
        )
    if function is np.absolute:
        if draw < 0:
            falling = Operation("abs({})", (function, -1), function, False, end=0.0)
            return draw.apply(replace(falling, inverse=inverses.falling_abs))
        rising = Operation("abs({})", (function, 1), function, True, start=0.0)
        return draw.apply(replace(rising, inverse=inverses.rising_abs))
    if function in _ALIKE:
        draw.sort_out()
        return function(draw.value())
    if function in FUNCTIONS:
        return draw.applied(function)
    raise _unknown(draw, function)


def _of_two(draw: LazyUniform, function: Any, left: Any, right: Any) -> Any:
    first = right is draw
    other = left if first else right
    if function in _ARITHMETIC:
        return draw.arithmetic(_ARITHMETIC[function], other, first, function)
    if function in _RELATIONS:
        return np.bool_(_RELATIONS[function][first](draw, other))
    if function in _ENDS:
        if _RELATIONS[np.not_equal][0](other, other):  # nan
            return function(draw.value(), other)
        name = f"numpy.{function.__name__}({{}}, {other!r})"
        key = function, type(other), other, first
        return draw.apply(Operation(name, key, lambda x: function(x, other), rising=True))
    raise _unknown(draw, function)


def _unknown(draw: LazyUniform, function: Any) -> BaseException:
    return draw.refused(
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
    raise _unknown(draw, function)


def _is_close(x: Any, y: Any, rtol: float = 1e-5, atol: float = 1e-8) -> Any:
    return np.less_equal(abs(x - y), atol + rtol * abs(y))
