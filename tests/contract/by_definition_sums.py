"""Exact sums over all integers, in plain fractions, for the definitions of the catalogue.

Beyond a window every term is a sum of c·λ^n for n = 0, 1, … (an exponential sum, kept as {λ: c}),
which is a geometric series.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

ZERO, ONE = Fraction(0), Fraction(1)
ExponentialSum = dict[Fraction, Fraction]


def pmf(z: int, r: Fraction, sided: int = 2) -> Fraction:
    """P(Z = z) of geometric noise."""
    if sided == 1:
        return r**z * (1 - r) if z >= 0 else ZERO
    return r ** abs(z) * (1 - r) / (1 + r)


def at_least(z: int, r: Fraction, sided: int = 2) -> Fraction:
    """P(Z >= z)."""
    if sided == 1:
        return r ** max(z, 0)
    return r**z / (1 + r) if z >= 1 else 1 - r ** (1 - z) / (1 + r)


@dataclass(frozen=True)
class Curve:
    """A function of an integer v: inside a window, and as exponential sums outside of it.

    `up` is f(high + 1 + n), `down` is f(low − 1 − n), both for n = 0, 1, …
    """

    inside: tuple[Fraction, ...]
    up: ExponentialSum
    down: ExponentialSum

    def __mul__(self, other: "Curve") -> "Curve":
        inside = tuple(a * b for a, b in zip(self.inside, other.inside, strict=True))
        return Curve(inside, times(self.up, other.up), times(self.down, other.down))

    def total(self) -> Fraction:
        tails = (c / (1 - base) for part in (self.up, self.down) for base, c in part.items())
        return sum(self.inside, ZERO) + sum(tails, ZERO)


def times(first: ExponentialSum, second: ExponentialSum) -> ExponentialSum:
    result: ExponentialSum = {}
    for (a, c), (b, d) in product(first.items(), second.items()):
        result[a * b] = result.get(a * b, ZERO) + c * d
    return {base: c for base, c in result.items() if c}


def minus(first: ExponentialSum, second: ExponentialSum) -> ExponentialSum:
    keys = {**first, **second}
    result = {k: first.get(k, ZERO) - second.get(k, ZERO) for k in keys}
    return {base: c for base, c in result.items() if c}


@dataclass(frozen=True)
class Noise:
    """Geometric noise around a centre, as curves over one window of integers."""

    low: int
    high: int
    ratio: Fraction
    sided: int = 2

    def curve(self, at: Callable[[int], Fraction], above: bool, below: bool) -> Curve:
        """A function that is a constant plus c·r^n beyond the window."""
        inside = tuple(at(v) for v in range(self.low, self.high + 1))
        return Curve(
            inside,
            self.tail(at(self.high + 1), at(self.high + 2), above),
            self.tail(at(self.low - 1), at(self.low - 2), below),
        )

    def tail(self, first: Fraction, second: Fraction, to_one: bool) -> ExponentialSum:
        limit = ONE if to_one else ZERO
        if self.ratio:
            assert second - limit == (first - limit) * self.ratio
        parts = {ONE: limit, self.ratio: first - limit}
        return {base: c for base, c in parts.items() if c}

    def equal(self, centre: int) -> Curve:
        """P(centre + Z = v)."""
        return self.curve(lambda v: pmf(v - centre, self.ratio, self.sided), False, False)

    def under(self, centre: int) -> Curve:
        """P(centre + Z < v)."""
        return self.curve(lambda v: 1 - self.reach(v - centre), True, False)

    def reaches(self, centre: int, shift: int) -> Curve:
        """P(centre + Z >= shift + v)."""
        return self.curve(lambda v: self.reach(shift + v - centre), False, True)

    def misses(self, centre: int, shift: int) -> Curve:
        return self.curve(lambda v: 1 - self.reach(shift + v - centre), True, False)

    def reach(self, z: int) -> Fraction:
        if not self.ratio:
            return ONE if z <= 0 else ZERO
        return at_least(z, self.ratio, self.sided)


def times_all(curves: list[Curve]) -> Curve:
    whole = curves[0]
    for curve in curves[1:]:
        whole = whole * curve
    return whole
