"""From model forms to mechanisms, every error under the path of its key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from msgspec import UNSET

from verify.combine.adaptive import STOP, adaptive
from verify.combine.mixture import mixture
from verify.combine.parallel import parallel
from verify.combine.product import copies, fresh
from verify.combine.shared import shared
from verify.combine.transform import postprocess
from verify.document import models
from verify.document.shape import convert
from verify.errors import InputError, NotAvailableError
from verify.law.labels import show
from verify.law.mechanism import Mechanism
from verify.mechanisms.leaky import leaky
from verify.mechanisms.response import k_randomized_response, randomized_response
from verify.mechanisms.table import channel

__all__ = ["build", "under"]


@contextmanager
def under(place: str) -> Iterator[None]:
    """Errors raised inside are seen from outside: their place is prefixed."""
    try:
        yield
    except InputError as error:
        raise error.under(place) from None


def build(node: Any, place: str) -> Mechanism:
    """The mechanism that the model at ``place`` describes."""
    form = convert(node, _form_of(node, place), place)
    mechanism = _BUILDERS[type(form)](form, place)
    if form.adjacency is UNSET:
        return mechanism
    with under(place):
        chosen = mechanism.under(form.adjacency)
        chosen.edges()
    return chosen


def _form_of(node: Any, place: str) -> type[models.ModelForm]:
    names = ", ".join(models.MODEL_TYPES)
    if not isinstance(node, Mapping):
        shown = show(node) if isinstance(node, str) else f"a {type(node).__name__}"
        raise InputError(f"expected a model, got {shown}", at=place, form='{"type": ..., ...}')
    kind = node.get("type")
    if not isinstance(kind, str):
        raise InputError(
            "the type of the model is missing", at=f"{place}.type", form=f"one of {names}"
        )
    if kind in models.PLANNED:
        raise NotAvailableError(
            f"{show(kind)} is not available yet", at=f"{place}.type", form=f"one of {names}"
        )
    if kind not in models.MODEL_TYPES:
        close = get_close_matches(kind, models.MODEL_TYPES, 1, 0.75)
        form = f'"{close[0]}"' if close else f"one of {names}"
        raise InputError(f"unknown type {show(kind)}", at=f"{place}.type", form=form)
    return models.MODEL_TYPES[kind]


def _given(**values: Any) -> dict[str, Any]:
    """The keyword arguments that the document gives."""
    given = {name: value for name, value in values.items() if value is not UNSET}
    for name, value in given.items():
        if value is None:
            raise InputError(
                "null where a value is needed", at=name, form="a value, or leave out the key"
            )
    return given


def _channel(form: models.ChannelForm, place: str) -> Mechanism:
    with under(place):
        return channel(form.inputs, form.outputs, form.rows, **_given(absent=form.absent))


def _randomized_response(form: models.RandomizedResponseForm, place: str) -> Mechanism:
    with under(place):
        return randomized_response(**_given(p=form.p, alpha=form.alpha, epsilon=form.epsilon))


def _k_randomized_response(form: models.KRandomizedResponseForm, place: str) -> Mechanism:
    with under(place):
        given = _given(p=form.p, alpha=form.alpha, epsilon=form.epsilon)
        return k_randomized_response(form.k, **given)


def _leaky(form: models.LeakyForm, place: str) -> Mechanism:
    of = None if form.of is UNSET else build(form.of, f"{place}.of")
    with under(place):
        return leaky(form.delta, of)


def _fresh(form: models.FreshForm, place: str) -> Mechanism:
    _check_adversary(form.adversary, place)
    if isinstance(form.of, list):
        parts = _list(form.of, f"{place}.of")
        with under(place):
            return fresh(parts, **_given(count=form.count))
    of = build(form.of, f"{place}.of")
    with under(place):
        return fresh(of, **_given(count=form.count))


def _copies(form: models.CopiesForm, place: str) -> Mechanism:
    of = build(form.of, f"{place}.of")
    with under(place):
        return copies(of, form.count)


def _parallel(form: models.ParallelForm, place: str) -> Mechanism:
    parts = _list(form.of, f"{place}.of")
    with under(place):
        return parallel(parts)


def _shared(form: models.SharedForm, place: str) -> Mechanism:
    with under(place):
        for i, table in enumerate(form.outputs):
            for x, row in table.items():
                if not isinstance(row, Mapping):
                    raise InputError(
                        "expected an object", at=f"outputs[{i}].{x}", form="{v: label}"
                    )
        return shared(form.latent, form.outputs)


def _adaptive(form: models.AdaptiveForm, place: str) -> Mechanism:
    _check_adversary(form.adversary, place)
    first = build(form.first, f"{place}.first")
    following = {
        y: None if node is None or node == STOP else _next(node, f"{place}.next.{y}")
        for y, node in form.next.items()
    }
    with under(place):
        return adaptive(first, following)


def _next(node: Any, place: str) -> Mechanism:
    if not isinstance(node, Mapping):
        shown = show(node) if isinstance(node, str) else f"a {type(node).__name__}"
        raise InputError(f"expected a model, got {shown}", at=place, form='a model or "stop"')
    return build(node, place)


def _postprocess(form: models.PostprocessForm, place: str) -> Mechanism:
    of = build(form.of, f"{place}.of")
    with under(place):
        return postprocess(of, **_given(map=form.map, kernel=form.kernel))


def _mixture(form: models.MixtureForm, place: str) -> Mechanism:
    parts = []
    for i, node in enumerate(form.of):
        item = convert(node, models.WeightedForm, f"{place}.of[{i}]")
        parts.append((item.weight, build(item.mechanism, f"{place}.of[{i}].mechanism")))
    with under(place):
        return mixture(parts, revealed=form.revealed)


def _list(nodes: list[Any], place: str) -> list[Mechanism]:
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


def _check_adversary(adversary: str, place: str) -> None:
    if adversary == "per_round":
        problem = '"per_round" is not available yet'
        raise NotAvailableError(problem, at=f"{place}.adversary", form='"fixed_pair"')


_BUILDERS: dict[type[models.ModelForm], Callable[[Any, str], Mechanism]] = {
    models.ChannelForm: _channel,
    models.RandomizedResponseForm: _randomized_response,
    models.KRandomizedResponseForm: _k_randomized_response,
    models.LeakyForm: _leaky,
    models.FreshForm: _fresh,
    models.CopiesForm: _copies,
    models.ParallelForm: _parallel,
    models.SharedForm: _shared,
    models.AdaptiveForm: _adaptive,
    models.PostprocessForm: _postprocess,
    models.MixtureForm: _mixture,
}
