"""The claims of a gate: ``verify.toml``, or ``[tool.verify]`` in ``pyproject.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from verify.document.shape import convert
from verify.document.text import check_tree, toml_tree
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.rational import integer, probability

__all__ = ["SECONDS", "Config", "Datasets", "Entry", "read_config"]

SECONDS = 600
"""How long one entry may take, unless something else is said"""

NAMES = "verify.toml", "pyproject.toml"

FORM = 'a file with claims, such as [[claim]] name = "…" function = "package.module:function"'

DATA = "inputs", "inputs_from", "datasets"

OF_FUNCTIONS = (*DATA, "source", "attribute", "residual", "merge", "timing")


class Datasets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All datasets of ``at_least`` to ``up_to`` records with values in ``domain``."""

    domain: list[Any]
    up_to: int
    at_least: int = 0


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One claim, as it is written down."""

    name: str
    function: str | None = None
    model: str | None = None
    inputs: list[Any] | None = None
    inputs_from: str | None = None
    datasets: Datasets | None = None
    adjacency: Any = None
    alpha: Any = None
    epsilon: Any = None
    delta: Any = None
    allow_delta: Any = None
    source: str | None = None
    attribute: str | None = None
    residual: Any = None
    merge: bool | None = None
    timing: bool | None = None
    limits: dict[str, int] = {}
    seconds: int | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    claim: list[Any]
    pythonpath: list[str] = []
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """What a file says."""

    path: Path
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]
    """where each claim begins"""
    pythonpath: tuple[Path, ...]
    """where modules are looked for: the folder of the file first"""
    seconds: int | None
    """how long an entry may take that does not say it itself"""


def read_config(given: str | None) -> Config:
    """The claims in a file, or in the one that is found in the current folder.

    Raises `InputError`, naming the path of the key, for anything but right claims.
    """
    path, text, tree = _found(given)
    section = "tool.verify" if path.name == "pyproject.toml" else ""
    place = f"{section}.claim" if section else "claim"
    try:
        file, entries = _claims(tree, section, place)
    except InputError as error:
        raise type(error)(error.problem, at=f"{path.name}, {error.at}", form=error.form) from None
    header = re.compile(rf"^\s*\[\[\s*{re.escape(place)}\s*\]\]")
    lines = [n for n, line in enumerate(text.splitlines(), 1) if header.match(line)]
    if len(lines) != len(entries):  # written in another way
        lines = [1] * len(entries)
    folders = [path.parent, *(path.parent / each for each in file.pythonpath)]
    found = tuple([each.resolve() for each in folders])
    return Config(path, entries, tuple(lines), found, file.seconds)


def _claims(tree: Any, section: str, place: str) -> tuple[_File, tuple[Entry, ...]]:
    try:
        check_tree(tree)
    except InputError as error:
        raise _as_data(error).under(section) from None
    file = convert(tree, _File, section)
    _check_seconds(file, section)
    if not file.claim:
        raise InputError("there is no claim", at=place, form=FORM)
    entries = tuple([_entry(node, f"{place}[{i}]") for i, node in enumerate(file.claim)])
    _require_names(entries, place)
    return file, entries


def _found(given: str | None) -> tuple[Path, str, Any]:
    for name in NAMES if given is None else [given]:
        path = Path(name)
        if given is None and not path.exists():
            continue
        text = _read(path)
        tree: Any = toml_tree(text)
        if path.name != "pyproject.toml":
            return path, text, tree
        tool = tree.get("tool")
        if isinstance(tool, Mapping) and "verify" in tool:
            return path, text, tool["verify"]
    where = f"no {NAMES[0]} here, and no [tool.verify] in {NAMES[1]}"
    problem = where if given is None else f"{given[:200]!r} has no [tool.verify]"
    raise InputError(problem, at="CONFIG", form=FORM)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        problem = f"{str(path)[:200]!r} cannot be read: {reason}"
        raise InputError(problem, at="CONFIG", form=FORM) from None


def _as_data(error: InputError) -> InputError:
    """Data for a function may be floats, but not here, where text would be another input."""
    if not re.search(r"\]\.(inputs|datasets)\b", error.at):
        return error
    form = 'inputs_from = "package.module:OBJECT" for data that are no integers and no text'
    return InputError(error.problem, at=error.at, form=form)


def _entry(node: Any, place: str) -> Entry:
    entry = convert(node, Entry, place)
    if (entry.function is None) == (entry.model is None):
        problem = "there must be a function or a model, and not both"
        form = 'function = "package.module:function" or model = "file.json"'
        raise InputError(problem, at=place, form=form)
    (_check_function if entry.function is not None else _check_model)(entry, place)
    if entry.alpha is not None and entry.epsilon is not None:
        raise InputError("both alpha and epsilon are given", at=place, form="one of them")
    if entry.alpha is not None:
        Level.alpha(entry.alpha, f"{place}.alpha")
    if entry.epsilon is not None:
        Level.epsilon(entry.epsilon, f"{place}.epsilon")
    for name in ("delta", "allow_delta", "residual"):
        value = getattr(entry, name)
        if value is not None:
            probability(value, f"{place}.{name}")
    _check_seconds(entry, place)
    return entry


def _check_seconds(node: Entry | _File, place: str) -> None:
    if node.seconds is not None:
        integer(node.seconds, f"{place}.seconds" if place else "seconds", least=1)


def _check_function(entry: Entry, place: str) -> None:
    if entry.alpha is None and entry.epsilon is None:
        raise InputError("there is no level", at=place, form='epsilon = "ln(3)" or alpha = "3"')
    if sum(getattr(entry, name) is not None for name in DATA) != 1:
        form = 'inputs = [0, 1], inputs_from = "package.module:INPUTS" or datasets = {domain = '
        form += "[0, 1], up_to = 2}"
        raise InputError("exactly one key says what the inputs are", at=place, form=form)


def _check_model(entry: Entry, place: str) -> None:
    for name in OF_FUNCTIONS:
        if getattr(entry, name) is not None:
            form = "it for a function only; a model says itself what its inputs and its law are"
            raise InputError("a model has no such key", at=f"{place}.{name}", form=form)


def _require_names(entries: tuple[Entry, ...], place: str) -> None:
    names = [entry.name for entry in entries]
    for i, name in enumerate(names):
        if not name.strip():
            raise InputError("the name is empty", at=f"{place}[{i}].name", form="a name")
        if name in names[:i]:
            form = "another name: the lock file tells claims apart by it"
            raise InputError(f"{name!r} is there twice", at=f"{place}[{i}].name", form=form)
