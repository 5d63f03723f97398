"""All lemmas, family by family."""

from __future__ import annotations

from typing import Any

from proofs import (
    attack,
    composition,
    concentrated,
    conversion,
    domination,
    hockey_stick,
    interval,
    leakage,
    mixture,
    moment,
    optimal,
    post_processing,
    shape,
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
    *concentrated.LEMMAS,
    *domination.LEMMAS,
    *shape.LEMMAS,
    *attack.LEMMAS,
    *leakage.LEMMAS,
)


def matching(part: str) -> list[Lemma[Any]]:
    """The lemmas with ``part`` in their name; all of them for the empty text."""
    return [lemma for lemma in LEMMAS if part in lemma.name]
