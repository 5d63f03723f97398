"""Random allocation: one of M rounds, chosen uniformly, sees the record.

With r = P/Q the likelihood ratio of one round that sees the record against one that does not, the
likelihood ratio of M outcomes is the mean of theirs, so it depends only on how often each class of
equal r occurs. Outcomes with Q = 0 only the chosen round can draw, and they give the record away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import gmpy2
from gmpy2 import mpq, mpz

from verify import _core, resources
from verify.combine.multisets import multiset_count
from verify.compose.expansion import Draws, Expansion
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_ERROR
from verify.exact.ring import RingNumber, Weight, log_key, power_bits
from verify.loss.classes import Classes, Entry, check_size, merge

__all__ = ["BinaryAllocation", "allocation", "letters"]

LATTICE_BITS = 1 << 20
"""Bits of all ratios over one denominator up to which a lattice is looked for"""

Letter = tuple[Weight, Weight]
"""Weights of a class of one round, with the record and without; the second is positive"""


def letters(base: Classes) -> list[Letter]:
    """The classes that a round without the record draws, by ascending ratio (0 included)."""
    zero: list[Letter] = [(mpz(0), base.zero)] if base.zero else []
    return zero + [(p, q) for _, p, q in base.entries]


def allocation(base: Classes, rounds: int) -> Classes:
    """The classes of ``rounds`` outcomes: P with one chosen round, Q with none.

    Given how often each class occurs, P = Σ_i p_i·Q(the other M − 1 rounds without one class i).
    """
    entries: list[Entry] = []
    for chosen, silent in _weights(base, rounds):
        p = _divided(chosen, rounds)
        if p:
            entries.append((log_key(p, silent), p, silent))
    rest = base.denominator ** (rounds - 1)
    infinite = base.infinite * rest
    return merge(entries, base.denominator * rest, infinite, base.zero**rounds, FIXED_ERROR)


def _divided(weight: Weight, count: int) -> Weight:
    if isinstance(weight, RingNumber):
        return weight * mpq(1, count)
    return gmpy2.divexact(weight, count)


def _weights(base: Classes, rounds: int) -> Iterator[Letter]:
    """Weights of M outcomes with one chosen round (times M) and with none, ratio by ratio.

    By sums of ratios where these are fewer than multisets, as with ratios 3, 1 and 1/3.
    """
    found = letters(base)
    bits = power_bits(base.denominator, rounds)
    size = multiset_count(len(found), rounds)
    if isinstance(base.denominator, RingNumber):
        check_size(size, bits)
        return _multisets(found, rounds)
    if len(found) > 2 and len(found) ** 2 * base.denominator.bit_length() <= LATTICE_BITS:
        lattice = _lattice(found)
        if lattice.points(rounds) < size:
            check_size(lattice.points(rounds), bits)
            return lattice.sums(rounds)
    check_size(size, bits)
    return _multisets(found, rounds)


@dataclass(frozen=True, slots=True)
class _Lattice:
    """Ratios as (offset + step·e)/scale with small integers e ≥ 0: their sums nearly all meet."""

    places: tuple[int, ...]
    """e"""
    weights: tuple[mpz, ...]
    """of the classes, without the record"""
    offset: mpz
    step: mpz
    scale: mpz

    def points(self, rounds: int) -> int:
        """How many sums of so many e there can be."""
        return rounds * self.places[-1] + 1

    def sums(self, rounds: int) -> Iterator[tuple[mpz, mpz]]:
        """The same weights as `_multisets`, added up by sum."""
        draws = Draws(self.places, self.weights, rounds)
        for place, silent in enumerate(Expansion([draws], draws.degree).coefficients()):
            if silent:
                total = rounds * self.offset + place * self.step
                yield gmpy2.divexact(silent * total, self.scale), silent


def _lattice(found: Sequence[Letter]) -> _Lattice:
    ratios = [mpq(p, q) for p, q in found]
    scale = gmpy2.lcm(*(ratio.denominator for ratio in ratios))
    values = [mpz(ratio * scale) for ratio in ratios]
    step = gmpy2.gcd(*(value - values[0] for value in values)) or mpz(1)
    places = tuple([int((value - values[0]) // step) for value in values])
    return _Lattice(places, tuple([q for _, q in found]), values[0], step, scale)


def _multisets(found: Sequence[Letter], count: int, start: int = 0) -> Iterator[Letter]:
    """Every multiset of letters: weights with one chosen round (times M), and with none."""
    for index in range(start, len(found) - 1):
        p, q = found[index]
        before, ways = mpz(1), mpz(1)  # q^(used − 1), and the binomial coefficient
        for used in range(1, count + 1):
            ways = ways * (count - used + 1) // used
            chosen_here, silent_here = ways * used * p * before, ways * q * before
            before *= q
            if used == count:
                yield chosen_here, silent_here
                continue
            for chosen, silent in _multisets(found, count - used, index + 1):
                yield chosen_here * silent + silent_here * chosen, silent_here * silent
    p, q = found[-1]
    yield count * p * q ** (count - 1), q**count


class BinaryAllocation:
    """An allocation whose rounds without the record draw exactly two classes: a count decides.

    ``chosen`` says whether P is the law with the chosen round; Q is then the one without.
    """

    __slots__ = ("_high", "_low", "base", "chosen", "denominator", "rounds")

    is_symmetric = False

    def __init__(self, base: Classes, rounds: int, *, chosen: bool) -> None:
        bits = base.denominator.bit_length() * rounds
        resources.check("answer_bits", bits, "the bits of one exact probability")
        self._low, self._high = letters(base)
        self.base = base
        self.rounds = rounds
        self.chosen = chosen
        self.denominator = base.denominator**rounds
        """what the weights of the laws sum to"""

    def reverse(self) -> BinaryAllocation:
        """The same with P and Q exchanged."""
        return BinaryAllocation(self.base, self.rounds, chosen=not self.chosen)

    def forward(self, level: Level) -> tuple[mpz, mpz]:
        """(P(S), Q(S)) of S = {P > αQ}, as weights."""
        threshold = self.threshold(level)
        if self.chosen:
            return self._at_least(self.rounds - threshold)
        chosen, silent = self._at_least(threshold + 1)
        return self.denominator - silent, self.denominator - chosen

    def threshold(self, level: Level) -> int:
        """The greatest number of draws of the class with the lesser P/Q that lies in {P > αQ}.

        −1 if none does.
        """
        low, high = -1, self.rounds + 1  # low lies inside (or is −1), high outside
        while high - low > 1:
            probe = (low + high) // 2
            low, high = (probe, high) if self._inside(probe, level) else (low, probe)
        return low

    def _inside(self, count: int, level: Level) -> bool:
        """Whether ``count`` draws of the class with the lesser P/Q lie in {P > αQ}."""
        lows = count if self.chosen else self.rounds - count
        ratio = (lows * mpq(*self._low) + (self.rounds - lows) * mpq(*self._high)) / self.rounds
        if self.chosen:
            return level.compare(ratio) < 0
        return not ratio or level.compare(1 / ratio) < 0

    def _at_least(self, count: int) -> tuple[mpz, mpz]:
        """Weights, with the chosen round and without, of so many draws of the high class.

        Outcomes that give the record away are counted in. One round apart, the others have
        T + m and T: the weights of at least count − 1 and at least count high draws.
        """
        if count <= 0:
            return self.denominator, self.denominator
        (p_low, q_low), (p_high, q_high) = self._low, self._high
        others = self.rounds - 1
        rest = self.base.infinite * self.base.denominator**others
        if count > self.rounds:
            return rest, mpz(0)
        tail = mpz(0)
        if count <= others:
            tail = _core.one_binomial_tail(others, q_low, q_high, others - count)
        exactly = gmpy2.bincoef(others, count - 1) * q_high ** (count - 1)
        exactly *= q_low ** (self.rounds - count)
        silent = (q_low + q_high) * tail + q_high * exactly
        return (p_low + p_high) * tail + p_high * exactly + rest, silent
