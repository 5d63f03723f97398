"""Directions of a pair of neighbours, and the one that refutes a claim."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from gmpy2 import mpq

from verify.claim.describe import describe
from verify.claim.event import Event, RatioEvent
from verify.exact.between import Between
from verify.exact.quotient import Number
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.loss.delta import exactly
from verify.loss.interval import DeltaInterval
from verify.loss.value import DeltaValue

__all__ = ["Direction", "Witness"]


@dataclass(frozen=True, eq=False)
class Direction:
    """One ordered pair of neighbours: H_α(law at input ‖ law at neighbour) and its event."""

    mechanism: Mechanism = field(repr=False)
    input: Label
    neighbour: Label
    delta: DeltaValue
    places: tuple[int, int] = field(repr=False)

    @cached_property
    def event(self) -> Event:
        """The maximal event {P > αQ}, in the labels of the mechanism."""
        if isinstance(self.delta, DeltaInterval):
            return RatioEvent(self.delta.level)
        return describe(self.mechanism.pair(*self.places), self.delta.level)

    @property
    def p(self) -> Number | Between:
        """P(event); where δ is an interval, its bounds."""
        if isinstance(self.delta, DeltaInterval):
            return self.delta.p or Between(max(self.delta.low, mpq(0)), mpq(1))
        return exactly(self.delta).a

    @property
    def q(self) -> Number | Between:
        """Q(event); where δ is an interval, its bounds."""
        if isinstance(self.delta, DeltaInterval):
            return self.delta.q or Between(mpq(0), mpq(1))
        return exactly(self.delta).b


@dataclass(frozen=True, eq=False)
class Witness:
    """What refutes a claim: P(event) = p, Q(event) = q, and p − α·q = excess > δ."""

    direction: Direction

    @property
    def input(self) -> Label:
        """The input whose law is P."""
        return self.direction.input

    @property
    def neighbour(self) -> Label:
        """The input whose law is Q."""
        return self.direction.neighbour

    @property
    def event(self) -> Event:
        """The event, in words and in labels."""
        return self.direction.event

    @property
    def p(self) -> Number | Between:
        """P(event), or its bounds."""
        return self.direction.p

    @property
    def q(self) -> Number | Between:
        """Q(event), or its bounds."""
        return self.direction.q

    @property
    def excess(self) -> DeltaValue:
        """p − α·q, to be compared with δ; where it is an interval, all of it is above δ."""
        return self.direction.delta

    def __repr__(self) -> str:
        pair = f"input={self.input!r}, neighbour={self.neighbour!r}"
        sums = f"p={self.p}, q={self.q}, excess={self.excess!r}"
        return f"Witness({pair}, event={self.event.text!r}, {sums})"
