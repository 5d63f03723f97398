"""Membership inference between two inputs: the best attacker, and what a guarantee allows it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick
from proofs.domains import At, Domain, Grid, Table, tables_at
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

PRIORS = (Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(3, 4))


class Guessed(NamedTuple):
    """A channel and the prior of its first input."""

    table: Table
    prior: Fraction

    def __str__(self) -> str:
        return f"{self.table}, π = {self.prior}"


class Symbols(NamedTuple):
    """Randomized response on k symbols at a level."""

    k: int
    alpha: Fraction

    def __str__(self) -> str:
        return f"k = {self.k}, α = {self.alpha}"


def guessed(grid: Grid) -> Iterator[Guessed]:
    """Every channel with every prior."""
    return (Guessed(*case) for case in product(grid.tables(), PRIORS))


def symbols(grid: Grid) -> Iterator[Symbols]:
    """Up to as many symbols as the grid's denominators, at levels n/2."""
    for k in range(2, grid.largest + 1):
        for twice in range(2, 9):
            yield Symbols(k, Fraction(twice, 2))


PAIRS: Domain[At] = Domain(
    "every pair of laws at its levels",
    tables_at(),
    quick=Grid(((1, 1), (2, 6), (3, 3))),
    full=Grid(((1, 1), (2, 12), (3, 6), (4, 3))),
)

GUESSES: Domain[Guessed] = Domain(
    "every pair of laws, π = 1/10, 1/3, 1/2, 3/4",
    guessed,
    quick=Grid(((2, 5), (3, 3))),
    full=Grid(((2, 12), (3, 6))),
)

SYMBOLS: Domain[Symbols] = Domain(
    "k-ary randomized response, 2 <= k <= D, α = 1, 3/2, …, 4",
    symbols,
    quick=Grid(((2, 12),)),
    full=Grid(((2, 60),)),
)


def pair(table: Table) -> tuple[Law, Law]:
    """P and Q."""
    p, q = table.laws
    return p, q


def star(table: Table, alpha: Fraction) -> Fraction:
    """δ*(α) by definition."""
    p, q = pair(table)
    return max(hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))


def best_guess(p: Law, q: Law, prior: Fraction) -> Fraction:
    """The best chance of all 2^n rules that name P or Q for each outcome, P having the prior."""
    return max(
        sum(
            (
                prior * x if says_p else (1 - prior) * y
                for x, y, says_p in zip(p, q, rule, strict=True)
            ),
            Fraction(0),
        )
        for rule in product((False, True), repeat=len(p))
    )


def even_guess(table: Table) -> Comparison:
    """The engine's advantage, and the best of all rules."""
    found = engine.advantage(table.channel)
    best = best_guess(*pair(table), Fraction(1, 2))
    return equals((1 + found) / 2, best, (1 + star(table, Fraction(1))) / 2)


def guess_at_prior(case: Guessed) -> Comparison:
    """The engine's accuracy, the best of all rules, and the formula, the better way round."""
    p, q = pair(case.table)
    odds = (1 - case.prior) / case.prior
    by_formula = [
        1 - case.prior + case.prior * hockey_stick(*laws, odds) for laws in ((p, q), (q, p))
    ]
    rules = [best_guess(*laws, case.prior) for laws in ((p, q), (q, p))]
    return equals(engine.accuracy(case.table.channel, case.prior), max(rules), max(by_formula))


def even_rule(case: Guessed) -> Comparison:
    """Had the rule for even priors to be the best at every prior."""
    p, q = pair(case.table)
    chance = [
        sum((case.prior * x if x > y else (1 - case.prior) * y) for x, y in zip(*laws, strict=True))
        for laws in ((p, q), (q, p))
    ]
    return equals(engine.accuracy(case.table.channel, case.prior), max(chance))


def allowed(at: At) -> Comparison:
    """The advantage, within the engine's bound for the δ* of the level."""
    delta = engine.star(at.table.channel, at.alpha)
    bound = engine.advantage_bound(at.alpha, star(at.table, at.alpha))
    found = engine.advantage(at.table.channel)
    return every(
        equals(delta, star(at.table, at.alpha)),
        equals(found, star(at.table, Fraction(1))),
        equals(bound, (at.alpha - 1 + 2 * delta) / (at.alpha + 1)),
        at_most(found, bound),
    )


