"""Every lemma holds on its quick domain; every sibling falls at the instance written out here."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from proofs import __main__ as command
from proofs import engine
from proofs.catalogue import LEMMAS
from proofs.harness import Outcome, run
from proofs.report import table

NAMES = [lemma.name for lemma in LEMMAS]
BY_NAME = dict(zip(NAMES, LEMMAS, strict=True))

COUNTEREXAMPLES = {
    "hockey_stick.events": "P = [0, 1/2, 1/2], Q = [1, 0, 0], α = 1",
    "hockey_stick.duality": "P = [0, 1], Q = [1/2, 1/2], α = 3/2",
    "hockey_stick.merging": "P = [0, 1], Q = [1, 0], α = 1",
    "hockey_stick.large_loss": "P = [0, 1], Q = [1/2, 1/2], α = 1",
    "hockey_stick.pure": "P = [0, 1], Q = [1/2, 1/2], α = 2",
    "hockey_stick.directions": "P = [0, 1], Q = [1/2, 1/2], R = [1, 0], α = 1",
    "hockey_stick.least_level": "P = [0, 1], Q = [1/2, 1/2], α = 2",
    "exhaustive.absolute": "P = [1], Q = [1], α = 2",
    "exhaustive.overlap": "P = [0, 1], Q = [1/2, 1/2], α = 3/2",
    "post_processing.copies": "P = [0, 1], Q = [1/2, 1/2], k = 2, α = 1",
    "post_processing.kernel": (
        "P = [0, 1], Q = [0, 1], K = [[0, 1], [0, 1]], L = [[0, 1], [1, 0]], α = 1"
    ),
    "mixture.hidden": "P₁ = [0, 1], Q₁ = [0, 1], P₂ = [0, 1], Q₂ = [1, 0], w = 1/3, α = 2",
    "mixture.revealed": (
        "P₁ = [0, 1], Q₁ = [1/2, 1/2], P₂ = [1/2, 1/2], Q₂ = [0, 1], w = 1/3, α = 3/2"
    ),
    "composition.pure": "P = [1/3, 2/3], Q = [2/3, 1/3], k = 2",
    "composition.basic": (
        "P₁ = [0, 1], Q₁ = [1/2, 1/2], P₂ = [0, 1], Q₂ = [1/2, 1/2], α = 1, β = 1"
    ),
    "composition.refined": "P₁ = [0, 1], Q₁ = [1, 0], P₂ = [0, 1], Q₂ = [1, 0], α = 1, β = 1",
    "composition.adaptive": "P = [0, 1/2, 1/2, 0], Q = [1/2, 0, 0, 1/2], α = 1, β = 1",
    "composition.leaks": "δ = 1/2, k = 2, α = 1",
    "optimal.equal_steps": "δ = 0, k = 2, α = 3/2, i = 1",
    "optimal.different_steps": "(α, δ) = (1, 0), (3/2, 0), at α = 3/2",
    "optimal.worst_steps": "P = [0, 1], Q = [1/2, 1/2], k = 1, α = 3/2",
    "conversion.renyi": "P = [0, 1], Q = [1/2, 1/2], n = 2, α = 1",
    "interval.upper": "P = [0, 1], Q = [1/3, 2/3], k = 1, α = 1",
    "interval.lower": "P = [0, 1], Q = [1/3, 2/3], k = 1, α = 5/4",
    "interval.event": "P = [0, 1], Q = [1/3, 2/3], k = 1, α = 5/4",
    "group.delta": "P = [1/4, 3/4], Q = [3/4, 1/4], R = [1, 0], α = 2",
    "group.largest_factor": "P = [1/6, 5/6], Q = [5/6, 1/6], R = [1, 0], α = 4",
    "group.triangle": "P = [0, 1], Q = [1/2, 1/2], R = [1, 0], α = 3/2, β = 1",
    "group.pure": "P = [1/4, 3/4], Q = [1/2, 1/2], R = [3/4, 1/4]",
    "parallel.blocks": "P₁ = [1/3, 2/3], Q₁ = [2/3, 1/3], P₂ = [1/3, 2/3], Q₂ = [2/3, 1/3], α = 2",
    "parallel.partition": "records 0:0, 0:1 (key:value), without number 0",
    "sampling.remove": "P = [0, 1], Q = [1/2, 1/2], q = 1/4, α = 3/2",
    "sampling.add": "P = [0, 1], Q = [1, 0], q = 1/4, α = 3/2",
    "sampling.same_level": "P = [0, 1], Q = [1, 0], q = 1/4, α = 1",
    "sampling.pure": "P = [1/5, 4/5], Q = [4/5, 1/5], q = 1/2",
    "sampling.direction": "P = [1/3, 2/3], Q = [2/3, 1/3], q = 2/3, k = 2, α = 3/2",
    "replacing.poisson": "P = [1/4, 3/4], Q = [3/4, 1/4], R = [1/2, 1/2], q = 1/3, α = 2",
    "replacing.without_replacement": (
        "P = [1/4, 3/4], Q = [1/2, 1/2], R = [3/4, 1/4], n = 2, s = 1, α = 2"
    ),
    "replacing.with_replacement": "P = [0, 1], Q = [1/2, 1/2], R = [1, 0], n = 2, s = 2, α = 1",
    "allocation.one_round": "P = [0, 1], Q = [1/2, 1/2], M = 2, α = 1",
    "allocation.rounds": "P = [0, 1], Q = [1/2, 1/2], M = 1, α = 1",
    "allocation.pure": "P = [1/2, 1/2], Q = [0, 1], M = 2",
    "allocation.second_moment": "P = [1/2, 1/2], Q = [0, 1], M = 2",
    "allocation.order_two": "P = [0, 1], Q = [1/2, 1/2], M = 2",
    "allocation.by_number": "P = [1/2, 1/2], Q = [0, 1], M = 2, α = 1",
    "epochs.total_variation": "P = [1/2, 1/2], Q = [0, 1], M = 2, E = 2",
    "epochs.chi_square": "P = [1/2, 1/2], Q = [0, 1], M = 1, E = 2",
    "epochs.balanced": "P = [1/2, 1/2], Q = [0, 1], M = 2, E = 2, α = 3/2",
    "shuffling.pure": "P = [1/3, 2/3], Q = [2/3, 1/3], n = 2",
    "shuffling.users": "P = [0, 1], Q = [1, 0], n = 2, α = 1",
    "repetition.more": "P = [1/3, 2/3], Q = [2/3, 1/3], k = 1, α = 1",
    "repetition.total_variation": "P = [0, 1], Q = [1/2, 1/2], k = 2",
    "repetition.count_of_ones": "p = 2/3, p′ = 1",
    "repetition.best_of": "P = [1/3, 2/3], Q = [2/3, 1/3], k = 2",
    "coin.larger": "P₁ = [0, 1], Q₁ = [1, 0], P₂ = [1, 0], Q₂ = [0, 1], w = 1/3, α = 1",
    "coin.pure": "P₁ = [1/3, 2/3], Q₁ = [1/3, 2/3], P₂ = [1/3, 2/3], Q₂ = [2/3, 1/3], w = 1/2",
    "coin.depends": (
        "coin [0, 1] or [1, 0], P₁ = [0, 1], Q₁ = [0, 1], P₂ = [1, 0], Q₂ = [1, 0], α = 1, β = 1"
    ),
    "transcript.averaged": "P = [0, 1/3, 0, 2/3], Q = [0, 2/3, 1/3, 0], α = 2, β = 2",
    "transcript.refined": "P = [0, 1/2, 0, 1/2], Q = [0, 1/2, 1/2, 0], α = 1, β = 1",
    "rounds.any_pair": "P = [1/4, 3/4], Q = [1/2, 1/2], k = 2, α = 7/4",
    "rounds.worst_steps": "P = [1/3, 2/3], Q = [2/3, 1/3], k = 2, α = 2",
    "rounds.add_remove": "P = [0, 1], Q = [3/4, 1/4], R = [1/4, 3/4], k = 2, α = 1",
    "interacting.filter": "levels 2, then 2 after 0 or 1 after 1; budget 2",
    "interacting.stopping": "P = [1/4, 3/4], Q = [1/2, 1/2], k = 3, α = 3",
    "interacting.secret": "secret [1/2, 1/2], questions (0, 1)",
    "one_draw.independent": "noise [1/2, 1/2], α = 1",
    "one_draw.mask": "noise [1/2, 1/2], α = 1",
    "conditioning.pure": "P = [1/6, 2/3, 1/6], Q = [1/3, 1/3, 1/3]",
    "conditioning.delta": "P = [0, 1/2, 1/2], Q = [1/2, 0, 1/2], α = 1",
    "conditioning.truncated": "ratio 1/2 on 0 … 2",
}


@cache
def outcome_of(name: str) -> Outcome:
    return run(BY_NAME[name])


def test_names_are_unique_and_all_have_a_counterexample_here():
    assert len(set(NAMES)) == len(NAMES)
    assert list(COUNTEREXAMPLES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_lemma_holds(name):
    assert outcome_of(name).problems == ()


@pytest.mark.parametrize("name", NAMES)
def test_sibling_falls_at_its_smallest_counterexample(name):
    refutation = outcome_of(name).refutation
    assert refutation is not None
    assert str(refutation.instance) == COUNTEREXAMPLES[name]


@pytest.mark.parametrize("name", NAMES)
def test_domain_goes_from_small_to_large_without_repetition(name):
    assert all(a < b for a, b in pairwise(BY_NAME[name].domain.instances()))


def too_large(value: Fraction) -> Fraction:
    return value + Fraction(1, 1000)


def too_small(value: Fraction) -> Fraction:
    return value * Fraction(999, 1000)


BLIND_TO_SMALL = {
    "hockey_stick.pure",  # asks only whether δ* is 0
    "interval.upper",  # asks only whether δ* is below a bound
    "interval.event",  # asks for slopes to δ* from other levels, which become steeper
}
BLIND_TO_LARGE = {  # ask only whether δ* is above a bound
    "exhaustive.overlap",
    "interval.lower",
}
BLIND_TO_DELTA = {  # ask for levels
    "composition.pure",
    "hockey_stick.least_level",
    "group.pure",
    "sampling.pure",
    "shuffling.pure",
    "repetition.best_of",
    "coin.pure",
    "conditioning.pure",
    "conditioning.truncated",
}


@pytest.mark.parametrize("distort", [too_large, too_small])
@pytest.mark.parametrize("name", NAMES)
def test_an_engine_that_is_slightly_off_refutes_the_lemma(monkeypatch, name, distort):
    exact = engine._exact
    monkeypatch.setattr(engine, "_exact", lambda delta: distort(exact(delta)))
    blind = BLIND_TO_DELTA | (BLIND_TO_SMALL if distort is too_small else BLIND_TO_LARGE)
    assert (run(BY_NAME[name]).failure is None) == (name in blind)


@pytest.mark.parametrize("name", sorted(BLIND_TO_DELTA))
def test_an_engine_with_a_wrong_least_level_refutes_the_lemma(monkeypatch, name):
    exact = engine.least_level

    def wrong(mechanism, delta):
        level = exact(mechanism, delta)
        return level and too_large(level)

    monkeypatch.setattr(engine, "least_level", wrong)
    assert run(BY_NAME[name]).failure is not None


def test_readme_is_what_write_writes():
    readme = Path(command.__file__).with_name("README.md")
    assert readme.read_text(encoding="utf-8") == table([outcome_of(name) for name in NAMES])
