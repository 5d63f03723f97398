"""Peak memory of a process that loads two laws with a million outcomes and makes the profile."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from benchmarks.laws import two_laws
from benchmarks.process import peak
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, Sample

__all__ = ["CASES"]

OUTCOMES = 1_000_000
SMALL = 50_000
"""Outcomes of the twin in a quick run."""

TIMES = 3
"""Processes for one measurement: they hardly differ."""

MIB = 2**20

ONLY_IMPORT = """
import numpy, verify
verify.Channel, verify.profile
"""

ENGINE = """
import sys, numpy, verify
weights = numpy.load(sys.argv[1])
channel = verify.Channel.from_weights(["0", "1"], None, weights, int(sys.argv[2]))
verify.profile(channel).delta(alpha="3/2")
"""

TWIN = """
import sys, numpy
from fractions import Fraction
from benchmarks import twin
weights, denominator = numpy.load(sys.argv[1]), int(sys.argv[2])
p, q = (twin.law(row[:, 0].tolist(), denominator) for row in weights)
twin.Profile(p, q).delta(Fraction(3, 2))
"""


def _profile(effort: Effort) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        empty = peak(TIMES, ONLY_IMPORT)
        ours = peak(TIMES, ENGINE, *_saved(folder, OUTCOMES))
        size = SMALL if effort.quick else OUTCOMES
        slow = peak(1, TWIN, *_saved(folder, size))
    return Row(ours, (_twin(slow, size, empty), Rival("only the imports", empty)))


def _twin(slow: Sample, size: int, empty: Sample) -> Rival:
    """What goes beyond the imports grows with the size."""
    if size == OUTCOMES:
        return Rival("Fraction twin", slow, "full size, one run")
    factor = OUTCOMES / size
    scaled = slow.scaled(factor).shifted(-(factor - 1) * empty.median)
    return Rival("Fraction twin", scaled, f"{size:,} outcomes, scaled linearly")


def _saved(folder: str, outcomes: int) -> tuple[str, str]:
    """A file with the weights, and the denominator: arguments of the programs."""
    weights, denominator = two_laws(outcomes, 1)
    path = Path(folder) / f"{outcomes}.npy"
    np.save(path, weights)
    return str(path), str(denominator)


CASES = (
    Case(
        "memory/profile",
        "10⁶ outcomes, 64-bit weights: peak of a process",
        _profile,
        160 * MIB,
        "B",
    ),
)
