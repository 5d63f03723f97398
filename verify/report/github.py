"""The answer of a gate as workflow commands of GitHub Actions, which it shows beside the code."""

from __future__ import annotations

from verify.report.gate import GateClaimForm, GateForm, failures, gate_text

__all__ = ["github_text"]


def github_text(answer: GateForm) -> str:
    """The lines for people, then an annotation for whatever is wrong or to be known."""
    lines = [gate_text(answer, evidence=False)]
    for claim in answer.claims:
        for failure in failures(claim, answer.is_locked):
            lines.append(_command("error", claim, failure.text))
        if claim.lock == "other platform":
            text = f"δ* was {claim.locked_delta_star} on another platform"
            lines.append(_command("notice", claim, text))
    return "\n".join(lines)


def _command(kind: str, claim: GateClaimForm, text: str) -> str:
    place = f"file={_property(claim.file)},line={claim.line},title={_property(claim.name)}"
    return f"::{kind} {place}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
