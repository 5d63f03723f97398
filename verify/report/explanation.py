"""Derivations as structures."""

from __future__ import annotations

from msgspec import UNSET

from verify.claim.derivation import Derivation, Line, Side, derive
from verify.claim.verdict import VIOLATED, Verdict
from verify.compose.method import Work
from verify.compose.planner import Plan
from verify.exact.rational import text_of
from verify.loss.delta import exactly
from verify.loss.value import DeltaValue
from verify.report.forms import EndsForm, ExplanationForm, LineForm, PlanForm, SideForm, WorkForm
from verify.report.values import delta_form, label_form, value_form
from verify.report.words import delta_words, equation, exact_words

__all__ = ["explanation_form"]


def explanation_form(verdict: Verdict, *, full: bool = False) -> ExplanationForm:
    """The derivation of a verdict as a structure."""
    found = derive(verdict)
    sides = _side_form(found.worst, full), _side_form(found.other, full)
    plan, ends = verdict.plan, verdict.ends
    return ExplanationForm(
        *sides,
        _comparison(found),
        UNSET if plan is None else _plan_form(plan),
        UNSET if ends is None else EndsForm(ends.reason_below, ends.reason_above),
    )


def _plan_form(plan: Plan) -> PlanForm:
    others = [WorkForm(name, _rounded(work), work.bytes) for name, work in plan.others]
    work = plan.work
    return PlanForm(plan.method, plan.title, plan.reason, _rounded(work), work.bytes, others)


def _rounded(work: Work) -> float:
    """Estimates are no better than two digits."""
    return float(f"{work.seconds:.2g}")


def _comparison(found: Derivation) -> str:
    verdict = found.verdict
    if not verdict.is_exact:
        return _comparison_of_bounds(found)
    star, delta = _words(verdict.delta_star), _claimed_delta(verdict)
    head = (
        f"The greater of {_words(found.worst.total)} and {_words(found.other.total)} is δ* = {star}"
    )
    if not verdict.holds:
        return f"{head}. Since δ* > {delta}, the claim is violated."
    equal = exactly(verdict.delta_star).sign_against(verdict.claim.delta) == 0
    return f"{head}. Since δ* {'=' if equal else '<'} {delta}, the claim holds."


def _claimed_delta(verdict: Verdict) -> str:
    return equation("δ", exact_words(text_of(verdict.claim.delta)))


def _comparison_of_bounds(found: Derivation) -> str:
    verdict = found.verdict
    delta = _claimed_delta(verdict)
    head = f"δ* lies {delta_words(delta_form(verdict.delta_star))}"
    if verdict.verdict == VIOLATED:
        return f"{head}. Since the lower bound is above {delta}, the claim is violated."
    if verdict.holds:
        return f"{head}. Since the upper bound is not above {delta}, the claim holds."
    return f"{head}, and so does {delta}: narrower bounds would pass the limits."


def _words(value: DeltaValue) -> str:
    exact = value.exact
    return f"about {value.upper(6)}" if exact is None else exact_words(text_of(exact))


def _side_form(side: Side, full: bool) -> SideForm:
    return SideForm(
        label_form(side.input),
        label_form(side.neighbour),
        [_line_form(line, full) for line in side.lines],
        side.event.to_json(),
        value_form(side.p, full=full),
        value_form(side.q, full=full),
        delta_form(side.total, full=full),
    )


def _line_form(line: Line, full: bool) -> LineForm:
    return LineForm(
        line.outcome,
        line.ways,
        value_form(line.p, full=full),
        value_form(line.q, full=full),
        delta_form(line.difference, full=full, parts=False),
        line.kept,
    )
