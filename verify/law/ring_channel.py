"""Channels outside the rationals: probabilities such as e/(1 + e), exact in a ring.

Weights are numbers of the ring over one common denominator of the ring. A table has few different
weights, so it is held as a palette of them and an array of places in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify import resources
from verify.errors import InputError
from verify.exact.monomial import Coefficient
from verify.exact.quotient import Number, over_one_scale, ratio
from verify.exact.ring import RingNumber, integral, weighted_sum
from verify.law.adjacency import Adjacency, Edge
from verify.law.alike import Joint, joint_counts, kinds
from verify.law.labels import Label, label, labels, show
from verify.law.mechanism import Mechanism
from verify.law.pair import RingPair

__all__ = ["RingChannel"]

REMEMBERED = 5000
"""Pairs of rows that are kept with what was worked out about them"""


class RingChannel(Mechanism):
    """P(output j | input i) = rows[i][j], each rational or a `Quotient`; every row sums to 1.

    Raises `InputError` as `Channel` does.

    >>> from verify.exact.ring import RingNumber
    >>> e = RingNumber.power(1)
    >>> rows = [[e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)]]
    >>> RingChannel(["0", "1"], ["0", "1"], rows, adjacency=Adjacency("replace")).denominator
    RingNumber(1 + e)
    """

    __slots__ = (
        "absent",
        "adjacency",
        "collapsed",
        "denominator",
        "inputs",
        "memo",
        "outputs",
        "palette",
        "places",
    )

    outputs: Sequence[Label]
    palette: tuple[RingNumber, ...]
    """the different weights"""
    places: NDArray[np.intp]
    """shape (inputs, outputs): which weight of the palette, read-only"""
    denominator: RingNumber
    """what the weights of every row sum to"""
    collapsed: str | None
    """the noise whose tails are collapsed into single outputs, as in `Channel`"""
    memo: dict[Any, Any]
    """what algorithms worked out about rows and will ask for again"""

    def __init__(
        self,
        inputs: Iterable[object],
        outputs: Iterable[object],
        rows: Sequence[Sequence[Number]],
        *,
        adjacency: Adjacency,
        absent: object = None,
        collapsed: str | None = None,
    ) -> None:
        self.inputs = labels(inputs, "inputs")
        self.outputs = labels(outputs, "outputs")
        _check_shape(len(self.inputs), len(self.outputs), rows)
        self.palette, self.places, self.denominator = _packed(rows)
        self.places.flags.writeable = False
        self.adjacency = adjacency
        self.collapsed = collapsed
        self.memo = {}
        self.absent = None if absent is None else label(absent, "absent")
        if self.absent is not None and self.absent not in self.inputs:
            problem = f"{show(self.absent)} is no input"
            raise InputError(problem, at="absent", form="one of the inputs")
        for i, row in enumerate(self.places):
            self._check_sum(i, row)

    def pair(self, first: int, second: int) -> RingPair:
        """The rows number ``first`` and ``second``."""
        known: dict[tuple[int, int], RingPair] = self.memo.setdefault("pairs", {})
        found = known.get((first, second))
        if found is None:
            found = RingPair(self, first, second)
            if len(known) < REMEMBERED:
                known[first, second] = found
        return found

    def answer_bits(self) -> int:
        """floor(log2) of the sum of the denominator's coefficients."""
        return int(sum(map(abs, self.denominator.terms.values()))).bit_length() - 1

    def is_infinite(self) -> bool:
        """Whether tails are collapsed."""
        return self.collapsed is not None

    def row(self, index: int) -> list[Number]:
        """The exact law at input number ``index``."""
        used = {k: ratio(self.palette[k], self.denominator) for k in set(self.places[index])}
        return [used[k] for k in self.places[index]]

    def live_outputs(self) -> list[Label]:
        """The outputs of positive probability under some input."""
        alive = np.array([bool(weight) for weight in self.palette])[self.places].any(axis=0)
        return [self.outputs[int(j)] for j in np.flatnonzero(alive)]

    def kinds(self, edges: Sequence[Edge]) -> Sequence[Hashable] | None:
        """How often each pair of weights occurs in two rows: all that their laws depend on."""
        return kinds(self.places, len(self.palette), edges, self.joint)

    def joint(self, first: int, second: int) -> Joint:
        """(k, l, count): in how many columns two rows have the weights number k and l."""
        memo = self.memo.setdefault("joint", {})
        known: Joint | None = memo.get((first, second))
        if known is None:
            known = joint_counts(self.places, len(self.palette), first, second)
            if len(memo) < REMEMBERED:
                memo[first, second] = known
        return known

    def _check_sum(self, index: int, row: NDArray[np.intp]) -> None:
        counts = Counter(row.tolist()).items()
        total = weighted_sum((self.palette[k], count) for k, count in counts)
        if total != self.denominator:
            problem = f"the row sums to {ratio(total, self.denominator)}, which is not 1"
            raise InputError(problem, at=f"rows[{index}]", form="probabilities that sum to 1")

    def __reduce__(self) -> tuple[object, ...]:
        names = [name for name in self.__slots__ if name != "memo"]
        return _restore, ({name: getattr(self, name) for name in names},)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, RingChannel):
            return NotImplemented
        return (
            self.inputs == other.inputs
            and self.outputs == other.outputs
            and self.absent == other.absent
            and self.adjacency == other.adjacency
            and self.collapsed == other.collapsed
            and self.denominator == other.denominator
            and self.palette == other.palette
            and np.array_equal(self.places, other.places)
        )

    def __hash__(self) -> int:
        return hash((self.inputs, self.outputs, self.absent, self.denominator))

    def __repr__(self) -> str:
        return f"<RingChannel of {len(self.inputs)} inputs and {len(self.outputs)} outputs>"


