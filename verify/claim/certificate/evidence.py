"""What proves a verdict: event sums at a rational level, moments, or bounds of the ratios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from verify.claim.certificate.levels import above, below
from verify.claim.certificate.numbers import hexadecimal, rational
from verify.claim.measure_claim import RangeClaim, RenyiClaim
from verify.claim.measured import MeasureVerdict
from verify.claim.verdict import Verdict
from verify.compose.event_sums import event_sums
from verify.compose.structure import pure_ratio
from verify.errors import NotAvailableError
from verify.exact.level import Level
from verify.law.adjacency import Edge
from verify.law.pair import Pair
from verify.measures.renyi_divergence import moment
from verify.profiles.directions import evaluate

__all__ = ["Evidence", "evidence_of"]

Ordered = tuple[int, int]
"""The inputs of P and of Q, by number"""

MOST_ATTEMPTS = 20
"""Doublings of the precision of a level"""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The ordered pairs that are listed, what is said of them, and the levels that it needs."""

    pairs: tuple[Ordered, ...]
    written: dict[str, Any]
    levels: tuple[Level | None, ...]
    """for every pair, the level of its event"""


def evidence_of(verdict: Verdict | MeasureVerdict) -> Evidence:
    """The evidence of a verdict on rational laws."""
    if isinstance(verdict, Verdict):
        return _violation(verdict) if verdict.witness else _event_sums(verdict)
    if isinstance(verdict.claim, RenyiClaim):
        return _moments(verdict, verdict.claim)
    if isinstance(verdict.claim, RangeClaim):
        return _ratios(verdict, verdict.claim)
    raise NotAvailableError("a claim of zCDP has no certificate yet", form="a claim with alpha")


def _both_ways(edges: Sequence[Edge]) -> tuple[Ordered, ...]:
    return tuple(pair for i, j in edges for pair in ((i, j), (j, i)))


def _event_sums(verdict: Verdict) -> Evidence:
    """P(S) and Q(S) of {P > α′Q} for every pair, at some rational α′ <= α that is enough."""
    claim, mechanism, edges = verdict.claim, verdict.mechanism, verdict.edges
    for attempt, alpha in enumerate(below(claim.level)):
        level = Level.alpha(max(alpha, mpq(1)))
        found = evaluate(mechanism, edges, level)
        if found[0].delta.sign_against(claim.delta) <= 0:
            break
        _give_up_after(attempt)
    sums = {(item.input, item.neighbour): item.delta for item in found}
    pairs = _both_ways(edges)
    written = [[hexadecimal(sums[pair].a), hexadecimal(sums[pair].b)] for pair in pairs]
    return _at(level, pairs, written)


def _violation(verdict: Verdict) -> Evidence:
    """The same for the pair that refutes the claim, at some α′ >= α where that still shows."""
    assert verdict.witness is not None
    claim, places = verdict.claim, verdict.witness.direction.places
    pair = verdict.mechanism.pair(*places)
    for attempt, alpha in enumerate(above(claim.level)):
        level = Level.alpha(alpha)
        delta = event_sums(pair, level).deltas(level)[0]
        reached = claim.level.compare(alpha) <= 0 or not delta.b
        if reached and delta.sign_against(claim.delta) > 0:
            break
        _give_up_after(attempt)
    return _at(level, (places,), [[hexadecimal(delta.a), hexadecimal(delta.b)]])


def _at(level: Level, pairs: tuple[Ordered, ...], sums: list[list[str]]) -> Evidence:
    assert level.value is not None
    written = {"level": hexadecimal(level.value), "sums": sums}
    return Evidence(pairs, written, (level,) * len(pairs))


def _moments(verdict: MeasureVerdict, claim: RenyiClaim) -> Evidence:
    """Σ P^n·Q^(1 − n) for every pair, or for the one that refutes the claim."""
    mechanism = verdict.mechanism
    pairs = _listed(verdict)
    found = [moment(mechanism.pair(i, j), claim.order) for i, j in pairs]
    if None in found:
        return _infinite(mechanism.pair(*pairs[0]), pairs)
    written = {"moments": [hexadecimal(value) for value in found]}
    return Evidence(pairs, written, (None,) * len(pairs))


def _ratios(verdict: MeasureVerdict, claim: RangeClaim) -> Evidence:
    """Bounds of P/Q both ways, or ratios that are passed both ways."""
    mechanism = verdict.mechanism
    if verdict.holds:
        pairs = _both_ways(verdict.edges)
        found = [rational(pure_ratio(mechanism.pair(i, j))) for i, j in pairs]
    else:
        (i, j) = _listed(verdict)[0]
        pairs = (i, j), (j, i)
        ends = [pure_ratio(mechanism.pair(*pair)) for pair in pairs]
        if None in ends:
            pairs = (pairs[ends.index(None)],)
            return _infinite(mechanism.pair(*pairs[0]), pairs)
        found = _passed(rational(ends[0]), rational(ends[1]), claim.level)
    written = {"ratios": [hexadecimal(ratio) for ratio in found]}
    return Evidence(pairs, written, tuple(map(Level.alpha, found)))


def _passed(one: mpq, other: mpq, level: Level) -> list[mpq]:
    """Ratios of at least 1, below the two greatest ones, whose product is at least e^η."""
    for attempt, bound in enumerate(above(level)):
        if bound < one * other and level.compare(bound) <= 0:
            first = min(bound, (max(mpq(1), bound / other) + one) / 2)
            return [first, bound / first]
        _give_up_after(attempt)
    raise AssertionError("levels never end")


def _infinite(pair: Pair, pairs: tuple[Ordered, ...]) -> Evidence:
    """An event with P > 0 = Q: every measure is infinite."""
    for attempt in range(MOST_ATTEMPTS):
        level = Level.alpha(mpq(2) ** (32 << attempt))
        delta = event_sums(pair, level).deltas(level)[0]
        if not delta.b:
            assert delta.a > 0
            return _at(level, pairs, [[hexadecimal(delta.a), hexadecimal(delta.b)]])
    raise _refusal()


def _listed(verdict: MeasureVerdict) -> tuple[Ordered, ...]:
    """All ordered pairs where the claim holds, else the one that refutes it."""
    if verdict.witness is None:
        return _both_ways(verdict.edges)
    inputs = verdict.mechanism.inputs
    ends = verdict.witness.input, verdict.witness.neighbour
    return ((inputs.index(ends[0]), inputs.index(ends[1])),)


def _give_up_after(attempt: int) -> None:
    if attempt >= MOST_ATTEMPTS:
        raise _refusal()


def _refusal() -> NotAvailableError:
    problem = "no rational level of moderate length proves the verdict"
    return NotAvailableError(problem, form="a claim further from its boundary")
