"""The sign of a sum of geometric terms far out: fixed beyond a cutoff that is computed.

On a tail, P(z) − α·Q(z) = Σ (p_b − α·q_b)·b^z with 0 < b <= 1. The greatest base whose coefficient
is not 0 wins in the end, and from the first z on at which it outweighs all the others together it
wins for good, because every quotient of a smaller base and the greatest one is below 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from gmpy2 import mpq

from verify import resources
from verify.exact.level import Level
from verify.law.series import Terms
from verify.loss.signs import sign_at

__all__ = ["Settled", "settle", "settle_at"]


@dataclass(frozen=True, slots=True)
class Settled:
    """From ``cutoff`` on, the sign is ``sign``."""

    cutoff: int
    sign: int


def settle_at(p: Terms, q: Terms, level: Level, start: int) -> Settled:
    """Where the sign of P(z) − α·Q(z), z >= start, is settled, and which it is."""
    bases = sorted({*p, *q}, reverse=True)
    zero = mpq(0)
    for place, base in enumerate(bases):
        sign = sign_at(p.get(base, zero), q.get(base, zero), level)
        if sign:
            parts = [(b, p.get(b, zero), q.get(b, zero)) for b in bases[place:]]
            lead, rest = _magnitudes(parts, level)
            return Settled(_cutoff(lead, rest, start), sign)
    return Settled(start, 0)


def settle(terms: Terms, start: int) -> Settled:
    """Where the sign of Σ c·b^z, z >= start, is settled, and which it is."""
    return settle_at(terms, {}, Level.alpha(1), start)


def _magnitudes(
    parts: list[tuple[mpq, mpq, mpq]], level: Level
) -> tuple[tuple[mpq, mpq], list[tuple[mpq, mpq]]]:
    """(base, a lower bound of |p − α·q|) of the first part; bases and upper bounds of the rest."""
    size = int(level.logarithm(64)[1]) + 1
    resources.check("answer_bits", 2 * size, "the bits of a level")
    bits = 64
    while True:  # ends: the first coefficient is not 0
        bracket = level.bracket(bits, 1 << 62)
        assert bracket is not None
        ends = [(b, sorted((p - bracket[0] * q, p - bracket[1] * q))) for b, p, q in parts]
        base, (low, high) = ends[0]
        if low > 0 or high < 0:
            rest = [(b, max(abs(x), abs(y))) for b, (x, y) in ends[1:]]
            return (base, min(abs(low), abs(high))), rest
        bits *= 2


def _cutoff(lead: tuple[mpq, mpq], rest: list[tuple[mpq, mpq]], start: int) -> int:
    """The least z >= start, by doubling and halving, at which the lead outweighs the rest."""
    base, size = lead
    others = [(b / base, c) for b, c in rest if c]

    def outweighed(z: int) -> bool:
        return bool(sum((c * b**z for b, c in others), mpq(0)) < size)

    step = 1
    low = start
    if outweighed(low):
        return low
    while not outweighed(start + step):
        low = start + step
        step *= 2
        resources.check("outcomes", step, "the outcomes before the tail of a law settles")
    high = start + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if outweighed(middle) else (middle, high)
    return high
