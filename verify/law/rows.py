"""Laws given as rows of integer weights, each over a total of its own.

Rows that are normalised one by one have as many denominators as there are inputs, and their
least common multiple may be far longer than any of them. A small table is written over it; a
large one keeps its rows apart and is put over a common denominator pair by pair.
"""

from __future__ import annotations

from collections.abc import Sequence

from gmpy2 import lcm, mpz

from verify import resources
from verify.law.adjacency import Adjacency
from verify.law.channel import SMALL, Channel
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.law.pair import TablePair

__all__ = ["Rows", "from_rows"]

DENSE_BITS = 1 << 30
"""Tables up to this size are held whole."""

REMEMBERED_BITS = 1 << 20
"""Pairs of rows up to this size are remembered."""


class Rows(Mechanism):
    """P(output j | input i) = weights[i][j] / totals[i], for tables too large to hold whole."""

    __slots__ = (
        "_pairs",
        "absent",
        "adjacency",
        "collapsed",
        "inputs",
        "outputs",
        "totals",
        "weights",
    )

    def __init__(
        self,
        inputs: tuple[Label, ...],
        outputs: tuple[Label, ...],
        weights: Sequence[Sequence[mpz]],
        totals: Sequence[mpz],
        adjacency: Adjacency,
        collapsed: str | None,
    ) -> None:
        self._pairs: dict[tuple[int, int], TablePair] = {}
        self.inputs = inputs
        self.outputs = outputs
        self.weights = weights
        self.totals = totals
        self.absent = None
        self.adjacency = adjacency
        self.collapsed = collapsed
        """the noise whose tails are collapsed, as in `Channel`"""

    def pair(self, first: int, second: int) -> TablePair:
        """The two rows over their common denominator."""
        known = self._pairs.get((first, second))
        if known is not None:
            return known
        ends = dict.fromkeys((first, second))
        common = lcm(self.totals[first], self.totals[second])
        rows = [_scaled(self.weights[i], common // self.totals[i]) for i in ends]
        names = [self.inputs[i] for i in ends]
        channel = Channel.from_weights(names, self.outputs, rows, common, collapsed=self.collapsed)
        found = TablePair(channel, 0, len(ends) - 1)
        bits = channel.answer_bits() * len(self.outputs)
        if bits <= REMEMBERED_BITS and len(self._pairs) < SMALL:
            self._pairs[first, second] = found
        return found

    def is_infinite(self) -> bool:
        """Whether tails are collapsed."""
        return self.collapsed is not None

    def answer_bits(self) -> int:
        """floor(log2) of the least denominator."""
        return int(min(self.totals).bit_length()) - 1

    def __repr__(self) -> str:
        return f"<Rows of {len(self.inputs)} inputs and {len(self.outputs)} outputs>"


def from_rows(
    inputs: tuple[Label, ...],
    outputs: tuple[Label, ...],
    weights: Sequence[Sequence[mpz]],
    totals: Sequence[mpz],
    adjacency: Adjacency,
    collapsed: str | None = None,
) -> Channel | Rows:
    """The mechanism with P(output j | input i) = weights[i][j] / totals[i].

    >>> from verify.law.channel import ALL_PAIRS
    >>> rows = [[mpz(1), mpz(1)], [mpz(1), mpz(2)]]
    >>> from_rows(("x", "y"), ("a", "b"), rows, [mpz(2), mpz(3)], ALL_PAIRS).row(1)
    [mpq(1,3), mpq(2,3)]
    """
    largest = max(int(total.bit_length()) for total in totals)
    bits = 4 * largest * len(outputs)
    resources.check("class_bits", bits, "the bits of two rows over their common denominator")
    common = _common(totals, DENSE_BITS // (len(inputs) * len(outputs)))
    if common is None:
        return Rows(inputs, outputs, weights, totals, adjacency, collapsed)
    rows = [_scaled(row, common // total) for row, total in zip(weights, totals, strict=True)]
    return Channel.from_weights(
        inputs, outputs, rows, common, adjacency=adjacency, collapsed=collapsed
    )


def _common(totals: Sequence[mpz], most_bits: int) -> mpz | None:
    """The least common multiple of the totals, None where it is longer than ``most_bits``."""
    common = mpz(1)
    for total in dict.fromkeys(totals):
        common = lcm(common, total)
        if common.bit_length() > most_bits:
            return None
    return common


def _scaled(row: Sequence[mpz], factor: mpz) -> list[int]:
    return list(row) if factor == 1 else [weight * factor for weight in row]
