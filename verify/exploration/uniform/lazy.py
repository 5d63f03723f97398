"""Lazy uniforms: `random()` as the 2^53 doubles k·2^−53, of which a run only learns what it asks.

Arithmetic with constants is written down; a comparison, a conversion to an integer or a rounding
splits the k where the machine's own result changes (see `steps`). A lazy uniform is no float: what
needs a float that is one, such as a function of C code, says so.
"""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from verify.exploration._trail import Lazy
from verify.exploration.signals import refuse
from verify.exploration.uniform import inverses
from verify.exploration.uniform.functions import ARITHMETIC, FUNCTIONS, arithmetic
from verify.exploration.uniform.operations import Operation
from verify.exploration.uniform.steps import MOST, Steps, TooManyError, TooWideError
from verify.exploration.uniform.ufuncs import array_function, ufunc
from verify.exploration.uniform.unfollowed import LIKE_A_FLOAT, refusing

__all__ = ["FORM", "RELATIONS", "LazyUniform"]

_BASE = Steps()

RELATIONS: tuple[Callable[[Any, Any], Any], ...] = (
    operator.lt,
    operator.le,
    operator.eq,
    operator.ne,
    operator.gt,
    operator.ge,
)
_CHANGES = ("<", "<=", "==", "==", "<=", "<")  # the changes of > are those of <=

_CONSTANTS = (int, float, Fraction, np.integer, np.floating, np.bool_)
_COMPARED = (*_CONSTANTS, numbers.Rational, Decimal)

FEW = 4096
"""Doubles that are told apart one by one where a value itself is asked for"""


