"""The answer of ``verify budget``: what theorems promise, side by side with the truth."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from verify.bounds.bound import DELTA, Bound, Budget
from verify.exact.level import Level
from verify.exact.quotient import Number, Quotient
from verify.exact.shown import decimals
from verify.law.adjacency import Adjacency as AdjacencyOf
from verify.loss.delta import Delta
from verify.loss.enclosed import Enclosed
from verify.profiles.epsilon import LeastLevel
from verify.report.forms import (
    Adjacency,
    Decimal,
    DeltaForm,
    EnclosedForm,
    Exact,
    OmittedForm,
    Value,
)
from verify.report.values import (
    INFINITY,
    alpha_form,
    delta_form,
    exact_form,
    level_form,
    value_form,
)

__all__ = ["AskedForm", "BoundForm", "BudgetForm", "OmittedItemForm", "WasteForm", "budget_form"]

Promised: TypeAlias = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "anyOf": [
                {"type": "string"},
                {"$ref": "#/$defs/EnclosedForm"},
                {"$ref": "#/$defs/DeltaForm"},
            ]
        }
    ),
]
"""Exact text; bounds where the number is irrational, or its text too long"""


class StepForm(Struct, frozen=True):
    """The step level and the largest step δ at it."""

    alpha: Value
    delta: Value | None


class TotalForm(Struct, frozen=True):
    """What basic composition promises for all steps together."""

    alpha: Value
    epsilon: Decimal
    delta: Value


class WasteForm(Struct, frozen=True):
    """How far a promise is from the truth: null where that is not known, and for 0/0."""

    delta: DeltaForm | UnsetType | None = UNSET
    """δ − δ* at the level of the bound"""
    epsilon_ratio: DeltaForm | UnsetType | None = UNSET
    """ε/ε* at the δ of the bound"""


class BoundForm(Struct, frozen=True):
    """One theorem's promise, with its assumptions."""

    name: str
    alpha: Value
    epsilon: Decimal
    delta: Promised
    assumptions: str
    waste: WasteForm
    detail: str | UnsetType = UNSET
    """which order, which δ′"""


class AskedForm(Struct, frozen=True):
    """The level that was asked about, with δ* there; or the δ, with the least level at it."""

    alpha: Value = UNSET
    epsilon: str | UnsetType = UNSET
    delta: Exact | UnsetType = UNSET
    exact: DeltaForm | UnsetType | None = UNSET
    least_alpha: Value | UnsetType | None = UNSET
    least_epsilon: Decimal | UnsetType | None = UNSET


class OmittedItemForm(Struct, frozen=True):
    """A theorem, "exact", or "truth" (of what was asked) that is not given, and why."""

    name: str
    reason: str


class BudgetForm(Struct, frozen=True):
    """The answer of ``verify budget``; nulls where the budget is withheld."""

    step: StepForm
    queries: int | None
    total: TotalForm | None
    exact: DeltaForm | None
    bounds: list[BoundForm]
    withheld: str | None
    adjacency: Adjacency
    omitted: list[OmittedItemForm]
    asked: AskedForm | UnsetType = UNSET


def budget_form(found: Budget, adjacency: AdjacencyOf, *, full: bool = False) -> BudgetForm:
    """The promises beside the truth."""
    total = None
    if found.total_level is not None and found.total_delta is not None:
        total = TotalForm(
            level_form(found.total_level, full=full),
            found.total_level.epsilon_decimal(),
            value_form(found.total_delta, full=full),
        )
    step_delta = None if found.step_delta is None else value_form(found.step_delta, full=full)
    return BudgetForm(
        step=StepForm(level_form(found.step_level, full=full), step_delta),
        queries=found.queries,
        total=total,
        exact=None if found.exact is None else delta_form(found.exact, full=full),
        bounds=[_bound_form(bound, full) for bound in found.bounds],
        withheld=found.withheld,
        adjacency=adjacency.to_json(),
        omitted=[OmittedItemForm(item.name, item.reason) for item in found.omitted],
        asked=_asked_form(found, full),
    )


def _bound_form(bound: Bound, full: bool) -> BoundForm:
    alpha, epsilon = _level(bound.level, full)
    waste = _enclosed_form(bound.waste, full)
    shown = WasteForm(delta=waste) if bound.answers == DELTA else WasteForm(epsilon_ratio=waste)
    delta = _promised(bound.delta, full)
    detail = bound.detail or UNSET
    return BoundForm(bound.name, alpha, epsilon, delta, bound.assumptions, shown, detail)


def _asked_form(found: Budget, full: bool) -> AskedForm | UnsetType:
    asked, truth = found.question, found.truth
    if asked.delta is not None:
        delta = exact_form(asked.delta, full=full)
        if not isinstance(truth, LeastLevel):
            return AskedForm(delta=delta, least_alpha=None, least_epsilon=None)
        least = alpha_form(truth.alpha, full=full)
        return AskedForm(delta=delta, least_alpha=least, least_epsilon=truth.epsilon)
    if asked.level is None:
        return UNSET
    exact = delta_form(truth, full=full) if isinstance(truth, Delta) else None
    if asked.level.as_epsilon:
        return AskedForm(epsilon=asked.level.text, exact=exact)
    return AskedForm(alpha=level_form(asked.level, full=full), exact=exact)


def _level(level: Level | None, full: bool) -> tuple[Value, Decimal]:
    if level is None:
        return INFINITY, INFINITY
    return level_form(level, full=full), level.epsilon_decimal()


def _promised(delta: Number | Enclosed, full: bool) -> Promised:
    if isinstance(delta, Enclosed):
        return EnclosedForm(delta.lower, delta.upper) if delta.exact is None else str(delta.exact)
    exact = value_form(delta, full=full)
    if isinstance(exact, OmittedForm) and not isinstance(delta, Quotient):
        return DeltaForm(*decimals(delta), exact)
    return exact


def _enclosed_form(value: Enclosed | None, full: bool) -> DeltaForm | None:
    if value is None:
        return None
    exact = UNSET if value.exact is None else exact_form(value.exact, full=full)
    return DeltaForm(value.lower, value.upper, exact)
