"""Differences and ratios of an answer and the truth: exact where rational, else enclosed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from gmpy2 import mpq

from verify.exact.coprime import power_product
from verify.exact.decimals import DIGITS, round_down, round_up, significant
from verify.exact.level import ONE, Level
from verify.exact.rational import sign_of_difference, stated
from verify.exact.ring_level import RingLevel
from verify.loss.delta import Delta

__all__ = [
    "Enclosed",
    "Side",
    "gap_of",
    "ratio_of",
]

FIRST_BITS, MOST_BITS = 96, 1 << 12
"""Precision at which two levels are first looked at, and the last where digits may still differ"""

MOST_DENOMINATOR = 1000
"""Ratios of two ε with a denominator up to this are recognised as rational."""

SHORT = 24
"""Characters of exact text that are shown in one line"""

Bounds = tuple[mpq, mpq]

Side: TypeAlias = "mpq | Delta | Level | str | None"
"""An answer or a truth: a number, "inf" or "-inf", or None where there is none"""


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A number between two decimals; ``exact`` where it is known to be rational.

    >>> Enclosed.of(mpq(1, 3))
    1/3
    """

    lower: str
    upper: str
    exact: mpq | None = None

    @classmethod
    def of(cls, number: mpq) -> Enclosed:
        """A rational."""
        return cls(round_down(number), round_up(number), number)

    @property
    def is_infinite(self) -> bool:
        """Whether it stands for an infinity."""
        return self.lower in ("inf", "-inf")

    def short(self, digits: int = 6) -> str:
        """A line of text: exact where that is short, else both bounds, rounded outward."""
        if self.is_infinite:
            return self.lower
        if self.exact is not None and _is_short(self.exact):
            return str(self.exact)
        ends = stated(self.lower), stated(self.upper)
        return f"{round_down(ends[0], digits)}..{round_up(ends[1], digits)}"

    def __repr__(self) -> str:
        return self.short(DIGITS)


def _is_short(number: mpq) -> bool:
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    return bits <= 4 * SHORT and len(str(number)) <= SHORT


def gap_of(answer: Side, truth: Side) -> Enclosed | None:
    """answer − truth; None for ∞ − ∞, and where one of them is none."""
    if answer is None or truth is None:
        return None
    if isinstance(answer, str) or isinstance(truth, str):
        return None if answer == truth else _infinite(1 if answer == "inf" else -1)
    if isinstance(truth, Delta):
        return delta_gap(answer, truth)
    return epsilon_gap(answer, truth)


def ratio_of(answer: Side, truth: Side) -> Enclosed | None:
    """answer/truth; None for 0/0 and ∞/∞, and where one of them is none."""
    if answer is None or truth is None or (isinstance(answer, str) and answer == truth):
        return None
    if isinstance(answer, str):
        return _infinite(1 if answer == "inf" else -1)
    if isinstance(truth, str):
        return Enclosed.of(mpq(0))
    if isinstance(truth, Delta):
        return delta_ratio(answer, truth)
    return epsilon_ratio(answer, truth)


def _infinite(sign: int) -> Enclosed:
    word = "inf" if sign > 0 else "-inf"
    return Enclosed(word, word)


def delta_gap(answer: mpq, truth: Delta) -> Enclosed:
    """answer − δ*."""
    gap = truth.less(answer)
    return Enclosed(gap.lower(), gap.upper(), gap.exact)


def delta_ratio(answer: mpq, truth: Delta) -> Enclosed | None:
    """answer/δ*; None for 0/0."""
    if truth.sign_against(mpq(0)) == 0:
        return _infinite(sign_of_difference(answer, 0)) if answer else None
    exact = truth.exact
    if exact is not None or not answer:
        return Enclosed.of(answer / exact if exact is not None else mpq(0))
    return _narrowed(lambda bits: _quotient((answer, answer), truth.enclose(bits)))


