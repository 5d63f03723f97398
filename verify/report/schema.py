"""The published JSON Schemas: of documents, and of every command's output."""

from __future__ import annotations

from typing import Any

import msgspec

from verify.document.models import FORMS, DocumentForm
from verify.law.adjacency import SYMBOLIC
from verify.report import forms

__all__ = ["OUTPUTS", "document_schema", "output_schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

NUMBER_TEXT = r"^[+-]?[0-9]+(/[0-9]+|(\.[0-9]+)?(%|[eE][+-]?[0-9]+)?)$"

OUTPUTS: dict[str, list[type[msgspec.Struct]]] = {
    "certify": [forms.CertifyForm, forms.CertifyListForm],
    "profile": [forms.ProfileForm],
    "epsilon": [forms.EpsilonForm],
    "budget": [forms.BudgetForm],
}

_LABEL = {
    "description": "text, or an array of labels",
    "anyOf": [
        {"type": ["string", "integer"]},
        {"type": "array", "items": {"$ref": "#/$defs/Label"}},
    ],
}

_ADJACENCY = {
    "description": "who is a neighbour of whom",
    "oneOf": [
        {"enum": list(SYMBOLIC)},
        {
            "type": "object",
            "properties": {"within": {"$ref": "#/$defs/Number"}},
            "required": ["within"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "pairs": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "array",
                        "items": {"$ref": "#/$defs/Label"},
                        "minItems": 2,
                        "maxItems": 2,
                    },
                }
            },
            "required": ["pairs"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "group": {
                    "type": "object",
                    "properties": {
                        "of": {"$ref": "#/$defs/Adjacency"},
                        "distance": {"$ref": "#/$defs/Number"},
                    },
                    "required": ["of", "distance"],
                    "additionalProperties": False,
                }
            },
            "required": ["group"],
            "additionalProperties": False,
        },
    ],
}

_NUMBER = {
    "description": "an integer, or exact text such as 3/8, 0.375, 1e-5, 37.5%; no floats",
    "anyOf": [{"type": "integer"}, {"type": "string", "pattern": NUMBER_TEXT}],
}

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

_DOCUMENT_DEFS: dict[str, Any] = {
    "Number": _NUMBER,
    "Label": _LABEL,
    "Adjacency": _ADJACENCY,
    "Epsilon": {
        "description": "ε as an exact number, or in the language of rationals and ln",
        "type": ["integer", "string"],
    },
    "Distribution": {
        "description": "labels with weights that sum to exactly 1",
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/Number"},
    },
    "LabelMap": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Label"}},
    "Next": {
        "description": 'the model asked next; "stop" or null ends the interaction',
        "anyOf": [{"const": "stop"}, {"type": "null"}, {"$ref": "#/$defs/Model"}],
    },
}


def document_schema() -> dict[str, Any]:
    """The JSON Schema of model documents."""
    roots, components = msgspec.json.schema_components([DocumentForm, *FORMS])
    definitions = dict(components)
    definitions["Model"] = {
        "description": "a mechanism",
        "oneOf": list(roots[1:]),
        "discriminator": {"propertyName": "type"},
    }
    return _closed(
        {"title": "A model document of verify", **roots[0]}, definitions | _DOCUMENT_DEFS
    )


def output_schema(command: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints with ``--format json``."""
    roots, components = msgspec.json.schema_components(OUTPUTS[command])
    shape = {"anyOf": list(roots)} if len(roots) > 1 else roots[0]
    extra = {"Number": _NUMBER, "Label": _LABEL, "Adjacency": _ADJACENCY, "Event": _EVENT}
    return _closed({"title": f"The output of verify {command}", **shape}, dict(components) | extra)


def _closed(root: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": DIALECT, **root, "$defs": dict(sorted(definitions.items()))}
