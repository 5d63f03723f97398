"""The engine's answers through its public names, as plain fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import verify

__all__ = [
    "backward",
    "curve",
    "directed",
    "enumerated",
    "forward",
    "least_level",
    "least_pure_level",
    "moment",
    "promised",
    "star",
]


def star(mechanism: verify.Mechanism, alpha: Fraction) -> Fraction:
    """δ*(α)."""
    return _exact(verify.certify(mechanism, alpha=alpha).delta_star)


def forward(mechanism: verify.Mechanism, alpha: Fraction) -> Fraction:
    """H_α(P‖Q), with the law at the first input as P and that at the second as Q."""
    first, second = mechanism.inputs[:2]
    return directed(mechanism, alpha, first, second)


def backward(mechanism: verify.Mechanism, alpha: Fraction) -> Fraction:
    """H_α(Q‖P), with the same P and Q."""
    first, second = mechanism.inputs[:2]
    return directed(mechanism, alpha, second, first)


def directed(
    mechanism: verify.Mechanism, alpha: Fraction, first: object, second: object
) -> Fraction:
    """H_α of the laws at two neighbouring inputs."""
    found = verify.certify(mechanism, alpha=alpha, full=True).directions
    return next(_exact(d.delta) for d in found if (d.input, d.neighbour) == (first, second))


def curve(mechanism: verify.Mechanism, alpha: Fraction) -> Fraction:
    """δ*(α), read off the whole privacy profile."""
    return _exact(verify.profile(mechanism).delta(alpha=alpha))


def least_pure_level(mechanism: verify.Mechanism) -> Fraction | None:
    """The least α with δ*(α) = 0; None for infinity."""
    return least_level(mechanism, Fraction(0))


def least_level(mechanism: verify.Mechanism, delta: Fraction) -> Fraction | None:
    """The least α with δ*(α) <= δ; None for infinity."""
    alpha = verify.epsilon(mechanism, delta=delta).alpha
    return None if alpha is None else Fraction(str(alpha))


def promised(
    mechanism: verify.Mechanism, theorem: str, step: Fraction, alpha: Fraction
) -> Fraction:
    """The δ that a theorem promises at α, each step being charged at a step level."""
    (bound,) = verify.budget(mechanism, step_alpha=step, alpha=alpha, theorems=[theorem]).bounds
    return _exact(bound.upper)


def moment(
    mechanism: verify.Mechanism, order: int, ends: tuple[int, int] = (0, 1)
) -> Fraction | None:
    """A_n(P‖Q) with the law at the first of two inputs as P and that at the second as Q."""
    found = verify.measures.renyi(mechanism, order).directions
    value = next(each.value for each in found if (each.input, each.neighbour) == ends)
    return None if value is None else _exact(value)


def enumerated(
    outputs: int, denominator: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Fraction, Fraction]]:
    """(weights of P, of Q, α, H_α(P‖Q)) of all pairs in lowest terms, at all their levels."""
    laws = verify.exhaustive.laws(outputs, denominator)
    for block in verify.exhaustive.pairs(laws, lowest=True):
        for each in block.instances():
            yield each.p, each.q, each.alpha, _exact(each.delta)


def _exact(number: Any) -> Fraction:
    value = number.exact if isinstance(number, verify.DeltaValue) else number
    assert value is not None  # the level was rational
    return Fraction(int(value.numerator), int(value.denominator))
