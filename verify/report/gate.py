"""The answer of ``verify gate``: one structure for each claim, and the text of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from verify.errors import printable

__all__ = ["Failure", "GateClaimForm", "GateForm", "exit_code", "failures", "gate_text"]

VERDICTS = "holds", "violated", "undecided", "error"


class GateClaimForm(Struct, frozen=True, kw_only=True):
    """What became of one claim."""

    name: str
    target: str
    """the function or the model"""
    file: str
    line: int
    verdict: Annotated[str, Meta(pattern="^(holds|violated|undecided|error)$")]
    claim: str | UnsetType = UNSET
    adjacency: str | UnsetType = UNSET
    delta_star: str | UnsetType = UNSET
    """exact text; a − b·α where α is irrational, and "L to U" where something is unexplored"""
    margin: str | UnsetType = UNSET
    summary: str | UnsetType = UNSET
    """the numbers in words"""
    paths: int | UnsetType = UNSET
    platform: str | UnsetType = UNSET
    """what δ* depends on, where doubles are drawn"""
    ideal_delta_star: str | UnsetType = UNSET
    """δ* with doubles read as real numbers, where that can be followed"""
    source_sha256: str | UnsetType = UNSET
    level: str | UnsetType = UNSET
    lock: Annotated[str, Meta(pattern="^(same|changed|other platform|missing)$")] | UnsetType = (
        UNSET
    )
    locked_delta_star: str | UnsetType = UNSET
    """what the lock file has, where it is something else"""
    source_changed: bool | UnsetType = UNSET
    """whether the file of the target is another than in the lock file"""
    problem: str | UnsetType = UNSET
    """why nothing is known of the claim"""
    report: str | UnsetType = UNSET
    """the evidence, where the claim does not hold"""
    certificate: str | UnsetType = UNSET
    """the file with the certificate"""
    no_certificate: str | UnsetType = UNSET
    """why there is none"""


class GateForm(Struct, frozen=True):
    """The answer of ``verify gate``."""

    claims: list[GateClaimForm]
    exit_code: int
    lock_file: str
    has_lock: bool
    """whether there is this lock file"""
    stale: list[str] = []
    """names in the lock file that no claim has"""
    is_locked: bool = False
    """whether every claim has to be in the lock file"""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a claim lets the gate fail: a kind, one line, and the details below it."""

    kind: str
    line: str
    details: str

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.line}\n\n{self.details}" if self.details else self.line


def failures(claim: GateClaimForm, is_locked: bool) -> list[Failure]:
    """What is wrong with a claim; nothing, where the gate lets it pass."""
    found = []
    if claim.verdict == "error":
        found.append(Failure("error", _text(claim.problem), ""))
    elif claim.verdict != "holds":
        line = f"{claim.verdict}: {_text(claim.claim)}, {_text(claim.summary)}"
        found.append(Failure(claim.verdict, line, _text(claim.report)))
    if claim.lock == "changed":
        line = f"leakage changed: {_lock_words(claim)}"
        found.append(Failure("leakage-changed", line, "verify gate --update-lock accepts it"))
    if claim.lock == "missing" and is_locked:
        line = "not in the lock file"
        found.append(Failure("not-locked", line, "verify gate --update-lock adds it"))
    return found


def exit_code(claims: Sequence[GateClaimForm], is_locked: bool) -> int:
    """2 for an error, else 1 for what is false or has changed, else 3 for what is undecided."""
    kinds = {failure.kind for claim in claims for failure in failures(claim, is_locked)}
    if "error" in kinds:
        return 2
    if kinds - {"undecided"}:
        return 1
    return 3 if kinds else 0


def gate_text(answer: GateForm, *, evidence: bool = True) -> str:
    """One line for each claim, the evidence where one fails, and a line that counts them."""
    lines = [_line(claim, answer.has_lock) for claim in answer.claims]
    if evidence:
        for claim in answer.claims:
            for failure in failures(claim, answer.is_locked):
                if failure.details:
                    lines += ["", f"{printable(claim.name)}: {failure.kind}", "", failure.details]
    return "\n".join([*lines, "", *_ends(answer)])


def _line(claim: GateClaimForm, has_lock: bool) -> str:
    parts = [f"{claim.verdict:<9}  {printable(claim.name)}"]
    if claim.verdict == "error":
        return f"{parts[0]}   {_text(claim.problem)}"
    parts += [_text(claim.claim), _text(claim.summary)]
    if claim.lock == "missing" and has_lock:
        parts.append("not in the lock file")
    elif claim.lock == "changed":
        parts.append(f"leakage changed: {_lock_words(claim)}")
    elif claim.lock == "other platform":
        parts.append(f"other platform: {_lock_words(claim)}")
    if isinstance(claim.no_certificate, str):
        parts.append(f"no certificate: {claim.no_certificate}")
    return "   ".join(parts)


def _lock_words(claim: GateClaimForm) -> str:
    return f"δ* is {_text(claim.delta_star)}, in the lock file {_text(claim.locked_delta_star)}"


def _ends(answer: GateForm) -> list[str]:
    """What is to be said of all claims together."""
    lines = [f"in the lock file only: {printable(name)}" for name in answer.stale]
    if not answer.has_lock:
        lines.append(f"there is no {answer.lock_file}: verify gate --update-lock writes it")
    number = sum(claim.source_changed is True for claim in answer.claims)
    if number:
        whose = "claims are" if number > 1 else "claim is"
        lines.append(f"{number} {whose} about a changed file, with the leakage of before")
    return [*lines, _counts(answer)]


def _counts(answer: GateForm) -> str:
    counts = {word: sum(each.verdict == word for each in answer.claims) for word in VERDICTS}
    counts["leakage changed"] = sum(each.lock == "changed" for each in answer.claims)
    shown = ", ".join(f"{word} {number}" for word, number in counts.items() if number)
    number = len(answer.claims)
    return f"{number} claim{'s' * (number != 1)}: {shown}"


def _text(value: str | UnsetType) -> str:
    return value if isinstance(value, str) else ""
