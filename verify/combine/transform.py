"""``postprocess``: whatever is done with an output without looking at the input again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from gmpy2 import mpq

from verify.combine.weights import distribution
from verify.errors import InputError
from verify.exact.quotient import Number
from verify.exact.rational import Exact
from verify.law.channel import AnyChannel, Channel, explicit, from_laws, live_outputs
from verify.law.labels import Label, key_text, label, lookup
from verify.law.mechanism import Mechanism, require_finite, require_law
from verify.law.pair import Pair

__all__ = ["Postprocess", "branches", "postprocess"]

Map: TypeAlias = "Mapping[Any, object]"
Kernel: TypeAlias = "Mapping[Any, Mapping[Any, Exact]]"
Law: TypeAlias = "dict[Label, Number]"


class Postprocess(Mechanism):
    """The law of ``of`` pushed through a map or a random kernel."""

    __slots__ = ("absent", "adjacency", "inputs", "of", "table")

    def __init__(self, of: Mechanism, table: AnyChannel) -> None:
        self.of = of
        self.table = table
        self.inputs = of.inputs
        self.absent = of.absent
        self.adjacency = of.adjacency

    def pair(self, first: int, second: int) -> Pair:
        """Two rows of the processed table."""
        return self.table.pair(first, second)

    def origin(self) -> Mechanism:
        """Where its inputs and their neighbours come from: ``of``."""
        return self.of.origin()

    def answer_bits(self) -> int:
        """Those of the table."""
        return self.table.answer_bits()

    def as_table(self) -> Channel | None:
        """The processed table."""
        return self.table.as_table()

    def __repr__(self) -> str:
        return f"<Postprocess of {self.of!r}>"


def postprocess(
    of: Mechanism,
    map: Map | Callable[[Label], object] | None = None,
    *,
    kernel: Kernel | None = None,
) -> Postprocess:
    """P(o′ | x) = Σ_o P(o | x)·kernel[o][o′], or the image under ``map``.

    ``map`` sends every output of positive probability to a label (a dict, or a function);
    ``kernel`` sends it to a distribution. Default adjacency: that of ``of``.

    Raises `verify.InputError` for a missing or unknown output, or kernel weights that do not sum
    to 1.

    >>> from verify.mechanisms import randomized_response
    >>> two = postprocess(randomized_response("3/4"), {"0": "same", "1": "same"})
    >>> two.table.row(0)
    [mpq(1,1)]
    """
    if (map is None) == (kernel is None):
        raise InputError(
            "exactly one of map and kernel is needed", form='"map": {...} or "kernel": {...}'
        )
    require_finite(require_law(of, "of"), "of", "postprocess")
    source = explicit(of)
    if kernel is not None:
        images = {
            o: distribution(row, f"kernel.{key_text(o)}")
            for o, row in branches(kernel, source, "kernel").items()
        }
    elif callable(map):
        images = {o: {label(map(o)): mpq(1)} for o in live_outputs(source)}
    else:
        assert map is not None
        found = branches(map, source, "map")
        images = {o: {label(y, f"map.{key_text(o)}"): mpq(1)} for o, y in found.items()}
    return Postprocess(of, _push(source, images))


def branches(entries: Mapping[Any, Any], source: AnyChannel, at: str) -> dict[Label, Any]:
    """The entry of every output of positive probability, in the order of the outputs.

    Each of them must be listed exactly once; an output that never occurs may be listed.
    """
    known = {output: i for i, output in enumerate(source.outputs)}
    found: dict[int, Any] = {}
    for key, value in entries.items():
        index = lookup(key, known, f"{at}.{key}" if isinstance(key, str) else at)
        if index in found:
            raise InputError(
                "the output is listed twice", at=f"{at}.{key}", form="each output once"
            )
        found[index] = value
    live = live_outputs(source)
    for output in live:
        if known[output] not in found:
            problem = f"output {key_text(output)!r} has no entry"
            form = "an entry for every output of positive probability"
            raise InputError(problem, at=at, form=form)
    return {output: found[known[output]] for output in live}


def _push(source: AnyChannel, images: dict[Label, Law]) -> AnyChannel:
    position = {output: i for i, output in enumerate(source.outputs)}
    laws: list[Law] = []
    for i in range(len(source.inputs)):
        row = source.row(i)
        law: Law = {}
        for output, image in images.items():
            weight = row[position[output]]
            for o, share in image.items():
                law[o] = law.get(o, mpq(0)) + weight * share
        laws.append(law)
    return from_laws(source.inputs, laws, source.absent, source.adjacency)
