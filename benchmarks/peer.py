"""dp-accounting on a pair of finite laws: floats on a grid, rounded towards pessimism.

Its entry takes *logarithms* of probabilities and looks at one direction unless it is told that
the pair is not symmetric; both traps are avoided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import log
from typing import Any

__all__ = [
    "NAME",
    "Logs",
    "compose",
    "delta",
    "discrete_laplace",
    "error",
    "grid",
    "installed",
    "logs",
]

NAME = "dp-accounting"

Logs = dict[int, float]
"""The logarithm of the probability of every outcome."""


@cache
def installed() -> bool:
    """Whether the peer can be imported."""
    try:
        _module()
    except ImportError:
        return False
    return True


def logs(law: Sequence[Fraction]) -> Logs:
    """A law of positive probabilities in the form that the peer takes."""
    return {z: log(mass.numerator) - log(mass.denominator) for z, mass in enumerate(law)}


def grid(p: Logs, q: Logs) -> Any:
    """The privacy loss distribution of both directions on the default grid."""
    return _module().from_two_probability_mass_functions(
        q, p, pessimistic_estimate=True, symmetric=False
    )


def compose(p: Logs, q: Logs, count: int) -> Any:
    """The same for ``count`` independent copies."""
    return grid(p, q).self_compose(count)


def discrete_laplace(step: Fraction | float, distance: int = 1, rate: Fraction | int = 1) -> Any:
    """Noise whose law falls by the factor ``step`` from one integer to the next, sampled."""
    return _module().from_discrete_laplace_mechanism(
        log(step), sensitivity=distance, sampling_prob=float(rate), pessimistic_estimate=True
    )


def delta(distribution: Any, alpha: Fraction) -> float:
    """Its δ at one α."""
    epsilon = log(alpha.numerator) - log(alpha.denominator)
    return float(distribution.get_delta_for_epsilon(epsilon))


def error(found: float, exact: Any) -> str:
    """How far its answer is from the exact rational."""
    truth = Fraction(exact)
    if not truth:
        return f"truth 0, it says {found:.1e}"
    relative = (Fraction(found) - truth) / truth
    side = "BELOW the truth" if relative < 0 else "above"
    return f"relative error {float(abs(relative)):.1e} {side}"


def _module() -> Any:
    return import_module("dp_accounting.pld.privacy_loss_distribution")
