"""Rational levels that stand for a claimed one in a certificate."""

from __future__ import annotations

from collections.abc import Iterator

from gmpy2 import mpq

from verify.exact.level import Level

__all__ = ["above", "below"]

FIRST_BITS = 32

CEILING = 1 << 16
"""Levels up to 2^CEILING are approximated; beyond, a smaller one is mostly as good"""

FAR_BITS = 1 << 10
"""Up to 2^FAR_BITS it takes no time to compare e^ε with a number that is near to it"""


def below(level: Level) -> Iterator[mpq]:
    """α itself where it is rational; else rationals below it that come nearer and nearer.

    >>> next(below(Level.epsilon("1/2"))) < mpq("1.6487212707001282")
    True
    """
    if not level.is_rational:
        yield from _far_below(level)
    yield from _near(level, upper=False)


def above(level: Level) -> Iterator[mpq]:
    """α itself where it is rational; else rationals above it that come nearer and nearer."""
    yield from _near(level, upper=True)


def _far_below(level: Level) -> Iterator[mpq]:
    """Powers of 2 below a large α: they are enough where all ratios are smaller still."""
    if level.bracket(FIRST_BITS, CEILING) is None:
        return  # powers of 2 are tried first in any case
    bits = FAR_BITS
    while bits <= CEILING and level.compare(mpq(2) ** bits) > 0:
        yield mpq(2) ** bits
        bits *= 2


def _near(level: Level, *, upper: bool) -> Iterator[mpq]:
    if level.is_rational and level.is_moderate:
        yield level.formed()
        return
    bits = FIRST_BITS
    while True:
        bracket = level.bracket(2 * bits, max(CEILING, 2 * bits))
        if bracket is None:  # α is greater, and so are most ratios that it is compared with
            yield mpq(1) * 2**bits
        else:
            scale = 1 << bits
            low, high = (bracket[0] * scale).__floor__(), (bracket[1] * scale).__ceil__()
            yield mpq(high if upper else low, scale)
        bits *= 2
