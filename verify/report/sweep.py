"""The JSON form of sweeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from verify.claim.claim import AnyClaim, Claim
from verify.grid.places import spell
from verify.grid.row import Row
from verify.grid.sweep import Parameter
from verify.report.forms import (
    Adjacency,
    ClaimForm,
    Decimal,
    DeltaForm,
    GroupUtilityForm,
    InputUtilityForm,
    Value,
)
from verify.report.measured import (
    MeasureClaimForm,
    ValueForm,
    measure_claim_form,
    measure_value_form,
)
from verify.report.utility import group_form, input_form
from verify.report.values import alpha_form, delta_form, exact_form, level_form, value_form
from verify.utility.expected import Utility

__all__ = ["RowForm", "RowUtilityForm", "SweepAnswer", "SweepForm"]

SAFE_BITS = 53
"""Bits of an integer that every reader of JSON keeps"""

AnyClaimForm: TypeAlias = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "anyOf": [
                {"$ref": "#/$defs/ClaimForm"},
                {"$ref": "#/$defs/MeasureClaimForm"},
                {"type": "null"},
            ]
        }
    ),
]


class RowUtilityForm(Struct, frozen=True):
    """The expected error at the worst input and of every group."""

    worst: InputUtilityForm
    groups: list[GroupUtilityForm]
    inputs: list[InputUtilityForm] | UnsetType = UNSET


class RowForm(Struct, frozen=True):
    """Privacy and utility at one combination of values."""

    set: dict[str, Any]
    adjacency: Adjacency
    verdict: Annotated[str, Meta(pattern="^(holds|violated|undecided)$")] | None
    delta_star: DeltaForm | None
    pure_alpha: Value
    pure_epsilon: Decimal
    total_variation: Value
    least_alpha: Value | None
    least_alpha_omitted: str | UnsetType = UNSET
    value: ValueForm | UnsetType = UNSET
    utility: RowUtilityForm | UnsetType = UNSET


class SweepForm(Struct, frozen=True):
    """The answer of ``verify sweep``: the last parameter changes fastest."""

    parameters: dict[str, str]
    claim: AnyClaimForm
    error: str | None
    rows: list[RowForm]


@dataclass(frozen=True, slots=True)
class SweepAnswer:
    """The rows of a sweep with what was asked."""

    rows: tuple[Row, ...]
    parameters: tuple[Parameter, ...]
    claim: AnyClaim | None
    full: bool = False

    @property
    def error(self) -> str | None:
        """The error measure, if utility was asked for."""
        found = self.rows[0].utility
        return None if found is None else found.error

    def form(self) -> SweepForm:
        """The answer as JSON shows it."""
        return SweepForm(
            {name: spell(place) for name, place, _ in self.parameters},
            None if self.claim is None else _claim_form(self.claim, self.full),
            self.error,
            [_row_form(row, self.full) for row in self.rows],
        )


def _row_form(row: Row, full: bool) -> RowForm:
    measured = row.verdict is not None and not isinstance(row.claim, Claim)
    omitted = row.least_alpha_omitted
    return RowForm(
        set={name: _plain(value) for name, value in row.settings},
        adjacency=row.adjacency.to_json(),
        verdict=row.verdict,
        delta_star=None if row.delta_star is None else delta_form(row.delta_star, full=full),
        pure_alpha=alpha_form(row.pure_alpha, full=full),
        pure_epsilon=row.pure_epsilon,
        total_variation=value_form(row.total_variation, full=full),
        least_alpha=None if omitted else alpha_form(row.least_alpha, full=full),
        least_alpha_omitted=omitted if omitted else UNSET,
        value=measure_value_form(row.value, full) if measured else UNSET,
        utility=UNSET if row.utility is None else _utility_form(row.utility, full),
    )


def _utility_form(found: Utility, full: bool) -> RowUtilityForm:
    return RowUtilityForm(
        input_form(found.worst, full),
        [group_form(found, i, full) for i in range(len(found.groups))],
        [input_form(item, full) for item in found.inputs] if full else UNSET,
    )


def _claim_form(claim: AnyClaim, full: bool) -> ClaimForm | MeasureClaimForm:
    if not isinstance(claim, Claim):
        return measure_claim_form(claim, full)
    delta = exact_form(claim.delta, full=full)
    if claim.level.as_epsilon:
        return ClaimForm(delta, epsilon=claim.level.text)
    return ClaimForm(delta, alpha=level_form(claim.level, full=full))


def _plain(value: Any) -> Any:
    """A value as JSON holds it; numbers that JSON readers would round become text."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    return value if isinstance(value, int) and value.bit_length() <= SAFE_BITS else str(value)
