"""The JSON that commands print, as structures; the output schema is made from these."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

__all__ = [
    "CertifyForm",
    "CertifyListForm",
    "DeltaForm",
    "DirectionForm",
    "EnclosedForm",
    "EndsForm",
    "EpsilonForm",
    "ExplanationForm",
    "GroupUtilityForm",
    "InputUtilityForm",
    "LineForm",
    "OmittedForm",
    "PointForm",
    "ProfileForm",
    "SideForm",
    "TradeOffForm",
    "UtilityForm",
    "Value",
    "WitnessForm",
]

Decimal: TypeAlias = Annotated[str, Meta(description="a decimal, rounded in the stated direction")]
Level: TypeAlias = Annotated[str, Meta(description="α as exact text")]
Label: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/Label"})]
Event: TypeAlias = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
Adjacency: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/Adjacency"})]


class OmittedForm(Struct, frozen=True, dict=True):
    """Stands for exact text that is too long to print; --full prints it."""

    omitted_digits: int


class EnclosedForm(Struct, frozen=True, dict=True):
    """Stands for an irrational number."""

    lower: Decimal
    upper: Decimal


Exact: TypeAlias = str | OmittedForm

Value: TypeAlias = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "anyOf": [
                {"type": "string"},
                {"$ref": "#/$defs/OmittedForm"},
                {"$ref": "#/$defs/EnclosedForm"},
            ]
        }
    ),
]
"""Exact text, or an enclosure where the number is irrational"""


class DeltaForm(Struct, frozen=True, dict=True):
    """A value a − α·b: ``exact`` if and only if it is rational; a and b where they are."""

    lower: Decimal
    upper: Decimal
    exact: Exact | UnsetType = UNSET
    a: Exact | UnsetType = UNSET
    b: Exact | UnsetType = UNSET


class DirectionForm(Struct, frozen=True):
    """One ordered pair of neighbours."""

    input: Label
    neighbour: Label
    delta: DeltaForm
    event: Event | UnsetType = UNSET
    direction: Annotated[str, Meta(pattern="^(remove|add)$")] | UnsetType = UNSET
    """whether P has the record that Q lacks, under add_remove"""


class InputUtilityForm(Struct, frozen=True):
    """The expected error at one input."""

    input: Label
    expected: Value


class GroupUtilityForm(Struct, frozen=True):
    """The average expected error of a group of inputs, and its worst input."""

    group: str
    expected: Value
    worst: InputUtilityForm


class UtilityForm(Struct, frozen=True):
    """The exact expected error of a mechanism."""

    error: Annotated[str, Meta(pattern="^(l1|l2|zero_one|table)$")]
    inputs: list[InputUtilityForm]
    groups: list[GroupUtilityForm]
    worst: InputUtilityForm


Excess: TypeAlias = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "anyOf": [
                {"type": "string"},
                {"$ref": "#/$defs/OmittedForm"},
                {"$ref": "#/$defs/DeltaForm"},
            ]
        }
    ),
]
"""Exact text, or a δ value where the excess is irrational"""


class WitnessForm(Struct, frozen=True):
    """What refutes a claim: excess = p − α·q > δ."""

    input: Label
    neighbour: Label
    event: Event
    p: Value
    q: Value
    excess: Excess


class ClaimForm(Struct, frozen=True):
    """The claim that was decided."""

    delta: Exact
    alpha: Exact | UnsetType = UNSET
    epsilon: str | UnsetType = UNSET


class LineForm(Struct, frozen=True):
    """One line of a derivation: P, Q and P − α·Q of outcomes; kept where this is positive."""

    outcome: str
    ways: int
    p: Value
    q: Value
    difference: DeltaForm
    kept: bool


class SideForm(Struct, frozen=True):
    """One ordered pair of a derivation; no lines where there are too many to go through."""

    input: Label
    neighbour: Label
    lines: list[LineForm]
    event: Event
    p: Value
    q: Value
    total: DeltaForm


class WorkForm(Struct, frozen=True):
    """What a method for products would cost, estimated from sizes alone."""

    method: str
    seconds: float
    bytes: int


class PlanForm(Struct, frozen=True):
    """How a product was worked out, and what the other methods that apply would have cost."""

    method: str
    title: str
    reason: str
    seconds: float
    bytes: int
    others: list[WorkForm]


class EndsForm(Struct, frozen=True):
    """What the two ends of δ* stand for, in words."""

    lower: str
    upper: str


class ExplanationForm(Struct, frozen=True, omit_defaults=True):
    """How a verdict is found by hand: the worst ordered pair, its other direction, the end."""

    worst: SideForm
    other: SideForm
    comparison: str
    plan: PlanForm | UnsetType = UNSET
    ends: EndsForm | UnsetType = UNSET


class CertifyForm(Struct, frozen=True):
    """The answer of ``verify certify`` to one claim."""

    verdict: Annotated[str, Meta(pattern="^(holds|violated|undecided)$")]
    claim: ClaimForm
    adjacency: Adjacency
    delta_star: DeltaForm
    margin: DeltaForm
    pure_alpha: Value
    least_alpha: Value | None
    directions: list[DirectionForm]
    pairs: int
    least_alpha_omitted: str | UnsetType = UNSET
    witness: WitnessForm | UnsetType = UNSET
    explanation: ExplanationForm | UnsetType = UNSET
    utility: UtilityForm | UnsetType = UNSET


Verdicts: TypeAlias = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "anyOf": [{"$ref": "#/$defs/CertifyForm"}, {"$ref": "#/$defs/MeasureForm"}]
        }
    ),
]
"""The answer to one claim, about a δ or about a measure"""


class CertifyListForm(Struct, frozen=True):
    """The answers to a list of claims, in order."""

    results: list[Verdicts]
    utility: UtilityForm | UnsetType = UNSET


class PointForm(Struct, frozen=True):
    """δ* at one level."""

    delta: DeltaForm
    directions: list[DirectionForm]
    alpha: Value = UNSET
    epsilon: str | UnsetType = UNSET


class TradeOffForm(Struct, frozen=True):
    """The vertices [type I, type II] of a trade-off function; the law at ``input`` is the null."""

    input: Label
    neighbour: Label
    vertices: list[tuple[Value, Value]]


class ProfileForm(Struct, frozen=True):
    """The answer of ``verify profile``."""

    adjacency: Adjacency
    points: list[PointForm]
    breakpoints: list[Value] | None
    tradeoff: list[TradeOffForm] | None
    total_variation: Value | None
    attacker_accuracy: Value | None
    reason: str | UnsetType = UNSET
    utility: UtilityForm | UnsetType = UNSET


class EpsilonForm(Struct, frozen=True):
    """The answer of ``verify epsilon``: "inf" where no finite level is enough."""

    alpha: Value
    epsilon: Decimal
    delta: Exact
    adjacency: Adjacency
