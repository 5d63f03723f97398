"""What a run gives back, as something that can be compared, and as a label.

Two outcomes are one if an observer cannot tell them apart: equal values of one type, position by
position in lists, tuples, arrays and dictionaries, whatever the order in sets. 1, 1.0, True and "1"
differ, 0.0 and −0.0 differ, and all NaN are one. An exception is an outcome: its type.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Hashable, Mapping, Set
from decimal import Decimal
from enum import Enum
from typing import Any

import numpy as np
from gmpy2 import mpz

from verify.errors import InputError, printable
from verify.exploration.uniform.lazy import LazyUniform
from verify.law.labels import Label

__all__ = ["PLAIN", "IncomparableError", "Raised", "compared", "key", "labels"]

PLAIN = frozenset({int, str, bool, type(None), bytes})
"""Types whose equal values cannot be told apart"""

_FORM = "a function that gives back numbers, text, tuples, lists, sets, dicts or arrays"

DEEPEST = 40
"""Containers inside containers"""


class Raised:
    """An exception that a run ended with, as an outcome."""

    def __init__(self, error: BaseException) -> None:
        self.name = type(error).__qualname__
        self.text = printable(f"{self.name}: {error}")[:300]


class IncomparableError(InputError):
    """A result that cannot be compared."""


def compared(value: Any) -> Hashable:
    """The key of a result, which can be hashed."""
    try:
        found = key(value)
        hash(found)
    except InputError:
        raise
    except Exception as error:  # of a method of its own class
        raise _incomparable(value, f"comparing it fails: {error!r}") from error
    return found


def key(value: Any, depth: int = 0) -> Hashable:
    """What is equal exactly for outcomes that cannot be told apart."""
    kind = type(value)
    if kind in PLAIN:
        return kind, value
    if kind is float:
        return _of_float(value)
    if depth > DEEPEST:
        raise _incomparable(value, "it is nested too deeply, or contains itself")
    if kind is tuple or kind is list:
        return kind, tuple([key(each, depth + 1) for each in value])
    if isinstance(value, LazyUniform):
        return key(_enumerated(value), depth + 1)
    return _of_object(value, depth + 1)


def _of_float(value: float) -> Hashable:
    if math.isnan(value):
        return float, "nan"
    return float, value, math.copysign(1.0, value)


def _of_object(value: Any, depth: int) -> Hashable:
    kind = type(value)
    if isinstance(value, Raised):
        return Raised, value.name
    if isinstance(value, np.ndarray):
        return _of_array(value, depth)
    if isinstance(value, np.longdouble):
        return value.dtype.str, (str, repr(value))
    if isinstance(value, np.generic):
        return value.dtype.str, key(value.item(), depth)
    if isinstance(value, Enum):
        return kind, str(value.value if value.name is None else value.name)
    if isinstance(value, complex):
        return kind, (_of_float(value.real), _of_float(value.imag))
    if isinstance(value, Decimal):  # equal ones may be written in different ways
        return kind, "NaN" if value.is_nan() else str(value)
    if isinstance(value, Mapping):
        pairs = value.items()  # in their order, which anybody can see
        return kind, tuple([(tuple, (key(k, depth), key(v, depth))) for k, v in pairs])
    if isinstance(value, Set):
        return kind, frozenset(key(each, depth) for each in value)
    if isinstance(value, tuple | list):  # named tuples, and others of their kind
        return kind, tuple([key(each, depth) for each in value])
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(value)]
        return kind, tuple([key(getattr(value, name), depth) for name in names])
    return _by_equality(value)


def _of_array(value: np.ndarray, depth: int) -> Hashable:
    """An array of objects, all of them doubles, is the array of doubles that it stands for."""
    kind, items = value.dtype, value.ravel().tolist()
    if kind.hasobject and kind.names is None:
        items = [_enumerated(each) if isinstance(each, LazyUniform) else each for each in items]
        if items and all(isinstance(each, float) for each in items):
            kind, items = np.dtype(float), [float(each) for each in items]
    return np.ndarray, str(kind) if kind.names else kind.str, value.shape, key(items, depth)


def _enumerated(draw: LazyUniform) -> Any:
    if not draw.is_enumerable():
        raise _incomparable(draw, "a random double has too many values to be told apart")
    return draw.concrete()


def _by_equality(value: Any) -> Hashable:
    kind = type(value)
    if kind.__eq__ is object.__eq__:  # type: ignore[comparison-overlap]
        raise _incomparable(value, "two of them are equal only if they are one object")
    if kind.__hash__ is None:
        raise _incomparable(value, "they cannot be hashed")
    return kind, value


def _incomparable(value: Any, reason: str) -> IncomparableError:
    return IncomparableError(
        f"the result is a {type(value).__qualname__}, and {reason}",
        at="result",
        form=_FORM,
    )


def labels(keys: list[Hashable]) -> list[Label]:
    """Labels for the outcomes with these keys: plain ones, with types where those are alike."""
    plain = [_label(each, typed=False) for each in keys]
    typed = [_label(each, typed=True) for each in keys]
    count = Counter(plain)
    mixed = [a if count[a] == 1 else b for a, b in zip(plain, typed, strict=True)]
    # a plain label may look like another one with its types
    found = mixed if len({*mixed}) == len(keys) else typed
    label, times = Counter(found).most_common(1)[0] if found else ("", 1)
    if times > 1:
        raise IncomparableError(
            f"{times} different results are all written {label}", at="result", form=_FORM
        )
    return found


def _label(found: Any, typed: bool) -> Label:
    kind, *more = found
    name = kind if isinstance(kind, str) else kind.__qualname__
    if kind is Raised:
        return ("raises", more[0])
    if kind is np.ndarray:
        inner = _label(more[2], typed)
        return (f"array {more[0]} of shape {more[1]}", inner) if typed else inner
    if isinstance(kind, str):  # a NumPy scalar
        return (name, _label(more[0], typed)) if typed else _label(more[0], typed)
    inner = more[0]
    if isinstance(inner, tuple) and kind not in PLAIN:
        parts = tuple(_label(each, typed) for each in inner)
        return (name, *parts) if typed or kind not in (tuple, list) else parts
    if isinstance(inner, frozenset) and kind not in PLAIN:
        return (name, *sorted((_label(each, typed) for each in inner), key=repr))
    text = _text(kind, inner)
    return (name, text) if typed else text


def _text(kind: type, value: Any) -> str:
    if kind is int:
        return str(mpz(value))  # of any length
    return value if type(value) is str else repr(value)
