"""The steps that lead to a verdict on (α, δ), as a person would take them by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gmpy2 import mpq

from verify.claim.describe import class_members
from verify.claim.event import Event, counted, word
from verify.claim.verdict import Direction, Verdict
from verify.compose.event_sums import event_sums
from verify.compose.planner import INTERVAL
from verify.exact.between import Between
from verify.exact.level import Level
from verify.exact.quotient import Number, over_one_scale
from verify.law.infinite import has_series
from verify.law.labels import Label
from verify.law.pair import AllocationPair, PowerPair, outcome_count, outcomes
from verify.loss.delta import Delta, delta_of
from verify.loss.interval import DeltaInterval
from verify.loss.value import DeltaValue
from verify.profiles.enclosed import enclosed_direction

__all__ = ["Derivation", "Line", "Side", "derive"]

MOST_LINES = 64
"""Outcomes, or classes of a k-fold release, that a person would still go through by hand"""


@dataclass(frozen=True, slots=True)
class Line:
    """One outcome, or all outcomes of a k-fold release with the same counts."""

    outcome: str
    ways: int
    """how many outcomes the line stands for"""
    p: Number
    q: Number
    difference: Delta
    """p − α·q"""
    kept: bool
    """whether the difference is positive"""


@dataclass(frozen=True, slots=True)
class Side:
    """One ordered pair: the differences, those kept, and their sum."""

    input: Label
    neighbour: Label
    lines: tuple[Line, ...]
    """in document order; empty where there are too many"""
    event: Event
    p: Number | Between
    q: Number | Between
    total: DeltaValue
    """Σ [p − α·q]₊ over all outcomes"""


@dataclass(frozen=True, slots=True)
class Derivation:
    """The worst ordered pair, the other direction of the same two inputs, and the comparison."""

    verdict: Verdict
    worst: Side
    other: Side


def derive(verdict: Verdict) -> Derivation:
    """The derivation of a verdict: its worst ordered pair, both ways.

    >>> from verify import certify
    >>> from verify.mechanisms import randomized_response
    >>> steps = derive(certify(randomized_response("3/4"), alpha=2))
    >>> [(line.outcome, line.difference, line.kept) for line in steps.worst.lines]
    [('0', 1/4, True), ('1', -5/4, False)]
    """
    direction = verdict.directions[0]
    mechanism, level = verdict.mechanism, verdict.claim.level
    i, j = direction.places
    back = _divergence(verdict, j, i, level)
    other = Direction(mechanism, direction.neighbour, direction.input, back, (j, i))
    return Derivation(verdict, _side(direction), _side(other))


def _divergence(verdict: Verdict, first: int, second: int, level: Level) -> DeltaValue:
    mechanism = verdict.mechanism
    if verdict.is_exact:
        return event_sums(mechanism.pair(first, second), level).deltas(level)[0]
    always = verdict.method == INTERVAL
    return enclosed_direction(mechanism, first, second, level, always=always)


def _side(direction: Direction) -> Side:
    return Side(
        direction.input,
        direction.neighbour,
        tuple(_lines(direction)),
        direction.event,
        direction.p,
        direction.q,
        direction.delta,
    )


def _lines(direction: Direction) -> Iterator[Line]:
    mechanism, level = direction.mechanism, direction.delta.level
    is_interval = isinstance(direction.delta, DeltaInterval)
    if is_interval and mechanism.bounds(*direction.places) is not None:
        return  # it has no law at hand
    pair = mechanism.pair(*direction.places)
    if has_series(pair):
        return
    if isinstance(pair, (PowerPair, AllocationPair)) and _length(pair) > 1:
        found = class_members(pair, MOST_LINES)
        if found is not None:
            labels, members = found
            for counts, ways, p, q in members:
                if p or q:
                    yield _line(counted(labels, counts), ways, p, q, level)
    elif outcome_count(pair) <= MOST_LINES:
        for y, p, q in outcomes(pair):
            if p or q:
                yield _line(word(y), 1, p, q, level)


def _length(pair: PowerPair | AllocationPair) -> int:
    return pair.count if isinstance(pair, PowerPair) else pair.rounds


def _line(outcome: str, ways: int, p: Number, q: Number, level: Level) -> Line:
    (p_weight, q_weight), scale = over_one_scale((p, q))
    difference = delta_of((p_weight, q_weight), scale, level)
    return Line(outcome, ways, p, q, difference, difference.sign_against(mpq(0)) > 0)
