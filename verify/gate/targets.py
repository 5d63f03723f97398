"""What the claims of a gate are about: functions, their data, and the files they stand in."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from verify.document.objects import named_object
from verify.errors import InputError
from verify.exploration.place import definition, told, user_place
from verify.gate.config import Entry
from verify.resources import check, current

__all__ = [
    "Place",
    "adjacency_of",
    "function_of",
    "inputs_of",
    "place_of_file",
    "place_of_function",
]

FORM = 'a name such as "package.module:function"'


@dataclass(frozen=True, slots=True)
class Place:
    """Where a target stands, and the SHA-256 of that file."""

    file: str
    line: int
    sha256: str | None


def function_of(entry: Entry) -> Callable[..., Any]:
    """The function that a claim is about."""
    assert entry.function is not None
    found = _object(entry.function, "function")
    if not callable(found):
        problem = f"{entry.function!r} is no function, but a {type(found).__name__}"
        raise InputError(problem, at="function", form=FORM)
    return found  # type: ignore[no-any-return]


def inputs_of(entry: Entry) -> Sequence[Any]:
    """The datasets on which a function is claimed to be private."""
    if entry.inputs is not None:
        return entry.inputs
    if entry.datasets is not None:
        from verify.exploration.neighbours import datasets

        chosen = entry.datasets
        return datasets(chosen.domain, up_to=chosen.up_to, at_least=chosen.at_least)
    assert entry.inputs_from is not None
    found = _object(entry.inputs_from, "inputs_from")
    most = current().inputs
    try:
        inputs = tuple(islice(found() if callable(found) else found, most + 1))
    except BaseException as error:  # of code that is not ours
        form = "a list of datasets, or a function without arguments that returns one"
        what = "has no datasets" if user_place(error) is None else "cannot be had"
        problem = f"{entry.inputs_from!r} {what}: {told(error)}"
        raise InputError(problem, at="inputs_from", form=form) from None
    check("inputs", len(inputs), "the number of datasets", "inputs_from")
    return inputs


def adjacency_of(entry: Entry) -> Any:
    """Who is protected; text with a colon names a function that tells neighbours."""
    given = "all_pairs" if entry.adjacency is None else entry.adjacency
    return _object(given, "adjacency") if isinstance(given, str) and ":" in given else given


def place_of_function(function: Callable[..., Any]) -> Place | None:
    """Where a function is defined; None for what was compiled."""
    place = definition(function)
    return place_of_file(Path(place.file), place.line) if os.path.isfile(place.file) else None


def place_of_file(file: Path, line: int = 1) -> Place:
    """A line of a file, as seen from the current folder."""
    return Place(relative(file), line, sha256(file.read_bytes()).hexdigest())


def relative(file: Path) -> str:
    """A path from the current folder, with slashes; as it is, where it is elsewhere."""
    full = file.resolve()
    here = Path.cwd()
    return (full.relative_to(here) if full.is_relative_to(here) else full).as_posix()


def _object(text: str, at: str) -> Any:
    if not all(text.partition(":")):
        raise InputError(f"{text!r} names nothing", at=at, form=FORM)
    return named_object(text, at, FORM)
