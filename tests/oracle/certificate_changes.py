"""Every small change of a certificate: what somebody might try who wants it to say more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

NUMBER = re.compile(r"(-?)0x([0-9a-f]+)(/0x[0-9a-f]+)?")

Path = tuple[Any, ...]
"""Keys and places, from the outside in"""


def changes(tree: Any) -> Iterator[tuple[Path, str, Any]]:
    """Where something is changed, what is done, and the changed certificate."""
    for path in list(paths({k: v for k, v in tree.items() if k not in ("about", "digest")})):
        old = at(tree, path)
        for what, new in replacements(old):
            if new != old or type(new) is not type(old):
                yield path, what, changed(tree, path, new)
        yield from moved(tree, path)


def paths(node: Any, before: Path = ()) -> Iterator[Path]:
    """Every node below the root."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in items:
        yield (*before, key)
        if isinstance(child, (dict, list)):
            yield from paths(child, (*before, key))


def at(tree: Any, path: Path) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def changed(tree: Any, path: Path, new: Any) -> Any:
    copy = deepcopy(tree)
    at(copy, path[:-1])[path[-1]] = new
    return copy


def replacements(old: Any) -> Iterator[tuple[str, Any]]:
    """Other values of a leaf; what holds others is emptied."""
    yield "null", None
    if isinstance(old, dict):
        yield "emptied", {}
    elif isinstance(old, list):
        yield "emptied", []
    elif isinstance(old, int):
        yield from ((str(new), new) for new in (old + 1, 2 * old, -old, old - 1, 0))
        yield "text", hex(old)
        yield from (("another type", new) for new in (bool(old), float(old)) if new == old)
    elif found := NUMBER.fullmatch(old):
        sign, above, below = found[1], int(found[2], 16), found[3] or ""
        yield "one more", f"{sign}{hex(above + 1)}{below}"
        yield "one less", f"{sign}{hex(abs(above - 1))}{below}"
        yield "doubled", f"{sign}{hex(2 * above)}{below}"
        if above:
            yield "divided", f"{old}0" if below else f"{old}/0x2"
        yield "its opposite", old[1:] if sign else f"-{old}"
        yield "nothing", "0x0"
    else:
        yield "text", old + "x"
        yield "the other verdict", {"holds": "violated", "violated": "holds"}.get(old, "holds")


def moved(tree: Any, path: Path) -> Iterator[tuple[Path, str, Any]]:
    """Left out, twice there, in the place of its neighbour, under another name."""
    *before, key = path
    copy = deepcopy(tree)
    parent = at(copy, tuple(before))
    if isinstance(parent, dict):
        value = parent.pop(key)
        yield path, "left out", copy
        yield path, "renamed", changed(copy, (*before, f"{key}x"), value)
        return
    if key + 1 < len(parent) and parent[key] != parent[key + 1]:
        swapped = deepcopy(tree)
        there = at(swapped, tuple(before))
        there[key], there[key + 1] = there[key + 1], there[key]
        yield path, "swapped", swapped
    twice = deepcopy(tree)
    at(twice, tuple(before)).insert(key, deepcopy(parent[key]))
    yield path, "twice", twice
    del parent[key]
    yield path, "left out", copy
