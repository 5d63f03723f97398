"""Optimal composition: what follows from the levels and δ's of single steps, and no less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, gcd, prod
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, product_law
from proofs.domains import Domain, Grid, Repeated, levels, repeated
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

EQUAL, DIFFERENT = "Kairouz-Oh-Viswanath", "Murtagh-Vadhan"

ALPHAS = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3))

Guarantee = tuple[Fraction, Fraction]
"""(α, δ) of one step"""


class Worst(NamedTuple):
    """k of the worst steps of level α and δ = numerator/denominator, at the level α^(k−2i)."""

    denominator: int
    numerator: int
    releases: int
    alpha: Fraction
    i: int

    @property
    def delta(self) -> Fraction:
        """The δ of a step."""
        return Fraction(self.numerator, self.denominator)

    @property
    def level(self) -> Fraction:
        """The level that is asked at."""
        return self.alpha ** (self.releases - 2 * self.i)

    def __str__(self) -> str:
        return f"δ = {self.delta}, k = {self.releases}, α = {self.alpha}, i = {self.i}"


class Steps(NamedTuple):
    """Some of the worst steps, with δ's over one denominator, at a level."""

    denominator: int
    length: int
    alphas: tuple[Fraction, ...]
    numerators: tuple[int, ...]
    level: Fraction

    @property
    def guarantees(self) -> list[Guarantee]:
        """(α, δ) of every step."""
        deltas = [Fraction(n, self.denominator) for n in self.numerators]
        return list(zip(self.alphas, deltas, strict=True))

    @property
    def greatest(self) -> Fraction:
        """The greatest level of a step."""
        return max(self.alphas)

    def __str__(self) -> str:
        shown = ", ".join(f"({alpha}, {delta})" for alpha, delta in self.guarantees)
        return f"(α, δ) = {shown}, at α = {self.level}"


