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
BLIND_TO_DELTA = {"composition.pure", "hockey_stick.least_level"}  # ask for levels


@pytest.mark.parametrize("distort", [too_large, too_small])
@pytest.mark.parametrize("name", NAMES)
def test_an_engine_that_is_slightly_off_refutes_the_lemma(monkeypatch, name, distort):
    exact = engine._exact
    monkeypatch.setattr(engine, "_exact", lambda delta: distort(exact(delta)))
    blind = BLIND_TO_DELTA | (BLIND_TO_SMALL if distort is too_small else BLIND_TO_LARGE)
    assert (run(BY_NAME[name]).failure is None) == (name in blind)


def test_an_engine_with_a_wrong_pure_level_refutes_the_lemma(monkeypatch):
    exact = engine.least_pure_level
    monkeypatch.setattr(engine, "least_pure_level", lambda mechanism: too_large(exact(mechanism)))
    assert run(BY_NAME["composition.pure"]).failure is not None


def test_an_engine_with_a_wrong_least_level_refutes_the_lemma(monkeypatch):
    exact = engine.least_level

    def wrong(mechanism, delta):
        level = exact(mechanism, delta)
        return level and too_large(level)

    monkeypatch.setattr(engine, "least_level", wrong)
    assert run(BY_NAME["hockey_stick.least_level"]).failure is not None


def test_readme_is_what_write_writes():
    readme = Path(command.__file__).with_name("README.md")
    assert readme.read_text(encoding="utf-8") == table([outcome_of(name) for name in NAMES])
