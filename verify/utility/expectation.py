"""E d(t, Y): expected distances, by the structure of a law; sums of arrays go entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gmpy2 import mpq, mpz

from verify import _core, resources
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
    outcome_count,
    outcomes,
)
from verify.law.series import Series
from verify.law.swap import swapped
from verify.law.tails import tails_of
from verify.utility.distance import FORM, Distance
from verify.utility.naming import split
from verify.utility.series import mean_power

__all__ = ["listed", "mean_distance"]


def mean_distance(pair: Pair, target: Label, distance: Distance) -> mpq:
    """Σ P(y)·d(target, y) for the first law P of a pair.

    >>> from verify.mechanisms import randomized_response
    >>> mean_distance(randomized_response("3/4").pair(0, 0), "0", Distance("l1"))
    mpq(1,4)
    """
    match pair:
        case TablePair():
            return _of_table(pair, target, distance)
        case PowerPair():
            parts = _parts(target, pair.count, distance)
            sums = (n * mean_distance(pair.base, t, distance) for t, n in Counter(parts).items())
            return sum(sums, mpq(0))
        case AllocationPair():
            return _of_allocation(pair, target, distance)
        case ProductPair():
            parts = _parts(target, len(pair.factors), distance)
            places = zip(pair.factors, parts, strict=True)
            return sum((mean_distance(factor, t, distance) for factor, t in places), mpq(0))
        case RenamedPair():
            return _of_renamed(pair.pair, pair.naming, target, distance)
        case UnionPair():
            return _of_union(pair, target, distance)
        case SeriesPair():
            return _of_series(pair, target, distance)
        case RingPair() if pair.channel.collapsed is not None:
            raise _endless(pair.channel.collapsed)
        case _:
            return sum((p * distance(target, y) for y, p in listed(pair)), mpq(0))


def listed(pair: Pair) -> Iterable[tuple[Label, mpq]]:
    """The outcomes of positive probability under the first law, one by one."""
    resources.check("outcomes", outcome_count(pair), "the number of outcomes")
    return ((y, p) for y, p, _ in outcomes(pair) if p)


def _of_table(pair: TablePair, target: Label, distance: Distance) -> mpq:
    key = f"mean {distance.name} {target!r}"
    if key not in pair.memo:
        pair.memo[key] = _row(pair, target, distance)
    found: mpq = pair.memo[key]
    return found


def _row(pair: TablePair, target: Label, distance: Distance) -> mpq:
    channel = pair.channel
    tails = tails_of(channel.collapsed)
    if channel.collapsed is not None and tails is None:
        raise _endless(channel.collapsed)
    total = mpq(0)
    weights: list[mpz] = _core.unpack(channel.weights[pair.first])
    for output, weight in zip(channel.outputs, weights, strict=True):
        if weight:
            inside = None if tails is None else tails.inside(output)
            if inside is None:
                total += weight * distance(target, output)
            else:
                total += weight * _in_series(*inside, target, distance)
    return total / channel.denominator


def _in_series(end: int, series: Series, target: Label, distance: Distance) -> mpq:
    """Σ f(z)·d(target, end + z)."""
    if not isinstance(target, str):
        raise distance.misfit(target, "an integer")
    return mean_power(series, distance.number(target) - end, distance.power)


def _of_allocation(pair: AllocationPair, target: Label, distance: Distance) -> mpq:
    """Every round is chosen with the same chance, and sums need no more than that."""
    parts, other = _parts(target, pair.rounds, distance), swapped(pair.base)
    total, share = mpq(0), mpq(1, pair.rounds)
    for t, n in Counter(parts).items():
        elsewhere = mean_distance(other, t, distance)
        if pair.first:
            here = mean_distance(pair.base, t, distance)
            total += n * (share * here + (1 - share) * elsewhere)
        else:
            total += n * elsewhere
    return total


def _of_renamed(pair: Pair, naming: Naming, target: Label, distance: Distance) -> mpq:
    found = split(naming, target, distance)
    if found is None:
        named = ((naming.name(y), p) for y, p in listed(pair))
        return sum((p * distance(target, y) for y, p in named), mpq(0))
    total, targets = found
    for inner in targets:
        total += mean_distance(pair, inner, distance)
    return total


def _of_union(pair: UnionPair, target: Label, distance: Distance) -> mpq:
    total = mpq(0)
    for branch in pair.branches:
        if not branch.p:
            continue
        if branch.pair is None:
            total += branch.p * distance(target, branch.naming.name(""))
        else:
            total += branch.p * _of_renamed(branch.pair, branch.naming, target, distance)
    return total


def _of_series(pair: SeriesPair, target: Label, distance: Distance) -> mpq:
    total = sum((p * distance(target, y) for y, p, _ in pair.alone if p), mpq(0))
    for strand in pair.strands:
        mass = strand.p.total()
        if not mass:
            continue
        found = split(strand.naming, target, distance)
        if found is None:
            raise _endless("noise without bound, under names that are no arrays")
        fixed, targets = found
        total += fixed * mass
        for inner in targets:
            total += _in_series(0, strand.p, inner, distance)
    return total


def _parts(target: Label, count: int, distance: Distance) -> tuple[Label, ...]:
    parts = distance.parts(target, count)
    if parts is None:
        raise distance.misfit(target, f"outputs that are arrays of {count}")
    return parts


def _endless(what: str) -> InputError:
    problem = f"outputs such as {show('<=0')} stand for infinitely many ({what})"
    form = f'a finite mechanism such as "clamped_geometric", or {FORM}'
    return InputError(problem, at="error", form=form)
