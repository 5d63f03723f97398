"""Histograms."""

from __future__ import annotations

from verify import mechanisms
from verify.document.types.base import Build, Builder, ModelForm, Number, NumberTable, under
from verify.law.mechanism import Mechanism

__all__ = ["BUILDERS"]


class ThresholdedHistogramForm(ModelForm, frozen=True, tag="thresholded_histogram"):
    """Keys with a positive count get noise of a ratio, and are shown from a threshold on."""

    counts: NumberTable
    ratio: Number
    threshold: Number


def _thresholded_histogram(form: ThresholdedHistogramForm, place: str, build: Build) -> Mechanism:
    with under(place):
        return mechanisms.thresholded_histogram(form.counts, form.ratio, form.threshold)


BUILDERS: dict[type[ModelForm], Builder] = {ThresholdedHistogramForm: _thresholded_histogram}
