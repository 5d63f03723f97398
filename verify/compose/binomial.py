"""k-fold products of two ratio classes, at one α: the event is a threshold on a count.

With classes of ratio r_lo < r_hi, an outcome with s draws of the low class has ratio
r_hi^(k−s)·r_lo^s, which falls with s. So {P^k > α·Q^k} is {s <= t}, and its two probabilities
are binomial tails.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from gmpy2 import mpq, mpz

from verify import _core, resources
from verify.compose.independent import Independent
from verify.compose.method import Solver, Work
from verify.compose.ring_tail import ring_tail
from verify.exact.level import Level
from verify.exact.logarithm import FIXED_BITS
from verify.exact.lowest import LONG_BITS
from verify.exact.ring import RingNumber, Weight, power_bits
from verify.loss.classes import Classes, exchanged
from verify.loss.sums import EventSums

__all__ = ["BinomialTail"]

_EXACT_COUNT = 2000
"""Up to this count a comparison of powers is cheaper than an enclosure of logarithms."""


class BinomialTail(Solver):
    """``count`` independent copies of a pair with exactly two finite positive ratios."""

    name = "tail"
    title = "sum the tail of a binomial law"

    __slots__ = ("_slope", "_top", "_work", "base", "count", "denominator", "is_symmetric")

    def __init__(self, base: Classes, count: int) -> None:
        bits = power_bits(base.denominator, count)
        resources.check("answer_bits", bits, "the bits of one exact probability")
        (low_key, p_low, q_low), (high_key, p_high, q_high) = base.entries
        self.base = base
        self.count = count
        self.denominator = base.denominator**count
        """what the weights of the product sum to"""
        self.is_symmetric = bool(p_low == q_high and q_low == p_high and base.infinite == base.zero)
        """whether exchanging P and Q exchanges the two classes, as in randomized response"""
        self._work = Work(1e-5 + min(count, 1 << 40) * 1e-8 + bits * 1e-7, 6 * bits)
        self._top = count * high_key / (1 << FIXED_BITS)  # ln of the greatest ratio, about
        self._slope = (high_key - low_key) / (1 << FIXED_BITS)

    @classmethod
    def of(cls, product: Independent) -> BinomialTail | None:
        """The tail that decides, where there is one factor, with two ratios."""
        if len(product.factors) != 1 or len(product.factors[0].classes.entries) != 2:
            return None
        return cls(product.factors[0].classes, product.factors[0].count)

    @property
    def reason(self) -> str:
        """There are two ratios only."""
        return f"{self.count} draws with two likelihood ratios, so that a count decides"

    @property
    def work(self) -> Work:
        """Some forty products of the size of the answer, by rough measurement."""
        return self._work

    def event_sums(self, level: Level) -> EventSums:
        """Two binomial tails, or four."""
        forward = self.forward(level)
        backward = forward if self.is_symmetric else self.reverse().forward(level)
        scale = self.denominator
        if isinstance(scale, RingNumber) or scale.bit_length() <= LONG_BITS:
            return EventSums(forward, backward, scale)
        return EventSums(forward, backward, scale, self.base.denominator)

    def forward(self, level: Level) -> tuple[Weight, Weight]:
        """(P(S), Q(S)) of S = {P > αQ}, as weights."""
        p, q = self._finite(self.threshold(level))
        return p + self._apart(self.base.infinite), q

    def reverse(self) -> BinomialTail:
        """The same with P and Q exchanged."""
        return BinomialTail(exchanged(self.base), self.count)

    def threshold(self, level: Level) -> int:
        """The greatest number t of low draws that still lies in {P > αQ}; −1 if none does."""
        inside = _Inside(self, level)
        low, high = -1, self.count + 1  # low lies inside (or is −1), high outside
        guess = self._guess(level)
        probes = [guess + 1, guess]  # nearly always enough; then by halves
        while high - low > 1:
            probe = probes.pop() if probes else (low + high) // 2
            if low < probe < high:
                low, high = (probe, high) if inside(probe) else (low, probe)
        return low

    def _finite(self, t: int) -> tuple[Weight, Weight]:
        if t < 0:
            return mpz(0), mpz(0)
        (_, p_low, q_low), (_, p_high, q_high) = self.base.entries
        if isinstance(self.denominator, RingNumber):
            return ring_tail(self.count, p_low, p_high, t), ring_tail(self.count, q_low, q_high, t)
        if p_low == q_high and q_low == p_high:
            return _core.binomial_tail(self.count, p_low, p_high, t)
        return (
            _core.one_binomial_tail(self.count, p_low, p_high, t),
            _core.one_binomial_tail(self.count, q_low, q_high, t),
        )

    def _apart(self, weight: Weight) -> Weight:
        """The weight of outcomes with at least one draw from the mass kept apart."""
        if not weight:
            return mpz(0)
        return self.denominator - (self.base.denominator - weight) ** self.count

    def _guess(self, level: Level) -> int:
        """A floating-point guess of the threshold; exact comparisons correct it."""
        if not self._slope:  # ratios that no float tells apart
            return 0
        guess = (self._top - level.approximate()) / self._slope
        return floor(max(-1.0, min(guess, float(self.count))))


@dataclass(slots=True)
class _Inside:
    """Whether s low draws lie in {P > αQ}: enclosed logarithms, exact where they touch."""

    power: BinomialTail
    level: Level
    fixed: tuple[int, int] | None = None

    def __call__(self, s: int) -> bool:
        if self.power.count > _EXACT_COUNT or isinstance(self.power.denominator, RingNumber):
            sign = self._enclosed(s)
            if sign:
                return sign > 0
        return self._exact(s)

    def _enclosed(self, s: int) -> int:
        if self.fixed is None:
            self.fixed = self.level.fixed()
        base, count = self.power.base, self.power.count
        key = base.entries[1][0] * (count - s) + base.entries[0][0] * s
        error = base.error * count
        return (key - error > self.fixed[1]) - (key + error < self.fixed[0])

    def _exact(self, s: int) -> bool:
        (_, p_low, q_low), (_, p_high, q_high) = self.power.base.entries
        rest = self.power.count - s
        if self.power.count > _EXACT_COUNT and not isinstance(self.power.denominator, RingNumber):
            powers = ((mpq(p_high, q_high), rest), (mpq(p_low, q_low), s))
            return self.level.compare_powers(powers) < 0
        p, q = p_high**rest * p_low**s, q_high**rest * q_low**s
        return self.level.compare_fraction(p, q) < 0
