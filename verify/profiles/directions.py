"""δ at one level for every ordered pair of neighbours, worst first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cmp_to_key, partial
from itertools import chain, pairwise

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from verify import _core
from verify.compose.event_sums import event_sums
from verify.compose.structure import greatest_ratio, pure_ratio
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.law.adjacency import Edge
from verify.law.channel import Channel, Weights
from verify.law.mechanism import Mechanism
from verify.loss.delta import Delta
from verify.loss.packed import FIRST_BITS
from verify.parallel import alone, spread

__all__ = ["Directed", "distinct", "evaluate", "evaluate_levels", "pure_level"]

FEW_EDGES = 8
"""Up to this many edges the pairs are evaluated one by one."""


@dataclass(frozen=True, slots=True)
class Directed:
    """H_α(law at input ‖ law at neighbour), inputs by number."""

    input: int
    neighbour: int
    delta: Delta


def evaluate(
    mechanism: Mechanism, edges: Sequence[Edge], level: Level, top: int | None = None
) -> list[Directed]:
    """The ``top`` worst directions (all of them for None), worst first; ties in document order."""
    table = mechanism.as_table()
    if table is not None and len(edges) > FEW_EDGES:
        return _evaluate_table(table, edges, level, top)
    kinds = mechanism.kinds(edges) if len(edges) > 1 else None
    if kinds is not None:
        return _evaluate_kinds(mechanism, edges, kinds, level, top)
    found: list[Directed] = []
    for (i, j), (forward, backward) in zip(edges, _deltas(mechanism, edges, level), strict=True):
        found += Directed(i, j, forward), Directed(j, i, backward)
    if len(found) == 2:
        first, second = found
        if first.delta is second.delta:
            return found
        return [second, first] if second.delta.sign_against(first.delta) > 0 else found
    found.sort(key=cmp_to_key(_worse_first))
    return found if top is None else found[:top]


def evaluate_levels(
    mechanism: Mechanism, edges: Sequence[Edge], levels: Sequence[Level], top: int | None = None
) -> list[list[Directed]]:
    """`evaluate` at several levels; by an executor, if there is one."""
    if len(levels) == 1:
        return [evaluate(mechanism, edges, levels[0], top)]
    return spread(partial(_at_levels, mechanism, edges, top), levels, "levels")


def _at_levels(
    mechanism: Mechanism, edges: Sequence[Edge], top: int | None, levels: Sequence[Level]
) -> list[list[Directed]]:
    with alone():  # pieces of pieces are too small
        return [evaluate(mechanism, edges, level, top) for level in levels]


def pure_level(mechanism: Mechanism, edges: Sequence[Edge]) -> Number | None:
    """The least α with δ*(α) = 0: the greatest ratio over all directions; None for infinity."""
    table = mechanism.as_table()
    if table is not None and len(edges) > FEW_EDGES:
        return _pure_level_of_table(table, edges)
    best: Number = mpq(1)
    for i, j in distinct(mechanism, edges):
        for first, second in ((i, j), (j, i)):
            known = mechanism.bounds(first, second)
            pair = mechanism.pair(first, second) if known is None else known.above
            ratio = pure_ratio(pair)
            if ratio is None:
                return None
            best = max(best, ratio)
    return best


def distinct(mechanism: Mechanism, edges: Sequence[Edge]) -> Sequence[Edge]:
    """One edge of every kind: what they say is said of all."""
    kinds = mechanism.kinds(edges)
    return edges if kinds is None else list(_first_edges(kinds, edges).values())


def _deltas(
    mechanism: Mechanism, edges: Sequence[Edge], level: Level
) -> Sequence[tuple[Delta, Delta]]:
    """Both directions of every edge; many edges by an executor, if there is one."""
    if len(edges) == 1:
        return _deltas_of(mechanism, level, edges)
    return spread(partial(_deltas_of, mechanism, level), edges, "pairs of inputs")


def _deltas_of(
    mechanism: Mechanism, level: Level, edges: Sequence[Edge]
) -> list[tuple[Delta, Delta]]:
    return [event_sums(mechanism.pair(i, j), level).deltas(level) for i, j in edges]


def _first_edges(kinds: Sequence[Hashable], edges: Sequence[Edge]) -> dict[Hashable, Edge]:
    """The first edge of every kind, in the order of their first edges."""
    first = dict(zip(reversed(kinds), reversed(edges), strict=True))  # the last one stays
    return {kind: first[kind] for kind in dict.fromkeys(kinds)}


def _evaluate_kinds(
    mechanism: Mechanism,
    edges: Sequence[Edge],
    kinds: Sequence[Hashable],
    level: Level,
    top: int | None,
) -> list[Directed]:
    """Every kind once; edges of one kind have equal values, in document order."""
    first = _first_edges(kinds, edges)
    number = {kind: n for n, kind in enumerate(first)}
    ways: list[tuple[int, Delta]] = []  # two per kind: it, and the same in reverse
    for both in _deltas(mechanism, list(first.values()), level):
        ways += [(len(ways) + k, delta) for k, delta in enumerate(both)]
    order = sorted(ways, key=cmp_to_key(_worse_way_first))
    ranks = np.zeros(len(ways), dtype=np.intp)
    for (before, worse), (way, delta) in pairwise(order):
        ranks[way] = ranks[before] + (delta.sign_against(worse) != 0)
    codes = np.fromiter(map(number.__getitem__, kinds), dtype=np.intp, count=len(kinds))
    places = np.argsort(ranks.reshape(-1, 2)[codes].reshape(-1), kind="stable")[:top]
    found: list[Directed] = []
    for place in places.tolist():
        (i, j), turned = edges[place // 2], place % 2
        delta = ways[2 * int(codes[place // 2]) + turned][1]
        found.append(Directed(j, i, delta) if turned else Directed(i, j, delta))
    return found


def _worse_way_first(left: tuple[int, Delta], right: tuple[int, Delta]) -> int:
    return right[1].sign_against(left[1])


def _worse_first(left: Directed, right: Directed) -> int:
    return right.delta.sign_against(left.delta)


def _ordered(edges: Sequence[Edge]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Both directions of every edge, side by side."""
    flat = np.fromiter(chain.from_iterable(edges), dtype=np.intp, count=2 * len(edges))
    ends = flat.reshape(-1, 2)
    first = np.ascontiguousarray(ends.reshape(-1))
    second = np.ascontiguousarray(ends[:, ::-1].reshape(-1))
    return first, second


