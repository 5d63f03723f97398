"""A grid of likelihood ratios γ^n, tilted, and the constants that work on it needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, log2

import gmpy2
from gmpy2 import mpfr, mpq, mpz

from verify.exact.logarithm import FIXED_BITS, contexts, exponential

__all__ = ["FINEST", "Grid", "Scale", "enclosed_exp", "fixed_exp", "floating", "floating_exp"]

PRECISION = 256

FINEST = 60
"""The finest grid has steps of 2^-60 of the coarsest."""

_ONE = mpfr(1)


def enclosed_exp(exponent: mpq) -> tuple[mpfr, mpfr]:
    """Encloses e^x."""
    down, up = contexts(PRECISION)
    return exponential((down.mul(exponent, _ONE), up.mul(exponent, _ONE)), PRECISION)


def floating(mantissa: mpz, exponent: int = 0) -> tuple[mpz, int]:
    """(m, e) with m·2^e <= the number < (m + 1)·2^e and 2^127 <= m < 2^128."""
    more = int(mantissa.bit_length()) - 128
    return (mantissa >> more if more > 0 else mantissa << -more), exponent + more


def floating_exp(exponent: mpq, divisor: int) -> tuple[mpz, int]:
    """The same for e^x/divisor, perhaps one less."""
    down = contexts(PRECISION)[0]
    quotient = down.div(enclosed_exp(exponent)[0], divisor)
    return floating(*map(int, quotient.as_mantissa_exp()))


def fixed_exp(exponent: mpq, bits: int) -> mpz:
    """floor(e^x·2^bits), or one less."""
    value = mpq(enclosed_exp(exponent)[0]) * (mpz(1) << bits)
    return gmpy2.f_div(value.numerator, value.denominator)


@dataclass(frozen=True, slots=True)
class Scale:
    """One grid: its step as a multiple of 2^-128, and constants rounded down."""

    step: int
    block: tuple[int | mpz, ...]
    """what the kernel for blocks of draws takes"""
    halves_p: tuple[mpz, mpz]
    """what an odd place gives to the places before and after it, times 2^128"""
    halves_q: tuple[mpz, mpz]
    grow_p: mpq
    """at least the sum of the two"""
    grow_q: mpq


@dataclass(frozen=True)
class Grid:
    """Grids with steps top, top/2, top/4, …, for laws whose cells at n are tilted by γ^(θn)."""

    theta: mpq
    top: int
    """the coarsest step, a multiple of 2^-128·2^FINEST"""
    is_lattice: bool = False
    """whether the ratios themselves lie on it, or nearly so: no finer grid is better"""
    scales: dict[int, Scale] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, theta: mpq, step: float) -> Grid:
        """The grids below about this step, which must not change a tilted weight much."""
        step = min(step, _most(theta))
        return cls(theta, max(1, int(step * (1 << FIXED_BITS - FINEST))) << FINEST)

    @classmethod
    def on_lattice(cls, theta: mpq, step: int, wanted: float | None) -> Grid:
        """The grid of this step or, where it is larger than is wanted, a part of it.

        None wants no finer one.
        """
        largest = _most(theta) if wanted is None else min(wanted, _most(theta))
        halvings = max(0, ceil(log2(step / (1 << FIXED_BITS) / largest)))
        return cls(theta, max(1, (step >> halvings) >> FINEST) << FINEST, wanted is None)

    @property
    def step(self) -> float:
        """The coarsest step."""
        return self.top / (1 << FIXED_BITS)

    def fineness(self, step: float) -> int:
        """Which grid has about this step, or a little less."""
        if self.is_lattice:
            return 0
        return min(max(0, ceil(log2(self.step / step) - 1e-9)), FINEST)

    def scale(self, fine: int) -> Scale:
        """The grid with step top/2^fine."""
        if fine not in self.scales:
            self.scales[fine] = self._scale(fine)
        return self.scales[fine]

    def _scale(self, fine: int) -> Scale:
        step = self.top >> fine
        x = mpq(step, mpz(1) << FIXED_BITS)
        gamma = mpq(enclosed_exp(x)[0])
        zoom = _zoom(gamma - 1)
        spread = mpq(mpz(1) << 126 - zoom) / (mpq(enclosed_exp(x)[1]) - 1)
        block = (
            fixed_exp(x, 126),
            fixed_exp(-x, 128),
            gmpy2.f_div(spread.numerator, spread.denominator),
            zoom,
            fixed_exp((self.theta - 1) * x, 127),
            fixed_exp(self.theta * x, 127),
        )
        p, q = (self._halves(tilt * x, x) for tilt in (self.theta - 1, self.theta))
        return Scale(step, block, p[0], q[0], p[1], q[1])

    @staticmethod
    def _halves(tilt: mpq, x: mpq) -> tuple[tuple[mpz, mpz], mpq]:
        """γ/(1 + γ)·e^(−tilt) and 1/(1 + γ)·e^tilt: their mean is the place between."""
        low, high = map(mpq, enclosed_exp(x))
        down, up = enclosed_exp(-tilt), enclosed_exp(tilt)
        least = [mpq(down[0]) * low / (1 + low), mpq(up[0]) / (1 + high)]
        most = mpq(down[1]) * high / (1 + high) + mpq(up[1]) / (1 + low)
        before, after = (gmpy2.f_div(y.numerator << 128, y.denominator) for y in least)
        return (before, after), most


def _most(theta: mpq) -> float:
    """The greatest step that changes a tilted weight by no more than a factor of e^(1/2)."""
    return 1 / (2 * max(float(theta), 1.0))


def _zoom(number: mpq) -> int:
    """The z with number·2^z in (1/2, 1], for a number below 1."""
    zoom = int(number.denominator.bit_length() - number.numerator.bit_length())
    while number * (mpz(1) << zoom) > 1:
        zoom -= 1
    return zoom
