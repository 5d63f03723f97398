"""What the forms of all model types have in common, and how their builders read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct

from verify.errors import InputError
from verify.law.mechanism import Mechanism

__all__ = [
    "AdjacencyForm",
    "Adversary",
    "Build",
    "Builder",
    "Claims",
    "Distribution",
    "Epsilon",
    "LabelForm",
    "LabelMap",
    "Model",
    "ModelForm",
    "Next",
    "Number",
    "NumberTable",
    "Weighted",
    "given",
    "under",
]


def _reference(name: str) -> Meta:
    """A value that is read by our own exact readers and described by a named schema."""
    return Meta(extra_json_schema={"$ref": f"#/$defs/{name}"})


Number: TypeAlias = Annotated[Any, _reference("Number")]
Epsilon: TypeAlias = Annotated[Any, _reference("Epsilon")]
LabelForm: TypeAlias = Annotated[Any, _reference("Label")]
AdjacencyForm: TypeAlias = Annotated[Any, _reference("Adjacency")]
Model: TypeAlias = Annotated[dict[str, Any], _reference("Model")]
Next: TypeAlias = Annotated[Any, _reference("Next")]
Distribution: TypeAlias = Annotated[dict[str, Any], _reference("Distribution")]
NumberTable: TypeAlias = Annotated[dict[str, Any], _reference("NumberTable")]
LabelMap: TypeAlias = Annotated[dict[str, Any], _reference("LabelMap")]
Weighted: TypeAlias = Annotated[Any, _reference("WeightedForm")]
Claims: TypeAlias = Annotated[Any, _reference("Claims")]

Adversary: TypeAlias = Literal["fixed_pair", "per_round"]


class ModelForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What every model may carry."""

    adjacency: AdjacencyForm = UNSET


Build: TypeAlias = Callable[[Any, str], Mechanism]
"""Makes the mechanism of a nested model at a place"""

Builder: TypeAlias = Callable[[Any, str, Build], Mechanism]
"""Makes the mechanism of a form at a place; nested models are made by the third argument"""


@contextmanager
def under(place: str) -> Iterator[None]:
    """Errors raised inside are seen from outside: their place is prefixed."""
    try:
        yield
    except InputError as error:
        raise error.under(place) from None


def given(**values: Any) -> dict[str, Any]:
    """The keyword arguments that the document gives."""
    found = {name: value for name, value in values.items() if value is not UNSET}
    for name, value in found.items():
        if value is None:
            raise InputError(
                "null where a value is needed", at=name, form="a value, or leave out the key"
            )
    return found
