"""What code does with a double: functions that rise or fall, as the machine works them out.

`apply` is the operation itself, on the objects that the code uses: Python floats or NumPy scalars.
Addition, multiplication, division and the square root are rounded correctly, and correct rounding
keeps order: a function that rises still rises, weakly, as it is worked out. The functions of the
mathematical library are not proved to be so; all that is used of them is that the result is within
`ULPS` units in the last place of the true one, which rises or falls.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from verify.exploration.uniform.inverses import Inverse

__all__ = ["ULPS", "Operation", "widened"]

ULPS = 4
"""Errors of library functions that are allowed for, in units in the last place.

The GNU C library documents at most 1 for log and exp and 2 for expm1 and log1p; NumPy's vector code
promises less than 4."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One function of one double."""

    name: str
    """how it is written, with {} for the double"""
    key: tuple[object, ...]
    """what tells it from others: equal keys mean equal functions"""
    apply: Callable[[Any], Any]
    rising: bool
    """whether it rises on the doubles that it is applied to, or else falls"""
    rounded: bool = True
    """whether it is correctly rounded, or exact"""
    step: bool = False
    """whether it takes few values, as floor does"""
    start: float = -math.inf
    end: float = math.inf
    """the doubles that it is applied to lie between these"""
    strictly: bool = False
    """whether they are never the start or the end, if that is finite"""
    inverse: Inverse | None = None
    """of the real function, where that is known exactly (see `inverses`)"""

    def inside(self, value: Any) -> Any:
        """The double nearest to ``value`` that it may be applied to.

        A bound on doubles that it is applied to stays a bound.
        """
        kind = type(value)
        if math.isfinite(self.start):
            value = max(value, self._next(kind(self.start), kind(math.inf)))
        if math.isfinite(self.end):
            value = min(value, self._next(kind(self.end), kind(-math.inf)))
        return value

    def _next(self, end: Any, towards: Any) -> Any:
        return type(end)(np.nextafter(end, towards)) if self.strictly else end


def widened(value: Any, up: bool) -> Any:
    """An end that a library function near ``value`` keeps to for every argument on the other side.

    The true value at the same argument is within ULPS of the one that was worked out, and so is
    what is worked out at any other argument from its true value, which lies on the other side.
    """
    kind = type(value)
    if math.isinf(value):
        value = math.copysign(1.0, value) * np.finfo(kind).max
    # other NumPy types than doubles have units of their own
    unit = math.ulp(value) if isinstance(value, float) else np.spacing(abs(value))
    span = 4 * ULPS * unit  # 4, as the true value may be a binade further up
    return kind(value + span if up else value - span)
