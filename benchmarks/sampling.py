"""Sampling, allocation and shuffling: who takes part in what, built and certified."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise

import verify
from benchmarks import peer, twin_catalogue
from benchmarks.laws import levels
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, once, repeat

__all__ = ["CASES"]

RECORDS, DRAWN = 12, 6
SMALL, SMALL_DRAWN = 6, 3
"""Of the twin that lists samples with replacement, which would be 3·10⁶ per population."""

RATIO, RATE = Fraction(3, 4), Fraction(1, 10)

ROUNDS = 1000

USERS = 100

TRUE, FALSE = (Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 4))
"""Randomized response of a 1 and of a 0"""

ALPHA = Fraction(11, 10)


def _poisson(effort: Effort) -> Row:
    def build() -> verify.Mechanism:
        noise = verify.mechanisms.geometric(RATIO, 0, RECORDS)
        return verify.combinators.poisson_subsample(RATE, noise, absent=0)

    ours = repeat(effort, lambda a: _certified(build(), a), levels())

    def slow(alpha: Fraction) -> object:
        rows = twin_catalogue.poisson(twin_catalogue.geometric_rows(RATIO, RECORDS + 1), RATE)
        return twin_catalogue.pairs(rows, [(0, x) for x in range(1, len(rows))], alpha)

    rival = Rival("Fraction twin", repeat(effort, slow, levels(), most=20), "full size")
    return Row(ours, (rival, *_poisson_peer(effort, build())))


def _poisson_peer(effort: Effort, mechanism: verify.Mechanism) -> Iterator[Rival]:
    """The peer samples its discrete Laplace noise, at the greatest distance."""
    if not peer.installed():
        return

    def ask(alpha: Fraction) -> float:
        return peer.delta(peer.discrete_laplace(1 / RATIO, RECORDS, RATE), alpha)

    sample = repeat(effort, ask, levels(), most=5)
    truth = verify.certify(mechanism, alpha=ALPHA).delta_star.exact
    note = f"grid 1e-4, the worst pair alone; {peer.error(ask(ALPHA), truth)}"
    yield Rival(peer.NAME, sample, note)


def _fixed_size(replacement: bool, effort: Effort) -> Row:
    def ask(alpha: Fraction) -> object:
        noise = verify.mechanisms.geometric(RATIO, 0, 2 * DRAWN)
        chosen = verify.combinators.fixed_size_subsample(
            noise, [0, 1, 2], RECORDS, DRAWN, replacement
        )
        return _certified(chosen, alpha)

    ours = repeat(effort, ask, levels())
    count, drawn = (SMALL, SMALL_DRAWN) if replacement or effort.quick else (RECORDS, DRAWN)

    def slow() -> object:
        rows = twin_catalogue.geometric_rows(RATIO, 2 * drawn + 1)
        laws, places = twin_catalogue.fixed_size(rows, 3, count, drawn, replacement=replacement)
        return twin_catalogue.pairs(laws, places, ALPHA)

    note = "full size, one run" if count == RECORDS else f"{drawn} of {count} records, not scaled"
    return Row(ours, (Rival("Fraction twin", once(slow), note),))


def _allocation(effort: Effort) -> Row:
    def ask(alpha: Fraction) -> object:
        response = verify.mechanisms.randomized_response("3/4")
        return _certified(verify.combinators.random_allocation(response, 0, 1, ROUNDS), alpha)

    def slow(alpha: Fraction) -> object:
        return twin_catalogue.allocation(TRUE, FALSE, ROUNDS, alpha)

    rival = repeat(effort, slow, levels(), most=5)
    note = "full size, a term per multiset"
    return Row(repeat(effort, ask, levels()), (Rival("Fraction twin", rival, note),))


def _shuffle(effort: Effort) -> Row:
    def ask(alpha: Fraction) -> object:
        response = verify.mechanisms.randomized_response("3/4")
        return _certified(verify.combinators.shuffle(USERS, response), alpha)

    def slow() -> object:
        laws = twin_catalogue.shuffled(TRUE, FALSE, USERS)
        return twin_catalogue.pairs(laws, pairwise(range(USERS + 1)), ALPHA)

    rival = Rival("Fraction twin", once(slow), "full size, one run, a term per multiset")
    return Row(repeat(effort, ask, levels()), (rival,))


def _certified(mechanism: verify.Mechanism, alpha: Fraction) -> object:
    return verify.certify(mechanism, alpha=alpha).delta_star.exact


CASES = (
    Case("sampling/poisson", "geometric noise on 0 … 12, rate 1/10", _poisson, 1.0),
    Case(
        "sampling/subset",
        "6 of 12 records of 0 … 2, 91 populations, without replacement",
        partial(_fixed_size, False),
        1.0,
    ),
    Case(
        "sampling/replacement",
        "6 of 12 records of 0 … 2, 91 populations, with replacement",
        partial(_fixed_size, True),
        1.0,
    ),
    Case("allocation/1000", "one of 1000 rounds of response 3/4", _allocation, 0.1),
    Case("shuffle/100", "100 users of response 3/4, 101 inputs", _shuffle),
)
