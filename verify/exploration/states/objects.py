"""The variables of objects and classes, read without running any code of theirs."""

from __future__ import annotations

import types
from typing import Any

__all__ = ["instance", "of_class"]

_WORD = 8
_CLASS_STATEMENT = 1 << 9  # what C calls Py_TPFLAGS_HEAPTYPE: the class is an object like others
_SOURCES = "verify.exploration.sources."

_OF_THE_LANGUAGE = frozenset(
    {
        "__abstractmethods__",
        "__annotations__",
        "__dataclass_fields__",
        "__dataclass_params__",
        "__dict__",
        "__doc__",
        "__firstlineno__",
        "__module__",
        "__orig_bases__",
        "__parameters__",
        "__qualname__",
        "__static_attributes__",
        "__type_params__",
        "__weakref__",
        "_abc_impl",
    }
)
"""Names in classes that say how they were made"""


def of_class(kind: type) -> tuple[tuple[str, ...], list[Any]]:
    """The names of a class's own attributes, and their values."""
    found = {name: value for name, value in vars(kind).items() if name not in _OF_THE_LANGUAGE}
    return tuple(found), list(found.values())


def instance(kind: type, value: Any) -> list[Any] | None:
    """What an object holds: its slots and its dictionary; None if it may hold more than that."""
    if kind.__module__.startswith(_SOURCES):  # a double of a random source
        return [{k: v for k, v in _dictionary(value).items() if k != "_real"}]
    own = kind.__mro__[:-1]
    if issubclass(kind, tuple) and not kind.__dictoffset__:  # a named tuple
        own = tuple([each for each in own if each is not tuple])
        return list(tuple.__iter__(value)) if all(map(_is_of_python, own)) else None
    if not all(map(_is_of_python, own)):
        return None
    slots = [
        each
        for parent in own
        for each in vars(parent).values()
        if isinstance(each, types.MemberDescriptorType)
    ]
    words = len(slots) + (kind.__weakrefoffset__ > 0) + (kind.__dictoffset__ > 0)
    if kind.__basicsize__ != object.__basicsize__ + _WORD * words:
        return None
    return [_slot(each, value) for each in slots] + [_dictionary(value)]


def _is_of_python(kind: type) -> bool:
    return bool(kind.__flags__ & _CLASS_STATEMENT)


def _slot(descriptor: types.MemberDescriptorType, value: Any) -> Any:
    """What is in a slot; a tuple of its own, so that an empty one is no value."""
    try:
        return (descriptor.__get__(value, type(value)),)
    except AttributeError:
        return ()


def _dictionary(value: Any) -> dict[str, Any]:
    try:
        found = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return found if type(found) is dict else {}
