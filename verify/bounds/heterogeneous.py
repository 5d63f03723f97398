"""Murtagh and Vadhan: the best that follows from steps with different (εᵢ, δᵢ).

The δ of any steps with these guarantees, adaptive or not, is at most that of the product of the
worst of them (`WorstSteps`), which attain it:

    1 − Π(1 − δᵢ)·(1 − Σ_S max(0, Π_{i∈S} αᵢ − α·Π_{i∉S} αᵢ)/Π(1 + αᵢ)),

with a sum over all sets S of steps. Source: Murtagh and Vadhan 2016, theorem 1.5.
"""

from __future__ import annotations

from verify.bounds.optimal import OptimalComposition
from verify.bounds.premises import Premises

__all__ = ["MurtaghVadhan"]


class MurtaghVadhan(OptimalComposition):
    """Every step with a guarantee of its own: at its pure level where that is below α₀."""

    name = "Murtagh-Vadhan"
    assumptions = (
        "the i-th step is (εᵢ, δᵢ)-private conditionally on every fixed history of earlier "
        "outputs, with εᵢ its own pure level where that is at most ε₀, else ε₀"
    )

    def __init__(self, premises: Premises) -> None:
        super().__init__(premises, premises.guarantees)
