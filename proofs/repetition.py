"""Repetition: what k fresh releases of one mechanism add up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import gcd
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, product_law, pure_level
from proofs.domains import Domain, Grid, Power, Repeated, levels, powers, repeated
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

ONE = Fraction(1)


class Answers(NamedTuple):
    """Two randomized responses, which tell the truth more often than not."""

    denominator: int
    first: int
    second: int

    @property
    def truths(self) -> tuple[Fraction, Fraction]:
        """The probabilities of the truth."""
        return Fraction(self.first, self.denominator), Fraction(self.second, self.denominator)

    def __str__(self) -> str:
        return f"p = {self.truths[0]}, p′ = {self.truths[1]}"


def answers(grid: Grid) -> Iterator[Answers]:
    """Every two responses with p <= p′ over the grid's denominators."""
    for denominator in range(1, grid.largest + 1):
        likely = range(denominator // 2 + 1, denominator + 1)
        for first, second in combinations_with_replacement(likely, 2):
            if gcd(denominator, first, second) == 1:
                yield Answers(denominator, first, second)


REPEATED: Domain[Repeated] = Domain(
    "every pair of laws, k = 1, 2, at its levels",
    repeated((1, 2)),
    quick=Grid(((1, 1), (2, 5), (3, 2))),
    full=Grid(((1, 1), (2, 14), (3, 6))),
)

POWERS: Domain[Power] = Domain(
    "every pair of laws, k = 1, 2, 3",
    powers((1, 2, 3)),
    quick=Grid(((1, 1), (2, 6), (3, 3))),
    full=Grid(((1, 1), (2, 12), (3, 6))),
)

ANSWERS: Domain[Answers] = Domain(
    "every two randomized responses with 1/2 < p <= p′ over one denominator",
    answers,
    quick=Grid(((2, 10),)),
    full=Grid(((2, 30),)),
)


def both(p: Law, q: Law, alpha: Fraction) -> Fraction:
    """The larger one of both directions."""
    return max(hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))


def star(case: Repeated, count: int) -> Fraction:
    """The engine's δ*(α) of ``count`` releases."""
    return engine.star(verify.combinators.fresh(case.table.channel, count), case.alpha)


def more(case: Repeated) -> Comparison:
    """k releases, by the engine and by definition, against k + 1."""
    p, q = (product_law([law] * case.releases) for law in case.table.laws)
    here = star(case, case.releases)
    return every(equals(here, both(p, q, case.alpha)), at_most(here, star(case, case.releases + 1)))


def strictly_more(case: Repeated) -> Comparison:
    """Had every further release a price."""
    here, then = star(case, case.releases), star(case, case.releases + 1)
    return equals(here < then, True)


def variation(case: Power, count: int) -> Fraction:
    """The engine's δ*(1) of ``count`` releases."""
    return engine.star(verify.combinators.fresh(case.table.channel, count), ONE)


def survived(case: Power) -> Comparison:
    """The complements of the total variation multiply."""
    p, q = (product_law([law] * case.releases) for law in case.table.laws)
    found = variation(case, case.releases)
    bound = 1 - (1 - variation(case, 1)) ** case.releases
    return every(equals(found, both(p, q, ONE)), at_most(found, bound))


def added(case: Power) -> Comparison:
    """Had total variation to add up."""
    bound = min(ONE, case.releases * variation(case, 1))
    return equals(variation(case, case.releases), bound)


def summed(
    laws: Sequence[Law], of: Callable[[tuple[int, ...]], Hashable]
) -> dict[object, Fraction]:
    """The law of a function of independent outputs."""
    found: defaultdict[object, Fraction] = defaultdict(Fraction)
    cells = product(*(range(len(law)) for law in laws))
    for outputs, mass in zip(cells, product_law(laws), strict=True):
        found[of(outputs)] += mass
    return found


def count_of_ones(case: Answers) -> Comparison:
    """Both answers and how many of them are 1, at every level of the former."""
    responses = [verify.mechanisms.randomized_response(p) for p in case.truths]
    answered = verify.combinators.fresh(responses)
    counted = verify.combinators.postprocess(answered, lambda y: sum(int(str(bit)) for bit in y))
    rows = [[(p, 1 - p) for p in case.truths], [(1 - p, p) for p in case.truths]]
    p, q = (product_law(row) for row in rows)
    sums = [tuple(summed(row, sum).values()) for row in rows]
    found = []
    for alpha in levels([p, q]):
        whole = engine.curve(answered, alpha)
        found.append(equals(whole, both(p, q, alpha)))
        found.append(equals(engine.curve(counted, alpha), both(sums[0], sums[1], alpha), whole))
    return every(*found)


def finite(case: Power) -> bool:
    """A release has a finite pure level."""
    return pure_level(*case.table.laws) is not None


def best_of(case: Power) -> tuple[Fraction | None, Fraction | None]:
    """The pure level of the largest of k outputs, by the engine and by definition."""
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    best = verify.combinators.postprocess(drawn, lambda y: max(int(str(each)) for each in y))
    p, q = (tuple(summed([law] * case.releases, max).values()) for law in case.table.laws)
    return engine.least_pure_level(best), pure_level(p, q)


def best_within(case: Power, exponent: int) -> Comparison:
    """The pure level of the best, within a power of that of one release."""
    one = pure_level(*case.table.laws)
    assert one is not None  # the hypothesis
    found, true = best_of(case)
    return every(equals(found, true), at_most(found, one**exponent))


LEMMAS: tuple[Lemma[Repeated] | Lemma[Power] | Lemma[Answers], ...] = (
    Lemma(
        "repetition.more",
        "δ*(α) of k + 1 fresh releases is at least that of k",
        "post-processing: a release may be forgotten",
        REPEATED,
        more,
        Sibling(
            "it is more, where that of k is neither 0 nor 1",
            "a further release may be worth nothing at that level",
            strictly_more,
            hypothesis=lambda case: 0 < star(case, case.releases) < 1,
        ),
    ),
    Lemma(
        "repetition.total_variation",
        "δ*(1) of k fresh releases is at most 1 − (1 − δ*(1))^k",
        "Dong, Roth and Su 2022; maximal coupling",
        POWERS,
        survived,
        Sibling("it is min(1, k·δ*(1))", "couplings fail together", added),
    ),
    Lemma(
        "repetition.count_of_ones",
        "the count of ones of two randomized responses with one p has the profile of both answers",
        "Neyman's factorization: it is a sufficient statistic",
        ANSWERS,
        count_of_ones,
        Sibling("also if they have different p", "one p", count_of_ones),
        hypothesis=lambda case: case.first == case.second,
    ),
    Lemma(
        "repetition.best_of",
        "the largest of k fresh outputs has at most the pure level α^k",
        "Liu and Talwar 2019; post-processing",
        POWERS,
        lambda case: best_within(case, case.releases),
        Sibling(
            "it has the level of one release, as only one output is seen",
            "k outputs are looked at",
            lambda case: best_within(case, 1),
            hypothesis=finite,
        ),
        hypothesis=finite,
    ),
)
