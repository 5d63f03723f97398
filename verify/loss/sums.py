"""The two probabilities of the best event of one pair of laws, in both directions."""

from __future__ import annotations

from dataclasses import dataclass

from verify.exact.level import Level
from verify.exact.ring import Weight
from verify.loss.delta import Delta, Sums, delta_of

__all__ = ["EventSums"]


@dataclass(frozen=True, slots=True)
class EventSums:
    """Weights of {P > αQ} under P and Q, and of {Q > αP} under Q and P."""

    forward: Sums
    backward: Sums
    denominator: Weight

    def deltas(self, level: Level) -> tuple[Delta, Delta]:
        """H_α(P‖Q) and H_α(Q‖P)."""
        forward, backward = self.forward, self.backward
        here = delta_of(forward, self.denominator, level)
        return here, here if forward == backward else delta_of(backward, self.denominator, level)
