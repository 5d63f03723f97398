"""k-fold products of three or more ratio classes, at one α: a sweep that leaves one dimension out.

Neither the k-fold product of m classes nor its counts are listed: the counts of m − 3 classes are
enumerated, and those of the three others are swept in k steps. Draws from a few other classes are
taken first, one by one: after a class with weights (p, q), the level that the rest meets is α·q/p.
"""

from __future__ import annotations

from functools import cached_property, reduce
from math import comb, prod

from gmpy2 import mpq, mpz

from verify import resources
from verify.compose._sweep import sweep_sums
from verify.compose.independent import Factor, Independent
from verify.compose.method import Solver, Work
from verify.compose.near_ties import NearTies
from verify.exact.level import Level
from verify.loss.classes import Entry, power, product
from verify.loss.delta import Sums
from verify.loss.sums import EventSums

__all__ = ["PascalSweep"]

KEY_BITS = 124
"""Sums of keys stay below 2^KEY_BITS; the kernel allows two bits more."""

START_SECONDS = 5e-5
CLASS_SECONDS = 3e-6
"""What an answer costs at least. Up to some 24 classes listing them is not slower, and is kept."""

NODE_SECONDS = 1e-8
NODE_LIMB_SECONDS = 3e-9
"""What the counts of all but three classes cost, most of which need no look"""

STEP_SECONDS = 3e-7
"""What one row of a sweep costs for two laws in two directions, beside its limbs"""

LIMB_SECONDS = 1.6e-8
WIDE_SECONDS = 1.2e-8
"""The same for every limb of a row and every limb of a weight"""

MOST_SECONDS = 1e9
MOST_COUNTS = 1 << 60

NUMBERS = 30
"""Numbers of the size of the answer that are there at a time, beside those of enumerated classes"""

FEW = 10_000
"""Classes of other factors that are taken one by one"""


class PascalSweep(Solver):
    """Many draws from three or more classes with integer weights, and a few other draws."""

    name = "sweep"
    title = "sweep over the counts of three ratios, for all counts of the others"

    def __init__(self, law: Independent, main: Factor, others: tuple[Factor, ...]) -> None:
        self.law = law
        self.main = main
        self.others = others

    @classmethod
    def of(cls, law: Independent) -> PascalSweep | None:
        """The method for the largest factor, where others are small and weights are integers."""
        large = [each for each in law.factors if len(each.classes.entries) >= 3]
        if not large or not law.is_rational:
            return None
        main = max(large, key=_multisets)
        others = tuple(each for each in law.factors if each is not main)
        return cls(law, main, others) if prod(map(_multisets, others)) <= FEW else None

    @property
    def reason(self) -> str:
        """How many steps there are at most."""
        size = len(self.main.classes.entries)
        return f"{self.main.count} draws with {size} likelihood ratios: at most {self.steps} steps"

    @cached_property
    def steps(self) -> int:
        """Rows of sweeps: at most one for all counts of all classes but two."""
        return self._counts(2) * self.first_draws

    @cached_property
    def first_draws(self) -> int:
        """The classes of all draws but those of the main factor, at most."""
        return prod(map(_multisets, self.others))

    @cached_property
    def work(self) -> Work:
        """By the steps and their limbs.

        Of the counts of all classes but two, those are swept over for which the two decide. Their
        share is about that of the distance of the two logarithms in the distance of all.
        """
        limbs = self.law.bits // 64 + 1
        main, count = self.main.classes, self.main.count
        width = (main.denominator * count).bit_length() // 64 + 1
        entries = _swept_last(main.entries)
        share = (entries[-3][0] - entries[-1][0]) / (main.entries[-1][0] - main.entries[0][0] or 1)
        step = share * (STEP_SECONDS + limbs * (LIMB_SECONDS + width * WIDE_SECONDS))
        node = NODE_SECONDS + limbs * NODE_LIMB_SECONDS
        each = START_SECONDS + len(entries) * CLASS_SECONDS
        each += self._counts(2) * step + self._counts(3) * node
        numbers = 2 * (len(entries) - 3) * (count + 4) + NUMBERS
        return Work(min(self.first_draws * each, MOST_SECONDS), count + numbers * (48 + 8 * limbs))

    def _counts(self, left_out: int) -> int:
        """How many counts of all classes but so many there are."""
        size = len(self.main.classes.entries) - left_out
        return min(comb(self.main.count + size, size), MOST_COUNTS)

    def event_sums(self, level: Level) -> EventSums:
        """One sum for every class of the other draws, and as many for the other direction."""
        law = self.law
        resources.check("answer_bits", law.bits, "the bits of one exact probability")
        forward = self.forward(level)
        backward = forward if law.is_symmetric else self.reverse().forward(level)
        return EventSums(forward, backward, law.denominator)

    def reverse(self) -> PascalSweep:
        """The same with P and Q exchanged."""
        law = self.law.reversed
        main = law.factors[self.law.factors.index(self.main)]
        return PascalSweep(law, main, tuple(each for each in law.factors if each is not main))

    def forward(self, level: Level) -> Sums:
        """(P(S), Q(S)) of S = {P > αQ}, as weights."""
        total_p, total_q = mpz(self.law.infinite), mpz(0)
        for _, p, q in self._first_draws():
            sums = _swept(self.main, level if p == q else level.times(mpq(q, p)))
            total_p += p * sums[0]
            total_q += q * sums[1]
        return total_p, total_q

    def _first_draws(self) -> tuple[Entry, ...]:
        """The classes of all draws but those of the main factor."""
        if not self.others:
            return ((0, mpz(1), mpz(1)),)
        return reduce(product, (power(each.classes, each.count) for each in self.others)).entries


def _swept(factor: Factor, level: Level) -> tuple[mpz, mpz]:
    """The sums over finite ratios above α."""
    count, error = factor.count, factor.classes.error
    entries = _swept_last(factor.classes.entries)
    most = count * (max(abs(key) for key, _, _ in entries) + error)
    low, high = level.fixed()
    if low > most:
        return mpz(0), mpz(0)
    if high < -most:
        p, q = (sum(entry[side] for entry in entries) ** count for side in (1, 2))
        return p, q
    shift = max(0, most.bit_length() - KEY_BITS)
    band = ((count * error + high - low) >> shift) + count + 3
    return sweep_sums(
        count,
        [key >> shift for key, _, _ in entries],
        [p for _, p, _ in entries],
        [q for _, _, q in entries],
        low >> shift,
        band,
        NearTies([(p, q) for _, p, q in entries], count, level),
    )


def _swept_last(entries: tuple[Entry, ...]) -> list[Entry]:
    """The classes with the three nearest neighbours last: high, middle, low.

    The nearer their ratios, the more often the counts of the others alone decide. Those come in
    the order of their distance, the extremes first, so that they decide as early as can be.
    """
    first = min(range(len(entries) - 2), key=lambda i: entries[i + 2][0] - entries[i][0])
    low, middle, high = entries[first : first + 3]
    outer = sorted(
        (*entries[:first], *entries[first + 3 :]), key=lambda entry: -abs(entry[0] - middle[0])
    )
    return [*outer, high, middle, low]


def _multisets(factor: Factor) -> int:
    size = len(factor.classes.entries)
    return comb(factor.count + size - 1, factor.count) if size else 1
