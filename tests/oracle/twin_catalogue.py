"""The catalogue by definition: laws as dicts of fractions, written from the documented words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

from twin import Law, Mechanism

Scores = Mapping[str, Mapping[str, int]]


# geometric noise


def noise(ratio: Fraction, sided: int, z: int) -> Fraction:
    """P(Z = z)."""
    if sided == 1:
        return ratio**z * (1 - ratio) if z >= 0 else Fraction(0)
    return ratio ** abs(z) * (1 - ratio) / (1 + ratio)


def at_least(ratio: Fraction, sided: int, z: int) -> Fraction:
    """P(Z >= z) by finite sums: what lies below, or half of what lies outside."""
    if sided == 1:
        return 1 - sum((noise(ratio, 1, k) for k in range(z)), Fraction(0))
    if z <= 0:
        return 1 - at_least(ratio, 2, 1 - z)
    inside = sum((noise(ratio, 2, k) for k in range(1 - z, z)), Fraction(0))
    return (1 - inside) / 2


def geometric(ratio: Fraction, low: int, high: int, sided: int = 2, beyond: int = 0) -> Mechanism:
    """Every value from low − beyond to high + beyond, with the tails outside as one output each."""
    first, last = low - beyond, high + beyond
    if sided == 2 and first == last:
        last += 1
    mechanism: Mechanism = {}
    for x in range(low, high + 1):
        law: Law = {}
        if sided == 2:
            law[f"<={first}"] = 1 - at_least(ratio, 2, first + 1 - x)
        start = first if sided == 1 else first + 1
        law |= {str(v): noise(ratio, sided, v - x) for v in range(start, last)}
        law[f">={last}"] = at_least(ratio, sided, last - x)
        mechanism[str(x)] = law
    return mechanism


def clamped(ratio: Fraction, low: int, high: int, sided: int = 2) -> Mechanism:
    mechanism: Mechanism = {}
    for x in range(low, high + 1):
        law = {str(v): noise(ratio, sided, v - x) for v in range(low, high + 1)}
        law[str(high)] = at_least(ratio, sided, high - x)
        law[str(low)] = 1 - sum((p for v, p in law.items() if v != str(low)), Fraction(0))
        mechanism[str(x)] = law
    return mechanism


def truncated(ratio: Fraction, low: int, high: int, sided: int = 2) -> Mechanism:
    """The law of x + Z given that it lies in the range."""
    mechanism: Mechanism = {}
    for x in range(low, high + 1):
        inside = {str(v): noise(ratio, sided, v - x) for v in range(low, high + 1)}
        total = sum(inside.values(), Fraction(0))
        mechanism[str(x)] = {v: p / total for v, p in inside.items()}
    return mechanism


# bits


def _arrays(coins: Sequence[Fraction]) -> Law:
    """Independent bits, each 1 with its own probability."""
    law: Law = {}
    for bits in product((0, 1), repeat=len(coins)):
        p = Fraction(1)
        for bit, one in zip(bits, coins, strict=True):
            p *= one if bit else 1 - one
        law[tuple(map(str, bits))] = p
    return law


def unary_encoding(k: int, p: Fraction, q: Fraction) -> Mechanism:
    return {str(x): _arrays([p if i == x else q for i in range(k)]) for x in range(k)}


def rappor(
    filters: Mapping[str, Sequence[int]], f: Fraction, p: Fraction, q: Fraction
) -> Mechanism:
    """Two stages: the permanent response of every bit, then its report."""
    mechanism: Mechanism = {}
    for x, bits in filters.items():
        permanent = _arrays([1 - f / 2 if bit else f / 2 for bit in bits])
        law: Law = {}
        for kept, weight in permanent.items():
            for shown, share in _arrays([q if bit == "1" else p for bit in kept]).items():
                law[shown] = law.get(shown, Fraction(0)) + weight * share
        mechanism[x] = law
    return mechanism


# selection


def weighted(weights: Mapping[str, Mapping[str, Fraction]]) -> Mechanism:
    return {
        x: {o: Fraction(w) / sum(row.values()) for o, w in row.items()}
        for x, row in weights.items()
    }


def exponential(scores: Scores, base: Fraction) -> Mechanism:
    return weighted(
        {x: {o: Fraction(base) ** s for o, s in row.items()} for x, row in scores.items()}
    )


def permute_and_flip(scores: Scores, base: Fraction) -> Mechanism:
    """All orders; in each of them a coin per output until one comes up heads."""
    mechanism: Mechanism = {}
    for x, row in scores.items():
        heads = {o: Fraction(base) ** (s - max(row.values())) for o, s in row.items()}
        orders = list(permutations(row))
        law = dict.fromkeys(row, Fraction(0))
        for order in orders:
            reached = Fraction(1, len(orders))
            for o in order:
                law[o] += reached * heads[o]
                reached *= 1 - heads[o]
        mechanism[x] = law
    return mechanism


# histograms


def thresholded_histogram(
    counts: Mapping[str, Mapping[str, int]], ratio: Fraction, threshold: int
) -> Mechanism:
    """Key by key in sorted order: hidden, a value, or the tail from the greatest count on."""
    keys = sorted({key for row in counts.values() for key, n in row.items() if n})
    mechanism: Mechanism = {}
    for x, row in counts.items():
        law: Law = {(): Fraction(1)}
        for key in keys:
            top = max([threshold, *(other.get(key, 0) for other in counts.values())])
            shown = _shown(key, row.get(key, 0), ratio, threshold, top)
            law = {y + z: p * r for y, p in law.items() for z, r in shown.items()}
        mechanism[x] = law
    return mechanism


def _shown(key: str, count: int, ratio: Fraction, threshold: int, top: int) -> Law:
    names = {v: ((key, str(v)),) for v in range(threshold, top)}
    tail = ((key, f">={top}"),)
    if not count:
        return {(): Fraction(1)} | {name: Fraction(0) for name in (*names.values(), tail)}
    law: Law = {(): 1 - at_least(ratio, 2, threshold - count)}
    law |= {name: noise(ratio, 2, v - count) for v, name in names.items()}
    law[tail] = at_least(ratio, 2, top - count)
    return law
