"""Blocks of draws put on a grid: all ways to draw are listed, and each is split between two places.

Listing a block first costs little, and rounds the logarithm of the ratio once for all its draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, factorial, log, prod

import numpy as np
from gmpy2 import mpq, mpz

from verify import _core
from verify.compose._grid import block_law
from verify.compose.grid import Grid, enclosed_exp, fixed_exp, floating, floating_exp
from verify.compose.grid_law import Cells, GridLaw, Values
from verify.compose.independent import Independent
from verify.compose.tilt import Tilt, logarithms
from verify.exact.logarithm import FIXED_BITS, FIXED_ERROR

__all__ = ["Part", "block", "ways"]

ONE = mpz(1) << FIXED_BITS

MOST_CELLS = 1 << 21
"""Cells of a block; what lies further from the mean has none, and is accounted for."""

SLACK = 64
"""By how much one class more may change a logarithm, in 2^-128: four products of multiples of
2^-126 above 1 are rounded, and the split of a way between two places is as coarse."""

RELATIVE_BITS = 120
"""One class more is rounded by less than 2^-120 of the weight."""

Part = tuple[int, int]
"""(number of the factor, how many draws)"""


@dataclass(frozen=True, slots=True)
class _Table:
    """Ratio and weight of every class drawn once, twice, …, as the kernel takes them."""

    numbers: list[int]
    shifts: list[tuple[int, int]]
    rows: list[int]
    ends: list[int]
    least: int
    """the least place of all ways to draw"""
    greatest: int


def ways(size: int, count: int) -> int:
    """In how many ways so many draws fall into so many classes."""
    return comb(count + size - 1, count) if size else 0


def block(
    product: Independent, tilt: Tilt, parts: Sequence[Part], grid: Grid, fine: int, bits: int
) -> GridLaw:
    """The law of some draws, with cells that sum to about 2^bits."""
    scale = grid.scale(fine)
    table = _table(product, parts, grid, scale.step)
    start, size = _window(product, tilt, parts, scale.step, table)
    unit = _unit(product, tilt, parts) - bits
    draws = sum(count for _, count in parts)
    p, q, outside, leaves = block_law(
        _core.pack(table.numbers, 2).reshape(-1, 4),
        np.array(table.shifts, dtype=np.int64),
        np.array(table.rows, dtype=np.int64),
        np.array(table.ends, dtype=np.int64),
        np.array([count for _, count in parts], dtype=np.int64),
        scale.block,
        floating(mpz(prod(factorial(count) for _, count in parts))),
        unit,
        start,
        size,
    )
    missing = 2 * leaves + outside * mpq(enclosed_exp(_tilt_of_a_step(grid, scale.step))[1])
    offset = sum(count * logarithms(product)[i][0][0] for i, count in parts)
    slack = sum(count * product.factors[i].classes.error for i, count in parts)
    slack += SLACK * (draws + 1)
    variance = sum(tilt.variance_of(i, count) for i, count in parts)
    return GridLaw(
        grid=grid,
        fine=fine,
        start=start,
        offset=offset,
        slack=slack,
        p=_side(p, unit, missing, draws),
        q=_side(q, unit, missing, draws),
        variance=variance,
        draws=draws,
    )


def _tilt_of_a_step(grid: Grid, step: int) -> mpq:
    return max(grid.theta, mpq(1)) * mpq(step, ONE)


def _side(values: Values, unit: int, missing: mpq, draws: int) -> Cells:
    rounded = (_core.total(values) + missing) * mpq(draws + 1, mpz(1) << RELATIVE_BITS)
    return Cells.of(values, unit, _core.total(values) + missing + rounded)


def _table(product: Independent, parts: Sequence[Part], grid: Grid, step: int) -> _Table:
    numbers: list[int] = []
    shifts: list[tuple[int, int]] = []
    rows: list[int] = []
    ends: list[int] = []
    least = greatest = 0
    for i, count in parts:
        keys, weights = logarithms(product)[i]
        reach = [key - keys[0] for key in keys]
        for key, weight in zip(reach, weights, strict=True):
            rows.append(len(shifts))
            for used in range(1, count + 1):
                place, rest = divmod(used * key, step)
                log_weight = used * (weight - FIXED_ERROR) + grid.theta * place * step
                mantissa, exponent = floating_exp(log_weight / ONE, factorial(used))
                numbers += fixed_exp(mpq(rest, ONE), 126), mantissa
                shifts.append((place, exponent))
        ends.append(len(rows))
        least += count * min(reach) // step
        greatest += count * (max(reach) // step + 2)
    return _Table(numbers, shifts, rows, ends, least, greatest)


def _window(
    product: Independent, tilt: Tilt, parts: Sequence[Part], step: int, table: _Table
) -> tuple[int, int]:
    """The first place that has a cell, and how many have one: all, or those around the mean."""
    size = table.greatest - table.least + 2
    if size <= MOST_CELLS:
        return table.least, size
    mean = 0.0
    for i, count in parts:
        mean += count * (tilt.drawn[i].mean - logarithms(product)[i][0][0] / ONE)
    middle = int(mean * ONE) // step
    return middle - MOST_CELLS // 2, MOST_CELLS


def _unit(product: Independent, tilt: Tilt, parts: Sequence[Part]) -> int:
    """About the logarithm to base 2 of all weight."""
    total = 0.0
    for i, count in parts:
        first = logarithms(product)[i][0][0] / ONE
        total += count * (tilt.drawn[i].logarithm - float(tilt.theta) * first)
    return int(total / log(2))
