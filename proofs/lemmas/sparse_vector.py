"""The sparse vector technique: which answers are above a noisy threshold."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

import verify
from proofs import engine
from proofs.domains import Domain, Grid
from proofs.harness import Comparison, Lemma, Sibling, at_most, every
from proofs.queries import (
    HALF,
    WINDOW,
    Moved,
    below,
    binary,
    chance,
    moves,
    near_enough,
    numbers,
    same_way,
)

__all__ = ["LEMMAS"]


class Split(NamedTuple):
    """n answers, the first of them 0 at x and 1 at y, the others 1 at x and 0 at y."""

    queries: int
    rising: int
    threshold: int

    @property
    def moved(self) -> Moved:
        """The answers."""
        up, down = (0,) * self.rising, (1,) * (self.queries - self.rising)
        turned = [tuple(1 - q for q in answers) for answers in (up, down)]
        return Moved(self.queries, up + down, turned[0] + turned[1])

    def __str__(self) -> str:
        return f"{self.moved}, T = {self.threshold}"


def splits(grid: Grid) -> Iterator[Split]:
    """Every number of rising answers, thresholds 0, 1, 2."""
    for queries in numbers(grid):
        for rising, threshold in product(range(queries + 1), (0, 1, 2)):
            yield Split(queries, rising, threshold)


SPLITS: Domain[Split] = Domain(
    "1 … m queries with answers 0 … 0 1 … 1 and 1 … 1 0 … 0, T = 0, 1, 2, noise of ratio 1/2",
    splits,
    quick=Grid(((4, 1),)),
    full=Grid(((6, 1),)),
)

BINARY: Domain[Moved] = Domain(
    "1 … m queries with answers 0, 1, T = 1, noise of ratio 1/2",
    binary,
    quick=Grid(((3, 1),)),
    full=Grid(((4, 1),)),
)

MOVES: Domain[Moved] = Domain(
    "1 … m queries whose answers 0, 1 move by 1, T = 1, noise of ratio 1/2",
    moves,
    quick=Grid(((2, 1),)),
    full=Grid(((4, 1),)),
)


def mechanism(case: Moved, threshold: int, **options: Any) -> verify.Mechanism:
    """The engine's sparse vector."""
    noise = options.pop("query_ratio", HALF)
    return verify.mechanisms.sparse_vector(case.table, threshold, HALF, noise, **options)


def by_definition(
    answers: tuple[int, ...], pattern: tuple[object, ...], threshold: int
) -> Fraction:
    """The chance of a pattern of answers, added up over the noisy thresholds of the window."""
    return sum(
        (
            chance(t - threshold)
            * prod(
                below(t - q) if shown == "below" else 1 - below(t - q)
                for q, shown in zip(answers, pattern, strict=False)
            )
            for t in WINDOW
        ),
        Fraction(0),
    )


def bounded(case: Moved, made: verify.Mechanism, threshold: int, bound: Fraction) -> Comparison:
    """Both laws as defined, and the pure level within a bound."""
    exact = []
    for name, answers in (("x", case.first), ("y", case.second)):
        for pattern, found in engine.law(made, name).items():
            assert isinstance(pattern, tuple)  # an array of answers
            exact.append(near_enough(found, by_definition(answers, pattern, threshold)))
    return every(*exact, level_within(made, bound))


def level_within(made: verify.Mechanism, bound: Fraction) -> Comparison:
    """The pure level, within a bound."""
    found = engine.least_pure_level(made)
    return (
        at_most(found, bound) if found is not None else Comparison(False, False, ("∞", bound), "<=")
    )


def stopping(case: Split) -> Comparison:
    """The mechanism that stops after one answer above."""
    made = mechanism(case.moved, case.threshold)
    return bounded(case.moved, made, case.threshold, HALF**-3)


def without_stopping(case: Split) -> Comparison:
    """The same, had it no need to stop."""
    made = mechanism(case.moved, case.threshold, variant="no_stop")
    return level_within(made, HALF**-3)


LEMMAS: tuple[Lemma[Split] | Lemma[Moved], ...] = (
    Lemma(
        "sparse_vector.stopping",
        "answers that move by 1, noise of ratio r on the threshold and s on each answer, and a "
        "stop after one answer above: the pure level is at most 1/(r·s²)",
        "Dwork and Roth 2014, theorem 3.23; Lyu, Su and Li 2017",
        SPLITS,
        stopping,
        Sibling("it need not stop", "a stop after one answer above", without_stopping),
        never_equal="the bound is the limit of many queries",
    ),
    Lemma(
        "sparse_vector.count",
        "with a stop after c = 2 answers above it is at most 1/(r·s^(2c))",
        "Lyu, Su and Li 2017",
        MOVES,
        lambda case: bounded(case, mechanism(case, 1, count=2), 1, HALF**-5),
        Sibling(
            "answers need no noise",
            "noise on each answer",
            lambda case: level_within(mechanism(case, 1, count=2, query_ratio="0"), HALF**-5),
        ),
        never_equal="the bound is the limit of many queries",
    ),
    Lemma(
        "sparse_vector.same_way",
        "with answers that all move the same way it is at most 1/(r·s)",
        "Lyu, Su and Li 2017: monotonic queries",
        BINARY,
        lambda case: bounded(case, mechanism(case, 1), 1, HALF**-2),
        Sibling(
            "with any answers that move by 1 it is",
            "the same way",
            lambda case: level_within(mechanism(case, 1), HALF**-2),
        ),
        hypothesis=same_way,
        never_equal="the bound is the limit of many queries",
    ),
)
