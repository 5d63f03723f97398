"""The maximal event {P > αQ} of a pair of laws, described in the user's labels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import comb
from typing import TYPE_CHECKING

from gmpy2 import mpq, mpz

from verify import _core
from verify.claim.event import CountEvent, Event, OutputsEvent, RatioEvent, ThresholdEvent
from verify.claim.members import Counts, members
from verify.compose.event_sums import binary
from verify.exact.level import Level
from verify.exact.quotient import Number, over_one_scale, ratio
from verify.exact.ring import Weight
from verify.law.infinite import as_series, has_series
from verify.law.labels import Label
from verify.law.naming import Repeated
from verify.law.pair import (
    AllocationPair,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    SeriesPair,
    TablePair,
    outcome_count,
    outcomes,
)
from verify.loss.packed import agreeing

if TYPE_CHECKING:
    from verify.loss.series import Run

__all__ = ["class_members", "describe"]

Weights = tuple[Weight, Weight]
"""Weights of one outcome under P and under Q"""

Member = tuple[tuple[int, ...], Weight, Weight]
"""How often each outcome occurs, and the weights of one such sequence under P and under Q"""

MOST_MEMBERS = 1000
"""Longer lists become a statement on a statistic."""

MOST_LABELS = 100_000
"""Labels in a list of arrays, as copies and shuffled reports make them."""

FEW_OUTCOMES = 64
"""Products of different models up to this size list the outputs in their words as well."""

MOST_MULTISETS = 50_000
"""Classes that are looked at one by one in search of the members."""

FEW_LABELS = 64
"""Of so few outcomes, classes of any number are searched."""


def describe(pair: Pair, level: Level) -> Event:
    """{P > αQ}: outputs, counts of outputs for a k-fold product, or a statistic."""
    event: Event | None
    match pair:
        case _ if has_series(pair):
            return _outputs_of_series(as_series(pair), level)
        case TablePair():
            event = _outputs_of_table(pair, level)
        case PowerPair() | AllocationPair():
            event = _counts(pair, level)
        case ProductPair():
            return _ratio(pair, level)
        case _:
            event = _outputs(pair, level)
    return event or RatioEvent(level)


def _ratio(pair: ProductPair, level: Level) -> RatioEvent:
    if outcome_count(pair) > FEW_OUTCOMES:
        return RatioEvent(level)
    listed = _outputs(pair, level)
    return RatioEvent(level, None if listed is None else listed.outputs)


def _outputs_of_table(pair: TablePair, level: Level) -> OutputsEvent | None:
    channel = pair.channel
    p, q = channel.weights[pair.first], channel.weights[pair.second]

    def members(alpha: mpq) -> list[int]:
        mask = _core.event_mask(p, q, alpha.numerator, alpha.denominator)
        found: list[int] = mask.nonzero()[0].tolist()
        return found

    places = agreeing(level, channel.denominator, members)
    if len(places) > MOST_MEMBERS:
        return None
    outputs = tuple(channel.outputs[i] for i in places)
    labels = sum(len(y) if isinstance(y, tuple) else 1 for y in outputs)
    return OutputsEvent(outputs) if labels <= MOST_LABELS else None


def _outputs(pair: Pair, level: Level) -> OutputsEvent | None:
    shown = (
        pair.naming.count
        if isinstance(pair, RenamedPair) and isinstance(pair.naming, Repeated)
        else 1
    )
    if outcome_count(pair) > MOST_MEMBERS or outcome_count(pair) * shown > MOST_LABELS:
        return None
    inside = (y for y, p, q in outcomes(pair) if p and (not q or level.compare(p / q) < 0))
    return OutputsEvent(tuple(inside))


def _outputs_of_series(pair: SeriesPair, level: Level) -> OutputsEvent:
    """Single outcomes and runs of integers, an endless run as "<=a" or ">=b"."""
    from verify.loss.series import positive_event  # few laws are infinite

    event = positive_event(pair, level)
    found = list(event.alone)
    for strand, runs in zip(pair.strands, event.runs, strict=True):
        found += [strand.naming.name(item) for run in runs for item in _items(run)]
    return OutputsEvent(tuple(found))


def _items(run: Run) -> Iterator[Label]:
    if run.first is None and run.last is None:
        yield from ("<=0", ">=1")
    elif run.first is None:
        yield f"<={run.last}"
    elif run.last is None:
        yield f">={run.first}"
    else:
        yield from map(str, range(run.first, run.last + 1))


def _counts(pair: PowerPair | AllocationPair, level: Level) -> Event | None:
    if outcome_count(pair.base) > MOST_MEMBERS:
        return None
    live = [(y, p, q) for y, p, q in outcomes(pair.base) if p or q]
    if len(live) == 2:
        power = binary(pair)
        if power is not None:
            return _binary_counts(pair, power.threshold(level), live)
        if live[0][1] * live[1][2] == live[1][1] * live[0][2]:  # equal laws: nothing is above α
            return CountEvent((live[0][0], live[1][0]), ())
    return _listed_counts(pair, level, live)


def _binary_counts(
    pair: PowerPair | AllocationPair,
    threshold: int,
    live: list[tuple[Label, Number, Number]],
) -> Event:
    """Two outputs: a threshold on the count of the second one in document order."""
    count = _length(pair)
    labels = (live[0][0], live[1][0])
    second_is_low = live[1][1] * live[0][2] < live[0][1] * live[1][2]
    if isinstance(pair, AllocationPair) and not pair.first:  # its base has P and Q exchanged
        second_is_low = not second_is_low
    if second_is_low:
        words = ThresholdEvent(labels[1], count, at_most=threshold)
    else:
        words = ThresholdEvent(labels[1], count, at_least=count - threshold)
    if threshold >= MOST_MEMBERS:
        return words
    lows = range(threshold + 1)
    members = [(count - s, s) if second_is_low else (s, count - s) for s in lows]
    return CountEvent(labels, tuple(members), words)


def _listed_counts(
    pair: PowerPair | AllocationPair, level: Level, live: list[tuple[Label, Number, Number]]
) -> CountEvent | None:
    count = _length(pair)
    few = comb(count + len(live) - 1, count) <= MOST_MULTISETS
    if not few and (isinstance(pair, AllocationPair) or len(live) > FEW_LABELS):
        return None
    flat, _ = over_one_scale(x for _, p, q in live for x in (p, q))
    weights = list(zip(flat[::2], flat[1::2], strict=True))
    found = (
        members(weights, count, level, MOST_MEMBERS)
        if isinstance(pair, PowerPair)
        else _chosen_members(pair, weights, level)
    )
    return None if found is None else CountEvent(tuple(y for y, _, _ in live), found)


def _chosen_members(
    pair: AllocationPair, weights: list[Weights], level: Level
) -> tuple[Counts, ...] | None:
    inside = (
        member
        for member, p, q in _chosen(pair, weights)
        if p and (not q or level.compare_fraction(p, q) < 0)
    )
    found = tuple(islice(inside, MOST_MEMBERS + 1))
    return None if len(found) > MOST_MEMBERS else found


def class_members(
    pair: PowerPair | AllocationPair, most: int
) -> tuple[list[Label], list[tuple[tuple[int, ...], int, Number, Number]]] | None:
    """Labels, and for every counts of them how many sequences and P and Q of them together.

    None where there are more than ``most``.
    """
    if outcome_count(pair.base) > most:
        return None
    live = [(y, p, q) for y, p, q in outcomes(pair.base) if p or q]
    count = _length(pair)
    if comb(count + len(live) - 1, count) > most:
        return None
    flat, scale = over_one_scale(x for _, p, q in live for x in (p, q))
    weights = list(zip(flat[::2], flat[1::2], strict=True))
    whole = scale**count * (1 if isinstance(pair, PowerPair) else count)
    listed = _multisets(weights, count) if isinstance(pair, PowerPair) else _chosen(pair, weights)
    found = []
    for counts, p, q in listed:
        ways = _ways(counts)
        found.append((counts, ways, ratio(p * ways, whole), ratio(q * ways, whole)))
    return [y for y, _, _ in live], found


def _ways(counts: tuple[int, ...]) -> int:
    """How many sequences have these counts."""
    ways, left = 1, sum(counts)
    for used in counts:
        ways *= comb(left, used)
        left -= used
    return ways


def _length(pair: PowerPair | AllocationPair) -> int:
    return pair.count if isinstance(pair, PowerPair) else pair.rounds


def _multisets(weights: list[Weights], count: int) -> Iterator[Member]:
    """Counts of each outcome with the weight of one such sequence under P and Q."""
    from verify.combine.multisets import folded

    def add(state: Member, item: int, used: int, left: int) -> Member:
        counts, p, q = state
        return (
            _counted(counts, item, used),
            p * weights[item][0] ** used,
            q * weights[item][1] ** used,
        )

    return folded(len(weights), count, ((0,) * len(weights), mpz(1), mpz(1)), add)


def _chosen(pair: AllocationPair, weights: list[Weights]) -> Iterator[Member]:
    """The same where one of the outcomes, chosen uniformly, has weight p and all others q."""
    from verify.combine.multisets import folded

    def add(state: Member, item: int, used: int, left: int) -> Member:
        counts, chosen, silent = state
        p, q = weights[item]
        here = q ** (used - 1)
        chosen = chosen * here * q + silent * used * p * here
        return _counted(counts, item, used), chosen, silent * here * q

    start: Member = ((0,) * len(weights), mpz(0), mpz(1))
    for counts, chosen, silent in folded(len(weights), pair.rounds, start, add):
        weights_here = chosen, silent * pair.rounds
        yield counts, weights_here[not pair.first], weights_here[not pair.second]


def _counted(counts: tuple[int, ...], item: int, used: int) -> tuple[int, ...]:
    return (*counts[:item], used, *counts[item + 1 :])
