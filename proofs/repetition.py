"""Randomized response asked again: until an answer comes, or for the best of several answers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, pure_level
from proofs.domains import Domain, Grid
from proofs.harness import Comparison, Lemma, Sibling, equals, every

__all__ = ["LEMMAS"]


class Asked(NamedTuple):
    """Randomized response at level n/2, asked up to k times."""

    twice: int
    times: int

    @property
    def alpha(self) -> Fraction:
        """The level of one answer."""
        return Fraction(self.twice, 2)

    def __str__(self) -> str:
        return f"α = {self.alpha}, k = {self.times}"


def asked(grid: Grid) -> Iterator[Asked]:
    """Levels up to half of the grid's largest denominator, one to five times."""
    return (Asked(*case) for case in product(range(2, grid.largest + 1), (1, 2, 3, 4, 5)))


ASKED: Domain[Asked] = Domain(
    "randomized response at level n/2 <= D/2, asked up to k = 1 … 5 times",
    asked,
    quick=Grid(((2, 12),)),
    full=Grid(((2, 60),)),
)


def response(case: Asked) -> verify.Mechanism:
    """The engine's randomized response."""
    return verify.mechanisms.randomized_response(alpha=case.alpha)


def chances(case: Asked) -> tuple[Fraction, Fraction]:
    """The chance of the answer 0 at the inputs 0 and 1."""
    return case.alpha / (1 + case.alpha), 1 / (1 + case.alpha)


def until_one(case: Asked) -> verify.Mechanism:
    """Ask until the answer is 1, or k times."""
    found = response(case)
    for _ in range(case.times - 1):
        found = verify.combinators.adaptive(response(case), {"0": found, "1": None})
    return found


def until_law(zero: Fraction, times: int) -> Law:
    """The answer 1 after no, one, two … zeros, or no 1 at all."""
    return (*(zero**n * (1 - zero) for n in range(times)), zero**times)


def greatest(case: Asked) -> verify.Mechanism:
    """The greatest of k answers."""
    drawn = verify.combinators.fresh(response(case), case.times)
    return verify.combinators.postprocess(drawn, lambda answers: max(answers))


def greatest_law(zero: Fraction, times: int) -> Law:
    """Whether all answers are 0."""
    return (zero**times, 1 - zero**times)


def costs(case: Asked, made: verify.Mechanism, p: Law, q: Law) -> Comparison:
    """δ* at the level of one answer, and pure level, by the engine and by definition."""
    true = max(hockey_stick(p, q, case.alpha), hockey_stick(q, p, case.alpha))
    return every(
        equals(engine.star(made, case.alpha), true),
        equals(engine.least_pure_level(made), pure_level(p, q), case.alpha**case.times),
    )


def waiting(case: Asked) -> Comparison:
    """Ask until the answer is 1."""
    p, q = (until_law(zero, case.times) for zero in chances(case))
    return costs(case, until_one(case), p, q)


def best(case: Asked) -> Comparison:
    """The greatest of k answers."""
    p, q = (greatest_law(zero, case.times) for zero in chances(case))
    return costs(case, greatest(case), p, q)


LEMMAS: tuple[Lemma[Asked], ...] = (
    Lemma(
        "repetition.until",
        "randomized response of level α, asked until the answer is 1 or k times, has the pure "
        "level α^k",
        "Dwork and Roth 2014, section 3.5: every answer costs",
        ASKED,
        waiting,
        Sibling(
            "it has α: only the answer 1 costs",
            "the answers 0 are seen",
            lambda case: equals(engine.least_pure_level(until_one(case)), case.alpha),
        ),
    ),
    Lemma(
        "repetition.best",
        "the greatest of k fresh answers of level α has the pure level α^k",
        "Liu and Talwar 2019, section 1",
        ASKED,
        best,
        Sibling(
            "nothing is left of it at α: it is one of the answers",
            "it is chosen by all answers",
            lambda case: equals(engine.star(greatest(case), case.alpha), Fraction(0)),
        ),
    ),
)
