"""Certified bounds of δ for products that no exact method reaches, as narrow as they are needed."""

from __future__ import annotations

from math import prod, sqrt
from typing import ClassVar

from gmpy2 import mpq

from verify import resources
from verify.compose.bounded import Bounded, infinite_mass
from verify.compose.independent import Independent
from verify.compose.method import INTERVAL, Work
from verify.compose.sandwich import WIDTH, Settings, law_of, law_work
from verify.compose.tilt import Tilt, tilt_of
from verify.exact.between import Between
from verify.exact.level import Level
from verify.loss.interval import DeltaInterval
from verify.parallel import waiting

__all__ = ["CertifiedInterval"]

COARSE, FINE, FINEST = 2.0**-6, 2.0**-12, 2.0**-26
"""Steps over deviations: the first that is tried, about what is enough, and the last"""

NARROW = 1e-6
"""Width over upper bound to which an interval is narrowed, whatever is asked"""

ROUGH = 1e-3
"""The same for the smaller of two directions"""

PATIENCE = 3.0
"""Seconds, by estimate, after which that is given up"""


class CertifiedInterval:
    """Independent draws, answered by bounds."""

    name: ClassVar[str] = INTERVAL
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
        tilt = tilt_of(self.product, 0.0)
        found = law_work(self.product, tilt, Settings.of(FINE, tilt))
        return Work(self._directions * found.seconds, found.bytes)

    def deltas(self, level: Level, goal: mpq | None) -> tuple[DeltaInterval, DeltaInterval]:
        """Bounds of H_α(P‖Q) and H_α(Q‖P), narrowed until ``goal`` is outside, if they can be.

        The smaller of the two is narrowed no further than `ROUGH`. Raises `verify.LimitError` where
        even the first bounds would pass the limits.
        """
        seconds = resources.current().seconds / self._directions
        forward = _Narrowing(self.product, level, self.reason)
        forward.step()
        if self.product.is_symmetric:
            forward.narrow(NARROW, goal, seconds)
            return forward.found, forward.found
        backward = _Narrowing(self.product.reversed, level, self.reason)
        backward.step()
        for one, other in ((forward, backward), (backward, forward)):
            if one.found.high < other.found.low:
                one.narrow(ROUGH, None, seconds)
            else:
                one.narrow(NARROW, goal, seconds)
        return forward.found, backward.found

    def delta(self, level: Level) -> DeltaInterval:
        """Bounds of H_α(P‖Q) alone."""
        forward = _Narrowing(self.product, level, self.reason)
        forward.step()
        forward.narrow(NARROW, None, resources.current().seconds)
        return forward.found

    @property
    def _directions(self) -> int:
        return 1 if self.product.is_symmetric else 2


class _Narrowing:
    """Ever narrower bounds of one direction."""

    def __init__(self, product: Independent, level: Level, reason: str) -> None:
        self.product = product
        self.level = level
        self.reason = reason
        self.found = DeltaInterval(mpq(0), mpq(1), level)
        self._rho = COARSE
        self._spent = 0.0
        self._width = float(WIDTH)
        self._tilt: Tilt | None = None
        if _is_beyond(product, level):
            apart = infinite_mass(product)
            self.found = DeltaInterval(*apart, level, Between(*apart), Between(mpq(0), mpq(0)))
        else:
            self._tilt = tilt_of(product, level.approximate())

    def narrow(self, share: float, goal: mpq | None, seconds: float) -> None:
        """Narrow the bounds to a share of them, and until ``goal`` is outside.

        Laws are made that take no more than so many seconds, by estimate.
        """
        while self._tilt is not None:
            is_open = goal is not None and self.found.low <= goal < self.found.high
            allowed = (seconds if is_open else min(seconds, PATIENCE)) - self._spent
            finer = self._finer(self._tilt, share, allowed)
            if is_open and not finer:
                finer = self._rho / 4
            if finer < FINEST or not self._fits(self._work(self._tilt, finer), allowed):
                break
            self._rho = finer
            self.step()

    def step(self) -> None:
        """Bounds from a law with the step at hand.

        Raises `verify.LimitError` where it would pass the limits.
        """
        if self._tilt is None:
            return
        work = self._work(self._tilt, self._rho)
        resources.check_work(work.seconds, work.bytes, self.reason, bounds=True)
        self._spent += work.seconds
        with waiting(CertifiedInterval.title, work.seconds):
            law = law_of(self.product, self._tilt, Settings.of(self._rho, self._tilt))
            self.found = Bounded(self.product, law).delta(self.level, self.found)
        self._width = max(self._width, law.size * law.grid.step / sqrt(self._tilt.variance))

    def _work(self, tilt: Tilt, rho: float) -> Work:
        return law_work(self.product, tilt, Settings.of(rho, tilt), self._width)

    def _finer(self, tilt: Tilt, share: float, seconds: float) -> float:
        """The step over the deviation that gives bounds so narrow, or is as fine as is allowed.

        0 where the bounds are narrow enough, or nothing much finer is allowed.
        """
        found = self.found
        width = float((found.high - found.low) / found.high) if found.high else 0.0
        if width <= share:
            return 0.0
        wanted = self._rho * min(max(sqrt(share / width / 2), 1 / 64), 1 / 2)
        work = self._work(tilt, wanted)
        if work.seconds > seconds > 0:
            wanted *= work.seconds / seconds
        return wanted if wanted <= self._rho / 2 else 0.0

    @staticmethod
    def _fits(work: Work, seconds: float) -> bool:
        return work.seconds <= seconds * 1.01 and work.bytes <= resources.current().bytes


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
