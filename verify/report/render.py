"""Answers as text, each by the module that knows its form; only that module is loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct

from verify.report.forms import CertifyListForm, UtilityForm

if TYPE_CHECKING:
    from verify.report.sweep import SweepAnswer

__all__ = ["render"]

_WRITERS = {
    "AuditForm": ("audit", "audit_text"),
    "BudgetForm": ("budget_text", "budget_text"),
    "CertifyForm": ("text", "certify_text"),
    "CounterexampleForm": ("counterexamples", "counterexample_text"),
    "EpsilonForm": ("text", "epsilon_text"),
    "GalleryForm": ("counterexamples", "gallery_text"),
    "MeasureForm": ("measured_text", "measure_text"),
    "MeasuresForm": ("measures", "measures_text"),
    "ProfileForm": ("text", "profile_text"),
    "RulesForm": ("search", "rules_text"),
    "SearchForm": ("search", "search_text"),
    "SweepAnswer": ("tables", "sweep_text"),
}


def render(answer: Struct | SweepAnswer) -> str:
    """The text of an answer, laid out as `verify.report.layout` is told to."""
    utility = getattr(answer, "utility", None)
    if not isinstance(utility, UtilityForm):
        return _render(answer)
    from verify.report.utility import utility_text

    return f"{_render(answer)}\n\n{utility_text(utility)}"


def _render(answer: Struct | SweepAnswer) -> str:
    if isinstance(answer, CertifyListForm):
        return "\n\n".join(render(item) for item in answer.results)
    module, name = _WRITERS[type(answer).__name__]
    text: str = getattr(import_module(f"verify.report.{module}"), name)(answer)
    return text
