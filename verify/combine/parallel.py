"""``parallel``: mechanisms on disjoint parts of the data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from verify import resources
from verify.errors import InputError
from verify.law.adjacency import Adjacency, Edge, reach
from verify.law.labels import Label
from verify.law.mechanism import Mechanism, require_law
from verify.law.naming import Same
from verify.law.pair import Pair, ProductPair, RenamedPair

__all__ = ["Parallel", "parallel"]

ONE_COORDINATE = Adjacency("one_coordinate")


class Parallel(Mechanism):
    """Input an array with one entry per mechanism; the output is the array of their outputs."""

    __slots__ = ("_places", "absent", "adjacency", "inputs", "parts")

    def __init__(self, parts: tuple[Mechanism, ...]) -> None:
        resources.check("inputs", prod(len(p.inputs) for p in parts), "the number of inputs", "of")
        self.parts = parts
        self._places = list(product(*(range(len(part.inputs)) for part in parts)))
        self.inputs: tuple[Label, ...] = tuple(product(*(part.inputs for part in parts)))
        self.absent = None
        self.adjacency = ONE_COORDINATE

    def answer_bits(self) -> int:
        """Those of all coordinates together."""
        return sum(part.answer_bits() for part in self.parts)

    def is_infinite(self) -> bool:
        """Whether a coordinate has infinitely many outcomes."""
        return any(part.is_infinite() for part in self.parts)

    def pair(self, first: int, second: int) -> Pair:
        """The product of the coordinates' pairs; a coordinate that stays has equal laws."""
        places = zip(self.parts, self._places[first], self._places[second], strict=True)
        product_pair = ProductPair(tuple(part.pair(i, j) for part, i, j in places))
        return RenamedPair(product_pair, Same())  # so that events list outputs

    def coordinates(self, first: int, second: int) -> list[tuple[Mechanism, int, int]]:
        """The coordinates that differ between two inputs: (mechanism, its two inputs)."""
        places = zip(self.parts, self._places[first], self._places[second], strict=True)
        return [(part, i, j) for part, i, j in places if i != j]

    def _find_edges(self, adjacency: Adjacency) -> list[Edge]:
        """Pairs that differ in one coordinate, which moves by its own adjacency."""
        if adjacency.kind == "group" and adjacency.of is not None:
            return reach(self.edges(adjacency.of), len(self.inputs), adjacency.distance or 0)
        if adjacency.kind != "one_coordinate":
            return adjacency.edges(self.inputs, self.absent)
        position = {place: i for i, place in enumerate(self._places)}
        edges = [
            (index, position[(*place[:axis], other, *place[axis + 1 :])])
            for axis, part in enumerate(self.parts)
            for here, other in part._find_edges(part.adjacency)
            for index, place in enumerate(self._places)
            if place[axis] == here
        ]
        resources.check("pairs", 2 * len(edges), "the number of ordered pairs")
        return sorted(edges)

    def __repr__(self) -> str:
        return f"<Parallel of {len(self.parts)} mechanisms>"


def parallel(of: Sequence[Mechanism]) -> Parallel:
    """One mechanism per part of the data: P((y_i) | (x_i)) = Π P_i(y_i | x_i).

    Default adjacency ``one_coordinate``: one coordinate moves by its own adjacency. That a record
    switches from one part to another has to be asked for by explicit pairs.

    >>> from verify.mechanisms import randomized_response
    >>> two = parallel([randomized_response("3/4"), randomized_response("2/3")])
    >>> two.inputs[1], len(two.edges())
    (('0', '1'), 4)
    """
    parts = tuple(require_law(part, f"of[{i}]") for i, part in enumerate(of))
    if not parts:
        raise InputError("the list is empty", at="of", form="at least one mechanism")
    return Parallel(parts)
