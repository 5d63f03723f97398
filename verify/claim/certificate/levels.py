"""Rational levels that stand for a claimed one in a certificate."""

from __future__ import annotations

from collections.abc import Iterator

from gmpy2 import mpq

from verify.exact.level import Level

__all__ = ["above", "below"]

FIRST_BITS = 32

CEILING = 1 << 16
"""Levels up to 2^CEILING are approximated; beyond, any smaller or larger one is as good"""


def below(level: Level) -> Iterator[mpq]:
    """α itself where it is rational; else rationals below it that come nearer and nearer.

    >>> next(below(Level.epsilon("1/2"))) < mpq("1.6487212707001282")
    True
    """
    yield from _near(level, upper=False)


def above(level: Level) -> Iterator[mpq]:
    """α itself where it is rational; else rationals above it that come nearer and nearer."""
    yield from _near(level, upper=True)


def _near(level: Level, *, upper: bool) -> Iterator[mpq]:
    if level.is_rational and level.is_moderate:
        yield level.formed()
        return
    bits = FIRST_BITS
    while True:
        bracket = level.bracket(2 * bits, CEILING)
        if bracket is None:  # greater than every ratio there is, in the end
            yield mpq(1) * 2**bits
        else:
            scale = 1 << bits
            low, high = (bracket[0] * scale).__floor__(), (bracket[1] * scale).__ceil__()
            yield mpq(high if upper else low, scale)
        bits *= 2
