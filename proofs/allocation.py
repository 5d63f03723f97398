"""Random allocation: one round of M sees the record, and nobody is told which one.

P is the law of a round without the record and Q the law of the round that sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, largest_ratio, product_law
from proofs.domains import Domain, Grid, Table
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = [
    "LEMMAS",
    "LEVELS",
    "ROUNDS",
    "Allocated",
    "AllocatedAt",
    "allocated",
    "both",
    "chi_square",
    "engines",
    "k_of",
    "mechanism",
    "overlap",
    "poisson",
]


class Allocated(NamedTuple):
    """The laws of a round, and the number of rounds."""

    table: Table
    rounds: int

    def __str__(self) -> str:
        return f"{self.table}, M = {self.rounds}"


class AllocatedAt(NamedTuple):
    """The laws of a round, the number of rounds, and a level."""

    table: Table
    rounds: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, M = {self.rounds}, α = {self.alpha}"


def rounds(most: int) -> Callable[[Grid], Iterator[Allocated]]:
    """Every pair of laws with 1 … ``most`` rounds."""

    def build(grid: Grid) -> Iterator[Allocated]:
        for table in grid.tables():
            yield from (Allocated(table, count) for count in range(1, most + 1))

    return build


def rounds_at(most: int) -> Callable[[Grid], Iterator[AllocatedAt]]:
    """Every pair of laws with 1 … ``most`` rounds, at the levels of a round."""

    def build(grid: Grid) -> Iterator[AllocatedAt]:
        for table in grid.tables():
            for count, alpha in product(range(1, most + 1), table.levels):
                yield AllocatedAt(table, count, alpha)

    return build


ROUNDS: Domain[Allocated] = Domain(
    "every pair of laws, M = 1 … 4",
    rounds(4),
    quick=Grid(((2, 5), (3, 2))),
    full=Grid(((2, 16), (3, 6))),
)

LEVELS: Domain[AllocatedAt] = Domain(
    "every pair of laws, M = 1 … 4, at the levels of a round",
    rounds_at(4),
    quick=Grid(((2, 4), (3, 2))),
    full=Grid(((2, 12), (3, 4))),
)


def mechanism(table: Table, count: int, epochs: int = 1) -> verify.Mechanism:
    """The engine's allocation; its first input is the absent record."""
    return verify.combinators.random_allocation(table.channel, 0, 1, count, epochs)


def poisson(table: Table, count: int) -> verify.Mechanism:
    """As many rounds, each of which sees the record with probability 1/M."""
    one = verify.combinators.poisson_subsample(Fraction(1, count), table.channel, absent=0)
    return verify.combinators.fresh(one, count)


@cache
def k_of(absent: Law, present: Law, k: int, count: int) -> Law:
    """The law of all rounds where k of them, all sets of k alike, see the record."""
    chosen = list(combinations(range(count), k))
    laws = [
        product_law([present if i in places else absent for i in range(count)]) for places in chosen
    ]
    return tuple(sum(cells, Fraction(0)) / len(laws) for cells in zip(*laws, strict=True))


def allocated(table: Table, count: int) -> tuple[Law, Law]:
    """The laws of all rounds without the record and with it."""
    absent, present = table.laws
    return k_of(absent, present, 0, count), k_of(absent, present, 1, count)


@cache
def both(p: Law, q: Law, alpha: Fraction) -> tuple[Fraction, Fraction]:
    """H_α of both directions."""
    return hockey_stick(p, q, alpha), hockey_stick(q, p, alpha)


def chi_square(p: Law, q: Law) -> Fraction | None:
    """Σ Q²/P − 1; None for infinity."""
    live = [(x, y) for x, y in zip(p, q, strict=True) if y]
    if any(not x for x, _ in live):
        return None
    return sum((y * y / x for x, y in live), Fraction(0)) - 1


def engines(found: verify.Mechanism, alpha: Fraction) -> tuple[Fraction, Fraction]:
    """The engine's H_α of both directions: without the record to with it first."""
    return engine.forward(found, alpha), engine.backward(found, alpha)


