"""The published JSON Schemas of what commands print."""

from __future__ import annotations

from typing import Any

import msgspec

from verify.document.schema import SHARED, closed
from verify.report import forms
from verify.report.audit import AuditForm
from verify.report.budget import BudgetForm
from verify.report.counterexamples import CounterexampleForm, GalleryForm
from verify.report.gate import GateForm
from verify.report.measured import MeasureClaimForm, MeasureForm
from verify.report.measures import MeasuresForm
from verify.report.search import RulesForm, SearchForm
from verify.report.sweep import SweepForm

__all__ = ["OUTPUTS", "output_schema"]

OUTPUTS: dict[str, list[type[msgspec.Struct]]] = {
    "certify": [forms.CertifyForm, forms.CertifyListForm, MeasureForm],
    "profile": [forms.ProfileForm],
    "epsilon": [forms.EpsilonForm],
    "budget": [BudgetForm],
    "measures": [MeasuresForm],
    "sweep": [SweepForm],
    "audit": [AuditForm],
    "gate": [GateForm],
    "counterexamples": [GalleryForm, CounterexampleForm, SearchForm, RulesForm],
}

_NAMED: dict[str, list[type[msgspec.Struct]]] = {
    "sweep": [forms.ClaimForm, MeasureClaimForm],
    "counterexamples": [forms.CertifyForm, MeasureForm],
}
"""Forms that an answer refers to by name only"""

_EVENT = {
    "description": "the outputs with P > αQ: listed, counted or by a statistic, and in words",
    "type": "object",
    "properties": {
        "outputs": {"type": "array", "items": {"$ref": "#/$defs/Label"}},
        "counts": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
        },
        "statistic": {"type": "string"},
        "at_most": {"type": "integer"},
        "at_least": {"type": "integer"},
        "above": {"type": "string"},
        "text": {"type": "string"},
    },
    "required": ["text"],
    "oneOf": [{"required": ["outputs"]}, {"required": ["counts"]}, {"required": ["statistic"]}],
    "additionalProperties": False,
}


def output_schema(command: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints with ``--format json``."""
    answers = OUTPUTS[command]
    values = [forms.OmittedForm, forms.EnclosedForm]  # which the schema of `Value` refers to
    named = [*values, *_NAMED.get(command, [])]
    found, components = msgspec.json.schema_components([*answers, *named])
    roots = list(found)[: len(answers)]
    shape = {"anyOf": roots} if len(roots) > 1 else roots[0]
    definitions = dict(components) | SHARED | {"Event": _EVENT}
    return closed({"title": f"The output of verify {command}", **shape}, definitions)
