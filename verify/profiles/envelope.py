"""The upper envelope of lines A − α·B on α >= 1: the whole profile of a mechanism.

δ*(α) is the maximum over directions and events of P(S) − α·Q(S), so over the lines of all
directions; the envelope keeps, by ascending α, the lines that are greatest somewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from verify.compose.rows import RowDistribution
from verify.exact.level import Level
from verify.exact.quotient import Number, ratio
from verify.exact.ring import Weight
from verify.profiles._envelope import greatest_lines
from verify.profiles.lazy import LazyTuple

__all__ = ["Envelope", "row_envelope", "upper_envelope"]

Line = tuple[Weight, Weight]
"""(A, B) with B >= 0: the value A − α·B over the denominator"""


@dataclass(frozen=True)
class Envelope:
    """Lines by ascending α, no two of one slope."""

    lines: Sequence[Line]
    denominator: Weight

    @cached_property
    def breakpoints(self) -> Sequence[Number]:
        """The α > 1 at which a line takes over from the one before."""
        return LazyTuple(len(self.lines) - 1, lambda k: ratio(*self._crossing(k)))

    def line_at(self, level: Level) -> Line:
        """The greatest line at α (at a breakpoint, the one that ends there)."""
        low, high = 0, len(self.lines) - 1
        while low < high:
            middle = (low + high) // 2
            if level.compare_fraction(*self._crossing(middle)) > 0:
                low = middle + 1
            else:
                high = middle
        return self.lines[low]

    def _crossing(self, k: int) -> tuple[Weight, Weight]:
        """Numerator and denominator of the breakpoint number ``k``, not in lowest terms."""
        (a, b), (after_a, after_b) = self.lines[k], self.lines[k + 1]
        return a - after_a, b - after_b


def upper_envelope(lines: Iterable[Line], denominator: Weight) -> Envelope:
    """The envelope of (A, B)/denominator on [1, ∞)."""
    hull: list[Line] = []
    for line in _steepest_first(lines):
        while hull and _useless(hull, line):
            hull.pop()
        hull.append(line)
    return Envelope(tuple(hull), denominator)


def row_envelope(law: RowDistribution) -> Envelope:
    """The envelope of both directions of a pair of laws on rows of limbs."""
    one = Level.alpha(1)
    places = greatest_lines(
        law.keys,
        law.tail_p,
        law.tail_q,
        law.denominator,
        law.error,
        law.above(one),
        law.below(one),
    ).tolist()

    def line(k: int) -> Line:
        place = places[k]
        return law.tail(place) if place >= 0 else law.head(-1 - place)

    return Envelope(LazyTuple(len(places), line), law.denominator)


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
