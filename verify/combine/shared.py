"""``shared``: several outputs computed from one latent draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmpy2 import mpq

from verify.combine.weights import distribution
from verify.errors import InputError
from verify.exact.rational import Exact
from verify.law.channel import AnyChannel, Channel, from_laws
from verify.law.labels import Label, key_label, label, lookup
from verify.law.mechanism import Mechanism
from verify.law.pair import Pair

__all__ = ["Shared", "shared"]

Outputs = Sequence[Mapping[Any, Mapping[Any, object]]]


class Shared(Mechanism):
    """The joint law of outputs that are functions of the input and one latent draw."""

    __slots__ = ("absent", "adjacency", "inputs", "table")

    def __init__(self, table: AnyChannel) -> None:
        self.table = table
        self.inputs = table.inputs
        self.absent = table.absent
        self.adjacency = table.adjacency

    def pair(self, first: int, second: int) -> Pair:
        """Two rows of the joint table."""
        return self.table.pair(first, second)

    def answer_bits(self) -> int:
        """Those of the table."""
        return self.table.answer_bits()

    def as_table(self) -> Channel | None:
        """The joint table."""
        return self.table.as_table()

    def __repr__(self) -> str:
        return f"<Shared draw behind {len(self.table.outputs)} outputs>"


def shared(latent: Mapping[Any, Exact], outputs: Outputs) -> Shared:
    """One latent draw v, and the array of outputs f_i(x, v).

    P((y_1, …, y_n) | x) = Σ_v latent[v]·Π_i [outputs[i][x][v] = y_i]. The marginals say nothing
    about the joint law: that is what this combinator is for. Default adjacency all_pairs.

    Raises `verify.InputError` when the latent weights do not sum to 1, or when a table lacks an
    input or a latent value.

    >>> mask = shared({"0": "1/2", "1": "1/2"}, [
    ...     {"0": {"0": "0", "1": "1"}, "1": {"0": "0", "1": "1"}},
    ...     {"0": {"0": "0", "1": "1"}, "1": {"0": "1", "1": "0"}}])
    >>> mask.table.outputs
    (('0', '0'), ('1', '1'), ('0', '1'), ('1', '0'))
    """
    weights = distribution(latent, "latent")
    if not outputs:
        raise InputError(
            "there are no outputs", at="outputs", form="at least one table {x: {v: label}}"
        )
    inputs = tuple(dict.fromkeys(key_label(x, "outputs[0]") for x in outputs[0]))
    tables = [_read(table, inputs, weights, f"outputs[{i}]") for i, table in enumerate(outputs)]
    laws = [_joint(x, weights, tables) for x in inputs]
    return Shared(from_laws(inputs, laws))


Table = dict[tuple[Label, Label], Label]


def _read(
    table: Mapping[Any, Mapping[Any, object]],
    inputs: tuple[Label, ...],
    weights: dict[Label, mpq],
    at: str,
) -> Table:
    """One output as {(x, v): label}, complete."""
    known_inputs = {x: i for i, x in enumerate(inputs)}
    known_values = {v: i for i, v in enumerate(weights)}
    values = list(weights)
    found: Table = {}
    seen: set[Label] = set()
    for x, row in table.items():
        place = f"{at}.{x}"
        this = inputs[lookup(x, known_inputs, place)]
        if this in seen:
            raise InputError("the input stands twice", at=place, form="each input once")
        seen.add(this)
        for v, result in row.items():
            value = values[lookup(v, known_values, f"{place}.{v}")]
            if (this, value) in found:
                form = "each latent value once"
                raise InputError("the latent value stands twice", at=f"{place}.{v}", form=form)
            found[this, value] = label(result, f"{place}.{v}")
    for x in inputs:
        for value in weights:
            if (x, value) not in found:
                problem = f"no output for input {x!r} and latent value {value!r}"
                raise InputError(problem, at=at, form="a label for every input and latent value")
    return found


def _joint(x: Label, weights: dict[Label, mpq], tables: list[Table]) -> dict[Label, mpq]:
    law: dict[Label, mpq] = {}
    for value, weight in weights.items():
        output: Label = tuple(table[x, value] for table in tables)
        law[output] = law.get(output, mpq(0)) + weight
    return law
