"""Randomized response."""

from __future__ import annotations

from msgspec import UNSET

from verify.document.types.base import Build, Builder, Epsilon, ModelForm, Number, given, under
from verify.law.mechanism import Mechanism
from verify.mechanisms.response import k_randomized_response, randomized_response

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


def _randomized_response(form: RandomizedResponseForm, place: str, build: Build) -> Mechanism:
    with under(place):
        return randomized_response(**given(p=form.p, alpha=form.alpha, epsilon=form.epsilon))


def _k_randomized_response(form: KRandomizedResponseForm, place: str, build: Build) -> Mechanism:
    with under(place):
        level = given(p=form.p, alpha=form.alpha, epsilon=form.epsilon)
        return k_randomized_response(form.k, **level)


BUILDERS: dict[type[ModelForm], Builder] = {
    RandomizedResponseForm: _randomized_response,
    KRandomizedResponseForm: _k_randomized_response,
}
