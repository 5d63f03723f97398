"""One release: what its numbers are said to mean."""

from __future__ import annotations

from gmpy2 import mpq

from verify.counterexamples.rule import Claimed, Composition, Instance, Shape
from verify.counterexamples.rules.claims import (
    ANY,
    Model,
    alone,
    at_level,
    itself,
    level_of,
    of_pure,
)
from verify.counterexamples.tables import Pair

__all__ = ["TRUE", "WRONG"]


def _per_outcome(instance: Instance) -> Claimed:
    alpha, pair = level_of(instance), instance.table.pair()
    cells = [(p, q) for one in (pair, pair.reversed) for p, q in zip(one.p, one.q, strict=True)]
    return Claimed(alpha, max(mpq(0), *((p - alpha * q) / pair.denominator for p, q in cells)))


def _mean_direction(instance: Instance) -> Claimed | None:
    pair = instance.table.pair()
    ratios = pair.ratio(), pair.reversed.ratio()
    if ratios[0] is None or ratios[1] is None:
        return None
    return Claimed(ratios[0] * ratios[1], root=2)


def _accepted(instance: Instance) -> Pair:
    """Given that the output is not the last one."""
    p, q, _ = instance.table.pair()
    p, q = p[:-1], q[:-1]
    sums = sum(p), sum(q)
    return Pair(tuple(x * sums[1] for x in p), tuple(y * sums[0] for y in q), sums[0] * sums[1])


def _conditioned(instance: Instance) -> Claimed | None:
    if not all(sum(row[:-1]) for row in instance.table.weights):
        return None
    return of_pure(Claimed)(instance)


def _accepted_model(instance: Instance) -> Model:
    pair = _accepted(instance)
    rows = [[str(mpq(w, pair.denominator)) for w in row] for row in (pair.p, pair.q)]
    outputs = [str(i) for i in range(len(pair.p))]
    return {
        "mechanism": {"type": "channel", "inputs": ["0", "1"], "outputs": outputs, "rows": rows}
    }


WRONG = (
    Composition(
        "advantage_is_delta",
        "a (ln α, δ)-private release lets nobody distinguish with an advantage above δ",
        ANY,
        at_level(lambda _, delta: Claimed(mpq(1), delta)),
        alone,
        itself,
    ),
    Composition(
        "average_of_two_directions",
        "pure levels a and b of the two directions make √(a·b)",
        Shape(),
        _mean_direction,
        alone,
        itself,
    ),
    Composition(
        "conditioning",
        "given that the output is not the last one, the pure level is what it was",
        Shape(fewest=3),
        _conditioned,
        _accepted,
        _accepted_model,
    ),
    Composition(
        "one_direction",
        "the δ of the first direction is that of the second",
        ANY,
        lambda instance: Claimed(
            level_of(instance), instance.table.pair().excess(level_of(instance))
        ),
        alone,
        itself,
    ),
    Composition(
        "per_outcome_delta",
        "the greatest P − α·Q of a single output is δ",
        ANY,
        _per_outcome,
        alone,
        itself,
    ),
)

TRUE = (
    Composition(
        "advantage",
        "a (ln α, δ)-private release bounds every advantage by (α − 1 + 2δ)/(α + 1)",
        ANY,
        at_level(lambda a, d: Claimed(mpq(1), (a - 1 + 2 * d) / (a + 1))),
        alone,
        itself,
    ),
)
