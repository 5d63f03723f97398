"""Lazy uniforms: `random()` as the 2^53 doubles k·2^−53, of which a run only learns what it asks.

Arithmetic with constants is written down; a comparison, a conversion to an integer or a rounding
splits the k where the machine's own result changes (see `steps`). A lazy uniform is no float: what
needs a float that is one, such as a function of C code, says so.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np

from verify.exploration._trail import Lazy
from verify.exploration.functions import ARITHMETIC, FUNCTIONS, arithmetic
from verify.exploration.operations import Operation
from verify.exploration.signals import refuse
from verify.exploration.steps import UNIT, Steps, TooWideError
from verify.exploration.ufuncs import array_function, ufunc

__all__ = ["LazyUniform"]

_BASE = Steps()

_RELATIONS: tuple[Callable[[Any, Any], Any], ...] = (
    operator.lt,
    operator.le,
    operator.eq,
    operator.ne,
    operator.gt,
    operator.ge,
)
_CHANGES = ("<", "<=", "==", "==", "<=", "<")  # the changes of > are those of <=

_CONSTANTS = (int, float, Fraction, np.integer, np.floating, np.bool_)

FEW = 4096
"""Doubles that are told apart one by one where a value itself is asked for"""


class LazyUniform(Lazy):
    """One draw, uniform over the doubles k·2^−53 with 0 <= k < 2^53, or what became of it."""

    __slots__ = ()

    @property
    def chain(self) -> Steps:
        """What is done with the draw."""
        return _BASE if self.steps is None else self.steps

    def value(self) -> Any:
        """The value at the least k of the cell."""
        return self.chain.at(self.cell.low)

    def apply(self, operation: Operation) -> LazyUniform:
        """What the operation makes of it."""
        return self.derived(self.chain.then(operation))

    def applied(self, function: object) -> Any:
        """A function of a double, such as ``math.log``, where it is known."""
        known = FUNCTIONS.get(function)
        if known is None:
            name = getattr(function, "__name__", repr(function))
            raise self.refused(f"{name} of a random double cannot be followed", _FORM)
        if self.chain.step and not known.rounded:  # few values, of which each is worked out
            return known.apply(self.concrete())
        if known.start > -math.inf:
            inside = self >= known.start if known.closed else self > known.start
            if not inside:  # negative, or zero: an error, or nan and infinity
                _ = self == known.start  # each by itself
                with np.errstate(all="ignore"):
                    return known.apply(self.value())
        return self.apply(known.operation)

    def is_enumerable(self) -> bool:
        """Whether it takes few values."""
        return self.chain.step or self.cell.high - self.cell.low <= FEW

    def concrete(self) -> Any:
        """Its value: the cell is split into parts with one value each."""
        if not self.is_enumerable():
            raise self.refused("the value of a random double itself is asked for", _FORM)
        return self.told_apart()

    def told_apart(self) -> Any:
        """Its value, however many there are: the cell is split into parts with one value each."""
        cell, chain = self.cell, self.chain
        bounds = self._bounds(lambda: chain.values(cell.low, cell.high))
        if bounds:
            self.choose(bounds)
        return self.value()

    def refused(self, problem: str, form: str) -> BaseException:
        """The signal that this line cannot be followed."""
        return refuse(self.trail, problem, form)

    def _bounds(self, find: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
        try:
            return find()
        except TooWideError:
            problem = "the error bounds of library functions leave open where a comparison turns"
            raise self.refused(f"{problem}: {self.chain}", _FORM) from None
        except ArithmeticError as error:
            raise self.refused(f"{self.chain} fails for some draws: {error}", _FORM) from None

    def _compared(self, other: Any, relation: int) -> Any:
        """What the comparison with a constant answers, after a split where that is needed."""
        if isinstance(other, np.ndarray):
            return self._each(other, lambda c: _RELATIONS[relation](self, c), bool)
        if not isinstance(other, _CONSTANTS):
            if isinstance(other, Lazy):
                raise self.mixed(other)
            return NotImplemented
        cell, chain = self.cell, self.chain
        kind = _CHANGES[relation]
        bounds = self._bounds(lambda: chain.changes(kind, other, cell.low, cell.high))
        if bounds:
            self.choose(bounds)
        return _RELATIONS[relation](self.value(), other)

    def mixed(self, _other: Lazy) -> BaseException:
        """The signal that two draws meet in one expression."""
        return self.refused(
            "two random doubles are mixed in one expression",
            "comparisons of each with constants, or integer draws such as randrange(n)",
        )

    def _arithmetic(self, sign: str, other: Any, first: bool) -> Any:
        if isinstance(other, np.ndarray):
            work = ARITHMETIC[sign]
            return self._each(other, lambda c: work(c, self) if first else work(self, c), object)
        if not isinstance(other, _CONSTANTS):
            if isinstance(other, Lazy):
                raise self.mixed(other)
            return NotImplemented
        work = ARITHMETIC[sign]
        if sign == "**" and self.chain.step:  # few values, of which each is worked out
            return work(other, self.concrete()) if first else work(self.concrete(), other)
        if (sign == "**" and self <= 0) or (sign == "/" and first and self == 0):
            if sign == "**" and self < 0:
                raise self.refused("a power of a negative random double", _FORM)
            zero = self.told_apart()  # what is worked out from it is for the machine to say
            return work(other, zero) if first else work(zero, other)
        if not math.isfinite(other):
            raise self.refused(f"a random double {sign} {other!r}", "finite constants")
        if sign not in "+-" and (other == 0 or (sign == "**" and first and other == 1)):
            _ = self < 0, self == math.inf, self == -math.inf  # which make another constant
            value = self.told_apart() if self == 0 else self.value()
            return work(other, value) if first else work(value, other)
        positive = sign != "/" or not first or bool(self > 0)
        return self.apply(arithmetic(sign, other, first=first, positive=positive))

    def _each(self, array: np.ndarray, one: Callable[[Any], Any], kind: type) -> np.ndarray:
        found = np.empty(array.shape, dtype=object)
        for place, constant in np.ndenumerate(array):
            found[place] = one(constant)
        return found.astype(kind)

    def __add__(self, other: Any) -> Any:
        return self._arithmetic("+", other, False)

    def __radd__(self, other: Any) -> Any:
        return self._arithmetic("+", other, True)

    def __sub__(self, other: Any) -> Any:
        return self._arithmetic("-", other, False)

    def __rsub__(self, other: Any) -> Any:
        return self._arithmetic("-", other, True)

    def __mul__(self, other: Any) -> Any:
        return self._arithmetic("*", other, False)

    def __rmul__(self, other: Any) -> Any:
        return self._arithmetic("*", other, True)

    def __truediv__(self, other: Any) -> Any:
        return self._arithmetic("/", other, False)

    def __rtruediv__(self, other: Any) -> Any:
        return self._arithmetic("/", other, True)

    def __pow__(self, other: Any) -> Any:
        return self._arithmetic("**", other, False)

    def __rpow__(self, other: Any) -> Any:
        return self._arithmetic("**", other, True)

    def __neg__(self) -> LazyUniform:
        return self.apply(_NEGATED)

    def __pos__(self) -> LazyUniform:
        return self

    def __abs__(self) -> LazyUniform:
        return self.apply(_FALLING_ABS if self < 0 else _RISING_ABS)

    def __floor__(self) -> Any:
        return self.applied(math.floor).concrete()

    def __ceil__(self) -> Any:
        return self.applied(math.ceil).concrete()

    def __trunc__(self) -> Any:
        return self.applied(math.trunc).concrete()

    __int__ = __trunc__

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None:
            return self.applied(round).concrete()
        key = "round", digits
        rounding = Operation(
            f"round(x, {digits})", key, lambda x: round(x, digits), True, step=True
        )
        return self.apply(rounding)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __float__(self) -> float:
        return float(self.concrete())

    def __complex__(self) -> NoReturn:
        raise self.refused("a complex number of a random double", _FORM)

    def __hash__(self) -> int:
        return hash(self.concrete())

    def __format__(self, form: str) -> str:
        return format(self.concrete(), form)

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **more: Any) -> Any:
        return ufunc(self, function, method, inputs, more)

    def __array_function__(self, function: Any, types: Any, arguments: Any, more: Any) -> Any:
        return array_function(self, function, arguments, more)

    def __repr__(self) -> str:
        low, high = self.cell.low * UNIT, self.cell.high * UNIT
        return f"<{self.chain} of a random double x in [{low}, {high})>"


def _element_method(function: Any) -> Callable[[LazyUniform], Any]:
    return lambda self: self.applied(function)


# NumPy asks the elements of an array of objects for these
_ELEMENTWISE: list[Any] = [np.log, np.log2, np.log10, np.log1p, np.exp, np.exp2, np.expm1]
_ELEMENTWISE += [np.sqrt, np.tanh, np.floor, np.ceil, np.rint, np.trunc]
for _function in _ELEMENTWISE:
    setattr(LazyUniform, _function.__name__, _element_method(_function))

_FORM = "comparisons with constants, roundings to integers, or integer draws such as randrange(n)"
_NEGATED = Operation("-x", ("neg",), operator.neg, rising=False)
_RISING_ABS = Operation("abs(x)", ("abs", True), abs, rising=True)
_FALLING_ABS = Operation("abs(x)", ("abs", False), abs, rising=False)
