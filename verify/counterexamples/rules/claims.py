"""What rules have in common: levels, claims made from them, and a channel that is released."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from gmpy2 import mpq

from verify.counterexamples.rule import Claimed, Instance, Shape, channel_model
from verify.counterexamples.tables import Pair

__all__ = [
    "ANY",
    "Claim",
    "Model",
    "alone",
    "at_level",
    "deltas_of",
    "half",
    "itself",
    "level_of",
    "of_pure",
    "power",
    "pure_level",
    "repeated",
    "twice",
    "unless_all_is_told",
]

Claim: TypeAlias = Callable[[Instance], Claimed | None]
Model: TypeAlias = Mapping[str, Any]

ANY = Shape(has_level=True)
"""One channel at any level"""


def level_of(instance: Instance) -> mpq:
    """The level of an instance that has one."""
    assert instance.alpha is not None
    return instance.alpha


def deltas_of(instance: Instance) -> list[mpq]:
    """δ* of every channel at the level."""
    return [table.pair().delta(level_of(instance)) for table in instance.tables]


def pure_level(*pairs: Pair) -> mpq | None:
    """The greatest pure level; None where one is infinite."""
    found = [pair.level() for pair in pairs]
    return None if None in found else max(found)  # type: ignore[type-var]


def at_level(claim: Callable[[mpq, mpq], Claimed]) -> Claim:
    """A claim from α and δ*(α) of one channel."""
    return lambda instance: claim(level_of(instance), deltas_of(instance)[0])


def of_pure(claim: Callable[[mpq], Claimed]) -> Claim:
    """A claim from the pure level of one channel; nothing where it is infinite."""

    def claimed(instance: Instance) -> Claimed | None:
        alpha = pure_level(instance.table.pair())
        return None if alpha is None else claim(alpha)

    return claimed


def unless_all_is_told(claim: Claim) -> Claim:
    """A claim that says nothing of a channel whose output gives the input away."""

    def claimed(instance: Instance) -> Claimed | None:
        return None if instance.table.pair().excess(mpq(1)) == 1 else claim(instance)

    return claimed


def alone(instance: Instance) -> Pair:
    """One release."""
    return instance.table.pair()


def itself(instance: Instance) -> Model:
    """One release as a model."""
    return {"mechanism": channel_model(instance.table)}


def power(count: int) -> Callable[[Instance], Pair]:
    """``count`` independent releases."""
    return lambda instance: instance.table.pair().power(count)


def repeated(count: int) -> Callable[[Instance], Model]:
    """The same as a model."""

    def model(instance: Instance) -> Model:
        one = channel_model(instance.table)
        return {"mechanism": {"type": "fresh", "count": count, "of": one}}

    return model


def half(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """The even mixture of two laws, over twice their denominator."""
    return tuple(a + b for a, b in zip(first, second, strict=True))


def twice(row: tuple[int, ...]) -> tuple[int, ...]:
    """The same law over twice the denominator."""
    return tuple(2 * weight for weight in row)
