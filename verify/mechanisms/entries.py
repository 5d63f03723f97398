"""Tables {input: {output: number}} as selection mechanisms take them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from verify import resources
from verify.errors import InputError
from verify.exact.rational import Exact
from verify.law.labels import Label, key_label, key_text, lookup

__all__ = ["Entries", "read_entries", "read_inputs", "read_row"]

Entries = Mapping[Any, Mapping[Any, Exact]]
"""{input: {output: number}}"""

Value = TypeVar("Value")

FORM = 'a table {input: {output: number}} such as {"x": {"a": 1, "b": 2}, "y": {"a": 2, "b": 1}}'


def read_entries(
    table: Entries, at: str, read: Callable[[Exact, str], Value]
) -> tuple[tuple[Label, ...], tuple[Label, ...], list[list[Value]]]:
    """Inputs, outputs and one row of values per input.

    Outputs are those of the first input, and every input must list each of them exactly once.
    """
    found = read_inputs(table, at, FORM)
    rows: list[list[Value]] = []
    outputs: tuple[Label, ...] = ()
    for x, row in found.items():
        place = f"{at}.{key_text(x)}"
        values = read_row(row, place, read, outputs or None)
        outputs = outputs or tuple(values)
        if not outputs:
            raise InputError("there are no outputs", at=place, form=FORM)
        for output in outputs:
            if output not in values:
                problem = f"the entry of output {key_text(output)!r} is missing"
                form = "a number for every output of the first input"
                raise InputError(problem, at=place, form=form)
        rows.append([values[output] for output in outputs])
    size = len(rows) * len(outputs)
    resources.check("cells", size, "the size of the table (inputs times outputs)", at)
    return tuple(found), outputs, rows


def read_inputs(table: Mapping[Any, Any], at: str, form: str) -> dict[Label, Mapping[Any, Any]]:
    """The row of every input."""
    _require_object(table, at, form)
    found: dict[Label, Mapping[Any, Any]] = {}
    for key, row in table.items():
        x = key_label(key, at)
        place = f"{at}.{key_text(x)}"
        if x in found:
            raise InputError("the input stands twice", at=place, form="each input once")
        _require_object(row, place, form)
        found[x] = row
    if not found:
        raise InputError("there are no inputs", at=at, form=form)
    return found


def read_row(
    row: Mapping[Any, Any],
    at: str,
    read: Callable[[Exact, str], Value],
    known: tuple[Label, ...] | None = None,
) -> dict[Label, Value]:
    """The values of one row by label; labels must be among ``known`` where those are given."""
    places = {name: i for i, name in enumerate(known or ())}
    found: dict[Label, Value] = {}
    for key, value in row.items():
        name = key_label(key, at)
        place = f"{at}.{key_text(name)}"
        if known is not None:
            name = known[lookup(key, places, place)]
        if name in found:
            raise InputError("the label stands twice", at=place, form="each label once")
        found[name] = read(value, place)
    return found


def _require_object(value: object, at: str, form: str) -> None:
    if not isinstance(value, Mapping):
        kind = "null" if value is None else type(value).__name__
        raise InputError(f"expected an object, got {kind}", at=at, form=form)
