"""Where lemmas are checked: exact instances in a fixed order, smallest first.

Order: denominator, then number of outputs, then the numbers lexicographically, then the levels.
So the first instance on which a statement fails is its smallest counterexample. Instances are
tuples whose own order is that order, which the tests check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise, permutations, product
from math import gcd
from typing import Generic, NamedTuple, TypeVar

import verify
from proofs.definitions import Law

__all__ = [
    "At",
    "Domain",
    "Grid",
    "Joint",
    "Leak",
    "Mixed",
    "Power",
    "Processed",
    "Repeated",
    "Table",
    "Two",
    "both_text",
    "couples",
    "joints",
    "leaks",
    "mixtures",
    "powers",
    "processed",
    "repeated",
    "rows_text",
    "tables_at",
    "two_tables",
]

T = TypeVar("T")


@dataclass(frozen=True, order=True)
class Table:
    """A channel as integer weights over one denominator, in lowest terms."""

    denominator: int
    outputs: int
    weights: tuple[tuple[int, ...], ...]

    @cached_property
    def laws(self) -> tuple[Law, ...]:
        """The rows as fractions."""
        return tuple(tuple(Fraction(w, self.denominator) for w in row) for row in self.weights)

    @cached_property
    def channel(self) -> verify.Channel:
        """The engine's channel: inputs and outputs "0", "1", …"""
        inputs = range(len(self.weights))
        return verify.Channel.from_weights(inputs, None, self.weights, self.denominator)

    @cached_property
    def levels(self) -> tuple[Fraction, ...]:
        """The α worth asking at: 1, every likelihood ratio above 1, between them, and beyond.

        A profile is linear between ratios, so an equality that holds here holds at every α >= 1.
        """
        return levels(self.laws)

    def __str__(self) -> str:
        return rows_text(self.laws)


def levels(laws: Sequence[Law]) -> tuple[Fraction, ...]:
    """1, the finite likelihood ratios above 1 of any two laws, the midpoints, and one beyond."""
    cells = chain.from_iterable(zip(p, q, strict=True) for p, q in permutations(laws, 2))
    ratios = {x / y for x, y in cells if x > y > 0}
    corners = sorted({Fraction(1), *ratios})
    between = [(low + high) / 2 for low, high in pairwise(corners)]
    return tuple(sorted([*corners, *between, corners[-1] + 1]))


def rows_text(laws: Sequence[Law], mark: str = "") -> str:
    """``P = [0, 1], Q = [1/2, 1/2]``."""
    return ", ".join(
        f"{name}{mark} = {law_text(law)}" for name, law in zip("PQR", laws, strict=False)
    )


def both_text(first: Table, second: Table) -> str:
    """``P₁ = [0, 1], Q₁ = [1/2, 1/2], P₂ = [1, 0], Q₂ = [1, 0]``."""
    return f"{rows_text(first.laws, '₁')}, {rows_text(second.laws, '₂')}"


def law_text(law: Law) -> str:
    """``[1/2, 1/2]``."""
    return f"[{', '.join(map(str, law))}]"


class At(NamedTuple):
    """A channel and a level."""

    table: Table
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, α = {self.alpha}"


class Power(NamedTuple):
    """A channel and a number of releases."""

    table: Table
    releases: int

    def __str__(self) -> str:
        return f"{self.table}, k = {self.releases}"


class Repeated(NamedTuple):
    """A channel, a number of releases and a level."""

    table: Table
    releases: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, k = {self.releases}, α = {self.alpha}"


class Two(NamedTuple):
    """Two channels, each with a level of its own."""

    denominator: int
    outputs: int
    first: Table
    second: Table
    alpha: Fraction
    beta: Fraction

    def __str__(self) -> str:
        rows = both_text(self.first, self.second)
        return f"{rows}, α = {self.alpha}, β = {self.beta}"


class Mixed(NamedTuple):
    """Two channels with the same outputs, the weight of the first, and a level."""

    denominator: int
    outputs: int
    first: Table
    second: Table
    weight: Fraction
    alpha: Fraction

    def __str__(self) -> str:
        rows = both_text(self.first, self.second)
        return f"{rows}, w = {self.weight}, α = {self.alpha}"


class Joint(NamedTuple):
    """The joint law of two bits under two inputs, with a level for each bit.

    The four outputs are the transcripts (0, 0), (0, 1), (1, 0), (1, 1).
    """

    table: Table
    alpha: Fraction
    beta: Fraction

    def __str__(self) -> str:
        return f"{self.table}, α = {self.alpha}, β = {self.beta}"


class Processed(NamedTuple):
    """A channel, a kernel for each of its two inputs (stacked in one table), and a level."""

    denominator: int
    outputs: int
    table: Table
    kernels: Table
    alpha: Fraction

    def kernel(self, index: int) -> tuple[Law, ...]:
        """What happens to each output at input number ``index``."""
        return self.kernels.laws[index * self.outputs : (index + 1) * self.outputs]

    def __str__(self) -> str:
        names = zip("KL", (self.kernel(0), self.kernel(1)), strict=True)
        rows = [f"{name} = [{', '.join(map(law_text, rows))}]" for name, rows in names]
        return f"{self.table}, {', '.join(rows)}, α = {self.alpha}"


class Leak(NamedTuple):
    """A leak with probability numerator/denominator, a number of releases and a level."""

    denominator: int
    numerator: int
    releases: int
    alpha: Fraction

    @property
    def delta(self) -> Fraction:
        """The probability of a leak."""
        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        return f"δ = {self.delta}, k = {self.releases}, α = {self.alpha}"