def exact(case: AllocatedAt) -> tuple[Comparison, tuple[Fraction, Fraction]]:
    """The engine agrees with the definition; what they say."""
    found = engines(mechanism(case.table, case.rounds), case.alpha)
    true = both(*allocated(case.table, case.rounds), case.alpha)
    return equals(found, true), found


def one_round(case: AllocatedAt) -> Comparison:
    """M rounds against the one that sees the record."""
    right, found = exact(case)
    single = both(*case.table.laws, case.alpha)
    return every(right, *map(at_most, found, single))


def overlap(case: AllocatedAt) -> bool:
    """Some output can be that of a round without the record and that of the one with it."""
    p, q = case.table.laws
    return any(x and y for x, y in zip(p, q, strict=True))


def one_round_divided(case: AllocatedAt) -> Comparison:
    """Had hiding among M rounds to divide δ by M."""
    found = engines(mechanism(case.table, case.rounds), case.alpha)
    single = both(*case.table.laws, case.alpha)
    return every(*(at_most(x, y / case.rounds) for x, y in zip(found, single, strict=True)))


def more_rounds(case: AllocatedAt) -> Comparison:
    """M rounds against M + 1."""
    right, found = exact(case)
    longer = engines(mechanism(case.table, case.rounds + 1), case.alpha)
    return every(right, *map(at_most, longer, found))


def more_rounds_strictly(case: AllocatedAt) -> Comparison:
    """Had every further round to hide the record better."""
    longer, here = (
        sum(engines(mechanism(case.table, m), case.alpha)) for m in (case.rounds + 1, case.rounds)
    )
    return equals(longer < here, bool(here))


def bounded(case: Allocated) -> bool:
    """Q/P is bounded."""
    return largest(case) is not None


def largest(case: Allocated) -> Fraction | None:
    """The largest Q/P of one round."""
    absent, present = case.table.laws
    return largest_ratio(present, absent)


def beyond(case: Allocated, scheme: verify.Mechanism) -> Fraction:
    """H(with‖without) at the largest ratio of one round."""
    level = largest(case)
    assert level is not None  # the hypothesis
    return engine.backward(scheme, level)


def pure(case: Allocated) -> Comparison:
    """H(with‖without) below the largest ratio of one round, and at it: 0."""
    p, q = allocated(case.table, case.rounds)
    scheme, level = mechanism(case.table, case.rounds), largest(case)
    assert level is not None  # the hypothesis
    below = (1 + level) / 2
    return every(
        equals(engine.backward(scheme, below), hockey_stick(q, p, below)),
        at_most(beyond(case, scheme), 0),
    )


LEMMAS: tuple[Lemma[Allocated] | Lemma[AllocatedAt], ...] = (
    Lemma(
        "allocation.one_round",
        "H_α of M rounds, one of which sees the record, is at most that of the one, both ways",
        "Feldman and Shenfeld 2025; joint convexity",
        LEVELS,
        one_round,
        Sibling(
            "it is at most 1/M of that, if a round with the record may look like one without it",
            "what is seen of the other rounds may hide nothing",
            one_round_divided,
            hypothesis=overlap,
        ),
    ),
    Lemma(
        "allocation.rounds",
        "H_α of M + 1 rounds, one of which sees the record, is at most that of M, both ways",
        "Chua and others 2024; reverse martingale of the mean of ratios",
        LEVELS,
        more_rounds,
        Sibling(
            "one of both is less, unless both are 0",
            "a further round may hide nothing",
            more_rounds_strictly,
            hypothesis=overlap,
        ),
    ),
    Lemma(
        "allocation.pure",
        "with M rounds, one of which sees the record, H(with‖without) is 0 at the largest ratio "
        "of the one round",
        "Feldman and Shenfeld 2025; the mean of ratios is no larger than the largest",
        ROUNDS,
        pure,
        Sibling(
            "also with Poisson sampling at rate 1/M in M rounds",
            "no second round sees the record",
            lambda case: at_most(beyond(case, poisson(case.table, case.rounds)), 0),
            hypothesis=bounded,
        ),
        hypothesis=bounded,
    ),
)
