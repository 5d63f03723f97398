"""Exact numbers outside the rationals: finite sums Σ c·e^r·Π b^a with rational c, r and a.

In normal form (exponents of coprime, power-free integers b reduced to [0, 1), equal monomials
merged) a sum is 0 exactly if nothing is left: e^r for distinct rational r are linearly independent
over the algebraic numbers (Lindemann–Weierstrass), and the radicals Π b^a over the rationals
(Besicovitch 1940). So every sign is decided: by the normal form, else by enclosures that are
refined until they leave 0.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from gmpy2 import lcm, mpq, mpz

from verify import resources
from verify.exact import polynomial, ring_bounds
from verify.exact.leading import directed, enclosure, leading
from verify.exact.logarithm import Interval, fixed_log
from verify.exact.monomial import PLAIN, Coefficient, Frame, Terms, common, monomial, moved

if TYPE_CHECKING:
    from verify.exact.quotient import Number

__all__ = [
    "ONE",
    "Ordered",
    "RingNumber",
    "Weight",
    "aligned",
    "as_ring",
    "binomial_sum",
    "integral",
    "log_key",
    "made",
    "power_bits",
    "shifted",
    "weighted_sum",
]

Weight: TypeAlias = "mpz | mpq | RingNumber"
"""A numerator over a common denominator"""

MOST_SHOWN = 8
"""Terms up to which a number is written in symbols, else as a decimal"""

_RATIONAL = (int, mpz, mpq, Fraction)


class Ordered:
    """Comparisons that follow from `compare`."""

    __slots__ = ()

    @abstractmethod
    def compare(self, other: object) -> int | None:
        """The sign of self − other; None for what is no exact number."""

    @abstractmethod
    def logarithm(self, precision: int) -> Interval:
        """Encloses ln |self|."""

    def __lt__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign < 0

    def __le__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign <= 0

    def __gt__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign > 0

    def __ge__(self, other: object) -> bool:
        sign = self.compare(other)
        return NotImplemented if sign is None else sign >= 0

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable")


class RingNumber(Ordered):
    """An exact finite sum Σ c·e^r·Π b^a.

    >>> root = RingNumber.power(factors=[(2, mpq(1, 2))])
    >>> (root + 1) ** 2 - 2 * root
    RingNumber(3)
    >>> RingNumber.power(1) > mpq(19, 7), RingNumber.power(1) > mpq(193, 71)
    (True, False)
    """

    __slots__ = ("frame", "terms")

    frame: Frame
    terms: Terms

    def __init__(self, value: int | mpz | mpq | Fraction = 0) -> None:
        number = value if isinstance(value, mpz) else mpq(value)
        _fill(self, PLAIN, {0: number} if number else {})

    @classmethod
    def power(
        cls,
        exponent: int | mpq = 0,
        factors: Iterable[tuple[int | mpq, int | mpq]] = (),
        *,
        at: str = "",
    ) -> RingNumber:
        """e^exponent · Π r^q over the pairs (r > 0, q).

        Raises `verify.LimitError` where it would have more bits than the limit ``answer_bits``.
        """
        exact = [(mpq(r), mpq(q)) for r, q in factors]
        if any(r <= 0 for r, _ in exact):
            raise ValueError("a power needs a positive base")
        frame, key, coefficient = monomial(mpq(exponent), exact, at)
        return made(frame, {key: coefficient})

    @property
    def exact(self) -> mpq | None:
        """The value where it is rational, else None."""
        if not self.terms:
            return mpq(0)
        return mpq(self.terms[0]) if len(self.terms) == 1 and 0 in self.terms else None

    @property
    def is_monomial(self) -> bool:
        """Whether it is a rational times one power product."""
        return len(self.terms) == 1

    @property
    def form(self) -> tuple[Frame, Terms]:
        """Its normal form."""
        return self.frame, self.terms

    def parts(self) -> list[tuple[mpq, mpq, tuple[tuple[mpz, mpq], ...]]]:
        """(c, r, ((b, a), …)) of every term c·e^r·Π b^a."""
        return [(mpq(c), *self.frame.logarithm(key)) for key, c in self.terms.items()]

    def logarithm(self, precision: int) -> Interval:
        """Encloses ln |self| of a number that is not 0, about 2^−precision wide."""
        return ring_bounds.difference(abs(self).form, ONE, precision)

    def enclose(self, bits: int) -> tuple[mpq, mpq]:
        """Rationals around the value, apart by less than 2^−bits of it; equal where it is rational.

        Raises `verify.LimitError` where they would have more bits than the limit ``answer_bits``.
        """
        return enclosure(self, bits)

    def bit_length(self) -> int:
        """About the bits that it takes."""
        return sum(_bits(c) for c in self.terms.values())

    def sign(self) -> int:
        """-1, 0 or 1; always decided."""
        return ring_bounds.sign(self.frame, self.terms)

    def compare(self, other: object) -> int | None:
        """The sign of self − other; None for what is no number of the ring."""
        number = as_ring(other)
        return None if number is None else (self - number).sign()

    def __add__(self, other: object) -> RingNumber:
        number = as_ring(other)
        if number is None:
            return NotImplemented
        frame, mine, theirs = aligned(self, number)
        total = dict(mine)
        for key, c in theirs.items():
            coefficient = total.get(key, 0) + c
            if coefficient:
                total[key] = coefficient
            else:
                total.pop(key, None)
        return made(frame, total)

    def __sub__(self, other: object) -> RingNumber:
        number = as_ring(other)
        return NotImplemented if number is None else self + (-number)

    def __rsub__(self, other: object) -> RingNumber:
        return (-self) + other

    def __mul__(self, other: object) -> RingNumber:
        if isinstance(other, _RATIONAL):
            factor = other if isinstance(other, (mpz, mpq)) else mpq(other)
            terms = {key: c * factor for key, c in self.terms.items()} if factor else {}
            return made(self.frame, terms)
        if not isinstance(other, RingNumber):
            return NotImplemented
        frame, mine, theirs = aligned(self, other)
        return made(frame, polynomial.product(frame, mine, theirs))

    def __pow__(self, count: int) -> RingNumber:
        if not isinstance(count, (int, mpz)) or count < 0:
            return NotImplemented
        bits = power_bits(self, int(count))
        resources.check("answer_bits", bits, "the bits of one exact probability")
        return made(self.frame, polynomial.power(self.frame, self.terms, int(count)))

    def __neg__(self) -> RingNumber:
        return made(self.frame, {key: -c for key, c in self.terms.items()})

    def __abs__(self) -> RingNumber:
        return -self if self.sign() < 0 else self

    def __truediv__(self, other: object) -> Number:
        from verify.exact.quotient import ratio

        number = as_ring(other)
        return NotImplemented if number is None else ratio(self, number)

    def __rtruediv__(self, other: object) -> Number:
        from verify.exact.quotient import ratio

        number = as_ring(other)
        return NotImplemented if number is None else ratio(number, self)

    __radd__ = __add__
    __rmul__ = __mul__

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: object) -> bool:
        number = as_ring(other)
        if number is None:
            return NotImplemented
        if self.frame == number.frame:
            return self.terms == number.terms
        return not (self - number).terms

    def __hash__(self) -> int:
        exact = self.exact
        return hash(exact) if exact is not None else hash((self.sign(), *leading(self, 2, 53)))

    def __reduce__(self) -> tuple[object, ...]:
        return made, (self.frame, self.terms)

    def __repr__(self) -> str:
        return f"RingNumber({self})"

    def __str__(self) -> str:
        text = self.text()
        return "..".join(directed(self)) if text is None else text

    def text(self) -> str | None:
        """The sum in symbols, None where it is long."""
        if len(self.terms) > MOST_SHOWN or self.bit_length() > 64 * MOST_SHOWN:
            return None
        parts = [_term_text(c, self.frame.text(key)) for key, c in sorted(self.terms.items())]
        text = " + ".join(parts).replace("+ -", "- ") or "0"
        return text if len(text) <= 16 * MOST_SHOWN else None


def _fill(number: RingNumber, frame: Frame, terms: Terms) -> None:
    object.__setattr__(number, "frame", frame)
    object.__setattr__(number, "terms", terms)


def made(frame: Frame, terms: Terms) -> RingNumber:
    """The number of these terms, none of which is 0."""
    number = RingNumber.__new__(RingNumber)
    _fill(number, frame, terms)
    return number


def as_ring(value: object) -> RingNumber | None:
    """The value as a number of the ring; None for what is none."""
    if isinstance(value, RingNumber):
        return value
    if isinstance(value, _RATIONAL) and not isinstance(value, bool):
        return RingNumber(value)
    return None


def aligned(left: RingNumber, right: RingNumber) -> tuple[Frame, Terms, Terms]:
    """The terms of both in one frame."""
    frame = left.frame
    if frame is right.frame:
        return frame, left.terms, right.terms
    frame = common(frame, right.frame)
    mine = left.terms if frame == left.frame else moved(left.terms, left.frame, frame)
    theirs = right.terms if frame == right.frame else moved(right.terms, right.frame, frame)
    return frame, mine, theirs


def shifted(number: RingNumber, key: int, factor: Coefficient) -> RingNumber:
    """factor · monomial · number, the monomial by its key in the number's frame."""
    frame = number.frame
    if not frame.base:
        return made(frame, {k + key: c * factor for k, c in number.terms.items()})
    return made(frame, polynomial.product(frame, number.terms, {key: factor}))


