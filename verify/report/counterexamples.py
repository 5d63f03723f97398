"""The gallery of counterexamples as structures and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, UnsetType

from verify.claim.verdict import Verdict
from verify.counterexamples.record import CORRECTED, MISLEADING, REFUTED
from verify.counterexamples.reproduction import Finding, Reproduction
from verify.exact.decimals import round_up
from verify.exact.rational import stated
from verify.report.forms import CertifyForm, Verdicts
from verify.report.layout import facts, heading, table
from verify.report.measured import MeasureForm, measure_form
from verify.report.measured_text import measure_claim_words
from verify.report.words import claim_words, delta_words, exact_words

__all__ = [
    "CaseForm",
    "CounterexampleForm",
    "GalleryForm",
    "counterexample_form",
    "counterexample_text",
    "gallery_form",
    "gallery_text",
]

SHORT_DIGITS = 6

Part = Annotated[str, Meta(pattern=f"^({MISLEADING}|{REFUTED}|{CORRECTED})$")]
Document = Annotated[
    dict[str, Any], Meta(description="a model document, as verify certify reads it")
]


class CaseForm(Struct, frozen=True):
    """A claim of an entry and the answer to it."""

    part: Part
    says: str
    document: Document
    answer: Verdicts
    problems: list[str]
    """where the answer is not what the gallery states"""


class CounterexampleForm(Struct, frozen=True):
    """An entry of the gallery: a wrong belief and what refutes it."""

    name: str
    belief: str
    broke: str
    instead: str
    source: str
    reproduced: bool
    """whether all answers are what the gallery states"""
    cases: list[CaseForm]


class GalleryForm(Struct, frozen=True):
    """All entries, in alphabetical order."""

    reproduced: int
    """how many entries are what the gallery states"""
    counterexamples: list[CounterexampleForm]


def gallery_form(found: Sequence[Reproduction], *, full: bool = False) -> GalleryForm:
    """The whole gallery."""
    count = sum(each.reproduced for each in found)
    return GalleryForm(count, [counterexample_form(each, full=full) for each in found])


def counterexample_form(
    found: Reproduction, *, full: bool = False, explain: bool = False
) -> CounterexampleForm:
    """One entry; the derivation of its first refutation where ``explain`` asks for it."""
    entry = found.entry
    return CounterexampleForm(
        entry.name,
        entry.belief,
        entry.broke,
        entry.instead,
        entry.source,
        found.reproduced,
        [_case_form(each, full, explain and each is found.main) for each in found.findings],
    )


def gallery_text(answer: GalleryForm) -> str:
    """One line for every entry, and the problems of those that are not reproduced."""
    rows = []
    for entry in answer.counterexamples:
        case = _main(entry)
        rows.append(
            [entry.name, _claim(case.answer), _short(case.answer), _pure(case.answer), entry.belief]
        )
    headers = ["name", "claim, which is false", "δ* there", "pure α", "belief"]
    lines = [
        f"  {entry.name}: {problem}"
        for entry in answer.counterexamples
        for problem in _problems(entry)
    ]
    total = len(answer.counterexamples)
    end = f"{answer.reproduced} of {total} refutations are reproduced exactly"
    more = "verify counterexamples NAME shows one with its evidence"
    return "\n".join(
        [heading("beliefs that are wrong"), table(headers, rows), *lines, "", end, more]
    )


def counterexample_text(answer: CounterexampleForm) -> str:
    """The belief, what refutes it with its evidence, what broke, and what is true instead."""
    from verify.report.text import certify_text

    about = facts(
        ("belief", answer.belief),
        ("what broke", answer.broke),
        ("instead", answer.instead),
        ("source", answer.source),
    )
    parts = [heading(answer.name), about, ""]
    parts += _part(answer, MISLEADING, "true, and misleading")
    main = _main(answer)
    parts += [heading(f"what is claimed: {main.says}"), certify_text(main.answer), ""]
    parts += _part(answer, REFUTED, "also refuted", 1)
    parts += _part(answer, CORRECTED, "true instead")
    parts += [f"  {problem}" for problem in _problems(answer)]
    end = "reproduced exactly" if answer.reproduced else "NOT REPRODUCED"
    return "\n".join([*parts, end])


def _case_form(found: Finding, full: bool, explain: bool) -> CaseForm:
    verdict, case = found.verdict, found.case
    answer: CertifyForm | MeasureForm
    if isinstance(verdict, Verdict):
        from verify.report.answers import certify_form

        answer = certify_form(verdict, full=full, explain=explain)
    else:
        answer = measure_form(verdict, full=full, explain=explain)
    return CaseForm(found.part, case.says, case.document(), answer, list(found.problems))


def _part(entry: CounterexampleForm, part: str, title: str, first: int = 0) -> list[str]:
    cases = [case for case in entry.cases if case.part == part][first:]
    if not cases:
        return []
    rows = [
        [
            _claim(case.answer),
            case.answer.verdict,
            _least(case.answer),
            _pure(case.answer),
            case.says,
        ]
        for case in cases
    ]
    headers = ["claim", "verdict", "δ* there", "pure α", "in words"]
    return [heading(title), table(headers, rows), ""]


def _main(entry: CounterexampleForm) -> CaseForm:
    return next(case for case in entry.cases if case.part == REFUTED)


def _problems(entry: CounterexampleForm) -> list[str]:
    return [f"{case.says}: {problem}" for case in entry.cases for problem in case.problems]


def _claim(answer: CertifyForm | MeasureForm) -> str:
    if isinstance(answer, CertifyForm):
        return claim_words(answer)
    return measure_claim_words(answer.claim)


def _least(answer: CertifyForm | MeasureForm) -> str:
    return delta_words(answer.delta_star) if isinstance(answer, CertifyForm) else ""


def _short(answer: CertifyForm | MeasureForm) -> str:
    if not isinstance(answer, CertifyForm):
        return ""
    exact = answer.delta_star.exact
    if isinstance(exact, UnsetType):
        return f"≤ {round_up(stated(answer.delta_star.upper), SHORT_DIGITS)}"
    return exact_words(exact)


def _pure(answer: CertifyForm | MeasureForm) -> str:
    return exact_words(answer.pure_alpha)
