"""Model types that are written out or show what δ can mean."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from verify import mechanisms
from verify.document.types.base import (
    Build,
    Builder,
    LabelForm,
    Model,
    ModelForm,
    Number,
    given,
    under,
)
from verify.law.mechanism import Mechanism

__all__ = ["BUILDERS"]


class ChannelForm(ModelForm, frozen=True, tag="channel"):
    """A table: one row of exact probabilities per input, summing to 1."""

    inputs: list[LabelForm]
    outputs: list[LabelForm]
    rows: list[list[Number]]
    absent: LabelForm = UNSET


class LeakyForm(ModelForm, frozen=True, tag="leaky"):
    """With probability delta the output ["leak", x], otherwise of(x) or "none"."""

    delta: Number
    of: Model | UnsetType = UNSET


def _channel(form: ChannelForm, place: str, build: Build) -> Mechanism:
    with under(place):
        return mechanisms.channel(form.inputs, form.outputs, form.rows, **given(absent=form.absent))


def _leaky(form: LeakyForm, place: str, build: Build) -> Mechanism:
    of = None if form.of is UNSET else build(form.of, f"{place}.of")
    with under(place):
        return mechanisms.leaky(form.delta, of)


BUILDERS: dict[type[ModelForm], Builder] = {
    ChannelForm: _channel,
    LeakyForm: _leaky,
}
