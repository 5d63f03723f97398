"""Claims about measures other than δ: Rényi divergence, zCDP, bounded range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.rational import Exact, rational, shorten
from verify.measures.order import order_of

__all__ = ["MeasureClaim", "RangeClaim", "RenyiClaim", "ZcdpClaim", "measure_claim_of"]


@dataclass(frozen=True, slots=True, repr=False)
class RenyiClaim:
    """For all neighbours: D_n(P‖Q) <= ε, the Rényi divergence of one integer order n >= 2."""

    order: int
    level: Level

    @classmethod
    def of(cls, *, order: Exact, epsilon: Exact) -> RenyiClaim:
        """A claim from an order and an ε."""
        return cls(order_of(order), Level.epsilon(epsilon))

    def __repr__(self) -> str:
        return f"<RenyiClaim {self}>"

    def __str__(self) -> str:
        return f"(Rényi order {self.order}, ε = {self.level.text})"


@dataclass(frozen=True, slots=True, repr=False)
class ZcdpClaim:
    """For all neighbours and all real orders a > 1: D_a(P‖Q) <= ρ·a."""

    rho: mpq

    @classmethod
    def of(cls, *, rho: Exact) -> ZcdpClaim:
        """A claim from a rational ρ >= 0."""
        number = rational(rho, "rho")
        if number < 0:
            problem = f"{shorten(number)} is below 0"
            raise InputError(problem, at="rho", form='a rational of at least 0 such as "1/8"')
        return cls(number)

    def __repr__(self) -> str:
        return f"<ZcdpClaim {self}>"

    def __str__(self) -> str:
        return f"(zCDP, ρ = {self.rho})"


@dataclass(frozen=True, slots=True, repr=False)
class RangeClaim:
    """For all neighbours and outcomes z, z′: P(z)/Q(z) <= e^η·P(z′)/Q(z′)."""

    level: Level

    @classmethod
    def of(cls, *, eta: Exact) -> RangeClaim:
        """A claim from an η of the ε language."""
        return cls(Level.epsilon(eta, "eta"))

    def __repr__(self) -> str:
        return f"<RangeClaim {self}>"

    def __str__(self) -> str:
        return f"(bounded range, η = {self.level.text})"


MeasureClaim: TypeAlias = "RenyiClaim | ZcdpClaim | RangeClaim"

KINDS: dict[str, tuple[frozenset[str], type[MeasureClaim]]] = {
    "rho": (frozenset({"rho"}), ZcdpClaim),
    "order": (frozenset({"order", "epsilon"}), RenyiClaim),
    "eta": (frozenset({"eta"}), RangeClaim),
}
"""Claims about a measure: the key that tells one, all its keys, and its type"""

FORM = (
    '{"alpha": "3", "delta": "0"}, {"epsilon": "ln(3)"}, {"rho": "1/8"}, '
    '{"order": 2, "epsilon": "1"} or {"eta": "1"}'
)


def measure_claim_of(**numbers: Any) -> MeasureClaim:
    """The claim that its numbers make: ρ, (order, ε), or η."""
    unknown = numbers.keys() - KINDS.keys() - {"alpha", "epsilon", "delta"}
    if unknown:
        raise TypeError(f"certify() got an unexpected keyword argument {min(unknown)!r}")
    key, (keys, kind) = next(item for item in KINDS.items() if item[0] in numbers)
    if numbers.keys() != keys:
        odd = ", ".join(sorted(numbers.keys() ^ keys))
        problem = f"a claim with {key!r} has exactly the keys {_names(keys)}"
        raise InputError(f"{problem}; see {odd}", form=FORM)
    return kind.of(**numbers)


def _names(keys: frozenset[str]) -> str:
    return " and ".join(repr(key) for key in sorted(keys))
