"""The classes of a product as rows of limbs, and their loss distribution.

A class is a row of two arrays, its weights under P and under Q, and a key. Rows are made, sorted
and summed in place, so that a distribution takes about the memory of its weights:
`row_bytes` says how much.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from math import comb

import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

from verify import _core, resources
from verify.compose import _rows
from verify.compose.independent import Factor, Independent
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.quotient import ratio as quotient
from verify.law.channel import Weights
from verify.loss.classes import check_size
from verify.loss.distribution import Line, LossDistribution

__all__ = ["RowDistribution", "row_bytes", "row_distribution"]

KEY_BITS = 62
"""No key of the product has more bits: sums of keys fit a word."""

SORTING_BYTES = 49
"""What one row needs beside its limbs while rows are sorted"""

Keys = NDArray[np.int64]


def row_bytes(size: int, bits: int) -> int:
    """The memory that so many classes need, whose weights have so many bits."""
    return size * (16 * _limbs(bits) + SORTING_BYTES)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Classes of a product of some factors, ascending by ratio; the last row of weights is free."""

    keys: Keys
    p: Weights
    q: Weights
    error: int
    """every key differs from ln(p/q), in units of the product, by less than this"""
    bits: int
    """of what the weights sum to, at most"""


@dataclass(frozen=True, slots=True)
class _Unit:
    """Keys in units of 2^(shift − 128), so that those of the whole product fit a word."""

    shift: int

    @classmethod
    def of(cls, factors: Iterable[Factor]) -> _Unit:
        """The least unit for these factors."""
        ends = ((each, each.classes.entries) for each in factors)
        most = sum(f.count * max(abs(e[0][0]), abs(e[-1][0])) for f, e in ends)
        return cls(max(0, int(most).bit_length() - KEY_BITS))

    def power(self, factor: Factor) -> _Rows:
        """The classes of all draws from one factor."""
        classes, count = factor.classes, factor.count
        bits = classes.denominator.bit_length() * count
        size = comb(count + len(classes.entries) - 1, count)
        _check(size, bits)
        keys = np.array([key >> self.shift for key, _, _ in classes.entries], dtype=np.int64)
        p, q = ([entry[side] for entry in classes.entries] for side in (1, 2))
        made = _rows.multiset_rows(keys, p, q, count, size, _limbs(bits))
        # a shifted key is below the truth by less than 1 more than its own error
        return _merged(made, count * (2 + (classes.error >> self.shift)), bits)


def row_distribution(product: Independent) -> LossDistribution:
    """The loss distribution of independent draws with integer weights, of one factor at least.

    Raises `verify.LimitError` where its classes pass a stated limit.
    """
    factors = product.factors
    if not all(each.classes.entries for each in factors):
        return RowDistribution(product, None, 0)
    unit = _Unit.of(factors)
    found = reduce(_product, map(unit.power, factors))
    return RowDistribution(product, found, unit.shift)


def _product(left: _Rows, right: _Rows) -> _Rows:
    bits = left.bits + right.bits
    _check(len(left.keys) * len(right.keys), bits)
    sides = (left.keys, left.p, left.q, right.keys, right.p, right.q)
    return _merged(_rows.product_rows(*sides, _limbs(bits)), left.error + right.error, bits)


def _merged(made: tuple[Keys, Weights, Weights], error: int, bits: int) -> _Rows:
    keys, p, q = made
    size = _rows.merge_rows(keys, p, q, error)
    if 2 * size < len(keys):  # so that what was merged does not stay in memory
        return _Rows(keys[:size].copy(), p[: size + 1].copy(), q[: size + 1].copy(), error, bits)
    return _Rows(keys[:size], p[: size + 1], q[: size + 1], error, bits)


def _check(size: int, bits: int) -> None:
    check_size(size, bits)
    resources.check("bytes", row_bytes(size, bits), "the bytes of all class weights")


def _limbs(bits: int) -> int:
    """One bit more than a weight needs, so that two of them can be added."""
    return bits // 64 + 1


class RowDistribution(LossDistribution):
    """A loss distribution over rows of limbs: row i holds the tail sums from class i on."""

    __slots__ = (
        "_shift",
        "denominator",
        "error",
        "infinite",
        "keys",
        "size",
        "tail_p",
        "tail_q",
        "zero",
    )

    denominator: mpz
    keys: Keys
    """of the ratios, ascending, in a unit of the product"""
    error: int
    """every key differs from the logarithm of its ratio by less than this"""
    tail_p: Weights
    """row i: A_i; two of them can be added in so many limbs"""
    tail_q: Weights
    """row i: B_i"""

    def __init__(self, product: Independent, rows: _Rows | None, shift: int) -> None:
        self.denominator = product.denominator
        self.infinite = product.infinite
        self.zero = product.zero
        self._shift = shift
        limbs = _limbs(product.bits)
        if rows is None:
            nothing = np.zeros((1, limbs), dtype=np.uint64)
            rows = _Rows(np.empty(0, dtype=np.int64), nothing, nothing.copy(), 1, product.bits)
        self.size = len(rows.keys)
        self.keys, self.error = rows.keys, rows.error
        self.tail_p, self.tail_q = rows.p, rows.q
        self.tail_p[self.size] = _core.pack([self.infinite], limbs)[0]
        self.tail_q[self.size] = 0
        for side in (self.tail_p, self.tail_q):
            _rows.sum_tails(side, self.size)

    def tail(self, index: int) -> Line:
        """(A_i, B_i)."""
        here = slice(index, index + 1)
        return _core.unpack(self.tail_p[here])[0], _core.unpack(self.tail_q[here])[0]

    def weights(self, index: int) -> tuple[mpz, mpz]:
        """The weights under P and under Q of the class number ``index``."""
        pair = slice(index, index + 2)
        (a, after_a), (b, after_b) = (
            _core.unpack(self.tail_p[pair]),
            _core.unpack(self.tail_q[pair]),
        )
        return a - after_a, b - after_b

    def ratio(self, index: int) -> Number:
        """Ratio number ``index`` in lowest terms."""
        return quotient(*self.weights(index))

    def above(self, level: Level) -> int:
        """Bisection on keys, then by exact comparison inside their error."""
        low, high = level.fixed()
        start, stop = self._enclosed(low, high)
        return bisect_left(
            range(self.size),
            1,
            start,
            stop,
            key=lambda i: level.compare_fraction(*self.weights(i)) < 0,
        )

    def below(self, level: Level) -> int:
        """Bisection on keys, then by exact comparison inside their error."""
        low, high = level.fixed()
        start, stop = self._enclosed(-high, -low)
        return bisect_left(
            range(self.size),
            1,
            start,
            stop,
            key=lambda i: level.compare_fraction(*self.weights(i)[::-1]) >= 0,
        )

    def _enclosed(self, low: int, high: int) -> tuple[int, int]:
        """(start, stop): ratios before start are surely below the value, from stop on above."""
        first = (low >> self._shift) - self.error
        last = -(-high >> self._shift) + self.error
        start = np.searchsorted(self.keys, _word(first), side="left")
        return int(start), int(np.searchsorted(self.keys, _word(last), side="right"))


def _word(key: int) -> np.int64:
    """The key, or the greatest or least word where it is beyond: no key of a class is."""
    return np.int64(max(-(1 << 63), min(key, (1 << 63) - 1)))
