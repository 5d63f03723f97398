"""Two bits that are released together, or one after the other."""

from __future__ import annotations

from gmpy2 import mpq

from verify.counterexamples.rule import Claimed, Composition, Instance, Shape, channel_model
from verify.counterexamples.rules.claims import Model, alone, level_of
from verify.counterexamples.tables import Pair

__all__ = ["TRUE", "WRONG"]


def _bits(instance: Instance) -> Model:
    outputs = [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]]
    return {"mechanism": channel_model(instance.table) | {"outputs": outputs}}


def _first_bit(pair: Pair) -> Pair:
    (a, b, c, d), (e, f, g, h), whole = pair
    return Pair((a + b, c + d), (e + f, g + h), whole)


def _second_bit(pair: Pair) -> Pair:
    (a, b, c, d), (e, f, g, h), whole = pair
    return Pair((a + c, b + d), (e + g, f + h), whole)


def _marginals(instance: Instance) -> Claimed:
    alpha, pair = level_of(instance), instance.table.pair()
    return Claimed(alpha**2, _first_bit(pair).delta(alpha) + _second_bit(pair).delta(alpha))


def _likely(instance: Instance) -> Claimed | None:
    """The first bit, and the second given the likeliest first one."""
    alpha, pair = level_of(instance), instance.table.pair()
    found = [_likely_side(each, alpha) for each in (pair, pair.reversed)]
    if found[0] is None or found[1] is None:
        return None
    return Claimed(alpha**2, max(found[0], found[1]))


def _likely_side(pair: Pair, alpha: mpq) -> mpq | None:
    first = _first_bit(pair)
    place = 0 if first.p[0] >= first.p[1] else 1
    sums = first.p[place], first.q[place]
    if not sums[1]:
        return None
    given = [side[2 * place : 2 * place + 2] for side in (pair.p, pair.q)]
    second = Pair(
        tuple(x * sums[1] for x in given[0]),
        tuple(y * sums[0] for y in given[1]),
        sums[0] * sums[1],
    )
    return first.excess(alpha) + second.excess(alpha)


WRONG = (
    Composition(
        "likely_history",
        "the second bit needs its guarantee only after the likelier first bit",
        Shape(has_level=True, outputs=4),
        _likely,
        alone,
        _bits,
    ),
    Composition(
        "marginals_compose",
        "two bits that are (ln α, δ₁)- and (ln α, δ₂)-private each are (2 ln α, δ₁ + δ₂)-private",
        Shape(has_level=True, outputs=4),
        _marginals,
        alone,
        _bits,
    ),
)

TRUE: tuple[Composition, ...] = ()
