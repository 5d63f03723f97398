"""Composition: what several releases about the same input cost together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, product_law, pure_level
from proofs.domains import (
    Domain,
    Grid,
    Joint,
    Leak,
    Power,
    Two,
    joints,
    leaks,
    powers,
    two_tables,
)
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

FRESH: Domain[Power] = Domain(
    "every pair of laws, k = 1, 2, 3",
    powers((1, 2, 3)),
    quick=Grid(((2, 6), (3, 4))),
    full=Grid(((2, 12), (3, 7))),
)

COUPLES: Domain[Two] = Domain(
    "every two pairs of laws at their levels",
    two_tables,
    quick=Grid(((2, 3), (3, 1))),
    full=Grid(((2, 4), (3, 2))),
)

JOINTS: Domain[Joint] = Domain(
    "every pair of joint laws of two bits at their levels",
    joints,
    quick=Grid(((4, 2),)),
    full=Grid(((4, 3),)),
)

LEAKS: Domain[Leak] = Domain(
    "every leak probability n/D, k = 1 … 5, at α = 1 and 2",
    leaks((1, 2, 3, 4, 5)),
    quick=Grid(((2, 12),)),
    full=Grid(((2, 60),)),
)


def pure_power(case: Power) -> Comparison:
    """The engine, the largest ratio over all transcripts, and the power of one ratio."""
    p, q = case.table.laws
    level = pure_level(p, q)
    transcripts = pure_level(product_law([p] * case.releases), product_law([q] * case.releases))
    power = None if level is None else level**case.releases
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    return equals(engine.least_pure_level(drawn), transcripts, power)


def finite(case: Power) -> bool:
    """One release has a finite pure level."""
    p, q = case.table.laws
    return pure_level(p, q) is not None


def root_above(count: int) -> Fraction:
    """√count, rounded up to a multiple of 1/4: ε√k itself is outside the ε language."""
    return Fraction(isqrt(16 * count - 1) + 1, 4)


def root_of_count(case: Power) -> Comparison:
    """The δ* that is left at ε√k."""
    p, q = case.table.laws
    drawn = verify.combinators.fresh(case.table.channel, case.releases)
    level = f"{root_above(case.releases)}*ln({pure_level(p, q)})"
    return at_most(verify.certify(drawn, epsilon=level).delta_star, 0)


def together(case: Two) -> Fraction:
    """The engine's H_αβ of the two releases."""
    drawn = verify.combinators.fresh([case.first.channel, case.second.channel])
    return engine.forward(drawn, case.alpha * case.beta)


def together_within(case: Two, bound: Fraction) -> Comparison:
    """The engine's H_αβ is that of the product law, and within a bound."""
    found, level = together(case), case.alpha * case.beta
    p, q = (product_law(laws) for laws in zip(case.first.laws, case.second.laws, strict=True))
    return every(equals(found, hockey_stick(p, q, level)), at_most(found, bound))


def apart(case: Two) -> tuple[Fraction, Fraction]:
    """H_α of the first release and H_β of the second, by definition."""
    (a, b), (c, d) = case.first.laws, case.second.laws
    return hockey_stick(a, b, case.alpha), hockey_stick(c, d, case.beta)


def refined(case: Two) -> Comparison:
    """Failures are independent, so their complements multiply."""
    one, other = apart(case)
    return together_within(case, 1 - (1 - one) * (1 - other))


def first_bit(law: Law) -> Law:
    """The law of the first of two bits."""
    a, b, c, d = law
    return (a + b, c + d)


def second_bit(law: Law) -> Law:
    """The law of the second of two bits."""
    a, b, c, d = law
    return (a + c, b + d)


def given(law: Law, bit: int) -> Law | None:
    """The law of the second bit once the first is known; None where it never is."""
    cells = law[2 * bit : 2 * bit + 2]
    mass = sum(cells, Fraction(0))
    return tuple(cell / mass for cell in cells) if mass else None


def histories(case: Joint) -> Iterator[tuple[int, Law, Law]]:
    """The first bits that occur at some input, with what follows them at each input.

    Where a history never occurs at an input, what would follow it there is anybody's choice: it is
    taken to be what follows at the other input, so that such a history costs nothing more.
    """
    p, q = case.table.laws
    for bit in (0, 1):
        there, here = given(p, bit), given(q, bit)
        if there is not None or here is not None:
            yield bit, there or here or (), here or there or ()


