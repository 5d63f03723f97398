"""Which pairs of rows of a table are alike: how often each pair of weights occurs in them.

A table has few different weights, and is given by the places of its cells in a palette of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from verify.law.adjacency import Edge

__all__ = ["Joint", "Places", "joint_counts", "kinds", "packed_kinds"]

FEW_EDGES = 8
"""Up to this many pairs of inputs are looked at one by one."""

FEW_PAIRS, MOST_SQUARED = 16, 3000
"""Pairs of weights, and inputs, up to which all pairs of rows are counted by matrix products."""

MOST_CELLS, REPEATING = 10**6, 4
"""Cells of a packed table, and weights per output, up to which it is looked at for repetition"""

Places = NDArray[np.intp]
"""shape (inputs, outputs): which weight of the palette"""

Joint = tuple[tuple[int, int, int], ...]
"""(k, l, count) for every pair of weights number k and l that occurs"""


def joint_counts(places: Places, size: int, first: int, second: int) -> Joint:
    """In how many columns two rows have the weights number k and l, of a palette of some size.

    >>> joint_counts(np.array([[0, 1, 1], [1, 0, 0]]), 2, 0, 1)
    ((0, 1, 1), (1, 0, 2))
    """
    found, counts = np.unique(places[first] * size + places[second], return_counts=True)
    ends = (*np.divmod(found, size), counts)
    return tuple(zip(*(end.tolist() for end in ends), strict=True))


def kinds(
    places: Places, size: int, edges: Sequence[Edge], joint: Callable[[int, int], Joint]
) -> Sequence[Hashable] | None:
    """A kind for every edge, the same for the same counts; None where edges are few.

    ``joint`` answers for one edge.

    >>> square = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    >>> edges = [(i, j) for i in range(3) for j in range(3)]
    >>> found = kinds(square, 2, edges, lambda i, j: joint_counts(square, 2, i, j))
    >>> [found.index(kind) for kind in found]
    [0, 1, 1, 1, 0, 1, 1, 1, 0]
    """
    if len(edges) <= FEW_EDGES:
        return None
    if size * size > FEW_PAIRS or len(places) > MOST_SQUARED:
        return [joint(i, j) for i, j in edges]
    first, second = np.array(edges, dtype=np.intp).T
    marks = [(places == k).astype(np.float64) for k in range(size)]  # exact below 2^53
    counts = [(mark @ other.T)[first, second] for mark in marks for other in marks]
    return [row.tobytes() for row in np.stack(counts, axis=1)]


def packed_kinds(weights: NDArray[np.uint64], edges: Sequence[Edge]) -> Sequence[Hashable] | None:
    """The same for weights of shape (inputs, outputs, limbs); None where they hardly repeat."""
    inputs, outputs, limbs = weights.shape
    if len(edges) <= FEW_EDGES or inputs * outputs > MOST_CELLS:
        return None
    cells = weights.reshape(-1) if limbs == 1 else weights.reshape(-1, limbs)
    palette, found = np.unique(cells, axis=0, return_inverse=True)
    if len(palette) > REPEATING * outputs:
        return None
    places = found.reshape(inputs, outputs)
    return kinds(places, len(palette), edges, partial(joint_counts, places, len(palette)))
