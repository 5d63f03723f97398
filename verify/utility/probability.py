"""P(Y = y) of one outcome, by the structure of a law."""

from __future__ import annotations

from collections import Counter
from math import prod

from gmpy2 import mpq

from verify import _core
from verify.errors import InputError
from verify.law.labels import Label, show
from verify.law.naming import Naming
from verify.law.pair import (
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    SeriesPair,
    TablePair,
    UnionPair,
)
from verify.utility.expectation import listed
from verify.utility.series import integer_of, value_at

__all__ = ["probability_of"]


def probability_of(pair: Pair, item: Label) -> mpq:
    """The probability of an outcome under the first law of a pair; 0 for what is no outcome.

    >>> from verify.combinators import fresh
    >>> from verify.mechanisms import randomized_response
    >>> probability_of(fresh(randomized_response("3/4"), 2).pair(0, 0), ("0", "1"))
    mpq(3,16)
    """
    match pair:
        case TablePair():
            return _in_table(pair, item)
        case PowerPair():
            if not isinstance(item, tuple) or len(item) != pair.count:
                return mpq(0)
            return prod(
                (probability_of(pair.base, y) ** n for y, n in Counter(item).items()), start=mpq(1)
            )
        case ProductPair():
            if not isinstance(item, tuple) or len(item) != len(pair.factors):
                return mpq(0)
            return prod(map(probability_of, pair.factors, item), start=mpq(1))
        case RenamedPair():
            return _renamed(pair.pair, pair.naming, item)
        case UnionPair():
            return sum(
                (b.p * _renamed(b.pair, b.naming, item) for b in pair.branches if b.p), mpq(0)
            )
        case SeriesPair():
            return _in_series(pair, item)
        case _:
            return sum((p for y, p in listed(pair) if y == item), mpq(0))


def _in_table(pair: TablePair, item: Label) -> mpq:
    key = f"probability {item!r}"
    if key not in pair.memo:
        pair.memo[key] = _cell(pair, item)
    found: mpq = pair.memo[key]
    return found


def _cell(pair: TablePair, item: Label) -> mpq:
    channel = pair.channel
    try:
        column = channel.outputs.index(item)
    except ValueError:
        if channel.collapsed is None:
            return mpq(0)
        problem = f"the target {show(item)} is not listed, but may be part of a collapsed output"
        listing = ", ".join(show(y) for y in channel.outputs[:8])
        raise InputError(problem, at="target", form=f"one of {listing}") from None
    (weight,) = _core.unpack(channel.weights[pair.first, column : column + 1])
    return mpq(weight, channel.denominator)


def _renamed(pair: Pair | None, naming: Naming, item: Label) -> mpq:
    original = naming.original(item)
    if original is None:
        return mpq(0)
    return mpq(1) if pair is None else probability_of(pair, original)


def _in_series(pair: SeriesPair, item: Label) -> mpq:
    total = sum((p for y, p, _ in pair.alone if y == item), mpq(0))
    for strand in pair.strands:
        z = integer_of(strand.naming.original(item))
        if z is not None:
            total += value_at(strand.p, z)
    return total
