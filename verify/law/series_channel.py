"""Channels with infinitely many likelihood ratios: rows of single outcomes and strands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gmpy2 import mpq

from verify.law.adjacency import Adjacency
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.law.naming import Naming
from verify.law.pair import SeriesPair, Strand
from verify.law.series import Series

__all__ = ["SeriesChannel", "SeriesRow"]


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """The law at one input: probabilities of single outcomes, and one series per strand."""

    alone: tuple[mpq, ...]
    strands: tuple[Series, ...]

    def total(self) -> mpq:
        """What everything sums to."""
        return sum((series.total() for series in self.strands), sum(self.alone, mpq(0)))


class SeriesChannel(Mechanism):
    """Outcomes ``labels[i]``, and for every strand j the outcomes ``namings[j].name(z)``, z ∈ ℤ."""

    __slots__ = ("absent", "adjacency", "inputs", "labels", "namings", "rows")

    def __init__(
        self,
        inputs: tuple[Label, ...],
        labels: Sequence[Label],
        namings: Sequence[Naming],
        rows: Sequence[SeriesRow],
        adjacency: Adjacency,
        absent: Label | None = None,
    ) -> None:
        assert all(row.total() == 1 for row in rows), "a row of a series channel must sum to 1"
        self.inputs = inputs
        self.labels = tuple(labels)
        self.namings = tuple(namings)
        self.rows = tuple(rows)
        self.absent = absent
        self.adjacency = adjacency

    def is_infinite(self) -> bool:
        """Always."""
        return True

    def pair(self, first: int, second: int) -> SeriesPair:
        """Two rows side by side."""
        here, there = self.rows[first], self.rows[second]
        alone = zip(self.labels, here.alone, there.alone, strict=True)
        strands = zip(self.namings, here.strands, there.strands, strict=True)
        return SeriesPair(tuple(alone), tuple(Strand(*strand) for strand in strands))

    def __repr__(self) -> str:
        return f"<SeriesChannel of {len(self.inputs)} inputs>"
