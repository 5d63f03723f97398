"""Whether a product of ratios exceeds α where fixed-point logarithms do not tell.

Over pairwise coprime integers b > 1, a product of integer powers is 1 only if every exponent is 0.
So whether a product of ratios *is* α shows in small integers. Where it is not, the logarithms
differ, and enclosures of enough bits tell how.
"""

from __future__ import annotations

from collections.abc import Sequence

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from verify.exact.coprime import coprime_base
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_ERROR, fixed_log

__all__ = ["NearTies"]


class NearTies:
    """Products of ``count`` of some ratios p/q beside α."""

    __slots__ = ("count", "level", "ratios")

    def __init__(self, weights: Sequence[tuple[mpz, mpz]], count: int, level: Level) -> None:
        self.ratios = [mpq(p, q) for p, q in weights]
        self.count = count
        self.level = level

    def exponents(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(rows, target): Π r_i^(n_i) = α if and only if Σ_i row_i·n_i = target in every row.

        There are no rows where α is no product of powers of the ratios, or one of too many.

        >>> weights = [(mpz(3), mpz(1)), (mpz(1), mpz(3)), (mpz(9), mpz(3))]
        >>> NearTies(weights, 4, Level.alpha(9)).exponents()
        (array([[ 1, -1,  1]]), array([2]))
        >>> NearTies(weights, 4, Level.alpha(8)).exponents()
        (array([], shape=(0, 3), dtype=int64), array([], dtype=int64))
        """
        rows: list[list[int]] = []
        target: list[int] = []
        if self.level.is_rational:
            factors = self._factors()
            numbers = [n for r in self.ratios for n in (r.numerator, r.denominator)]
            if self.level.value is None:
                numbers += [mpz(b) for b, _ in factors]
            base = coprime_base(numbers)
            rows = [[_exponent(r, b) for r in self.ratios] for b in base]
            target = [sum(_exponent(r, b) * e for r, e in factors) for b in base]
            most = self.count * max(abs(e) for row in rows for e in row)
            if max(map(abs, target)) > most or not all(_is_product(r, base) for r, _ in factors):
                rows, target = [], []
        table = np.array(rows, dtype=np.int64).reshape(len(rows), len(self.ratios))
        return table, np.array(target, dtype=np.int64)

    def keys(self, bits: int) -> tuple[list[int], int, int]:
        """(keys, low, high): Σ n_i·key_i < low, or > high, only if Π r_i^(n_i) < α, or > α."""
        keys = [fixed_log(r.numerator, r.denominator, bits) for r in self.ratios]
        low, high = self.level.fixed(bits)
        error = self.count * FIXED_ERROR
        return keys, low - error, high + error

    def _factors(self) -> list[tuple[mpq, int]]:
        """Rationals and exponents whose product of powers is α."""
        if self.level.value is not None:
            return [(self.level.value, 1)]
        return [(mpq(b), int(e)) for b, e in self.level.terms]


def _exponent(number: mpq, base: mpz) -> int:
    above, below = (gmpy2.remove(n, base)[1] for n in (number.numerator, number.denominator))
    return int(above - below)


def _is_product(number: mpq, base: Sequence[mpz]) -> bool:
    """Whether a rational is a product of integer powers of the base."""
    above, below = number.numerator, number.denominator
    for each in base:
        above, below = gmpy2.remove(above, each)[0], gmpy2.remove(below, each)[0]
    return bool(above == 1 == below)
