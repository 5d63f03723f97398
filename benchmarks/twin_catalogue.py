"""Twins of the catalogue: laws as their definitions write them, over ``fractions.Fraction``.

Infinite noise is summed over a window of integers, so these twins are not quite exact. They are
made to be timed beside the engine, which leaves out nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

from benchmarks.twin import Law, hockey_stick

__all__ = [
    "REACH",
    "allocation",
    "bit_reports",
    "fixed_size",
    "geometric_rows",
    "mixed",
    "noisy_max",
    "pairs",
    "poisson",
    "renyi_moment",
    "shuffled",
    "sparse_vector",
]

REACH = 40
"""Noisy values beyond −REACH … REACH are left out"""

ONE = Fraction(1)


def pairs(rows: Sequence[Law], places: Iterable[tuple[int, int]], alpha: Fraction) -> Fraction:
    """δ*(α) over the given pairs of rows, in both directions."""
    return max(
        max(hockey_stick(rows[i], rows[j], alpha), hockey_stick(rows[j], rows[i], alpha))
        for i, j in places
    )


def chance(ratio: Fraction, z: int) -> Fraction:
    """P(Z = z) of two-sided geometric noise."""
    return (1 - ratio) / (1 + ratio) * ratio ** abs(z)


def at_most(ratio: Fraction, z: int) -> Fraction:
    """P(Z <= z)."""
    return ratio**-z / (1 + ratio) if z < 0 else 1 - ratio ** (z + 1) / (1 + ratio)


def noisy_max(answers: Sequence[int], ratio: Fraction, output: str) -> Law:
    """The first of the greatest noisy answers: its index, its value, or both."""
    window = range(-REACH, REACH + 1)
    cells = [[_wins(answers, ratio, i, v) for v in window] for i in range(len(answers))]
    if output == "index":
        return [sum(row, Fraction(0)) for row in cells]
    if output == "value":
        return [sum(column, Fraction(0)) for column in zip(*cells, strict=True)]
    return [cell for row in cells for cell in row]


def _wins(answers: Sequence[int], ratio: Fraction, i: int, v: int) -> Fraction:
    before = prod((at_most(ratio, v - 1 - q) for q in answers[:i]), start=ONE)
    after = prod((at_most(ratio, v - q) for q in answers[i + 1 :]), start=ONE)
    return before * chance(ratio, v - answers[i]) * after


def sparse_vector(
    answers: Sequence[int], threshold_ratio: Fraction, query_ratio: Fraction, *, stops: bool
) -> Law:
    """Every array of answers to "is q + ν >= 1 + ρ?", which end with the first yes, or never."""
    cuts = range(1 - REACH, 1 + REACH + 1)
    start = [chance(threshold_ratio, t - 1) for t in cuts]
    above = [[1 - at_most(query_ratio, t - 1 - q) for t in cuts] for q in answers]

    def probability(pattern: tuple[bool, ...]) -> Fraction:
        asked = list(zip(above, pattern, strict=False))  # it may have stopped before the end
        return sum(
            (p * prod(r[k] if yes else 1 - r[k] for r, yes in asked) for k, p in enumerate(start)),
            Fraction(0),
        )

    return [probability(pattern) for pattern in _patterns(len(answers), stops)]


def _patterns(length: int, stops: bool) -> Iterator[tuple[bool, ...]]:
    if not stops:
        yield from product((False, True), repeat=length)
        return
    yield from ((False,) * k + (True,) for k in range(length))
    yield (False,) * length


def geometric_rows(ratio: Fraction, size: int) -> list[Law]:
    """x + Z for x = 0 … size − 1, the outputs below 1 and above size − 2 taken together."""
    return [
        [
            at_most(ratio, -x),
            *(chance(ratio, y - x) for y in range(1, size - 1)),
            1 - at_most(ratio, size - 2 - x),
        ]
        for x in range(size)
    ]


def mixed(weights: Sequence[Fraction], rows: Sequence[Law]) -> Law:
    """Σ_i w_i·row_i."""
    columns = zip(*rows, strict=True)
    return [sum((w * p for w, p in zip(weights, c, strict=True)), Fraction(0)) for c in columns]


def poisson(rows: Sequence[Law], rate: Fraction) -> list[Law]:
    """Row 0 stands for an absent record, and every other one is reached with this chance."""
    return [mixed((1 - rate, rate), (rows[0], row)) for row in rows]


def fixed_size(
    rows: Sequence[Law], values: int, population: int, size: int, *, replacement: bool
) -> tuple[list[Law], list[tuple[int, int]]]:
    """The row of the sum of every sample alike, and which populations differ in one record."""
    populations = list(combinations_with_replacement(range(values), population))
    laws: list[Law] = []
    for records in populations:
        samples = product(records, repeat=size) if replacement else combinations(records, size)
        ways = Counter(map(sum, samples))
        laws.append(mixed([Fraction(ways[s], ways.total()) for s in range(len(rows))], rows))
    return laws, _one_apart(populations)


def _one_apart(arrays: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    counts = [Counter(array) for array in arrays]
    return [
        (i, j) for j in range(len(arrays)) for i in range(j) if (counts[i] - counts[j]).total() == 1
    ]


def allocation(p: Law, q: Law, rounds: int, alpha: Fraction) -> Fraction:
    """δ*(α) of one chosen round among many, two outcomes: a term per number of second outcomes."""
    forward = backward = Fraction(0)
    for used in range(rounds + 1):
        silent = comb(rounds, used) * q[1] ** used * q[0] ** (rounds - used)
        mean = (used * p[1] / q[1] + (rounds - used) * p[0] / q[0]) / rounds
        forward += max(silent * (mean - alpha), Fraction(0))
        backward += max(silent * (1 - alpha * mean), Fraction(0))
    return max(forward, backward)


def bit_reports(bits: Sequence[int], one: Fraction, other: Fraction) -> Law:
    """All 2^n reports; a true 1 is reported as 1 with probability ``one``, a 0 with ``other``."""
    law = [ONE]
    for bit in bits:
        p = one if bit else other
        law = [x * y for x in law for y in (1 - p, p)]
    return law


def shuffled(p: Law, q: Law, users: int) -> list[Law]:
    """The number of second outcomes where 0, 1, …, all users report by ``p``, the rest by ``q``."""
    return [_sum_of(_binomial(p, k), _binomial(q, users - k)) for k in range(users + 1)]


def _binomial(law: Law, count: int) -> Law:
    return [comb(count, k) * law[1] ** k * law[0] ** (count - k) for k in range(count + 1)]


def _sum_of(left: Law, right: Law) -> Law:
    found = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            found[i + j] += a * b
    return found


def renyi_moment(p: Law, q: Law, count: int) -> Fraction:
    """Σ P²/Q of ``count`` copies of two outcomes, a term per number of second outcomes."""
    terms = (
        comb(count, k) * (p[1] ** k * p[0] ** (count - k)) ** 2 / (q[1] ** k * q[0] ** (count - k))
        for k in range(count + 1)
    )
    return sum(terms, Fraction(0))
