"""Verdicts on measures as text."""

from __future__ import annotations

from verify.report.layout import facts, heading, table, under, verdict_words
from verify.report.measured import MeasureClaimForm, MeasureForm, MeasureWitnessForm, value_words
from verify.report.measured_explanation import MeasureExplanationForm, explanation_text
from verify.report.words import exact_words, label_words, level_words

__all__ = ["measure_claim_words", "measure_text"]

SHOWN = 6
"""Directions that fit a screen"""


def measure_text(answer: MeasureForm) -> str:
    """The verdict, the value, the witness, the directions."""
    verdict = verdict_words(answer.verdict)
    head = under(f"{verdict}   {measure_claim_words(answer.claim)}", answer.adjacency)
    rows = facts(
        (_name(answer.claim), value_words(answer.value)),
        ("margin", value_words(answer.margin)),
        ("pure level (δ = 0)", level_words(answer.pure_alpha)),
        ("ordered pairs decided", str(answer.pairs)),
    )
    parts = [head, rows, ""]
    if isinstance(answer.witness, MeasureWitnessForm):
        parts += [heading("witness"), _witness(answer.witness), ""]
    parts.append(_directions(answer))
    if isinstance(answer.explanation, MeasureExplanationForm):
        parts += ["", explanation_text(answer.explanation).rstrip()]
    return "\n".join(parts)


def measure_claim_words(claim: MeasureClaimForm) -> str:
    """The claim as it was made."""
    if isinstance(claim.order, int):
        return f"(Rényi divergence of order {claim.order}, ε = {claim.epsilon})"
    if isinstance(claim.eta, str):
        return f"(bounded range, η = {claim.eta})"
    return f"(zCDP, ρ = {'' if claim.rho is None else _exact(claim.rho)})"


def _exact(value: object) -> str:
    return exact_words(value) if isinstance(value, str) else str(value)


def _name(claim: MeasureClaimForm) -> str:
    if isinstance(claim.order, int):
        return f"greatest D_{claim.order}"
    return "least η" if isinstance(claim.eta, str) else "least ρ"


def _witness(found: MeasureWitnessForm) -> str:
    rows = [("input P, neighbour Q", f"{label_words(found.input)}, {label_words(found.neighbour)}")]
    if isinstance(found.order, str):
        rows.append(("order", exact_words(found.order)))
    if found.value.exact == "inf":
        rows.append(("because", "an output of P is impossible under Q"))
    for name, item in (("greatest P/Q at", found.greatest), ("least P/Q at", found.least)):
        if isinstance(item, (str, list)):
            rows.append((name, label_words(item)))
    rows.append(("value", value_words(found.value)))
    return facts(*rows)


def _directions(answer: MeasureForm) -> str:
    rows = [
        [label_words(item.input), label_words(item.neighbour), value_words(item.value)]
        for item in answer.directions[:SHOWN]
    ]
    shown = table(["input P", "neighbour Q", _name(answer.claim)], rows)
    hidden = answer.pairs - len(rows)
    return f"{shown}\n  and {hidden} more" if hidden > 0 else shown
