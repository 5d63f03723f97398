"""Doubles of `random.Random` and `random.SystemRandom` (which is `secrets.SystemRandom`)."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from verify.exploration._trail import Trail
from verify.exploration.signals import reseeded
from verify.exploration.sources.coins import CoinMethods
from verify.exploration.sources.draws import CONTINUOUS, LARGEST, STATE, below, refusing

__all__ = ["PythonRandom", "PythonSystemRandom"]

_Item = TypeVar("_Item")

_CONTINUOUS = (
    "betavariate",
    "expovariate",
    "gammavariate",
    "gauss",
    "lognormvariate",
    "normalvariate",
    "paretovariate",
    "triangular",
    "vonmisesvariate",
    "weibullvariate",
)


class _Doubled(CoinMethods):
    """What both have in common; `random.Random` works out everything else from it.

    They also have the methods of `Coins`, which draw from exact laws.
    """

    _trail: Trail
    random: Callable[[], Any]

    def __new__(cls, trail: Trail) -> Any:
        return super().__new__(cls)

    def __init__(self, trail: Trail) -> None:  # no seed is set: there is no state
        self._trail = trail
        self.__dict__["_randbelow"] = trail.uniform  # a method that is called often
        self._uniform, self._listed = partial(below, trail), trail.listed
        self.random = trail.lazy

    def _randbelow(self, n: int) -> int:  # where a subclass of Random is expected to have it
        return below(self._trail, n)

    def seed(self, a: object = None, version: int = 2) -> None:
        """Nothing without a seed; with one, what comes would be no longer random."""
        if a is not None and not isinstance(self, random.SystemRandom):
            raise reseeded(self._trail)

    def uniform(self, a: Any, b: Any = None) -> Any:
        """A double between a and b, or one of 0, ..., a − 1 if there is no b."""
        return super().uniform(a) if b is None else a + (b - a) * self.random()

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """One of the numbers of a range, each as likely."""
        if stop is None and step != 1:
            raise TypeError("Missing a non-None stop argument")
        if stop is None and type(start) is int and 0 < start <= LARGEST:
            return self._trail.uniform(start)
        numbers = range(operator.index(start)) if stop is None else range(start, stop, step)
        count = (numbers[-1] - numbers[0]) // numbers.step + 1 if numbers else 0  # len has limits
        return numbers[self._below(count, "empty range for randrange()")]

    def randint(self, a: int, b: int) -> int:
        """One of the integers from a to b, each as likely."""
        return self.randrange(a, b + 1)

    def choice(self, seq: Sequence[_Item]) -> _Item:
        """One of the items, each as likely."""
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._trail.uniform(len(seq))]

    def getrandbits(self, k: int) -> int:
        """An integer of k bits, each as likely."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        return self._below(1 << k, "")

    def randbytes(self, n: int) -> bytes:
        """Bytes, each as likely."""
        return self.getrandbits(8 * n).to_bytes(n, "little")

    def _below(self, n: int, problem: str) -> int:
        if n <= 0:
            raise ValueError(problem)
        return below(self._trail, n)


for _name in _CONTINUOUS:
    setattr(_Doubled, _name, refusing(_name, CONTINUOUS))
for _name in ("getstate", "setstate"):
    setattr(_Doubled, _name, refusing(_name, STATE))


class PythonRandom(_Doubled, random.Random):  # type: ignore[misc]
    """A `random.Random` that answers from a trail."""


class PythonSystemRandom(_Doubled, random.SystemRandom):  # type: ignore[misc]
    """A `random.SystemRandom` that answers from a trail."""
