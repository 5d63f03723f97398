"""Whether a system of linear equations has a solution that is nowhere negative, in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofs.definitions import Law

__all__ = ["garbling_exists", "has_solution"]

Row = list[Fraction]


def has_solution(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> bool:
    """Is there an x >= 0 with Ax = b, for b >= 0? The simplex method with Bland's rule.

    One slack for each equation is basic at first; a solution exists if and only if the sum of
    slacks falls to 0.
    """
    rows: list[Row] = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    costs: Row = [-sum(column, Fraction(0)) for column in zip(*rows, strict=True)]
    size = len(costs) - 1
    basis = [size + i for i in range(len(rows))]
    while True:
        entering = next((j for j in range(size) if costs[j] < 0), None)
        if entering is None:
            return costs[-1] == 0
        _, _, leaving = min(
            (row[-1] / row[entering], basis[i], i)
            for i, row in enumerate(rows)
            if row[entering] > 0
        )
        _pivot(rows, costs, leaving, entering)
        basis[leaving] = entering


def _pivot(rows: list[Row], costs: Row, leaving: int, entering: int) -> None:
    """Make the entering column a unit column; the slacks need no columns of their own."""
    scale = rows[leaving][entering]
    pivot = [value / scale for value in rows[leaving]]
    rows[leaving] = pivot
    for i, row in enumerate(rows):
        if i != leaving and row[entering]:
            rows[i] = _less(row, row[entering], pivot)
    costs[:] = _less(costs, costs[entering], pivot)


def _less(row: Row, factor: Fraction, pivot: Row) -> Row:
    return [value - factor * other for value, other in zip(row, pivot, strict=True)]


def garbling_exists(first: Sequence[Law], second: Sequence[Law]) -> bool:
    """Is there a kernel K that sends every law of the first channel to that of the second?

    The unknowns are K(w | z), by z and then by w; the equations are the rows of K, and the laws.
    """
    size, images = len(first[0]), len(second[0])
    zero, one = Fraction(0), Fraction(1)
    matrix = [
        [one if cell // images == z else zero for cell in range(size * images)] for z in range(size)
    ]
    right = [one] * size
    for law, image in zip(first, second, strict=True):
        for w in range(images):
            matrix.append(
                [law[c // images] if c % images == w else zero for c in range(size * images)]
            )
            right.append(image[w])
    return has_solution(matrix, right)
