"""Reading the gallery: one file of text, models and exact numbers for every entry.

A file has the texts of an entry, its models by name, and three lists of cases. A case names a
model; a model is written as in a document, or names a function of `verify.counterexamples.models`
where a table follows from code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from verify.counterexamples.record import CORRECTED, MISLEADING, REFUTED, Case, Counterexample
from verify.errors import InputError

__all__ = ["counterexample", "gallery", "names"]

ENTRIES = files("verify.counterexamples") / "entries"

SUFFIX = ".toml"


def gallery() -> tuple[Counterexample, ...]:
    """Every entry, in alphabetical order.

    >>> len(gallery()) >= 30
    True
    """
    return tuple(_read(name) for name in names())


def counterexample(name: str) -> Counterexample:
    """The entry of that name.

    Raises `verify.InputError` where there is none.

    >>> entry = counterexample("worst_marginal")
    >>> entry.main.claim, entry.main.delta_star
    ({'alpha': '3'}, '3/8')
    """
    if name not in names():
        near = get_close_matches(str(name), names(), 3, 0.4) or names()[:3]
        problem = f"no counterexample is called {str(name)[:80]!r}"
        form = f"{' or '.join(near)}; verify counterexamples lists all of them"
        raise InputError(problem, at="NAME", form=form)
    return _read(name)


@cache
def names() -> tuple[str, ...]:
    """The names of all entries, in alphabetical order."""
    found = (item.name for item in ENTRIES.iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX)))


@cache
def _read(name: str) -> Counterexample:
    tree = tomllib.loads((ENTRIES / f"{name}{SUFFIX}").read_text(encoding="utf-8"))
    models = {key: _model(value) for key, value in tree.pop("models").items()}
    lists = {part: list(_cases(tree.pop(part, []), models)) for part in PARTS}
    return msgspec.convert({"name": name, **tree, **lists}, Counterexample)


PARTS = (MISLEADING, REFUTED, CORRECTED)


def _cases(tables: list[dict[str, Any]], models: dict[str, Any]) -> Iterator[Case]:
    for table in tables:
        mechanism = models[table.pop("model")]
        yield msgspec.convert({**table, "mechanism": mechanism}, Case)


def _model(value: dict[str, Any]) -> dict[str, Any]:
    function = value.get("python")
    if function is None:
        return value
    from verify.counterexamples import models  # few entries need code

    made: dict[str, Any] = getattr(models, function)()
    return made
