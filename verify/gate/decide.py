"""Decides one claim of a gate; this is what runs in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import unstyle
from gmpy2 import mpq

from verify.claim.claim import AnyClaim, Claim
from verify.claim.replaced import replaced
from verify.claim.verdict import Verdict, certify
from verify.document.load import Document, load_source
from verify.errors import InputError, VerifyError, printable
from verify.exact.rational import probability
from verify.exploration.explored import explore_inputs
from verify.exploration.referee import referee_report
from verify.exploration.verdict import CodeVerdict, certify_code
from verify.gate.certificates import certified
from verify.gate.config import Entry
from verify.gate.exact import exact_delta, exact_value
from verify.gate.targets import (
    Place,
    adjacency_of,
    function_of,
    inputs_of,
    place_of_file,
    place_of_function,
)
from verify.report.answers import certify_form
from verify.report.code import margin_words, star_words
from verify.report.gate import GateClaimForm
from verify.report.measured import measure_form, measure_value_form, value_words
from verify.report.render import render
from verify.report.values import delta_form
from verify.report.words import adjacency_words, delta_words
from verify.resources import limits

if TYPE_CHECKING:
    from verify.claim.measured import MeasureVerdict

__all__ = ["Task", "decide"]


@dataclass(frozen=True, slots=True)
class Task:
    """One entry of the configuration, with what a process needs to decide it."""

    entry: Entry
    root: Path
    """the folder of the configuration"""
    place: Place
    """where the entry stands, for claims whose target is not found"""
    limits: tuple[tuple[str, int], ...]
    certificates: Path | None


def decide(task: Task) -> list[GateClaimForm]:
    """What becomes of an entry: one answer, or as many as its model makes claims."""
    return _guarded(task, task.entry.name, lambda: _decided(task))


def _guarded(task: Task, name: str, find: Callable[[], list[GateClaimForm]]) -> list[GateClaimForm]:
    """Answers, or what stood in their way."""
    try:
        return find()
    except VerifyError as error:
        problem = str(error)
    except (Exception, SystemExit) as error:  # of the code under test
        problem = printable(f"{type(error).__name__}: {error}")[:400]
    return [failed(task, problem, name)]


def _decided(task: Task) -> list[GateClaimForm]:
    with limits(**{**task.entry.limits, **dict(task.limits)}):
        return _of_function(task) if task.entry.function is not None else _of_model(task)


def failed(task: Task, problem: str, name: str = "") -> GateClaimForm:
    """The answer for a claim of which nothing is known."""
    entry, place = task.entry, task.place
    return GateClaimForm(
        name=name or entry.name,
        target=entry.function or entry.model or "",
        file=place.file,
        line=place.line,
        verdict="error",
        problem=problem,
    )


def _of_function(task: Task) -> list[GateClaimForm]:
    entry = task.entry
    function = function_of(entry)
    explored = explore_inputs(
        function,
        inputs_of(entry),
        adjacency=adjacency_of(entry),
        source=entry.source or "random.Random",
        attribute=entry.attribute,
        residual=entry.residual or 0,
        merge=bool(entry.merge),
        timing=bool(entry.timing),
    )
    claim = Claim.of(alpha=entry.alpha, epsilon=entry.epsilon, delta=entry.delta or 0)
    allowed = _allowed(entry)
    verdict = certify_code(explored, _wider(claim, allowed))
    paths = sum(each.paths for each in explored.walks)
    margin = exact_delta(verdict.of_channel.margin)
    numbers = f"δ* {star_words(verdict)}, margin {margin_words(verdict)}, {paths} paths"
    place = place_of_function(function) or Place(task.place.file, task.place.line, None)
    answer = {
        "claim": _words(claim, allowed),
        "level": _level(claim),
        "adjacency": explored.adjacency,
        "delta_star": _star(verdict),
        "margin": margin if verdict.is_exact else f"at least {margin}",
        "summary": numbers + _within(verdict, claim, allowed),
        "paths": paths,
    }
    if explored.platform is not None:
        answer["platform"] = explored.platform
        if verdict.ideal is not None:
            answer["ideal_delta_star"] = _star(verdict.ideal)
    if not verdict.holds:
        answer["report"] = referee_report(verdict)
    if task.certificates is not None:
        answer |= certified(verdict, entry.name, place.sha256, task.certificates)
    return [_answer(entry.name, entry, place, verdict.verdict, answer)]


def _star(verdict: CodeVerdict) -> str:
    low, high = exact_delta(verdict.delta_lower), exact_delta(verdict.delta_upper)
    return low if verdict.is_exact else f"{low} to {high}"


def _of_model(task: Task) -> list[GateClaimForm]:
    entry = task.entry
    assert entry.model is not None
    path = task.root / entry.model
    is_file = path.exists() or ":" not in entry.model
    document = _document(str(path) if is_file else entry.model)
    place = place_of_file(path) if is_file else Place(task.place.file, task.place.line, None)
    claims = _claims(entry, document)
    names = [entry.name] if len(claims) == 1 else [f"{entry.name}[{i}]" for i in range(len(claims))]
    found = []
    for name, claim in zip(names, claims, strict=True):
        find = partial(_of_claim, task, name, document, claim, place)
        found += _guarded(task, name, find)
    return found


def _document(text: str) -> Document:
    try:
        return load_source(text)
    except InputError as error:
        if error.at != "MODEL":
            raise
        form = "a file, or package.module:object"
        raise InputError(error.problem, at="model", form=form) from None


def _of_claim(
    task: Task, name: str, document: Document, claim: AnyClaim, place: Place
) -> list[GateClaimForm]:
    entry, allowed = task.entry, _allowed(task.entry)
    verdict: Verdict | MeasureVerdict = certify(
        document.mechanism, _wider_of_any(claim, allowed), adjacency=entry.adjacency
    )
    answer = {
        "claim": _words(claim, allowed),
        "level": _level(claim),
        "adjacency": adjacency_words(verdict.adjacency.to_json()),
    }
    if isinstance(verdict, Verdict):
        star, margin = (
            delta_form(each, parts=False) for each in (verdict.delta_star, verdict.margin)
        )
        numbers = f"δ* {delta_words(star)}, margin {delta_words(margin)}"
        answer["summary"] = numbers + _within(verdict, claim, allowed)
        answer["delta_star"] = exact_delta(verdict.delta_star)
        answer["margin"] = exact_delta(verdict.margin)
        form: Any = certify_form
    else:
        answer["summary"] = f"value {value_words(measure_value_form(verdict.value, full=False))}"
        answer["delta_star"] = exact_value(verdict.value)
        form = measure_form
    if not verdict.holds:
        answer["report"] = unstyle(render(form(verdict)))
    if task.certificates is not None:
        answer |= certified(verdict, name, place.sha256, task.certificates)
    return [_answer(name, entry, place, verdict.verdict, answer)]


def _answer(
    name: str, entry: Entry, place: Place, verdict: str, answer: dict[str, Any]
) -> GateClaimForm:
    if place.sha256 is not None:
        answer["source_sha256"] = place.sha256
    target = entry.function or entry.model or ""
    return GateClaimForm(
        name=name, target=target, file=place.file, line=place.line, verdict=verdict, **answer
    )


def _claims(entry: Entry, document: Document) -> Sequence[AnyClaim]:
    """The claims of the document, or that which the entry makes instead."""
    delta = None if entry.delta is None else probability(entry.delta, "delta")
    if entry.alpha is not None or entry.epsilon is not None:
        return [Claim.of(alpha=entry.alpha, epsilon=entry.epsilon, delta=delta or 0)]
    if not document.claims:
        form = 'a claim in the document, or epsilon = "ln(3)" beside the model'
        raise InputError("the document makes no claim", at="model", form=form)
    return [replaced(claim, None, delta, "delta") for claim in document.claims]


def _allowed(entry: Entry) -> mpq:
    return probability(entry.allow_delta or 0, "allow_delta")


def _wider(claim: Claim, allowed: mpq) -> Claim:
    """The claim that is decided: δ and what it may be passed by."""
    return Claim(claim.level, min(claim.delta + allowed, mpq(1)))


def _wider_of_any(claim: AnyClaim, allowed: mpq) -> AnyClaim:
    if isinstance(claim, Claim):
        return _wider(claim, allowed)
    if allowed:
        raise InputError(f"{claim} has no δ", at="allow_delta", form="it for claims of (α, δ) only")
    return claim


def _words(claim: AnyClaim, allowed: mpq) -> str:
    return f"{claim} with {allowed} allowed" if allowed else str(claim)


def _level(claim: AnyClaim) -> str:
    """What δ* depends on; of a claim about a measure, all of it."""
    return str(Claim(claim.level, mpq(0))) if isinstance(claim, Claim) else str(claim)


def _within(verdict: Verdict | CodeVerdict, claim: AnyClaim, allowed: mpq) -> str:
    """That a claim passes by its tolerance alone."""
    star = verdict.delta_upper if isinstance(verdict, CodeVerdict) else verdict.delta_star
    if not (verdict.holds and isinstance(claim, Claim) and star.sign_against(claim.delta) > 0):
        return ""
    return f", above δ = {claim.delta} and within allow_delta = {allowed}"
