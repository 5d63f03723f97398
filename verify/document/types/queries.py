"""Mechanisms on integer queries: the noisy maximum and the sparse vector technique."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta

from verify import mechanisms
from verify.document.types.base import Build, Builder, ModelForm, Number, given, under
from verify.law.mechanism import Mechanism

__all__ = ["BUILDERS"]

Answers: TypeAlias = Annotated[
    dict[str, Any],
    Meta(extra_json_schema={"additionalProperties": {"$ref": "#/$defs/Answers"}}),
]


class ReportNoisyMaxForm(ModelForm, frozen=True, tag="report_noisy_max"):
    """The index and/or the value of the greatest noisy answer."""

    queries: Answers
    ratio: Number
    sided: Number = UNSET
    output: Literal["index", "value", "both"] = "index"
    ties: Literal["first", "uniform"] = "first"


class SparseVectorForm(ModelForm, frozen=True, tag="sparse_vector"):
    """Which noisy answers are at least the noisy threshold; stops after count of them."""

    queries: Answers
    threshold: Number
    threshold_ratio: Number
    query_ratio: Number
    count: Number = UNSET
    resample: bool = False
    variant: Literal["correct", "no_stop", "release_value"] = "correct"


def _report_noisy_max(form: ReportNoisyMaxForm, place: str, build: Build) -> Mechanism:
    with under(place):
        options = given(sided=form.sided)
        return mechanisms.report_noisy_max(
            form.queries, form.ratio, output=form.output, ties=form.ties, **options
        )


def _sparse_vector(form: SparseVectorForm, place: str, build: Build) -> Mechanism:
    with under(place):
        return mechanisms.sparse_vector(
            form.queries,
            form.threshold,
            form.threshold_ratio,
            form.query_ratio,
            resample=form.resample,
            variant=form.variant,
            **given(count=form.count),
        )


BUILDERS: dict[type[ModelForm], Builder] = {
    ReportNoisyMaxForm: _report_noisy_max,
    SparseVectorForm: _sparse_vector,
}