def _evaluate_table(
    table: Channel, edges: Sequence[Edge], level: Level, top: int | None
) -> list[Directed]:
    first, second = _ordered(edges)
    count = len(first) if top is None else min(top, len(first))
    for low, high, exact in _brackets(level, table.denominator):
        sums = _pair_sums(table, first, second, low)
        if not exact and not _same(sums, _pair_sums(table, first, second, high)):
            continue
        values = _core.numerators(*sums, low.numerator, low.denominator)
        order = _core.rank(values, len(first) if not exact else count)
        found = _directed(table, (first, second), sums, order[:count], level)
        if exact or _confirmed(values, sums, order, count, low, high, table.denominator):
            return found
    raise AssertionError("brackets never end")


def _brackets(level: Level, denominator: mpz) -> Iterator[tuple[mpq, mpq, bool]]:
    """Ever tighter rational brackets of α, and whether the bracket is α itself."""
    bits = FIRST_BITS
    while True:
        bracket = level.bracket(bits, denominator.bit_length())
        low, high = bracket or (mpq(denominator + 1), mpq(denominator + 1))
        yield low, high, low == high
        bits *= 2


def _pair_sums(
    table: Channel, first: NDArray[np.intp], second: NDArray[np.intp], alpha: mpq
) -> tuple[Weights, Weights]:
    return _core.pair_event_sums(table.weights, first, second, alpha.numerator, alpha.denominator)


def _same(left: tuple[Weights, Weights], right: tuple[Weights, Weights]) -> bool:
    return np.array_equal(left[0], right[0]) and np.array_equal(left[1], right[1])


def _confirmed(
    values: Weights,
    sums: tuple[Weights, Weights],
    order: NDArray[np.intp],
    count: int,
    low: mpq,
    high: mpq,
    denominator: mpz,
) -> bool:
    """Whether the order at ``low`` is that of every α in [low, high].

    A value moves by at most (high − low)·D, so a greater gap between neighbours settles them;
    equal event sums are equal values at every α.
    """
    slack = (high - low) * denominator * low.denominator
    for place in range(min(count, len(order) - 1)):
        here, there = order[place], order[place + 1]
        gap = _core.unpack(values[here : here + 1])[0] - _core.unpack(values[there : there + 1])[0]
        if gap <= slack and not all(np.array_equal(s[here], s[there]) for s in sums):
            return False
    return True


def _directed(
    table: Channel,
    ends: tuple[NDArray[np.intp], NDArray[np.intp]],
    sums: tuple[Weights, Weights],
    places: NDArray[np.intp],
    level: Level,
) -> list[Directed]:
    """The directions at these places of the arrays of ends and event sums."""
    inputs, neighbours = (side[places].tolist() for side in ends)
    a, b = (_core.unpack(side[places]) for side in sums)
    scale = table.denominator
    rows = zip(inputs, neighbours, a, b, strict=True)
    return [Directed(i, j, Delta(p, q, scale, level)) for i, j, p, q in rows]


def _pure_level_of_table(table: Channel, edges: Sequence[Edge]) -> mpq | None:
    first, second = _ordered(edges)
    places = _core.pair_suprema(table.weights, first, second)
    best = np.stack([table.weights[first, places], table.weights[second, places]])
    return greatest_ratio(best)
