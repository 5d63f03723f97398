"""Sampling at rate 1/2 and shuffles of two rounds; input 0 stands for the absent record."""

from __future__ import annotations

from collections.abc import Callable

from gmpy2 import mpq

from verify.counterexamples.rule import Claimed, Composition, Instance, Shape, channel_model
from verify.counterexamples.rules.claims import (
    ANY,
    Claim,
    Model,
    at_level,
    half,
    level_of,
    of_pure,
    pure_level,
    twice,
    unless_all_is_told,
)
from verify.counterexamples.tables import Pair

__all__ = ["TRUE", "WRONG"]


def _sampled(instance: Instance) -> Pair:
    absent, present = instance.table.weights
    return Pair(half(absent, present), twice(absent), 2 * instance.table.denominator)


def _poisson(instance: Instance) -> Model:
    model = {"type": "poisson_subsample", "rate": "1/2", "absent": "0"}
    return {"mechanism": {**model, "of": channel_model(instance.table)}}


def _replaced(instance: Instance) -> Pair:
    absent, first, second = instance.table.weights
    whole = 2 * instance.table.denominator
    return Pair(half(absent, first), half(absent, second), whole)


def _poisson_replaced(instance: Instance) -> Model:
    return {**_poisson(instance), "adjacency": {"pairs": [["1", "2"]]}}


def _pushed_out(instance: Instance) -> Pair:
    """One of {1, 2} is sampled, or the only one of {1}."""
    _, stays, comes = instance.table.weights
    return Pair(half(stays, comes), twice(stays), 2 * instance.table.denominator)


def _fixed_size(instance: Instance) -> Model:
    pair = _pushed_out(instance)
    rows = [[str(mpq(w, pair.denominator)) for w in row] for row in (pair.q, pair.p)]
    outputs = [str(i) for i in range(instance.table.outputs)]
    model = {"type": "channel", "inputs": ["{1}", "{1, 2}"], "outputs": outputs, "rows": rows}
    return {"mechanism": {**model, "absent": "{1}"}, "adjacency": "add_remove"}


def _amplified(alpha: mpq) -> mpq:
    return 1 + (alpha - 1) / 2


def _added_level(instance: Instance) -> Claimed | None:
    table = instance.table
    alpha = pure_level(table.pair(0, 1), table.pair(0, 2))
    return None if alpha is None else Claimed(_amplified(alpha))


def _any_level(instance: Instance) -> Claimed | None:
    table = instance.table
    alpha = pure_level(table.pair(0, 1), table.pair(0, 2), table.pair(1, 2))
    return None if alpha is None else Claimed(_amplified(alpha))


def _allocated(instance: Instance) -> Pair:
    """The record is in one of two rounds."""
    absent, present = instance.table.weights
    one = tuple(a * b for a in absent for b in present)
    other = tuple(b * a for b in present for a in absent)
    never = tuple(a * b for a in absent for b in absent)
    return Pair(half(one, other), twice(never), 2 * instance.table.denominator**2)


def _allocation(instance: Instance) -> Model:
    model = {"type": "random_allocation", "absent": "0", "present": "1", "rounds": 2}
    return {"mechanism": {**model, "of": channel_model(instance.table)}}


def _two_rounds(instance: Instance) -> Pair:
    return _sampled(instance).power(2)


def _two_rounds_model(instance: Instance) -> Model:
    return {"mechanism": {"type": "fresh", "count": 2, "of": _poisson(instance)["mechanism"]}}


def _as_private_as(other: Callable[[Instance], Pair]) -> Claim:
    return lambda instance: Claimed(level_of(instance), other(instance).delta(level_of(instance)))


WRONG = (
    Composition(
        "fixed_size_added",
        "a sample of one from two has 1 + (α − 1)/2 where records are added and removed",
        Shape(rows=3),
        _added_level,
        _pushed_out,
        _fixed_size,
    ),
    Composition(
        "poisson_beats_shuffle",
        "two rounds of Poisson sampling at rate 1/2 need no more δ than a shuffle of two rounds",
        ANY,
        _as_private_as(_allocated),
        _two_rounds,
        _two_rounds_model,
    ),
    Composition(
        "poisson_replaced",
        "Poisson sampling at rate 1/2 has 1 + (α − 1)/2 where records are replaced",
        Shape(rows=3),
        _added_level,
        _replaced,
        _poisson_replaced,
    ),
    Composition(
        "rate_times_delta_shuffled",
        "one of two shuffled rounds needs half of the δ of one round that does not tell all",
        ANY,
        unless_all_is_told(at_level(lambda alpha, delta: Claimed(alpha, delta / 2))),
        _allocated,
        _allocation,
    ),
    Composition(
        "rate_times_epsilon",
        "sampling at rate 1/2 halves ε",
        Shape(),
        of_pure(lambda alpha: Claimed(alpha, root=2)),
        _sampled,
        _poisson,
    ),
    Composition(
        "shuffle_beats_poisson",
        "a shuffle of two rounds that do not tell all needs no more δ than Poisson sampling",
        ANY,
        unless_all_is_told(_as_private_as(_two_rounds)),
        _allocated,
        _allocation,
    ),
)

TRUE = (
    Composition(
        "fixed_size",
        "a sample of one from two has 1 + (α − 1)/2 with the level α for any two of three records",
        Shape(rows=3),
        _any_level,
        _pushed_out,
        _fixed_size,
    ),
    Composition(
        "poisson",
        "Poisson sampling at rate 1/2 turns (ln α, δ) into (ln(1 + (α − 1)/2), δ/2)",
        ANY,
        at_level(lambda alpha, delta: Claimed(_amplified(alpha), delta / 2)),
        _sampled,
        _poisson,
    ),
    Composition(
        "shuffle",
        "a record in one of two shuffled rounds needs no more δ than in one round",
        ANY,
        at_level(Claimed),
        _allocated,
        _allocation,
    ),
)
