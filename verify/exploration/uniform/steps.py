"""A chain of operations on k·2^−53, and for which k its result compares in which way.

As worked out by the machine, a chain of operations rises or falls with k up to the errors of
library functions. `Steps.bound` encloses that: no k on one side gives a result beyond it. So a
search for the k where a comparison changes its answer needs few evaluations to be right, and what
they leave open is a short window, in which every k is tried.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from verify.exploration.uniform.operations import Operation, widened

__all__ = ["MOST", "UNIT", "Steps", "TooManyError", "TooWideError"]

UNIT = 2.0**-53

WINDOW = 200_000
"""Values of k that are tried one by one"""

MOST = 65_536
"""Values that are told apart one by one"""

REMEMBERED = 4096
"""Answers that one chain remembers"""

_BELOW: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    "sign": lambda value, _: math.copysign(1.0, value) < 0,  # −0.0 is below 0.0
}


class TooWideError(Exception):
    """The error bounds of library functions leave too many k open."""


class TooManyError(Exception):
    """There are more than `MOST` values to be told apart."""


class Steps:
    """Operations one after the other. Immutable, but for what it remembers."""

    __slots__ = ("_children", "_failures", "_known", "operations", "rising", "rounded", "step")

    def __init__(self, operations: tuple[Operation, ...] = ()) -> None:
        self.operations = operations
        self.rising = sum(not each.rising for each in operations) % 2 == 0
        self.rounded = all(each.rounded for each in operations)
        self.step = any(each.step for each in operations)
        self._children: dict[object, Steps] = {}
        self._known: dict[object, tuple[int, ...]] = {}
        self._failures: dict[tuple[int, int], tuple[Exception | None, ...]] = {}

    def then(self, operation: Operation) -> Steps:
        """This chain and one operation more."""
        found = self._children.get(operation.key)
        if found is None:
            found = Steps((*self.operations, operation))
            if len(self._children) < REMEMBERED:
                self._children[operation.key] = found
        return found

    def at(self, k: int) -> Any:
        """What the code works out from k·2^−53."""
        return self.on(k * UNIT)

    def on(self, value: Any) -> Any:
        """What the code works out from a value."""
        with np.errstate(all="ignore"):
            for each in self.operations:
                value = each.apply(value)
        return value

    def bound(self, k: int, up: bool) -> Any:
        """No greater k (no smaller one) gives less than this, if ``up`` is False; more, if True."""
        value: Any = k * UNIT
        upward = up == self.rising  # of k·2^−53 itself
        with np.errstate(all="ignore"):
            for each in self.operations:
                value = each.apply(each.inside(value))
                upward = upward == each.rising
                if not each.rounded:
                    value = widened(value, upward)
        return value

    def failures(self, low: int, high: int) -> tuple[Exception | None, ...]:
        """What the code raises at the least and at the greatest k of a cell."""
        found = self._failures.get((low, high))
        if found is None:
            found = self._failure(low), self._failure(high - 1)
            if len(self._failures) < REMEMBERED:
                self._failures[low, high] = found
        return found

    def _failure(self, k: int) -> Exception | None:
        try:
            self.at(k)
        except (ArithmeticError, ValueError) as error:
            return error.with_traceback(None)
        return None

    def changes(self, relation: str, constant: Any, low: int, high: int) -> tuple[int, ...]:
        """The k in (low, high) at which ``value relation constant`` changes its answer."""
        key = relation, type(constant), constant, low, high
        found = self._known.get(key)
        if found is None:
            found = tuple(self._changes(relation, constant, low, high))
            if len(self._known) < REMEMBERED:
                self._known[key] = found
        return found

    def values(self, low: int, high: int) -> tuple[int, ...]:
        """The k in (low, high) with another value than k − 1, also where 0.0 follows −0.0."""
        key = "values", low, high
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(self._values(low, high))
        return found

    def _values(self, low: int, high: int) -> Iterator[int]:
        count = 1
        while changes := self.changes("is", self.at(low), low, high):
            count += 1
            if count > MOST:
                raise TooManyError
            low = changes[0]
            yield low

    def _changes(self, relation: str, constant: Any, low: int, high: int) -> Iterator[int]:
        if relation in ("==", "is"):
            found = {*self.changes("<", constant, low, high)}
            found ^= {*self.changes("<=", constant, low, high)}
            if relation == "is" and constant == 0:
                found |= {*self.changes("sign", 0.0, low, high)}
            yield from sorted(found)
            return
        below = _BELOW[relation]
        left, right = self._window(below, constant, low, high)
        if right - left > WINDOW:
            raise TooWideError
        holds = bool(below(self.at(max(left, low)), constant)) if left >= low else None
        for k in range(max(left, low) + (left >= low), min(right, high - 1) + 1):
            answer = bool(below(self.at(k), constant))
            if holds is not None and answer != holds:
                yield k
            holds = answer

    def _window(
        self, below: Callable[[Any, Any], Any], constant: Any, low: int, high: int
    ) -> tuple[int, int]:
        """Numbers l < r: all k <= l, from low on, answer as l does, and all k >= r as r does."""
        if self.rounded:
            first = _first(lambda k: bool(below(self.at(k), constant)) != self.rising, low, high)
            return first - 1, first
        # on a rising chain: up to l all results are surely below, from r on surely not
        sure = self.rising
        left = _first(lambda k: not self._surely(below, constant, k, sure), low, high) - 1
        right = _first(lambda k: self._surely(below, constant, k, not sure), low, high)
        return min(left, right - 1), right

    def _surely(self, below: Callable[[Any, Any], Any], constant: Any, k: int, holds: bool) -> bool:
        """Whether the results of k and of all on its side are below (or are not)."""
        return bool(below(self.bound(k, up=holds), constant)) == holds

    def __repr__(self) -> str:
        text = "x"
        for each in self.operations:
            text = each.name.format(f"({text})" if len(text) > 1 and " " in text else text)
        return text


def _first(condition: Callable[[int], bool], low: int, high: int) -> int:
    """A k with ``condition(k)`` such that low <= k, and not ``condition(k − 1)``; or high."""
    if condition(low):
        return low
    while high - low > 1:
        middle = (low + high) // 2
        if condition(middle):
            high = middle
        else:
            low = middle
    return high
