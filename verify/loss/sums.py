"""The two probabilities of the best event of one pair of laws, in both directions."""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpz

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
    root: mpz | None = None
    """what every prime of the denominator divides, where it is long and that is known"""

    def deltas(self, level: Level) -> tuple[Delta, Delta]:
        """H_α(P‖Q) and H_α(Q‖P)."""
        forward, backward, scale, root = self.forward, self.backward, self.denominator, self.root
        here = delta_of(forward, scale, level, root)
        return here, here if forward == backward else delta_of(backward, scale, level, root)
