"""From model forms to mechanisms, every error under the path of its key."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import UNSET

from verify.document.shape import convert
from verify.document.types import BUILDERS, MODEL_TYPES, PLANNED
from verify.document.types.base import ModelForm, under
from verify.errors import InputError, NotAvailableError
from verify.law.labels import show
from verify.law.mechanism import Mechanism

__all__ = ["build"]


def build(node: Any, place: str) -> Mechanism:
    """The mechanism that the model at ``place`` describes."""
    form = convert(node, _form_of(node, place), place)
    mechanism = BUILDERS[type(form)](form, place, build)
    if form.adjacency is UNSET:
        return mechanism
    with under(place):
        chosen = mechanism.under(form.adjacency)
        chosen.edges()
    return chosen


def _form_of(node: Any, place: str) -> type[ModelForm]:
    names = ", ".join(MODEL_TYPES)
    if not isinstance(node, Mapping):
        shown = show(node) if isinstance(node, str) else f"a {type(node).__name__}"
        raise InputError(f"expected a model, got {shown}", at=place, form='{"type": ..., ...}')
    kind = node.get("type")
    if not isinstance(kind, str):
        raise InputError(
            "the type of the model is missing", at=f"{place}.type", form=f"one of {names}"
        )
    if kind in PLANNED:
        raise NotAvailableError(
            f"{show(kind)} is not available yet", at=f"{place}.type", form=f"one of {names}"
        )
    if kind not in MODEL_TYPES:
        close = get_close_matches(kind, MODEL_TYPES, 1, 0.75)
        form = f'"{close[0]}"' if close else f"one of {names}"
        raise InputError(f"unknown type {show(kind)}", at=f"{place}.type", form=form)
    return MODEL_TYPES[kind]