def epsilon_gap(answer: Level | mpq, truth: Level) -> Enclosed:
    """ε − ε*; an ε below 0 is no level, and comes as a rational."""
    exact = _rational_difference(answer, truth)
    if exact is not None:
        return Enclosed.of(exact)
    return _narrowed(lambda bits: _difference(_bounds(answer, bits), _bounds(truth, bits)))


def epsilon_ratio(answer: Level | mpq, truth: Level) -> Enclosed | None:
    """ε/ε*; None for 0/0."""
    over, under = _rational_epsilon(answer), _rational_epsilon(truth)
    if under == 0:
        return None if over == 0 else _infinite(1 if over is None else sign_of_difference(over, 0))
    if over == 0:
        return Enclosed.of(mpq(0))
    if over is not None and under is not None:
        return Enclosed.of(over / under)
    guess = _guess(answer, truth)
    if _rational_difference(answer, truth, guess) == 0:
        return Enclosed.of(guess)
    return _narrowed(lambda bits: _quotient(_bounds(answer, bits), _bounds(truth, bits)))


def _narrowed(bounds: Callable[[int], Bounds | None]) -> Enclosed:
    """Bounds that agree in all digits that are shown; at least such as enclose the number.

    A number that is rational without our knowing may never leave a decimal next to it.
    """
    bits = FIRST_BITS
    while True:
        found = bounds(bits)
        if found is not None:
            low, high = found
            if bits >= MOST_BITS or significant(low, DIGITS) == significant(high, DIGITS):
                return Enclosed(round_down(low), round_up(high))
        bits *= 2


def _difference(left: Bounds, right: Bounds) -> Bounds:
    return left[0] - right[1], left[1] - right[0]


def _quotient(above: Bounds, below: Bounds) -> Bounds | None:
    """Bounds of a quotient by a positive number; None while those of the divisor reach 0."""
    if below[0] <= 0:
        return None
    ends = [x / y for x in above for y in below]
    return min(ends), max(ends)


def _bounds(number: Level | mpq, bits: int) -> Bounds:
    if not isinstance(number, Level):
        return number, number
    low, high = number.logarithm(bits)
    return mpq(low), mpq(high)


def _guess(above: Level | mpq, below: Level) -> mpq:
    """A simple rational near a quotient, which may or may not be the quotient itself."""
    (low, _), (other, _) = _bounds(above, FIRST_BITS), _bounds(below, FIRST_BITS)
    quotient = low / other if other > 0 else mpq(0)
    exact = Fraction(int(quotient.numerator), int(quotient.denominator))
    return mpq(exact.limit_denominator(MOST_DENOMINATOR))


def _rational_difference(left: Level | mpq, right: Level, factor: mpq = ONE) -> mpq | None:
    """left − factor·right where that is rational, as far as it is seen."""
    if isinstance(left, RingLevel) or isinstance(right, RingLevel):
        alike = isinstance(left, RingLevel) and left.same_as(right)
        return mpq(0) if alike and factor == 1 else None
    (constant, factors), (less, others) = _parts(left), _parts(right)
    if bool(factors) != bool(others):  # a rational less a logarithm, however long its number is
        return None
    logarithms = power_product([*factors, *((base, -e * factor) for base, e in others)])
    return None if logarithms else constant - factor * less


def _rational_epsilon(number: Level | mpq) -> mpq | None:
    if isinstance(number, RingLevel):
        return None
    constant, factors = _parts(number)
    return None if factors else constant


def _parts(number: Level | mpq) -> tuple[mpq, list[tuple[mpq, mpq]]]:
    """ε as a rational and logarithms: c, and (r, e) for every e·ln r; none are left of ln 1."""
    if not isinstance(number, Level):
        return number, []
    if number.value is not None and not number.terms:
        return mpq(0), [(number.value, mpq(1))] if number.value != 1 else []
    return number.constant, [(mpq(base), e) for base, e in number.terms]