def integral(numbers: Sequence[Weight]) -> list[RingNumber]:
    """The numbers times one positive integer, in one frame and with integer coefficients."""
    listed = [n if isinstance(n, RingNumber) else RingNumber(n) for n in numbers]
    frame = reduce(common, {n.frame for n in listed}, PLAIN)
    terms = [n.terms if n.frame == frame else moved(n.terms, n.frame, frame) for n in listed]
    scale = lcm(*(c.denominator for t in terms for c in t.values()))
    return [made(frame, {key: mpz(c * scale) for key, c in t.items()}) for t in terms]


def weighted_sum(parts: Iterable[tuple[RingNumber, int]]) -> RingNumber:
    """Σ count·number over numbers in one frame."""
    total: Terms = {}
    frame = PLAIN
    for number, count in parts:
        frame = number.frame
        for key, c in number.terms.items():
            total[key] = total.get(key, 0) + c * count
    return made(frame, {key: c for key, c in total.items() if c})


def log_key(numerator: Weight, denominator: Weight) -> int:
    """ln(numerator/denominator)·2^128 within `FIXED_ERROR` units, for positive numbers."""
    if isinstance(numerator, RingNumber) or isinstance(denominator, RingNumber):
        above, below = integral([numerator, denominator])
        return ring_bounds.fixed_difference(above.form, below.form)
    return fixed_log(numerator, denominator)


