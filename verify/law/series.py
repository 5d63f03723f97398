"""Functions on the integers whose tails are sums of geometric terms: noise that never ends.

A series is a list of values on an interval and, on either side of it, a finite sum Σ c·b^z. Laws of
geometric noise, their distribution functions, and pointwise products of both are of this form, and
so are the laws of maxima and of threshold tests; every sum over all integers has a closed form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from gmpy2 import mpq

from verify import resources

__all__ = ["Series", "Terms", "evaluate", "mirrored", "one_sided", "sum_from", "two_sided"]

Terms: TypeAlias = "Mapping[mpq, mpq]"
"""{b: c} for the function Σ c·b^z; no c is 0"""

NOTHING: Terms = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """f(z) = ``left`` for z < start, ``body[z − start]`` inside, ``right`` from the end on."""

    start: int
    left: Terms
    """bases > 1 where the sum over all integers is finite; base 1 is a constant"""
    body: tuple[mpq, ...]
    right: Terms
    """bases < 1 where the sum over all integers is finite; base 1 is a constant"""

    @property
    def stop(self) -> int:
        """The first integer of the right tail."""
        return self.start + len(self.body)

    def at(self, z: int) -> mpq:
        """f(z)."""
        if z < self.start:
            return evaluate(self.left, z)
        return self.body[z - self.start] if z < self.stop else evaluate(self.right, z)

    def shifted(self, by: int) -> Series:
        """z ↦ f(z − by)."""
        left, right = ({b: c / b**by for b, c in side.items()} for side in (self.left, self.right))
        return Series(self.start + by, left, self.body, right)

    def scaled(self, factor: mpq) -> Series:
        """factor·f."""
        if not factor:
            return Series(self.start, NOTHING, (), NOTHING)
        left, right = ({b: c * factor for b, c in t.items()} for t in (self.left, self.right))
        return Series(self.start, left, tuple(v * factor for v in self.body), right)

    def within(self, start: int, stop: int) -> Series:
        """The same function with at least the integers from start to stop − 1 in its body."""
        start, stop = min(start, self.start), max(stop, self.stop)
        if (start, stop) == (self.start, self.stop):
            return self
        before = tuple(evaluate(self.left, z) for z in range(start, self.start))
        after = tuple(evaluate(self.right, z) for z in range(self.stop, stop))
        return Series(start, self.left, before + self.body + after, self.right)

    def __add__(self, other: Series) -> Series:
        mine, theirs = _aligned(self, other)
        body = tuple(a + b for a, b in zip(mine.body, theirs.body, strict=True))
        left, right = _sum(mine.left, theirs.left), _sum(mine.right, theirs.right)
        return Series(mine.start, left, body, right)

    def __mul__(self, other: Series) -> Series:
        """The pointwise product."""
        mine, theirs = _aligned(self, other)
        body = tuple(a * b for a, b in zip(mine.body, theirs.body, strict=True))
        left, right = _product(mine.left, theirs.left), _product(mine.right, theirs.right)
        return Series(mine.start, left, body, right)

    def complement(self) -> Series:
        """1 − f."""
        return self.scaled(mpq(-1)) + Series(self.start, {mpq(1): mpq(1)}, (), {mpq(1): mpq(1)})

    def from_on(self, start: int) -> Series:
        """f from ``start`` on, and 0 before."""
        wide = self.within(start, start)
        return Series(start, NOTHING, wide.body[start - wide.start :], wide.right)

    def cumulative(self) -> Series:
        """z ↦ Σ_{y <= z} f(y)."""
        left = {b: c * b / (b - 1) for b, c in self.left.items()}
        running = evaluate(left, self.start - 1)
        body = []
        for value in self.body:
            running += value
            body.append(running)
        right = {b: c * b / (b - 1) for b, c in self.right.items()}
        rest = running - evaluate(right, self.stop - 1)
        return Series(self.start, left, tuple(body), _sum(right, {mpq(1): rest}))

    def total(self) -> mpq:
        """Σ f(z) over all integers."""
        tails = sum_from(self.right, self.stop) + sum_from(mirrored(self.left), 1 - self.start)
        return sum(self.body, tails)


def two_sided(ratio: mpq) -> Series:
    """z ↦ (1 − r)/(1 + r)·r^|z|."""
    height = (1 - ratio) / (1 + ratio)
    return Series(0, {1 / ratio: height}, (), {ratio: height})


def one_sided(ratio: mpq) -> Series:
    """z ↦ (1 − r)·r^z for z >= 0, else 0."""
    return Series(0, NOTHING, (), {ratio: 1 - ratio})


def evaluate(terms: Terms, z: int) -> mpq:
    """Σ c·b^z."""
    return sum((c * b**z for b, c in terms.items()), mpq(0))


def sum_from(terms: Terms, z: int) -> mpq:
    """Σ_{y >= z} Σ c·b^y; every base must be below 1."""
    return sum((c * b**z / (1 - b) for b, c in terms.items()), mpq(0))


def mirrored(terms: Terms) -> Terms:
    """The terms of z ↦ f(−z)."""
    return {1 / b: c for b, c in terms.items()}


def _aligned(left: Series, right: Series) -> tuple[Series, Series]:
    """Both with the same body."""
    start, stop = min(left.start, right.start), max(left.stop, right.stop)
    span = stop - start
    resources.check("outcomes", span, "the distance between values of one law")
    width = max((_bits(b) for side in (left.left, left.right) for b in side), default=1)
    resources.check("class_bits", span * span * width, "the bits of all values of one law")
    return left.within(start, stop), right.within(start, stop)


def _bits(base: mpq) -> int:
    return int(base.numerator.bit_length() + base.denominator.bit_length())


def _sum(left: Terms, right: Terms) -> Terms:
    found = dict(left)
    for base, c in right.items():
        found[base] = found.get(base, mpq(0)) + c
    return {base: c for base, c in found.items() if c}


def _product(left: Terms, right: Terms) -> Terms:
    found: dict[mpq, mpq] = {}
    for base, c in left.items():
        for other, d in right.items():
            found[base * other] = found.get(base * other, mpq(0)) + c * d
    return {base: c for base, c in found.items() if c}
