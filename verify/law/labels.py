"""Labels of inputs and outputs: text, or arrays of labels (never flattened)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias, overload

from gmpy2 import mpz

from verify import resources
from verify.errors import InputError

__all__ = [
    "Label",
    "Labels",
    "index_labels",
    "key_label",
    "key_text",
    "label",
    "labels",
    "lookup",
    "one_of",
    "show",
]

Label: TypeAlias = "str | tuple[Label, ...]"
"""Text, or an array of labels; results print text."""

FORM = 'text, an integer, or an array of labels such as ["0", "1"]'


def label(value: object, at: str = "", depth: int = 0) -> Label:
    """The label that a value denotes; an integer stands for its decimal text.

    >>> label(0), label(["0", 1])
    ('0', ('0', '1'))
    """
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            raise InputError("half of a surrogate pair is no text", at=at, form=FORM)
        return value
    if isinstance(value, (int, mpz)) and not isinstance(value, bool):
        return str(mpz(value))
    if isinstance(value, (list, tuple)):
        resources.check("depth", depth, "the nesting of a label", at)
        return tuple(label(item, f"{at}[{i}]", depth + 1) for i, item in enumerate(value))
    name = "null" if value is None else f"the {type(value).__name__} {value!r}"
    raise InputError(f"{name} is no label", at=at, form=FORM)


def labels(values: Iterable[object], at: str = "") -> tuple[Label, ...]:
    """Distinct labels in order."""
    if isinstance(values, Labels):
        return tuple(values)
    seen: dict[Label, int] = {}
    for i, value in enumerate(values):
        item = label(value, f"{at}[{i}]")
        if item in seen:
            problem = f"label {show(item)} stands at {seen[item]} already"
            raise InputError(problem, at=f"{at}[{i}]", form="each label once")
        seen[item] = i
    _refuse_lookalikes(seen, at)
    return tuple(seen)


def _refuse_lookalikes(items: Iterable[Label], at: str) -> None:
    """An array and the text that spells it are two labels, but one key of an object."""
    arrays = {key_text(item): item for item in items if isinstance(item, tuple)}
    for item in items:
        if isinstance(item, str) and item in arrays:
            problem = f"the text {show(item)} looks like the array of the same spelling"
            raise InputError(problem, at=at, form="labels that differ as text")


class Labels(Sequence[Label]):
    """The labels "0", "1", … of ``count`` outcomes, made on demand: a million cost nothing.

    >>> index_labels(3)[2]
    '2'
    """

    __slots__ = ("_count",)

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Label: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Label, ...]: ...
    def __getitem__(self, index: int | slice) -> Label | tuple[Label, ...]:
        if isinstance(index, slice):
            return tuple(str(i) for i in range(self._count)[index])
        return str(range(self._count)[index])

    def __iter__(self) -> Iterator[Label]:
        return map(str, range(self._count))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Labels):
            return self._count == other._count
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(("Labels", self._count))


def index_labels(count: int) -> Labels:
    """The labels "0" … "count − 1"."""
    return Labels(count)


def key_text(item: Label) -> str:
    """A label as the key of an object: text, or its compact JSON text.

    >>> key_text(("0", "1"))
    '["0","1"]'
    """
    return (
        item
        if isinstance(item, str)
        else json.dumps(item, separators=(",", ":"), ensure_ascii=False)
    )


def key_label(key: object, at: str = "") -> Label:
    """The label that an object key denotes: the compact JSON text of an array is that array.

    >>> key_label("a"), key_label('["0","1"]')
    ('a', ('0', '1'))
    """
    *_, last = _readings(key, at)
    return last


def show(item: Label) -> str:
    """A label inside a message, shortened."""
    text = json.dumps(item, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def lookup(key: object, known: Mapping[Label, int], at: str) -> int:
    """The index of the label that an object key denotes among the known ones."""
    for candidate in _readings(key, at):
        if candidate in known:
            return known[candidate]
    names = ", ".join(key_text(item) for item in list(known)[:8])
    more = ", ..." if len(known) > 8 else ""
    raise InputError(f"unknown label {show_key(key)}", at=at, form=f"one of {names}{more}")


def one_of(items: Iterable[Label]) -> str:
    """The right form where one of these labels is meant, shortened."""
    first = [show(item) for item in islice(items, 9)]
    return f"one of {', '.join(first[:8])}{', ...' if len(first) > 8 else ''}"


def show_key(key: object) -> str:
    """An object key inside a message."""
    return show(key) if isinstance(key, str) else show(label(key))


def _readings(key: object, at: str = "") -> Iterable[Label]:
    """The key itself, then the array whose JSON text it is."""
    if not isinstance(key, str):
        yield label(key, at)
        return
    yield key
    if key.startswith("["):
        try:
            yield label(json.loads(key), at)
        except (ValueError, RecursionError):
            return
