"""Analysts who choose by the answers so far: filters, stopping, and a question about a secret."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, pure_level
from proofs.domains import Domain, Grid, Repeated, law_text, repeated
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Analyst(NamedTuple):
    """The levels of a first question, and of a second one after "0" and after "1".

    Questions are randomized responses of integer levels; level 1 stands for no second question.
    """

    largest: int
    budget: int
    first: int
    after: tuple[int, int]

    @property
    def spent(self) -> list[int]:
        """The product of the levels on each of the two paths."""
        return [self.first * then for then in self.after]

    def __str__(self) -> str:
        zero, one = self.after
        return f"levels {self.first}, then {zero} after 0 or {one} after 1; budget {self.budget}"


class Secret(NamedTuple):
    """The law of a secret, and the question asked once it has been seen: a place for each."""

    denominator: int
    outputs: int
    weights: tuple[int, ...]
    question: tuple[int, ...]

    @property
    def law(self) -> Law:
        """The law of the secret."""
        return tuple(Fraction(w, self.denominator) for w in self.weights)

    def __str__(self) -> str:
        return f"secret {law_text(self.law)}, questions {self.question}"


def analysts(grid: Grid) -> Iterator[Analyst]:
    """Every first question and every two that may follow, levels up to D, budgets up to D²."""
    for largest in range(2, grid.largest + 1):
        for budget, first in product(range(1, largest**2 + 1), range(2, largest + 1)):
            for zero, one in product(range(1, largest + 1), repeat=2):
                if largest in (first, zero, one):
                    yield Analyst(largest, budget, first, (zero, one))


def secrets(grid: Grid) -> Iterator[Secret]:
    """Every law of a secret with every way to ask."""
    for table in grid.tables(rows=1):
        places = range(table.outputs)
        for question in product(places, repeat=table.outputs):
            yield Secret(table.denominator, table.outputs, table.weights[0], question)


ANALYSTS: Domain[Analyst] = Domain(
    "every question and every two after its answers, with levels up to D and budgets up to D²",
    analysts,
    quick=Grid(((2, 4),)),
    full=Grid(((2, 7),)),
)

SECRETS: Domain[Secret] = Domain(
    "every law of a secret, every question about it once it is seen",
    secrets,
    quick=Grid(((1, 1), (2, 6), (3, 4))),
    full=Grid(((1, 1), (2, 12), (3, 8))),
)

REPEATED: Domain[Repeated] = Domain(
    "every pair of laws, k = 1, 2, 3, at its levels",
    repeated((1, 2, 3)),
    quick=Grid(((2, 4),)),
    full=Grid(((2, 14),)),
)


def transcript(case: Analyst) -> verify.Mechanism:
    """The engine's interaction; states are levels of the next question, and who asks it."""

    def ask(state: tuple[int, int]) -> verify.Mechanism | None:
        _, level = state
        return None if level == 1 else verify.mechanisms.randomized_response(alpha=level)

    def update(state: tuple[int, int], output: object) -> tuple[int, int]:
        return (1, case.after[int(str(output))]) if state[0] == 0 else (2, 1)

    return verify.combinators.interaction((0, case.first), ask, update)


def laws(case: Analyst) -> tuple[Law, Law]:
    """The law of all answers at each input, outcome by outcome."""

    def told(level: int, x: int, y: int) -> Fraction:
        return Fraction(level if x == y else 1, level + 1)

    def law(x: int) -> Law:
        return tuple(
            told(case.first, x, y) * told(case.after[y], x, z) for y in (0, 1) for z in (0, 1)
        )

    return law(0), law(1)


def spent_within(case: Analyst) -> Comparison:
    """δ* below the budget and at it, by the engine and by definition: 0 at the budget."""
    p, q = laws(case)
    found = transcript(case)
    right = [
        equals(engine.star(found, alpha), max(hockey_stick(p, q, alpha), hockey_stick(q, p, alpha)))
        for alpha in (Fraction(1), Fraction(case.budget))
    ]
    return every(*right, at_most(right[-1].values[0], 0))


def filtered(case: Analyst) -> bool:
    """The budget covers both paths."""
    return max(case.spent) <= case.budget


