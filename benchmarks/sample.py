"""Repeated measurements: the median, its spread, and the best."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import TypeVar

__all__ = ["Effort", "Sample", "once", "repeat"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sample:
    """Measurements of one thing, in seconds or in bytes."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle value."""
        return median(self.values)

    @property
    def best(self) -> float:
        """The least value: what the machine can do when nobody disturbs it."""
        return min(self.values)

    @property
    def quartiles(self) -> tuple[float, float]:
        """The values that a quarter of the measurements lie below, and above."""
        if len(self.values) < 2:
            return self.best, self.best
        low, _, high = quantiles(self.values, n=4, method="inclusive")
        return low, high

    def scaled(self, factor: float) -> Sample:
        """What a case ``factor`` times as large would take."""
        return Sample(tuple(value * factor for value in self.values))

    def shifted(self, amount: float) -> Sample:
        """Every measurement with ``amount`` added."""
        return Sample(tuple(value + amount for value in self.values))


@dataclass(frozen=True, slots=True)
class Effort:
    """How much time a measurement may take."""

    quick: bool

    @property
    def seconds(self) -> float:
        """After this long a measurement is not repeated again."""
        return 0.4 if self.quick else 3.0

    @property
    def least(self) -> int:
        """Every measurement is repeated this often, however long it takes."""
        return 3 if self.quick else 7

    @property
    def processes(self) -> int:
        """How many fresh processes are started for one measurement."""
        return 3 if self.quick else 11


@contextmanager
def _without_collector() -> Iterator[None]:
    """The garbage collector rests, as in `timeit`."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def once(call: Callable[[], object]) -> Sample:
    """Time one call: for what takes long."""
    with _without_collector():
        begin = perf_counter()
        call()
        return Sample((perf_counter() - begin,))


def repeat(
    effort: Effort,
    call: Callable[[T], object],
    arguments: Iterable[T],
    *,
    most: int = 2000,
) -> Sample:
    """Time ``call`` on one argument after the other; making the argument is not timed.

    The first call warms up.
    """
    values: list[float] = []
    source = iter(arguments)
    call(next(source))
    started = perf_counter()
    with _without_collector():
        for argument in source:
            begin = perf_counter()
            call(argument)
            end = perf_counter()
            values.append(end - begin)
            if len(values) >= most or _enough(effort, len(values), end - started):
                break
    return Sample(tuple(values))


def _enough(effort: Effort, count: int, seconds: float) -> bool:
    return count >= effort.least and seconds > effort.seconds