@dataclass(frozen=True, slots=True)
class Grid:
    """The largest denominator for each number of outputs."""

    bounds: tuple[tuple[int, int], ...]

    @property
    def largest(self) -> int:
        """The largest denominator of all."""
        return max(bound for _, bound in self.bounds)

    def tables(self, rows: int = 2) -> Iterator[Table]:
        """Every channel with this many rows, smallest first."""
        for denominator in range(1, self.largest + 1):
            for outputs, bound in sorted(self.bounds):
                if denominator <= bound:
                    yield from _tables(rows, outputs, denominator)

    def __str__(self) -> str:
        return ", ".join(f"m = {n}: D <= {bound}" for n, bound in self.bounds)


@dataclass(frozen=True, slots=True)
class Domain(Generic[T]):
    """A family of instances, on a grid that is quick and on one that is not."""

    noun: str
    build: Callable[[Grid], Iterable[T]]
    quick: Grid
    full: Grid

    def instances(self, *, full: bool = False) -> Iterable[T]:
        """The instances, smallest first."""
        return self.build(self.full if full else self.quick)

    def text(self, *, full: bool = False) -> str:
        """What the domain is, in words."""
        return f"{self.noun}; {self.full if full else self.quick}"


def tables_at(rows: int = 2) -> Callable[[Grid], Iterator[At]]:
    """Every channel at each of its levels."""

    def build(grid: Grid) -> Iterator[At]:
        return (At(table, alpha) for table in grid.tables(rows) for alpha in table.levels)

    return build


def powers(counts: Sequence[int]) -> Callable[[Grid], Iterator[Power]]:
    """Every channel and number of releases."""

    def build(grid: Grid) -> Iterator[Power]:
        return (Power(table, count) for table in grid.tables() for count in counts)

    return build


def repeated(counts: Sequence[int]) -> Callable[[Grid], Iterator[Repeated]]:
    """Every channel, number of releases, and level of one release."""

    def build(grid: Grid) -> Iterator[Repeated]:
        for table in grid.tables():
            for count, alpha in product(counts, table.levels):
                yield Repeated(table, count, alpha)

    return build


def two_tables(grid: Grid) -> Iterator[Two]:
    """Every two channels, at every level of each."""
    for denominator, outputs, first, second in couples(grid):
        for alpha, beta in product(first.levels, second.levels):
            yield Two(denominator, outputs, first, second, alpha, beta)


def mixtures(weights: Sequence[Fraction]) -> Callable[[Grid], Iterator[Mixed]]:
    """Every two channels with the same outputs, mixed with each weight, at the levels of both."""

    def build(grid: Grid) -> Iterator[Mixed]:
        for denominator, outputs, first, second in couples(grid):
            if first.outputs == second.outputs:
                both = sorted({*first.levels, *second.levels})
                for weight, alpha in product(weights, both):
                    yield Mixed(denominator, outputs, first, second, weight, alpha)

    return build


def joints(grid: Grid) -> Iterator[Joint]:
    """Every joint law of two bits, at the levels of each bit and, for the second, of both."""
    for table in grid.tables():
        first = levels([(a + b, c + d) for a, b, c, d in table.laws])
        second = levels([(a + c, b + d) for a, b, c, d in table.laws])
        given = sorted({*second, *table.levels})
        for alpha, beta in product(first, given):
            yield Joint(table, alpha, beta)


def processed(grid: Grid) -> Iterator[Processed]:
    """Every channel with every two kernels to one bit; three outputs are mapped, not randomized."""
    kernels = {n: list(Grid(((2, 2 if n < 3 else 1),)).tables(2 * n)) for n, _ in grid.bounds}
    cases = sorted(
        (max(table.denominator, kernel.denominator), table.outputs, table, kernel)
        for table in grid.tables()
        for kernel in kernels[table.outputs]
    )
    for denominator, outputs, table, kernel in cases:
        for alpha in table.levels:
            yield Processed(denominator, outputs, table, kernel, alpha)


def leaks(counts: Sequence[int]) -> Callable[[Grid], Iterator[Leak]]:
    """Every leak probability over the grid's denominators, number of releases, and two levels."""

    def build(grid: Grid) -> Iterator[Leak]:
        for denominator in range(1, grid.largest + 1):
            for numerator in range(denominator + 1):
                if gcd(numerator, denominator) == 1:
                    for count, alpha in product(counts, (Fraction(1), Fraction(2))):
                        yield Leak(denominator, numerator, count, alpha)

    return build


def _tables(rows: int, outputs: int, denominator: int) -> Iterator[Table]:
    """Every table in lowest terms: the others were seen at a smaller denominator."""
    for weights in product(list(_parts(denominator, outputs)), repeat=rows):
        if gcd(*chain.from_iterable(weights)) == 1:
            yield Table(denominator, outputs, weights)


def _parts(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """All ways to write ``total`` as ``count`` ordered integers >= 0, lexicographically."""
    if count == 1:
        yield (total,)
        return
    for head in range(total + 1):
        yield from ((head, *rest) for rest in _parts(total - head, count - 1))


def couples(grid: Grid) -> list[tuple[int, int, Table, Table]]:
    """Ordered couples of channels, by the larger denominator and then all outputs together."""
    return sorted(
        (max(a.denominator, b.denominator), a.outputs + b.outputs, a, b)
        for a, b in product(list(grid.tables()), repeat=2)
    )
