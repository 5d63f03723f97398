"""Rows of a channel mixed with integer weights: a packed row is one long integer.

A row of n weights with L limbs each is an integer of n·L limbs, so a mixture of rows is a few
products of long integers, whatever n.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from gmpy2 import mpq, mpz

from verify import resources
from verify.exact.quotient import Number
from verify.law.adjacency import Adjacency
from verify.law.channel import Channel, Weights, from_probabilities, limbs_for
from verify.law.labels import Label
from verify.law.ring_channel import RingChannel
from verify.law.series_channel import SeriesChannel
from verify.law.series_mixture import AnyTable, mixed_laws, series_channel, series_law

__all__ = ["mixed_channel", "packed_row"]

Mixture = Mapping[int, mpz]
"""Row number to integer weight"""


def mixed_channel(
    table: AnyTable,
    inputs: Iterable[Label],
    mixtures: Iterable[Mixture],
    count: int,
    total: mpz,
    *,
    adjacency: Adjacency,
    absent: Label | None = None,
) -> AnyTable:
    """One input per mixture of rows of the table: weights w_i that sum to ``total``."""
    if isinstance(table, SeriesChannel):
        laws = [
            mixed_laws([(mpq(w, total), series_law(table, i)) for i, w in mixture.items() if w])
            for mixture in mixtures
        ]
        return series_channel(inputs, laws, adjacency, absent)
    if isinstance(table, RingChannel):
        rows = [[p / total for p in _mixed(table, mixture)] for mixture in mixtures]
        return from_probabilities(
            inputs,
            table.outputs,
            rows,
            absent=absent,
            adjacency=adjacency,
            collapsed=table.collapsed,
        )
    return Channel.from_weights(
        inputs,
        table.outputs,
        _mixed_rows(table, mixtures, count, total),
        int(total * table.denominator),
        absent=absent,
        adjacency=adjacency,
        collapsed=table.collapsed,
    )


def _mixed(table: RingChannel, mixture: Mixture) -> list[Number]:
    rows = [[p * weight for p in table.row(i)] for i, weight in mixture.items() if weight]
    return [sum(column, mpq(0)) for column in zip(*rows, strict=True)]


def _mixed_rows(table: Channel, mixtures: Iterable[Mixture], count: int, total: mpz) -> Weights:
    """One row Σ_i w_i·(row i) per mixture, over the denominator ``total``·D, as packed weights.

    The weights of each of the ``count`` mixtures sum to ``total``.
    """
    columns = len(table.outputs)
    limbs = limbs_for(total * table.denominator)
    bits = 64 * limbs * columns * (count + len(table.inputs))
    resources.check("class_bits", bits, "the bits of all weights over their common denominator")
    mixed = np.empty((count, columns, limbs), dtype=np.uint64)
    known: dict[int, mpz] = {}
    for place, mixture in enumerate(mixtures):
        value = mpz(0)
        for i, weight in mixture.items():
            if i not in known:
                known[i] = _long_integer(table.weights[i], limbs)
            value += weight * known[i]
        mixed[place] = packed_row(value, columns, limbs)
    return mixed


def packed_row(value: mpz, columns: int, limbs: int) -> Weights:
    """The limbs of a long integer, as a row of weights."""
    data = value.to_bytes(8 * columns * limbs, "little")
    return np.frombuffer(data, dtype="<u8").reshape(columns, limbs)


def _long_integer(row: Weights, limbs: int) -> mpz:
    wide = np.zeros((row.shape[0], limbs), dtype="<u8")
    wide[:, : row.shape[1]] = row
    return mpz.from_bytes(wide.tobytes(), "little")
