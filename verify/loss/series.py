"""Privacy of laws with infinitely many likelihood ratios: closed sums, cutoffs that are computed.

At one level the event {P > αQ} is found outcome by outcome up to the cutoffs beyond which its sign
is settled; the tails are summed in closed form. The ratio P/Q along a tail is monotone beyond a
cutoff, so its supremum is the greatest of finitely many values and the limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gmpy2 import mpq

from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.ring_level import level_of
from verify.law.labels import Label
from verify.law.pair import SeriesPair, Strand
from verify.law.series import Series, Terms, evaluate, mirrored, sum_from
from verify.loss.signs import sign_at
from verify.loss.tail import Settled, settle, settle_at

__all__ = ["Run", "SeriesEvent", "infinite_mass", "least_alpha", "positive_event", "supremum"]


@dataclass(frozen=True, slots=True)
class Run:
    """The integers from ``first`` to ``last``; None where they never end."""

    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class SeriesEvent:
    """{P > αQ}: single outcomes, the runs of every strand, and the two probabilities."""

    alone: tuple[Label, ...]
    runs: tuple[tuple[Run, ...], ...]
    p: mpq
    q: mpq


def positive_event(pair: SeriesPair, level: Level) -> SeriesEvent:
    """{P > αQ} with P(S) and Q(S); outcomes with P = αQ are left out."""
    inside = [(y, p, q) for y, p, q in pair.alone if sign_at(p, q, level) > 0]
    p_sum = sum((p for _, p, _ in inside), mpq(0))
    q_sum = sum((q for _, _, q in inside), mpq(0))
    runs = []
    for strand in pair.strands:
        found, p, q = _strand_event(strand, level)
        runs.append(found)
        p_sum += p
        q_sum += q
    return SeriesEvent(tuple(y for y, _, _ in inside), tuple(runs), p_sum, q_sum)


def supremum(pair: SeriesPair, *, finite: bool = False) -> mpq | None:
    """The supremum of P/Q, None where it is infinite.

    With ``finite``, outcomes with Q = 0 are passed over.
    """
    best = mpq(0)
    for _, p, q in pair.alone:
        if q:
            best = max(best, p / q)
        elif p and not finite:
            return None
    for strand in pair.strands:
        found = _strand_supremum(strand, finite)
        if found is None:
            return None
        best = max(best, found)
    return best


def infinite_mass(pair: SeriesPair) -> mpq:
    """P{Q = 0}."""
    total = sum((p for _, p, q in pair.alone if not q), mpq(0))
    for strand in pair.strands:
        window = _window(strand)
        total += sum((p for p, q in window.values if not q), mpq(0))
        for p_tail, q_tail, cutoff in window.tails:
            total += mpq(0) if q_tail else sum_from(p_tail, cutoff)
    return total


def least_alpha(pair: SeriesPair, delta: mpq) -> Number | None:
    """The least α >= 1 with H_α(P‖Q) <= δ; None where none is enough.

    H is convex and falling, so walking down from line to line never passes the solution. Lines are
    infinitely many, but they accumulate only at the limits of P/Q along the tails, so the walk
    starts at the last of those that is still too small.
    """
    floor = infinite_mass(pair)
    if delta < floor:
        return None
    if delta == floor:
        found = supremum(pair, finite=True)
        return None if found is None else max(mpq(1), found)
    alpha: Number = mpq(1)
    for limit in sorted(_limits(pair)):
        value = _value(pair, limit)
        if value == delta:
            return limit
        if value > delta:
            alpha = limit
    while True:
        event = positive_event(pair, level_of(alpha))
        if event.p - alpha * event.q <= delta:
            return alpha
        alpha = (event.p - delta) / event.q


def _value(pair: SeriesPair, alpha: Number) -> Number:
    event = positive_event(pair, level_of(alpha))
    return event.p - alpha * event.q


def _strand_event(strand: Strand, level: Level) -> tuple[tuple[Run, ...], mpq, mpq]:
    p, q = _same_body(strand)
    left = settle_at(mirrored(p.left), mirrored(q.left), level, 1 - p.start)
    right = settle_at(p.right, q.right, level, p.stop)
    places: list[int] = []
    p_sum = q_sum = mpq(0)
    for z in range(1 - left.cutoff, right.cutoff):
        here, there = p.at(z), q.at(z)
        if sign_at(here, there, level) > 0:
            places.append(z)
            p_sum += here
            q_sum += there
    if left.sign > 0:
        p_sum += sum_from(mirrored(p.left), left.cutoff)
        q_sum += sum_from(mirrored(q.left), left.cutoff)
    if right.sign > 0:
        p_sum += sum_from(p.right, right.cutoff)
        q_sum += sum_from(q.right, right.cutoff)
    return tuple(_runs(places, left, right)), p_sum, q_sum


def _runs(places: list[int], left: Settled, right: Settled) -> Iterator[Run]:
    """Maximal runs of neighbouring integers, ascending."""
    first: int | None = None if left.sign > 0 else 0
    last: int | None = -left.cutoff if left.sign > 0 else None
    for z in places:
        if last is not None and z == last + 1:
            last = z
            continue
        if last is not None:
            yield Run(first, last)
        first = last = z
    if right.sign > 0:
        if last is None:
            first = right.cutoff
        elif last + 1 != right.cutoff:
            yield Run(first, last)
            first = right.cutoff
        yield Run(first, None)
    elif last is not None:
        yield Run(first, last)


@dataclass(frozen=True, slots=True)
class _Window:
    """The values (P, Q) up to the cutoffs, and beyond each of them a tail with monotone P/Q."""

    values: tuple[tuple[mpq, mpq], ...]
    tails: tuple[tuple[Terms, Terms, int], ...]
    """(terms of P, terms of Q, first place), from the cutoff outwards"""


def _window(strand: Strand) -> _Window:
    p, q = _same_body(strand)
    mirror = mirrored(p.left), mirrored(q.left)
    left, right = _monotone(*mirror, 1 - p.start), _monotone(p.right, q.right, p.stop)
    values = tuple((p.at(z), q.at(z)) for z in range(1 - left, right))
    return _Window(values, ((*mirror, left), (p.right, q.right, right)))


def _monotone(p: Terms, q: Terms, start: int) -> int:
    """From here on P and Q keep their signs, and P/Q is monotone."""
    change: dict[mpq, mpq] = {}  # P(z+1)·Q(z) − P(z)·Q(z+1)
    for b, c in p.items():
        for other, d in q.items():
            change[b * other] = change.get(b * other, mpq(0)) + c * d * (b - other)
    settled = [settle(terms, start).cutoff for terms in (p, q, change)]
    return max(settled)


def _strand_supremum(strand: Strand, finite: bool) -> mpq | None:
    window = _window(strand)
    best = mpq(0)
    for p, q in window.values:
        if q:
            best = max(best, p / q)
        elif p and not finite:
            return None
    for p_tail, q_tail, cutoff in window.tails:
        if not q_tail:
            if p_tail and not finite:
                return None
            continue
        limit = _limit(p_tail, q_tail)
        if limit is None:
            return None
        first = evaluate(p_tail, cutoff) / evaluate(q_tail, cutoff)
        best = max(best, limit, first)
    return best


def _limit(p: Terms, q: Terms) -> mpq | None:
    """lim P/Q along a tail, None for infinity; Q must not be 0."""
    if not p:
        return mpq(0)
    base, other = max(p), max(q)
    if base > other:
        return None
    return p[base] / q[other] if base == other else mpq(0)


def _limits(pair: SeriesPair) -> set[mpq]:
    """The finite limits of P/Q above 1."""
    found: set[mpq] = set()
    for strand in pair.strands:
        for p_tail, q_tail, _ in _window(strand).tails:
            limit = _limit(p_tail, q_tail) if q_tail else None
            if limit is not None and limit > 1:
                found.add(limit)
    return found


def _same_body(strand: Strand) -> tuple[Series, Series]:
    p, q = strand.p, strand.q
    start, stop = min(p.start, q.start), max(p.stop, q.stop)
    return p.within(start, stop), q.within(start, stop)
