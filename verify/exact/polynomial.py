"""Products and powers of sums of monomials in one frame."""

from __future__ import annotations

from gmpy2 import mpz

from verify import resources
from verify.exact.convolution import FEW, convolution
from verify.exact.monomial import Coefficient, Frame, Terms

__all__ = ["binomial", "power", "product"]


def product(frame: Frame, left: Terms, right: Terms) -> Terms:
    """left · right.

    Raises `verify.LimitError` for more pairs of terms than the limit ``cells``.
    """
    if len(left) * len(right) > FEW:
        resources.check("cells", len(left) * len(right), "the terms of a product")
        fast = None if frame.base else convolution(left, right)
        if fast is not None:
            return fast
    found: Terms = {}
    for key, c in left.items():
        for other, d in right.items():
            place, coefficient = key + other, c * d
            if frame.base:
                place, factor = frame.carry(place)
                coefficient *= factor
            found[place] = found[place] + coefficient if place in found else coefficient
    return {key: c for key, c in found.items() if c}


def power(frame: Frame, terms: Terms, count: int) -> Terms:
    """terms^count."""
    if len(terms) == 2:
        left, right = ({key: c} for key, c in terms.items())
        return binomial(frame, left, right, count, count)
    result: Terms = {0: mpz(1)}
    while count:
        if count & 1:
            result = product(frame, result, terms)
        count >>= 1
        if count:
            terms = product(frame, terms, terms)
    return result


def binomial(frame: Frame, left: Terms, right: Terms, count: int, last: int) -> Terms:
    """Σ_{s <= last} C(count, s)·left^s·right^(count − s) for two monomials."""
    rest = _powers(frame, right, count)
    found: Terms = {}
    ways = mpz(1)
    for s, (key, c) in enumerate(_powers(frame, left, last)):
        other, d = rest[count - s]
        place, factor = frame.carry(key + other) if frame.base else (key + other, 1)
        coefficient = ways * c * d * factor
        found[place] = found[place] + coefficient if place in found else coefficient
        ways = ways * (count - s) // (s + 1)
    return {key: c for key, c in found.items() if c}


def _powers(frame: Frame, terms: Terms, count: int) -> list[tuple[int, Coefficient]]:
    """(key, coefficient) of the powers 0 … count of a monomial."""
    ((step, c),) = terms.items()
    key, value = 0, mpz(1)
    found: list[tuple[int, Coefficient]] = [(key, value)]
    for _ in range(count):
        key, value = key + step, value * c
        if frame.base:
            key, factor = frame.carry(key)
            value *= factor
        found.append((key, value))
    return found
