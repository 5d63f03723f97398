"""Answers of queries that move between neighbours, and sums over noise with a rest that is known.

Laws of noisy answers are sums over all integers. By definition they are added up over a window,
and what lies outside is known: so a law is enclosed, far more narrowly than an error would show.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from proofs.domains import Grid
from proofs.harness import Comparison

__all__ = [
    "HALF",
    "OUTSIDE",
    "WINDOW",
    "Moved",
    "below",
    "binary",
    "chance",
    "moves",
    "near_enough",
    "numbers",
    "same_way",
    "together",
]

HALF = Fraction(1, 2)
"""The ratio of all noise"""

WINDOW = range(-26, 27)
"""Where sums over noise are added up"""

OUTSIDE = Fraction(1, 10**6)
"""More than what lies outside of the window: noise of ratio 1/2 on answers of at most 2 in size"""


class Moved(NamedTuple):
    """The answers of n queries at two neighbours."""

    queries: int
    first: tuple[int, ...]
    second: tuple[int, ...]

    @property
    def table(self) -> dict[str, list[int]]:
        """The answers as the engine is told of them."""
        return {"x": list(self.first), "y": list(self.second)}

    def __str__(self) -> str:
        return f"x: {list(self.first)}, y: {list(self.second)}"


def moves(grid: Grid) -> Iterator[Moved]:
    """Answers of 0 or 1 at x that all move by 1, to between 0 and 2 at y, of 1 … m queries."""
    for queries in numbers(grid):
        for first in product((0, 1), repeat=queries):
            for second in product(*((q - 1, q + 1) if q else (1,) for q in first)):
                yield Moved(queries, first, second)


def binary(grid: Grid) -> Iterator[Moved]:
    """Answers of 0 or 1 at both, of 1 … m queries, in one order: neither comes first."""
    for queries in numbers(grid):
        for first, second in product(product((0, 1), repeat=queries), repeat=2):
            if first <= second:
                yield Moved(queries, first, second)


def numbers(grid: Grid) -> range:
    """How many queries there may be."""
    return range(1, max(outputs for outputs, _ in grid.bounds) + 1)


def together(case: Moved) -> bool:
    """All answers move up."""
    return all(a < b for a, b in zip(case.first, case.second, strict=True))


def same_way(case: Moved) -> bool:
    """No answer moves up, or none moves down."""
    pairs = list(zip(case.first, case.second, strict=True))
    return all(a <= b for a, b in pairs) or all(a >= b for a, b in pairs)


@cache
def chance(z: int, sided: int = 2) -> Fraction:
    """P(Z = z)."""
    if sided == 1:
        return (1 - HALF) * HALF**z if z >= 0 else Fraction(0)
    return (1 - HALF) / (1 + HALF) * HALF ** abs(z)


@cache
def below(z: int, sided: int = 2) -> Fraction:
    """P(Z < z)."""
    if sided == 1:
        return 1 - HALF**z if z > 0 else Fraction(0)
    return 1 - HALF**z / (1 + HALF) if z > 0 else HALF ** (1 - z) / (1 + HALF)


def near_enough(found: Fraction, window: Fraction) -> Comparison:
    """The engine's number lies above the sum over the window by no more than the rest."""
    holds = window <= found <= window + OUTSIDE
    return Comparison(holds, holds, (window, found), "about")
