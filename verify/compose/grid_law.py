"""Laws of sums of logarithms on a grid: both laws of a pair, by place, tilted and rounded down.

The true law of a side is cells·2^exponent and something besides, of which there is no more than
lost·2^exponent, wherever it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from verify import _core
from verify.compose._grid import coarsened, convolved
from verify.compose.grid import Grid

__all__ = ["Cells", "GridLaw", "Values"]

Values = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Cells:
    """One side of a law."""

    values: Values
    exponent: int
    total: mpz
    """the sum of the values"""
    lost: mpz
    """at least what is missing, as a multiple of 2^exponent"""

    @classmethod
    def of(cls, values: Values, exponent: int, most: mpq) -> Cells:
        """Cells of a law that sums to ``most``·2^exponent at most."""
        total = _core.total(values)
        return cls(values, exponent, total, _ceil(most) - total)

    def times(self, other: Cells, slot: int) -> Cells:
        """The law of the sum of two independent places."""
        size = self.total * other.total
        if size.bit_length() > 64 * slot:
            raise OverflowError("two laws do not fit their slots")
        shift = max(0, size.bit_length() - (32 * slot - 3))
        most = (self.total + self.lost) * (other.total + other.lost)
        values = convolved(self.values, other.values, slot, shift)
        exponent = self.exponent + other.exponent + shift
        return Cells.of(values, exponent, mpq(most, mpz(1) << shift))

    def coarser(self, odd: bool, halves: tuple[mpz, mpz], grow: mpq) -> Cells:
        """The law on every second place, each odd place split between its neighbours."""
        between = _core.total(np.ascontiguousarray(self.values[1 - odd :: 2]))
        most = self.total - between + grow * between + max(grow, mpq(1)) * self.lost
        return Cells.of(coarsened(self.values, odd, *halves), self.exponent, most)

    def within(self, first: int, stop: int) -> Cells:
        """Without the cells outside; what they held is lost."""
        values = np.ascontiguousarray(self.values[first:stop])
        return Cells.of(values, self.exponent, mpq(self.total + self.lost))

    def tails(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """About the share of the law before each cell, and behind it: a guide for trimming."""
        values = self.values[:, 1] * 2.0**64 + self.values[:, 0]
        sums = np.cumsum(values) / (values.sum() or 1.0)
        back = np.cumsum(values[::-1])[::-1] / (values.sum() or 1.0)
        return sums, back


@dataclass(frozen=True, slots=True)
class GridLaw:
    """ln(P/Q) of some draws is about offset + n·step, with n distributed as ``p`` and as ``q``.

    P weighs the place n as e^offset·γ^((1−θ)n)·p_n, Q as γ^(−θn)·q_n.
    """

    grid: Grid
    fine: int
    start: int
    """the place of the first cell"""
    offset: int
    """a multiple of 2^-128"""
    slack: int
    """by how much a logarithm may be wrong, as a multiple of 2^-128"""
    p: Cells
    q: Cells
    variance: float
    """about that of the logarithm; a guide"""
    draws: int

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.q.values)

    def trimmed(self, share: float) -> GridLaw:
        """Without the cells at either end that hold no more than this share of either side."""
        ends = [side.tails() for side in (self.p, self.q)]
        first = min(int(np.searchsorted(before, share)) for before, _ in ends)
        behind = min(int(np.searchsorted(back[::-1], share)) for _, back in ends)
        first = min(first, self.size - 1)
        stop = max(self.size - behind, first + 1)
        if first == 0 and stop == self.size:
            return self
        p, q = (side.within(first, stop) for side in (self.p, self.q))
        return replace(self, start=self.start + first, p=p, q=q)

    def on(self, fine: int) -> GridLaw:
        """The same on a coarser grid."""
        return reduce(lambda law, _: law._coarser(), range(self.fine - fine), self)

    def _coarser(self) -> GridLaw:
        scale, odd = self.grid.scale(self.fine), bool(self.start % 2)
        p = self.p.coarser(odd, scale.halves_p, scale.grow_p)
        q = self.q.coarser(odd, scale.halves_q, scale.grow_q)
        return replace(self, fine=self.fine - 1, start=self.start // 2, p=p, q=q)

    def times(self, other: GridLaw, slot: int) -> GridLaw:
        """The law of both draws side by side, on the coarser of the two grids."""
        fine = min(self.fine, other.fine)
        left, right = self.on(fine), other.on(fine)
        return replace(
            left,
            start=left.start + right.start,
            offset=left.offset + right.offset,
            slack=left.slack + right.slack,
            p=left.p.times(right.p, slot),
            q=left.q.times(right.q, slot),
            variance=left.variance + right.variance,
            draws=left.draws + right.draws,
        )


def _ceil(number: mpq) -> mpz:
    return gmpy2.c_div(number.numerator, number.denominator)
