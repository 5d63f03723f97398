"""Sampling and shuffling: who takes part in what, decided by chance."""

from __future__ import annotations

from msgspec import UNSET

from verify import combinators
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


class PoissonSubsampleForm(ModelForm, frozen=True, tag="poisson_subsample"):
    """The record takes part with probability rate, else ``of`` sees the absent input."""

    rate: Number
    of: Model
    absent: LabelForm


class FixedSizeSubsampleForm(ModelForm, frozen=True, tag="fixed_size_subsample"):
    """The sum of a uniformly random sample of so many records goes to ``of``."""

    of: Model
    records: list[Number]
    population: Number
    size: Number
    replacement: bool = False


class ShuffleForm(ModelForm, frozen=True, tag="shuffle"):
    """The sorted array of the reports of all users."""

    users: Number
    of: Model


class RandomAllocationForm(ModelForm, frozen=True, tag="random_allocation"):
    """In each epoch one uniformly chosen round of ``of`` sees the present input."""

    of: Model
    absent: LabelForm
    present: LabelForm
    rounds: Number
    epochs: Number = UNSET


def _poisson_subsample(form: PoissonSubsampleForm, place: str, build: Build) -> Mechanism:
    of = build(form.of, f"{place}.of")
    with under(place):
        return combinators.poisson_subsample(form.rate, of, form.absent)


def _fixed_size_subsample(form: FixedSizeSubsampleForm, place: str, build: Build) -> Mechanism:
    of = build(form.of, f"{place}.of")
    with under(place):
        return combinators.fixed_size_subsample(
            of, form.records, form.population, form.size, replacement=form.replacement
        )


def _shuffle(form: ShuffleForm, place: str, build: Build) -> Mechanism:
    of = build(form.of, f"{place}.of")
    with under(place):
        return combinators.shuffle(form.users, of)


def _random_allocation(form: RandomAllocationForm, place: str, build: Build) -> Mechanism:
    of = build(form.of, f"{place}.of")
    with under(place):
        return combinators.random_allocation(
            of, form.absent, form.present, form.rounds, **given(epochs=form.epochs)
        )


BUILDERS: dict[type[ModelForm], Builder] = {
    PoissonSubsampleForm: _poisson_subsample,
    FixedSizeSubsampleForm: _fixed_size_subsample,
    ShuffleForm: _shuffle,
    RandomAllocationForm: _random_allocation,
}
