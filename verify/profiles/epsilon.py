"""The least level at which a mechanism has a given δ."""

from __future__ import annotations

from dataclasses import dataclass

from verify.exact.between import Between
from verify.exact.quotient import Number
from verify.exact.rational import Exact
from verify.exact.ring_level import level_of
from verify.law.adjacency import AdjacencyForm
from verify.law.mechanism import Mechanism
from verify.profiles.profile import profile

__all__ = ["LeastLevel", "epsilon"]


@dataclass(frozen=True, slots=True)
class LeastLevel:
    """The least α >= 1 with δ*(α) <= δ, and ε = ln α; None stands for infinity."""

    alpha: Number | Between | None

    @property
    def epsilon(self) -> str:
        """ε in decimal, rounded up; "0" at α = 1; "inf" where no finite ε is enough."""
        if self.alpha is None:
            return "inf"
        alpha = self.alpha.high if isinstance(self.alpha, Between) else self.alpha
        return level_of(alpha).epsilon_decimal()

    def __repr__(self) -> str:
        relation, sign = ("in", "<=") if isinstance(self.alpha, Between) else ("=", "=")
        alpha = "inf" if self.alpha is None else self.alpha
        return f"<LeastLevel α {relation} {alpha}, ε {sign} {self.epsilon}>"


def epsilon(
    mechanism: Mechanism,
    *,
    delta: Exact = 0,
    adjacency: AdjacencyForm | None = None,
    method: str | None = None,
) -> LeastLevel:
    """The least α (exact) and ε (rounded up) with which a mechanism is (ε, δ)-private.

    ``method`` names the method for products; with "interval", α lies between two bounds.

    >>> from verify.mechanisms import randomized_response
    >>> epsilon(randomized_response("3/4"), delta="1/4")
    <LeastLevel α = 2, ε = 0.69314718055994531>
    """
    return LeastLevel(profile(mechanism, adjacency, method).alpha(delta=delta))