def worsts(grid: Grid) -> Iterator[Worst]:
    """Every δ over the grid's denominators, up to four steps, every level α^(k−2i)."""
    for denominator in range(1, grid.largest + 1):
        for numerator in range(denominator + 1):
            if gcd(numerator, denominator) == 1:
                for count, alpha in product((1, 2, 3, 4), ALPHAS):
                    for i in range(count // 2 + 1):
                        yield Worst(denominator, numerator, count, alpha, i)


def step_lists(grid: Grid) -> Iterator[Steps]:
    """Every list of up to three steps, at levels on and between those of their sums."""
    for denominator in range(1, grid.largest + 1):
        for count in (1, 2, 3):
            for alphas in product(ALPHAS, repeat=count):
                for numerators in product(range(denominator + 1), repeat=count):
                    if gcd(denominator, *numerators) == 1 and list(alphas) == sorted(alphas):
                        for level in (Fraction(1), Fraction(3, 2), Fraction(5)):
                            yield Steps(denominator, count, alphas, numerators, level)


WORST: Domain[Worst] = Domain(
    "every δ = n/D, k = 1 … 4, α = 1, 3/2, 2, 3, i <= k/2",
    worsts,
    quick=Grid(((4, 3),)),
    full=Grid(((4, 8),)),
)

LISTS: Domain[Steps] = Domain(
    "every list of one to three steps with α = 1, 3/2, 2, 3 and δ = n/D, at α = 1, 3/2, 5",
    step_lists,
    quick=Grid(((4, 2),)),
    full=Grid(((4, 4),)),
)

REPEATED: Domain[Repeated] = Domain(
    "every pair of laws, k = 1, 2, at its levels",
    repeated((1, 2)),
    quick=Grid(((2, 4), (3, 2))),
    full=Grid(((2, 7), (3, 4))),
)


def worst_laws(guarantee: Guarantee) -> tuple[Law, Law]:
    """With probability δ the input, else randomized response at α."""
    alpha, delta = guarantee
    truth, lie = ((1 - delta) * x / (1 + alpha) for x in (alpha, Fraction(1)))
    return (delta, Fraction(0), truth, lie), (Fraction(0), delta, lie, truth)


def worst_delta(guarantees: Sequence[Guarantee], level: Fraction) -> Fraction:
    """H of the product of the worst steps, outcome by outcome."""
    sides = zip(*map(worst_laws, guarantees), strict=True)
    p, q = (product_law(laws) for laws in sides)
    return hockey_stick(p, q, level)


def worst_mechanism(guarantees: Sequence[Guarantee]) -> verify.Mechanism:
    """The same, as the engine is told of it."""
    made = verify.mechanisms
    return verify.combinators.fresh(
        [made.leaky(delta, made.randomized_response(alpha=alpha)) for alpha, delta in guarantees]
    )


def closed_form(case: Worst) -> Fraction:
    """1 − (1 − δ)^k·(1 − Σ_{l<i} C(k, l)·(α^(k−l) − α^(k−2i+l))/(1 + α)^k)."""
    k, alpha, i = case.releases, case.alpha, case.i
    terms = (comb(k, j) * (alpha ** (k - j) - alpha ** (k - 2 * i + j)) for j in range(i))
    return 1 - (1 - case.delta) ** k * (1 - sum(terms, Fraction(0)) / (1 + alpha) ** k)


def equal_steps(case: Worst) -> Comparison:
    """The engine's promise, the closed form, and the product outcome by outcome."""
    steps = [(case.alpha, case.delta)] * case.releases
    found = engine.promised(worst_mechanism(steps), EQUAL, case.alpha, case.level)
    return equals(found, closed_form(case), worst_delta(steps, case.level))


def failures_alone(case: Worst) -> Comparison:
    """Had a level below α^k no price."""
    steps = [(case.alpha, case.delta)] * case.releases
    return equals(worst_delta(steps, case.level), 1 - (1 - case.delta) ** case.releases)


def over_sets(guarantees: Sequence[Guarantee], level: Fraction) -> Fraction:
    """1 − Π(1 − δᵢ)·(1 − Σ_S max(0, Π_{i∈S} αᵢ − α·Π_{i∉S} αᵢ)/Π(1 + αᵢ))."""
    total = Fraction(0)
    for inside in product((True, False), repeat=len(guarantees)):
        marked = [(alpha, here) for (alpha, _), here in zip(guarantees, inside, strict=True)]
        chosen = prod((alpha for alpha, here in marked if here), start=Fraction(1))
        others = prod((alpha for alpha, here in marked if not here), start=level)
        total += max(Fraction(0), chosen - others)
    survived = prod((1 - delta for _, delta in guarantees), start=Fraction(1))
    return 1 - survived * (1 - total / prod(1 + alpha for alpha, _ in guarantees))


def charged(case: Steps) -> list[Guarantee]:
    """What `verify.budget` knows at the greatest level: a step without a δ has its own level."""
    return [(alpha if not delta else case.greatest, delta) for alpha, delta in case.guarantees]


def different_steps(case: Steps) -> Comparison:
    """The engine's δ* and its promise, the sum over sets, and the product outcome by outcome."""
    mechanism, known = worst_mechanism(case.guarantees), charged(case)
    promise = engine.promised(mechanism, DIFFERENT, case.greatest, case.level)
    return every(
        equals(
            engine.star(mechanism, case.level),
            over_sets(case.guarantees, case.level),
            worst_delta(case.guarantees, case.level),
        ),
        equals(promise, over_sets(known, case.level)),
    )


def taken_alike(case: Steps) -> Comparison:
    """Had every step the greatest level and δ of all."""
    worst = (case.greatest, max(delta for _, delta in case.guarantees))
    alike = worst_delta([worst] * case.length, case.level)
    return equals(worst_delta(case.guarantees, case.level), alike)


def powers(case: Repeated) -> tuple[Law, Law]:
    """The laws of all releases."""
    p, q = (product_law([law] * case.releases) for law in case.table.laws)
    return p, q


def below_the_worst(case: Repeated) -> Comparison:
    """H at every level is the engine's, and at most what the engine promises."""
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    p, q = powers(case)
    found = []
    for level in levels([p, q]):
        true = hockey_stick(p, q, level)
        promise = engine.promised(drawn, EQUAL, case.alpha, level)
        found += [equals(engine.forward(drawn, level), true), at_most(true, promise)]
    tight = [each for each in found[1::2] if each.equal]
    return every(*found, *tight[:1])


def one_direction(case: Repeated) -> Comparison:
    """Had only H_α(P‖Q) to be known of a step."""
    (x, y), (p, q) = case.table.laws, powers(case)
    step = (case.alpha, hockey_stick(x, y, case.alpha))
    return every(
        *(
            at_most(hockey_stick(p, q, level), worst_delta([step] * case.releases, level))
            for level in levels([p, q])
        )
    )


LEMMAS: tuple[Lemma[Worst] | Lemma[Steps] | Lemma[Repeated], ...] = (
    Lemma(
        "optimal.equal_steps",
        "δ of k worst steps of level α and δ₀ at α^(k−2i) is "
        "1 − (1 − δ₀)^k·(1 − Σ_{l<i} C(k, l)·(α^(k−l) − α^(k−2i+l))/(1 + α)^k)",
        "Kairouz, Oh and Viswanath 2015, theorem 3.3",
        WORST,
        equal_steps,
        Sibling("it is 1 − (1 − δ₀)^k at every level", "the level is α^k", failures_alone),
    ),
    Lemma(
        "optimal.different_steps",
        "δ of worst steps of levels αᵢ and δᵢ at α is 1 − Π(1 − δᵢ)·"
        "(1 − Σ_S max(0, Π_{i∈S} αᵢ − α·Π_{i∉S} αᵢ)/Π(1 + αᵢ))",
        "Murtagh and Vadhan 2016, theorem 1.5",
        LISTS,
        different_steps,
        Sibling(
            "all of them may be taken at the greatest level and δ",
            "every step has its own",
            taken_alike,
        ),
    ),
    Lemma(
        "optimal.worst_steps",
        "H of k releases is at every level at most that of k worst steps of level α and "
        "δ₀ = max(H_α(P‖Q), H_α(Q‖P))",
        "Kairouz, Oh and Viswanath 2015, theorem 3.1",
        REPEATED,
        below_the_worst,
        Sibling("δ₀ = H_α(P‖Q) is enough", "a step is private in both directions", one_direction),
    ),
)
