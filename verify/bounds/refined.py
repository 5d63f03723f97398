"""Basic composition with δ's that may coincide: levels multiply, and so do the 1 − δ.

If every step is (ln α₀, δᵢ)-private given any fixed history, the whole transcript is
(q·ln α₀, 1 − Π(1 − δᵢ))-private. Source: Kairouz, Oh and Viswanath 2015, theorem 3.3 with i = 0.
"""

from __future__ import annotations

from verify.bounds.basic import BasicComposition
from verify.bounds.premises import Premises

__all__ = ["RefinedComposition"]


class RefinedComposition(BasicComposition):
    """As basic composition, with 1 − Π(1 − δᵢ) along the worst path in place of the sum."""

    name = "refined composition"
    assumptions = (
        "every step has its guarantee conditionally on every fixed history of earlier outputs"
    )

    def __init__(self, premises: Premises) -> None:
        super().__init__(premises)
        self.delta = premises.any_failure
