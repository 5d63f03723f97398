"""Noisy maxima and sparse vectors: built and certified, all outputs and all pairs of inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations

import verify
from benchmarks import twin, twin_catalogue
from benchmarks.laws import levels
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, once, repeat

__all__ = ["CASES"]

INPUTS = 6
SMALL = 2
"""Inputs of the twin in a quick run."""

TARGET = 1.0

DELTA = "1/1000"

RATIO, THRESHOLD_RATIO = Fraction(1, 2), Fraction(2, 3)

Answers = list[list[int]]

Law = Callable[[list[int]], twin.Law]


def _answers(queries: int) -> Answers:
    """Different answers at every input, 0 to 2."""
    return [[(i // (j % 3 + 1) + j) % 3 for j in range(queries)] for i in range(INPUTS)]


def _named(answers: Answers) -> dict[str, list[int]]:
    return {f"d{i}": row for i, row in enumerate(answers)}


def _noisy_max(output: str, ties: str, effort: Effort) -> Row:
    answers = _answers(6)

    def ask(alpha: Fraction) -> object:
        mechanism = verify.mechanisms.report_noisy_max(
            _named(answers), RATIO, output=output, ties=ties
        )
        return verify.certify(mechanism, alpha=alpha, delta=DELTA).delta_star.exact

    ours = repeat(effort, ask, levels())
    if ties == "uniform":
        return Row(ours)
    law = partial(twin_catalogue.noisy_max, ratio=RATIO, output=output)
    return Row(ours, (_twin(effort, law, answers),))


def _least_level(effort: Effort) -> Row:
    """Fresh verdicts: one remembers its least level."""
    answers = _answers(6)

    def ask(alpha: Fraction) -> object:
        mechanism = verify.mechanisms.report_noisy_max(_named(answers), RATIO, output="both")
        return verify.certify(mechanism, alpha=alpha, delta=DELTA).least_alpha

    return Row(repeat(effort, ask, levels()))


def _sparse_vector(variant: str, effort: Effort) -> Row:
    answers = _answers(8)

    def ask(alpha: Fraction) -> object:
        mechanism = verify.mechanisms.sparse_vector(
            _named(answers), 1, THRESHOLD_RATIO, RATIO, variant=variant
        )
        return verify.certify(mechanism, alpha=alpha, delta=DELTA).delta_star.exact

    law = partial(
        twin_catalogue.sparse_vector,
        threshold_ratio=THRESHOLD_RATIO,
        query_ratio=RATIO,
        stops=variant == "correct",
    )
    return Row(repeat(effort, ask, levels()), (_twin(effort, law, answers),))


def _twin(effort: Effort, law: Law, answers: Answers) -> Rival:
    """The laws take longest, so a few of them are scaled by their number."""
    used = SMALL if effort.quick else INPUTS

    def ask() -> object:
        rows = [law(row) for row in answers[:used]]
        return twin_catalogue.pairs(rows, combinations(range(used), 2), Fraction(3, 2))

    size = f"{used} inputs, scaled" if effort.quick else "full size, one run"
    note = f"{size}; values beyond ±{twin_catalogue.REACH} left out"
    return Rival("Fraction twin", once(ask).scaled(INPUTS / used), note)


def _cases() -> Iterator[Case]:
    kinds = (("index", "first"), ("value", "first"), ("both", "first"), ("both", "uniform"))
    for output, ties in kinds:
        title = f"6 queries, 6 inputs: noisy max, {output}, ties {ties}: build, certify"
        measure = partial(_noisy_max, output, ties)
        yield Case(f"noisy-max/{output}-{ties}", title, measure, TARGET)
    title = "6 queries, 6 inputs: noisy max with its value: build, certify, least α"
    yield Case("noisy-max/least-level", title, _least_level)
    for variant in ("correct", "no_stop"):
        title = f"8 queries, 6 inputs: sparse vector, {variant}: build, certify"
        name = f"sparse-vector/{variant}"
        yield Case(name, title, partial(_sparse_vector, variant), TARGET)


CASES = tuple(_cases())
