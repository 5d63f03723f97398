"""The engine's answers against the twin's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import twin
from gmpy2 import mpq
from oracle_models import Both

import verify

TINY = Fraction(1, 2**900)


def exact(value: Any) -> Fraction:
    """An exact rational of the engine as a Fraction."""
    if isinstance(value, verify.Delta):
        value = value.exact
    assert isinstance(value, type(mpq())) or type(value).__name__ in ("mpz", "int"), value
    return Fraction(int(value.numerator), int(value.denominator))


def maybe(value: Any) -> Fraction | None:
    return None if value is None else exact(value)


def check_certified(
    both: Both, pairs: Sequence[twin.Pair], alpha: Fraction, adjacency: Any = None
) -> None:
    """δ*, every direction with its event, and the pure level, at a rational α."""
    verdict = verify.certify(both.engine, alpha=alpha, adjacency=adjacency, full=True)
    star = twin.delta_star(both.twin, pairs, alpha)
    assert exact(verdict.delta_star) == star
    assert verdict.verdict == ("violated" if star else "holds")
    assert verdict.pairs == 2 * len(pairs)
    assert maybe(verdict.pure_alpha) == twin.pure_level(both.twin, pairs)
    found = [(d.input, d.neighbour, exact(d.delta)) for d in verdict.directions]
    assert found == twin.directions(both.twin, pairs, alpha)
    for direction in verdict.directions:
        check_event(both, direction, alpha)
    check_decimals(verdict.delta_star, star, star)
    check_claims(both, star, alpha, adjacency)


def check_event(both: Both, direction: Any, alpha: Fraction) -> None:
    """P(S) and Q(S) of the reported event are the reported ones, and S is {P > αQ}."""
    p, q = both.twin[direction.input], both.twin[direction.neighbour]
    form = direction.event.to_json()
    assert form["text"]
    named = twin.members(form, p, q, alpha)
    assert twin.weight(p, named) == exact(direction.delta.a)
    assert twin.weight(q, named) == exact(direction.delta.b)
    assert {y for y in named if p.get(y, 0) or q.get(y, 0)} == set(twin.event(p, q, alpha))


def check_claims(both: Both, star: Fraction, alpha: Fraction, adjacency: Any) -> None:
    """The claim with δ = δ* holds; with a δ just below it does not, and the witness says why."""
    tight = verify.certify(both.engine, alpha=alpha, delta=star, adjacency=adjacency)
    assert tight.holds
    assert tight.witness is None
    assert exact(tight.margin) == 0
    if not star:
        return
    below = star - min(star, TINY)
    verdict = verify.certify(both.engine, alpha=alpha, delta=below, adjacency=adjacency)
    assert not verdict.holds
    witness = verdict.witness
    assert exact(witness.p) - alpha * exact(witness.q) == exact(witness.excess) == star
    assert exact(verdict.margin) == below - star < 0
    check_event(both, verdict.directions[0], alpha)
    assert (witness.input, witness.neighbour) == (
        verdict.directions[0].input,
        verdict.directions[0].neighbour,
    )


def check_irrational(
    both: Both,
    pairs: Sequence[twin.Pair],
    epsilon: str,
    bounds: tuple[Fraction, Fraction],
    adjacency: Any = None,
) -> None:
    """The same at an irrational α that lies strictly between two rationals."""
    low, high = bounds
    verdict = verify.certify(both.engine, epsilon=epsilon, adjacency=adjacency, full=True)
    for direction in verdict.directions:
        p, q = both.twin[direction.input], both.twin[direction.neighbour]
        assert twin.event(p, q, low) == twin.event(p, q, high)
        check_event(both, direction, low)
        a, b = exact(direction.delta.a), exact(direction.delta.b)
        check_decimals(direction.delta, a - high * b, a - low * b)
    order = [(x, y) for x, y, _ in twin.directions(both.twin, pairs, low)]
    assert order == [(x, y) for x, y, _ in twin.directions(both.twin, pairs, high)]
    assert [(d.input, d.neighbour) for d in verdict.directions] == order
    if pairs:
        assert verdict.delta_star == verdict.directions[0].delta


def check_decimals(delta: Any, low: Fraction, high: Fraction) -> None:
    """``lower`` and ``upper`` are the nearest decimals around a value in [low, high].

    They have 17 digits, and next to 1 as many as give 17 of the distance from it.
    """
    lower, upper = Fraction(delta.lower()), Fraction(delta.upper())
    assert lower <= high
    assert low <= upper
    if low == high and lower == upper:
        assert lower == low
        return
    assert lower <= low <= high <= upper
    units = {Fraction(10) ** (_magnitude(high) - 16 - _nines(end)) for end in (low, high)}
    assert upper - lower in (units if low != high or lower != upper else {0})


def _nines(value: Fraction) -> int:
    """The nines that a value below 1 begins with, where they are six or more."""
    nines = -1 - _magnitude(1 - value) if 0 < value < 1 else 0
    return nines if nines >= 6 else 0


def _magnitude(value: Fraction) -> int:
    """floor(log10(value)) of a positive value."""
    exponent = len(str(value.numerator)) - len(str(value.denominator)) - 1
    while value >= Fraction(10) ** (exponent + 1):
        exponent += 1
    return exponent