def sequence(case: Joint) -> verify.Mechanism:
    """The joint law as the engine would be told of it: a first release, then what follows it."""
    laws = [first_bit(law) for law in case.table.laws]
    first = verify.mechanisms.channel([0, 1], [0, 1], laws)
    following: dict[object, verify.Mechanism | str | None] = {
        str(bit): verify.mechanisms.channel([0, 1], [0, 1], [there, here])
        for bit, there, here in histories(case)
    }
    return verify.combinators.adaptive(first, following)


def adaptive(case: Joint) -> Comparison:
    """The worst that may follow a history is added to the price of the history."""
    p, q = case.table.laws
    first = hockey_stick(first_bit(p), first_bit(q), case.alpha)
    then = max(hockey_stick(there, here, case.beta) for _, there, here in histories(case))
    found, level = engine.forward(sequence(case), case.alpha * case.beta), case.alpha * case.beta
    return every(equals(found, hockey_stick(p, q, level)), at_most(found, first + then))


def marginals(case: Joint) -> Fraction:
    """The sum of what each bit by itself costs."""
    p, q = case.table.laws
    first = hockey_stick(first_bit(p), first_bit(q), case.alpha)
    return first + hockey_stick(second_bit(p), second_bit(q), case.beta)


def marginals_are_private(case: Joint) -> bool:
    """Each bit by itself has the same law at both inputs: it reveals nothing."""
    p, q = case.table.laws
    return first_bit(p) == first_bit(q) and second_bit(p) == second_bit(q)


def marginals_add(case: Joint) -> Comparison:
    """The same bound, had each bit to be looked at by itself."""
    joint = engine.forward(case.table.channel, case.alpha * case.beta)
    return at_most(joint, marginals(case))


def leaked(case: Leak) -> Fraction:
    """The engine's δ* of k fresh leaks."""
    drawn = verify.combinators.fresh(verify.mechanisms.leaky(case.delta), case.releases)
    return engine.star(drawn, case.alpha)


LEMMAS: tuple[Lemma[Power] | Lemma[Two] | Lemma[Joint] | Lemma[Leak], ...] = (
    Lemma(
        "composition.pure",
        "k fresh releases of pure level α have pure level α^k, and no less",
        "Dwork and Roth 2014, theorem 3.14",
        FRESH,
        pure_power,
        Sibling(
            "ε√k (rounded up to a multiple of ε/4) is enough for k fresh releases at δ = 0",
            "every release costs ε",
            root_of_count,
            hypothesis=finite,
        ),
        hypothesis=finite,
    ),
    Lemma(
        "composition.basic",
        "H_αβ(P₁×P₂‖Q₁×Q₂) <= H_α(P₁‖Q₁) + H_β(P₂‖Q₂)",
        "Dwork and Roth 2014, theorem 3.16",
        COUPLES,
        lambda case: together_within(case, sum(apart(case), Fraction(0))),
        Sibling(
            "the larger of the two is enough",
            "the δ's are added",
            lambda case: at_most(together(case), max(apart(case))),
        ),
    ),
    Lemma(
        "composition.refined",
        "H_αβ(P₁×P₂‖Q₁×Q₂) <= 1 − (1 − H_α(P₁‖Q₁))·(1 − H_β(P₂‖Q₂))",
        "Kairouz, Oh and Viswanath 2015",
        COUPLES,
        refined,
        Sibling(
            "basic composition is tight: the sum is attained by every two equal pairs",
            "releases fail together",
            lambda case: equals(together(case), sum(apart(case))),
            hypothesis=lambda case: case.first == case.second and case.alpha == case.beta,
        ),
    ),
    Lemma(
        "composition.adaptive",
        "H_αβ of a transcript is at most H_α of its first part plus the largest H_β of the second "
        "given a history that both inputs can have",
        "Dwork and Roth 2014, appendix B",
        JOINTS,
        adaptive,
        Sibling(
            "marginals compose: H_β of the second part by itself is enough, "
            "if neither part by itself reveals anything",
            "the guarantee is conditional on the history",
            marginals_add,
            hypothesis=marginals_are_private,
        ),
    ),
    Lemma(
        "composition.leaks",
        "δ* of k fresh leaks with probability δ is 1 − (1 − δ)^k at every α",
        "Kairouz, Oh and Viswanath 2015",
        LEAKS,
        lambda case: equals(leaked(case), 1 - (1 - case.delta) ** case.releases),
        Sibling(
            "it is min(1, kδ)",
            "leaks may coincide",
            lambda case: equals(leaked(case), min(Fraction(1), case.releases * case.delta)),
        ),
    ),
)
