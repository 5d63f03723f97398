"""Random allocation beside Poisson sampling at rate 1/M, round by round."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import verify
from proofs import engine
from proofs.allocation import (
    LEVELS,
    ROUNDS,
    Allocated,
    AllocatedAt,
    allocated,
    both,
    chi_square,
    engines,
    k_of,
    mechanism,
    overlap,
    poisson,
)
from proofs.definitions import mixed, product_law
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

ONE = Fraction(1)


def spread(case: Allocated) -> Fraction:
    """χ² of one round, which is finite."""
    found = chi_square(*case.table.laws)
    assert found is not None  # the hypothesis
    return found


def finite(case: Allocated) -> bool:
    """χ² of one round is finite."""
    return chi_square(*case.table.laws) is not None


def second_moment(found: verify.Mechanism) -> Fraction:
    """The engine's Σ Q²/P."""
    value = engine.moment(found, 2, (1, 0))
    assert value is not None  # that of a round is finite
    return value


def second_moments(case: Allocated) -> Comparison:
    """The engine's moment of the allocation, that of the definition, and the closed form."""
    true = chi_square(*allocated(case.table, case.rounds))
    assert true is not None
    closed = 1 + spread(case) / case.rounds
    return equals(second_moment(mechanism(case.table, case.rounds)), 1 + true, closed)


def second_moment_of_poisson(case: Allocated) -> Comparison:
    """Had Poisson sampling at rate 1/M the same moment."""
    found = second_moment(poisson(case.table, case.rounds))
    return equals(found, 1 + spread(case) / case.rounds)


def order_two(case: Allocated) -> Comparison:
    """The moments of Poisson sampling and of allocation, the former as a power."""
    sampled = second_moment(poisson(case.table, case.rounds))
    power = (1 + spread(case) / case.rounds**2) ** case.rounds
    return every(
        equals(sampled, power),
        at_most(second_moment(mechanism(case.table, case.rounds)), sampled),
    )


def total_variation(case: Allocated) -> tuple[Fraction, Fraction]:
    """The engine's δ*(1) of allocation and of Poisson sampling."""
    schemes = (mechanism(case.table, case.rounds), poisson(case.table, case.rounds))
    one, other = (engine.star(scheme, ONE) for scheme in schemes)
    return one, other


def by_number(case: AllocatedAt) -> Comparison:
    """Poisson sampling, by the engine and by definition, and by how many rounds see the record."""
    (absent, present), count = case.table.laws, case.rounds
    rate = Fraction(1, count)
    once = mixed(rate, present, absent)
    laws = product_law([absent] * count), product_law([once] * count)
    found = engines(poisson(case.table, count), case.alpha)
    shares = [comb(count, k) * rate**k * (1 - rate) ** (count - k) for k in range(count + 1)]
    parts = [both(laws[0], k_of(absent, present, k, count), case.alpha) for k in range(count + 1)]
    averages = [
        sum((s * part[side] for s, part in zip(shares, parts, strict=True)), Fraction(0))
        for side in (0, 1)
    ]
    return every(equals(found, both(*laws, case.alpha)), *map(at_most, found, averages))


LEMMAS: tuple[Lemma[Allocated] | Lemma[AllocatedAt], ...] = (
    Lemma(
        "allocation.second_moment",
        "E_P[(Q/P)²] of M rounds, one of which sees the record, is 1 + χ²/M",
        "variance of a mean of independent ratios",
        ROUNDS,
        second_moments,
        Sibling(
            "so is that of M rounds with Poisson sampling at rate 1/M",
            "exactly one round sees the record",
            second_moment_of_poisson,
            hypothesis=finite,
        ),
        hypothesis=finite,
    ),
    Lemma(
        "allocation.order_two",
        "E_P[(Q/P)²] of allocation is at most that of Poisson sampling at rate 1/M, "
        "which is (1 + χ²/M²)^M",
        "Bernoulli's inequality",
        ROUNDS,
        order_two,
        Sibling(
            "so is the total variation",
            "the order 2",
            lambda case: at_most(*total_variation(case)),
            hypothesis=lambda case: overlap(AllocatedAt(*case, ONE)),
        ),
        hypothesis=finite,
    ),
    Lemma(
        "allocation.by_number",
        "H_α of M rounds with Poisson sampling at rate 1/M is at most the average, over the number "
        "k of rounds that see the record, of that of k of M rounds",
        "joint convexity; Balle, Barthe and Gaboardi 2018",
        LEVELS,
        by_number,
        Sibling(
            "its total variation is at most that of one of M rounds, as k is 1 on average",
            "the average is of divergences",
            lambda case: at_most(*reversed(total_variation(Allocated(*case[:2])))),
            hypothesis=lambda case: case.alpha == 1,
        ),
    ),
)
