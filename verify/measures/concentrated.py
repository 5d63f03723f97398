"""Zero-concentrated privacy: the supremum of D_a/a over all real orders a > 1, enclosed.

ρ is enough for a pair if and only if g(a) = f(a) − ρ·a·(a − 1) <= 0 for all a > 1, where
f(a) = (a − 1)·D_a. Since f is convex, the chord over an interval lies above it, so g is bounded
there by a concave parabola whose greatest value is known; from a = ε_∞/ρ on, D_a <= ε_∞ is enough.
Intervals are halved until one proves ρ wrong or all are settled; only a tie can stay open.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from gmpy2 import mpq

from verify.compose.structure import pure_ratio
from verify.exact.decimals import round_down, round_up
from verify.exact.logarithm import FIXED_BITS
from verify.exact.ring import log_key
from verify.law.adjacency import AdjacencyForm
from verify.law.mechanism import Mechanism, require_law
from verify.law.pair import Pair
from verify.measures.directed import Measured, law_key, ordered_pairs
from verify.measures.log_moment import LogMoment, log_moment

__all__ = ["Curve", "Rho", "Zcdp", "curve_of", "zcdp"]

MOST_STEPS = 3000
"""Evaluations before a comparison is given up as a tie"""

NEAREST = mpq(1, 1 << 40)
"""The least order that is looked at is 1 + this."""

PLAIN = tuple(mpq(n, d) for n, d in ((2, 1), (3, 1), (3, 2), (5, 4), (4, 1), (9, 8), (8, 1)))
"""Orders that are tried first, so that one of them refutes a claim where one can"""

TIGHT = (60, 50, 40, 30, 20, 12, 6, 3, 1)
"""Relative widths 2^-n of the enclosure that are tried, the narrowest first"""


@dataclass(frozen=True, slots=True)
class Rho:
    """lower <= ρ <= upper for the least ρ."""

    low: mpq
    high: mpq

    @property
    def exact(self) -> mpq | None:
        """ρ where it is known exactly."""
        return self.low if self.low == self.high else None

    def lower(self) -> str:
        """Decimal text, rounded down."""
        return round_down(self.low)

    def upper(self) -> str:
        """Decimal text, rounded up."""
        return round_up(self.high)

    def __repr__(self) -> str:
        return str(self.exact) if self.exact is not None else f"{self.lower()}..{self.upper()}"


@dataclass(frozen=True, eq=False)
class Zcdp:
    """The greatest of the least ρ of all ordered pairs, worst first; None for infinity."""

    directions: tuple[Measured[Rho | None], ...] = field(repr=False)

    @property
    def value(self) -> Rho | None:
        """An enclosure of the least ρ; None for infinity."""
        if self.directions[0].value is None:
            return None
        found = [item.value for item in self.directions if item.value is not None]
        return Rho(max(rho.low for rho in found), max(rho.high for rho in found))

    def __repr__(self) -> str:
        return f"<Zcdp ρ = {'inf' if self.value is None else repr(self.value)}>"


def zcdp(mechanism: Mechanism, adjacency: AdjacencyForm | None = None) -> Zcdp:
    """The least ρ with D_a(P‖Q) <= ρ·a for all real a > 1 and all ordered neighbouring pairs.

    Enclosed, usually to a dozen digits. Infinite where an outcome of P is impossible under Q. Pure
    ε-privacy gives ρ <= ε²/2, and a bounded range η gives ρ <= η²/8. Source: Bun and Steinke 2016.

    >>> from verify.mechanisms import randomized_response
    >>> rho = zcdp(randomized_response("3/4")).value
    >>> rho.low < mpq("0.55") < rho.high or round(float(rho.high), 6)
    0.549306
    """
    edges = require_law(mechanism).edges(adjacency)
    known: dict[Hashable, Rho | None] = {}
    found = []
    for i, j, pair in ordered_pairs(mechanism, edges):
        key = law_key(pair)
        if key not in known:
            curve = curve_of(pair)
            known[key] = None if curve is None else curve.least()
        found.append(Measured(i, j, known[key]))
    found.sort(key=_worst_first)
    return Zcdp(tuple(found))


def _worst_first(item: Measured[Rho | None]) -> tuple[bool, mpq]:
    return (False, mpq(0)) if item.value is None else (True, -item.value.low)


@dataclass(frozen=True, slots=True)
class Curve:
    """f of one ordered pair with finite ratios, and an upper bound of ε_∞."""

    f: LogMoment
    epsilon: mpq

    def order_above(self, rho: mpq) -> mpq | bool | None:
        """An order a with D_a > ρ·a, None where there is none, False where it cannot be told."""
        if not self.epsilon:
            return None
        if not rho:
            return mpq(2) if self.f(mpq(2))[0] > 0 else False
        for order in PLAIN:
            if self.f(order)[0] > rho * order * (order - 1):
                return order
        nearest, last = 1 + NEAREST, max(mpq(2), self.epsilon / rho)
        stack: list[tuple[mpq, mpq, mpq, mpq]] = []
        ends = [(mpq(1), mpq(0))]
        for order in _first_orders(nearest, last):
            low, high = self.f(order)
            if low > rho * order * (order - 1):
                return order
            ends.append((order, high))
        stack += [(*start, *end) for start, end in pairwise(ends)]
        for _ in range(MOST_STEPS):
            if not stack:
                return None
            a, f_a, b, f_b = stack.pop()
            if _chord_is_below(a, f_a, b, f_b, rho):
                continue
            middle = _middle(a, b)
            if not a < middle < b:
                return False
            low, high = self.f(middle)
            if low > rho * middle * (middle - 1):
                return middle
            stack += [(a, f_a, middle, high), (middle, high, b, f_b)]
        return False

    def least(self, widths: Sequence[int] = TIGHT) -> Rho:
        """An enclosure of sup D_a/a, of the first relative width 2^-n that is reached."""
        if not self.epsilon:
            return Rho(mpq(0), mpq(0))
        low = max(self._below(order) for order in self._likely_orders())
        for bits in widths:
            while True:
                high = _short(low + low / (1 << bits))
                order = self.order_above(high)
                if order is None:
                    return Rho(low, high)
                if order is False:
                    break
                low = max(low, self._below(order))
                if low < high:
                    break
        return Rho(low, self.epsilon**2 / 2)

    def _below(self, order: mpq) -> mpq:
        """A lower bound of D_a/a."""
        return _short(self.f(order)[0] / (order * (order - 1)), down=True)

    def _likely_orders(self) -> list[mpq]:
        """Orders near the one where D_a/a is greatest: by grid, then by narrowing around it."""
        grid = [1 + mpq(1, 1 << n) for n in range(40, 0, -2)]
        grid += [1 + mpq(1 << n) for n in range(12)]
        heights = [self._below(order) for order in grid]
        best = heights.index(max(heights))
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
        found = [grid[best]]
        for _ in range(40):
            left, right = _short(low + (high - low) / 3), _short(low + 2 * (high - low) / 3)
            if self._below(left) < self._below(right):
                low = left
            else:
                high = right
            found = [grid[best], left, right]
        return found


def curve_of(pair: Pair) -> Curve | None:
    """The curve of an ordered pair; None where its divergences are infinite."""
    ratio = pure_ratio(pair)
    if ratio is None:
        return None
    if ratio <= 1:
        return Curve(log_moment(pair), mpq(0))
    bound = mpq(log_key(ratio.numerator, ratio.denominator) + 4, 1 << FIXED_BITS)
    return Curve(log_moment(pair), bound)


def _first_orders(nearest: mpq, last: mpq) -> Sequence[mpq]:
    """Orders whose distances from 1 double, up to the last."""
    orders, order = [], nearest
    while order < last:
        orders.append(order)
        order = 1 + 2 * (order - 1)
    return [*orders, last]


def _chord_is_below(a: mpq, f_a: mpq, b: mpq, f_b: mpq, rho: mpq) -> bool:
    """Whether the chord from (a, f_a) to (b, f_b) stays below ρ·t·(t − 1) for a <= t <= b."""
    slope = (f_b - f_a) / (b - a)
    top = min(max((slope / rho + 1) / 2, a), b)
    return bool(f_a + slope * (top - a) <= rho * top * (top - 1))


def _middle(a: mpq, b: mpq) -> mpq:
    """A short rational between the ends, nearer to 1 where they are far apart."""
    return _short((a + b) / 2 if b - 1 < 4 * (a - 1) or a == 1 else 1 + 2 * (a - 1))


def _short(number: mpq, *, down: bool = False) -> mpq:
    """The number with 96 significant bits: rounded down, or up."""
    size = int(number.numerator.bit_length() - number.denominator.bit_length())
    shift = 96 - size
    scaled = number * mpq(2) ** shift
    floor = scaled.numerator // scaled.denominator
    return mpq(floor if down or scaled == floor else floor + 1) / mpq(2) ** shift
