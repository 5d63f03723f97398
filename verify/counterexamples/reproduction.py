"""Running the gallery: does the engine find what an entry states?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from verify.claim.verdict import HOLDS, VIOLATED, Verdict
from verify.counterexamples.record import REFUTED, Case, Counterexample
from verify.document.load import load
from verify.exact.rational import text_of
from verify.law.labels import Label

if TYPE_CHECKING:
    from verify.claim.measured import MeasureVerdict

__all__ = ["Finding", "Reproduction", "reproduce"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A case and the engine's verdict on it."""

    part: str
    """"misleading", "refuted" or "corrected" """
    case: Case
    verdict: Verdict | MeasureVerdict = field(repr=False)

    @property
    def problems(self) -> tuple[str, ...]:
        """Where the verdict is not what the entry states: nothing, or what differs."""
        pairs = _stated(self.part, self.case, self.verdict)
        return tuple(
            f"{what} is {found}, not {stated}" for what, stated, found in pairs if stated != found
        )


@dataclass(frozen=True, slots=True)
class Reproduction:
    """An entry of the gallery and what became of its cases."""

    entry: Counterexample
    findings: tuple[Finding, ...]

    @property
    def reproduced(self) -> bool:
        """Whether every claim has the stated verdict, with exactly the stated numbers."""
        return not any(finding.problems for finding in self.findings)

    @property
    def main(self) -> Finding:
        """The refutation that stands for the entry."""
        return next(finding for finding in self.findings if finding.part == REFUTED)


def reproduce(entry: Counterexample) -> Reproduction:
    """Decide every claim of an entry, and compare with what it states.

    >>> from verify.counterexamples import counterexample
    >>> found = reproduce(counterexample("worst_marginal"))
    >>> found.reproduced, found.main.verdict.delta_star
    (True, 3/8)
    """
    findings = (Finding(part, case, _decide(case)) for part, case in entry.cases)
    return Reproduction(entry, tuple(findings))


def _decide(case: Case) -> Verdict | MeasureVerdict:
    (verdict,) = load(case.document()).certify()
    return verdict


def _stated(part: str, case: Case, verdict: Verdict | MeasureVerdict) -> list[tuple[str, Any, Any]]:
    """What is stated, by name, and what is found."""
    rows: list[tuple[str, Any, Any]] = [
        ("the verdict", VIOLATED if part == REFUTED else HOLDS, verdict.verdict)
    ]
    if not isinstance(verdict, Verdict):
        return rows
    if case.delta_star is not None:
        rows.append(("δ*", case.delta_star, _text(verdict.delta_star.exact)))
    if case.pure_alpha is not None:
        pure = verdict.pure_alpha
        rows.append(("the pure level", case.pure_alpha, "inf" if pure is None else _text(pure)))
    witness = verdict.witness
    if case.event is not None and witness is not None:
        rows += [
            ("the input", case.input, _plain(witness.input)),
            ("the neighbour", case.neighbour, _plain(witness.neighbour)),
            ("the event", case.event, _without_words(witness.event.to_json())),
            ("P(event)", case.p, _text(witness.p)),
            ("Q(event)", case.q, _text(witness.q)),
        ]
    return rows


def _text(value: Any) -> str:
    return "irrational" if value is None else text_of(value)


def _plain(label: Label) -> Any:
    return [_plain(part) for part in label] if isinstance(label, tuple) else label


def _without_words(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "text"}