def charged_for_ones(case: Analyst) -> bool:
    """The budget covers what was answered by "1" on each path."""
    _, then = case.after
    return max(case.first * then, case.first, *case.after) <= case.budget


def until_one(case: Repeated) -> verify.Mechanism:
    """Releases until the first "1", k at most."""
    last = case.releases
    return verify.combinators.interaction(
        0,
        lambda state: None if state == last else case.table.channel,
        lambda state, output: last if output == "1" else state + 1,
    )


def stopped_laws(case: Repeated) -> tuple[Law, Law]:
    """The law of how often "0" came first, at each input."""
    p, q = (
        (*(zero**i * one for i in range(case.releases)), zero**case.releases)
        for zero, one in case.table.laws
    )
    return p, q


def stopped(case: Repeated, rounds: int) -> Comparison:
    """The engine and the definition, and so many releases without stopping."""
    p, q = stopped_laws(case)
    found = engine.star(until_one(case), case.alpha)
    true = max(hockey_stick(p, q, case.alpha), hockey_stick(q, p, case.alpha))
    whole = verify.combinators.fresh(case.table.channel, rounds)
    return every(equals(found, true), at_most(found, engine.star(whole, case.alpha)))


def average(case: Repeated) -> int:
    """The average number of releases, the larger one of both inputs, rounded up."""
    means = (
        sum((zero**i for i in range(case.releases)), Fraction(0)) for zero, _ in case.table.laws
    )
    return ceil(max(means))


def finite(case: Repeated) -> bool:
    """A release has a finite pure level."""
    return pure_level(*case.table.laws) is not None


def asked(case: Secret) -> Fraction:
    """The engine's δ*(2) of a secret, and of the input or nothing: whether the question hits it."""
    secrets = {str(s): str(p) for s, p in enumerate(case.law)}
    shown = {s: s for s in secrets}
    told = {
        x: {s: x if case.question[int(s)] == int(s) else "nothing" for s in secrets}
        for x in ("0", "1")
    }
    joint = verify.combinators.shared(secrets, [{"0": shown, "1": shown}, told])
    return engine.star(joint, Fraction(2))


def hit(case: Secret) -> Fraction:
    """The probability that the question hits the secret."""
    return sum((p for s, p in enumerate(case.law) if case.question[s] == s), Fraction(0))


def within_largest(case: Secret) -> Comparison:
    """The engine, the definition, and the likeliest secret."""
    found = asked(case)
    return every(equals(found, hit(case)), at_most(found, max(case.law)))


def fixed(case: Secret) -> bool:
    """The question is chosen before the secret is seen."""
    return len(set(case.question)) == 1


LEMMAS: tuple[Lemma[Analyst] | Lemma[Repeated] | Lemma[Secret], ...] = (
    Lemma(
        "interacting.filter",
        "if the levels of the questions on every path multiply to the budget at most, the "
        "transcript has δ* = 0 there",
        "Rogers, Roth, Ullman and Vadhan 2016, on privacy filters",
        ANALYSTS,
        spent_within,
        Sibling(
            'if those with the answer "1" do, as others are refunded',
            "every answer is charged for",
            spent_within,
            hypothesis=charged_for_ones,
        ),
        hypothesis=filtered,
    ),
    Lemma(
        "interacting.stopping",
        'δ*(α) of releases until the first "1", k at most, is at most that of k releases',
        "post-processing: what comes later is not looked at",
        REPEATED,
        lambda case: stopped(case, case.releases),
        Sibling(
            "it is at most that of the average number of releases, rounded up",
            "the largest number",
            lambda case: stopped(case, average(case)),
            hypothesis=finite,
        ),
    ),
    Lemma(
        "interacting.secret",
        "who sees a secret, and the input if a question chosen before hits it, has δ* = P{hit}, "
        "and at most the largest probability of a secret",
        "Dwork, Rothblum and Vadhan 2010, on adaptive composition",
        SECRETS,
        within_largest,
        Sibling(
            "also if the question is chosen after the secret was seen",
            "before",
            within_largest,
        ),
        hypothesis=fixed,
    ),
)
