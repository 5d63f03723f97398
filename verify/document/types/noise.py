"""Geometric noise on an integer."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from verify import mechanisms
from verify.document.types.base import Build, Builder, ModelForm, Number, given, under
from verify.law.mechanism import Mechanism, require

__all__ = ["BUILDERS"]


class NoiseForm(ModelForm, frozen=True):
    """Noise of ratio r on the integers low to high; sided 1 adds nothing negative."""

    ratio: Number
    low: Number
    high: Number
    sensitivity: Number = UNSET
    sided: Number = UNSET


class GeometricForm(NoiseForm, frozen=True, tag="geometric"):
    """x + Z on all integers, with P(Z = z) falling as ratio^|z|."""


class ClampedGeometricForm(NoiseForm, frozen=True, tag="clamped_geometric"):
    """x + Z clamped to low..high."""


class TruncatedGeometricForm(NoiseForm, frozen=True, tag="truncated_geometric"):
    """x + Z drawn again until it lies in low..high."""


def _noise(name: str) -> Builder:
    def build_noise(form: Any, place: str, build: Build) -> Mechanism:
        with under(place):
            more = given(sensitivity=form.sensitivity, sided=form.sided)
            make = getattr(mechanisms, name)
            return require(make(form.ratio, form.low, form.high, **more))

    return build_noise


class DiscreteLaplaceForm(ModelForm, frozen=True, tag="discrete_laplace"):
    """Two-sided geometric noise of ratio e^(−1/scale), infinite support."""

    scale: Number
    low: Number
    high: Number
    sensitivity: Number = UNSET


def _discrete_laplace(form: DiscreteLaplaceForm, place: str, build: Build) -> Mechanism:
    with under(place):
        options = given(sensitivity=form.sensitivity)
        return mechanisms.discrete_laplace(form.scale, form.low, form.high, **options)


BUILDERS: dict[type[ModelForm], Builder] = {
    GeometricForm: _noise("geometric"),
    ClampedGeometricForm: _noise("clamped_geometric"),
    TruncatedGeometricForm: _noise("truncated_geometric"),
    DiscreteLaplaceForm: _discrete_laplace,
}
