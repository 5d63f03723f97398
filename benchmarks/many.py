"""Two hundred inputs and outputs: every ordered pair of inputs at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice

import verify
from benchmarks import twin
from benchmarks.laws import integers, levels, square_table
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, once, repeat

__all__ = ["CASES"]

SIZE = 200
SMALL = 20
"""Inputs of the twin in a quick run."""

TARGET = 40e-3


def _certify(effort: Effort) -> Row:
    channel = _channel()

    def ask(alpha: Fraction) -> object:
        verdict = verify.certify(channel, alpha=alpha)
        return verdict.verdict, verdict.delta_star.exact

    rival = _twin(effort, lambda rows: twin.table(rows, Fraction(3, 2)))
    return Row(repeat(effort, ask, levels()), (rival,))


def _pure(effort: Effort) -> Row:
    ours = repeat(effort, lambda verdict: verdict.pure_alpha, _verdicts(_channel()))
    return Row(ours, (_pure_twin(effort),))


def _epsilon(effort: Effort) -> Row:
    channel = _channel()
    one = once(lambda: verify.epsilon(channel).alpha)
    return Row(one, (_pure_twin(effort),))


@cache
def _channel() -> verify.Channel:
    weights, denominator = square_table(SIZE)
    names = [str(i) for i in range(SIZE)]
    return verify.Channel.from_weights(names, None, weights, denominator)


def _verdicts(channel: verify.Channel) -> Iterator[verify.Verdict]:
    """Fresh ones: a verdict remembers its pure level."""
    for alpha in levels():
        yield verify.certify(channel, alpha=alpha)


@cache
def _pure_twin(effort: Effort) -> Rival:
    return _twin(effort, twin.pure_level)


def _twin(effort: Effort, ask: Callable[[Sequence[twin.Law]], object]) -> Rival:
    """The twin on all ordered pairs, or on those of a few inputs."""
    weights, denominator = square_table(SIZE)
    used = SMALL if effort.quick else SIZE
    rows = [twin.law(row, denominator) for row in islice(integers(weights), used)]
    factor = SIZE * (SIZE - 1) / (used * (used - 1))
    note = f"{used} inputs, scaled by pairs" if effort.quick else "full size, one run"
    return Rival("Fraction twin", once(lambda: ask(rows)).scaled(factor), note)


CASES = (
    Case("many/certify", "200 × 200, 39,800 ordered pairs: certify", _certify, TARGET),
    Case("many/pure", "200 × 200: pure level of a verdict", _pure, TARGET),
    Case("many/epsilon", "200 × 200: verify.epsilon at δ = 0, once", _epsilon, TARGET),
)
