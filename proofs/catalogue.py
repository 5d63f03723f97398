"""All lemmas, family by family."""

from __future__ import annotations

from typing import Any

from proofs.harness import Lemma
from proofs.lemmas import (
    allocation,
    allocation_or_poisson,
    attack,
    coin,
    composition,
    concentrated,
    conditioning,
    conversion,
    domination,
    epochs,
    exhaustive,
    group,
    histogram,
    hockey_stick,
    interacting,
    interval,
    leakage,
    loss_range,
    mixture,
    moment,
    noise,
    noisy_max,
    one_draw,
    optimal,
    parallel,
    post_processing,
    renyi,
    repetition,
    replacing,
    response,
    rounds,
    sampling,
    selection,
    shape,
    shuffling,
    sparse_vector,
    testing,
    trade_off,
    transcript,
)

__all__ = ["LEMMAS", "matching"]

LEMMAS: tuple[Lemma[Any], ...] = (
    *hockey_stick.LEMMAS,
    *exhaustive.LEMMAS,
    *post_processing.LEMMAS,
    *mixture.LEMMAS,
    *composition.LEMMAS,
    *optimal.LEMMAS,
    *conversion.LEMMAS,
    *interval.LEMMAS,
    *group.LEMMAS,
    *parallel.LEMMAS,
    *sampling.LEMMAS,
    *replacing.LEMMAS,
    *allocation.LEMMAS,
    *allocation_or_poisson.LEMMAS,
    *epochs.LEMMAS,
    *shuffling.LEMMAS,
    *repetition.LEMMAS,
    *coin.LEMMAS,
    *transcript.LEMMAS,
    *rounds.LEMMAS,
    *interacting.LEMMAS,
    *one_draw.LEMMAS,
    *conditioning.LEMMAS,
    *trade_off.LEMMAS,
    *testing.LEMMAS,
    *moment.LEMMAS,
    *renyi.LEMMAS,
    *concentrated.LEMMAS,
    *loss_range.LEMMAS,
    *domination.LEMMAS,
    *shape.LEMMAS,
    *attack.LEMMAS,
    *leakage.LEMMAS,
    *response.LEMMAS,
    *noise.LEMMAS,
    *histogram.LEMMAS,
    *sparse_vector.LEMMAS,
    *noisy_max.LEMMAS,
    *selection.LEMMAS,
)


def matching(part: str) -> list[Lemma[Any]]:
    """The lemmas with ``part`` in their name; all of them for the empty text."""
    return [lemma for lemma in LEMMAS if part in lemma.name]
