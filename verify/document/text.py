"""From bytes to a tree of plain values: nothing inexact, nothing twice, nothing too deep."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from numbers import Rational
from typing import Any, TypeAlias

from gmpy2 import mpz

from verify import resources
from verify.errors import InputError

__all__ = ["check_tree", "parse", "toml_tree"]

FORMAT_FORM = "a JSON object or a TOML document"


Place: TypeAlias = "tuple[Place, str | int] | None"
"""Where a value stands, as a chain from the inside out"""

MOST_DOTS = 200
"""Parts of a dotted TOML key"""

LONG_INTEGER = 14_000
"""Bits of an integer that Python would still write out"""


class FloatText(str):
    """A float of the document, as it was written."""

    __slots__ = ()


class Repeated(dict[str, Any]):
    """An object in which a key stood twice."""

    __slots__ = ("key",)

    key: str


def parse(data: bytes, *, toml: bool | None = None) -> Any:
    """The tree that a document denotes, JSON or TOML (told apart by its first character)."""
    resources.check("document_bytes", len(data), "the size of the document in bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"the document is not UTF-8 (byte {error.start})", form=FORMAT_FORM
        ) from None
    if toml is None:
        toml = not text.lstrip().startswith(("{", "["))
    try:
        tree = toml_tree(text) if toml else _parse_json(text)
    except RecursionError:
        depth = resources.current().depth
        raise InputError(
            f"the document is nested deeper than {depth}", form="a flatter document"
        ) from None
    check_tree(tree)
    return tree


def check_tree(tree: Any) -> None:
    """Refuse floats, repeated keys, foreign types and too much depth, naming the place."""
    deepest = resources.current().depth
    waiting: list[tuple[Place, Any, int]] = [(None, tree, 0)]
    while waiting:
        place, value, depth = waiting.pop()
        if depth > deepest:
            problem = f"the document is nested deeper than the limit depth = {deepest}"
            form = "a flatter document, or raise it: --limit depth=N"
            raise InputError(problem, at=_path(place), form=form)
        if isinstance(value, Repeated):
            at = _path((place, value.key))
            raise InputError("the key stands twice", at=at, form="each key once")
        if isinstance(value, Mapping):
            _check_keys(place, value)
            children = [((place, key), item, depth + 1) for key, item in value.items()]
        elif isinstance(value, (list, tuple)):
            children = [((place, i), item, depth + 1) for i, item in enumerate(value)]
        else:
            _check_scalar(place, value)
            continue
        waiting += reversed(children)


def _path(place: Place) -> str:
    """The place in words, made only when it is needed: ``mechanism.of[1].p``."""
    parts: list[str] = []
    while place is not None:
        place, step = place
        parts.append(f"[{step}]" if isinstance(step, int) else f".{step}")
    text = "".join(reversed(parts)).removeprefix(".")
    return text if len(text) <= 80 else f"{text[:50]}...{text[-20:]}"


def _check_scalar(place: Place, value: Any) -> None:
    if isinstance(value, str) and not _encodable(value):
        problem = "half of a surrogate pair is no text"
        raise InputError(problem, at=_path(place), form="valid Unicode text")
    if isinstance(value, (FloatText, float)):
        raise _float(_path(place), str(value))
    if isinstance(value, int) and value.bit_length() > LONG_INTEGER:
        raise InputError("an integer is too long", at=_path(place), form="it as text, in quotes")
    if value is not None and not isinstance(value, (str, int, Decimal, Rational)):
        problem = f"a {type(value).__name__} has no meaning here"
        form = "text, an integer, a list or an object"
        raise InputError(problem, at=_path(place), form=form)


def _check_keys(place: Place, value: Mapping[Any, Any]) -> None:
    for key in value:
        if not isinstance(key, str) or not _encodable(key):
            form = "valid Unicode text in quotes"
            raise InputError(f"{key!r} is no key", at=_path(place), form=form)


def _encodable(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text)


def _float(place: str, text: str) -> InputError:
    finite = re.fullmatch(r"[+-]?[0-9][0-9_]*(\.[0-9_]+)?([eE][+-]?[0-9_]+)?", text)
    exact = f'"{text.replace("_", "")}"' if finite else '"3/4" or another exact number'
    shown = text if len(text) <= 60 else text[:57] + "..."
    return InputError(
        f"{shown} is a float, which is not exact", at=place, form=f"it as text: {exact}"
    )


def _parse_json(text: str) -> Any:
    try:
        return json.loads(
            text,
            parse_float=FloatText,
            parse_constant=FloatText,
            parse_int=_integer,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"not JSON: {error.msg}", at=place, form=FORMAT_FORM) from None


def toml_tree(text: str) -> dict[str, Any]:
    """The tree of TOML, its values not yet checked; floats stay text, as they were written."""
    import tomllib  # only for those who write TOML

    _check_dotted_keys(text)
    try:
        return tomllib.loads(text, parse_float=FloatText)
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(text, str(error)) from None
    except ValueError:  # int() of thousands of digits
        raise InputError("an integer is too long", form="it as text, in quotes") from None


def _check_dotted_keys(text: str) -> None:
    """tomllib takes quadratic time over dotted keys, so their parts are counted first."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MOST_DOTS:
            head = re.sub(r'"[^"]*"|\'[^\']*\'', "", line).split("=")[0]
            if head.count(".") > MOST_DOTS:
                problem = f"a key of {head.count('.')} parts is nested too deep"
                raise InputError(problem, at=f"line {number}", form="a flatter document")


def _toml_error(text: str, message: str) -> InputError:
    """tomllib names a line; add the key that stands there."""
    match = re.search(r"\(at line (\d+), column (\d+)\)", message)
    problem = f"not TOML: {message.split(' (at')[0]}"
    if match is None:
        return InputError(problem, at="end of the document", form=FORMAT_FORM)
    lines = text.splitlines()
    number = int(match[1])
    line = lines[number - 1] if number <= len(lines) else ""
    key = line.split("=")[0].strip()[:40]
    place = f"line {match[1]}, column {match[2]}" + (f" ({key})" if key else "")
    form = "each key once" if "overwrite" in message or "twice" in message else FORMAT_FORM
    return InputError(problem, at=place, form=form)


def _integer(text: str) -> int | mpz:
    resources.check("digits", len(text), "the length of an integer")
    return int(text) if len(text) < 4000 else mpz(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeated = Repeated(found)
    repeated.key = next(_repeats(key for key, _ in pairs))
    return repeated


def _repeats(keys: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            yield key
        seen.add(key)
