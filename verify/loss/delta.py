"""The value δ = a − α·b of one direction, comparable exactly at every level."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import total_ordering
from numbers import Rational

from gmpy2 import mpq, mpz

from verify.errors import InputError
from verify.exact.decimals import DIGITS, round_down, round_up, significant
from verify.exact.level import Level
from verify.exact.rational import rational, sign_of_difference

MOST_BITS = 1 << 14
"""Precision up to which irrational values at different levels are told apart."""

__all__ = ["Delta", "Sums", "greatest", "sign_at"]

Sums = tuple[mpz, mpz]
"""Weights (A, B) of an event under P and Q"""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Delta:
    """δ = a − α·b with rationals a = A/scale, b = B/scale: exact even where α is irrational.

    >>> Delta(mpz(9), mpz(1), mpz(16), Level.alpha(3))
    3/8
    >>> Delta(mpz(9), mpz(1), mpz(16), Level.epsilon("1/2")) > mpq(3, 8)
    True
    """

    a_weight: mpz
    b_weight: mpz
    scale: mpz
    level: Level
    _exact: mpq | None = field(init=False, repr=False)
    _a: mpq | None = field(init=False, repr=False, default=None)
    _b: mpq | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        alpha = self.level.value
        known = None
        if not self.b_weight:
            known = mpq(self.a_weight, self.scale)
        elif alpha is not None:
            u, v = alpha.numerator, alpha.denominator
            known = mpq(v * self.a_weight - u * self.b_weight, v * self.scale)
        object.__setattr__(self, "_exact", known)

    @property
    def a(self) -> mpq:
        """P(S) of the maximal event S."""
        if self._a is None:
            object.__setattr__(self, "_a", mpq(self.a_weight, self.scale))
        return self._a

    @property
    def b(self) -> mpq:
        """Q(S) of the maximal event S."""
        if self._b is None:
            object.__setattr__(self, "_b", mpq(self.b_weight, self.scale))
        return self._b

    @property
    def is_rational(self) -> bool:
        """Whether δ is rational."""
        return self._exact is not None or self.level.is_rational

    @property
    def exact(self) -> mpq | None:
        """δ where it is rational, else None."""
        if self._exact is None and self.level.is_rational:
            return self.a - self.level.formed() * self.b
        return self._exact

    def lower(self, digits: int = DIGITS) -> str:
        """Decimal text, rounded down."""
        return round_down(self._enclose(digits)[0], digits)

    def upper(self, digits: int = DIGITS) -> str:
        """Decimal text, rounded up."""
        return round_up(self._enclose(digits)[1], digits)

    def enclose(self, bits: int) -> tuple[mpq, mpq]:
        """Rationals around δ, from α known to so many bits; equal where δ is rational."""
        exact = self.exact
        if exact is not None:
            return exact, exact
        bracket = self.level.bracket(bits, 1 << 62)
        assert bracket is not None
        low, high = sorted(self.a - alpha * self.b for alpha in bracket)
        return low, high

    def less(self, number: mpq) -> Delta:
        """number − δ, as a value of the same form."""
        n, d = number.numerator, number.denominator
        a, b = n * self.scale - d * self.a_weight, -d * self.b_weight
        return Delta(a, b, d * self.scale, self.level)

    def sign_against(self, other: Delta | mpq) -> int:
        """The sign of δ − other (a rational, or a value at the same level): always decided."""
        if isinstance(other, Delta):
            return self._sign_against_value(other)
        if self._exact is not None:
            return sign_of_difference(self._exact, other)
        return sign_at(self.a - other, self.b, self.level)

    def _sign_against_value(self, other: Delta) -> int:
        mine, theirs = self.exact, other.exact
        if mine is not None and theirs is not None:
            return sign_of_difference(mine, theirs)
        if theirs is not None:
            return self.sign_against(theirs)
        if mine is not None:
            return -other.sign_against(mine)
        if self.level.same_as(other.level):
            return sign_at(self.a - other.a, self.b - other.b, self.level)
        return _sign_by_enclosure(self, other)

    def __eq__(self, other: object) -> bool:
        number = _comparable(other)
        return NotImplemented if number is None else self.sign_against(number) == 0

    def __lt__(self, other: object) -> bool:
        number = _comparable(other)
        return NotImplemented if number is None else self.sign_against(number) < 0

    def __hash__(self) -> int:
        return hash(self.exact if self.is_rational else (self.a, self.b))

    def __repr__(self) -> str:
        exact = self.exact
        if exact is not None and exact.denominator.bit_length() <= 200:
            return str(exact)
        return f"{self.lower()}..{self.upper()}"

    def _enclose(self, digits: int) -> tuple[mpq, mpq]:
        """Rationals around δ that round to the same decimal (δ itself where it is rational)."""
        exact = self.exact
        if exact is not None:
            return exact, exact
        bits = 80
        while True:  # ends: an irrational δ is no decimal
            low, high = self.enclose(bits)
            if significant(low, digits) == significant(high, digits):
                return low, high
            bits *= 2


def _sign_by_enclosure(left: Delta, right: Delta) -> int:
    """The sign of a difference of irrational values at different levels, if it can be told."""
    bits = 64
    while bits <= MOST_BITS:
        (low, high), (other_low, other_high) = left.enclose(bits), right.enclose(bits)
        if low > other_high:
            return 1
        if high < other_low:
            return -1
        bits *= 2
    problem = f"two values at different levels agree to {MOST_BITS} bits"
    raise InputError(problem, form="a comparison at one level, or with a rational")


def _comparable(other: object) -> Delta | mpq | None:
    """What a δ can be compared with: another δ, or an exact number; never a float or text."""
    if isinstance(other, Delta):
        return other
    if isinstance(other, (Decimal, Rational)) and not isinstance(other, bool):
        return rational(other)
    return None


def greatest(sums: tuple[Sums, Sums], scale: mpz, level: Level) -> Delta:
    """The greater of two values A − α·B over one scale; the first where they are equal."""
    (a, b), (c, d) = sums
    if sign_at(mpq(c - a), mpq(d - b), level) > 0:
        return Delta(c, d, scale, level)
    return Delta(a, b, scale, level)


def sign_at(a: mpq, b: mpq, level: Level) -> int:
    """The sign of a − α·b: always decided."""
    if b == 0:
        return sign_of_difference(a, b)
    return -level.compare(a / b) if b > 0 else level.compare(a / b)
