"""Adjacency: which inputs are neighbours, as a list of unordered pairs in document order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from verify import resources
from verify.errors import AdjacencyError, InputError
from verify.exact.rational import integer
from verify.law.labels import Label, label, show

__all__ = ["FORM", "SYMBOLIC", "Adjacency", "AdjacencyForm", "Edge", "adjacency", "reach"]

Edge = tuple[int, int]
"""Indices of two neighbouring inputs; both directions are evaluated."""

AdjacencyForm: TypeAlias = "Adjacency | str | Mapping[str, Any]"
"""An adjacency, or its form in documents."""

SYMBOLIC = (
    "replace",
    "add_remove",
    "all_pairs",
    "hamming",
    "one_coordinate",
    "one_record",
    "one_user",
)
FORM = ", ".join(f'"{name}"' for name in SYMBOLIC) + (
    ', {"within": n}, {"pairs": [[x, y], ...]} or {"group": {"of": A, "distance": g}}'
)


@dataclass(frozen=True, slots=True)
class Adjacency:
    """A neighbour relation.

    - ``replace``, ``all_pairs``: every two inputs;
    - ``add_remove``: the absent input and any other one;
    - ``hamming``: arrays that differ in one place;
    - ``within`` n: integers at distance 1 to n;
    - ``one_record``, ``one_user``: arrays that are equal, as multisets, but for one entry;
    - ``one_coordinate``: one coordinate moves by its own adjacency (parallel mechanisms);
    - ``pairs``: the listed pairs;
    - ``group``: distances 1 to g in the graph of another adjacency.

    >>> Adjacency("within", distance=1).edges(("0", "1", "2"), None)
    [(0, 1), (1, 2)]
    """

    kind: str
    distance: int | None = None
    listed: tuple[tuple[Label, Label], ...] | None = None
    of: Adjacency | None = None

    def __post_init__(self) -> None:
        needed = {"within": ("distance",), "pairs": ("listed",), "group": ("distance", "of")}
        if self.kind not in (*SYMBOLIC, *needed):
            raise InputError(f"{show(str(self.kind))} is no adjacency", at="adjacency", form=FORM)
        for name in ("distance", "listed", "of"):
            if (getattr(self, name) is None) is (name in needed.get(self.kind, ())):
                problem = f"{self.kind!r} and its parameter {name!r} do not fit"
                raise InputError(problem, at="adjacency", form=FORM)
        if self.distance is not None:
            integer(self.distance, "adjacency.distance", least=1)

    def edges(self, inputs: Sequence[Label], absent: Label | None) -> list[Edge]:
        """The neighbouring pairs among ``inputs``."""
        edges = self._edges(inputs, absent)
        resources.check("pairs", 2 * len(edges), "the number of ordered pairs")
        return edges

    def _edges(self, inputs: Sequence[Label], absent: Label | None) -> list[Edge]:
        if self.kind in ("replace", "all_pairs"):
            resources.check("pairs", len(inputs) * (len(inputs) - 1), "the number of ordered pairs")
            return list(combinations(range(len(inputs)), 2))
        if self.kind == "add_remove":
            return _add_remove(inputs, absent)
        if self.kind in ("hamming", "one_record", "one_user"):
            return _one_entry(_arrays(inputs, self.kind), ordered=self.kind == "hamming")
        if self.kind == "within":
            return _within(_integers(inputs), self.distance or 0)
        if self.kind == "pairs":
            return _listed(inputs, self.listed or ())
        if self.kind == "group" and self.of is not None:
            return reach(self.of.edges(inputs, absent), len(inputs), self.distance or 0)
        raise AdjacencyError(
            f"{self.kind!r} has no meaning for this mechanism",
            at="adjacency",
            form='an adjacency of its inputs such as "all_pairs"',
        )

    def direction(self, first: Label, second: Label, absent: Label | None) -> str | None:
        """What (law at ``first`` ‖ law at ``second``) is called: "remove" or "add" of a record.

        >>> Adjacency("add_remove").direction("somebody", "nobody", absent="nobody")
        'remove'
        """
        if self.kind != "add_remove" or absent not in (first, second):
            return None
        return "remove" if second == absent else "add"

    def to_json(self) -> object:
        """The form of documents and results."""
        if self.kind == "within":
            return {"within": self.distance}
        if self.kind == "pairs":
            return {"pairs": [[_json(x), _json(y)] for x, y in self.listed or ()]}
        if self.kind == "group" and self.of is not None:
            return {"group": {"of": self.of.to_json(), "distance": self.distance}}
        return self.kind

    def __str__(self) -> str:
        if self.kind == "within":
            return f"within {self.distance}"
        if self.kind == "pairs":
            return f"{len(self.listed or ())} listed pairs"
        return f"groups of up to {self.distance} ({self.of})" if self.kind == "group" else self.kind


def adjacency(form: object, at: str = "adjacency", depth: int = 0) -> Adjacency:
    """The adjacency that a document names.

    >>> adjacency({"within": 2})
    Adjacency(kind='within', distance=2, listed=None, of=None)
    """
    resources.check("depth", depth, "the nesting of adjacencies", at)
    if isinstance(form, Adjacency):
        return form
    if isinstance(form, str) and form in SYMBOLIC:
        return Adjacency(form)
    if not isinstance(form, Mapping) or len(form) != 1:
        kind = "null" if form is None else f"a value of type {type(form).__name__}"
        shown = show(form) if isinstance(form, str) else kind
        raise InputError(f"{shown} is no adjacency", at=at, form=FORM)
    ((kind, value),) = form.items()
    if kind == "within":
        return Adjacency("within", integer(value, f"{at}.within", least=1))
    if kind == "pairs":
        return Adjacency("pairs", listed=_pairs(value, f"{at}.pairs"))
    if kind == "group":
        return _group(value, f"{at}.group", depth)
    raise InputError(f"unknown key {show(str(kind))}", at=at, form=FORM)


def _pairs(value: object, at: str) -> tuple[tuple[Label, Label], ...]:
    form = "a list of pairs such as [[0, 1]]"
    if not isinstance(value, (list, tuple)):
        raise InputError("expected a list", at=at, form=form)
    found: list[tuple[Label, Label]] = []
    for i, pair in enumerate(value):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise InputError("expected a pair of inputs", at=f"{at}[{i}]", form=form)
        found.append((label(pair[0], f"{at}[{i}][0]"), label(pair[1], f"{at}[{i}][1]")))
    return tuple(found)


def _group(value: object, at: str, depth: int) -> Adjacency:
    if not isinstance(value, Mapping) or set(value) != {"of", "distance"}:
        form = '{"group": {"of": A, "distance": g}}'
        raise InputError('expected exactly the keys "of" and "distance"', at=at, form=form)
    distance = integer(value["distance"], f"{at}.distance", least=1)
    return Adjacency("group", distance, of=adjacency(value["of"], f"{at}.of", depth + 1))


def reach(edges: Iterable[Edge], count: int, distance: int) -> list[Edge]:
    """The pairs at distance 1 to ``distance`` in the graph of the edges."""
    around: list[list[int]] = [[] for _ in range(count)]
    for i, j in edges:
        around[i].append(j)
        around[j].append(i)
    found: list[Edge] = []
    for start in range(count):
        ball = _ball(around, start, distance)
        found += [(start, other) for other in sorted(ball) if other > start]
        resources.check("pairs", 2 * len(found), "the number of ordered pairs")
    return found


def _ball(around: list[list[int]], start: int, distance: int) -> set[int]:
    seen, shell = {start}, [start]
    for _ in range(min(distance, len(around))):
        shell = sorted({other for node in shell for other in around[node]} - seen)
        if not shell:
            break
        seen.update(shell)
        if len(seen) == len(around):
            break
    return seen


def _add_remove(inputs: Sequence[Label], absent: Label | None) -> list[Edge]:
    if absent is None or absent not in inputs:
        form = 'the key "absent" in a model that has one, or explicit {"pairs": [[x, y], ...]}'
        if all(isinstance(x, str) and re.fullmatch(r"-?[0-9]+", x) for x in inputs):
            form = '{"within": 1} for a count, which one record more or less moves by 1'
        raise AdjacencyError(
            "add_remove needs an input that stands for the absent record",
            at="adjacency",
            form=form,
        )
    without = list(inputs).index(absent)
    return [(without, i) for i in range(len(inputs)) if i != without]


def _arrays(inputs: Sequence[Label], kind: str) -> list[tuple[Label, ...]]:
    arrays = [item for item in inputs if isinstance(item, tuple)]
    if len(arrays) < len(inputs):
        raise AdjacencyError(
            f"{kind!r} needs inputs that are arrays",
            at="adjacency",
            form='inputs such as ["0", "1"], or the adjacency "all_pairs"',
        )
    return arrays


def _one_entry(arrays: list[tuple[Label, ...]], *, ordered: bool) -> list[Edge]:
    """Arrays of one length that differ in one entry (as multisets unless ``ordered``)."""
    numbered = _numbered(arrays, ordered)
    buckets: dict[object, list[int]] = {}
    for index, array in enumerate(numbered):
        places = set(range(len(array))) if ordered else {array.index(v) for v in set(array)}
        for place in places:
            rest = array[:place] + array[place + 1 :]
            key = (len(array), place, rest) if ordered else rest
            buckets.setdefault(key, []).append(index)
    size = sum(len(bucket) * (len(bucket) - 1) for bucket in buckets.values())
    resources.check("pairs", size, "the number of ordered pairs")
    edges = {edge for bucket in buckets.values() for edge in combinations(bucket, 2)}
    return sorted(edge for edge in edges if numbered[edge[0]] != numbered[edge[1]])


def _numbered(arrays: list[tuple[Label, ...]], ordered: bool) -> list[tuple[int, ...]]:
    """The arrays with a number for each label; as multisets, so sorted, unless ``ordered``."""
    numbers: dict[Label, int] = {}
    found = [tuple(numbers.setdefault(v, len(numbers)) for v in array) for array in arrays]
    return found if ordered else [tuple(sorted(array)) for array in found]


def _integers(inputs: Sequence[Label]) -> list[int]:
    values: list[int] = []
    for item in inputs:
        if not isinstance(item, str) or not re.fullmatch(r"-?[0-9]{1,1000}", item):
            problem = f'"within" needs inputs that are integers, and {show(item)} is none'
            raise AdjacencyError(
                problem, at="adjacency", form='inputs such as 0, 1, 2, or "all_pairs"'
            )
        values.append(int(item))
    return values


def _within(values: list[int], distance: int) -> list[Edge]:
    order = sorted(range(len(values)), key=values.__getitem__)
    edges: list[Edge] = []
    for place, i in enumerate(order):
        for j in order[place + 1 :]:
            if values[j] - values[i] > distance:
                break
            if values[j] > values[i]:
                edges.append((min(i, j), max(i, j)))
        resources.check("pairs", 2 * len(edges), "the number of ordered pairs")
    return sorted(edges)


def _listed(inputs: Sequence[Label], listed: Iterable[tuple[Label, Label]]) -> list[Edge]:
    position = {item: i for i, item in enumerate(inputs)}
    edges: dict[frozenset[int], Edge] = {}
    for number, pair in enumerate(listed):
        at = f"adjacency.pairs[{number}]"
        for item in pair:
            if item not in position:
                names = ", ".join(show(x) for x in list(inputs)[:8])
                raise InputError(f"unknown input {show(item)}", at=at, form=f"two of {names}")
        i, j = position[pair[0]], position[pair[1]]
        if i == j:
            raise InputError(
                "an input is no neighbour of itself", at=at, form="two different inputs"
            )
        edges.setdefault(frozenset((i, j)), (i, j))
    if not edges:
        raise InputError(
            "there are no pairs", at="adjacency.pairs", form="at least one pair [x, y]"
        )
    return list(edges.values())


def _json(item: Label) -> object:
    return item if isinstance(item, str) else [_json(part) for part in item]
