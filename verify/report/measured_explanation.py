"""How the value of a measure is found by hand: the classes of equal ratio, and what is summed."""

from __future__ import annotations

from gmpy2 import mpq
from msgspec import UNSET, Struct, UnsetType

from verify.claim.measure_claim import RangeClaim, RenyiClaim
from verify.claim.measured import MeasureDirection, MeasureVerdict
from verify.compose.size import class_estimate
from verify.exact.quotient import Number
from verify.exact.rational import text_of
from verify.law.infinite import has_series
from verify.measures.ratios import RatioClass, likelihood_ratios
from verify.report.forms import Label, Value
from verify.report.layout import facts, heading, paragraph, table
from verify.report.values import label_form, value_form
from verify.report.words import exact_words, label_words

__all__ = ["MeasureExplanationForm", "RatioLineForm", "explanation_text", "measure_explanation"]

ENDS = {"holds": "holds", "violated": "is violated", "undecided": "stays undecided"}

MOST_LINES = 64
"""Classes that a person would still go through by hand"""


class RatioLineForm(Struct, frozen=True):
    """The outcomes of one ratio P/Q, and what they add to a Rényi moment."""

    ratio: Value
    p: Value
    q: Value
    term: Value | UnsetType = UNSET


class MeasureExplanationForm(Struct, frozen=True):
    """The worst ordered pair: its classes of equal ratio, and the way to the verdict in words."""

    input: Label
    neighbour: Label
    lines: list[RatioLineForm]
    meaning: str
    comparison: str
    moment: Value | UnsetType = UNSET


def measure_explanation(verdict: MeasureVerdict, *, full: bool = False) -> MeasureExplanationForm:
    """The derivation of a verdict on a measure."""
    claim, worst = verdict.claim, verdict.directions[0]
    classes = _classes(verdict, worst)
    order = claim.order if isinstance(claim, RenyiClaim) else None
    lines = [_line(item, order, full) for item in classes]
    moment: Value | UnsetType = UNSET
    if order is not None and classes and all(item.ratio is not None for item in classes):
        total = sum((_term(item, order) for item in classes), mpq(0))
        moment = value_form(total, full=full)
    return MeasureExplanationForm(
        label_form(worst.input),
        label_form(worst.neighbour),
        lines,
        _meaning(verdict),
        _comparison(verdict),
        moment,
    )


def explanation_text(found: MeasureExplanationForm) -> str:
    """The derivation in three steps."""
    names = label_words(found.input), label_words(found.neighbour)
    several = any(not isinstance(line.term, UnsetType) for line in found.lines)
    headers = ["P/Q", "P", "Q", *(["P^n·Q^(1−n)"] if several else [])]
    rows = [_cells(line, several) for line in found.lines]
    shown = table(headers, rows) if rows else paragraph("There are too many ratios to list.")
    parts = [
        heading("1. What is claimed"),
        paragraph(found.meaning),
        heading("2. The worst ordered pair"),
        paragraph(f"P is the law at {names[0]}, Q the law at {names[1]}; by ratio:"),
        shown,
        "",
    ]
    if not isinstance(found.moment, UnsetType):
        parts += [facts(("sum of the last column", exact_words(found.moment))), ""]
    return "\n".join([*parts, heading("3. The comparison"), paragraph(found.comparison)])


def _classes(verdict: MeasureVerdict, worst: MeasureDirection) -> list[RatioClass]:
    mechanism = verdict.mechanism
    places = mechanism.inputs.index(worst.input), mechanism.inputs.index(worst.neighbour)
    pair = mechanism.pair(*places)
    if has_series(pair) or class_estimate(pair) > MOST_LINES:
        return []
    return likelihood_ratios(mechanism, worst.input, worst.neighbour)


def _line(item: RatioClass, order: int | None, full: bool) -> RatioLineForm:
    term: Value | UnsetType = UNSET
    if order is not None and item.ratio is not None:
        term = value_form(_term(item, order), full=full)
    ratio, p, q = (value_form(x, full=full) for x in (item.ratio, item.p, item.q))
    return RatioLineForm(ratio, p, q, term)


def _term(item: RatioClass, order: int) -> Number:
    assert item.ratio is not None
    return item.ratio ** (order - 1) * item.p


def _cells(line: RatioLineForm, several: bool) -> list[str]:
    term = "" if isinstance(line.term, UnsetType) else exact_words(line.term)
    last = [term] if several else []
    return [exact_words(line.ratio), exact_words(line.p), exact_words(line.q), *last]


def _meaning(verdict: MeasureVerdict) -> str:
    claim = verdict.claim
    if isinstance(claim, RenyiClaim):
        n = claim.order
        return (
            f"For neighbours in either order: ln(Σ P^n·Q^(1−n))/(n − 1) <= {claim.level.text} with "
            f"n = {n}. Outcomes of one ratio P/Q may be taken together."
        )
    if isinstance(claim, RangeClaim):
        return (
            "For neighbours and all outputs z, z′: P(z)/Q(z) <= e^η·P(z′)/Q(z′) with "
            f"η = {claim.level.text}. So the greatest ratio over the least one must be at most e^η."
        )
    return (
        f"For neighbours in either order and every real a > 1: D_a <= ρ·a with ρ = {claim.rho}, "
        "where D_a = ln(Σ P^a·Q^(1−a))/(a − 1). One order that is too great refutes it; otherwise "
        "convexity of (a − 1)·D_a settles all orders between finitely many that are looked at."
    )


def _comparison(verdict: MeasureVerdict) -> str:
    value, end = verdict.value, f"the claim {ENDS[verdict.verdict]}."
    if value is None:
        return f"An output of P is impossible under Q, so the value is infinite: {end}"
    exact = value.exact
    shown = f"about {value.upper()}" if exact is None else exact_words(text_of(exact))
    return f"The greatest value over all ordered pairs is {shown}: {end}"
