"""Domination: one mechanism is never more private than another; and the worst pair of laws."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from gmpy2 import mpq

from verify.exact.quotient import Number, ratio
from verify.exact.ring_level import level_of
from verify.law.adjacency import AdjacencyForm
from verify.law.channel import AnyChannel, from_probabilities
from verify.law.mechanism import Mechanism, require
from verify.loss.delta import Delta
from verify.profiles.profile import PrivacyProfile, profile

__all__ = ["Domination", "dominates", "dominating_pair"]


@dataclass(frozen=True, slots=True)
class Domination:
    """Whether δ* of the first mechanism is at least that of the second at every α >= 1."""

    holds: bool
    alpha: Number | None
    """where it is not, if there is such a place"""
    first: Delta | None
    second: Delta | None

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        if self.holds:
            return "<Domination holds at every α>"
        return f"<Domination fails at α = {self.alpha}: {self.first!r} < {self.second!r}>"


def dominates(first: Mechanism, second: Mechanism) -> Domination:
    """Is δ* of ``first`` >= δ* of ``second`` at every α >= 1 (each under its own adjacency)?

    Both curves are convex and piecewise linear. Between neighbouring breakpoints of the first one
    the second minus the first is convex, so it is enough to look at these breakpoints and at α = 1.
    Source: Zhu, Dong and Wang 2022, definition 7.

    >>> from verify.mechanisms import randomized_response
    >>> dominates(randomized_response("3/4"), randomized_response("2/3"))
    <Domination holds at every α>
    """
    mine, theirs = profile(require(first, "first")), profile(require(second, "second"))
    for alpha in (mpq(1), *mine.breakpoints):
        level = level_of(alpha)
        here, there = mine.delta_at(level), theirs.delta_at(level)
        if here < there:
            return Domination(False, alpha, here, there)
    return Domination(True, None, None, None)


def dominating_pair(mechanism: Mechanism, adjacency: AdjacencyForm | None = None) -> AnyChannel:
    """One pair of laws whose profile is δ* itself: the tightest dominating pair.

    Inputs "P" and "Q"; every output is named by its ratio P/Q. Where several pairs of neighbours
    are worst at different α, no single one of them has this profile. For α < 1 the profile is
    continued by H_α(P‖Q) = 1 − α + α·H_{1/α}(Q‖P). Source: Zhu, Dong and Wang 2022, section 3.

    >>> from verify.mechanisms import k_randomized_response
    >>> pair = dominating_pair(k_randomized_response(3, alpha=2))
    >>> pair.outputs, pair.row(0)
    (('1/2', '1', '2'), [mpq(1,4), mpq(1,4), mpq(1,2)])
    """
    lines = _lines(profile(require(mechanism), adjacency))
    names, p, q = [], [], []
    if lines[0][1] < 1:
        names, p, q = ["0"], [mpq(0)], [1 - lines[0][1]]
    for (a, b), (after_a, after_b) in pairwise(lines):
        p.append(a - after_a)
        q.append(b - after_b)
        names.append(str(p[-1] / q[-1]))
    if lines[-1][0] > 0:
        names, p, q = [*names, "inf"], [*p, lines[-1][0]], [*q, mpq(0)]
    return from_probabilities(["P", "Q"], names, [p, q])


def _lines(curve: PrivacyProfile) -> list[tuple[Number, Number]]:
    """The lines a − α·b of the profile on all of α > 0, by ascending α, each slope once."""
    scale = curve.envelope.denominator
    upper = [(ratio(a, scale), ratio(b, scale)) for a, b in curve.envelope.lines]
    lower = [(1 - b, 1 - a) for a, b in reversed(upper)]
    return lower + upper[1:] if lower[-1] == upper[0] else lower + upper
