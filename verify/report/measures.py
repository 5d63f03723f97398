"""The answer of ``verify measures``: what the laws of a mechanism say beside (ε, δ)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from gmpy2 import mpq
from msgspec import UNSET, Struct, UnsetType

from verify.claim.measured import Value as Measure
from verify.errors import InputError
from verify.exact.quotient import Number
from verify.exact.rational import Exact as ExactNumber
from verify.law.labels import key_text
from verify.law.mechanism import Mechanism
from verify.measures import (
    Domination,
    bayes_capacity,
    bounded_range,
    dominates,
    membership_advantage,
    reconstruction,
    renyi,
    zcdp,
)
from verify.measures.leakage import MinEntropyLeakage, read_prior
from verify.report.forms import Adjacency, DeltaForm, Exact, Value
from verify.report.layout import facts, under
from verify.report.measured import ValueForm, measure_value_form, value_words
from verify.report.values import delta_form, exact_form, value_form
from verify.report.words import delta_words, exact_words

__all__ = ["DominationForm", "MeasuresForm", "ReconstructionForm", "RenyiForm", "measures_form"]

ORDERS = (2, 3, 4)
"""Rényi orders that are shown unasked"""

Answer = TypeVar("Answer")


class RenyiForm(Struct, frozen=True):
    """The greatest Rényi divergence of one order: ln(moment)/(order − 1)."""

    order: int
    moment: Value
    value: ValueForm


class ReconstructionForm(Struct, frozen=True):
    """The best attacker's chance to name the input, with the output and without it."""

    prior: dict[str, Exact]
    success: Value
    blind: Exact


class DominationForm(Struct, frozen=True):
    """Whether δ* is at least that of another model at every α >= 1; else where it is not."""

    holds: bool
    alpha: Value | UnsetType = UNSET
    delta: DeltaForm | UnsetType = UNSET
    other: DeltaForm | UnsetType = UNSET


class MeasuresForm(Struct, frozen=True):
    """The answer of ``verify measures``; a measure that is not known is null, with the reason."""

    adjacency: Adjacency
    membership_advantage: Value | None
    renyi: list[RenyiForm]
    zcdp: ValueForm | None
    bounded_range: ValueForm | None
    bayes_capacity: Value | None
    min_entropy_leakage: ValueForm | None
    reconstruction: ReconstructionForm | None
    reasons: dict[str, str]
    dominates: DominationForm | UnsetType = UNSET


def measures_form(
    mechanism: Mechanism,
    *,
    orders: Sequence[ExactNumber] = ORDERS,
    prior: Mapping[str, Any] | None = None,
    other: Mechanism | None = None,
    full: bool = False,
) -> MeasuresForm:
    """All measures of a mechanism under its adjacency."""
    reasons: dict[str, str] = {}
    weights = read_prior(mechanism, prior)

    def known(name: str, ask: Callable[[], Answer]) -> Answer | None:
        try:
            return ask()
        except InputError as error:
            reasons[name] = error.problem
            return None

    def number(name: str, ask: Callable[[], Number]) -> Any:
        found = known(name, ask)
        return None if found is None else value_form(found, full=full)

    def value(name: str, ask: Callable[[], Measure]) -> ValueForm | None:
        return known(name, lambda: measure_value_form(ask(), full))

    divergences = known("renyi", lambda: [_renyi_form(mechanism, n, full) for n in orders])
    capacity = known("bayes_capacity", lambda: bayes_capacity(mechanism))
    return MeasuresForm(
        adjacency=mechanism.adjacency.to_json(),
        membership_advantage=number(
            "membership_advantage", lambda: membership_advantage(mechanism)
        ),
        renyi=divergences or [],
        zcdp=value("zcdp", lambda: zcdp(mechanism).value),
        bounded_range=value("bounded_range", lambda: bounded_range(mechanism).value),
        bayes_capacity=None if capacity is None else value_form(capacity, full=full),
        min_entropy_leakage=None if capacity is None else _leakage_form(capacity),
        reconstruction=known(
            "reconstruction", lambda: _reconstruction_form(mechanism, weights, prior, full)
        ),
        reasons=reasons,
        dominates=UNSET if other is None else _domination_form(dominates(mechanism, other), full),
    )


def measures_text(answer: MeasuresForm) -> str:
    """The measures side by side."""
    rows = [("membership advantage", _words(answer.membership_advantage))]
    rows += [(f"Rényi divergence D_{item.order}", _renyi_words(item)) for item in answer.renyi]
    rows.append(("zCDP, least ρ", _value(answer.zcdp)))
    rows.append(("bounded range, least η", _value(answer.bounded_range)))
    rows.append(("Bayes capacity", _words(answer.bayes_capacity)))
    leakage = answer.min_entropy_leakage
    rows.append(("min-entropy leakage", _bits(leakage)))
    if answer.reconstruction is not None:
        found = answer.reconstruction
        success, blind = exact_words(found.success), exact_words(found.blind)
        rows.append(("reconstruction", f"{success}, against {blind} without the output"))
    rows += [(f"{name}: unknown", reason) for name, reason in answer.reasons.items()]
    if isinstance(answer.dominates, DominationForm):
        rows.append(("dominates the other model", _domination_words(answer.dominates)))
    return f"{under('measures', answer.adjacency)}\n{facts(*rows)}"


def _renyi_form(mechanism: Mechanism, order: ExactNumber, full: bool) -> RenyiForm:
    found = renyi(mechanism, order)
    moment = value_form(found.moment, full=full)
    return RenyiForm(found.order, moment, measure_value_form(found.value, full))


def _leakage_form(capacity: Number) -> ValueForm:
    found = MinEntropyLeakage(capacity)
    return ValueForm(found.lower(), found.upper())


def _reconstruction_form(
    mechanism: Mechanism, weights: list[mpq], prior: Mapping[str, Any] | None, full: bool
) -> ReconstructionForm:
    names = [key_text(x) for x in mechanism.inputs]
    shares = [exact_form(w, full=full) for w in weights]
    success = reconstruction(mechanism, prior)
    return ReconstructionForm(
        dict(zip(names, shares, strict=True)),
        value_form(success, full=full),
        exact_form(max(weights), full=full),
    )


def _domination_form(found: Domination, full: bool) -> DominationForm:
    if found.holds or found.first is None or found.second is None:
        return DominationForm(found.holds)
    first, second = delta_form(found.first, full=full), delta_form(found.second, full=full)
    return DominationForm(False, value_form(found.alpha, full=full), first, second)


def _domination_words(found: DominationForm) -> str:
    if found.holds or not isinstance(found.delta, DeltaForm):
        return "yes, at every α"
    assert isinstance(found.other, DeltaForm)
    alpha = "" if isinstance(found.alpha, UnsetType) else exact_words(found.alpha)
    return f"no: at α = {alpha} δ* is {delta_words(found.delta)} < {delta_words(found.other)}"


def _renyi_words(item: RenyiForm) -> str:
    moment = exact_words(item.moment)
    if moment == "inf":
        return moment
    if moment == "1":
        return "0"
    share = "" if item.order == 2 else f"/{item.order - 1}"
    return f"ln({moment}){share}, {value_words(item.value)}"


def _bits(leakage: ValueForm | None) -> str:
    if leakage is None:
        return "unknown"
    return "0" if leakage.upper == "0" else f"{value_words(leakage)} bits"


def _words(value: Any) -> str:
    return "unknown" if value is None else exact_words(value)


def _value(value: ValueForm | None) -> str:
    return "unknown" if value is None else value_words(value)
