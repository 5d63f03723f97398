"""Checking the shape of one object of a document, with messages that name the place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from verify.errors import InputError
from verify.law.labels import show

__all__ = ["convert"]

Form = TypeVar("Form", bound=msgspec.Struct)

_WORDS = {
    "object": "an object",
    "array": "a list",
    "str": "text",
    "int": "an integer",
    "bool": "true or false",
    "null": "null",
}


def convert(value: Any, form: type[Form], place: str) -> Form:
    """``value`` as a structure of the given form."""
    if not isinstance(value, Mapping):
        raise InputError(f"expected an object, got {_kind(value)}", at=place, form=_example(form))
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        raise _explain(str(error), form, place) from None


def _explain(message: str, form: type[msgspec.Struct], place: str) -> InputError:
    text, _, inner = message.partition(" - at `$")
    at = place + inner.rstrip("`") if place else inner.rstrip("`").lstrip(".")
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        key = match[1]
        return InputError(f"unknown key {show(key)}", at=_join(at, key), form=_example(form))
    if match := re.fullmatch(r"Object missing required field `(.*)`", text):
        return InputError("the key is missing", at=_join(at, match[1]), form=_example(form))
    if match := re.fullmatch(r"Expected `(.*)`, got `(.*)`", text):
        return InputError(
            f"expected {_words(match[1])}, got {_words(match[2])}", at=at, form=_example(form)
        )
    if match := re.match(r"Invalid (?:enum )?value (.*)", text):
        return InputError(f"{match[1]} has no meaning here", at=at, form=_allowed(form, inner))
    return InputError(text, at=at, form=_example(form))


def _allowed(form: type[msgspec.Struct], inner: str) -> str:
    """The literal values of a field such as ``adversary``."""
    name = inner.strip(".`")
    for field in msgspec.structs.fields(form):
        if field.name == name and (values := _literals(field.type)):
            return " or ".join(f'"{value}"' for value in values)
    return _example(form)


def _literals(annotation: Any) -> list[str]:
    """The values of a ``Literal``, alone or in a union."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [value for part in get_args(annotation) for value in _literals(part)]


def _example(form: type[msgspec.Struct]) -> str:
    """The keys of a form: required ones, then optional ones with a question mark."""
    tag = form.__struct_config__.tag
    names = [f'"type": "{tag}"'] if tag else []
    names += [
        f'"{field.encode_name}"' if field.required else f'"{field.encode_name}"?'
        for field in msgspec.structs.fields(form)
    ]
    return f"{{{', '.join(names)}}}"


def _words(types: str) -> str:
    return " or ".join(_WORDS.get(name.strip(), name.strip()) for name in types.split("|"))


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return f"the text {show(value)}"
    return {list: "a list", int: "an integer"}.get(type(value), type(value).__name__)


def _join(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key
