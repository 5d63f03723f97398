"""What the variables of code hold, as something that can be compared.

Two pictures are equal only if everything that can be reached is equal and of the same type, and is
shared in the same way. What is not known to be seen whole (an iterator, a file, a set, whose order
tells of its past, an object of a C extension) has no picture.
"""

from __future__ import annotations

import decimal
import fractions
import functools
import re
import struct
import sys
import types
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import gmpy2
import numpy as np

from verify.exploration._trail import Cell, Lazy, Options, Trail
from verify.exploration.states.objects import instance, of_class
from verify.exploration.uniform.steps import Steps

__all__ = ["Heap", "Identity", "UnseenError"]

_PLAIN = frozenset({int, str, bool, type(None), bytes, type(Ellipsis), type(NotImplemented)})
_VALUES = frozenset(
    {fractions.Fraction, decimal.Decimal, range, type(gmpy2.mpz()), type(gmpy2.mpq())}
)
"""Types of values that their text says all about"""

_FIXED = frozenset(
    {
        np.ufunc,
        types.CodeType,
        types.MethodDescriptorType,
        types.WrapperDescriptorType,
        types.GetSetDescriptorType,
        types.MemberDescriptorType,
        types.ClassMethodDescriptorType,
        re.Pattern,
        type(Trail.lazy),
    }
)
"""Types of objects that stay what they are"""

_OF_PARTS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    types.MethodType: lambda method: (method.__func__, method.__self__),
    types.BuiltinFunctionType: lambda method: (method.__name__, method.__self__),
    types.MethodWrapperType: lambda method: (method.__name__, method.__self__),
    property: lambda each: (each.fget, each.fset, each.fdel),
    staticmethod: lambda each: (each.__func__,),
    classmethod: lambda each: (each.__func__,),
    functools.partial: lambda each: (each.func, each.args, each.keywords, vars(each)),
    functools.cached_property: lambda each: (each.func, each.attrname),
    types.CellType: lambda cell: _contents(cell),
    dict: lambda each: (*each, *each.values()),
    list: tuple,
    tuple: tuple,
    Cell: lambda cell: (cell.low, cell.high),
    Options: lambda options: (options.weights, options.values),
    Trail: lambda trail: (),
}
"""What objects consist of"""


class UnseenError(Exception):
    """Something is held that cannot be looked into."""


class Heap:
    """One look at everything that can be reached from some variables.

    ``follow`` is told of the functions, classes and modules that come into view, and says whether
    they belong to the code under test.
    """

    def __init__(self, follow: Callable[[Any], bool]) -> None:
        self.follow = follow
        self.places: dict[int, int] = {}  # of objects, in order of appearance
        self.held: list[Any] = []  # so that no address is used again meanwhile

    def picture(self, value: Any) -> Hashable:
        """What is equal for values that no code can tell apart."""
        kind = type(value)
        if kind in _PLAIN:
            return kind, value
        if kind is float or kind is complex:
            return kind, struct.pack("dd", complex(value).real, complex(value).imag)
        place = self.places.get(id(value))
        if place is not None:
            return "shared", place
        self.places[id(value)] = len(self.places)
        self.held.append(value)
        return kind, self.inside(kind, value)

    def all(self, values: Iterable[Any]) -> tuple[Hashable, ...]:
        """Pictures of several values, in order."""
        return tuple([self.picture(each) for each in values])

    def inside(self, kind: type, value: Any) -> Hashable:
        """What an object consists of."""
        parts = _OF_PARTS.get(kind)
        if parts is not None:
            return self.all(parts(value))
        if kind in _VALUES:
            return repr(value)
        if kind in _FIXED:
            return Identity(value)
        if kind is types.FunctionType:
            return self.of_function(value)
        if kind is types.ModuleType:
            self.follow(value)
            return Identity(value)
        if issubclass(kind, type):
            return self.of_class(value)
        if issubclass(kind, Lazy):
            return self.picture(value.steps), self.picture(value.cell)
        if kind is Steps:  # not what it remembers
            return tuple([each.key for each in value.operations])
        if kind is np.ndarray:
            return self.of_array(value)
        if issubclass(kind, np.generic | np.dtype):
            return self.of_numpy(value)
        return self.of_object(kind, value)

    def of_function(self, function: types.FunctionType) -> Hashable:
        """Its code, and what it holds."""
        self.follow(function)
        parts = function.__closure__, function.__defaults__, function.__kwdefaults__
        more = vars(function) or None
        return Identity(function.__code__), id(function.__globals__), self.all((*parts, more))

    def of_class(self, kind: type) -> Hashable:
        """A class of the code under test may change; others are what they are."""
        if not self.follow(kind):
            return Identity(kind)
        names, values = of_class(kind)
        return Identity(kind), names, self.all((*kind.__mro__, type(kind), *values))

    def of_object(self, kind: type, value: Any) -> Hashable:
        """Objects of classes written in Python: their variables."""
        parts = instance(kind, value)
        if parts is None:
            raise UnseenError(kind.__name__)
        return self.picture(kind), self.all(parts)

    def of_array(self, array: np.ndarray) -> Hashable:
        """What it holds, and which memory, as others may see that too."""
        kind, base = array.dtype, array.base
        if kind.hasobject and kind.kind != "O":
            raise UnseenError("array of structures with objects")
        while type(base) is np.ndarray and base.base is not None:
            base = base.base
        if base is not None and type(base) is not np.ndarray:
            raise UnseenError("memory of an array that belongs to no array")
        inner = self.all(array.flat) if kind.hasobject else array.tobytes()
        place = None if base is None else (_address(array) - _address(base), self.picture(base))
        return kind, array.shape, array.strides, array.flags.writeable, inner, place

    def of_numpy(self, value: Any) -> Hashable:
        """Scalars of NumPy, and types of elements."""
        if isinstance(value, np.dtype):
            return value
        if isinstance(value, np.void):  # which may look into an array
            raise UnseenError("structure of an array")
        return value.dtype, value.tobytes()


def _contents(cell: types.CellType) -> tuple[Any, ...]:
    """How often a cell is held, which tells whether a frame has it, and what it holds."""
    try:
        return sys.getrefcount(cell), cell.cell_contents
    except ValueError:  # empty yet
        return ()


def _address(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])


class Identity:
    """Equal to what stands for the very same object, which is kept alive."""

    __slots__ = ("of",)

    def __init__(self, of: Any) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and other.of is self.of

    def __hash__(self) -> int:
        return hash(id(self.of))
