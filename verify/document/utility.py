"""The key ``utility`` of a document: its shape, its schema, and how it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct

from verify.document.shape import convert
from verify.document.types.base import given, under
from verify.law.mechanism import Mechanism

if TYPE_CHECKING:
    from verify.utility.question import Question

__all__ = ["Asked", "UtilityForm", "read_utility", "utility_defs"]

Asked: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "#/$defs/Utility"})]


class UtilityForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The error that is asked for, what is right at an input, and groups of inputs."""

    error: Any
    target: Any = UNSET
    groups: Any = UNSET


def read_utility(node: Any, mechanism: Mechanism) -> Question:
    """The question that the key ``utility`` of a document asks about its mechanism."""
    from verify.utility.expected import ask  # few documents ask for it

    form = convert(node, UtilityForm, "utility")
    with under("utility"):
        return ask(mechanism, form.error, **given(target=form.target, groups=form.groups))


def utility_defs() -> dict[str, Any]:
    """The schema of the key ``utility``."""
    from verify.utility.question import ERRORS

    return {
        "Utility": {
            "description": "which expected error is asked for, and for whom",
            "type": "object",
            "properties": {
                "error": {
                    "description": "a named error, or losses {input: {output: number}}",
                    "anyOf": [
                        {"enum": list(ERRORS)},
                        {
                            "type": "object",
                            "additionalProperties": {
                                "type": "object",
                                "additionalProperties": {"$ref": "#/$defs/Number"},
                            },
                        },
                    ],
                },
                "target": {
                    "description": "what is right at an input, where it is not the input itself",
                    "$ref": "#/$defs/LabelMap",
                },
                "groups": {
                    "description": "inputs by name of group, alike or with weights",
                    "type": "object",
                    "minProperties": 1,
                    "additionalProperties": {
                        "anyOf": [
                            {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Label"}},
                            {
                                "type": "object",
                                "minProperties": 1,
                                "additionalProperties": {"$ref": "#/$defs/Number"},
                            },
                        ]
                    },
                },
            },
            "required": ["error"],
            "additionalProperties": False,
        }
    }
