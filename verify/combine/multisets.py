"""Mechanisms on multisets of records, written as sorted arrays, whose laws are one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import TypeVar

from verify.combine.scheme import require_meaning
from verify.law.adjacency import Adjacency, Edge
from verify.law.channel import Channel
from verify.law.mechanism import Mechanism
from verify.law.pair import Pair
from verify.law.series_mixture import AnyTable

__all__ = ["MANY", "OnMultisets", "folded", "multiset_count", "multisets"]

Item = TypeVar("Item")

State = TypeVar("State")

MEANINGFUL = ("one_record", "one_user", "all_pairs", "pairs")

MANY = 1 << 62
"""More multisets than any limit allows"""


class OnMultisets(Mechanism):
    """Inputs are sorted arrays; neighbours differ, as multisets, in one entry."""

    __slots__ = ("absent", "adjacency", "inputs", "table")

    def __init__(self, table: AnyTable) -> None:
        self.table = table
        self.inputs = table.inputs
        self.absent = None
        self.adjacency = table.adjacency

    def pair(self, first: int, second: int) -> Pair:
        """Two rows of the table."""
        return self.table.pair(first, second)

    def as_table(self) -> Channel | None:
        """The laws at all inputs, where they are rational."""
        return self.table.as_table()

    def answer_bits(self) -> int:
        """Those of the table."""
        return self.table.answer_bits()

    def is_infinite(self) -> bool:
        """Whether an output stands for infinitely many."""
        return self.table.is_infinite()

    def _find_edges(self, adjacency: Adjacency) -> list[Edge]:
        require_meaning(adjacency, MEANINGFUL, "multisets of records")
        return adjacency.edges(self.inputs, self.absent)


def multisets(items: tuple[Item, ...], size: int) -> Iterator[tuple[Item, ...]]:
    """The sorted arrays of so many of the items, in the order of the items."""
    return combinations_with_replacement(items, size)


def folded(
    items: int, size: int, empty: State, add: Callable[[State, int, int, int], State]
) -> Iterator[State]:
    """What every multiset comes to, in the order of `multisets`; common beginnings are shared.

    ``add(state, item, count, left)`` takes in ``count`` copies of an item; ``left`` are to come.
    """

    def extend(start: int, left: int, state: State) -> Iterator[State]:
        for item in range(start, items):
            for count in range(left, 0, -1) if item < items - 1 else (left,):
                found = add(state, item, count, left - count)
                if count == left:
                    yield found
                else:
                    yield from extend(item + 1, left - count, found)

    return extend(0, size, empty)


def multiset_count(items: int, size: int) -> int:
    """How many multisets of so many items there are; `MANY` where they are more than that."""
    found = 1
    for k in range(1, min(size, items - 1) + 1):
        found = found * (size + items - k) // k
        if found >= MANY:
            return MANY
    return found
