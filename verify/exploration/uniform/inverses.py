"""Where a real function of one number passes a value: exactly, in rationals and powers of e.

A bound is a value and whether it is strict: x < value, or x <= value. An inverse takes a bound on
f(x) and gives the bound on x that says the same where f rises; where f falls, it gives the bound
that says the opposite. −inf is below everything, inf above everything. What is no rational and no
power of e or of an integer is an `UnknownError`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from gmpy2 import mpq, mpz

from verify.exact.quotient import Number, ratio
from verify.exact.ring import RingNumber

__all__ = ["FUNCTIONS", "Bound", "Inverse", "UnknownError", "arithmetic", "falling_abs", "negated"]
__all__ += ["rational_of", "rising_abs"]

Value: TypeAlias = "Number | float"
"""An exact number, or −inf or inf"""

Bound: TypeAlias = "tuple[Value, bool]"
"""A value, and whether it is left out"""

Inverse: TypeAlias = "Callable[[Value, bool], Bound]"


class UnknownError(ArithmeticError):
    """Where the function takes the value is not known exactly."""


def arithmetic(sign: str, constant: Any, first: bool, positive: bool) -> Inverse | None:
    """The inverse of ``x sign constant`` (``constant sign x`` if ``first``), x of a known sign."""
    if sign == "**":
        return None
    c = rational_of(constant)
    if sign == "+":
        return _simple(lambda y: y - c)
    if sign == "-":
        return _simple((lambda y: c - y) if first else (lambda y: y + c), falls=first)
    if sign == "*":
        return _simple(lambda y: y / c, falls=c < 0)
    return _reciprocal(c, positive) if first else _simple(lambda y: y * c, falls=c < 0)


def rational_of(number: Any) -> mpq:
    """A finite number of Python or NumPy, whatever its type."""
    plain = int(number) if isinstance(number, np.integer | np.bool_) else number
    return mpq(*plain.as_integer_ratio())


def _simple(inverse: Callable[[Any], Number], falls: bool = False) -> Inverse:
    """Of a function from all numbers to all numbers."""

    def found(y: Value, strict: bool) -> Bound:
        if isinstance(y, float):
            return -y if falls else y, strict != falls
        return inverse(y), strict != falls

    return found


def _reciprocal(c: mpq, positive: bool) -> Inverse:
    """Of c/x, where x is positive, or else negative: its values have one sign."""
    falls, above = c > 0, (c > 0) == positive

    def found(y: Value, strict: bool) -> Bound:
        strict = strict != falls
        if y == 0 or (y > 0) != above:  # beyond the values that are next to 0
            return math.inf if positive else -math.inf, strict
        return mpq(0) if isinstance(y, float) else c / y, strict

    return found


def negated(y: Value, strict: bool) -> Bound:
    """Of −x."""
    return -y, not strict


def rising_abs(y: Value, strict: bool) -> Bound:
    """Of |x| where x >= 0."""
    return y if y >= 0 else -math.inf, strict


def falling_abs(y: Value, strict: bool) -> Bound:
    """Of |x| where x <= 0."""
    return -y if y >= 0 else math.inf, not strict


def _rational(y: Value) -> mpq:
    if not isinstance(y, mpq):
        raise UnknownError
    return y


def _power(base: int, less: int = 0) -> Inverse:
    """Of the logarithm to a base (0 for e) of x + less."""

    def found(y: Value, strict: bool) -> Bound:
        if isinstance(y, float):
            return y if y > 0 else mpq(-less), strict
        exponent = _rational(y)
        of_e, factors = (0, [(base, exponent)]) if base else (exponent, [])
        return ratio(RingNumber.power(of_e, factors), mpz(1)) - less, strict

    return found


def _logarithm(less: int = 0) -> Inverse:
    """Of a power of any base, less something: known where that is 1, and beyond its range."""

    def found(y: Value, strict: bool) -> Bound:
        if y <= -less:
            return -math.inf, strict
        if isinstance(y, float):
            return y, strict
        if y != 1 - less:
            raise UnknownError
        return mpq(0), strict

    return found


def _square(y: Value, strict: bool) -> Bound:
    if y < 0:
        return -math.inf, strict
    return y if isinstance(y, float) else y * y, strict


def _step(end: Callable[[mpz], Bound]) -> Inverse:
    """Of a rounding to integers: ``end(m)`` is the bound of what is rounded to m or less."""

    def found(y: Value, strict: bool) -> Bound:
        if isinstance(y, float):
            return y, strict
        value = _rational(y)
        return end(mpz(math.ceil(value) - 1 if strict else math.floor(value)))

    return found


_NEAREST = _step(lambda m: (m + mpq(1, 2), True))  # ties have probability 0

FUNCTIONS: dict[str, Inverse] = {
    "log": _power(0),
    "log2": _power(2),
    "log10": _power(10),
    "log1p": _power(0, less=1),
    "exp": _logarithm(),
    "exp2": _logarithm(),
    "expm1": _logarithm(less=1),
    "sqrt": _square,
    "floor": _step(lambda m: (mpq(m + 1), True)),
    "ceil": _step(lambda m: (mpq(m), False)),
    "trunc": _step(lambda m: (mpq(m + 1), True) if m >= 0 else (mpq(m), False)),
    "rint": _NEAREST,
    "round": _NEAREST,
}
