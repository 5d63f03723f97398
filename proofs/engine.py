"""The engine's answers through its public names, as plain fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import verify

__all__ = [
    "accuracy",
    "advantage",
    "advantage_bound",
    "backward",
    "breakpoints",
    "capacity",
    "curve",
    "directed",
    "divergence",
    "domination",
    "enumerated",
    "error",
    "forward",
    "law",
    "least_level",
    "least_pure_level",
    "moment",
    "promised",
    "reconstruction",
    "rho",
    "spread",
    "star",
    "trade_off",
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
    return None if alpha is None else _exact(alpha)


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


def divergence(
    mechanism: verify.Mechanism, ends: tuple[object, object], alpha: Fraction
) -> Fraction:
    """The same as `directed`, read off the profile."""
    return _exact(verify.profile(mechanism).divergence(ends, alpha=alpha))


def breakpoints(mechanism: verify.Mechanism) -> list[Fraction]:
    """Where δ* changes its slope."""
    return [_exact(alpha) for alpha in verify.profile(mechanism).breakpoints]


def trade_off(
    mechanism: verify.Mechanism, ends: tuple[object, object]
) -> list[tuple[Fraction, Fraction]]:
    """The vertices of T(P, Q), with the law at the first end as P and that at the second as Q."""
    found = verify.profile(mechanism).trade_off(ends)
    return [(_exact(x), _exact(y)) for x, y in found]


def domination(
    first: verify.Mechanism, second: verify.Mechanism
) -> tuple[Fraction, Fraction, Fraction] | None:
    """A level at which δ* of the first is below that of the second, and both; None if nowhere."""
    found = verify.measures.dominates(first, second)
    if found.holds:
        return None
    assert found.first is not None
    assert found.second is not None
    return Fraction(str(found.alpha)), _exact(found.first), _exact(found.second)


def law(mechanism: verify.Mechanism, x: object) -> dict[object, Fraction]:
    """The probability of every output at the input x."""
    return {output: _exact(p) for output, p in mechanism.law(x).items()}


def spread(mechanism: verify.Mechanism) -> Fraction | None:
    """e^η of the least bounded range η; None for infinity."""
    alpha = verify.measures.bounded_range(mechanism).alpha
    return None if alpha is None else _exact(alpha)


def rho(mechanism: verify.Mechanism) -> tuple[Fraction, Fraction] | None:
    """An enclosure of the least ρ of zCDP; None for infinity."""
    value = verify.measures.zcdp(mechanism).value
    return None if value is None else (_exact(value.low), _exact(value.high))


def capacity(mechanism: verify.Mechanism) -> Fraction:
    """Σ_z max_x P(z | x)."""
    return _exact(verify.measures.bayes_capacity(mechanism))


def reconstruction(mechanism: verify.Mechanism, prior: dict[str, Fraction]) -> Fraction:
    """Σ_z max_x π(x)·P(z | x)."""
    weights = {x: str(weight) for x, weight in prior.items()}
    return _exact(verify.measures.reconstruction(mechanism, weights))


def advantage(mechanism: verify.Mechanism) -> Fraction:
    """The membership advantage of the best attacker."""
    return _exact(verify.measures.membership_advantage(mechanism))


def advantage_bound(alpha: Fraction, delta: Fraction) -> Fraction:
    """The membership advantage that a guarantee allows."""
    return _exact(verify.measures.advantage_bound(alpha, delta))


def accuracy(mechanism: verify.Mechanism, prior: Fraction) -> Fraction:
    """The best attacker's chance to name the input, one of the two having the prior."""
    return _exact(verify.measures.bayes_accuracy(mechanism, prior))


def error(mechanism: verify.Mechanism, x: object, costs: dict[str, int]) -> Fraction:
    """The expected cost of the output at the input x."""
    chances = law(mechanism, x)
    return sum((p * costs[str(output)] for output, p in chances.items()), Fraction(0))


def _exact(number: Any) -> Fraction:
    value = number.exact if isinstance(number, verify.DeltaValue) else number
    assert value is not None  # the level was rational
    return Fraction(int(value.numerator), int(value.denominator))
