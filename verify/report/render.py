"""Answers as text, each by the module that knows its form; only that module is loaded."""

from __future__ import annotations

from importlib import import_module

from msgspec import Struct

from verify.report.forms import CertifyListForm

__all__ = ["render"]

_WRITERS = {
    "BudgetForm": ("text", "budget_text"),
    "CertifyForm": ("text", "certify_text"),
    "EpsilonForm": ("text", "epsilon_text"),
    "MeasureForm": ("measured_text", "measure_text"),
    "MeasuresForm": ("measures", "measures_text"),
    "ProfileForm": ("text", "profile_text"),
}


def render(answer: Struct) -> str:
    """The text of an answer, laid out as `verify.report.layout` is told to."""
    if isinstance(answer, CertifyListForm):
        return "\n\n".join(render(item) for item in answer.results)
    module, name = _WRITERS[type(answer).__name__]
    text: str = getattr(import_module(f"verify.report.{module}"), name)(answer)
    return text
