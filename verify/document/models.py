"""The shape of documents: one structure per model type. The JSON Schema is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

__all__ = [
    "FORMS",
    "MODEL_TYPES",
    "PLANNED",
    "ClaimForm",
    "DocumentForm",
    "ModelForm",
    "WeightedForm",
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
LabelMap: TypeAlias = Annotated[dict[str, Any], _reference("LabelMap")]

Weighted: TypeAlias = Annotated[Any, _reference("WeightedForm")]
Claims: TypeAlias = Annotated[Any, _reference("Claims")]

Adversary: TypeAlias = Literal["fixed_pair", "per_round"]


class ModelForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What every model may carry."""

    adjacency: AdjacencyForm = UNSET


class ChannelForm(ModelForm, frozen=True, tag="channel"):
    """A table: one row of exact probabilities per input, summing to 1."""

    inputs: list[LabelForm]
    outputs: list[LabelForm]
    rows: list[list[Number]]
    absent: LabelForm = UNSET


class RandomizedResponseForm(ModelForm, frozen=True, tag="randomized_response"):
    """One bit, told truthfully with probability p = α/(1+α)."""

    p: Number = UNSET
    alpha: Number = UNSET
    epsilon: Epsilon = UNSET


class KRandomizedResponseForm(ModelForm, frozen=True, tag="k_randomized_response"):
    """One of k symbols, told with probability p = α/(α+k−1), else another one uniformly."""

    k: Number
    p: Number = UNSET
    alpha: Number = UNSET
    epsilon: Epsilon = UNSET


class LeakyForm(ModelForm, frozen=True, tag="leaky"):
    """With probability delta the output ["leak", x], otherwise of(x) or "none"."""

    delta: Number
    of: Model | UnsetType = UNSET


class FreshForm(ModelForm, frozen=True, tag="fresh"):
    """Independent releases on the same input: count of one model, or a list of models."""

    of: Model | list[Model]
    count: Number = UNSET
    adversary: Adversary = "fixed_pair"


class CopiesForm(ModelForm, frozen=True, tag="copies"):
    """One draw shown count times."""

    of: Model
    count: Number


class ParallelForm(ModelForm, frozen=True, tag="parallel"):
    """One model per coordinate of the input."""

    of: list[Model]


class SharedForm(ModelForm, frozen=True, tag="shared"):
    """One latent draw v; each output is a table {x: {v: label}}."""

    latent: Distribution
    outputs: list[dict[str, LabelMap]]


class AdaptiveForm(ModelForm, frozen=True, tag="adaptive"):
    """A first model, and for each of its outputs the model asked next, or "stop"."""

    first: Model
    next: dict[str, Next]
    adversary: Adversary = "fixed_pair"


class PostprocessForm(ModelForm, frozen=True, tag="postprocess"):
    """Outputs mapped to outputs, by a map or a random kernel."""

    of: Model
    map: LabelMap | UnsetType = UNSET
    kernel: dict[str, Distribution] | UnsetType = UNSET


class WeightedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A component of a mixture."""

    weight: Number
    mechanism: Model


class MixtureForm(ModelForm, frozen=True, tag="mixture"):
    """A coin that chooses the mechanism; revealed, it is part of the output."""

    of: list[Weighted]
    revealed: bool = False


class ClaimForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A claim of (ε, δ)-differential privacy; exactly one of alpha and epsilon."""

    alpha: Number = UNSET
    epsilon: Epsilon = UNSET
    delta: Number = "0"


class DocumentForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A model document."""

    schema: Literal[1]
    mechanism: Model
    adjacency: AdjacencyForm = UNSET
    claim: Claims = UNSET


FORMS: tuple[type[ModelForm], ...] = (
    ChannelForm,
    RandomizedResponseForm,
    KRandomizedResponseForm,
    LeakyForm,
    FreshForm,
    CopiesForm,
    ParallelForm,
    SharedForm,
    AdaptiveForm,
    PostprocessForm,
    MixtureForm,
)

MODEL_TYPES: dict[str, type[ModelForm]] = {str(form.__struct_config__.tag): form for form in FORMS}

PLANNED = frozenset(
    {
        "geometric",
        "clamped_geometric",
        "truncated_geometric",
        "discrete_laplace",
        "unary_encoding",
        "rappor",
        "exponential",
        "permute_and_flip",
        "report_noisy_max",
        "sparse_vector",
        "thresholded_histogram",
        "poisson_subsample",
        "fixed_size_subsample",
        "shuffle",
        "random_allocation",
        "laplace",
        "gaussian",
        "discrete_gaussian",
        "subsampled_gaussian",
        "shuffled_gaussian",
    }
)
"""Documented types whose capability does not exist yet."""
