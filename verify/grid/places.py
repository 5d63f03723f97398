"""Places inside the mechanism of a document, by the names that people give them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, TypeAlias

from verify.errors import InputError
from verify.law.labels import show

__all__ = ["Place", "find", "put", "spell"]

Place: TypeAlias = "tuple[str | int, ...]"
"""Keys and positions from the mechanism inwards"""

ROOT = "mechanism"

MOST_NAMED, MOST_COMPARED = 8, 1000

_POSITION = re.compile(r"\[([0-9]{1,9})\]")


def find(mechanism: Any, name: str, at: str) -> Place:
    """The place that a name means: a dotted path, or a bare key that stands there only once.

    >>> model = {"type": "fresh", "count": 2, "of": {"type": "randomized_response", "p": "3/4"}}
    >>> find(model, "of.p", "set"), find(model, "p", "set"), find(model, "mechanism.count", "set")
    (('of', 'p'), ('of', 'p'), ('count',))
    """
    found = list(dict.fromkeys(_candidates(mechanism, name)))
    if len(found) == 1:
        return found[0]
    if found:
        problem = f"{show(name)} stands at {len(found)} places of the mechanism"
        raise InputError(problem, at=at, form=f"one of {_listed(map(spell, found))}")
    singles = (place for place, value in _walk(mechanism, ()) if _is_single(place, value))
    known = [spell(place) for place in islice(singles, MOST_COMPARED)]
    close = get_close_matches(f"{ROOT}.{name}", known, MOST_NAMED, 0.75) if len(name) < 80 else []
    ends = [text for text in known if text.rpartition(".")[2] == name.rpartition(".")[2]]
    problem = f"{show(name)} is no place of the mechanism"
    raise InputError(problem, at=at, form=f"one of {_listed(iter(ends or close or known))}")


def put(mechanism: Any, place: Place, value: Any) -> Any:
    """A copy of the mechanism with another value at a place; the rest is shared.

    >>> put({"a": [1, 2], "b": 3}, ("a", 1), "x")
    {'a': [1, 'x'], 'b': 3}
    """
    if not place:
        return value
    step, rest = place[0], place[1:]
    if isinstance(step, int):
        changed = list(mechanism)
        changed[step] = put(mechanism[step], rest, value)
        return changed
    return {**mechanism, step: put(mechanism[step], rest, value)}


def spell(place: Place) -> str:
    """A place as messages name it: ``mechanism.of[1].p``."""
    return ROOT + "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in place)


def _candidates(mechanism: Any, name: str) -> Iterator[Place]:
    if name.startswith(f"{ROOT}."):
        yield from _along(mechanism, name.removeprefix(ROOT), ())
    elif "." in name or "[" in name:
        yield from _along(mechanism, name if name.startswith("[") else f".{name}", ())
    if not name.startswith("["):  # a key may hold any character
        yield from (place for place, _ in _walk(mechanism, ()) if place[-1] == name)


def _along(node: Any, path: str, before: Place) -> Iterator[Place]:
    """Every place that the path spells from here on: keys may hold dots of their own."""
    if not path:
        yield before
    elif isinstance(node, Mapping) and path.startswith("."):
        for key, item in node.items():
            if path.startswith(key, 1) and path[len(key) + 1 : len(key) + 2] in ("", ".", "["):
                yield from _along(item, path[len(key) + 1 :], (*before, key))
    elif isinstance(node, (list, tuple)) and (match := _POSITION.match(path)):
        index = int(match[1])
        if index < len(node):
            yield from _along(node[index], path[match.end() :], (*before, index))


def _walk(node: Any, before: Place) -> Iterator[tuple[Place, Any]]:
    """Every place inside a node, in document order."""
    waiting = [(before, node)]
    while waiting:
        place, value = waiting.pop()
        if place:
            yield place, value
        if isinstance(value, Mapping):
            inner: list[tuple[Place, Any]] = [((*place, key), item) for key, item in value.items()]
        elif isinstance(value, (list, tuple)):
            inner = [((*place, i), item) for i, item in enumerate(value)]
        else:
            continue
        waiting += reversed(inner)


def _is_single(place: Place, value: Any) -> bool:
    return place[-1] != "type" and not isinstance(value, (Mapping, list, tuple))


def _listed(names: Iterator[str]) -> str:
    found = list(islice(names, MOST_NAMED + 1))
    more = ", ..." if len(found) > MOST_NAMED else ""
    return ", ".join(found[:MOST_NAMED]) + more if found else "a key that the mechanism has"
