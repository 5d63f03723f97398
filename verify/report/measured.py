"""The JSON form of verdicts on measures: Rényi divergence, zCDP, bounded range."""

from __future__ import annotations

from typing import Annotated

from gmpy2 import mpq
from msgspec import UNSET, Meta, Struct, UnsetType

from verify.claim.measure_claim import MeasureClaim, RangeClaim, RenyiClaim
from verify.claim.measured import MeasureDirection, MeasureVerdict, MeasureWitness
from verify.claim.measured import Value as Measure
from verify.claim.verdict import TOP
from verify.report.forms import (
    Adjacency,
    Decimal,
    Exact,
    Label,
    OmittedForm,
    UtilityForm,
    Value,
)
from verify.report.measured_explanation import MeasureExplanationForm, measure_explanation
from verify.report.values import INFINITY, alpha_form, exact_form, label_form
from verify.report.words import exact_words

__all__ = [
    "MeasureClaimForm",
    "MeasureDirectionForm",
    "MeasureForm",
    "MeasureWitnessForm",
    "ValueForm",
    "measure_claim_form",
    "measure_form",
    "measure_value_form",
    "value_words",
]

OMITTED = "the claim is about a measure, not about a δ"


class ValueForm(Struct, frozen=True):
    """A value of a measure: ``exact`` if and only if it is known to be rational, or infinite."""

    lower: Decimal
    upper: Decimal
    exact: Exact | UnsetType = UNSET


class MeasureClaimForm(Struct, frozen=True, omit_defaults=True):
    """The claim that was decided."""

    rho: Exact | UnsetType = UNSET
    order: int | UnsetType = UNSET
    epsilon: str | UnsetType = UNSET
    eta: str | UnsetType = UNSET


class MeasureDirectionForm(Struct, frozen=True):
    """One ordered pair of neighbours."""

    input: Label
    neighbour: Label
    value: ValueForm


class MeasureWitnessForm(Struct, frozen=True):
    """The ordered pair that refutes a claim.

    With ``order``, the Rényi divergence of this order is too great; ``greatest`` and ``least`` are
    outcomes with the greatest and the least likelihood ratio.
    """

    input: Label
    neighbour: Label
    value: ValueForm
    order: Exact | UnsetType = UNSET
    greatest: Label | UnsetType = UNSET
    least: Label | UnsetType = UNSET


class MeasureForm(Struct, frozen=True):
    """The answer of ``verify certify`` to one claim about a measure."""

    verdict: Annotated[str, Meta(pattern="^(holds|violated|undecided)$")]
    claim: MeasureClaimForm
    adjacency: Adjacency
    value: ValueForm
    margin: ValueForm
    pure_alpha: Value
    least_alpha: None
    directions: list[MeasureDirectionForm]
    pairs: int
    least_alpha_omitted: str = OMITTED
    witness: MeasureWitnessForm | UnsetType = UNSET
    explanation: MeasureExplanationForm | UnsetType = UNSET
    utility: UtilityForm | UnsetType = UNSET


def measure_form(
    verdict: MeasureVerdict, *, full: bool = False, explain: bool = False
) -> MeasureForm:
    """The answer to one claim about a measure, with its derivation where it is asked for."""
    shown = verdict.directions if full else verdict.directions[:TOP]
    return MeasureForm(
        verdict=verdict.verdict,
        claim=measure_claim_form(verdict.claim, full),
        adjacency=verdict.adjacency.to_json(),
        value=measure_value_form(verdict.value, full),
        margin=_margin_form(verdict, full),
        pure_alpha=alpha_form(verdict.pure_alpha, full=full),
        least_alpha=None,
        directions=[_direction_form(item, full) for item in shown],
        pairs=verdict.pairs,
        witness=UNSET if verdict.witness is None else _witness_form(verdict.witness, full),
        explanation=measure_explanation(verdict, full=full) if explain else UNSET,
    )


def measure_claim_form(claim: MeasureClaim, full: bool) -> MeasureClaimForm:
    """The claim as it was made."""
    if isinstance(claim, RenyiClaim):
        return MeasureClaimForm(order=claim.order, epsilon=claim.level.text)
    if isinstance(claim, RangeClaim):
        return MeasureClaimForm(eta=claim.level.text)
    return MeasureClaimForm(rho=exact_form(claim.rho, full=full))


def measure_value_form(value: Measure, full: bool) -> ValueForm:
    """The enclosure of a value, and the value itself where it is rational or infinite."""
    if value is None:
        return ValueForm(INFINITY, INFINITY, INFINITY)
    exact = value.exact
    shown: Exact | UnsetType = UNSET if exact is None else exact_form(exact, full=full)
    return ValueForm(value.lower(), value.upper(), shown)


def _margin_form(verdict: MeasureVerdict, full: bool) -> ValueForm:
    if verdict.value is None:
        return ValueForm("-inf", "-inf", "-inf")
    return measure_value_form(verdict.margin, full)


def _direction_form(item: MeasureDirection, full: bool) -> MeasureDirectionForm:
    return MeasureDirectionForm(
        label_form(item.input), label_form(item.neighbour), measure_value_form(item.value, full)
    )


def _witness_form(found: MeasureWitness, full: bool) -> MeasureWitnessForm:
    return MeasureWitnessForm(
        label_form(found.input),
        label_form(found.neighbour),
        measure_value_form(found.value, full),
        UNSET if found.order is None else _order_form(found.order, full),
        UNSET if found.greatest is None else label_form(found.greatest),
        UNSET if found.least is None else label_form(found.least),
    )


def _order_form(order: mpq, full: bool) -> str | OmittedForm:
    return exact_form(order, full=full)


def value_words(value: ValueForm) -> str:
    """The value where it is known, else its enclosure."""
    if isinstance(value.exact, str):
        return exact_words(value.exact)
    return f"in [{value.lower}, {value.upper}]"
