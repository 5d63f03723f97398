"""The answer of ``verify audit``: an accountant's number beside the truth."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from verify.accountant.audit import DELTA, Audit, truth_text
from verify.loss.delta import Delta
from verify.loss.enclosed import Enclosed
from verify.profiles.epsilon import LeastLevel
from verify.report.forms import Adjacency, Decimal, DeltaForm, Value
from verify.report.layout import facts, under, verdict_words
from verify.report.values import alpha_form, delta_form, exact_form
from verify.report.words import level_words

__all__ = ["AuditForm", "audit_form", "audit_text"]

LINE = 40
"""Characters of a number in the heading"""


class AuditForm(Struct, frozen=True, dict=True):
    """Numbers as they were given; a gap or a ratio is null where one of its sides is no number."""

    verdict: Annotated[str, Meta(pattern="^(sound|below|negative|not a number)$")]
    claimed: Annotated[str, Meta(pattern="^(delta|epsilon)$")]
    delta: str
    adjacency: Adjacency
    gap: DeltaForm | None
    """number − truth"""
    ratio: DeltaForm | None
    """number/truth"""
    alpha: str | UnsetType = UNSET
    epsilon: str | UnsetType = UNSET
    delta_star: DeltaForm | UnsetType | None = UNSET
    """the truth where a δ is claimed"""
    least_alpha: Value | UnsetType | None = UNSET
    """the truth where an ε is claimed"""
    least_epsilon: Decimal | UnsetType | None = UNSET


def audit_form(found: Audit, *, full: bool = False) -> AuditForm:
    """The answer to one audit."""
    truth = found.truth
    star: DeltaForm | UnsetType | None = UNSET
    alpha: Value = UNSET
    epsilon: str | UnsetType | None = UNSET
    name, _, level = found.level_text.partition(" = ")
    if found.claimed == DELTA:
        star = delta_form(truth, full=full) if isinstance(truth, Delta) else None
    else:
        least = truth if isinstance(truth, LeastLevel) else None
        alpha = None if least is None else alpha_form(least.alpha, full=full)
        epsilon = None if least is None else least.epsilon
    form = AuditForm(
        verdict=found.verdict,
        claimed=found.claimed,
        delta=found.delta_text.removeprefix("δ = "),
        adjacency=found.adjacency.to_json(),
        gap=_enclosed_form(found.gap, full),
        ratio=_enclosed_form(found.ratio, full),
        alpha=level if name == "α" else UNSET,
        epsilon=level if name == "ε" else UNSET,
        delta_star=star,
        least_alpha=alpha,
        least_epsilon=epsilon,
    )
    form.__dict__["words"] = _words(found)  # no field: not in the JSON
    return form


def audit_text(answer: AuditForm) -> str:
    """The verdict and the two numbers, their difference and their ratio."""
    said, rows = answer.__dict__["words"]
    head = under(f"{verdict_words(answer.verdict)}   {said}", answer.adjacency)
    return f"{head}\n{facts(*rows)}"


def _words(found: Audit) -> tuple[str, list[tuple[str, str]]]:
    said = f"{_cut(found.number_text)} claimed at {_cut(found.question_text)}"
    if found.truth is None:
        return said, [("the truth", "none: what was asked is no number")]
    rows = [_truth(found.truth)]
    if found.gap is not None:
        rows.append(("number − truth", _bounds(found.gap.short())))
    if found.ratio is not None:
        rows.append(("number / truth", _bounds(found.ratio.short())))
    return said, rows


def _truth(truth: Delta | LeastLevel) -> tuple[str, str]:
    if isinstance(truth, LeastLevel):
        return "least level at this δ", level_words(alpha_form(truth.alpha))
    return "least δ at this level", _bounds(truth_text(truth))


def _bounds(text: str) -> str:
    """Bounds as an interval, also those of 1 − x."""
    low, _, high = text.partition("..")
    if not high:
        return text
    start = "1 − x with x " if low.startswith("1 − ") else ""
    return f"{start}in [{low.removeprefix('1 − ')}, {high}]"


def _enclosed_form(value: Enclosed | None, full: bool) -> DeltaForm | None:
    if value is None:
        return None
    exact = UNSET if value.exact is None else exact_form(value.exact, full=full)
    return DeltaForm(value.lower, value.upper, exact)


def _cut(text: str) -> str:
    return text if len(text) <= LINE else f"{text[:LINE]}..."
