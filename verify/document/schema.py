"""The published JSON Schema of model documents."""

from __future__ import annotations

from typing import Any

import msgspec

from verify.document.models import DocumentForm
from verify.document.types import FORMS, MODEL_TYPES
from verify.document.types.combining import WeightedForm
from verify.document.utility import utility_defs
from verify.law.adjacency import SYMBOLIC

__all__ = ["SHARED", "closed", "document_schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

NUMBER_TEXT = r"^[+-]?[0-9]+(/[0-9]+|(\.[0-9]+)?(%|[eE][+-]?[0-9]+)?)$"

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

SHARED: dict[str, Any] = {"Number": _NUMBER, "Label": _LABEL, "Adjacency": _ADJACENCY}
"""Definitions that documents and outputs have in common."""


def _claim(required: dict[str, str], optional: dict[str, str] | None = None) -> dict[str, Any]:
    """The keys of one kind of claim."""
    keys = required | (optional or {})
    return {
        "type": "object",
        "properties": {key: {"$ref": f"#/$defs/{name}"} for key, name in keys.items()},
        "required": list(required),
        "additionalProperties": False,
    }


_DOCUMENT_DEFS: dict[str, Any] = {
    "Epsilon": {
        "description": "ε as an exact number, or in the language of rationals and ln",
        "type": ["integer", "string"],
    },
    "Distribution": {
        "description": "labels with weights that sum to exactly 1",
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/Number"},
    },
    "Answers": {
        "description": "the integer answers of the queries",
        "type": "array",
        "minItems": 1,
        "items": {"$ref": "#/$defs/Number"},
    },
    "NumberMap": {
        "description": "labels with exact numbers",
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/Number"},
    },
    "NumberTable": {
        "description": "a number for every input and label",
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/NumberMap"},
    },
    "LabelMap": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Label"}},
    "Claims": {
        "anyOf": [
            {"$ref": "#/$defs/Claim"},
            {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Claim"}},
        ]
    },
    "Claim": {
        "description": "what is claimed: (α or ε, δ), ρ, a Rényi order and its ε, or η",
        "oneOf": [
            _claim({"alpha": "Number"}, {"delta": "Number"}),
            _claim({"epsilon": "Epsilon"}, {"delta": "Number"}),
            _claim({"rho": "Number"}),
            _claim({"order": "Number", "epsilon": "Epsilon"}),
            _claim({"eta": "Epsilon"}),
        ],
    },
    "Next": {
        "description": 'the model asked next; "stop" or null ends the interaction',
        "anyOf": [{"const": "stop"}, {"type": "null"}, {"$ref": "#/$defs/Model"}],
    },
}


def document_schema() -> dict[str, Any]:
    """The JSON Schema of model documents."""
    forms = [DocumentForm, WeightedForm, *FORMS]
    roots, components = msgspec.json.schema_components(forms)
    definitions = dict(components) | {"Model": _model()} | SHARED | _DOCUMENT_DEFS | utility_defs()
    return closed({"title": "A model document of verify", **roots[0]}, definitions)


def _model() -> dict[str, Any]:
    """The form that a model's type names: by cases, so that a validator can say what is wrong."""
    cases = [
        {
            "if": {"properties": {"type": {"const": name}}, "required": ["type"]},
            "then": {"$ref": f"#/$defs/{form.__name__}"},
        }
        for name, form in MODEL_TYPES.items()
    ]
    return {
        "description": "a mechanism",
        "type": "object",
        "properties": {"type": {"enum": list(MODEL_TYPES)}},
        "required": ["type"],
        "allOf": cases,
    }


def closed(root: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """A schema with its definitions."""
    return {"$schema": DIALECT, **root, "$defs": dict(sorted(definitions.items()))}
