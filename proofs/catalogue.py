"""All lemmas, family by family."""

from __future__ import annotations

from typing import Any

from proofs import (
    allocation,
    allocation_or_poisson,
    coin,
    composition,
    conditioning,
    conversion,
    epochs,
    exhaustive,
    group,
    hockey_stick,
    interacting,
    interval,
    mixture,
    one_draw,
    optimal,
    parallel,
    post_processing,
    repetition,
    replacing,
    rounds,
    sampling,
    shuffling,
    transcript,
)
from proofs.harness import Lemma

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
)


def matching(part: str) -> list[Lemma[Any]]:
    """The lemmas with ``part`` in their name; all of them for the empty text."""
    return [lemma for lemma in LEMMAS if part in lemma.name]