def _operator(sign: str, first: bool) -> Callable[[Any, Any], Any]:
    work = ARITHMETIC[sign]
    return lambda self, other: self.arithmetic(sign, other, first, work)


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

    def apply(self, operation: Operation) -> Any:
        """What the operation makes of it."""
        if self.chain.step and not operation.rounded:
            # few values: no error of a library function has to be allowed for
            with np.errstate(all="ignore"):
                return operation.apply(self.concrete())
        found = self.derived(self.chain.then(operation))
        if not operation.rounded:
            found.require_results()
        return found

    def require_results(self) -> None:
        """Raise what the machine raises, such as an overflow: results rise or fall up to there."""
        errors = self.chain.failures(self.cell.low, self.cell.high)
        if all(errors):
            raise next(error for error in errors if error)
        for error in filter(None, errors):
            raise self.refused(f"{self.chain} fails for some draws: {error}", FORM)

    def applied(self, function: object) -> Any:
        """A function of a double, such as ``math.log``, where it is known."""
        known = FUNCTIONS.get(function)
        if known is None:
            name = getattr(function, "__name__", repr(function))
            raise self.refused(f"{name} of a random double cannot be followed", FORM)
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
            raise self.refused("the value of a random double itself is asked for", FORM)
        return self.told_apart()

    def told_apart(self) -> Any:
        """Its value, however many there are: the cell is split into parts with one value each."""
        cell, chain = self.cell, self.chain
        self._split(lambda: chain.values(cell.low, cell.high))
        return self.value()

    def sort_out(self) -> None:
        """Split the cell until its values are one zero, or of one sign and infinite or not."""
        if self == 0:
            cell = self.cell
            self._split(lambda: self.chain.changes("sign", 0.0, cell.low, cell.high))
        else:
            _ = self == (-math.inf if self < 0 else math.inf)

    def refused(self, problem: str, form: str) -> BaseException:
        """The signal that this line cannot be followed."""
        return refuse(self.trail, problem, form)

    def _split(self, find: Callable[[], tuple[int, ...]]) -> None:
        """Choose one of the parts of the cell between the bounds that are found."""
        try:
            bounds = find()
        except TooManyError:
            problem = f"more than {MOST} values of a random double are told apart"
            raise self.refused(problem, "randrange(n)") from None
        except TooWideError:
            problem = "the error bounds of library functions leave open where a comparison turns"
            raise self.refused(f"{problem}: {self.chain}", FORM) from None
        except ArithmeticError as error:
            raise self.refused(f"{self.chain} fails for some draws: {error}", FORM) from None
        if bounds:
            self.choose(bounds)

    def _compared(self, other: Any, relation: int) -> Any:
        """What the comparison with a constant answers, after a split where that is needed."""
        if isinstance(other, np.ndarray):
            return self._each(other, lambda c: RELATIONS[relation](self, c), bool)
        if not self._is_constant(other, _COMPARED):
            return NotImplemented
        cell, chain = self.cell, self.chain
        kind = _CHANGES[relation]
        self._split(lambda: chain.changes(kind, other, cell.low, cell.high))
        return RELATIONS[relation](self.value(), other)

    def mixed(self, _other: Lazy) -> BaseException:
        """The signal that two draws meet in one expression."""
        return self.refused(
            "two random doubles are mixed in one expression",
            "comparisons of each with constants, or integer draws such as randrange(n)",
        )

    def _is_constant(self, other: Any, known: tuple[type, ...]) -> bool:
        """Whether it is one of the known numbers; no other number may meet a random double."""
        if isinstance(other, Lazy):
            raise self.mixed(other)
        if isinstance(other, known):
            return True
        if isinstance(other, numbers.Number):
            name = type(other).__name__
            raise self.refused(f"a random double meets a number of type {name}", FORM)
        return False

    def arithmetic(
        self, sign: str, other: Any, first: bool, work: Callable[[Any, Any], Any]
    ) -> Any:
        """``self sign other``, or the other way round if ``first``, as ``work`` does it."""
        if isinstance(other, np.ndarray):
            return self._each(other, lambda c: work(c, self) if first else work(self, c), object)
        if not self._is_constant(other, _CONSTANTS):
            return NotImplemented
        if not math.isfinite(other):
            raise self.refused(f"a random double {sign} {other!r}", "finite constants")
        if self._is_alike(sign, float(other), first):
            self.sort_out()
            with np.errstate(all="ignore"):
                return work(other, self.value()) if first else work(self.value(), other)
        positive = sign != "/" or not first or bool(self > 0)
        operation = arithmetic(sign, other, first=first, positive=positive, work=work)
        return self.apply(operation)

    def _is_alike(self, sign: str, other: float, first: bool) -> bool:
        """Whether values of one sign give one result, by the constant or as they are zero."""
        if sign in "+-":
            return False
        if sign == "**" and first:
            if other < 0:
                raise self.refused("a random power of a negative number", FORM)
            return other in (0, 1)
        if sign == "**" and other != 0 and self < 0:
            raise self.refused("a power of a negative random double", FORM)
        return other == 0 or ((first or sign == "**") and sign != "*" and bool(self == 0))

    def _each(self, array: np.ndarray, one: Callable[[Any], Any], kind: type) -> np.ndarray:
        found = np.empty(array.shape, dtype=object)
        for place, constant in np.ndenumerate(array):
            found[place] = one(constant)
        return found.astype(kind)

    __add__, __radd__ = _operator("+", False), _operator("+", True)
    __sub__, __rsub__ = _operator("-", False), _operator("-", True)
    __mul__, __rmul__ = _operator("*", False), _operator("*", True)
    __truediv__, __rtruediv__ = _operator("/", False), _operator("/", True)
    __pow__, __rpow__ = _operator("**", False), _operator("**", True)

    def __neg__(self) -> Any:
        return self.apply(_NEGATED)

    def __pos__(self) -> LazyUniform:
        return self

    def __abs__(self) -> Any:
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
            f"round({{}}, {digits})", key, lambda x: round(x, digits), True, step=True
        )
        return self.apply(rounding)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __float__(self) -> float:
        return float(self.concrete())

    def __hash__(self) -> int:
        return hash(self.concrete())

    def __format__(self, form: str) -> str:
        return format(self.concrete(), form)

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **more: Any) -> Any:
        return ufunc(self, function, method, inputs, more)

    def __array_function__(self, function: Any, types: Any, arguments: Any, more: Any) -> Any:
        return array_function(self, function, arguments, more)

    def __repr__(self) -> str:
        return repr(self.concrete())

    def __copy__(self) -> LazyUniform:
        return self

    def __deepcopy__(self, _: object) -> LazyUniform:
        return self

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # what isinstance asks
        return type(self.value())

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__") and hasattr(self.value(), name):
            raise self.refused(f"the attribute {name} of a random double", FORM)
        raise AttributeError(f"{type(self.value()).__name__!r} object has no attribute {name!r}")


def _element(function: Any) -> Callable[[LazyUniform], Any]:
    return lambda self: self.applied(function)


for _name in ("log", "log2", "log10", "log1p", "exp", "exp2", "expm1", "sqrt", "tanh"):
    setattr(LazyUniform, _name, _element(getattr(np, _name)))  # what numpy asks of elements
for _name in ("floor", "ceil", "rint", "trunc"):
    setattr(LazyUniform, _name, _element(getattr(np, _name)))
for _name in LIKE_A_FLOAT:
    setattr(LazyUniform, _name, refusing(_name))

FORM = "comparisons with constants, roundings to integers, or integer draws such as randrange(n)"
_NEGATED = Operation("-{}", ("neg",), operator.neg, False, inverse=inverses.negated)
_RISING_ABS = Operation("abs({})", ("abs", True), abs, True, start=0.0, inverse=inverses.rising_abs)
_FALLING_ABS = Operation(
    "abs({})", ("abs", False), abs, False, end=0.0, inverse=inverses.falling_abs
)
