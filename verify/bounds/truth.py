"""What is true of a mechanism, where it can be computed, and how far a promise is from it."""

from __future__ import annotations

from gmpy2 import mpq, mpz

from verify.errors import InputError, LimitError, NotAvailableError
from verify.exact.leading import directed
from verify.exact.level import Level
from verify.exact.levels import compare_levels
from verify.exact.quotient import Number, Quotient
from verify.exact.rational import stated
from verify.exact.ring_level import level_of
from verify.law.adjacency import Adjacency
from verify.law.mechanism import Mechanism
from verify.loss.delta import Delta
from verify.loss.enclosed import Enclosed, gap_of, ratio_of
from verify.profiles.directions import evaluate
from verify.profiles.epsilon import LeastLevel
from verify.profiles.profile import PrivacyProfile

__all__ = ["REFUSED", "Truth", "reason_of"]

REFUSED = (LimitError, NotAvailableError)
"""An answer that exists, but is not given"""


class Truth:
    """The exact values of one mechanism; a refused one is the reason, in words."""

    def __init__(self, mechanism: Mechanism, adjacency: Adjacency, pure: Level | None) -> None:
        """``pure``: a level from which on δ* = 0, if one is known."""
        self._profile = PrivacyProfile(mechanism, adjacency)
        self._pure = pure
        self._deltas: dict[Level, Delta | str] = {}
        self._levels: dict[mpq, LeastLevel | str] = {}

    def delta_at(self, level: Level) -> Delta | str:
        """δ* at a level."""
        if level not in self._deltas:
            self._deltas[level] = self._delta_at(level)
        return self._deltas[level]

    def _delta_at(self, level: Level) -> Delta | str:
        if self._pure is not None and compare_levels(level, self._pure) >= 0:
            return Delta(mpz(0), mpz(0), mpz(1), level)
        try:
            profile = self._profile
            return evaluate(profile.mechanism, profile.edges, level, 1)[0].delta
        except REFUSED as error:
            return reason_of(error)

    def level_at(self, delta: mpq) -> LeastLevel | str:
        """The least level at a δ."""
        if delta not in self._levels:
            try:
                self._levels[delta] = LeastLevel(self._profile.least_alpha(delta))
            except REFUSED as error:
                self._levels[delta] = reason_of(error)
        return self._levels[delta]

    def excess(self, level: Level | None, delta: Number | Enclosed) -> Enclosed | None:
        """δ − δ*; None where δ* is not known."""
        truth = None if level is None else self.delta_at(level)
        if not isinstance(truth, Delta):
            return None
        promised = stated(delta.upper) if isinstance(delta, Enclosed) else delta
        if not isinstance(promised, Quotient):
            return gap_of(promised, truth)
        try:
            gap = promised - truth.value
        except LimitError:
            return None
        return Enclosed(*directed(gap)) if isinstance(gap, Quotient) else Enclosed.of(gap)

    def ratio(self, level: Level | None, delta: mpq) -> Enclosed | None:
        """ε/ε*, with an infinite ε for None; None for 0/0 and ∞/∞, and where ε* is not known."""
        truth = self.level_at(delta)
        if isinstance(truth, str):
            return None
        least = "inf" if truth.alpha is None else level_of(truth.alpha)
        return ratio_of("inf" if level is None else level, least)


def reason_of(error: InputError) -> str:
    """Why something is refused, and what helps."""
    return str(type(error)(error.problem, form=error.form))
