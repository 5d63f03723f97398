"""Whether a product of ratios exceeds α where fixed-point logarithms do not tell.

Over pairwise coprime integers b > 1, a product of integer powers is 1 only if every exponent is 0.
So whether a product of ratios *is* α shows in small integers. Where it is not, the logarithms
differ, and enclosures of enough bits tell how. Different rationals are not arbitrarily near to
each other, so that enclosures of some length tell it as well that both are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import mul

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from verify.exact.coprime import coprime_base
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_ERROR, fixed_log

__all__ = ["NearTies"]

FIRST_BITS = 256

FEW_RATIOS = 16
FEW_BITS = 1 << 13
"""For more ratios, logarithms of so many bits are cheaper than to find a coprime base."""

Keys = tuple[list[int], int, int, bool]


class NearTies:
    """Products of ``count`` of some ratios p/q beside α."""

    def __init__(self, weights: Sequence[tuple[mpz, mpz]], count: int, level: Level) -> None:
        self.ratios = [mpq(p, q) for p, q in weights]
        self.count = count
        self.level = level
        self._fine: tuple[int, Keys] = 0, ([], 0, 0, False)

    def exceeds(self, counts: Sequence[int]) -> bool:
        """Whether Π r_i^(n_i) > α."""
        rows, target = self._exponents
        if target and all(_dot(row, counts) == e for row, e in zip(rows, target, strict=True)):
            return False
        while True:
            bits, (keys, low, high, is_final) = self._fine
            key = _dot(keys, counts)
            if bits and (is_final or not low <= key <= high):
                return key > high
            bits = max(2 * bits, FIRST_BITS)
            self._fine = bits, self.keys(bits)

    def exponents(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(rows, target): Π r_i^(n_i) = α if and only if Σ_i row_i·n_i = target in every row.

        There are no rows where no product is α, or where that is left to `keys`.

        >>> weights = [(mpz(3), mpz(1)), (mpz(1), mpz(3)), (mpz(9), mpz(3))]
        >>> NearTies(weights, 4, Level.alpha(9)).exponents()
        (array([[ 1, -1,  1]]), array([2]))
        >>> NearTies(weights, 4, Level.alpha(8)).exponents()
        (array([], shape=(0, 3), dtype=int64), array([], dtype=int64))
        """
        rows: list[list[int]] = []
        target: list[int] = []
        many = len(self.ratios) > FEW_RATIOS and self._separation < FEW_BITS
        if self.level.is_rational and not many:
            factors = self._factors()
            numbers = [n for r in self.ratios for n in (r.numerator, r.denominator)]
            if self.level.value is None:
                numbers += [mpz(b) for b, _ in factors]
            base = coprime_base(numbers) or [mpz(2)]  # some row, where all ratios are 1
            rows = [[_exponent(r, b) for r in self.ratios] for b in base]
            target = [sum(_exponent(r, b) * e for r, e in factors) for b in base]
            most = self.count * max(abs(e) for row in rows for e in row)
            if max(map(abs, target)) > most or not all(_is_product(r, base) for r, _ in factors):
                rows, target = [], []
        table = np.array(rows, dtype=np.int64).reshape(len(rows), len(self.ratios))
        return table, np.array(target, dtype=np.int64)

    def keys(self, bits: int) -> Keys:
        """(keys, low, high, is_final): Π r_i^(n_i) < α if Σ n_i·key_i < low, > α if that is > high.

        If they are final, it is α for all sums between low and high.
        """
        keys = [fixed_log(r.numerator, r.denominator, bits) for r in self.ratios]
        low, high = self.level.fixed(bits)
        error = self.count * FIXED_ERROR
        low, high = low - error, high + error
        narrow = (high - low + 2 * error).bit_length() < bits - self._separation
        return keys, low, high, self.level.is_rational and narrow

    @cached_property
    def _separation(self) -> int:
        """If Π r_i^(n_i) is not α, and α is rational, their logarithms differ by 2^−so much."""
        bits = self.count * max(map(_bits, self.ratios), default=0)
        return bits + sum(abs(e) * _bits(r) for r, e in self._factors()) + 1

    @cached_property
    def _exponents(self) -> tuple[list[list[int]], list[int]]:
        rows, target = self.exponents()
        return rows.tolist(), target.tolist()

    def _factors(self) -> list[tuple[mpq, int]]:
        """Rationals and exponents whose product of powers is α, if that is rational."""
        if self.level.value is not None:
            return [(self.level.value, 1)]
        return [(mpq(b), int(e)) for b, e in self.level.terms]


def _dot(values: Sequence[int], counts: Sequence[int]) -> int:
    return sum(map(mul, values, counts))


def _bits(number: mpq) -> int:
    return int(max(number.numerator, number.denominator).bit_length())


def _exponent(number: mpq, base: mpz) -> int:
    above, below = (gmpy2.remove(n, base)[1] for n in (number.numerator, number.denominator))
    return int(above - below)


def _is_product(number: mpq, base: Sequence[mpz]) -> bool:
    """Whether a rational is a product of integer powers of the base."""
    above, below = number.numerator, number.denominator
    for each in base:
        above, below = gmpy2.remove(above, each)[0], gmpy2.remove(below, each)[0]
    return bool(above == 1 == below)
