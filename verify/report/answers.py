"""The JSON form of each command's answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gmpy2 import mpq
from msgspec import UNSET

from verify.claim.least import least_alpha_omitted
from verify.claim.verdict import TOP, Direction, Verdict
from verify.exact.between import Between
from verify.exact.level import Level
from verify.exact.ring_level import level_of
from verify.law.adjacency import Adjacency, Edge
from verify.loss.distribution import LossDistribution
from verify.loss.value import DeltaValue
from verify.profiles.directions import Directed
from verify.profiles.enclosed import EnclosedDirection
from verify.profiles.profile import PrivacyProfile
from verify.profiles.trade_off import trade_off_vertices
from verify.report.forms import (
    CertifyForm,
    ClaimForm,
    DirectionForm,
    EpsilonForm,
    ExplanationForm,
    PointForm,
    ProfileForm,
    TradeOffForm,
    Value,
    WitnessForm,
)
from verify.report.values import (
    alpha_form,
    delta_form,
    exact_form,
    label_form,
    level_form,
    value_form,
)

if TYPE_CHECKING:
    from verify.profiles.epsilon import LeastLevel

__all__ = ["certify_form", "default_levels", "epsilon_form", "profile_form"]

MOST_BREAKPOINTS = 1000

MOST_POINTS = 12

MOST_VERTICES = 10_000


def certify_form(verdict: Verdict, *, full: bool = False, explain: bool = False) -> CertifyForm:
    """The answer to one claim, with its derivation where ``explain`` asks for it."""
    omitted = None if full else least_alpha_omitted(verdict)
    witness = verdict.witness
    return CertifyForm(
        verdict=verdict.verdict,
        claim=_claim_form(verdict, full),
        adjacency=verdict.adjacency.to_json(),
        delta_star=delta_form(verdict.delta_star, full=full),
        margin=delta_form(verdict.margin, full=full, parts=False),
        pure_alpha=alpha_form(verdict.pure_alpha, full=full),
        least_alpha=alpha_form(verdict.least_alpha, full=full) if omitted is None else None,
        directions=[_direction_form(item, verdict.adjacency, full) for item in verdict.directions],
        pairs=verdict.pairs,
        least_alpha_omitted=omitted if omitted is not None else UNSET,
        witness=UNSET
        if witness is None
        else WitnessForm(
            label_form(witness.input),
            label_form(witness.neighbour),
            witness.event.to_json(),
            value_form(witness.p, full=full),
            value_form(witness.q, full=full),
            _excess_form(witness.excess, full),
        ),
        explanation=_explanation(verdict, full) if explain else UNSET,
    )


def _explanation(verdict: Verdict, full: bool) -> ExplanationForm:
    from verify.report.explanation import explanation_form  # seldom asked for

    return explanation_form(verdict, full=full)


def profile_form(
    curve: PrivacyProfile, levels: Sequence[Level], *, whole: bool, full: bool = False
) -> ProfileForm:
    """Points at the levels; the whole curve as well where ``whole`` says so."""
    worst = curve.directions_at(levels, None if full else TOP)
    points = [_point_form(curve, *each, full) for each in zip(levels, worst, strict=True)]
    if not whole:
        reason = "only the points were asked for; --full gives the whole curve as well"
        return ProfileForm(curve.adjacency.to_json(), points, None, None, None, None, reason)
    if curve.has_bounds:
        return _bounds_alone(curve, points)
    listed = curve.has_finite_curve and (full or curve.is_short)
    breakpoints = curve.breakpoints if listed else ()
    tradeoff = _trade_off_forms(curve, full) if listed else None
    reasons = []
    if not curve.has_finite_curve:
        reason = "the law has infinitely many likelihood ratios: its curve has no finite list"
        return _points_and_accuracy(curve, points, reason, full)
    if not listed:
        reasons.append(f"breakpoints of up to {curve.line_estimate} lines")
    if len(breakpoints) > MOST_BREAKPOINTS and not full:
        reasons.append(f"{len(breakpoints)} breakpoints")
    if tradeoff is None:
        reasons.append(f"more than {MOST_VERTICES} vertices of trade-off functions")
    return ProfileForm(
        adjacency=curve.adjacency.to_json(),
        points=points,
        breakpoints=[value_form(alpha, full=full) for alpha in breakpoints]
        if listed and (full or len(breakpoints) <= MOST_BREAKPOINTS)
        else None,
        tradeoff=tradeoff,
        total_variation=value_form(curve.total_variation, full=full),
        attacker_accuracy=value_form(curve.attacker_accuracy, full=full),
        reason=f"not listed without --full: {' and '.join(reasons)}" if reasons else UNSET,
    )


def _points_and_accuracy(
    curve: PrivacyProfile, points: list[PointForm], reason: str, full: bool
) -> ProfileForm:
    total = value_form(curve.total_variation, full=full)
    accuracy = value_form(curve.attacker_accuracy, full=full)
    return ProfileForm(curve.adjacency.to_json(), points, None, None, total, accuracy, reason)


def _bounds_alone(curve: PrivacyProfile, points: list[PointForm]) -> ProfileForm:
    low, high = curve.delta(alpha=1).enclose(0)
    total = value_form(Between(low, high))
    accuracy = value_form(Between((1 + low) / 2, (1 + high) / 2))
    reason = "the method interval answers single levels"
    return ProfileForm(curve.adjacency.to_json(), points, None, None, total, accuracy, reason)


def default_levels(curve: PrivacyProfile, claimed: Sequence[Level]) -> list[Level]:
    """The levels that a profile shows unasked: α = 1, the first breakpoints, and the claims'."""
    alphas = curve.breakpoints[:MOST_POINTS] if curve.is_short and not curve.has_bounds else ()
    shown = map(level_of, (mpq(1), *alphas))
    found = [level for level in shown if not any(_same(level, other) for other in claimed)]
    return sorted([*found, *claimed], key=Level.approximate)  # an order of rows, no decision


