"""δ* of products by its definition, in plain fractions, and e enclosed by its series."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil, comb, factorial, floor, prod

Pair = Sequence[tuple[Fraction, Fraction]]
"""(P(z), Q(z)) for every outcome z"""

TERMS = 100
PLACES = 10**40


def hockey_stick(pair: Pair, alpha: Fraction) -> Fraction:
    """Σ_z max(0, P(z) − α·Q(z))."""
    return sum((max(Fraction(0), p - alpha * q) for p, q in pair), Fraction(0))


def least_delta(pair: Pair, alpha: Fraction) -> Fraction:
    """The greater of both directions."""
    return max(hockey_stick(pair, alpha), hockey_stick([(q, p) for p, q in pair], alpha))


def together(*pairs: Pair) -> Pair:
    """The pair of independent releases."""
    return [
        (prod((p for p, _ in cells), start=Fraction(1)), prod(q for _, q in cells))
        for cells in product(*pairs)
    ]


def sampled(rate: Fraction, pair: Pair) -> Pair:
    """The record takes part with a probability; Q is without it."""
    return [((1 - rate) * q + rate * p, q) for p, q in pair]


def response(p: Fraction, k: int) -> Pair:
    """With probability 1 − p the bucket, else one of all k: buckets 0 and 1, row by row."""
    rows = [[(1 - p) * (x == y) + p / k for y in range(k)] for x in (0, 1)]
    return list(zip(*rows, strict=True))


def many_responses(truth: Fraction, count: int, alpha: Fraction) -> Fraction:
    """δ* of ``count`` two-bucket responses: the outcome is a number of truths."""
    lie = 1 - truth
    pair = [
        (
            comb(count, n) * truth**n * lie ** (count - n),
            comb(count, n) * lie**n * truth ** (count - n),
        )
        for n in range(count + 1)
    ]
    return least_delta(pair, alpha)


def power_of_e(x: Fraction) -> tuple[Fraction, Fraction]:
    """Decimal bounds of e^x for 0 <= x <= 4, by the series and its geometric remainder."""
    low = sum((x**n / factorial(n) for n in range(TERMS)), Fraction(0))
    high = low + 2 * x**TERMS / factorial(TERMS)
    return Fraction(floor(low * PLACES), PLACES), Fraction(ceil(high * PLACES), PLACES)
