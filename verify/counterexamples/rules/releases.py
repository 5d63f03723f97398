"""Releases with fresh randomness, one after the other."""

from __future__ import annotations

from collections.abc import Callable

from gmpy2 import mpq

from verify.counterexamples.rule import Claimed, Composition, Instance, Shape, channel_model
from verify.counterexamples.rules.claims import (
    ANY,
    Claim,
    Model,
    deltas_of,
    level_of,
    of_pure,
    power,
    repeated,
)
from verify.counterexamples.tables import Pair

__all__ = ["TRUE", "WRONG"]


def _both(instance: Instance) -> Pair:
    first, second = instance.tables
    return first.pair().times(second.pair())


def _fresh(instance: Instance) -> Model:
    models = [channel_model(table) for table in instance.tables]
    return {"mechanism": {"type": "fresh", "of": models}}


def _two_releases(total: Callable[[mpq, mpq], mpq]) -> Claim:
    return lambda instance: Claimed(level_of(instance) ** 2, total(*deltas_of(instance)))


def _worse_direction(instance: Instance) -> Claimed | None:
    """Only where the first direction is the worse one of one step."""
    alpha, pair = level_of(instance), instance.table.pair()
    if pair.excess(alpha) < pair.reversed.excess(alpha):
        return None
    return Claimed(alpha, pair.power(2).excess(alpha))


WRONG = (
    Composition(
        "delta_as_maximum",
        "two releases, (ln α, δ₁)- and (ln α, δ₂)-private, are (2 ln α, max(δ₁, δ₂))-private",
        Shape(channels=2, has_level=True),
        _two_releases(max),
        _both,
        _fresh,
    ),
    Composition(
        "square_root_of_k",
        "four releases of pure level α have √4·ln α",
        Shape(),
        of_pure(lambda alpha: Claimed(alpha**2)),
        power(4),
        repeated(4),
    ),
    Composition(
        "worst_direction_stays",
        "the direction that is worse in one release is the worse one in two",
        ANY,
        _worse_direction,
        power(2),
        repeated(2),
    ),
    Composition(
        "worst_marginal",
        "two releases of pure level α have α",
        Shape(),
        of_pure(Claimed),
        power(2),
        repeated(2),
    ),
)

TRUE = (
    Composition(
        "basic_composition",
        "two releases, (ln α, δ₁)- and (ln α, δ₂)-private, are (2 ln α, δ₁ + δ₂)-private",
        Shape(channels=2, has_level=True),
        _two_releases(lambda a, b: a + b),
        _both,
        _fresh,
    ),
    Composition(
        "k_times_epsilon",
        "four releases of pure level α have 4 ln α",
        Shape(),
        of_pure(lambda alpha: Claimed(alpha**4)),
        power(4),
        repeated(4),
    ),
    Composition(
        "refined_composition",
        "two releases, (ln α, δ₁)- and (ln α, δ₂)-private, need 1 − (1 − δ₁)(1 − δ₂) at 2 ln α",
        Shape(channels=2, has_level=True),
        _two_releases(lambda a, b: 1 - (1 - a) * (1 - b)),
        _both,
        _fresh,
    ),
)
