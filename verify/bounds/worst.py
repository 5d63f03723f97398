"""The worst steps that have given guarantees, drawn independently.

Among all steps with guarantee (ε, δ) one is the worst in every respect: with probability δ it shows
the input, else it answers by randomized response at ε. Source: Kairouz, Oh and Viswanath 2015.
"""

from __future__ import annotations

from collections import Counter

from gmpy2 import mpq, mpz

from verify.bounds.guarantee import Guarantee, Guarantees
from verify.compose.independent import Factor, Independent
from verify.compose.least import product_least_alpha
from verify.compose.planner import product_sums
from verify.compose.structure import product_distribution
from verify.exact.level import Level
from verify.exact.levels import compare_levels, product_of_levels
from verify.exact.quotient import Number
from verify.loss.classes import Classes, from_weights, union
from verify.loss.delta import Delta, delta_of

__all__ = ["WorstSteps"]


class WorstSteps:
    """The product of the worst steps, whose answers are kept: it is the same in both directions."""

    def __init__(self, guarantees: Guarantees) -> None:
        counts: Counter[Classes] = Counter()
        for each, count in guarantees:
            classes = _worst_step(each)
            if classes.infinite or len(classes.entries) > 1:  # else its two laws are equal
                counts[classes] += count
        self.product = Independent(tuple([Factor(*each) for each in counts.items()]))
        self._greatest = product_of_levels([(each.level, n) for each, n in guarantees])
        self._deltas: dict[Level, Delta] = {}
        self._alphas: dict[mpq, Number | None] = {}

    def delta_at(self, level: Level) -> Delta:
        """The exact δ* at a level."""
        if level not in self._deltas:
            self._deltas[level] = self._delta_at(level)
        return self._deltas[level]

    def _delta_at(self, level: Level) -> Delta:
        if compare_levels(level, self._greatest) >= 0:  # nothing but a leak
            return delta_of((self.product.infinite, mpz(0)), self.product.denominator, level)
        return product_sums(self.product, level).deltas(level)[0]

    def least_alpha(self, delta: mpq) -> Number | None:
        """The exact least α >= 1 with δ*(α) <= δ; None where none is enough."""
        if delta not in self._alphas:
            product = self.product
            if product.is_rational:
                found = product_least_alpha(product, delta)
            else:  # in the ring one list is cheaper than many levels
                found = product_distribution(product).least_alpha(delta)
            self._alphas[delta] = found
        return self._alphas[delta]


def _worst_step(guarantee: Guarantee) -> Classes:
    alpha: Number = guarantee.level.number() / mpq(1)
    truth, lie = alpha.numerator, alpha.denominator
    response = from_weights([(truth, lie), (lie, truth)], truth + lie)
    leak, rest = guarantee.delta, 1 - guarantee.delta
    return union([(leak, mpq(0), None), (mpq(0), leak, None), (rest, rest, response)])
