"""Privacy levels α = e^ε, held so that every comparison with a rational ends.

A level is ε = c + Σ e_j·ln b_j with rational c and e_j over a coprime base b_j: a rational α, or
a number that is provably different from every rational (Lindemann–Weierstrass when c ≠ 0,
Besicovitch when an e_j is no integer), so that enclosures of *logarithms* separate them. α
itself is never formed unless it is rational and small: ε may be 1e30.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, prod

import gmpy2
from gmpy2 import mpq, mpz

from verify import resources
from verify.errors import InputError
from verify.exact.comparison import compare_products, linear_sign, terms_of
from verify.exact.coprime import LogTerms, formed_product, least_bits, most_bits, power_product
from verify.exact.decimals import decimal_of, round_down, round_up, significant
from verify.exact.expression import parse_epsilon
from verify.exact.logarithm import FIXED_BITS, Interval, exponential, fixed_floor, linear_form
from verify.exact.quotient import Number, ratio
from verify.exact.rational import Exact, rational, shorten, sign_of_difference, text_of
from verify.exact.ring import Ordered, RingNumber, Weight

__all__ = ["Level"]

_FORMED_BITS = 1 << 20
"""A rational α is formed up to this size; beyond, comparisons go through logarithms."""

_PATIENCE = 1 << 12
"""Bits of precision after which a large α is written down to be compared."""

_FACTORED_BITS = 1 << 12
"""An α given as a longer fraction is not searched for common factors."""

_LONG_BITS = 1 << 12
"""Longer products are compared by their leading bits first."""

_DOUBT = 1 << 9
"""Bits of precision after which a fraction next to α is likely to equal it."""

ONE = mpq(1)

_ALPHA_FORM = 'a rational of at least 1 such as "3" or "3/2"'
_EPSILON_FORM = 'a number of at least 0 such as "0.5", "ln(3)", "2*ln(3)" or "1/2 + ln(2)"'


@dataclass(frozen=True, slots=True)
class Level:
    """A privacy level: α = exp(constant) · Π base^exponent ≥ 1.

    >>> Level.epsilon("2*ln(3)").compare(mpq(9))
    0
    >>> Level.epsilon("1.0986122886681096").compare(mpq(3))
    -1
    """

    value: mpq | None
    """α where it is rational and small enough to be written down"""
    constant: mpq
    terms: LogTerms
    text: str
    """the level as it was given"""
    as_epsilon: bool
    """whether it was given as ε"""

    @classmethod
    def alpha(cls, alpha: Exact, at: str = "alpha") -> Level:
        """The level of a rational α ≥ 1."""
        number = rational(alpha, at)
        if number < 1:
            raise InputError(f"{shorten(number)} is below 1", at=at, form=_ALPHA_FORM)
        return cls(number, mpq(0), (), "", False)

    @classmethod
    def epsilon(cls, epsilon: Exact, at: str = "epsilon") -> Level:
        """The level of an ε ≥ 0, written in the closed language of rationals and ``ln``."""
        text = epsilon if isinstance(epsilon, str) else text_of(rational(epsilon, at))
        constant, logarithms = parse_epsilon(text, at)
        terms = power_product(logarithms)
        if linear_sign(constant, terms) < 0:
            raise InputError(f"{text[:60]!r} is below 0", at=at, form=_EPSILON_FORM)
        return cls(_formed(constant, terms), constant, terms, text, True)

    @property
    def is_rational(self) -> bool:
        """Whether α is rational."""
        return self.value is not None or _is_rational(self.constant, self.terms)

    def compare(self, number: Number | RingNumber) -> int:
        """The sign of α − number: -1, 0 or 1; always decided."""
        if self.value is not None:
            return sign_of_difference(self.value, number)
        if isinstance(number, Ordered):
            return 1 if number <= 0 else self._compare_in_ring(number)
        return self._compare_weights(number.numerator, number.denominator)

    def _compare_in_ring(self, number: Ordered) -> int:
        """Logarithms first where α is large: near a quotient it is not much larger than that."""
        precision = 64
        while precision <= _PATIENCE and not self.is_moderate:
            low, high = self.logarithm(precision)
            other_low, other_high = number.logarithm(precision)
            if low > other_high or high < other_low:
                return 1 if low > other_high else -1
            precision *= 2
        return sign_of_difference(self.number(), number)

    def compare_fraction(self, numerator: Weight, denominator: Weight) -> int:
        """The sign of α − numerator/denominator (denominator > 0), without reducing it."""
        in_ring = isinstance(numerator, RingNumber) or isinstance(denominator, RingNumber)
        if self.value is None:
            if in_ring:
                return self.compare(ratio(numerator, denominator))
            return self._compare_weights(numerator, denominator)
        u, v = self.value.numerator, self.value.denominator
        if in_ring or numerator <= 0 or denominator.bit_length() <= _LONG_BITS:
            return sign_of_difference(u * denominator, v * numerator)
        return compare_products(u, denominator, v, numerator)

    def _compare_weights(self, numerator: mpz, denominator: mpz) -> int:
        """Logarithms first; an α that may equal the fraction is written down if still in doubt."""
        if numerator <= 0:
            return 1
        terms = self.terms + terms_of(denominator, numerator)
        bits = numerator.bit_length() + denominator.bit_length()
        precision = 64
        while True:
            low, high = linear_form(self.constant, terms, precision)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            if precision == _DOUBT and self.is_rational and least_bits(self.terms) <= bits:
                alpha = formed_product(self.terms)
                return compare_products(alpha.numerator, denominator, alpha.denominator, numerator)
            precision *= 2

    def compare_powers(self, powers: Sequence[tuple[mpq, int]]) -> int:
        """The sign of α − Π r^n over the (r, n) with r > 0, without forming large powers.

        >>> Level.epsilon("1000000*ln(3/2)").compare_powers([(mpq(9, 4), 500_000)])
        0
        """
        terms = self._log_terms()
        if self.value is not None and not self.terms and most_bits(terms) > _FACTORED_BITS:
            number = prod((r**n for r, n in powers), start=ONE)
            return self.compare_fraction(number.numerator, number.denominator)
        for r, n in powers:
            terms += terms_of(r.denominator, r.numerator, mpq(n))
        return linear_sign(self.constant, terms)

    def bracket(self, bits: int, ceiling: int) -> tuple[mpq, mpq] | None:
        """Rationals lo <= α <= hi with hi/lo − 1 < 2^(2−bits); equal if α was formed.

        None where α > 2^ceiling: whoever asks has no use for an α of that size.
        """
        if self.value is not None:
            return self.value, self.value
        size = mpz(self.logarithm(64)[0])
        if size > ceiling:  # e > 2
            return None
        if self.is_rational and most_bits(self.terms) <= 2 * ceiling + 64:
            formed = self.formed()  # only such an α can be a ratio of numbers up to 2^ceiling
            return formed, formed
        interval = self.logarithm(bits + size.bit_length() + 4)
        low, high = exponential(interval, bits + 4)
        return mpq(low), mpq(high)

    def formed(self, at: str = "epsilon") -> mpq:
        """α itself, which must be rational, whatever its size."""
        if self.value is not None:
            return self.value
        bits = int(most_bits(self.terms))
        resources.check("answer_bits", bits, "the bits of a level", at)
        return formed_product(self.terms)

    @property
    def is_moderate(self) -> bool:
        """Whether α is cheaply written down, be it rational or not."""
        return self.value is not None or most_bits(self.terms) + 2 * self.constant <= _FORMED_BITS

    def number(self, exponent: mpq = ONE, at: str = "") -> Number | RingNumber:
        """α^exponent: rational, or a number of the ring.

        Raises `verify.LimitError`, naming the place ``at``, where it is too large to be formed.

        >>> Level.alpha(4).number(mpq(1, 2)), Level.epsilon("1/2 + ln(2)").number()
        (mpq(2,1), RingNumber(2*e^(1/2)))
        """
        if exponent == 1 and self.is_rational:
            return self.formed(at)
        factors = [(mpq(b), e * exponent) for b, e in self._log_terms()]
        found = RingNumber.power(self.constant * exponent, factors, at=at)
        exact = found.exact
        return found if exact is None else exact

    def approximate(self) -> float:
        """ε as a float: a guide, never a decision."""
        if self.value is None:
            return float(self.logarithm(64)[0])
        try:
            return log(self.value)
        except OverflowError:
            return float(gmpy2.log(self.value.numerator) - gmpy2.log(self.value.denominator))

    def fixed(self, bits: int = FIXED_BITS) -> tuple[int, int]:
        """Integers lo <= ε·2^bits <= hi with hi − lo of a few units."""
        low, high = self.logarithm(64)
        precision = bits + 8 + max(0, gmpy2.get_exp(high)) if high else 64
        low, high = self.logarithm(precision)
        return fixed_floor(low, bits), fixed_floor(high, bits) + 1

    def logarithm(self, precision: int) -> Interval:
        """Encloses ε = ln α."""
        return linear_form(self.constant, self._log_terms(), precision)

    def same_as(self, other: Level) -> bool:
        """Whether both are given in the same canonical form, whatever their text."""
        mine = (self.value, self.constant, self.terms)
        return mine == (other.value, other.constant, other.terms)

    def times(self, factor: mpq) -> Level:
        """The level α·factor of a branch that is entered with other odds; it may be below 1.

        >>> Level.epsilon("ln(3)/2").times(mpq(3)).compare_fraction(mpz(5), mpz(1))
        1
        """
        if self.value is not None:
            return Level(self.value * factor, mpq(0), (), "", False)
        terms = power_product([*((mpq(b), e) for b, e in self.terms), (factor, mpq(1))])
        return Level(_formed(self.constant, terms), self.constant, terms, f"{factor}*α", True)

    def power(self, count: int) -> Level:
        """The level α^count, that is count·ε."""
        if count == 1:
            return self
        if self.value is not None and self.value.numerator.bit_length() * count <= _FORMED_BITS:
            return Level(self.value**count, mpq(0), (), "", False)
        terms = tuple((b, e * count) for b, e in self._log_terms())
        return Level(None, self.constant * count, terms, self._power_text(count), True)

    def epsilon_decimal(self, *, up: bool = True) -> str:
        """ε in decimal, rounded up (or down); exact where ε is a short decimal.

        >>> Level.alpha(3).epsilon_decimal()
        '1.0986122886681097'
        >>> Level.alpha(1).epsilon_decimal()
        '0'
        """
        terms = self._log_terms()
        if not terms:
            return decimal_of(self.constant, up=up)
        precision = 96
        while True:  # ends: ε is irrational here, so no decimal
            low, high = linear_form(self.constant, terms, precision)
            if significant(mpq(low), 17) == significant(mpq(high), 17):
                return (round_up if up else round_down)(mpq(high if up else low))
            precision *= 2

    def __str__(self) -> str:
        """α as exact text, or ``exp(ε)`` where it is irrational."""
        if self.value is not None:
            return text_of(self.value)
        return f"exp({self.text})"

    def _log_terms(self) -> LogTerms:
        if self.value is None or self.terms:
            return self.terms
        parts = ((self.value.numerator, mpq(1)), (self.value.denominator, mpq(-1)))
        return tuple((n, e) for n, e in parts if n > 1)

    def _power_text(self, count: int) -> str:
        inner = self.text if self.as_epsilon else f"ln({self})"
        return f"{count}*({inner})" if self.as_epsilon else f"{count}*{inner}"


def _is_rational(constant: mpq, terms: LogTerms) -> bool:
    return constant == 0 and all(e.denominator == 1 for _, e in terms)


def _formed(constant: mpq, terms: LogTerms) -> mpq | None:
    """Π b^e where it is rational and small."""
    if not _is_rational(constant, terms):
        return None
    return None if most_bits(terms) > _FORMED_BITS else formed_product(terms)
