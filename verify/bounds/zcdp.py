"""Composition of zero-concentrated privacy (zCDP), converted to (ε, δ).

ρ of a transcript is at most the sum of the ρ of its steps, each the largest over histories. With
D_n <= ρ·n at every order, the conversion is that of `verify.bounds.conversion` with
(n − 1)·D_n = n·(n − 1)·ρ. Source: Bun and Steinke 2016, lemma 2.3.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

from gmpy2 import mpq

from verify.bounds.conversion import delta_of_moments, level_of_moments
from verify.bounds.premises import Premises
from verify.bounds.renyi import NO_ORDER, check_cost
from verify.bounds.steps import Step
from verify.bounds.theorem import DeltaAt, LevelAt, Theorem
from verify.exact.decimals import round_up
from verify.exact.level import Level
from verify.law.swap import swapped
from verify.measures.concentrated import curve_of
from verify.measures.directed import law_key
from verify.measures.log_moment import Enclosed

__all__ = ["ZcdpComposition"]

SHORT_DIGITS = 6

WIDTHS = (40, 30, 20, 12, 6, 3, 1)
"""Relative widths 2^-n of a ρ that are tried: narrower ones change no digit that is shown"""

EVALUATIONS = 800
"""How often the cumulant function of a step is evaluated to enclose its ρ, about"""


class ZcdpComposition(Theorem):
    """The ρ of the steps, added up."""

    name = "zCDP"
    assumptions = (
        "every step has its ρ conditionally on every fixed history of earlier outputs; the best "
        "integer order, converted as by Canonne, Kamath and Steinke 2020"
    )

    def __init__(self, premises: Premises) -> None:
        self._premises = premises

    def delta_at(self, level: Level) -> DeltaAt:
        """The least δ over all integer orders."""
        if not self._premises.has_pure_levels:
            return DeltaAt(mpq(1), NO_ORDER)
        if not self.rho[1]:
            return DeltaAt(mpq(0), self._detail)
        found = delta_of_moments(self._moments, level)
        return DeltaAt(found.delta, f"{self._detail}, {found.detail}")

    def level_at(self, delta: mpq) -> LevelAt:
        """The least level over all integer orders."""
        if delta == 1:
            return LevelAt(Level.alpha(1))
        if not self._premises.has_pure_levels:
            return LevelAt(None, NO_ORDER)
        if not self.rho[1]:
            return LevelAt(Level.alpha(1), self._detail)
        if not delta:
            return LevelAt(None, self._detail)
        found = level_of_moments(self._moments, delta)
        return LevelAt(found.level, f"{self._detail}, {found.detail}")

    @cached_property
    def rho(self) -> Enclosed:
        """The greatest sum of ρ over all pairs of neighbours, in either direction."""
        check_cost(self._premises, EVALUATIONS, "zCDP")
        known: dict[Hashable, Enclosed] = {}

        def least(step: Step, reverse: bool) -> Enclosed:
            pair = swapped(step.pair) if reverse else step.pair
            key = law_key(pair)
            if key not in known:
                curve = curve_of(pair)
                assert curve is not None  # its pure level is finite
                rho = curve.least(WIDTHS)
                known[key] = rho.low, rho.high
            return known[key]

        return self._premises.enclosed_sum(least)

    @property
    def _detail(self) -> str:
        return f"ρ ≤ {round_up(self.rho[1], SHORT_DIGITS)}"

    def _moments(self, order: int) -> Enclosed:
        factor = order * (order - 1)
        return self.rho[0] * factor, self.rho[1] * factor
