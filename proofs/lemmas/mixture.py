"""Mixtures: a coin that does not depend on the input chooses the mechanism."""

from __future__ import annotations

from fractions import Fraction

import verify
from proofs import engine
from proofs.definitions import hockey_stick, mixed
from proofs.domains import Domain, Grid, Mixed, mixtures
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

MIXTURES: Domain[Mixed] = Domain(
    "every two pairs of laws on the same outputs, weights 1/3 and 1/2, at the levels of both",
    mixtures((Fraction(1, 3), Fraction(1, 2))),
    quick=Grid(((2, 3), (3, 1))),
    full=Grid(((2, 4), (3, 2))),
)


def mechanism(case: Mixed, *, revealed: bool) -> verify.Mechanism:
    """The engine's mixture."""
    parts = [(case.weight, case.first.channel), (1 - case.weight, case.second.channel)]
    return verify.combinators.mixture(parts, revealed=revealed)


def average(case: Mixed) -> Fraction:
    """The average of the two divergences."""
    (a, b), (c, d) = case.first.laws, case.second.laws
    one, other = hockey_stick(a, b, case.alpha), hockey_stick(c, d, case.alpha)
    return case.weight * one + (1 - case.weight) * other


def average_of_worst(case: Mixed) -> Fraction:
    """The average of the two δ*, each in its own worse direction."""
    one, other = (engine.star(table.channel, case.alpha) for table in (case.first, case.second))
    return case.weight * one + (1 - case.weight) * other


def hidden(case: Mixed) -> Comparison:
    """Joint convexity, of the engine's mixture and of the definition's."""
    found = engine.forward(mechanism(case, revealed=False), case.alpha)
    p, q = (
        mixed(case.weight, a, b) for a, b in zip(case.first.laws, case.second.laws, strict=True)
    )
    return every(equals(found, hockey_stick(p, q, case.alpha)), at_most(found, average(case)))


def hidden_as_revealed(case: Mixed) -> Comparison:
    """Had it no use to hide the coin."""
    return equals(engine.forward(mechanism(case, revealed=False), case.alpha), average(case))


def revealed(case: Mixed) -> Comparison:
    """One direction; the domain has the other one, too."""
    return equals(engine.forward(mechanism(case, revealed=True), case.alpha), average(case))


def revealed_star(case: Mixed) -> Comparison:
    """Had the worse directions of the two to be the same."""
    found = engine.star(mechanism(case, revealed=True), case.alpha)
    return equals(found, average_of_worst(case))


LEMMAS: tuple[Lemma[Mixed], ...] = (
    Lemma(
        "mixture.hidden",
        "H_α(wP₁ + (1−w)P₂‖wQ₁ + (1−w)Q₂) <= w·H_α(P₁‖Q₁) + (1−w)·H_α(P₂‖Q₂)",
        "Balle, Barthe and Gaboardi 2018",
        MIXTURES,
        hidden,
        Sibling("it is the average", "the coin is revealed", hidden_as_revealed),
    ),
    Lemma(
        "mixture.revealed",
        "with the coin revealed, H_α is the average in each direction",
        "Balle, Barthe and Gaboardi 2018",
        MIXTURES,
        revealed,
        Sibling("δ* is the average of the two δ*", "one direction at a time", revealed_star),
    ),
)
