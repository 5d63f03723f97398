"""All lemmas, family by family."""

from __future__ import annotations

from typing import Any

from proofs import (
    attack,
    composition,
    concentrated,
    conversion,
    domination,
    histogram,
    hockey_stick,
    interval,
    leakage,
    loss_range,
    mixture,
    moment,
    noise,
    noisy_max,
    optimal,
    post_processing,
    renyi,
    response,
    selection,
    shape,
    sparse_vector,
    testing,
    trade_off,
)
from proofs.harness import Lemma

__all__ = ["LEMMAS", "matching"]

LEMMAS: tuple[Lemma[Any], ...] = (
    *hockey_stick.LEMMAS,
    *post_processing.LEMMAS,
    *mixture.LEMMAS,
    *composition.LEMMAS,
    *optimal.LEMMAS,
    *conversion.LEMMAS,
    *interval.LEMMAS,
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
