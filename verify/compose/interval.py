"""Certified bounds of δ for products that no exact method reaches, as narrow as they are needed."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod, sqrt
from typing import ClassVar

from gmpy2 import mpq

from verify import resources
from verify.compose.bounded import Bounded, infinite_mass
from verify.compose.independent import Independent
from verify.compose.method import Work
from verify.compose.sandwich import WIDTH, Settings, law_of, law_work
from verify.compose.tilt import tilt_of
from verify.exact.level import Level
from verify.loss.interval import DeltaInterval

__all__ = ["CertifiedInterval"]

COARSE, FINE, FINEST = 2.0**-6, 2.0**-12, 2.0**-26
"""Steps over deviations: the first that is tried, about what is enough, and the last"""

NARROW = 1e-6
"""Width over upper bound to which an interval is narrowed, whatever is asked"""

PATIENCE = 5.0
"""Seconds, by estimate, after which that is given up"""


class CertifiedInterval:
    """Independent draws, answered by bounds."""

    name: ClassVar[str] = "interval"
    title: ClassVar[str] = "bound the answer from both sides, with ratios split onto a grid"

    def __init__(self, product: Independent) -> None:
        self.product = product

    @classmethod
    def of(cls, product: Independent) -> CertifiedInterval | None:
        """The method, where every draw has finite positive ratios."""
        if not product.factors or not all(each.classes.entries for each in product.factors):
            return None
        return cls(product)

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return sum(each.count for each in self.product.factors)

    @property
    def reason(self) -> str:
        """How many draws there are."""
        return f"{self.draws} draws, for which bounds cost less than an exact answer"

    @property
    def work(self) -> Work:
        """What both directions cost, to about six digits."""
        found = law_work(self.product, Settings.of(FINE, self.draws))
        return Work(self._directions * found.seconds, found.bytes)

    def deltas(self, level: Level, goal: mpq | None) -> tuple[DeltaInterval, DeltaInterval]:
        """Bounds of H_α(P‖Q) and H_α(Q‖P), narrowed until ``goal`` is outside, if they can be.

        Raises `verify.LimitError` where even the first bounds would pass the limits.
        """
        seconds = resources.current().seconds / self._directions
        forward = _Narrowing(self.product, level, goal, self.reason).within(seconds)
        if self.product.is_symmetric:
            return forward, forward
        backward = _Narrowing(self.product.reversed, level, goal, self.reason)
        return forward, backward.within(seconds)

    @property
    def _directions(self) -> int:
        return 1 if self.product.is_symmetric else 2


@dataclass(frozen=True, slots=True)
class _Narrowing:
    """Ever narrower bounds of one direction."""

    product: Independent
    level: Level
    goal: mpq | None
    reason: str

    def within(self, seconds: float) -> DeltaInterval:
        """Bounds for which laws are made that take so long, by estimate."""
        if _is_beyond(self.product, self.level):
            return DeltaInterval(*infinite_mass(self.product), self.level)
        tilt = tilt_of(self.product, self.level.approximate())
        rho, spent, width = COARSE, 0.0, float(WIDTH)
        found: DeltaInterval | None = None
        while True:
            settings = Settings.of(rho, tilt.draws)
            work = law_work(self.product, settings, width)
            if found is None:
                resources.check_work(work.seconds, work.bytes, self.reason)
            elif spent + work.seconds > seconds or work.bytes > resources.current().bytes:
                return found
            spent += work.seconds
            bounded = Bounded(self.product, law_of(self.product, tilt, settings))
            found = bounded.delta(self.level, found)
            width = max(width, bounded.law.size * rho)
            finer = self._finer(rho, found, spent)
            if finer < FINEST:
                return found
            rho = finer

    def _finer(self, rho: float, found: DeltaInterval, spent: float) -> float:
        """The next step over the deviation; 0 where the bounds are good enough."""
        share = float((found.high - found.low) / found.high) if found.high else 0.0
        if share > NARROW and spent < PATIENCE:
            return rho * min(max(sqrt(NARROW / share / 2), 1 / 64), 1 / 2)
        if self.goal is not None and found.low <= self.goal < found.high:
            return rho / 4
        return 0.0


def _is_beyond(product: Independent, level: Level) -> bool:
    """Whether no finite ratio is above α: where logarithms do not tell, the greatest is formed."""
    greatest = error = 0
    for each in product.factors:
        greatest += each.count * each.classes.entries[-1][0]
        error += each.count * each.classes.error
    low, high = level.fixed()
    if greatest + error < low or greatest - error > high:
        return greatest < low
    resources.check("answer_bits", product.bits, "the bits of the greatest likelihood ratio")
    p = prod(each.classes.entries[-1][1] ** each.count for each in product.factors)
    q = prod(each.classes.entries[-1][2] ** each.count for each in product.factors)
    return level.compare_fraction(p, q) >= 0
