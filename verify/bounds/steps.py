"""The steps of a composition: the pairs of laws that are charged one by one, and how they follow.

For two inputs, a mechanism comes down to a graph without cycles. A `Step` is one query; in a
`Sequence` all parts are charged; of a `Choice` the worst option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from gmpy2 import mpq

from verify.exact.quotient import Number
from verify.law.pair import Pair

__all__ = ["Choice", "Sequence", "Step", "Steps", "fold", "largest_sum", "single_steps"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One query: the laws at two inputs."""

    pair: Pair


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """All of these, each as often as it says."""

    parts: tuple[tuple[Steps, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of these (there is at least one), as an earlier output or an adversary decides."""

    options: tuple[Steps, ...]


Steps: TypeAlias = "Step | Sequence | Choice"


def fold(
    steps: Steps,
    step: Callable[[Step], T],
    join: Callable[[T, T], T],
    repeat: Callable[[T, int], T],
    worst: Callable[[list[T]], T],
    nothing: T,
) -> T:
    """The value of all steps together, from that of each; what occurs again is valued once."""
    known: dict[Steps, T] = {}
    for here in _innermost_first([steps]):
        if isinstance(here, Step):
            known[here] = step(here)
        elif isinstance(here, Choice):
            known[here] = worst([known[option] for option in here.options])
        else:
            total = nothing
            for part, count in here.parts:
                total = join(total, repeat(known[part], count))
            known[here] = total
    return known[steps]


def largest_sum(steps: Steps, step: Callable[[Step], Number]) -> Number:
    """The largest sum of numbers along a path."""
    return fold(steps, step, _add, _times, max, mpq(0))


def single_steps(graphs: Iterable[Steps]) -> Iterator[Step]:
    """Every step that occurs in one of these, once."""
    return (here for here in _innermost_first(graphs) if isinstance(here, Step))


def _innermost_first(graphs: Iterable[Steps]) -> Iterator[Steps]:
    """Every part once, after all of its own parts; without recursion, as graphs may be deep."""
    seen: set[Steps] = set()
    for graph in graphs:
        stack = [(graph, False)]
        while stack:
            here, is_done = stack.pop()
            if is_done:
                yield here
            elif here not in seen:
                seen.add(here)
                stack.append((here, True))
                stack += [(part, False) for part in _parts(here)]


def _parts(here: Steps) -> tuple[Steps, ...]:
    match here:
        case Step():
            return ()
        case Sequence():
            return tuple(part for part, _ in here.parts)
        case Choice():
            return here.options


def _add(left: Number, right: Number) -> Number:
    return left + right


def _times(number: Number, count: int) -> Number:
    return number * count
