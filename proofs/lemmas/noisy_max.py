"""Report noisy max: which noisy answer is the greatest, or how great it is."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import verify
from proofs import engine
from proofs.domains import Domain, Grid
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every
from proofs.queries import (
    HALF,
    WINDOW,
    Moved,
    below,
    binary,
    chance,
    moves,
    near_enough,
    same_way,
    together,
)

__all__ = ["LEMMAS"]

MOVES: Domain[Moved] = Domain(
    "1 … m queries whose answers 0, 1 move by 1, noise of ratio 1/2",
    moves,
    quick=Grid(((3, 1),)),
    full=Grid(((5, 1),)),
)

BINARY: Domain[Moved] = Domain(
    "1 … m queries with answers 0, 1, noise of ratio 1/2",
    binary,
    quick=Grid(((3, 1),)),
    full=Grid(((5, 1),)),
)


def mechanism(case: Moved, output: str = "index", sided: int = 1) -> verify.Mechanism:
    """The engine's noisy max."""
    return verify.mechanisms.report_noisy_max(case.table, HALF, output=output, sided=sided)


def wins(answers: tuple[int, ...], index: int) -> Fraction:
    """The chance that an answer is the first of the greatest, over the values of the window."""
    return sum(
        (
            chance(v - answers[index], 1)
            * prod(
                below(v - q if j < index else v - q + 1, 1)
                for j, q in enumerate(answers)
                if j != index
            )
            for v in WINDOW
        ),
        Fraction(0),
    )


def level(made: verify.Mechanism) -> Fraction:
    """The pure level."""
    found = engine.least_pure_level(made)
    assert found is not None  # every answer may win
    return found


def index(case: Moved, bound: Fraction) -> Comparison:
    """Both laws of the index as defined, and the pure level within a bound."""
    made = mechanism(case)
    exact = []
    for name, answers in (("x", case.first), ("y", case.second)):
        found = engine.law(made, name)
        exact += [near_enough(found[str(i)], wins(answers, i)) for i in range(case.queries)]
    return every(*exact, at_most(level(made), bound))


def greatest(answers: tuple[int, ...], value: int) -> Fraction:
    """The chance that the greatest noisy answer has a value."""
    up_to = prod((below(value - q + 1) for q in answers), start=Fraction(1))
    return up_to - prod((below(value - q) for q in answers), start=Fraction(1))


def value(case: Moved) -> Comparison:
    """Total variation distance and pure level of the greatest value.

    The level is that of the event that it is below 0, where all answers are below 0 together.
    """
    made = mechanism(case, "value", 2)
    window = sum(
        (max(greatest(case.first, v) - greatest(case.second, v), Fraction(0)) for v in WINDOW),
        Fraction(0),
    )
    low, high = (
        prod((below(-q) for q in answers), start=Fraction(1))
        for answers in (case.second, case.first)
    )
    return every(
        near_enough(engine.star(made, Fraction(1)), window),
        equals(level(made), high / low, HALF**-case.queries),
    )


LEMMAS: tuple[Lemma[Moved], ...] = (
    Lemma(
        "noisy_max.index",
        "answers that move by 1 and one-sided noise of ratio r: the index of the first greatest "
        "noisy answer has at most the pure level 1/r²",
        "Dwork and Roth 2014, section 3.3; McKenna and Sheldon 2020",
        BINARY,
        lambda case: index(case, HALF**-2),
        Sibling(
            "its value has, with noise on both sides",
            "the index alone is released",
            lambda case: at_most(level(mechanism(case, "value", 2)), HALF**-2),
        ),
    ),
    Lemma(
        "noisy_max.same_way",
        "with answers that all move the same way the index has at most 1/r",
        "Dwork and Roth 2014, claim 3.9",
        BINARY,
        lambda case: index(case, HALF**-1),
        Sibling(
            "with any answers that move by 1 it has",
            "the same way",
            lambda case: at_most(level(mechanism(case)), HALF**-1),
        ),
        hypothesis=same_way,
    ),
    Lemma(
        "noisy_max.value",
        "with n answers that all move up by 1 and noise on both sides the value has the pure "
        "level r^(−n)",
        "Ding and others 2018",
        MOVES,
        value,
        Sibling(
            "it has 1/r: it is one noisy answer",
            "all answers are below it together",
            lambda case: equals(level(mechanism(case, "value", 2)), HALF**-1),
            hypothesis=together,
        ),
        hypothesis=together,
    ),
)
