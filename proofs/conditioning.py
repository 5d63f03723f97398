"""Conditioning: what is seen once an output was accepted, and drawing again until it is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, pure_level
from proofs.domains import At, Domain, Grid, Table, tables_at
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Range(NamedTuple):
    """Geometric noise with ratio numerator/denominator on the inputs 0 … high."""

    denominator: int
    numerator: int
    high: int

    @property
    def ratio(self) -> Fraction:
        """The ratio."""
        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        return f"ratio {self.ratio} on 0 … {self.high}"


def ranges(grid: Grid) -> Iterator[Range]:
    """Every ratio over the grid's denominators, with up to six outputs."""
    for denominator in range(2, grid.largest + 1):
        for numerator in range(1, denominator):
            if gcd(numerator, denominator) == 1:
                yield from (Range(denominator, numerator, high) for high in range(1, 6))


TABLES: Domain[Table] = Domain(
    "every pair of laws of three outputs, the last of which is rejected",
    lambda grid: grid.tables(),
    quick=Grid(((3, 6),)),
    full=Grid(((3, 10), (4, 5))),
)

LEVELS: Domain[At] = Domain(
    "every pair of laws of three outputs, the last of which is rejected, at its levels",
    tables_at(),
    quick=Grid(((3, 4),)),
    full=Grid(((3, 7), (4, 4))),
)

RANGES: Domain[Range] = Domain(
    "every ratio n/D on the inputs 0 … 1 to 0 … 5",
    ranges,
    quick=Grid(((2, 8),)),
    full=Grid(((2, 30),)),
)


def accepted(table: Table) -> tuple[Fraction, Fraction]:
    """The probability of every output but the last one, at each input."""
    p, q = table.laws
    return 1 - p[-1], 1 - q[-1]


def is_accepted(table: Table) -> bool:
    """Both inputs have outputs that are accepted."""
    return all(accepted(table))


def conditional(table: Table) -> tuple[Law, Law]:
    """The laws given that the output is accepted."""
    p, q = (
        tuple(x / mass for x in law[:-1])
        for law, mass in zip(table.laws, accepted(table), strict=True)
    )
    return p, q


def mechanism(table: Table) -> verify.Mechanism:
    """The same, as the engine is told of it."""
    return verify.mechanisms.channel([0, 1], range(table.outputs - 1), conditional(table))


def finite(table: Table) -> bool:
    """The level is finite, and there is something to accept."""
    return is_accepted(table) and pure_level(*table.laws) is not None


def level_within(table: Table, exponent: int) -> Comparison:
    """The level of what is accepted, within a power of that before."""
    before = pure_level(*table.laws)
    assert before is not None  # the hypothesis
    found = engine.least_pure_level(mechanism(table))
    return every(equals(found, pure_level(*conditional(table))), at_most(found, before**exponent))


def moved_level(at: At) -> Fraction:
    """α·Q(E)/P(E), where E is what is accepted."""
    p, q = accepted(at.table)
    return at.alpha * q / p


def is_level(at: At) -> bool:
    """There is something to accept, and the engine is asked at no level below 1."""
    return is_accepted(at.table) and moved_level(at) >= 1


def before(at: At) -> Fraction:
    """H_α of all outputs."""
    p, q = at.table.laws
    return hockey_stick(p, q, at.alpha)


def moved(at: At, bound: Fraction) -> Comparison:
    """H at the level that is moved by conditioning, by the engine and by definition."""
    level = moved_level(at)
    found = engine.forward(mechanism(at.table), level)
    return every(equals(found, hockey_stick(*conditional(at.table), level)), at_most(found, bound))


def resampled(case: Range) -> list[Law]:
    """The law at every input, given that it is in the range."""
    rows = [[case.ratio ** abs(y - x) for y in range(case.high + 1)] for x in range(case.high + 1)]
    return [tuple(y / sum(row) for y in row) for row in rows]


def total(case: Range, x: int) -> Fraction:
    """Σ_y r^|y − x| over the range."""
    return sum((case.ratio ** abs(y - x) for y in range(case.high + 1)), Fraction(0))


def truncated(case: Range) -> Comparison:
    """The pure level by the engine and by definition, and in closed form."""
    levels = [pure_level(p, q) for p, q in pairwise(resampled(case))]
    found = engine.least_pure_level(verify.mechanisms.truncated_geometric(case.ratio, 0, case.high))
    closed = total(case, 1) / total(case, 0) / case.ratio
    return equals(found, max(level for level in levels if level), closed)


def as_before(case: Range) -> Comparison:
    """Had the noise the level that it has without a range."""
    found = engine.least_pure_level(verify.mechanisms.truncated_geometric(case.ratio, 0, case.high))
    return at_most(found, 1 / case.ratio)


LEMMAS: tuple[Lemma[Table] | Lemma[At] | Lemma[Range], ...] = (
    Lemma(
        "conditioning.pure",
        "given that the output is accepted, the pure level is at most α²",
        "folklore: numerator and denominator each move by α",
        TABLES,
        lambda table: level_within(table, 2),
        Sibling(
            "it is still α",
            "acceptance depends on the input",
            lambda table: level_within(table, 1),
            hypothesis=finite,
        ),
        hypothesis=finite,
    ),
    Lemma(
        "conditioning.delta",
        "for what is accepted (E), H at αQ(E)/P(E) is at most H_α(P‖Q)/P(E)",
        "definition of conditional probability",
        LEVELS,
        lambda at: moved(at, before(at) / accepted(at.table)[0]),
        Sibling(
            "it is at most H_α(P‖Q)",
            "divided by P(E)",
            lambda at: moved(at, before(at)),
            hypothesis=is_level,
        ),
        hypothesis=is_level,
    ),
    Lemma(
        "conditioning.truncated",
        "geometric noise that is drawn again until it is in 0 … n has the pure level "
        "S(1)/(r·S(0)) with S(x) = Σ_y r^|y − x|",
        "Holohan and others 2020, on bounded noise",
        RANGES,
        truncated,
        Sibling("it is still 1/r", "S depends on the input", as_before),
    ),
)
