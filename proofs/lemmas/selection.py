"""Private selection: the exponential mechanism, and permute-and-flip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import factorial
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law
from proofs.domains import Domain, Grid
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


class Scored(NamedTuple):
    """The scores of n outputs at two neighbours, and the base of the weights."""

    outputs: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    base: int

    @property
    def moves(self) -> list[int]:
        """How far every score moves."""
        return [b - a for a, b in zip(self.first, self.second, strict=True)]

    @property
    def sensitivity(self) -> int:
        """The greatest move."""
        return max(map(abs, self.moves))

    @property
    def table(self) -> dict[str, dict[str, int]]:
        """The scores as the engine is told of them."""
        rows = {"x": self.first, "y": self.second}
        return {name: {str(o): s for o, s in enumerate(row)} for name, row in rows.items()}

    def __str__(self) -> str:
        return f"x: {list(self.first)}, y: {list(self.second)}, base {self.base}"


def scored(grid: Grid) -> Iterator[Scored]:
    """Scores 0, 1, 2 that move by at most 1, up to the order of outputs; bases from 2 on."""
    pairs = [(a, b) for a, b in product(range(3), repeat=2) if abs(a - b) <= 1]
    for outputs, bound in sorted(grid.bounds):
        found = sorted(
            tuple(zip(*chosen, strict=True))
            for chosen in combinations_with_replacement(pairs, outputs)
        )
        for (first, second), base in product(found, range(2, bound + 1)):
            yield Scored(outputs, first, second, base)


SCORES: Domain[Scored] = Domain(
    "m outputs with scores 0, 1, 2 that move by at most 1, up to their order, bases 2 … D",
    scored,
    quick=Grid(((1, 3), (2, 3), (3, 2))),
    full=Grid(((1, 5), (2, 5), (3, 4), (4, 2))),
)


def exponential(case: Scored) -> verify.Mechanism:
    """The engine's exponential mechanism."""
    return verify.mechanisms.exponential(scores=case.table, base=case.base)


def flips(case: Scored) -> verify.Mechanism:
    """The engine's permute-and-flip."""
    return verify.mechanisms.permute_and_flip(case.table, case.base)


def weighted(scores: Sequence[int], base: int) -> Law:
    """Proportional to base^score."""
    weights = [Fraction(base) ** score for score in scores]
    return tuple(weight / sum(weights) for weight in weights)


def flipped(scores: Sequence[int], base: int) -> Law:
    """Every order of the outputs, in which the first is taken whose coin says so."""
    accepted = [Fraction(base) ** (score - max(scores)) for score in scores]
    found = [Fraction(0)] * len(scores)
    for order in permutations(range(len(scores))):
        reached = Fraction(1, factorial(len(scores)))
        for output in order:
            found[output] += reached * accepted[output]
            reached *= 1 - accepted[output]
    return tuple(found)


def law(made: verify.Mechanism, name: str) -> Law:
    """The engine's law, in the order of outputs."""
    found = engine.law(made, name)
    return tuple(found[str(o)] for o in range(len(found)))


def level(made: verify.Mechanism) -> Fraction:
    """The engine's pure level."""
    found = engine.least_pure_level(made)
    assert found is not None  # all weights are positive
    return found


def as_weighted(case: Scored) -> Comparison:
    """The laws of the exponential mechanism as defined."""
    laws = [law(exponential(case), name) for name in ("x", "y")]
    return equals(laws, [weighted(scores, case.base) for scores in (case.first, case.second)])


def as_flipped(case: Scored) -> Comparison:
    """The laws of permute-and-flip as defined."""
    laws = [law(flips(case), name) for name in ("x", "y")]
    return equals(laws, [flipped(scores, case.base) for scores in (case.first, case.second)])


def twice(case: Scored) -> Fraction:
    """base^(2Δ)."""
    return Fraction(case.base) ** (2 * case.sensitivity)


def regret(scores: Sequence[int], chances: Law) -> Fraction:
    """How far the chosen score is below the greatest, in the mean."""
    most = max(scores)
    gaps = ((most - s) * p for s, p in zip(scores, chances, strict=True))
    return sum(gaps, Fraction(0))


def regrets(case: Scored) -> tuple[Fraction, Fraction]:
    """That of permute-and-flip and that of the exponential mechanism at x, by the engine."""
    costs = {str(o): max(case.first) - s for o, s in enumerate(case.first)}
    return engine.error(flips(case), "x", costs), engine.error(exponential(case), "x", costs)


def no_worse(case: Scored) -> Comparison:
    """Both regrets, by the engine and by definition."""
    flip, weigh = regrets(case)
    laws = flipped(case.first, case.base), weighted(case.first, case.base)
    return every(
        equals((flip, weigh), tuple(regret(case.first, chances) for chances in laws)),
        at_most(flip, weigh),
    )


def spread(case: Scored, made: verify.Mechanism) -> Comparison:
    """e^η, and the base to the power of how far apart the moves are."""
    apart = max(case.moves) - min(case.moves)
    return equals(engine.spread(made), Fraction(case.base) ** apart)


LEMMAS: tuple[Lemma[Scored], ...] = (
    Lemma(
        "selection.exponential",
        "weights base^score with scores that move by at most Δ have at most the pure level "
        "base^(2Δ)",
        "McSherry and Talwar 2007, theorem 6",
        SCORES,
        lambda case: every(as_weighted(case), at_most(level(exponential(case)), twice(case))),
        Sibling(
            "they have at most base^Δ",
            "the sum of weights moves, too",
            lambda case: at_most(level(exponential(case)), Fraction(case.base) ** case.sensitivity),
        ),
    ),
    Lemma(
        "selection.range",
        "an exponential mechanism has the bounded range ln(base)·(max − min) of the moves of "
        "its scores",
        "Durfee and Rogers 2019; Dong, Durfee and Rogers 2020",
        SCORES,
        lambda case: spread(case, exponential(case)),
        Sibling(
            "so has permute-and-flip",
            "one sum for all weights",
            lambda case: spread(case, flips(case)),
        ),
    ),
    Lemma(
        "selection.permute_and_flip",
        "permute-and-flip with scores that move by at most Δ has at most the pure level base^(2Δ)",
        "McKenna and Sheldon 2020",
        SCORES,
        lambda case: every(as_flipped(case), at_most(level(flips(case)), twice(case))),
        Sibling(
            "it has at most that of the exponential mechanism",
            "the same scores",
            lambda case: at_most(level(flips(case)), level(exponential(case))),
        ),
    ),
    Lemma(
        "selection.regret",
        "the score that permute-and-flip chooses is in the mean no worse than that of the "
        "exponential mechanism",
        "McKenna and Sheldon 2020",
        SCORES,
        no_worse,
        Sibling(
            "it is at most half as far from the greatest",
            "the factor is 2 at best",
            lambda case: at_most(2 * regrets(case)[0], regrets(case)[1]),
        ),
    ),
)