def power_bits(weight: Weight, count: int) -> int:
    """About the bits of weight^count, before it is made."""
    if not isinstance(weight, RingNumber):
        return int(weight.bit_length()) * count
    terms = weight.terms
    if not terms:
        return 0
    spread = comb(count + len(terms) - 1, count) if len(terms) <= 8 else 1 << 62
    if not weight.frame.base:
        spread = min(spread, (max(terms) - min(terms)) * count + 1)
    total = sum((abs(mpq(c)) for c in terms.values()), mpq(0))
    size = int((total.numerator - 1).bit_length() + (total.denominator - 1).bit_length())
    size += sum(int(b.bit_length()) for b in weight.frame.base)  # whole powers that are carried
    return spread * size * count


def binomial_sum(count: int, left: RingNumber, right: RingNumber, last: int) -> RingNumber:
    """Σ_{s <= last} C(count, s)·left^s·right^(count − s) for two monomials."""
    frame, mine, theirs = aligned(left, right)
    return made(frame, polynomial.binomial(frame, mine, theirs, count, last))


def _bits(coefficient: Coefficient) -> int:
    return int(coefficient.numerator.bit_length() + coefficient.denominator.bit_length())


def _term_text(coefficient: Coefficient, name: str) -> str:
    if not name:
        return str(coefficient)
    if abs(coefficient) == 1:
        return name if coefficient > 0 else f"-{name}"
    text = str(coefficient)
    return f"({text})*{name}" if "/" in text else f"{text}*{name}"


ONE: tuple[Frame, Terms] = (PLAIN, {0: mpz(1)})
"""The number 1"""
