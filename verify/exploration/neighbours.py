"""Datasets and which of them are neighbours; the sensitivity of a query by trying them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, product
from typing import Any

import numpy as np
from gmpy2 import mpq

from verify import resources
from verify.errors import AdjacencyError, InputError
from verify.exact.rational import integer
from verify.exploration.outcomes import key
from verify.exploration.place import told
from verify.law.adjacency import Edge

__all__ = ["FORM", "NeighbourForm", "Sensitivity", "datasets", "edges_of", "sensitivity"]

NeighbourForm = str | Mapping[str, Any] | Callable[[Any, Any], bool]
"""An adjacency of datasets, or a function that tells whether two of them are neighbours"""

FORM = (
    '"all_pairs", "add_remove", "hamming", "one_record", {"within": n}, '
    '{"pairs": [[x, y], ...]} or a function of two datasets'
)


def datasets(domain: Iterable[Any], *, up_to: int, at_least: int = 0) -> list[tuple[Any, ...]]:
    """All datasets of ``at_least`` to ``up_to`` records with values in ``domain``, as tuples.

    >>> datasets([0, 1], up_to=2, at_least=1)
    [(0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)]
    """
    values = list(domain)
    integer(up_to, "up_to", least=0)
    integer(at_least, "at_least", least=0)
    count = sum(len(values) ** n for n in range(at_least, up_to + 1))
    resources.check("inputs", count, "the number of datasets", "up_to")
    return list(chain.from_iterable(product(values, repeat=n) for n in range(at_least, up_to + 1)))


def edges_of(inputs: Sequence[Any], adjacency: NeighbourForm) -> list[Edge]:
    """The pairs of neighbours among datasets, each once, in order.

    - ``all_pairs`` (or ``replace``): every two;
    - ``add_remove``: one of them is the other without one of its records;
    - ``hamming``: of one length, and they differ in one place;
    - ``one_record``: of one length, and equal, whatever the order, but for one record;
    - ``{"within": n}``: numbers at a distance of at most n;
    - ``{"pairs": [[x, y], …]}``: the listed ones.

    >>> edges_of([(), (0,), (1,), (0, 1)], "add_remove")
    [(0, 1), (0, 2), (1, 3), (2, 3)]
    """
    if isinstance(adjacency, Mapping) and list(adjacency) == ["pairs"]:
        return _listed(inputs, adjacency["pairs"])
    resources.check("pairs", len(inputs) * (len(inputs) - 1), "the number of ordered pairs")
    related = _relation(adjacency)
    if isinstance(adjacency, str) and adjacency in _OF_RECORDS:
        inputs = [_records(each, adjacency) for each in inputs]
    places = range(len(inputs))
    return [(i, j) for i, j in combinations(places, 2) if related(inputs[i], inputs[j])]


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The greatest change of a query between neighbours, and where it is."""

    value: mpq
    input: Any
    neighbour: Any


def sensitivity(
    query: Callable[[Any], Any], *, inputs: Sequence[Any], adjacency: NeighbourForm = "add_remove"
) -> Sensitivity:
    """max ‖q(x) − q(x′)‖₁ over all neighbours x, x′ among the inputs; numbers are taken exactly.

    >>> sensitivity(sum, inputs=datasets([0, 3], up_to=2)).value
    mpq(3,1)
    """
    answers = [_numbers(query(each)) for each in inputs]
    found = Sensitivity(mpq(-1), None, None)
    for i, j in edges_of(inputs, adjacency):
        if len(answers[i]) != len(answers[j]):
            problem = f"the query has {len(answers[i])} values and then {len(answers[j])}"
            raise InputError(problem, at="query", form="a query with a fixed number of values")
        change = sum((abs(a - b) for a, b in zip(answers[i], answers[j], strict=True)), mpq(0))
        if change > found.value:
            found = Sensitivity(change, inputs[i], inputs[j])
    if found.value < 0:
        raise AdjacencyError("no two inputs are neighbours", at="adjacency", form=FORM)
    return found


