"""Mixtures at δ = 0, and mixtures whose hidden coin depends on the input."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, mixed, pure_level
from proofs.domains import (
    Domain,
    Grid,
    Mixed,
    Table,
    both_text,
    couples,
    law_text,
    mixtures,
)
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every
from proofs.lemmas import mixture

__all__ = ["LEMMAS"]

WEIGHTS = (Fraction(1, 3), Fraction(1, 2))


class Weighted(NamedTuple):
    """Two channels with the same outputs, and the weight of the first."""

    denominator: int
    outputs: int
    first: Table
    second: Table
    weight: Fraction

    def __str__(self) -> str:
        rows = both_text(self.first, self.second)
        return f"{rows}, w = {self.weight}"


class Coined(NamedTuple):
    """A coin that depends on the input, what follows each of its sides, and two levels."""

    denominator: int
    coin: Table
    first: Table
    second: Table
    alpha: Fraction
    beta: Fraction

    def __str__(self) -> str:
        rows = both_text(self.first, self.second)
        coin = " or ".join(map(law_text, self.coin.laws))
        return f"coin {coin}, {rows}, α = {self.alpha}, β = {self.beta}"


def weighted(grid: Grid) -> Iterator[Weighted]:
    """Every two channels with the same outputs, at every weight."""
    for denominator, outputs, first, second in couples(grid):
        if first.outputs == second.outputs:
            yield from (Weighted(denominator, outputs, first, second, w) for w in WEIGHTS)


def coined(grid: Grid) -> Iterator[Coined]:
    """Every coin and every two channels of two outputs, at the coin's levels and at 1 and 3/2."""
    cases = sorted(
        (max(a.denominator, b.denominator, c.denominator), a, b, c)
        for a, b, c in product(list(grid.tables()), repeat=3)
    )
    for denominator, coin, first, second in cases:
        for alpha, beta in product(coin.levels[:2], (Fraction(1), Fraction(3, 2))):
            yield Coined(denominator, coin, first, second, alpha, beta)


WEIGHTED: Domain[Weighted] = Domain(
    "every two pairs of laws on the same outputs, w = 1/3, 1/2",
    weighted,
    quick=Grid(((2, 4), (3, 1))),
    full=Grid(((2, 6), (3, 2))),
)

MIXED: Domain[Mixed] = Domain(
    "every two pairs of laws on the same outputs, w = 1/3, 1/2, at the levels of both",
    mixtures(WEIGHTS),
    quick=Grid(((2, 3),)),
    full=Grid(((2, 4), (3, 2))),
)

COINED: Domain[Coined] = Domain(
    "every coin and two pairs of laws, at two of the coin's levels α and at β = 1, 3/2",
    coined,
    quick=Grid(((2, 2),)),
    full=Grid(((2, 3),)),
)


def finite(case: Weighted) -> bool:
    """Both have a finite pure level."""
    return all(pure_level(*table.laws) is not None for table in (case.first, case.second))


def pure_levels(case: Weighted) -> tuple[Fraction, Fraction]:
    """Those of both."""
    first, second = (pure_level(*table.laws) for table in (case.first, case.second))
    assert first is not None  # the hypothesis
    assert second is not None
    return first, second


def hidden_level(case: Weighted) -> Fraction | None:
    """The engine's pure level of the mixture."""
    parts = [(case.weight, case.first.channel), (1 - case.weight, case.second.channel)]
    return engine.least_pure_level(verify.combinators.mixture(parts))


def within_larger(case: Weighted) -> Comparison:
    """The level of the mixture, by the engine and by definition, and the larger of the two."""
    rows = zip(case.first.laws, case.second.laws, strict=True)
    p, q = (mixed(case.weight, x, y) for x, y in rows)
    found = hidden_level(case)
    return every(equals(found, pure_level(p, q)), at_most(found, max(pure_levels(case))))


def star(case: Mixed, table: Table) -> Fraction:
    """The larger H_α of both directions, by definition."""
    p, q = table.laws
    return max(price(table, case.alpha), hockey_stick(q, p, case.alpha))


