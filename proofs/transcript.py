"""Transcripts of two bits, the second of which may depend on the first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs import engine
from proofs.composition import first_bit, histories, sequence
from proofs.definitions import Law, hockey_stick
from proofs.domains import Domain, Grid, Joint
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]


def one_level(grid: Grid) -> Iterator[Joint]:
    """Every joint law of two bits, with α = β = 1 and 2."""
    for table in grid.tables():
        yield from (Joint(table, alpha, alpha) for alpha in (Fraction(1), Fraction(2)))


JOINTS: Domain[Joint] = Domain(
    "every pair of joint laws of two bits, α = β = 1, 2",
    one_level,
    quick=Grid(((4, 3),)),
    full=Grid(((4, 5),)),
)


def first(case: Joint) -> Fraction:
    """H_α of the first bit."""
    p, q = case.table.laws
    return hockey_stick(first_bit(p), first_bit(q), case.alpha)


def following(case: Joint) -> dict[int, Fraction]:
    """H_β of the second bit, for every history."""
    return {bit: hockey_stick(there, here, case.beta) for bit, there, here in histories(case)}


def all_common(case: Joint) -> bool:
    """Both inputs can have both histories."""
    return all(mass for law in case.table.laws for mass in first_bit(law))


def within(case: Joint, bound: Fraction) -> Comparison:
    """H_αβ by the engine and by definition, within a bound."""
    p, q = case.table.laws
    level = case.alpha * case.beta
    found = engine.forward(sequence(case), level)
    return every(equals(found, hockey_stick(p, q, level)), at_most(found, bound))


def averaged(case: Joint, law: Law) -> Fraction:
    """H_α of the first bit, and the average of what follows it."""
    bits = first_bit(law)
    return first(case) + sum(
        (bits[bit] * then for bit, then in following(case).items()), Fraction(0)
    )


def together(case: Joint, then: Fraction) -> Fraction:
    """The complements multiply."""
    return 1 - (1 - first(case)) * (1 - then)


def likeliest(case: Joint) -> int:
    """The history that is the likeliest one under P: the first of them."""
    zero, one = first_bit(case.table.laws[0])
    return int(one > zero)


LEMMAS: tuple[Lemma[Joint], ...] = (
    Lemma(
        "transcript.averaged",
        "H_αβ of a transcript is at most H_α of its first part plus the average of H_β of the "
        "second, where histories are drawn from P",
        "Dwork and Roth 2014, appendix B",
        JOINTS,
        lambda case: within(case, averaged(case, case.table.laws[0])),
        Sibling(
            "also where they are drawn from Q, if H_α of the first part is 0 and both inputs can "
            "have all histories",
            "P",
            lambda case: within(case, averaged(case, case.table.laws[1])),
            hypothesis=lambda case: all_common(case) and not first(case),
        ),
    ),
    Lemma(
        "transcript.refined",
        "H_αβ of a transcript is at most 1 − (1 − H_α of its first part)·(1 − the largest H_β of "
        "the second given a history that both inputs can have)",
        "Kairouz, Oh and Viswanath 2015, on adaptive composition",
        JOINTS,
        lambda case: within(case, together(case, max(following(case).values()))),
        Sibling(
            "the likeliest history is enough, if both inputs can have all histories",
            "all histories",
            lambda case: within(case, together(case, following(case)[likeliest(case)])),
            hypothesis=all_common,
        ),
    ),
)
