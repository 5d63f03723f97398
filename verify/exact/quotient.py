"""Irrational quotients of ring numbers: probabilities such as e/(1 + e), levels, trade-offs.

`ratio` gives a quotient back as ``mpq`` where it is rational, which is decided: n/d is rational
exactly if n and d have proportional normal forms. So a `Quotient` is never rational, and never 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import prod
from operator import or_
from typing import TypeAlias

import gmpy2
from gmpy2 import lcm, mpq, mpz

from verify.exact import ring_bounds
from verify.exact.leading import directed, enclosure, leading
from verify.exact.logarithm import Interval
from verify.exact.monomial import Frame, Terms
from verify.exact.ring import Ordered, RingNumber, Weight, aligned, as_ring, made, shifted

__all__ = ["Number", "Quotient", "common_scale", "over_one_scale", "ratio"]

Number: TypeAlias = "mpq | Quotient"
"""An exact probability or level: rational, or a quotient that is not"""

_RATIONAL = (int, mpz, mpq, Fraction)


class Quotient(Ordered):
    """An irrational n/d with d > 0.

    >>> e = RingNumber.power(1)
    >>> truth = e / (1 + e)
    >>> truth, truth + 1 / (1 + e), truth > mpq(731058, 1000000)
    (Quotient(e / (1 + e)), mpq(1,1), True)
    """

    __slots__ = ("denominator", "numerator")

    numerator: RingNumber
    denominator: RingNumber

    @property
    def exact(self) -> None:
        """The value where it is rational: never."""
        return

    @property
    def is_monomial(self) -> bool:
        """Whether it is a rational times one power product."""
        return self.numerator.is_monomial and self.denominator.exact is not None

    def sign(self) -> int:
        """-1 or 1."""
        return self.numerator.sign()

    def compare(self, other: object) -> int | None:
        """The sign of self − other; None for what is no exact number."""
        if isinstance(other, Quotient):
            mine, theirs = self.numerator, other.numerator
            if self.denominator != other.denominator:
                mine, theirs = mine * other.denominator, theirs * self.denominator
            return (mine - theirs).sign()
        number = as_ring(other)
        return None if number is None else (self.numerator - number * self.denominator).sign()

    def logarithm(self, precision: int) -> Interval:
        """Encloses ln |self|, about 2^−precision wide."""
        return ring_bounds.difference(abs(self.numerator).form, self.denominator.form, precision)

    def enclose(self, bits: int) -> tuple[mpq, mpq]:
        """Rationals around the value, apart by less than 2^−bits of it.

        Raises `verify.LimitError` where they would have more bits than the limit ``answer_bits``.
        """
        return enclosure(self, bits)

    def __add__(self, other: object) -> Number:
        n, d = self.numerator, self.denominator
        if isinstance(other, (*_RATIONAL, RingNumber)):
            return ratio(n + d * other, d)
        if not isinstance(other, Quotient):
            return NotImplemented
        m, c = other.numerator, other.denominator
        if c == d:
            return ratio(n + m, d)
        return ratio(n * c + m * d, d * c)

    def __sub__(self, other: object) -> Number:
        if not isinstance(other, (*_RATIONAL, RingNumber, Quotient)):
            return NotImplemented
        return self + (-other)

    def __rsub__(self, other: object) -> Number:
        return (-self) + other

    def __mul__(self, other: object) -> Number:
        n, d = self.numerator, self.denominator
        if isinstance(other, _RATIONAL):
            return _quotient(n * other, d) if other else mpq(0)
        if isinstance(other, RingNumber):
            return ratio(n * other, d)
        if not isinstance(other, Quotient):
            return NotImplemented
        m, c = other.numerator, other.denominator
        if n == c:
            return ratio(m, d)
        return ratio(n, c) if m == d else ratio(n * m, d * c)

    def __truediv__(self, other: object) -> Number:
        if isinstance(other, _RATIONAL):
            return self * (1 / mpq(other))
        if isinstance(other, RingNumber):
            return ratio(self.numerator, self.denominator * other)
        if not isinstance(other, Quotient):
            return NotImplemented
        if self.denominator == other.denominator:
            return ratio(self.numerator, other.numerator)
        return ratio(self.numerator * other.denominator, self.denominator * other.numerator)

    def __rtruediv__(self, other: object) -> Number:
        number = as_ring(other)
        if number is None:
            return NotImplemented
        return ratio(number * self.denominator, self.numerator)

    def __pow__(self, count: int) -> Number:
        if not isinstance(count, (int, mpz)) or count < 0:
            return NotImplemented
        return ratio(self.numerator**count, self.denominator**count)

    def __neg__(self) -> Quotient:
        return _quotient(-self.numerator, self.denominator)

    def __abs__(self) -> Quotient:
        return -self if self.sign() < 0 else self

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ordered):
            return False if isinstance(other, _RATIONAL) else NotImplemented
        if isinstance(other, Quotient) and self.denominator == other.denominator:
            return self.numerator == other.numerator
        return self.compare(other) == 0

    def __hash__(self) -> int:
        return hash((self.sign(), *leading(self, 2, 53)))

    def __reduce__(self) -> tuple[object, ...]:
        return _quotient, (self.numerator, self.denominator)

    def __repr__(self) -> str:
        return f"Quotient({self})"

    def __str__(self) -> str:
        parts = []
        for number in (self.numerator, self.denominator):
            text = number.text()
            if text is None:
                return "..".join(directed(self))
            plain = number.is_monomial and not (number.exact and "/" in text)
            parts.append(text if plain else f"({text})")
        return parts[0] if parts[1] == "1" else " / ".join(parts)


def _quotient(numerator: RingNumber, denominator: RingNumber) -> Quotient:
    number = Quotient.__new__(Quotient)
    object.__setattr__(number, "numerator", numerator)
    object.__setattr__(number, "denominator", denominator)
    return number


def ratio(numerator: Weight, denominator: Weight) -> Number:
    """numerator/denominator: an ``mpq`` where that is rational, else a `Quotient`.

    Raises `ZeroDivisionError` for a denominator of 0.

    >>> e = RingNumber.power(1)
    >>> ratio(e + e * e, 2 + 2 * e), ratio(3 * e, 2 * e)
    (Quotient((1/2)*e), mpq(3,2))
    """
    if not isinstance(numerator, RingNumber) and not isinstance(denominator, RingNumber):
        return mpq(numerator, denominator)
    n, d = as_ring(numerator), as_ring(denominator)
    assert n is not None
    assert d is not None
    if not d:
        raise ZeroDivisionError("a quotient with denominator 0")
    if not n:
        return mpq(0)
    if d.sign() < 0:
        n, d = -n, -d
    frame, above, below = aligned(n, d)
    multiple = _multiple(frame, above, below)
    if multiple is None:
        return _quotient(*_normal(made(frame, above), made(frame, below)))
    exact = multiple.exact
    return _quotient(multiple, RingNumber(1)) if exact is None else exact


def _multiple(frame: Frame, above: Terms, below: Terms) -> RingNumber | None:
    """The c·e^r·Π b^a that is above/below, if there is one."""
    if len(above) != len(below):
        return None
    least, greatest = min(below), max(below)
    if not frame.base:
        if min(above) - least != max(above) - greatest:
            return None
        candidates = [max(above)]
    else:
        top = max(above) // frame.lead
        candidates = [key for key in above if key // frame.lead == top]
    turned, _ = frame.inverse(greatest)
    for candidate in candidates:
        key, _ = frame.carry(candidate + turned)
        product = shifted(made(frame, below), key, mpz(1)).terms
        if product.keys() == above.keys():
            c = mpq(above[candidate]) / product[candidate]
            if all(above[k] == c * value for k, value in product.items()):
                return made(frame, {key: c})
    return None


def _normal(n: RingNumber, d: RingNumber) -> tuple[RingNumber, RingNumber]:
    """The same quotient with a denominator 1 + … of integers without a common factor.

    So quotients over multiples of one number have equal denominators.
    """
    first = min(d.terms)
    if first:
        key, factor = d.frame.inverse(first)
        n, d = shifted(n, key, factor), shifted(d, key, factor)
    coefficients = d.terms.values()
    content = mpq(
        gmpy2.gcd(*(c.numerator for c in coefficients)),
        lcm(*(c.denominator for c in coefficients)),
    )
    if content != 1 or any(isinstance(c, mpq) for c in coefficients):
        integers = {key: mpz(c / content) for key, c in d.terms.items()}
        n, d = n * (1 / content), made(d.frame, integers)
    return n, d


def common_scale(products: Sequence[tuple[Weight, ...]]) -> tuple[Weight, list[Weight]]:
    """(s, factors) with s = factor·Π product for each product; in the ring if a number is.

    Over the rationals s is the least one. In the ring, products share their equal factors.
    """
    if not any(isinstance(d, RingNumber) for product in products for d in product):
        whole = [prod(product, start=mpz(1)) for product in products]
        least = lcm(*whole)
        return least, [least // d for d in whole]
    distinct: list[RingNumber] = []
    rational: list[mpq] = []
    counts: list[Counter[int]] = []
    for product in products:
        rational.append(mpq(1))
        counts.append(Counter())
        for d in product:
            exact = d.exact if isinstance(d, RingNumber) else mpq(d)
            if exact is not None:
                rational[-1] *= exact
            elif isinstance(d, RingNumber):
                counts[-1][_place(d, distinct)] += 1
    most: Counter[int] = reduce(or_, counts, Counter())
    scale = lcm(*(x.numerator for x in rational))
    return _times(distinct, most, scale), [
        _times(distinct, most - count, scale // x.numerator * x.denominator)
        for x, count in zip(rational, counts, strict=True)
    ]


def _place(number: RingNumber, distinct: list[RingNumber]) -> int:
    for place, known in enumerate(distinct):
        if known is number or known == number:
            return place
    distinct.append(number)
    return len(distinct) - 1


def _times(numbers: list[RingNumber], counts: Counter[int], factor: mpz) -> RingNumber:
    total = RingNumber(factor)
    for place, count in counts.items():
        total = total * numbers[place] ** count
    return total


def over_one_scale(numbers: Iterable[Number]) -> tuple[list[Weight], Weight]:
    """(weights, s) with number = weight/s, for numbers of either kind."""
    listed = list(numbers)
    scale, factors = common_scale([(number.denominator,) for number in listed])
    return [n.numerator * f for n, f in zip(listed, factors, strict=True)], scale
