"""Who is protected: groups, and records that move between blocks; a choice by a secret coin."""

from __future__ import annotations

from collections.abc import Callable

from gmpy2 import mpq

from verify.counterexamples.rule import Claimed, Composition, Instance, Shape, channel_model
from verify.counterexamples.rules.claims import Claim, Model, deltas_of, level_of
from verify.counterexamples.tables import Pair

__all__ = ["TRUE", "WRONG"]


def _ends(instance: Instance) -> Pair:
    return instance.table.pair(0, 2)


def _chain(instance: Instance) -> Model:
    return {
        "mechanism": channel_model(instance.table),
        "adjacency": {"group": {"of": {"within": 1}, "distance": 2}},
    }


def _group(factor: Callable[[mpq], mpq]) -> Claim:
    def claimed(instance: Instance) -> Claimed:
        alpha, table = level_of(instance), instance.table
        step = max(table.pair(0, 1).delta(alpha), table.pair(1, 2).delta(alpha))
        return Claimed(alpha**2, factor(alpha) * step)

    return claimed


def _switched(instance: Instance) -> Pair:
    first, second = instance.tables
    return first.pair().times(second.pair().reversed)


def _blocks(instance: Instance) -> Model:
    models = [channel_model(table) for table in instance.tables]
    pairs = [[["0", "1"], ["1", "0"]]]
    return {"mechanism": {"type": "parallel", "of": models}, "adjacency": {"pairs": pairs}}


def _two_pure(claim: Callable[[mpq, mpq], Claimed]) -> Claim:
    def claimed(instance: Instance) -> Claimed | None:
        found = [table.pair().level() for table in instance.tables]
        if found[0] is None or found[1] is None:
            return None
        return claim(found[0], found[1])

    return claimed


def _mixed(instance: Instance) -> Pair:
    first, second = instance.tables
    a, b = second.denominator, first.denominator
    rows = [
        tuple(a * x + b * y for x, y in zip(*each, strict=True))
        for each in zip(first.weights, second.weights, strict=True)
    ]
    return Pair(rows[0], rows[1], 2 * a * b)


def _mixture(instance: Instance) -> Model:
    parts = [{"weight": "1/2", "mechanism": channel_model(table)} for table in instance.tables]
    return {"mechanism": {"type": "mixture", "of": parts}}


WRONG = (
    Composition(
        "average_of_two_levels",
        "a secret fair coin between pure levels a and b makes √(a·b)",
        Shape(channels=2, alike=True),
        _two_pure(lambda a, b: Claimed(a * b, root=2)),
        _mixed,
        _mixture,
    ),
    Composition(
        "group_delta_linear",
        "for two steps, (ln α, δ) becomes (2 ln α, 2δ)",
        Shape(rows=3, has_level=True),
        _group(lambda _: mpq(2)),
        _ends,
        _chain,
    ),
    Composition(
        "group_delta_square",
        "for two steps, (ln α, δ) becomes (2 ln α, 4δ)",
        Shape(rows=3, has_level=True),
        _group(lambda _: mpq(4)),
        _ends,
        _chain,
    ),
    Composition(
        "record_switches_block",
        "a record that moves between two blocks costs the greater of their pure levels",
        Shape(channels=2),
        _two_pure(lambda a, b: Claimed(max(a, b))),
        _switched,
        _blocks,
    ),
)

TRUE = (
    Composition(
        "group",
        "for two steps, (ln α, δ) becomes (2 ln α, (1 + α)·δ)",
        Shape(rows=3, has_level=True),
        _group(lambda alpha: 1 + alpha),
        _ends,
        _chain,
    ),
    Composition(
        "secret_coin",
        "a secret fair coin between two releases needs no more than the greater δ",
        Shape(channels=2, has_level=True, alike=True),
        lambda instance: Claimed(level_of(instance), max(deltas_of(instance))),
        _mixed,
        _mixture,
    ),
    Composition(
        "two_blocks",
        "a record that moves between two blocks costs the product of their pure levels",
        Shape(channels=2),
        _two_pure(lambda a, b: Claimed(a * b)),
        _switched,
        _blocks,
    ),
)
