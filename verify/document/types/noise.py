"""Geometric noise on an integer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from verify.document.types.base import Build, Builder, ModelForm, Number, given, under
from verify.law.mechanism import Mechanism
from verify.mechanisms.geometric import clamped_geometric, geometric, truncated_geometric

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


def _builder(make: Callable[..., Mechanism]) -> Builder:
    def build_noise(form: Any, place: str, build: Build) -> Mechanism:
        with under(place):
            more = given(sensitivity=form.sensitivity, sided=form.sided)
            return make(form.ratio, form.low, form.high, **more)

    return build_noise


BUILDERS: dict[type[ModelForm], Builder] = {
    GeometricForm: _builder(geometric),
    ClampedGeometricForm: _builder(clamped_geometric),
    TruncatedGeometricForm: _builder(truncated_geometric),
}