def stars(case: Mixed) -> tuple[Fraction, Fraction]:
    """δ*(α) of both parts, the smaller one first."""
    low, high = sorted(star(case, table) for table in (case.first, case.second))
    return low, high


def hidden_star(case: Mixed) -> Fraction:
    """The engine's δ*(α) of the mixture."""
    return engine.star(mixture.mechanism(case, revealed=False), case.alpha)


def larger(case: Mixed) -> Comparison:
    """δ*(α) of the mixture, by the engine and by definition, and the larger one of its parts."""
    rows = zip(case.first.laws, case.second.laws, strict=True)
    p, q = (mixed(case.weight, x, y) for x, y in rows)
    true = max(hockey_stick(p, q, case.alpha), hockey_stick(q, p, case.alpha))
    found = hidden_star(case)
    return every(equals(found, true), at_most(found, stars(case)[1]))


def within_mean(case: Weighted) -> Comparison:
    """Had the mixture the average ε: squares of levels are compared."""
    found, (first, second) = hidden_level(case), pure_levels(case)
    assert found is not None  # the larger level is enough
    return at_most(found**2, first * second)


def even_and_positive(case: Weighted) -> bool:
    """A fair coin, and every output has a positive probability everywhere."""
    rows = (*case.first.laws, *case.second.laws)
    return case.weight == Fraction(1, 2) and all(all(row) for row in rows)


def tossed(case: Coined) -> verify.Mechanism:
    """The engine's: the coin of the input, then one of two mechanisms; the coin is forgotten."""
    first = verify.mechanisms.channel([0, 1], [0, 1], case.coin.laws)
    following = {
        str(side): table.channel
        for side, table in enumerate((case.first, case.second))
        if any(law[side] for law in case.coin.laws)
    }
    both = verify.combinators.adaptive(first, following)
    return verify.combinators.postprocess(both, lambda y: y[1])


def tossed_laws(case: Coined) -> tuple[Law, Law]:
    """What is seen at each input."""
    rows = zip(case.coin.laws, case.first.laws, case.second.laws, strict=True)
    p, q = (mixed(coin[0], x, y) for coin, x, y in rows)
    return p, q


def price(table: Table, alpha: Fraction) -> Fraction:
    """H_α of the two rows of a table."""
    p, q = table.laws
    return hockey_stick(p, q, alpha)


def within(case: Coined, coin: Fraction) -> Comparison:
    """H_αβ by the engine and by definition, within the price of the coin and of a side."""
    level, (p, q) = case.alpha * case.beta, tossed_laws(case)
    found = engine.forward(tossed(case), level)
    sides = [price(table, case.beta) for table in (case.first, case.second)]
    return every(equals(found, hockey_stick(p, q, level)), at_most(found, coin + max(sides)))


LEMMAS: tuple[Lemma[Weighted] | Lemma[Mixed] | Lemma[Coined], ...] = (
    Lemma(
        "coin.larger",
        "δ*(α) of a mixture is at most the larger one of its parts",
        "Balle, Barthe and Gaboardi 2018; quasi-convexity",
        MIXED,
        larger,
        Sibling(
            "it is also at least the smaller one",
            "the parts may cancel",
            lambda case: at_most(stars(case)[0], hidden_star(case)),
        ),
    ),
    Lemma(
        "coin.pure",
        "the pure level of a mixture is at most the larger one of its parts",
        "Balle, Barthe and Gaboardi 2018; quasi-convexity",
        WEIGHTED,
        within_larger,
        Sibling(
            "with a fair coin, and all probabilities positive, it is at most √(α₁α₂): the mean ε",
            "the larger one",
            within_mean,
            hypothesis=lambda case: finite(case) and even_and_positive(case),
        ),
        hypothesis=finite,
    ),
    Lemma(
        "coin.depends",
        "if a hidden coin depends on the input, H_αβ of the mixture is at most H_α of the coin "
        "plus the larger H_β of what follows its sides",
        "Dwork and Roth 2014, appendix B and proposition 2.1",
        COINED,
        lambda case: within(case, price(case.coin, case.alpha)),
        Sibling(
            "the coin is hidden, so it costs nothing",
            "it depends on the input",
            lambda case: within(case, Fraction(0)),
        ),
    ),
)