def _restore(values: dict[str, Any]) -> RingChannel:
    """A copy of a channel; its array is read-only again, and nothing is remembered."""
    channel = RingChannel.__new__(RingChannel)
    for name, value in values.items():
        setattr(channel, name, value)
    channel.places.flags.writeable = False
    channel.memo = {}
    return channel


def _packed(
    rows: Sequence[Sequence[Number]],
) -> tuple[tuple[RingNumber, ...], NDArray[np.intp], RingNumber]:
    """(palette, places, denominator): equal objects share a weight, equal numbers nearly always."""
    known: dict[int, int] = {}
    numbers: list[Number] = []
    places = np.empty((len(rows), len(rows[0])), dtype=np.intp)
    for i, row in enumerate(rows):
        for j, number in enumerate(row):
            place = known.get(id(number))
            if place is None:
                place = known[id(number)] = len(numbers)
                numbers.append(number)
            places[i, j] = place
    weights, scale = over_one_scale(numbers)
    *weights, denominator = integral([*weights, scale])
    for number, weight in zip(numbers, weights, strict=True):
        if weight.sign() < 0:
            i, j = np.argwhere(places == known[id(number)])[0]
            problem = f"{number} is negative"
            raise InputError(problem, at=f"rows[{i}][{j}]", form='a probability such as "1/4"')
    merged: dict[frozenset[tuple[int, Coefficient]], int] = {}
    order = [merged.setdefault(frozenset(w.terms.items()), len(merged)) for w in weights]
    firsts = dict(zip(reversed(order), reversed(weights), strict=True))
    return tuple(firsts[k] for k in range(len(merged))), np.array(order)[places], denominator


def _check_shape(inputs: int, outputs: int, rows: Sequence[Sequence[Number]]) -> None:
    if not inputs:
        raise InputError("there are no inputs", at="inputs", form="at least one label")
    if len(rows) != inputs or any(len(row) != outputs for row in rows):
        problem = "rows do not fit the inputs and outputs"
        raise InputError(problem, at="rows", form="one row per input, one entry per output")
    resources.check("inputs", inputs, "the number of inputs")
    resources.check("cells", inputs * outputs, "the size of the channel (inputs times outputs)")
