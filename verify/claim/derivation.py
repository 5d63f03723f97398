"""The steps that lead to a verdict on (α, δ), as a person would take them by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from gmpy2 import lcm, mpq, mpz

from verify.claim.event import Event, counted, word
from verify.claim.verdict import Direction, Verdict
from verify.exact.level import Level
from verify.law.infinite import has_series
from verify.law.labels import Label
from verify.law.pair import Pair, PowerPair, outcome_count, outcomes
from verify.loss.delta import Delta
from verify.loss.event_sums import event_sums

__all__ = ["Derivation", "Line", "Side", "derive"]

MOST_LINES = 64
"""Outcomes, or classes of a k-fold release, that a person would still go through by hand"""


@dataclass(frozen=True, slots=True)
class Line:
    """One outcome, or all outcomes of a k-fold release with the same counts."""

    outcome: str
    ways: int
    """how many outcomes the line stands for"""
    p: mpq
    q: mpq
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
    p: mpq
    q: mpq
    total: Delta
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
    back = event_sums(mechanism.pair(j, i), level).deltas(level)[0]
    other = Direction(mechanism, direction.neighbour, direction.input, back, (j, i))
    return Derivation(verdict, _side(direction), _side(other))


def _side(direction: Direction) -> Side:
    pair = direction.mechanism.pair(*direction.places)
    return Side(
        direction.input,
        direction.neighbour,
        tuple(_lines(pair, direction.delta.level)),
        direction.event,
        direction.delta.a,
        direction.delta.b,
        direction.delta,
    )


def _lines(pair: Pair, level: Level) -> Iterator[Line]:
    if has_series(pair):
        return
    if isinstance(pair, PowerPair) and pair.count > 1 and outcome_count(pair.base) <= MOST_LINES:
        yield from _class_lines(pair, level)
    elif outcome_count(pair) <= MOST_LINES:
        for y, p, q in outcomes(pair):
            if p or q:
                yield _line(word(y), 1, p, q, level)


def _class_lines(pair: PowerPair, level: Level) -> Iterator[Line]:
    """One line for all outcomes in which every output occurs equally often."""
    live = [(y, p, q) for y, p, q in outcomes(pair.base) if p or q]
    if comb(pair.count + len(live) - 1, pair.count) > MOST_LINES:
        return
    labels = [y for y, _, _ in live]
    for member in _compositions(pair.count, len(live)):
        ways, left = 1, pair.count
        p = q = mpq(1)
        for used, (_, p_one, q_one) in zip(member, live, strict=True):
            ways *= comb(left, used)
            left -= used
            p *= p_one**used
            q *= q_one**used
        yield _line(counted(labels, member), ways, ways * p, ways * q, level)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def _line(outcome: str, ways: int, p: mpq, q: mpq, level: Level) -> Line:
    scale = lcm(p.denominator, q.denominator)
    difference = Delta(mpz(p * scale), mpz(q * scale), scale, level)
    return Line(outcome, ways, p, q, difference, difference.sign_against(mpq(0)) > 0)
