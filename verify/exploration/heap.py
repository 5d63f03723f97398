"""What the variables of code hold, as something that can be compared.

Two pictures are equal only if everything that can be reached is equal and of the same type, and is
shared in the same way. What is not known to be seen whole (an iterator, a file, an object of a C
extension) has no picture.
"""

from __future__ import annotations

import decimal
import fractions
import re
import struct
import types
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import gmpy2
import numpy as np

from verify.exploration._trail import Cell, Lazy, Options, Trail
from verify.exploration.steps import Steps

__all__ = ["Heap", "UnseenError"]

_PLAIN = frozenset({int, str, bool, type(None), bytes, type(Ellipsis), type(NotImplemented)})
_VALUES = (
    fractions.Fraction,
    decimal.Decimal,
    range,
    slice,
    re.Pattern,
    type(gmpy2.mpz()),
    type(gmpy2.mpq()),
)
_FIXED = (types.ModuleType, types.BuiltinFunctionType, np.ufunc, np.dtype, property, Trail)
_CODE = (types.FunctionType, types.MethodType, type, staticmethod, classmethod)


class UnseenError(Exception):
    """Something is held that cannot be looked into."""


class Heap:
    """One look at everything that can be reached from some variables.

    ``follow`` is told of the code that comes into view: functions, and the classes of objects.
    """

    def __init__(self, follow: Callable[[Any], None]) -> None:
        self.follow = follow
        self.places: dict[int, int] = {}  # of objects that can change, in order of appearance
        self.held: list[Any] = []  # so that no address is used again meanwhile

    def picture(self, value: Any) -> Hashable:
        """What is equal for values that no code can tell apart."""
        kind = type(value)
        if kind in _PLAIN:
            return kind, value
        if kind is float or kind is complex:
            return kind, struct.pack("dd", complex(value).real, complex(value).imag)
        if isinstance(value, _FIXED + _CODE):
            return self.of_code(value)
        if isinstance(value, np.generic) and kind.__module__ == "numpy":
            return kind, value.tobytes()
        place = self.places.get(id(value))
        if place is not None:
            return "shared", place
        self.places[id(value)] = len(self.places)
        self.held.append(value)
        return kind, self.inside(value)

    def inside(self, value: Any) -> Hashable:
        """What a container or an object holds."""
        kind = type(value)
        if kind in (tuple, list):
            return self.all(value)
        if kind is dict:
            return self.all(value), self.all(value.values())
        if kind in (set, frozenset):
            if all(type(each) in _PLAIN for each in value):
                return frozenset((type(each), each) for each in value)
            raise UnseenError(kind.__name__)  # its order is that of addresses
        if isinstance(value, _VALUES) and kind in _VALUES:
            return (repr(value), getattr(value, "flags", None))
        if kind is np.ndarray:
            inner = self.all(value.flat) if value.dtype == object else value.tobytes()
            return value.dtype.str, value.shape, inner
        return self.of_object(value)

    def of_object(self, value: Any) -> Hashable:
        """Lazy uniforms, and objects of classes written in Python."""
        if isinstance(value, Lazy):
            return self.picture(value.steps), self.picture(value.cell)
        if isinstance(value, Steps):
            return tuple([each.key for each in value.operations])
        if isinstance(value, Cell):
            return value.low, value.high
        if isinstance(value, Options):
            return value.weights
        trail = getattr(value, "_trail", None)
        if isinstance(trail, Trail):  # a double: it has no state of its own
            return "double"
        kind = type(value)
        if kind.__basicsize__ > object.__basicsize__ + 16 + 8 * len(_slots(kind)):
            raise UnseenError(kind.__name__)  # more than a dictionary and slots
        self.follow(kind)
        slots = [getattr(value, name) for name in _slots(kind) if hasattr(value, name)]
        return self.all(slots), self.picture(getattr(value, "__dict__", None))

    def of_code(self, value: Any) -> Hashable:
        """Functions, classes and modules are what they are; what functions close over is seen."""
        if isinstance(value, types.MethodType):
            return "method", id(value.__func__), self.picture(value.__self__)
        self.held.append(value)
        self.follow(value)
        return "code", id(value)

    def all(self, values: Iterable[Any]) -> tuple[Hashable, ...]:
        """Pictures of several values, in order."""
        return tuple([self.picture(each) for each in values])


def _slots(kind: type) -> list[str]:
    names: list[str] = []
    for each in kind.__mro__:
        found = vars(each).get("__slots__", ())
        names += [found] if isinstance(found, str) else list(found)
    return [name for name in names if name not in ("__dict__", "__weakref__")]