def _same(level: Level, other: Level) -> bool:
    return level.same_as(other) or (level.value is not None and level.value == other.value)


def epsilon_form(
    least: LeastLevel, delta: mpq, adjacency: Adjacency, *, full: bool = False
) -> EpsilonForm:
    """The least level at a δ."""
    alpha = alpha_form(least.alpha, full=full)
    return EpsilonForm(alpha, least.epsilon, exact_form(delta, full=full), adjacency.to_json())


def _claim_form(verdict: Verdict, full: bool) -> ClaimForm:
    claim = verdict.claim
    delta = exact_form(claim.delta, full=full)
    if claim.level.as_epsilon:
        return ClaimForm(delta, epsilon=claim.level.text)
    return ClaimForm(delta, alpha=level_form(claim.level, full=full))


def _direction_form(item: Direction, adjacency: Adjacency, full: bool) -> DirectionForm:
    name = adjacency.direction(item.input, item.neighbour, item.mechanism.absent)
    return DirectionForm(
        label_form(item.input),
        label_form(item.neighbour),
        delta_form(item.delta, full=full),
        item.event.to_json(),
        UNSET if name is None else name,
    )


def _excess_form(excess: DeltaValue, full: bool) -> Value:
    return (
        exact_form(excess.exact, full=full) if excess.is_rational else delta_form(excess, full=full)
    )


def _point_form(
    curve: PrivacyProfile,
    level: Level,
    worst: Sequence[Directed | EnclosedDirection],
    full: bool,
) -> PointForm:
    star: DeltaValue = worst[0].delta if worst else curve.delta_at(level)
    return PointForm(
        delta=delta_form(star, full=full),
        directions=[_plain_direction(curve, item, full) for item in worst],
        alpha=UNSET if level.as_epsilon else level_form(level, full=full),
        epsilon=level.text if level.as_epsilon else UNSET,
    )


def _plain_direction(
    curve: PrivacyProfile, item: Directed | EnclosedDirection, full: bool
) -> DirectionForm:
    inputs = curve.mechanism.inputs
    first, second = inputs[item.input], inputs[item.neighbour]
    name = curve.adjacency.direction(first, second, curve.mechanism.absent)
    return DirectionForm(
        label_form(first),
        label_form(second),
        delta_form(item.delta, full=full),
        direction=UNSET if name is None else name,
    )


def _trade_off_forms(curve: PrivacyProfile, full: bool) -> list[TradeOffForm] | None:
    vertices = sum(2 * (law.size + 2) for law in curve.distributions)
    if vertices > MOST_VERTICES and not full:
        return None
    return [
        _trade_off_form(curve, law, (j, i) if reverse else (i, j), reverse, full)
        for (i, j), law in zip(curve.edges, curve.distributions, strict=True)
        for reverse in (False, True)
    ]


def _trade_off_form(
    curve: PrivacyProfile, law: LossDistribution, edge: Edge, reverse: bool, full: bool
) -> TradeOffForm:
    first, second = (label_form(curve.mechanism.inputs[i]) for i in edge)
    vertices = [
        (value_form(x, full=full), value_form(y, full=full))
        for x, y in trade_off_vertices(law, reverse=reverse)
    ]
    return TradeOffForm(first, second, vertices)
