"""Multiplicatively independent bases: products of rational powers in a canonical form.

A positive rational power product Π r_i^{q_i} becomes Π b_j^{e_j} over integers b_j > 1 that are
pairwise coprime and no perfect powers. It is rational if and only if every e_j is an integer
(Besicovitch 1940, Mordell 1953), and 1 if and only if nothing is left.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

import gmpy2
from gmpy2 import gcd, mpq, mpz

from verify._core import fraction

__all__ = ["LogTerms", "formed_product", "least_bits", "most_bits", "power_product"]

LogTerms = tuple[tuple[mpz, mpq], ...]
"""(b, e) with integers b > 1, for Π b^e or its logarithm"""


def power_product(factors: Iterable[tuple[mpq, mpq]]) -> LogTerms:
    """The canonical form of Π r^q over the pairs (r > 0, q): sorted (b, e) with e ≠ 0.

    >>> power_product([(mpq(4), mpq(1, 2)), (mpq(6), mpq(1))])
    ((mpz(2), mpq(2,1)), (mpz(3), mpq(1,1)))
    """
    integers = [(n, e) for r, q in factors for n, e in ((r.numerator, q), (r.denominator, -q))]
    integers = [(n, e) for n, e in integers if n != 1 and e != 0]
    exponents: dict[mpz, mpq] = {}
    for base in coprime_base(n for n, _ in integers):
        total = mpq(0)
        for number, exponent in integers:
            total += gmpy2.remove(number, base)[1] * exponent
        if total:
            exponents[base] = total
    return tuple(sorted(exponents.items()))


def formed_product(terms: LogTerms) -> mpq:
    """Π b^e over pairwise coprime b, with integers e."""
    above = prod((b ** int(e) for b, e in terms if e > 0), start=mpz(1))
    below = prod((b ** int(-e) for b, e in terms if e < 0), start=mpz(1))
    return fraction(above, below)


def most_bits(terms: LogTerms) -> mpq:
    """At least the bits of numerator and denominator of Π b^e together."""
    return sum((b.bit_length() * abs(e) for b, e in terms), mpq(0))


def least_bits(terms: LogTerms) -> mpq:
    """At most these bits."""
    return sum(((b.bit_length() - 1) * abs(e) for b, e in terms), mpq(0))


def coprime_base(numbers: Iterable[mpz]) -> list[mpz]:
    """Pairwise coprime integers > 1, no perfect powers, whose products give every number."""
    base: list[mpz] = []
    waiting = [n for n in numbers if n > 1]
    while waiting:
        number = _root(waiting.pop())
        for i, other in enumerate(base):
            common = gcd(number, other)
            if common > 1:
                if number != other:
                    del base[i]
                    waiting += [n for n in (common, number // common, other // common) if n > 1]
                break
        else:
            base.append(number)
    return base


def _root(number: mpz) -> mpz:
    """The integer r that is no perfect power with number = r^n."""
    while gmpy2.is_power(number):
        degree = 2
        while True:
            root, is_exact = gmpy2.iroot(number, degree)
            if is_exact:
                number = root
                break
            degree = int(gmpy2.next_prime(degree))
    return number
