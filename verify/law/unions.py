"""Unions that share their branches, as those of an adaptive tree do.

Where every node of a tree leads on to the same few nodes, there are as many ways through it as
outcomes, and far fewer nodes. So what is asked of a union is worked out once for every node, those
at the ends first, however deep the tree is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from verify.law.pair import Branch, Pair, RenamedPair, UnionPair

__all__ = ["inner_pair", "nodes", "once_per_union", "way_count"]

_More = ParamSpec("_More")
_Found = TypeVar("_Found")


def once_per_union(
    function: Callable[Concatenate[Pair, _More], _Found],
) -> Callable[Concatenate[Pair, _More], _Found]:
    """The same function of a pair, whose answers unions keep."""

    @wraps(function)
    def remembering(pair: Pair, /, *more: _More.args, **named: _More.kwargs) -> _Found:
        if type(pair) is not UnionPair:
            return function(pair, *more, **named)
        key = repr((function.__qualname__, more))
        if key not in pair.memo:
            for node in reversed(nodes(pair)):
                if key not in node.memo:
                    node.memo[key] = function(node, *more, **named)
        found: _Found = pair.memo[key]
        return found

    return remembering


def nodes(pair: UnionPair) -> list[UnionPair]:
    """The unions inside a union, each once, and before those that it leads to."""
    known: list[UnionPair] | None = pair.memo.get("nodes")
    if known is not None:
        return known
    found: list[UnionPair] = []
    seen: set[int] = set()
    stack = [(pair, False)]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            found.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack += [(each, False) for b in node.branches if (each := _union(b)) is not None]
    pair.memo["nodes"] = found[::-1]
    return found[::-1]


@once_per_union
def way_count(pair: Pair) -> int:
    """How many ways lead through the unions that a pair consists of."""
    inner = inner_pair(pair)
    if not isinstance(inner, UnionPair):
        return 1
    return sum(1 if b.pair is None else way_count(b.pair) for b in inner.branches)


def inner_pair(pair: Pair | None) -> Pair | None:
    """The pair without its other names."""
    while isinstance(pair, RenamedPair):
        pair = pair.pair
    return pair


def _union(branch: Branch) -> UnionPair | None:
    inner = inner_pair(branch.pair)
    return inner if isinstance(inner, UnionPair) else None
