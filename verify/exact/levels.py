"""Two levels beside each other: which is greater, and what budgets come to together."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from gmpy2 import mpq

from verify.exact.coprime import power_product
from verify.exact.level import Level
from verify.exact.log_value import LogValue
from verify.exact.rational import sign_of_difference
from verify.exact.ring import RingNumber
from verify.exact.ring_level import RingLevel, level_of

__all__ = ["compare_levels", "product_of_levels"]

FORMED_BITS = 1 << 20
"""A product of rational levels is written down up to this size."""


def compare_levels(left: Level, right: Level) -> int:
    """The sign of α − β: -1, 0 or 1; always decided.

    >>> compare_levels(Level.epsilon("2*ln(3)"), Level.alpha(9))
    0
    >>> compare_levels(Level.alpha(3).power(10**9), Level.epsilon("1098612289"))
    -1
    """
    if left.value is not None and right.value is not None:
        return sign_of_difference(left.value, right.value)
    if isinstance(right, RingLevel):
        return left.compare(right.number())
    if isinstance(left, RingLevel):
        return -right.compare(left.number())
    return LogValue.of(left).minus(LogValue.of(right)).sign()


def product_of_levels(powers: Sequence[tuple[Level, int]]) -> Level:
    """Π α^n over the pairs (α, n), that is the sum of all ε; 1 where there are none.

    >>> product_of_levels([(Level.alpha(3), 2), (Level.alpha(2), 1)]).value
    mpq(18,1)
    >>> product_of_levels([(Level.alpha(3), 2), (Level.epsilon("1/2"), 2)]).text
    '2*ln(3) + 2*(1/2)'
    """
    if not powers:
        return Level.alpha(1)
    if len(powers) == 1:
        return powers[0][0].power(powers[0][1])
    if any(isinstance(level, RingLevel) for level, _ in powers):
        return level_of(prod((level.number() ** n for level, n in powers), start=RingNumber(1)))
    raised = [level.power(n) for level, n in powers]
    values = [level.value for level in raised if level.value is not None]
    if len(values) == len(raised) and sum(v.numerator.bit_length() for v in values) <= FORMED_BITS:
        return Level.alpha(prod(values, start=mpq(1)))
    logarithms = [LogValue.of(level) for level in raised]
    terms = power_product((mpq(b), e) for each in logarithms for b, e in each.terms)
    constant = sum((each.constant for each in logarithms), mpq(0))
    return Level(None, constant, terms, " + ".join(_text(*power) for power in powers), True)


def _text(level: Level, count: int) -> str:
    inner = f"({level.text})" if level.as_epsilon else f"ln({level})"
    return f"{count}*{inner}"
