"""Channels: finite conditional laws, held packed.

A channel with r inputs and n outputs is an r × n × L array of 64-bit limbs: integer weights over
one common denominator D < 2^(64·L), little-endian. That is what makes a million outcomes cost
milliseconds and megabytes; Python numbers are converted at this boundary, once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeAlias

import numpy as np
from gmpy2 import lcm, mpq, mpz
from numpy.typing import NDArray

from verify import _core, resources
from verify.errors import InputError
from verify.exact.quotient import Number, Quotient
from verify.exact.rational import Exact, integer, rational, shorten
from verify.law.adjacency import Adjacency, Edge
from verify.law.alike import packed_kinds
from verify.law.labels import Label, index_labels, label, labels, show
from verify.law.mechanism import Mechanism
from verify.law.pair import INFINITE, TablePair, outcome_count
from verify.law.ring_channel import RingChannel

__all__ = [
    "ALL_PAIRS",
    "SMALL",
    "AnyChannel",
    "Channel",
    "Weights",
    "explicit",
    "from_laws",
    "from_probabilities",
    "live_outputs",
]

Weights = NDArray[np.uint64]

SMALL = 512
"""Tables of so few outputs remember what was worked out about so many pairs of their rows."""

HASHED = 4
"""Rows and columns of a table that its hash looks at"""

ALL_PAIRS = Adjacency("all_pairs")

AnyChannel: TypeAlias = "Channel | RingChannel"
"""A law written out, over the integers or over the ring"""


class Channel(Mechanism):
    """The law of every output given every input: rows are inputs, columns are outputs.

    ``rows[i][j]`` is the exact probability of output j at input i; every row sums to exactly 1.
    ``outputs`` None labels the columns "0", "1", … The default adjacency is ``all_pairs``.

    Raises `InputError` for a negative weight, a row that does not sum to 1, a wrong shape or a
    repeated label.

    >>> channel = Channel(["x", "y"], ["a", "b"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> channel.row(0)
    [mpq(3,4), mpq(1,4)]
    """

    __slots__ = (
        "_pairs",
        "absent",
        "adjacency",
        "collapsed",
        "denominator",
        "inputs",
        "outputs",
        "weights",
    )

    inputs: tuple[Label, ...]
    outputs: Sequence[Label]
    weights: Weights
    """shape (inputs, outputs, limbs), read-only"""
    denominator: mpz
    """what the weights of every row sum to"""
    collapsed: str | None
    """the noise whose tails are collapsed into single outputs, or None; two channels with the
    same inputs and the same noise collapse the same outcomes"""

    def __init__(
        self,
        inputs: Iterable[object],
        outputs: Iterable[object] | None,
        rows: Iterable[Iterable[Exact]],
        *,
        absent: object = None,
        adjacency: Adjacency = ALL_PAIRS,
        collapsed: str | None = None,
    ) -> None:
        rows = list(rows)
        for i, row in enumerate(rows):
            _refuse_text(row, f"rows[{i}]")
        numbers = [
            [rational(value, f"rows[{i}][{j}]") for j, value in enumerate(row)]
            for i, row in enumerate(rows)
        ]
        _check_rows(numbers)
        denominator = _common_denominator(numbers)
        packed = _pack_rows(numbers, denominator)
        self._fill(inputs, outputs, packed, denominator, absent, adjacency, collapsed)

    @classmethod
    def from_weights(
        cls,
        inputs: Iterable[object],
        outputs: Iterable[object] | None,
        weights: Sequence[Sequence[int]] | Weights,
        denominator: int,
        *,
        absent: object = None,
        adjacency: Adjacency = ALL_PAIRS,
        collapsed: str | None = None,
    ) -> Channel:
        """A channel from integer weights over one denominator: the fast way in.

        ``weights`` are rows of non-negative integers, or a uint64 array of shape (inputs,
        outputs) or (inputs, outputs, limbs), little-endian limbs.

        >>> Channel.from_weights(["0", "1"], None, [[3, 1], [1, 3]], 4).row(1)
        [mpq(1,4), mpq(3,4)]
        """
        total = mpz(integer(denominator, "denominator", least=1))
        channel = cls.__new__(cls)
        packed = _as_packed(weights, total)
        channel._fill(inputs, outputs, packed, total, absent, adjacency, collapsed)
        for i, found in enumerate(_core.row_totals(packed)):
            if found != total:
                raise _wrong_sum(i, mpq(found, total))
        return channel

    def _fill(
        self,
        inputs: Iterable[object],
        outputs: Iterable[object] | None,
        weights: Weights,
        denominator: mpz,
        absent: object,
        adjacency: Adjacency,
        collapsed: str | None,
    ) -> None:
        rows, columns = weights.shape[:2]
        names = labels(inputs, "inputs")
        columns_named = index_labels(columns) if outputs is None else labels(outputs, "outputs")
        _check_shape(len(names), len(columns_named), rows, columns)
        weights.flags.writeable = False
        self._pairs: dict[tuple[int, int], TablePair] = {}
        self.inputs = names
        self.outputs = columns_named
        self.weights = weights
        self.denominator = denominator
        self.adjacency = adjacency
        self.collapsed = collapsed
        self.absent = None if absent is None else label(absent, "absent")
        if self.absent is not None and self.absent not in names:
            raise InputError(
                f"{show(self.absent)} is no input", at="absent", form="one of the inputs"
            )

    def pair(self, first: int, second: int) -> TablePair:
        """The rows number ``first`` and ``second``."""
        known = self._pairs.get((first, second))
        if known is not None:
            return known
        found = TablePair(self, first, second)
        if len(self.outputs) <= SMALL and len(self._pairs) < SMALL:
            self._pairs[first, second] = found
        return found

    def answer_bits(self) -> int:
        """floor(log2 D)."""
        return int(self.denominator.bit_length()) - 1

    def as_table(self) -> Channel:
        """Itself."""
        return self

    def is_infinite(self) -> bool:
        """Whether tails are collapsed."""
        return self.collapsed is not None

    def kinds(self, edges: Sequence[Edge]) -> Sequence[Hashable] | None:
        """How often each pair of weights occurs in two rows: all that their laws depend on."""
        return packed_kinds(self.weights, edges)

    def row(self, index: int) -> list[mpq]:
        """The exact law at input number ``index``."""
        return [mpq(w, self.denominator) for w in _core.unpack(self.weights[index])]

    def __reduce__(self) -> tuple[object, ...]:
        parts = (self.weights, self.denominator, self.absent, self.adjacency, self.collapsed)
        return _restore, (self.inputs, self.outputs, *parts)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Channel):
            return NotImplemented
        return (
            self.inputs == other.inputs
            and self.outputs == other.outputs
            and self.absent == other.absent
            and self.adjacency == other.adjacency
            and self.collapsed == other.collapsed
            and self.denominator == other.denominator
            and np.array_equal(self.weights, other.weights)
        )

    def __hash__(self) -> int:
        some = self.weights[:HASHED, :HASHED].tobytes()  # else like channels would all collide
        return hash((self.inputs, len(self.outputs), self.denominator, self.absent, some))

    def __repr__(self) -> str:
        return f"<Channel of {len(self.inputs)} inputs and {len(self.outputs)} outputs>"


def _restore(
    inputs: tuple[Label, ...],
    outputs: Sequence[Label],
    weights: Weights,
    denominator: mpz,
    absent: Label | None,
    adjacency: Adjacency,
    collapsed: str | None,
) -> Channel:
    """A copy of a channel; its array is read-only again."""
    channel = Channel.__new__(Channel)
    channel._fill(inputs, outputs, weights, denominator, absent, adjacency, collapsed)
    return channel


def explicit(mechanism: Mechanism) -> AnyChannel:
    """The mechanism written out outcome by outcome, bounded by the limit ``cells``.

    Outputs are those of any input, in the order in which they first appear.
    """
    if isinstance(mechanism, (Channel, RingChannel)):
        return mechanism
    count = len(mechanism.inputs)
    most = max(outcome_count(mechanism.pair(i, i)) for i in range(count))
    if most >= INFINITE and mechanism.is_infinite():
        problem = "the law has infinitely many outputs, and cannot be written out"
        raise InputError(problem, form="a question about two inputs")
    size = most * count
    resources.check("outcomes", size, "the size of the written-out table (inputs times outputs)")
    laws = [mechanism.law(item) for item in mechanism.inputs]
    return from_laws(mechanism.inputs, laws, mechanism.absent, mechanism.adjacency)


def from_laws(
    inputs: tuple[Label, ...],
    laws: list[dict[Label, Number]],
    absent: Label | None = None,
    adjacency: Adjacency = ALL_PAIRS,
    collapsed: str | None = None,
) -> AnyChannel:
    """The channel of one {output: probability} per input; columns in order of appearance."""
    columns = dict.fromkeys(y for law in laws for y in law)
    size = len(laws) * len(columns)
    resources.check("outcomes", size, "the size of the written-out table (inputs times outputs)")
    zero = mpq(0)
    rows = [[law.get(y, zero) for y in columns] for law in laws]
    return from_probabilities(
        inputs, columns, rows, absent=absent, adjacency=adjacency, collapsed=collapsed
    )


def from_probabilities(
    inputs: Iterable[object],
    outputs: Iterable[object],
    rows: Sequence[Sequence[Number]],
    *,
    absent: object = None,
    adjacency: Adjacency = ALL_PAIRS,
    collapsed: str | None = None,
) -> AnyChannel:
    """The channel of exact probabilities: a `Channel`, or a `RingChannel` if one is irrational."""
    kind = RingChannel if any(isinstance(p, Quotient) for row in rows for p in row) else Channel
    return kind(inputs, outputs, rows, absent=absent, adjacency=adjacency, collapsed=collapsed)


def live_outputs(channel: AnyChannel) -> list[Label]:
    """The outputs of positive probability under some input."""
    if isinstance(channel, RingChannel):
        return channel.live_outputs()
    alive = np.flatnonzero(channel.weights.any(axis=(0, 2)))
    return [channel.outputs[int(i)] for i in alive]


def limbs_for(denominator: mpz) -> int:
    """The least number of 64-bit limbs that holds the denominator."""
    return max(1, (int(denominator.bit_length()) + 63) // 64)


def _refuse_text(value: object, at: str) -> None:
    """Text is a sequence of characters, but never what is meant here."""
    if isinstance(value, (str, bytes)):
        raise InputError("expected a list, got text", at=at, form='a list such as ["0", "1"]')


def _check_rows(rows: list[list[mpq]]) -> None:
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            problem = f"has {len(row)} entries where row 0 has {len(rows[0])}"
            raise InputError(problem, at=f"rows[{i}]", form="one entry per output")
        for j, value in enumerate(row):
            if value < 0:
                problem = f"{shorten(value)} is negative"
                raise InputError(problem, at=f"rows[{i}][{j}]", form='a probability such as "1/4"')
        total = sum(row, mpq(0))
        if total != 1:
            raise _wrong_sum(i, total)


def _wrong_sum(row: int, total: mpq) -> InputError:
    side = "short of" if total < 1 else "above"
    gap = shorten(abs(1 - total))
    problem = f"the row sums to {shorten(total)}, which is {gap} {side} 1"
    return InputError(
        problem, at=f"rows[{row}]", form='probabilities that sum to 1, such as ["3/4", "1/4"]'
    )


def _check_shape(inputs: int, outputs: int, rows: int, columns: int) -> None:
    if inputs == 0:
        raise InputError("there are no inputs", at="inputs", form="at least one label")
    if inputs != rows:
        raise InputError(
            f"there are {rows} rows for {inputs} inputs", at="rows", form="one row per input"
        )
    if outputs != columns:
        problem = f"rows have {columns} entries for {outputs} outputs"
        raise InputError(problem, at="rows", form="one entry per output in each row")
    resources.check("inputs", rows, "the number of inputs")
    resources.check("cells", rows * columns, "the size of the channel (inputs times outputs)")


def _common_denominator(rows: list[list[mpq]]) -> mpz:
    distinct = {value.denominator for row in rows for value in row}
    common = mpz(1)
    for denominator in distinct:
        common = lcm(common, denominator)
        if common.bit_length() > resources.current().answer_bits:
            resources.check(
                "answer_bits", common.bit_length(), "the bits of the common denominator"
            )
    return common


def _pack_rows(rows: list[list[mpq]], denominator: mpz) -> Weights:
    limbs = limbs_for(denominator)
    cells = sum(len(row) for row in rows)
    bits = 64 * limbs * cells
    resources.check("class_bits", bits, "the bits of all weights over their common denominator")
    weights = [[v.numerator * (denominator // v.denominator) for v in row] for row in rows]
    return _pack_lists(weights, limbs)


def _as_packed(weights: Sequence[Sequence[int]] | Weights, denominator: mpz) -> Weights:
    limbs = limbs_for(denominator)
    if not isinstance(weights, np.ndarray):
        return _pack_lists([row if isinstance(row, list) else list(row) for row in weights], limbs)
    if weights.dtype != np.uint64 or weights.ndim not in (2, 3):
        problem = f"expected a uint64 array of 2 or 3 axes, got {weights.dtype} with {weights.ndim}"
        raise InputError(
            problem, at="weights", form="shape (inputs, outputs) or (inputs, outputs, limbs)"
        )
    shaped = weights[:, :, np.newaxis] if weights.ndim == 2 else weights
    if shaped.shape[2] < limbs:
        pad = np.zeros((*shaped.shape[:2], limbs - shaped.shape[2]), dtype=np.uint64)
        shaped = np.concatenate([shaped, pad], axis=2)
    if shaped.shape[2] > limbs and not shaped[:, :, limbs:].any():
        shaped = shaped[:, :, :limbs]
    return np.array(shaped, dtype=np.uint64, order="C")


def _pack_lists(rows: list[list[int]], limbs: int) -> Weights:
    columns = len(rows[0]) if rows else 0
    packed = np.empty((len(rows), columns, limbs), dtype=np.uint64)
    for i, row in enumerate(rows):
        if len(row) != columns:
            raise InputError("rows differ in length", at="weights", form="one weight per output")
        try:
            _core.pack_into(row, packed[i])
        except (TypeError, ValueError) as error:
            at = f"weights[{i}]"
            raise InputError(str(error), at=at, form="non-negative integers") from None
    return packed
