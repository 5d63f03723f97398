"""Additive noise on integers."""

from __future__ import annotations

from msgspec import UNSET

from verify.document.types.base import Build, Builder, ModelForm, Number, given, under
from verify.law.mechanism import Mechanism
from verify.mechanisms.discrete_laplace import discrete_laplace

__all__ = ["BUILDERS"]


class DiscreteLaplaceForm(ModelForm, frozen=True, tag="discrete_laplace"):
    """Two-sided geometric noise of ratio e^(−1/scale), infinite support."""

    scale: Number
    low: Number
    high: Number
    sensitivity: Number = UNSET


def _discrete_laplace(form: DiscreteLaplaceForm, place: str, build: Build) -> Mechanism:
    with under(place):
        options = given(sensitivity=form.sensitivity)
        return discrete_laplace(form.scale, form.low, form.high, **options)


BUILDERS: dict[type[ModelForm], Builder] = {DiscreteLaplaceForm: _discrete_laplace}