def _numbers(answer: Any) -> list[mpq]:
    values = np.atleast_1d(np.asarray(answer, dtype=object)).ravel().tolist()
    try:
        return [mpq(*value.as_integer_ratio()) for value in values]
    except (AttributeError, ValueError, OverflowError):
        form = "finite numbers, or arrays of them"
        raise InputError(f"{answer!r} is no number", at="query", form=form) from None


def _listed(inputs: Sequence[Any], pairs: Any) -> list[Edge]:
    places = {key(each): i for i, each in enumerate(inputs)}
    found: dict[Edge, None] = {}
    if not isinstance(pairs, Iterable):
        raise AdjacencyError(f"{pairs!r} is no list", at="adjacency.pairs", form="[[x, y], ...]")
    for n, pair in enumerate(pairs):
        at = f"adjacency.pairs[{n}]"
        try:
            first, second = (places[key(each)] for each in pair)
        except (KeyError, TypeError, ValueError):
            form = "two of the inputs, [x, y]"
            raise InputError(f"{pair!r} is no pair of inputs", at=at, form=form) from None
        if first == second:
            raise InputError("an input is no neighbour of itself", at=at, form="two inputs")
        found[min(first, second), max(first, second)] = None
    return list(found)


def _records(data: Any, adjacency: str) -> tuple[Hashable, ...]:
    try:
        if isinstance(data, Set | Mapping):  # its order is none of its records
            raise TypeError
        return tuple([key(each) for each in data])
    except TypeError:
        problem = f"{data!r} is no dataset: it has no records in order"
        form = f"lists or tuples for {adjacency!r}, or another adjacency: {FORM}"
        raise AdjacencyError(problem, at="inputs", form=form) from None


def _relation(adjacency: NeighbourForm) -> Callable[[Any, Any], bool]:
    if callable(adjacency):
        return partial(_answers, adjacency)
    if isinstance(adjacency, str):
        if adjacency in ("all_pairs", "replace"):
            return lambda x, y: True
        if adjacency in _OF_RECORDS:
            return _OF_RECORDS[adjacency]
    elif isinstance(adjacency, Mapping) and list(adjacency) == ["within"]:
        distance = integer(adjacency["within"], "adjacency.within", least=1)
        return lambda x, y: bool(0 < abs(_number(x) - _number(y)) <= distance)
    raise AdjacencyError(f"{adjacency!r} is no adjacency of data", at="adjacency", form=FORM)


def _answers(adjacency: Callable[[Any, Any], bool], x: Any, y: Any) -> bool:
    try:
        return bool(adjacency(x, y)) or bool(adjacency(y, x))
    except Exception as error:  # of code that is not ours
        form = "a function of two datasets that tells whether they are neighbours"
        raise AdjacencyError(told(error), at="adjacency", form=form) from error


def _number(value: Any) -> mpq:
    if isinstance(value, np.integer | np.bool_):
        return mpq(int(value))
    if isinstance(value, int) or (isinstance(value, float | np.floating) and np.isfinite(value)):
        return mpq(*value.as_integer_ratio())
    form = "numbers as inputs, or another adjacency"
    raise AdjacencyError(f"{value!r} has no distance", at="inputs", form=form)


def _is_removal(x: tuple[Hashable, ...], y: tuple[Hashable, ...]) -> bool:
    short, long = sorted((x, y), key=len)
    return len(long) == len(short) + 1 and any(
        short == (*long[:i], *long[i + 1 :]) for i in range(len(long))
    )


def _is_replacement(x: tuple[Hashable, ...], y: tuple[Hashable, ...]) -> bool:
    return len(x) == len(y) and sum(a != b for a, b in zip(x, y, strict=True)) == 1


def _is_one_record(x: tuple[Hashable, ...], y: tuple[Hashable, ...]) -> bool:
    return len(x) == len(y) and sum((Counter(x) - Counter(y)).values()) == 1


_OF_RECORDS: dict[str, Callable[[Any, Any], bool]] = {
    "add_remove": _is_removal,
    "hamming": _is_replacement,
    "one_record": _is_one_record,
}
