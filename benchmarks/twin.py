"""The plain twin: every question answered by its definition, over ``fractions.Fraction``.

No sorting tricks, no integers over a common denominator, no compiled code: this is what somebody
would write who wants the exact answer and has only the standard library.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, groupby, permutations
from itertools import product as tuples
from math import comb, prod

__all__ = [
    "Law",
    "Profile",
    "delta_star",
    "hockey_stick",
    "k_fold",
    "law",
    "product",
    "pure_level",
    "table",
]

Law = Sequence[Fraction]

NOTHING = Fraction(0)


def law(weights: Sequence[int], denominator: int) -> Law:
    """The probabilities of integer weights over one denominator."""
    return [Fraction(weight, denominator) for weight in weights]


def hockey_stick(p: Law, q: Law, alpha: Fraction) -> Fraction:
    """H_α(P‖Q) = Σ_z [P(z) − α·Q(z)]₊."""
    differences = (a - alpha * b for a, b in zip(p, q, strict=True))
    return sum((x for x in differences if x > 0), NOTHING)


def delta_star(p: Law, q: Law, alpha: Fraction) -> Fraction:
    """The greater of both directions."""
    return max(hockey_stick(p, q, alpha), hockey_stick(q, p, alpha))


def table(rows: Sequence[Law], alpha: Fraction) -> Fraction:
    """δ*(α) over all ordered pairs of rows."""
    return max(hockey_stick(p, q, alpha) for p, q in permutations(rows, 2))


def pure_level(rows: Sequence[Law]) -> Fraction:
    """The greatest P(z)/Q(z) over all ordered pairs of rows of positive probabilities."""
    return max(a / b for p, q in permutations(rows, 2) for a, b in zip(p, q, strict=True))


def k_fold(p: Law, q: Law, count: int, alpha: Fraction) -> Fraction:
    """δ*(α) of ``count`` independent copies: one term per multiset of outcomes.

    By definition there is one term per sequence; sequences with the same counts have the same
    probabilities, and without that much the twin would never end.
    """
    terms = list(_multisets(p, q, count))
    forward = sum((n * max(a - alpha * b, NOTHING) for n, a, b in terms), NOTHING)
    backward = sum((n * max(b - alpha * a, NOTHING) for n, a, b in terms), NOTHING)
    return max(forward, backward)


def product(laws: Sequence[tuple[Law, Law]], alpha: Fraction) -> Fraction:
    """δ*(α) of independent releases with different laws: one term per sequence of outcomes."""
    p, q = ([prod(masses) for masses in tuples(*side)] for side in zip(*laws, strict=True))
    return delta_star(p, q, alpha)


def _multisets(p: Law, q: Law, count: int) -> Iterator[tuple[int, Fraction, Fraction]]:
    """How many sequences there are with given counts, and the two probabilities of one of them."""
    if len(p) == 1:
        yield 1, p[0] ** count, q[0] ** count
        return
    for used in range(count + 1):
        ways, a, b = comb(count, used), p[0] ** used, q[0] ** used
        for rest, c, d in _multisets(p[1:], q[1:], count - used):
            yield ways * rest, a * c, b * d


class Profile:
    """α ↦ δ*(α) of two laws of positive probabilities: outcomes sorted by ratio, sums of tails."""

    def __init__(self, p: Law, q: Law) -> None:
        outcomes = sorted((a / b, a, b) for a, b in zip(p, q, strict=True))
        self._ratios: list[Fraction] = []
        masses: list[tuple[Fraction, Fraction]] = []
        for ratio, group in groupby(outcomes, key=lambda outcome: outcome[0]):
            members = list(group)
            self._ratios.append(ratio)
            masses.append(
                (sum((a for _, a, _ in members), NOTHING), sum((b for *_, b in members), NOTHING))
            )
        self._p = list(accumulate((a for a, _ in masses), initial=NOTHING))
        self._q = list(accumulate((b for _, b in masses), initial=NOTHING))

    def delta(self, alpha: Fraction) -> Fraction:
        """δ* at one α, by bisection."""
        above = bisect_right(self._ratios, alpha)
        below = bisect_right(self._ratios, 1 / alpha)
        forward = (1 - self._p[above]) - alpha * (1 - self._q[above])
        return max(forward, self._q[below] - alpha * self._p[below])
