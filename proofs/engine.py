"""The engine's answers through its public names, as plain fractions."""

from __future__ import annotations

from fractions import Fraction

import verify

__all__ = ["curve", "forward", "least_level", "least_pure_level", "star"]


def star(mechanism: verify.Mechanism, alpha: Fraction) -> Fraction:
    """δ*(α)."""
    return _exact(verify.certify(mechanism, alpha=alpha).delta_star)


def forward(mechanism: verify.Mechanism, alpha: Fraction) -> Fraction:
    """H_α(P‖Q), with the law at the first input as P and that at the second as Q."""
    ends = mechanism.inputs[:2]
    found = verify.certify(mechanism, alpha=alpha, full=True).directions
    return next(_exact(d.delta) for d in found if (d.input, d.neighbour) == ends)


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


def _exact(delta: verify.DeltaValue) -> Fraction:
    value = delta.exact
    assert value is not None  # the level was rational
    return Fraction(int(value.numerator), int(value.denominator))
