"""Products whose likelihood ratios lie on one lattice: class number i of a factor has c·r^(j_i).

All draws together then have the ratio C·r^n with n the sum of their j, so a product of however many
draws has few classes: noise with geometric tails, unary encodings, responses at powers of one odds.
The step is found from fixed-point logarithms by Euclid's algorithm and confirmed exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import gmpy2
from gmpy2 import mpq, mpz

from verify.compose.independent import Factor
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_BITS, FIXED_ERROR
from verify.exact.quotient import Number, Quotient, ratio
from verify.exact.ring import RingNumber, Weight, log_key
from verify.loss.classes import Entry

__all__ = ["Lattice", "common_step", "lattice_of"]

NEAR = 1 << 64
"""Logarithms that differ by less are taken for equal until they are compared exactly."""

LEAST_STEP = 1 << (FIXED_BITS - 40)
"""Finer lattices have more points than anything listed."""

MOST_STEPS = 16
"""Powers up to which a ratio that is no monomial of the ring is looked at"""

Table = tuple[Entry, ...]

Root = tuple[Weight, Weight]
"""Numerator and denominator of r"""


@dataclass(frozen=True, slots=True)
class Lattice:
    """The ratios C·r^n, 0 <= n <= degree, with r = numerator/denominator > 1."""

    places: tuple[tuple[int, ...], ...]
    """the exponents j of the classes of every factor, ascending from 0"""
    degree: int
    numerator: Weight
    denominator: Weight
    start: int
    """about ln C·2^128"""
    step: int
    """about ln r·2^128"""
    error: int
    """start + n·step differs from the logarithm of every ratio by less than this"""
    shift: int
    """C = r^shift, but for the ratios in ``apart``"""
    apart: tuple[tuple[Weight, Weight, int], ...]
    """(p, q, count) of factors whose least ratio is no power of r"""

    def above(self, level: Level) -> int:
        """The least n with C·r^n > α (degree + 1 if there is none)."""
        low, high = level.fixed()
        for n in self._candidates(low, high):
            if level.compare_fraction(*self._ratio(n)) < 0:
                return n
        return self._past(high)

    def below(self, level: Level) -> int:
        """How many n have C·r^n < 1/α."""
        low, high = level.fixed()
        for n in self._candidates(-high, -low):
            p, q = self._ratio(n)
            if level.compare_fraction(q, p) >= 0:
                return n
        return self._past(-low)

    def _candidates(self, low: int, high: int) -> Iterator[int]:
        """The n, ascending, that an enclosure of a logarithm does not tell from it."""
        first = -((self.start + self.error - low) // self.step)
        yield from range(max(first, 0), self._past(high))

    def _past(self, high: int) -> int:
        """The first n that is surely above."""
        past = (high + self.error - self.start) // self.step + 1
        return min(max(past, 0), self.degree + 1)

    def _ratio(self, n: int) -> tuple[Weight, Weight]:
        """C·r^n as a fraction, in small numbers where C is a power of r."""
        power = n + self.shift
        p, q = self.numerator ** abs(power), self.denominator ** abs(power)
        if power < 0:
            p, q = q, p
        for above, below, count in self.apart:
            p, q = p * above**count, q * below**count
        return p, q


def lattice_of(factors: Sequence[Factor]) -> Lattice | None:
    """The lattice of the finite positive ratios of a product; None where there is none."""
    tables = [each.classes.entries for each in factors]
    if not all(tables):
        return None
    gaps = [entry[0] - table[0][0] for table in tables for entry in table[1:]]
    step = common_step(gaps)
    if step is None:
        return None
    places = [tuple([_nearest(key - table[0][0], step) for key, _, _ in table]) for table in tables]
    root = _root_of(tables, places)
    if root is None or not _confirmed(tables, places, root):
        return None
    return _made(factors, places, root)


def common_step(gaps: Iterable[int], least: int = LEAST_STEP) -> int | None:
    """About the greatest number, ``least`` or more, that all gaps are multiples of.

    None where there is none, or no gap.
    """
    step = 0
    for gap in sorted(set(gaps)):
        rest = gap
        while rest > NEAR:  # Euclid's algorithm, with the nearest remainder
            if rest < least:
                return None
            step, rest = rest, abs(step - rest * _nearest(step, rest))
    return step or None


def _nearest(number: int, step: int) -> int:
    return (2 * number + step) // (2 * step)


def _root_of(tables: Sequence[Table], places: Sequence[Sequence[int]]) -> Root | None:
    """r, from two classes that are fewest steps apart."""
    degree, table, i = min(
        (place, number, i)
        for number, row in enumerate(places)
        for i, place in enumerate(row)
        if place
    )
    (_, p, q), (_, p_least, q_least) = tables[table][i], tables[table][0]
    return _root(ratio(p * q_least, q * p_least), degree)


def _root(number: Number, degree: int) -> Root | None:
    """The positive root, where it is a fraction or a monomial of the ring."""
    if isinstance(number, Quotient):
        if degree == 1:
            return number.numerator, number.denominator
        if not number.is_monomial:
            return None
        ((c, constant, powers),) = number.numerator.parts()
        factors = [(c / number.denominator.exact, mpq(1, degree))]
        factors += [(mpq(b), e / degree) for b, e in powers]
        return RingNumber.power(constant / degree, factors), mpz(1)
    above, is_exact = gmpy2.iroot(number.numerator, degree)
    below, is_exact_too = gmpy2.iroot(number.denominator, degree)
    return (above, below) if is_exact and is_exact_too else None


def _confirmed(tables: Sequence[Table], places: Sequence[Sequence[int]], root: Root) -> bool:
    """Whether neighbouring classes of every factor are apart by that power of r, exactly."""
    return all(
        _is_power((p * q_before, q * p_before), root, place - before)
        for table, row in zip(tables, places, strict=True)
        for ((_, p_before, q_before), before), ((_, p, q), place) in pairwise(
            zip(table, row, strict=True)
        )
    )


def _is_power(fraction: tuple[Weight, Weight], root: Root, power: int) -> bool:
    """Whether a fraction is r^power."""
    numerator, denominator = fraction
    above, below = root if power >= 0 else root[::-1]
    power = abs(power)
    if power > MOST_STEPS and not (_is_monomial(above) and _is_monomial(below)):
        return False
    if power * max(_bits(above), _bits(below)) > numerator.bit_length() + denominator.bit_length():
        return False  # r^power in lowest terms would be longer
    return bool(numerator * below**power == denominator * above**power)


def _bits(number: Weight) -> int:
    """At most the bits that every power of the number adds to it."""
    bits = int(number.bit_length())
    return bits - 2 if isinstance(number, RingNumber) else bits - 1


def _is_monomial(number: Weight) -> bool:
    return not isinstance(number, RingNumber) or number.is_monomial


def _made(factors: Sequence[Factor], places: list[tuple[int, ...]], root: Root) -> Lattice:
    step = log_key(*root)
    start = error = degree = shift = 0
    apart: list[tuple[Weight, Weight, int]] = []
    for factor, row in zip(factors, places, strict=True):
        count = factor.count
        key, p, q = factor.classes.entries[0]
        power = _nearest(key, step)
        if _is_power((p, q), root, power):
            shift += count * power
        else:
            least = ratio(p, q)
            apart.append((least.numerator, least.denominator, count))
        degree += count * row[-1]
        start += count * key
        error += count * factor.classes.error
    error += degree * FIXED_ERROR + 1
    return Lattice(tuple(places), degree, *root, start, step, error, shift, tuple(apart))
