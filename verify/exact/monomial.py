"""Monomials e^r·Π b^a as single integers: exponents on one lattice, over one coprime base.

A frame fixes the lattice of exponents (multiples of 1/unit) and the base: integers > 1 that are
pairwise coprime and no perfect powers. In a frame a monomial has one key: the exponent of e, any
integer, then a digit 0 <= j < unit for every b, the whole powers of b being left to a coefficient.
So keys of products are sums of keys, up to a carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import lcm
from typing import TypeAlias

import gmpy2
from gmpy2 import mpq, mpz

from verify import resources
from verify.exact.coprime import coprime_base, power_product

__all__ = ["PLAIN", "Coefficient", "Frame", "Terms", "common", "monomial", "moved"]

Coefficient: TypeAlias = "mpz | mpq"

Terms: TypeAlias = "dict[int, Coefficient]"
"""{key: coefficient}, no coefficient 0"""


@dataclass(frozen=True, slots=True)
class Frame:
    """Exponents are multiples of 1/``unit``; radicals are powers of the numbers of ``base``."""

    unit: int
    base: tuple[mpz, ...]
    lead: int = field(init=False, compare=False, repr=False)
    """what one step of the exponent of e adds to a key"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lead", (2 * self.unit) ** len(self.base))

    def key(self, exponent: int, digits: Iterable[int] = ()) -> int:
        """The key of e^(exponent/unit)·Π b^(digit/unit)."""
        key = exponent
        for digit in digits:
            key = key * 2 * self.unit + digit  # a digit leaves room for the sum of two
        return key

    def parts(self, key: int) -> tuple[int, list[int]]:
        """The exponent of e, in units, and the digits."""
        digits = []
        for _ in self.base:
            key, digit = divmod(key, 2 * self.unit)
            digits.append(digit)
        return key, digits[::-1]

    def carry(self, key: int) -> tuple[int, mpz]:
        """A sum of two keys as (key, whole powers of b that were taken out of it)."""
        factor, place, rest = mpz(1), 1, key
        for number in reversed(self.base):
            rest, digit = divmod(rest, 2 * self.unit)
            if digit >= self.unit:
                key -= self.unit * place
                factor *= number
            place *= 2 * self.unit
        return key, factor

    def inverse(self, key: int) -> tuple[int, mpq]:
        """(key′, c) with 1/monomial = c·monomial′."""
        exponent, digits = self.parts(key)
        factor = mpq(1)
        for number, digit in zip(self.base, digits, strict=True):
            factor /= number if digit else 1
        turned = (self.unit - digit if digit else 0 for digit in digits)
        return self.key(-exponent, turned), factor

    def logarithm(self, key: int) -> tuple[mpq, tuple[tuple[mpz, mpq], ...]]:
        """(r, ((b, a), …)) of the monomial e^r·Π b^a."""
        exponent, digits = self.parts(key)
        powers = zip(self.base, digits, strict=True)
        terms = tuple((b, mpq(digit, self.unit)) for b, digit in powers if digit)
        return mpq(exponent, self.unit), terms

    def text(self, key: int) -> str:
        """For example ``e^(1/2)*3^(1/3)``; nothing for 1."""
        constant, terms = self.logarithm(key)
        parts = [("e", constant)] if constant else []
        parts += [(str(b), a) for b, a in terms]
        return "*".join(_power_text(name, exponent) for name, exponent in parts)


PLAIN = Frame(1, ())
"""Whole powers of e."""


@lru_cache(maxsize=1024)
def common(left: Frame, right: Frame) -> Frame:
    """A frame in which the monomials of both can be written."""
    unit = lcm(left.unit, right.unit)
    if left.base == right.base:
        return Frame(unit, left.base)
    return Frame(unit, tuple(sorted(coprime_base(left.base + right.base))))


def moved(terms: Terms, old: Frame, new: Frame) -> Terms:
    """The same sum in a frame that refines the old one."""
    scale = new.unit // old.unit
    if old.base == new.base:
        if not old.base:
            return {key * scale: c for key, c in terms.items()}
        rows: tuple[tuple[int, ...], ...] | None = None
    else:
        rows = _valuations(old.base, new.base)
    found: Terms = {}
    for key, coefficient in terms.items():
        exponent, digits = old.parts(key)
        digits = [digit * scale for digit in digits]
        factor: mpz = mpz(1)
        if rows is not None:
            powers = [
                sum(digit * row[k] for digit, row in zip(digits, rows, strict=True))
                for k in range(len(new.base))
            ]
            whole = [divmod(power, new.unit) for power in powers]
            digits = [rest for _, rest in whole]
            for number, (times, _) in zip(new.base, whole, strict=True):
                factor *= number**times
        found[new.key(exponent * scale, digits)] = coefficient * factor
    return found


def monomial(
    constant: mpq, factors: Iterable[tuple[mpq, mpq]], at: str = ""
) -> tuple[Frame, int, Coefficient]:
    """(frame, key, c) with e^constant·Π r^q = c·monomial, over pairs (r > 0, q)."""
    powers = power_product(factors)
    _check_size(constant, powers, at)
    unit = lcm(int(constant.denominator), *(int(e.denominator) for _, e in powers))
    coefficient: Coefficient = mpq(1)
    base: list[mpz] = []
    digits: list[int] = []
    for number, exponent in powers:
        whole = gmpy2.f_div(exponent.numerator, exponent.denominator)
        coefficient *= mpq(number) ** int(whole)
        if exponent != whole:
            base.append(number)
            digits.append(int((exponent - whole) * unit))
    frame = Frame(unit, tuple(base))
    return frame, frame.key(int(constant * unit), digits), coefficient


def _check_size(constant: mpq, powers: Iterable[tuple[mpz, mpq]], at: str) -> None:
    """Raise `LimitError` where the monomial, or its inverse, has more bits than an answer may."""
    size = abs(constant) * mpq(1443, 1000)  # 1/ln 2
    size += sum((abs(e) * b.bit_length() for b, e in powers), mpq(0))
    resources.check("answer_bits", int(size), "the bits of a power of e or of a root", at)


@lru_cache(maxsize=1024)
def _valuations(old: Sequence[mpz], new: Sequence[mpz]) -> tuple[tuple[int, ...], ...]:
    """How often each new number divides each old one, which is a product of them."""
    return tuple(tuple(int(gmpy2.remove(b, c)[1]) for c in new) for b in old)


def _power_text(name: str, exponent: mpq) -> str:
    if exponent == 1:
        return name
    text = str(exponent)
    return f"{name}^{text}" if text.isdigit() else f"{name}^({text})"
