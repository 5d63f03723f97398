"""Shuffling: the reports of all users, without who sent which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, pure_level
from proofs.domains import Domain, Grid, Table
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Shuffled(NamedTuple):
    """The laws of one report, and the number of users."""

    table: Table
    users: int

    def __str__(self) -> str:
        return f"{self.table}, n = {self.users}"


class ShuffledAt(NamedTuple):
    """The laws of one report, the number of users, and a level."""

    table: Table
    users: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, n = {self.users}, α = {self.alpha}"


def shuffled(grid: Grid) -> Iterator[Shuffled]:
    """Every pair of laws of a report, one to three users."""
    return (Shuffled(table, users) for table in grid.tables() for users in (1, 2, 3))


def shuffled_at(grid: Grid) -> Iterator[ShuffledAt]:
    """Every pair of laws of a report, one to three users, at the levels of one report."""
    for table in grid.tables():
        for users, alpha in product((1, 2, 3), table.levels):
            yield ShuffledAt(table, users, alpha)


SHUFFLED: Domain[Shuffled] = Domain(
    "every pair of laws of a report, n = 1, 2, 3",
    shuffled,
    quick=Grid(((1, 1), (2, 6), (3, 2))),
    full=Grid(((1, 1), (2, 18), (3, 6))),
)

LEVELS: Domain[ShuffledAt] = Domain(
    "every pair of laws of a report, n = 1, 2, 3, at the levels of a report",
    shuffled_at,
    quick=Grid(((1, 1), (2, 4), (3, 2))),
    full=Grid(((1, 1), (2, 12), (3, 4))),
)


def shuffle(table: Table, users: int) -> verify.Mechanism:
    """The engine's shuffle; one user is replaced."""
    return verify.combinators.shuffle(users, table.channel)


@cache
def reports(laws: tuple[Law, ...], ones: int, users: int) -> dict[tuple[int, ...], Fraction]:
    """The law of the sorted reports of so many users, some of whom have the second input."""
    rows = [laws[0]] * (users - ones) + [laws[1]] * ones
    found: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for outputs in product(range(len(laws[0])), repeat=users):
        found[tuple(sorted(outputs))] += prod(
            (row[y] for row, y in zip(rows, outputs, strict=True)), start=Fraction(1)
        )
    return found


@cache
def neighbours(laws: tuple[Law, ...], users: int) -> list[tuple[Law, Law]]:
    """The laws of the multisets of reports, where one user has the one or the other input."""
    rows = [reports(laws, ones, users) for ones in range(users + 1)]
    return [(tuple(p.values()), tuple(q.values())) for p, q in pairwise(rows)]


def level(case: Shuffled) -> Comparison:
    """The pure level of the multiset, by the engine and by definition, and that of a report."""
    levels = [pure_level(p, q) for p, q in neighbours(case.table.laws, case.users)]
    largest = None if None in levels else max(each for each in levels if each)
    found = engine.least_pure_level(shuffle(case.table, case.users))
    return equals(found, largest, pure_level(*case.table.laws))


def finite(case: Shuffled) -> bool:
    """A report has a finite pure level."""
    return pure_level(*case.table.laws) is not None


def level_of_sample(case: Shuffled) -> Comparison:
    """Had a user the level of being sampled, one of n."""
    one = pure_level(*case.table.laws)
    assert one is not None  # the hypothesis
    found = engine.least_pure_level(shuffle(case.table, case.users))
    return at_most(found, 1 + (one - 1) / case.users)


def star(case: ShuffledAt, users: int) -> Fraction:
    """The engine's δ*(α) of the reports of so many users."""
    return engine.star(shuffle(case.table, users), case.alpha)


def more_users(case: ShuffledAt) -> Comparison:
    """n users against n + 1."""
    pairs = neighbours(case.table.laws, case.users)
    true = max(hockey_stick(x, y, case.alpha) for p, q in pairs for x, y in ((p, q), (q, p)))
    found = star(case, case.users)
    return every(equals(found, true), at_most(star(case, case.users + 1), found))


LEMMAS: tuple[Lemma[Shuffled] | Lemma[ShuffledAt], ...] = (
    Lemma(
        "shuffling.pure",
        "n shuffled reports have the pure level of one report",
        "folklore: all reports may be alike",
        SHUFFLED,
        level,
        Sibling(
            "the level is at most 1 + (α − 1)/n, as if one of n were sampled",
            "the other users may all have said the same",
            level_of_sample,
            hypothesis=finite,
        ),
    ),
    Lemma(
        "shuffling.users",
        "δ*(α) of n + 1 shuffled reports is at most that of n",
        "post-processing: a further report may be added",
        LEVELS,
        more_users,
        Sibling(
            "δ*(α) of n shuffled reports is at most 1/n of that of one",
            "the other users' reports may be known",
            lambda case: at_most(star(case, case.users), star(case, 1) / case.users),
        ),
    ),
)
