"""The normal form of a product: which classes of equal ratio are drawn how often.

Every privacy question about independent releases depends on their likelihood ratios alone. So a
product of pairs, however it is nested, comes down to a few different class tables and how many
draws there are from each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

from gmpy2 import mpz

from verify.exact.ring import RingNumber, Weight, power_bits
from verify.loss.classes import Classes, exchanged

__all__ = ["Factor", "Independent"]


@dataclass(frozen=True, slots=True)
class Factor:
    """``count`` independent draws from the classes of one pair."""

    classes: Classes
    count: int


@dataclass(frozen=True)
class Independent:
    """Independent draws from different factors; none of them has equal laws."""

    factors: tuple[Factor, ...]
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what algorithms worked out about this product and will ask for again"""

    @property
    def is_rational(self) -> bool:
        """Whether all weights are integers, rather than numbers of the ring."""
        return not any(isinstance(each.classes.denominator, RingNumber) for each in self.factors)

    @property
    def bits(self) -> int:
        """An upper bound of the bits of what the weights of the product sum to."""
        return sum(power_bits(each.classes.denominator, each.count) for each in self.factors)

    @cached_property
    def denominator(self) -> Weight:
        """What the weights of P, and of Q, sum to."""
        return prod((each.classes.denominator**each.count for each in self.factors), start=mpz(1))

    @cached_property
    def infinite(self) -> Weight:
        """The weight of P where Q = 0: some draw lies in the mass that is kept apart."""
        return self._apart([each.classes.infinite for each in self.factors])

    @cached_property
    def zero(self) -> Weight:
        """The weight of Q where P = 0."""
        return self._apart([each.classes.zero for each in self.factors])

    @cached_property
    def reversed(self) -> Independent:
        """The same with P and Q exchanged."""
        factors = [Factor(exchanged(each.classes), each.count) for each in self.factors]
        return Independent(tuple(factors))

    @property
    def is_symmetric(self) -> bool:
        """Whether exchanging P and Q gives the very same classes."""
        return all(_mirrored(each.classes) for each in self.factors)

    def draws(self) -> Iterator[Classes]:
        """The classes of every draw, one by one."""
        for each in self.factors:
            for _ in range(each.count):
                yield each.classes

    def _apart(self, weights: list[Weight]) -> Weight:
        if not any(weights):
            return mpz(0)
        finite = mpz(1)
        for each, weight in zip(self.factors, weights, strict=True):
            finite *= (each.classes.denominator - weight) ** each.count
        return self.denominator - finite


def _mirrored(classes: Classes) -> bool:
    """Whether the classes of (Q, P) are those of (P, Q)."""
    pairs = [(p, q) for _, p, q in classes.entries]
    return classes.infinite == classes.zero and pairs == [(q, p) for p, q in reversed(pairs)]
