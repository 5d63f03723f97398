"""The values that a parameter takes: lists of texts and JSON values, and ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gmpy2 import mpq

from verify import resources
from verify.document.text import parse
from verify.errors import InputError
from verify.exact.rational import rational, shorten, text_of
from verify.law.labels import show

__all__ = ["FORM", "parse_setting", "values_of"]

FORM = "PATH=V1,V2,... as in p=1/2,3/4, or a range as in p=1/2..3/4:1/16"

RANGE_FORM = "FIRST..LAST:STEP as in 1/2..3/4:1/16, or 1..5 for integers"

OPEN, CLOSE = "[{", "]}"

WORDS = ("true", "false", "null")


def parse_setting(text: str, at: str = "--set") -> tuple[str, list[Any]]:
    """``"p=1/2,3/4"`` as a name and its values.

    >>> parse_setting("p=1/2, 0.75"), parse_setting("count=1..3")
    (('p', ['1/2', '0.75']), ('count', ['1', '2', '3']))
    """
    name, equals, listing = text.partition("=")
    if not equals or not name.strip():
        raise InputError(f"{show(text)} sets nothing", at=at, form=FORM)
    return name.strip(), values_of(listing, at)


def values_of(values: object, at: str) -> list[Any]:
    """The values of one parameter: a list of them, or text in the language of ``--set``."""
    if isinstance(values, str):
        found = [value for part in _split(values, at) for value in _part(part, at)]
    elif isinstance(values, Iterable) and not isinstance(values, (bytes, Mapping)):
        found = []
        for value in values:
            found.append(value)
            resources.check("rows", len(found), "the number of values", at)
    else:
        problem = f"a value of type {type(values).__name__} is no list of values"
        raise InputError(problem, at=at, form='a list such as ["1/2", "3/4"], or its text')
    if not found:
        raise InputError("there are no values", at=at, form=FORM)
    return found


def _part(text: str, at: str) -> Iterable[Any]:
    """One entry of the list: a range, a JSON value, or exact text as it stands."""
    if not text:
        raise InputError("a value is empty", at=at, form=FORM)
    if text[0] in OPEN + '"' or text in WORDS:
        return [_json(text, at)]
    if ".." in text:
        return _range(text, at)
    return [text]


def _json(text: str, at: str) -> Any:
    try:
        return parse(text.encode(), toml=False)
    except InputError as error:
        problem = f"{error.problem} in the value {show(text)}"
        raise InputError(problem, at=at, form=error.form) from None


def _range(text: str, at: str) -> list[str]:
    ends, _, pace = text.partition(":")
    first_text, _, last_text = ends.partition("..")
    try:
        first, last = rational(first_text.strip(), at), rational(last_text.strip(), at)
        step = rational(pace.strip(), at) if pace else mpq(1)
    except InputError as error:
        problem = f"{error.problem} in the range {show(text)}"
        raise InputError(problem, at=at, form=RANGE_FORM) from None
    if not pace and (first.denominator != 1 or last.denominator != 1):
        raise InputError(f"the range {show(text)} has no step", at=at, form=RANGE_FORM)
    if step <= 0 or first > last:
        problem = f"the step {shorten(step)} does not lead from {shorten(first)} to {shorten(last)}"
        raise InputError(problem, at=at, form=RANGE_FORM)
    count = int((last - first) // step) + 1
    resources.check("rows", count, "the number of values", at)
    return [text_of(first + i * step) for i in range(count)]


def _split(text: str, at: str) -> Iterator[str]:
    """The parts between commas, outside of brackets and quotes."""
    depth, start, quoted, skip = 0, 0, False, False
    for i, sign in enumerate(text):
        if skip or (quoted and sign == "\\"):
            skip = not skip
        elif sign == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif sign in OPEN:
            depth += 1
        elif sign in CLOSE:
            depth -= 1
        elif sign == "," and depth == 0:
            yield text[start:i].strip()
            start = i + 1
    yield text[start:].strip()
