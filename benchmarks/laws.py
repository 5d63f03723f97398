"""The laws that are measured: random, but the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

__all__ = ["Weights", "integers", "levels", "square_table", "two_laws"]

Weights = NDArray[np.uint64]

SEED = 20261130
TIED = 8
"""One outcome in so many has a ratio of two small integers, so that many others share it."""


@cache
def two_laws(outcomes: int, limbs: int) -> tuple[Weights, int]:
    """Two laws over one denominator of 64·limbs bits, as an array (2, outcomes, limbs)."""
    random = np.random.default_rng(SEED)
    weights = _random_weights(random, (2, outcomes, limbs), bits=43)
    tied = outcomes // TIED
    common = _random_weights(random, (tied, limbs), bits=38) & np.uint64((1 << 60) - 1)
    factors = random.integers(1, 8, size=(2, tied, 1), dtype=np.uint64)
    weights[:, :tied] = common * factors  # below 8·2^60, so no limb carries
    weights = np.ascontiguousarray(weights[:, random.permutation(outcomes)])
    return weights, _normalise(weights)


@cache
def square_table(size: int) -> tuple[Weights, int]:
    """A channel with as many inputs as outputs, 64-bit weights, as an array (size, size, 1)."""
    random = np.random.default_rng(SEED)
    weights = _random_weights(random, (size, size, 1), bits=50)
    return weights, _normalise(weights)


def integers(weights: Weights) -> list[list[int]]:
    """Rows of limbs as rows of Python integers."""
    rows, _, limbs = weights.shape
    if limbs == 1:
        return [weights[i, :, 0].tolist() for i in range(rows)]
    return [[_integer(cell) for cell in weights[i]] for i in range(rows)]


def levels(count: int = 1, steps: int = 997) -> Iterator[Fraction]:
    """Ever other rational α for a ``count``-fold product, spread over 1 < α <= 2·3^(count/2)."""
    powers = (3 ** (count // 2 * j // steps) for j in range(1, steps + 1))
    return cycle([power * Fraction(steps + j, steps) for j, power in enumerate(powers, 1)])


def _random_weights(random: np.random.Generator, shape: tuple[int, ...], *, bits: int) -> Weights:
    """Positive weights whose highest limb has so many bits."""
    weights = random.integers(1, 1 << 64, size=shape, dtype=np.uint64)
    weights[..., -1] &= np.uint64((1 << bits) - 1)
    weights[..., 0] |= np.uint64(1)
    return weights


def _normalise(weights: Weights) -> int:
    """Add to the last outcome of each row what its sum lacks; the denominator."""
    totals = [_total(row) for row in weights]
    denominator = max(totals) + 1
    for row, total in zip(weights, totals, strict=True):
        last = _integer(row[-1]) + denominator - total
        row[-1] = [last >> 64 * i & (1 << 64) - 1 for i in range(weights.shape[2])]
    return denominator


def _total(row: Weights) -> int:
    """The exact sum; NumPy adds halves of limbs, which cannot overflow."""
    low, high = (row & np.uint64((1 << 32) - 1)).sum(axis=0), (row >> np.uint64(32)).sum(axis=0)
    halves = zip(low.tolist(), high.tolist(), strict=True)
    return sum((a + (b << 32)) << 64 * i for i, (a, b) in enumerate(halves))


def _integer(limbs: Weights) -> int:
    return int.from_bytes(limbs.astype("<u8").tobytes(), "little")
