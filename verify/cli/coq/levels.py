"""The rational level at which a claim is proved or refuted in Coq."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, lcm
from typing import Any

from gmpy2 import iroot, mpz

from verify.cli.coq.model import fraction
from verify.errors import NotAvailableError

__all__ = ["level_of"]

MOST_BITS = 1 << 16
"""Longer levels are not written down"""


def level_of(claim: dict[str, Any], evidence: dict[str, Any], *, holds: bool) -> Fraction:
    """α where it is rational; else one that proves as much: below α for a claim that holds, above
    it for one that is violated.

    That a level is on the right side of an irrational α is checked by ``verify/check.py`` alone.

    Raises `verify.NotAvailableError` where there is none.
    """
    if "alpha" in claim:
        return fraction(claim["alpha"])
    constant, terms = _epsilon(claim["epsilon"])
    exact = None if constant else _product(terms)
    if exact is not None:
        return exact
    stated = fraction(evidence["level"])
    empty = {q == "0x0" for _, q in evidence["sums"]}  # then the level may be on any side
    if holds or empty == {False}:
        return stated
    if empty == {True}:
        return _above(constant, terms)
    raise NotAvailableError("a claim of ε that pairs refute at different levels")


def _epsilon(form: dict[str, Any]) -> tuple[Fraction, list[tuple[Fraction, Fraction]]]:
    return fraction(form["constant"]), [(fraction(q), fraction(r)) for q, r in form["logarithms"]]


def _product(terms: Sequence[tuple[Fraction, Fraction]]) -> Fraction | None:
    """Π r^q, if it is rational and not too long."""
    root = lcm(*(q.denominator for q, _ in terms))
    if sum(abs(q) * root * _bits(r) for q, r in terms) > MOST_BITS:
        return None
    power = Fraction(1)
    for q, r in terms:
        power *= r ** int(q * root)
    top, exact_top = iroot(mpz(power.numerator), root)
    bottom, exact_bottom = iroot(mpz(power.denominator), root)
    return Fraction(int(top), int(bottom)) if exact_top and exact_bottom else None


def _above(constant: Fraction, terms: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """A power of 2 that is at least e^ε: e is below 4, and a number below 2 to the length of it."""
    bits = ceil(2 * max(constant, Fraction(0)) + sum(abs(q) * _bits(r) for q, r in terms))
    if bits > MOST_BITS:
        raise NotAvailableError("a level of so many digits")
    return Fraction(1 << bits)


def _bits(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())
