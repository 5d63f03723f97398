"""All lemmas, family by family."""

from __future__ import annotations

from typing import Any

from proofs import (
    composition,
    conversion,
    exhaustive,
    hockey_stick,
    interval,
    mixture,
    optimal,
    post_processing,
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
)


def matching(part: str) -> list[Lemma[Any]]:
    """The lemmas with ``part`` in their name; all of them for the empty text."""
    return [lemma for lemma in LEMMAS if part in lemma.name]
