"""Claims of a gate about models: those of a document, or one that the gate makes instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from click import unstyle

from verify.claim.claim import AnyClaim, Claim
from verify.claim.measured import MeasureVerdict
from verify.claim.replaced import replaced
from verify.claim.verdict import Verdict, certify
from verify.document.load import Document, load_source
from verify.errors import InputError
from verify.exact.rational import probability
from verify.gate.certificates import certified
from verify.gate.config import Entry
from verify.gate.exact import exact_delta, exact_value
from verify.gate.targets import Place, place_of_file
from verify.gate.task import Task
from verify.gate.tolerance import allowed_by, level_words, wider_of_any, within, words
from verify.report.answers import certify_form
from verify.report.gate import GateClaimForm
from verify.report.measured import measure_form, measure_value_form, value_words
from verify.report.render import render
from verify.report.values import delta_form
from verify.report.words import adjacency_words, delta_words

__all__ = ["Model", "answer_of_claim", "model_of"]


@dataclass(frozen=True, slots=True)
class Model:
    """A document, the claims on it by their names, and where it stands."""

    document: Document
    claims: tuple[tuple[str, AnyClaim], ...]
    place: Place


def model_of(task: Task) -> Model:
    """What the entry is about."""
    entry = task.entry
    assert entry.model is not None
    path = task.root / entry.model
    is_file = path.exists() or ":" not in entry.model
    document = _document(str(path) if is_file else entry.model)
    place = place_of_file(path) if is_file else task.place
    claims = _claims(entry, document)
    names = [entry.name] if len(claims) == 1 else [f"{entry.name}[{i}]" for i in range(len(claims))]
    return Model(document, tuple(zip(names, claims, strict=True)), place)


def answer_of_claim(task: Task, model: Model, name: str, claim: AnyClaim) -> GateClaimForm:
    """What becomes of one claim about a model."""
    allowed, place = allowed_by(task.entry), model.place
    verdict: Verdict | MeasureVerdict = certify(
        model.document.mechanism, wider_of_any(claim, allowed), adjacency=task.entry.adjacency
    )
    found = {
        "claim": words(claim, allowed),
        "level": level_words(claim),
        "adjacency": adjacency_words(verdict.adjacency.to_json()),
        **_numbers(verdict),
    }
    if not verdict.holds:
        form = certify_form(verdict) if isinstance(verdict, Verdict) else measure_form(verdict)
        found["report"] = unstyle(render(form))
    elif isinstance(verdict, Verdict):
        found["summary"] += within(verdict.delta_star, claim, allowed)
    if task.certificates is not None:
        found |= certified(verdict, name, place.sha256, task.certificates)
    return task.answer(verdict.verdict, name=name, place=place, **found)


def _document(text: str) -> Document:
    try:
        return load_source(text)
    except InputError as error:
        if error.at != "MODEL":
            raise
        form = "a file, or package.module:object"
        raise InputError(error.problem, at="model", form=form) from None


def _claims(entry: Entry, document: Document) -> Sequence[AnyClaim]:
    """The claims of the document, or that which the entry makes instead."""
    delta = None if entry.delta is None else probability(entry.delta, "delta")
    if entry.alpha is not None or entry.epsilon is not None:
        return [Claim.of(alpha=entry.alpha, epsilon=entry.epsilon, delta=delta or 0)]
    if not document.claims:
        form = 'a claim in the document, or epsilon = "ln(3)" beside the model'
        raise InputError("the document makes no claim", at="model", form=form)
    return [replaced(claim, None, delta, "delta") for claim in document.claims]


def _numbers(verdict: Verdict | MeasureVerdict) -> dict[str, str]:
    """What was found, as exact text and in words."""
    if isinstance(verdict, MeasureVerdict):
        value = value_words(measure_value_form(verdict.value, full=False))
        return {"delta_star": exact_value(verdict.value), "summary": f"value {value}"}
    star, margin = (delta_form(each, parts=False) for each in (verdict.delta_star, verdict.margin))
    return {
        "delta_star": exact_delta(verdict.delta_star),
        "margin": exact_delta(verdict.margin),
        "summary": f"δ* {delta_words(star)}, margin {delta_words(margin)}",
    }