def one_sided(at: At, bound: Fraction) -> Comparison:
    """The advantage, within a bound."""
    found = engine.advantage(at.table.channel)
    return every(equals(found, star(at.table, Fraction(1))), at_most(found, bound))


def is_bounded(at: At) -> bool:
    """P <= αQ everywhere."""
    return hockey_stick(*pair(at.table), at.alpha) == 0


def of_symbols(case: Symbols) -> Fraction:
    """The engine's advantage against k-ary randomized response."""
    return engine.advantage(verify.mechanisms.k_randomized_response(case.k, alpha=case.alpha))


def response(case: Symbols) -> Comparison:
    """One symbol's truth against another's: p − (1 − p)/(k − 1) with p = α/(α + k − 1)."""
    found = of_symbols(case)
    truth = case.alpha / (case.alpha + case.k - 1)
    others = [(1 - truth) / (case.k - 1)] * (case.k - 2)
    p, q = (truth, others_of(truth, case.k), *others), (others_of(truth, case.k), truth, *others)
    exact = equals(
        found, hockey_stick(p, q, Fraction(1)), (case.alpha - 1) / (case.alpha + case.k - 1)
    )
    return every(exact, at_most(found, (case.alpha - 1) / (case.alpha + 1)))


def others_of(truth: Fraction, k: int) -> Fraction:
    """The chance of a symbol that is not the true one."""
    return (1 - truth) / (k - 1)


LEMMAS: tuple[Lemma[At] | Lemma[Table] | Lemma[Guessed] | Lemma[Symbols], ...] = (
    Lemma(
        "attack.advantage",
        "no rule names one of two equally likely inputs with a better chance than (1 + δ*(1))/2",
        "Yeom, Giacomelli, Fredrikson and Jha 2018",
        Domain(
            "every pair of laws",
            lambda grid: grid.tables(),
            quick=Grid(((2, 6), (3, 3), (4, 2))),
            full=Grid(((2, 12), (3, 6), (4, 3))),
        ),
        even_guess,
        Sibling(
            "a rule that names P for one outcome only has that chance",
            "rules that name P for several outcomes",
            lambda table: equals(
                engine.advantage(table.channel),
                max(abs(x - y) for x, y in zip(*pair(table), strict=True)),
            ),
        ),
    ),
    Lemma(
        "attack.guarantee",
        "the advantage δ*(1) is at most (α − 1 + 2δ*(α))/(α + 1)",
        "Humphries and others 2023; Kairouz, Oh and Viswanath 2015",
        PAIRS,
        allowed,
        Sibling(
            "it is at most δ*(α)",
            "α itself helps the attacker",
            lambda at: at_most(engine.advantage(at.table.channel), star(at.table, at.alpha)),
        ),
    ),
    Lemma(
        "attack.one_sided",
        "the advantage is at most 1 − 1/α if P <= αQ everywhere",
        "Yeom, Giacomelli, Fredrikson and Jha 2018; Dwork and Roth 2014, section 2.3",
        PAIRS,
        lambda at: one_sided(at, 1 - 1 / at.alpha),
        Sibling(
            "it is at most (α − 1)/(α + 1)",
            "Q <= αP",
            lambda at: one_sided(at, (at.alpha - 1) / (at.alpha + 1)),
            hypothesis=is_bounded,
        ),
        hypothesis=is_bounded,
    ),
    Lemma(
        "attack.response",
        "against k-ary randomized response the advantage is (α − 1)/(α + k − 1), "
        "at most (α − 1)/(α + 1)",
        "Kairouz, Bonawitz and Ramage 2016",
        SYMBOLS,
        response,
        Sibling(
            "it is (α − 1)/(α + 1) for every k",
            "two symbols",
            lambda case: equals(of_symbols(case), (case.alpha - 1) / (case.alpha + 1)),
        ),
    ),
    Lemma(
        "attack.prior",
        "with prior π of P no rule has a better chance than 1 − π + π·H_{(1−π)/π}(P‖Q)",
        "Liu, Cuff and Verdú 2017: Bayesian tests",
        GUESSES,
        guess_at_prior,
        Sibling("the rule for even priors has it", "π = 1/2", even_rule),
    ),
)
