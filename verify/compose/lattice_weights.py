"""The weights of a product by place on its lattice of ratios.

With weights p_i at the places j_i, the weight of the ratio C·r^n is the coefficient of x^n in
Π (Σ p_i·x^(j_i))^k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from gmpy2 import mpz

from verify.compose.coding import Coding, coded
from verify.compose.expansion import Draws, Expansion
from verify.compose.independent import Factor, Independent
from verify.compose.lattice import Lattice, lattice_of
from verify.exact.ring import RingNumber, Weight

__all__ = ["OnLattice", "lattice_found", "on_lattice"]


@dataclass(frozen=True)
class _Side:
    """The weights of one law, place by place."""

    draws: tuple[Draws, ...]
    coding: Coding | None
    """how integers stand for numbers of the ring"""

    @property
    def degree(self) -> int:
        """The last place."""
        return sum(each.degree for each in self.draws)

    @cached_property
    def mirrored(self) -> tuple[Draws, ...]:
        """The draws with place n at degree − n."""
        return tuple([each.mirrored for each in self.draws])

    def low(self, last: int) -> Weight:
        """The weight of the places 0 … last."""
        if last < 0:
            return mpz(0)
        if self.coding is not None:
            return self.coding.sum(enumerate(Expansion(self.draws, last).coefficients()))
        others = self.degree - last
        if others > last:
            return Expansion(self.draws, last).low_sum()
        whole = prod((sum(d.weights, mpz(0)) ** d.count for d in self.draws), start=mpz(1))
        return whole - Expansion(self.mirrored, others - 1).low_sum() if others else whole

    def high(self, first: int) -> Weight:
        """The weight of the places first … degree."""
        last = self.degree - first
        if self.coding is None or last < 0:
            return _Side(self.mirrored, None).low(last)
        numbers = Expansion(self.mirrored, last).coefficients()
        return self.coding.sum((self.degree - i, number) for i, number in enumerate(numbers))

    def listed(self) -> list[Weight]:
        """The weight of every place."""
        found = Expansion(self.draws, self.degree, listed=True).coefficients()
        if self.coding is None:
            return found
        return [self.coding.sum([each]) if each[1] else each[1] for each in enumerate(found)]


@dataclass(frozen=True, slots=True)
class OnLattice:
    """The weights of P and of Q on a lattice of ratios."""

    lattice: Lattice
    p: _Side
    q: _Side

    @property
    def seconds(self) -> float:
        """About what it takes to list all weights."""
        degree = self.lattice.degree
        return sum(Expansion(each.draws, degree, listed=True).seconds for each in (self.p, self.q))


def on_lattice(factors: Sequence[Factor]) -> OnLattice | None:
    """The factors' weights by place on their lattice; None where there is none, or no integers."""
    lattice = lattice_of(factors)
    if lattice is None:
        return None
    sides = [_side(factors, lattice, place) for place in (1, 2)]
    p, q = sides
    return None if p is None or q is None else OnLattice(lattice, p, q)


def _side(factors: Sequence[Factor], lattice: Lattice, which: int) -> _Side | None:
    """The entries' weights under P (1) or under Q (2)."""
    drawn = [
        (places, [entry[which] for entry in each.classes.entries], each.count)
        for places, each in zip(lattice.places, factors, strict=True)
    ]
    if any(isinstance(weight, RingNumber) for _, weights, _ in drawn for weight in weights):
        found = coded(drawn)
        return None if found is None else _Side(found[1], found[0])
    return _Side(tuple([Draws(p, tuple(weights), n) for p, weights, n in drawn]), None)


def lattice_found(product: Independent) -> OnLattice | None:
    """The lattice of all ratios of a product, looked for once."""
    if "lattice" not in product.memo:
        product.memo["lattice"] = on_lattice(product.factors)
    found: OnLattice | None = product.memo["lattice"]
    return found
