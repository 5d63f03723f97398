"""Randomized response: of symbols, and of bits."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from verify import mechanisms
from verify.document.types.base import Build, Builder, Epsilon, ModelForm, Number, given, under
from verify.law.mechanism import Mechanism

__all__ = ["BUILDERS"]


class RandomizedResponseForm(ModelForm, frozen=True, tag="randomized_response"):
    """One bit, told truthfully with probability p = α/(1+α)."""

    p: Number = UNSET
    alpha: Number = UNSET
    epsilon: Epsilon = UNSET


class KRandomizedResponseForm(ModelForm, frozen=True, tag="k_randomized_response"):
    """One of k symbols, told with probability p = α/(α+k−1), else another one uniformly."""

    k: Number
    p: Number = UNSET
    alpha: Number = UNSET
    epsilon: Epsilon = UNSET


class UnaryEncodingForm(ModelForm, frozen=True, tag="unary_encoding"):
    """One of k symbols as k bits, each reported 1 with probability p if it is 1, else q."""

    k: Number
    p: Number = UNSET
    q: Number = UNSET
    alpha: Number = UNSET
    epsilon: Epsilon = UNSET
    variant: Literal["symmetric", "optimised"] | UnsetType = UNSET


class RapporForm(ModelForm, frozen=True, tag="rappor"):
    """Bloom filters with a permanent response f and reports of 1 with p for a 0, q for a 1."""

    bits: Number
    hashes: Number
    f: Number
    p: Number = UNSET
    q: Number = UNSET
    differing: Number = UNSET


def _randomized_response(form: RandomizedResponseForm, place: str, build: Build) -> Mechanism:
    with under(place):
        return mechanisms.randomized_response(
            **given(p=form.p, alpha=form.alpha, epsilon=form.epsilon)
        )


def _k_randomized_response(form: KRandomizedResponseForm, place: str, build: Build) -> Mechanism:
    with under(place):
        level = given(p=form.p, alpha=form.alpha, epsilon=form.epsilon)
        return mechanisms.k_randomized_response(form.k, **level)


def _unary_encoding(form: UnaryEncodingForm, place: str, build: Build) -> Mechanism:
    with under(place):
        level = given(alpha=form.alpha, epsilon=form.epsilon, variant=form.variant)
        return mechanisms.unary_encoding(form.k, **given(p=form.p, q=form.q), **level)


def _rappor(form: RapporForm, place: str, build: Build) -> Mechanism:
    with under(place):
        more = given(p=form.p, q=form.q, differing=form.differing)
        return mechanisms.rappor(form.bits, form.hashes, form.f, **more)


BUILDERS: dict[type[ModelForm], Builder] = {
    RandomizedResponseForm: _randomized_response,
    KRandomizedResponseForm: _k_randomized_response,
    UnaryEncodingForm: _unary_encoding,
    RapporForm: _rappor,
}
