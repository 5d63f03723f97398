"""Small channels in a fixed order: denominator, then outputs, then the weights lexicographically.

So the first channel that breaks a rule is the smallest one that does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise, permutations
from math import comb, gcd
from typing import NamedTuple

from gmpy2 import mpq

__all__ = ["Pair", "Table", "laws", "laws_count", "levels", "tables_count", "tables_from"]

SIMPLE = frozenset(mpq(n, 2) for n in (2, 3, 4, 6, 8))
"""Levels at which every rule is tried"""

LISTED = 4096
"""Laws that are kept in a list while others are stacked on them"""

KEPT = 1 << 14
"""Tables whose numbers are kept"""


class Pair(NamedTuple):
    """Two laws as integer weights over one denominator."""

    p: tuple[int, ...]
    q: tuple[int, ...]
    denominator: int

    @property
    def reversed(self) -> Pair:
        """The same laws the other way round."""
        return Pair(self.q, self.p, self.denominator)

    def excess(self, alpha: mpq) -> mpq:
        """H_α(P‖Q), the sum of the positive parts of P − α·Q."""
        u, v = int(alpha.numerator), int(alpha.denominator)
        total = 0
        for p, q in zip(self.p, self.q, strict=True):  # a loop: most of a search is spent here
            difference = v * p - u * q
            if difference > 0:
                total += difference
        return mpq(total, v * self.denominator)

    def delta(self, alpha: mpq) -> mpq:
        """δ*(α): the greater of both directions."""
        return max(self.excess(alpha), self.reversed.excess(alpha))

    def ratio(self) -> mpq | None:
        """The greatest P/Q; None where it is infinite."""
        if any(p and not q for p, q in zip(self.p, self.q, strict=True)):
            return None
        return max(mpq(p, q) for p, q in zip(self.p, self.q, strict=True) if q)

    def level(self) -> mpq | None:
        """The pure level α; None where no finite one is enough."""
        ratios = self.ratio(), self.reversed.ratio()
        return None if None in ratios else max(ratios)  # type: ignore[type-var]

    def times(self, other: Pair) -> Pair:
        """Both releases, independent."""
        p = tuple(a * b for a in self.p for b in other.p)
        q = tuple(a * b for a in self.q for b in other.q)
        return Pair(p, q, self.denominator * other.denominator)

    def power(self, count: int) -> Pair:
        """``count`` independent releases."""
        return self if count == 1 else self.power(count - 1).times(self)


@dataclass(frozen=True, order=True, slots=True)
class Table:
    """A channel as integer weights over one denominator, in lowest terms."""

    denominator: int
    outputs: int
    weights: tuple[tuple[int, ...], ...]

    def pair(self, first: int = 0, second: int = 1) -> Pair:
        """The laws at two inputs."""
        return Pair(self.weights[first], self.weights[second], self.denominator)

    def rows(self) -> list[list[str]]:
        """The probabilities as a document has them."""
        return [[str(mpq(w, self.denominator)) for w in row] for row in self.weights]

    def __str__(self) -> str:
        return " ".join(f"[{', '.join(row)}]" for row in self.rows())


def laws(denominator: int, outputs: int) -> Iterator[tuple[int, ...]]:
    """All laws on so many outputs, lexicographically."""
    if outputs == 1:
        yield (denominator,)
        return
    for head in range(denominator + 1):
        yield from ((head, *rest) for rest in laws(denominator - head, outputs - 1))


def laws_count(denominator: int, outputs: int) -> int:
    """How many these are."""
    return comb(denominator + outputs - 1, outputs - 1)


def tables_count(denominator: int, outputs: int, rows: int) -> int:
    """How many tables there are over this denominator, those not in lowest terms included."""
    count: int = laws_count(denominator, outputs) ** rows
    return count


def tables_from(first: tuple[int, ...], denominator: int, rows: int) -> Iterator[Table]:
    """The tables in lowest terms whose first row is given; others came at a smaller denominator."""
    outputs = len(first)
    for rest in _stacks(denominator, outputs, rows - 1):
        if gcd(*first, *chain.from_iterable(rest)) == 1:
            yield Table(denominator, outputs, (first, *rest))


def _stacks(denominator: int, outputs: int, rows: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """So many rows, lexicographically; long lists of laws are never held."""
    if not rows:
        yield ()
        return
    short = laws_count(denominator, outputs) <= LISTED
    for row in _listed(denominator, outputs) if short else laws(denominator, outputs):
        yield from ((row, *rest) for rest in _stacks(denominator, outputs, rows - 1))


@lru_cache(64)
def _listed(denominator: int, outputs: int) -> list[tuple[int, ...]]:
    return list(laws(denominator, outputs))


def levels(tables: Iterable[Table]) -> list[mpq]:
    """The levels worth asking at: simple ones, likelihood ratios, between them and beyond.

    Every δ* of these tables is linear in α between two of them.
    """
    return sorted(set().union(*map(_levels, tables)))


@lru_cache(KEPT)
def _levels(table: Table) -> frozenset[mpq]:
    cells = chain.from_iterable(zip(p, q, strict=True) for p, q in permutations(table.weights, 2))
    corners = sorted({mpq(1), *(mpq(p, q) for p, q in cells if p > q > 0)})
    between = [(low + high) / 2 for low, high in pairwise(corners)]
    return SIMPLE.union(corners, between, [corners[-1] + 1])
