"""How releases meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from verify import combinators
from verify.document.shape import convert
from verify.document.types.base import (
    Adversary,
    Build,
    Builder,
    Distribution,
    LabelMap,
    Model,
    ModelForm,
    Next,
    Number,
    Weighted,
    given,
    under,
)
from verify.errors import InputError
from verify.law.labels import show
from verify.law.mechanism import Mechanism

__all__ = ["BUILDERS"]


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


def _fresh(form: FreshForm, place: str, build: Build) -> Mechanism:
    of: Mechanism | list[Mechanism]
    if isinstance(form.of, list):
        of = _list(form.of, f"{place}.of", build)
    else:
        of = build(form.of, f"{place}.of")
    with under(place):
        return _against(form.adversary, combinators.fresh(of, **given(count=form.count)))


def _copies(form: CopiesForm, place: str, build: Build) -> Mechanism:
    of = build(form.of, f"{place}.of")
    with under(place):
        return combinators.copies(of, form.count)


def _parallel(form: ParallelForm, place: str, build: Build) -> Mechanism:
    parts = _list(form.of, f"{place}.of", build)
    with under(place):
        return combinators.parallel(parts)


def _shared(form: SharedForm, place: str, build: Build) -> Mechanism:
    with under(place):
        for i, table in enumerate(form.outputs):
            for x, row in table.items():
                if not isinstance(row, Mapping):
                    raise InputError(
                        "expected an object", at=f"outputs[{i}].{x}", form="{v: label}"
                    )
        return combinators.shared(form.latent, form.outputs)


def _adaptive(form: AdaptiveForm, place: str, build: Build) -> Mechanism:
    from verify.combine.adaptive import STOP  # few documents branch

    first = build(form.first, f"{place}.first")
    following = {
        y: None if node is None or node == STOP else _next(node, f"{place}.next.{y}", build)
        for y, node in form.next.items()
    }
    with under(place):
        return _against(form.adversary, combinators.adaptive(first, following))


def _next(node: Any, place: str, build: Build) -> Mechanism:
    if not isinstance(node, Mapping):
        shown = show(node) if isinstance(node, str) else f"a {type(node).__name__}"
        raise InputError(f"expected a model, got {shown}", at=place, form='a model or "stop"')
    return build(node, place)


def _postprocess(form: PostprocessForm, place: str, build: Build) -> Mechanism:
    of = build(form.of, f"{place}.of")
    with under(place):
        return combinators.postprocess(of, **given(map=form.map, kernel=form.kernel))


def _mixture(form: MixtureForm, place: str, build: Build) -> Mechanism:
    parts = []
    for i, node in enumerate(form.of):
        item = convert(node, WeightedForm, f"{place}.of[{i}]")
        parts.append((item.weight, build(item.mechanism, f"{place}.of[{i}].mechanism")))
    with under(place):
        return combinators.mixture(parts, revealed=form.revealed)


def _list(nodes: list[Any], place: str, build: Build) -> list[Mechanism]:
    """The models of a list; equal ones are built once."""
    known: list[tuple[Any, Mechanism]] = []
    parts: list[Mechanism] = []
    for i, node in enumerate(nodes):
        found = next((part for other, part in known[-1:] if other == node), None)
        if found is None:
            found = build(node, f"{place}[{i}]")
            known.append((node, found))
        parts.append(found)
    return parts


def _against(adversary: Adversary, releases: Mechanism) -> Mechanism:
    """Releases against an adversary who keeps to one pair of inputs, or does not."""
    return combinators.per_round(releases) if adversary == "per_round" else releases


BUILDERS: dict[type[ModelForm], Builder] = {
    FreshForm: _fresh,
    CopiesForm: _copies,
    ParallelForm: _parallel,
    SharedForm: _shared,
    AdaptiveForm: _adaptive,
    PostprocessForm: _postprocess,
    MixtureForm: _mixture,
}
