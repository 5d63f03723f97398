"""``mixture``: a coin chooses the mechanism, in secret or in public."""

from __future__ import annotations

from collections.abc import Sequence

from gmpy2 import mpq

from verify import resources
from verify.combine.components import align
from verify.combine.weights import check_total, weight
from verify.errors import InputError
from verify.exact.quotient import Number
from verify.exact.rational import Exact
from verify.law.channel import AnyChannel, Channel, from_laws
from verify.law.labels import Label
from verify.law.mechanism import Mechanism, require_law
from verify.law.naming import Tagged
from verify.law.pair import Branch, Pair, UnionPair, outcome_count
from verify.law.ring_channel import RingChannel
from verify.law.rows import Rows
from verify.law.series_channel import SeriesChannel
from verify.law.series_mixture import SeriesLaw, mixed_laws, series_channel, series_law

__all__ = ["Mixture", "mixture"]


class Mixture(Mechanism):
    """Mechanism number i with probability w_i, whatever the input."""

    __slots__ = (
        "absent",
        "adjacency",
        "aligned",
        "inputs",
        "parts",
        "revealed",
        "table",
        "weights",
    )

    def __init__(
        self, weights: tuple[mpq, ...], parts: tuple[Mechanism, ...], revealed: bool
    ) -> None:
        self.weights = weights
        self.parts = parts
        self.revealed = revealed
        self.inputs = parts[0].inputs
        self.absent = parts[0].absent
        self.adjacency = parts[0].adjacency
        places = [(f"of[{i}].mechanism", part) for i, part in enumerate(parts)]
        self.aligned = align(places, self.inputs)
        self.table = None if revealed else self._hidden()

    def pair(self, first: int, second: int) -> Pair:
        """Rows of the mixed table; where the coin is revealed, the union of the parts."""
        if self.table is not None:
            return self.table.pair(first, second)
        branches = zip(self.weights, self.aligned, strict=True)
        return UnionPair(
            tuple(
                Branch(w, w, part.pair(first, second), Tagged(str(i)))
                for i, (w, part) in enumerate(branches)
                if w
            )
        )

    def is_infinite(self) -> bool:
        """Whether a component has infinitely many outcomes."""
        return any(part.is_infinite() for part in self.parts)

    def origin(self) -> Mechanism:
        """Where its inputs and their neighbours come from: the first component."""
        return self.parts[0].origin()

    def answer_bits(self) -> int:
        """The most that a component needs."""
        return max(part.answer_bits() for part in self.parts)

    def as_table(self) -> Channel | None:
        """The mixed table, unless the coin is revealed."""
        return None if self.table is None else self.table.as_table()

    def _hidden(self) -> AnyChannel | SeriesChannel:
        noise = _common_noise(self.parts)
        if noise is None and self.is_infinite():
            return self._mixed_series()
        laws = [self._law(i) for i in range(len(self.inputs))]
        return from_laws(self.inputs, laws, self.absent, self.adjacency, noise)

    def _mixed_series(self) -> SeriesChannel:
        laws = [self._series_law(i) for i in range(len(self.inputs))]
        return series_channel(self.inputs, laws, self.adjacency, self.absent)

    def _series_law(self, index: int) -> SeriesLaw:
        parts = []
        for place, (share, part) in enumerate(zip(self.weights, self.aligned, strict=True)):
            try:
                law = series_law(part.mechanism, part.place(index))
            except InputError as error:
                raise error.under(f"of[{place}].mechanism") from None
            parts.append((share, law))
        return mixed_laws(parts)

    def _law(self, index: int) -> dict[Label, Number]:
        law: dict[Label, Number] = {}
        for share, part in zip(self.weights, self.aligned, strict=True):
            size = outcome_count(part.pair(index, index)) * len(self.inputs)
            resources.check("outcomes", size, "the size of the mixed table (inputs times outputs)")
            for y, p in part.mechanism.law(self.inputs[index]).items():
                law[y] = law.get(y, mpq(0)) + share * p
        return law

    def __repr__(self) -> str:
        return f"<Mixture of {len(self.parts)} mechanisms>"


def _common_noise(parts: tuple[Mechanism, ...]) -> str | None:
    """What the collapsed outputs of all parts stand for, if it is the same in all of them."""
    noises = {_noise(part) for part in parts}
    return noises.pop() if len(noises) == 1 else None


def _noise(part: Mechanism) -> str | None:
    table = part if isinstance(part, (Channel, RingChannel, Rows)) else part.as_table()
    return None if table is None else table.collapsed


def mixture(of: Sequence[tuple[Exact, Mechanism]], *, revealed: bool = False) -> Mixture:
    """P(y | x) = Σ_i w_i·P_i(y | x); revealed, the output is [i, y] with i from "0".

    The coin does not depend on the input. Default adjacency and order of inputs are the first
    component's.

    Raises `verify.InputError` when the weights do not sum to exactly 1.

    >>> from verify.mechanisms import randomized_response
    >>> even = mixture([("1/2", randomized_response(1)), ("1/2", randomized_response("1/2"))])
    >>> even.table.row(0)
    [mpq(3,4), mpq(1,4)]
    """
    if not of:
        raise InputError(
            "the list is empty", at="of", form='at least one {"weight": w, "mechanism": MODEL}'
        )
    weights = tuple(weight(w, f"of[{i}].weight") for i, (w, _) in enumerate(of))
    check_total(sum(weights, mpq(0)), "of")
    parts = tuple(require_law(part, f"of[{i}].mechanism") for i, (_, part) in enumerate(of))
    return Mixture(weights, parts, revealed)
