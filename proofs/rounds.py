"""Games of several rounds: the adversary chooses another pair of inputs in every round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, product_law
from proofs.domains import Domain, Grid, Repeated, Table, repeated
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every
from proofs.optimal import worst_delta

__all__ = ["LEMMAS"]

Pair = tuple[Law, Law]


class Present(NamedTuple):
    """Laws with one record (P), another one (Q) and none (R), a number of rounds, a level."""

    table: Table
    releases: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"{self.table}, k = {self.releases}, α = {self.alpha}"


def present(grid: Grid) -> Iterator[Present]:
    """Every three laws at their levels, two rounds; records are interchangeable, so P < Q."""
    for table in grid.tables(rows=3):
        if table.weights[0] < table.weights[1]:
            yield from (Present(table, 2, alpha) for alpha in table.levels)


ROUNDS: Domain[Repeated] = Domain(
    "every pair of laws, k = 1, 2, at its levels",
    repeated((1, 2)),
    quick=Grid(((2, 4), (3, 1))),
    full=Grid(((2, 12), (3, 4))),
)

PRESENT: Domain[Present] = Domain(
    "every three laws with P < Q, k = 2, at their levels",
    present,
    quick=Grid(((2, 4),)),
    full=Grid(((2, 7), (3, 3))),
)


def game(pairs: Sequence[Pair], rounds: int, alpha: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """What can be gained in so many rounds, in which the outputs so far have weights a and b."""
    if not rounds:
        return max(a - alpha * b, Fraction(0))
    return max(
        sum(
            (game(pairs, rounds - 1, alpha, a * x, b * y) for x, y in zip(p, q, strict=True)),
            Fraction(0),
        )
        for p, q in pairs
    )


def value(pairs: Sequence[Pair], rounds: int, alpha: Fraction) -> Fraction:
    """The value of the game by its definition: all strategies."""
    return game(pairs, rounds, alpha, Fraction(1), Fraction(1))


def played(case: Repeated) -> tuple[Fraction, Fraction]:
    """The engine's δ* of the game, and of the releases with one pair throughout."""
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    one = engine.star(drawn, case.alpha)
    return engine.star(verify.combinators.per_round(drawn), case.alpha), one


def directions(case: Repeated) -> list[Pair]:
    """Both ordered pairs of inputs."""
    p, q = case.table.laws
    return [(p, q), (q, p)]


def any_pair(case: Repeated) -> Comparison:
    """The game, the enumeration of strategies, and one pair throughout."""
    found, one = played(case)
    true = max(
        hockey_stick(product_law([p] * case.releases), product_law([q] * case.releases), case.alpha)
        for p, q in directions(case)
    )
    return every(
        equals(found, value(directions(case), case.releases, case.alpha)),
        equals(one, true),
        at_most(one, found),
    )


def promised(case: Repeated, releases: int) -> Fraction:
    """What the worst steps of the level α and the δ*(α) of a release lose at α."""
    step = max(hockey_stick(p, q, case.alpha) for p, q in directions(case))
    return worst_delta([(case.alpha, step)] * releases, case.alpha)


def below_worst_steps(case: Repeated) -> Comparison:
    """The game against the worst steps, at the level of one step."""
    found, _ = played(case)
    true = value(directions(case), case.releases, case.alpha)
    return every(equals(found, true), at_most(found, promised(case, case.releases)))


def within_failures(case: Repeated) -> Comparison:
    """Had levels not to add up, only the δ's."""
    found, _ = played(case)
    step = max(hockey_stick(p, q, case.alpha) for p, q in directions(case))
    return at_most(found, 1 - (1 - step) ** case.releases)


def channel(case: Present) -> verify.Mechanism:
    """The engine's releases; number 2 is the absent record."""
    outputs = range(case.table.outputs)
    one = verify.mechanisms.channel([0, 1, 2], outputs, case.table.laws, absent=2)
    return verify.combinators.fresh(one.under("add_remove"), case.releases)


def either_record(case: Present) -> Comparison:
    """The game in which a record is there throughout, and may be another one in each round."""
    p, q, absent = case.table.laws
    there, back = [(p, absent), (q, absent)], [(absent, p), (absent, q)]
    found = engine.star(verify.combinators.per_round(channel(case)), case.alpha)
    true = max(value(pairs, case.releases, case.alpha) for pairs in (there, back))
    return every(equals(found, true), at_most(engine.star(channel(case), case.alpha), found))


def one_record(case: Present) -> Comparison:
    """Had the record that is worst in one round to be worst in all."""
    found = engine.star(verify.combinators.per_round(channel(case)), case.alpha)
    return equals(found, engine.star(channel(case), case.alpha))


LEMMAS: tuple[Lemma[Repeated] | Lemma[Present], ...] = (
    Lemma(
        "rounds.any_pair",
        "if the adversary chooses the direction of the inputs in every round, by the outputs so "
        "far, δ*(α) is max Σ_y V(aP(y), bQ(y)) over pairs, from the last round to the first",
        "Rogers, Roth, Ullman and Vadhan 2016; backward induction",
        ROUNDS,
        any_pair,
        Sibling(
            "one pair throughout is the worst",
            "in every round",
            lambda case: equals(*played(case)),
        ),
    ),
    Lemma(
        "rounds.worst_steps",
        "the game's δ*(α) is at most that of k worst steps of level α and δ*(α) of a release",
        "Kairouz, Oh and Viswanath 2015, theorem 3.3, whose adversary chooses in every round",
        ROUNDS,
        below_worst_steps,
        Sibling(
            "it is at most 1 − (1 − δ*(α))^k",
            "levels are multiplied",
            within_failures,
        ),
    ),
    Lemma(
        "rounds.add_remove",
        "if the adversary chooses the record in every round, which is there in one world and not "
        "in the other, δ*(α) is the larger value of two games: with it to without it, and back",
        "Rogers, Roth, Ullman and Vadhan 2016; backward induction",
        PRESENT,
        either_record,
        Sibling("one record throughout is the worst", "in every round", one_record),
    ),
)
