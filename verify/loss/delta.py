"""The value δ = a − α·b of one direction, comparable exactly at every level."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import total_ordering
from numbers import Rational

from gmpy2 import gcd, mpq, mpz

from verify.errors import NotAvailableError
from verify.exact.decimals import (
    digits_beside_one,
    fraction_down,
    fraction_significant,
    fraction_up,
)
from verify.exact.level import Level
from verify.exact.lowest import lowest_terms
from verify.exact.quotient import Number, Quotient, ratio
from verify.exact.rational import rational, sign_of_difference
from verify.exact.ring import RingNumber, Weight
from verify.exact.shown import decimals
from verify.loss.signs import sign_at, sign_by_enclosure, sign_of
from verify.loss.value import DeltaValue

__all__ = ["Delta", "RingDelta", "Sums", "delta_of", "exactly", "greatest"]

_SHORT_BITS = 1 << 12

Fraction = tuple[mpz, mpz]
"""Numerator and denominator > 0, not in lowest terms"""

Sums = tuple[Weight, Weight]
"""Weights (A, B) of an event under P and Q"""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Delta(DeltaValue):
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
    root: mpz | None = field(repr=False, default=None)
    """what every prime of a long scale divides, where that is known"""
    _exact: mpq | None = field(init=False, repr=False, default=None)
    _a: mpq | None = field(init=False, repr=False, default=None)
    _b: mpq | None = field(init=False, repr=False, default=None)

    @property
    def a(self) -> mpq:
        """P(S) of the maximal event S."""
        if self._a is None:
            object.__setattr__(self, "_a", lowest_terms(self.a_weight, self.scale, self.root))
        return self._a

    @property
    def b(self) -> mpq:
        """Q(S) of the maximal event S."""
        if self._b is None:
            object.__setattr__(self, "_b", lowest_terms(self.b_weight, self.scale, self.root))
        return self._b

    @property
    def value(self) -> Number:
        """δ itself, rational or not."""
        exact = self.exact
        return (self.a - self.level.number() * self.b) / mpq(1) if exact is None else exact

    @property
    def is_rational(self) -> bool:
        """Whether δ is rational."""
        return not self.b_weight or self.level.is_rational

    @property
    def exact(self) -> mpq | None:
        """δ where it is rational, else None."""
        if self._exact is None:
            alpha = self.level.value
            if alpha is not None and self.root is None:
                object.__setattr__(self, "_exact", mpq(*self._at(alpha)))
            elif self.is_rational:
                object.__setattr__(self, "_exact", self._reduced())
        return self._exact

    def lower(self, digits: int | None = None) -> str:
        """Decimal text, rounded down: `DIGITS` digits, or more next to 1.

        >>> nearly = Delta(mpz(10) ** 30 - 3, mpz(0), mpz(10) ** 30, Level.alpha(1))
        >>> nearly.lower(), nearly.upper(2)
        ('0.9999999999999999999999999999970000000000000000', '1.0')
        """
        (n, d), _, digits = self._shown(digits)
        return fraction_down(n, d, digits)

    def upper(self, digits: int | None = None) -> str:
        """Decimal text, rounded up."""
        _, (n, d), digits = self._shown(digits)
        return fraction_up(n, d, digits)

    def enclose(self, bits: int) -> tuple[mpq, mpq]:
        """Rationals around δ, from α known to so many bits; equal where δ is rational."""
        exact = self.exact
        if exact is not None:
            return exact, exact
        low, high = self._ends(bits)
        return mpq(*low), mpq(*high)

    def less(self, number: mpq) -> Delta:
        """number − δ, as a value of the same form."""
        n, d = number.numerator, number.denominator
        a, b = n * self.scale - d * self.a_weight, -d * self.b_weight
        root = None if self.root is None else d * self.root
        return type(self)(a, b, d * self.scale, self.level, root)

    def sign_against(self, other: Delta | Number | RingNumber) -> int:
        """The sign of δ − other (a number, or a value at the same level): always decided."""
        if isinstance(other, Delta):
            return self._sign_against_value(other)
        if self._exact is not None or self._is_short:
            return sign_of_difference(self.exact, other)
        if isinstance(other, (mpq, mpz, int)):
            n, d = other.numerator, other.denominator
            return sign_of(d * self.a_weight - n * self.scale, d * self.b_weight, self.level)
        return sign_at(self.a - other, self.b, self.level)

    @property
    def _is_short(self) -> bool:
        """Whether nothing is gained by putting off what somebody will ask for."""
        return self.level.value is not None and self.scale.bit_length() <= _SHORT_BITS

    def _sign_against_value(self, other: Delta) -> int:
        if isinstance(other, RingDelta):
            return -other.sign_against(self)
        if self.level is other.level or self.level.same_as(other.level):
            s, t = (1, 1) if self.scale == other.scale else (other.scale, self.scale)
            a = s * self.a_weight - t * other.a_weight
            b = s * self.b_weight - t * other.b_weight
            return sign_of(a, b, self.level)
        mine, theirs = self.exact, other.exact
        if theirs is not None:
            return self.sign_against(theirs)
        return sign_by_enclosure(self, other) if mine is None else -other.sign_against(mine)

    def __eq__(self, other: object) -> bool:
        number = _comparable(other)
        return NotImplemented if number is None else self.sign_against(number) == 0

    def __lt__(self, other: object) -> bool:
        number = _comparable(other)
        return NotImplemented if number is None else self.sign_against(number) < 0

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        exact = self.exact
        if exact is not None and exact.denominator.bit_length() <= 200:
            return str(exact)
        return f"{self.lower()}..{self.upper()}"

    def _reduced(self) -> mpq:
        """A rational δ in lowest terms, where that may take long."""
        if not self.b_weight:
            return self.a
        alpha, b = self.level.formed(), self.b_weight
        common = gcd(alpha.denominator, b)  # all of it where α is a ratio of the classes
        u, v, b = alpha.numerator, alpha.denominator // common, b // common
        root = None if self.root is None else v * self.root
        return lowest_terms(v * self.a_weight - u * b, v * self.scale, root)

    def _fraction(self) -> Fraction:
        """A rational δ."""
        if self._exact is not None:
            return self._exact.numerator, self._exact.denominator
        return self._at(self.level.formed()) if self.b_weight else (self.a_weight, self.scale)

    def _at(self, alpha: mpq) -> Fraction:
        u, v = alpha.numerator, alpha.denominator
        return v * self.a_weight - u * self.b_weight, v * self.scale

    def _ends(self, bits: int) -> tuple[Fraction, Fraction]:
        """Around an irrational δ, from α known to so many bits."""
        bracket = self.level.bracket(bits, 1 << 62)
        assert bracket is not None
        low, high = map(self._at, bracket)
        return (high, low) if self.b_weight > 0 else (low, high)

    def _shown(self, digits: int | None) -> tuple[Fraction, Fraction, int]:
        """Fractions around δ that round to the same decimal, and its number of digits."""
        if self.is_rational:
            n, d = self._fraction()
            return (n, d), (n, d), digits or digits_beside_one(d - abs(n), d)
        bits = 80
        while True:  # ends: an irrational δ is no decimal
            low, high = self._ends(bits)
            wanted = digits or max(digits_beside_one(d - abs(n), d) for n, d in (low, high))
            if fraction_significant(*low, wanted) == fraction_significant(*high, wanted):
                return low, high, wanted
            bits *= 2


class RingDelta(Delta):
    """δ = (A − α·B)/D of a law whose weights are numbers of the ring; α rational or not.

    >>> e = RingNumber.power(1)
    >>> RingDelta(e, RingNumber(1), 1 + e, Level.epsilon("1"))
    0
    >>> RingDelta(e, RingNumber(1), 1 + e, Level.alpha(2))
    0.19317573589...
    """

    __slots__ = ("_value",)

    _value: Number

    @property
    def value(self) -> Number:
        """δ itself, rational or not."""
        if not hasattr(self, "_value"):
            numerator: RingNumber | Number = self.a_weight
            if self.b_weight:  # α may be too large to be written down where it is not needed
                numerator = numerator - self.level.number() * self.b_weight
            object.__setattr__(self, "_value", numerator / self.scale)
        return self._value

    @property
    def a(self) -> Number:
        """P(S) of the maximal event S."""
        return ratio(self.a_weight, self.scale)

    @property
    def b(self) -> Number:
        """Q(S) of the maximal event S."""
        return ratio(self.b_weight, self.scale)

    @property
    def is_rational(self) -> bool:
        """Whether δ is rational."""
        return not isinstance(self.value, Quotient)

    @property
    def exact(self) -> mpq | None:
        """δ where it is rational, else None."""
        return self.value if self.is_rational else None

    def lower(self, digits: int | None = None) -> str:
        """Decimal text, rounded down."""
        return decimals(self.value, digits)[0]

    def upper(self, digits: int | None = None) -> str:
        """Decimal text, rounded up."""
        return decimals(self.value, digits)[1]

    def enclose(self, bits: int) -> tuple[mpq, mpq]:
        """Rationals around δ; equal where δ is rational."""
        value = self.value
        return value.enclose(bits) if isinstance(value, Quotient) else (value, value)

    def sign_against(self, other: Delta | Number | RingNumber) -> int:
        """The sign of δ − other: always decided, at whatever levels."""
        number = other.value if isinstance(other, Delta) else other
        return sign_of_difference(self.value, number)


def _comparable(other: object) -> Delta | Number | RingNumber | None:
    """What a δ can be compared with: another δ, or an exact number; never a float or text."""
    if isinstance(other, (Delta, Quotient, RingNumber)):
        return other
    if isinstance(other, (Decimal, Rational)) and not isinstance(other, bool):
        return rational(other)
    return None


def exactly(delta: DeltaValue) -> Delta:
    """A value that must be exact.

    Raises `verify.NotAvailableError` for one of which only bounds are known.
    """
    if not isinstance(delta, Delta):
        problem = "only bounds of δ* are known, which is not enough here"
        raise NotAvailableError(problem, form="an exact method, or fewer releases")
    return delta


def delta_of(sums: Sums, scale: Weight, level: Level, root: mpz | None = None) -> Delta:
    """(A − α·B)/scale; see `Delta.root`."""
    return (RingDelta if isinstance(scale, RingNumber) else Delta)(*sums, scale, level, root)


def greatest(sums: tuple[Sums, Sums], scale: Weight, level: Level) -> Delta:
    """The greater of two values A − α·B over one scale; the first where they are equal."""
    if isinstance(scale, RingNumber):
        first, second = (RingDelta(*pair, scale, level) for pair in sums)
        return second if second.sign_against(first) > 0 else first
    (a, b), (c, d) = sums
    if sign_of(c - a, d - b, level) > 0:
        return Delta(c, d, scale, level)
    return Delta(a, b, scale, level)
