"""The upper envelope of lines A − α·B on α >= 1: the whole profile of a mechanism.

δ*(α) is the maximum over directions and events of P(S) − α·Q(S), so over the lines of all
directions; the envelope keeps, by ascending α, the lines that are greatest somewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from verify.exact.level import Level
from verify.exact.quotient import Number, ratio
from verify.exact.ring import Weight

__all__ = ["Envelope", "upper_envelope"]

Line = tuple[Weight, Weight]
"""(A, B) with B >= 0: the value A − α·B over the denominator"""


@dataclass(frozen=True, slots=True)
class Envelope:
    """Lines by ascending α, and the α > 1 at which one takes over from the one before."""

    lines: tuple[Line, ...]
    breakpoints: tuple[Number, ...]
    denominator: Weight

    def line_at(self, level: Level) -> Line:
        """The greatest line at α (at a breakpoint, the one that ends there)."""
        low, high = 0, len(self.breakpoints)
        while low < high:
            middle = (low + high) // 2
            if level.compare(self.breakpoints[middle]) > 0:
                low = middle + 1
            else:
                high = middle
        return self.lines[low]


def upper_envelope(lines: Iterable[Line], denominator: Weight) -> Envelope:
    """The envelope of (A, B)/denominator on [1, ∞)."""
    hull: list[Line] = []
    for line in _steepest_first(lines):
        while hull and _useless(hull, line):
            hull.pop()
        hull.append(line)
    crossings = tuple(_crossing(x, y) for x, y in pairwise(hull))
    return Envelope(tuple(hull), crossings, denominator)


def _steepest_first(lines: Iterable[Line]) -> list[Line]:
    """The greatest line of every slope, by falling B: the order in which they can take over."""
    best: dict[Weight, Weight] = {}
    for a, b in lines:
        if b not in best or a > best[b]:
            best[b] = a
    return sorted(((a, b) for b, a in best.items()), key=lambda line: -line[1])


def _useless(hull: list[Line], line: Line) -> bool:
    """Whether the last line is nowhere the greatest on [1, ∞) once ``line`` is there."""
    a, b = hull[-1]
    if line[0] - line[1] >= a - b:  # it takes over at or before α = 1
        return True
    if len(hull) == 1:
        return False
    before = hull[-2]
    # crossing(before, last) >= crossing(last, line), cross-multiplied; both denominators > 0
    left = (before[0] - a) * (b - line[1])
    return bool(left >= (a - line[0]) * (before[1] - b))


def _crossing(left: Line, right: Line) -> Number:
    return ratio(left[0] - right[0], left[1] - right[1])
