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
    AllocationPair,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    RingPair,
    SeriesPair,
    TablePair,
    UnionPair,
    has_outcome,
)
from verify.law.swap import swapped
from verify.law.tails import GeometricTails, integer_of, tails_of
from verify.utility.expectation import listed
from verify.utility.series import value_at

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
        case AllocationPair():
            return _allocated(pair, item)
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
        case RingPair() if pair.channel.collapsed is not None and not has_outcome(pair, item):
            raise _unlisted(pair, item)
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
    weights = channel.weights[pair.first]
    try:
        column = channel.outputs.index(item)
    except ValueError:
        if channel.collapsed is None:
            return mpq(0)
        tails = tails_of(channel.collapsed)
        if tails is None:
            raise _unlisted(pair, item) from None
        return _in_tails(pair, tails, item)
    (weight,) = _core.unpack(weights[column : column + 1])
    return mpq(weight, channel.denominator)


def _in_tails(pair: TablePair, tails: GeometricTails, item: Label) -> mpq:
    """The probability of one of the integers that the collapsed outputs stand for."""
    z = integer_of(item)
    if z is None:
        return mpq(0)
    total = mpq(0)
    for y in pair.channel.outputs:
        inside = tails.inside(y)
        if inside is not None:
            end, series = inside
            total += _cell(pair, y) * value_at(series, z - end)
    return total


def _unlisted(pair: TablePair | RingPair, item: Label) -> InputError:
    problem = f"the target {show(item)} is not listed, but may be part of a collapsed output"
    listing = ", ".join(show(y) for y in pair.channel.outputs[:8])
    return InputError(problem, at="target", form=f"one of {listing}")


def _allocated(pair: AllocationPair, item: Label) -> mpq:
    """Π q_i where no round is chosen, else the mean over i of p_i·Π_{j≠i} q_j."""
    if not isinstance(item, tuple) or len(item) != pair.rounds:
        return mpq(0)
    other, counts = swapped(pair.base), Counter(item)
    apart = {y: probability_of(other, y) for y in counts}
    missing = [y for y, q in apart.items() if not q]
    rest = prod((q ** counts[y] for y, q in apart.items() if q), start=mpq(1))
    if not pair.first:
        return mpq(0) if missing else rest
    chosen = {y: probability_of(pair.base, y) for y in missing or counts}
    if not missing:
        terms = (counts[y] * p / apart[y] for y, p in chosen.items())
        return rest * sum(terms, mpq(0)) / pair.rounds
    (first, *more) = missing
    return mpq(0) if more or counts[first] > 1 else rest * chosen[first] / pair.rounds


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
