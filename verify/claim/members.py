"""The classes of a k-fold product in {P > αQ}, found without a look at most of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import TypeAlias

from gmpy2 import mpz

from verify.compose.near_ties import NearTies
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_ERROR
from verify.exact.ring import Weight, log_key

__all__ = ["Counts", "members"]

Counts: TypeAlias = "tuple[int, ...]"
"""How often each outcome occurs"""

Weights: TypeAlias = "Sequence[tuple[Weight, Weight]]"
"""Weights of the outcomes under P and under Q"""

FEW = 64
"""Outcomes up to which the members are counted first: that recursion is as deep"""

MOST_LOOKS = 50_000
"""Classes in the event, or equal to α, after which the search ends"""


def members(weights: Weights, count: int, level: Level, most: int) -> tuple[Counts, ...] | None:
    """The counts of so many draws that have P > αQ, in the order of multisets of the outcomes.

    None where there are more than ``most``, or too many with P = αQ.

    >>> members([(mpz(1), mpz(3)), (mpz(3), mpz(1)), (mpz(1), mpz(1))], 3, Level.alpha(3), 1000)
    ((0, 3, 0), (0, 2, 1))
    """
    places = [i for i, (p, _) in enumerate(weights) if p]
    search = _Search.over([weights[i] for i in places], count, level)
    if len(places) <= FEW and search.surely_above(0, count, 0, most) > most:
        return None
    found: list[Counts] = []
    counts = [0] * len(places)
    for looks, key in enumerate(search.near_or_above(0, count, 0, counts)):
        if looks == MOST_LOOKS or len(found) > most:
            return None
        if key > search.high or search.exceeds(counts):
            whole = [0] * len(weights)
            for place, n in zip(places, counts, strict=True):
                whole[place] = n
            found.append(tuple(whole))
    return None if len(found) > most else tuple(found)


@dataclass(slots=True)
class _Search:
    """Outcomes of positive probability under P; of their counts the sums of keys, first of all."""

    keys: list[int]
    best: list[int]
    """the greatest key of each outcome and those after it"""
    low: int
    high: int
    """Sums of keys below and above are those of ratios below and above α."""
    exceeds: Callable[[Sequence[int]], bool]

    @classmethod
    def over(cls, weights: Weights, count: int, level: Level) -> _Search:
        """A ratio of infinity has a key that no sum of others makes up for."""
        low, high = level.fixed()
        error = count * FIXED_ERROR
        finite = [i for i, (_, q) in enumerate(weights) if q]
        keys = [log_key(p, q) if q else 0 for p, q in weights]
        most = 2 * (count * max(map(abs, keys), default=0) + abs(low) + abs(high) + error) + 1
        for i, (_, q) in enumerate(weights):
            if not q:
                keys[i] = most
        exact = _exact([weights[i] for i in finite], count, level)
        best = list(accumulate(reversed(keys), max))[::-1]
        return cls(keys, best, low - error, high + error, lambda n: exact([n[i] for i in finite]))

    def near_or_above(self, start: int, left: int, key: int, counts: list[int]) -> Iterator[int]:
        """The sums of keys that are not surely below α, with ``counts`` set to go with them.

        Of the outcomes from ``start`` on, ``left`` are to come; those before have the sum ``key``.
        """
        for item in range(start, len(self.keys)):
            if key + left * self.best[item] < self.low:
                return
            for used in reversed(self._possible(item, left, key, self.low)):
                counts[item] = used
                rest = key + used * self.keys[item]
                if used == left:
                    yield rest
                elif used:
                    yield from self.near_or_above(item + 1, left - used, rest, counts)
            counts[item] = 0

    def surely_above(self, start: int, left: int, key: int, most: int) -> int:
        """How many counts have sums of keys surely above α; if more than ``most``, not all."""
        least = self.high + 1
        possible = self._possible(start, left, key, least)
        if start + 2 >= len(self.keys):
            return len(possible)
        total = 0
        for used in possible:
            rest = key + used * self.keys[start]
            total += self.surely_above(start + 1, left - used, rest, most)
            if total > most:
                break
        return total

    def _possible(self, item: int, left: int, key: int, least: int) -> range:
        """How often an outcome may occur, for a sum of at least so much.

        The outcomes after it are taken to be as good as can be.
        """
        if item + 1 == len(self.keys):
            return range(left, left + (key + left * self.keys[item] >= least))
        best = self.best[item + 1]
        gain, need = self.keys[item] - best, least - key - left * best
        if gain > 0:
            return range(max(0, -(-need // gain)), left + 1)
        if gain < 0:
            return range(min(left, need // gain) + 1)
        return range(left + 1 if need <= 0 else 0)


def _exact(weights: Weights, count: int, level: Level) -> Callable[[Sequence[int]], bool]:
    """Whether a product of ratios exceeds α, exactly."""
    rational = [(p, q) for p, q in weights if isinstance(p, mpz) and isinstance(q, mpz)]
    if len(rational) == len(weights):
        return NearTies(rational, count, level).exceeds

    def exceeds(counts: Sequence[int]) -> bool:
        pairs = list(zip(weights, counts, strict=True))
        p, q = (prod((w[side] ** n for w, n in pairs), start=mpz(1)) for side in (0, 1))
        return level.compare_fraction(p, q) < 0

    return exceeds
