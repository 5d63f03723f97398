"""Private selection."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from verify import mechanisms
from verify.document.types.base import Build, Builder, ModelForm, Number, NumberTable, given, under
from verify.law.mechanism import Mechanism

__all__ = ["BUILDERS"]


class ExponentialForm(ModelForm, frozen=True, tag="exponential"):
    """Output o with probability proportional to its weight, or to base^score."""

    weights: NumberTable | UnsetType = UNSET
    scores: NumberTable | UnsetType = UNSET
    base: Number = UNSET


class PermuteAndFlipForm(ModelForm, frozen=True, tag="permute_and_flip"):
    """In random order, accept with probability base^(score − greatest score)."""

    scores: NumberTable
    base: Number


def _exponential(form: ExponentialForm, place: str, build: Build) -> Mechanism:
    with under(place):
        return mechanisms.exponential(
            **given(weights=form.weights, scores=form.scores, base=form.base)
        )


def _permute_and_flip(form: PermuteAndFlipForm, place: str, build: Build) -> Mechanism:
    with under(place):
        return mechanisms.permute_and_flip(form.scores, form.base)


BUILDERS: dict[type[ModelForm], Builder] = {
    ExponentialForm: _exponential,
    PermuteAndFlipForm: _permute_and_flip,
}
