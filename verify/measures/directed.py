"""The value of a measure for every ordered pair of neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from verify import _core
from verify.law.adjacency import Edge
from verify.law.channel import SMALL
from verify.law.mechanism import Mechanism
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair, TablePair

__all__ = ["Measured", "law_key", "ordered_pairs"]

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Measured(Generic[Value]):
    """The value for (law at input ‖ law at neighbour), inputs by number."""

    input: int
    neighbour: int
    value: Value


def law_key(pair: Pair) -> Hashable:
    """Equal only for pairs of laws that are the same up to labels, which are measured once."""
    match pair:
        case RenamedPair():
            return law_key(pair.pair)
        case TablePair() if len(pair.channel.outputs) <= SMALL:
            rows = (pair.channel.weights[i] for i in (pair.first, pair.second))
            weights = Counter(zip(*map(_core.unpack, rows), strict=True))
            return pair.channel.denominator, frozenset(weights.items())
        case PowerPair():
            return law_key(pair.base), pair.count
        case ProductPair():
            return tuple(map(law_key, pair.factors))
        case _:
            return pair


def ordered_pairs(mechanism: Mechanism, edges: Sequence[Edge]) -> Iterator[tuple[int, int, Pair]]:
    """Both directions of every edge with their laws, in document order."""
    for i, j in edges:
        yield i, j, mechanism.pair(i, j)
        yield j, i, mechanism.pair(j, i)
