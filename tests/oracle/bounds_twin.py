"""Composition theorems by definition, in plain fractions and long decimals."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import comb, prod

import twin

Step = tuple[Fraction, Fraction]
"""(α, δ) of one step"""

ORDERS = range(2, 61)


def kairouz_oh_viswanath(step: Step, count: int, i: int) -> Fraction:
    """δ of ``count`` steps at α^(count − 2i): the closed form."""
    alpha, delta = step
    terms = (
        comb(count, j) * (alpha ** (count - j) - alpha ** (count - 2 * i + j)) for j in range(i)
    )
    return 1 - (1 - delta) ** count * (1 - sum(terms, Fraction(0)) / (1 + alpha) ** count)


def murtagh_vadhan(steps: Sequence[Step], alpha: Fraction) -> Fraction:
    """δ of all steps at α: the sum over all sets of steps."""
    total = Fraction(0)
    for inside in product((False, True), repeat=len(steps)):
        chosen = prod((a for (a, _), x in zip(steps, inside, strict=True) if x), start=Fraction(1))
        others = prod((a for (a, _), x in zip(steps, inside, strict=True) if not x), start=alpha)
        total += max(Fraction(0), chosen - others)
    whole = prod((1 + a for a, _ in steps), start=Fraction(1))
    return 1 - prod((1 - d for _, d in steps), start=Fraction(1)) * (1 - total / whole)


def worst_steps(steps: Sequence[Step]) -> twin.Mechanism:
    """The product of the worst steps, written out."""
    return twin.fresh([twin.leaky(d, twin.response(2, a / (1 + a))) for a, d in steps])


def advanced_epsilon(epsilon: Decimal, count: int, slack: Fraction) -> Decimal:
    """ε′ for δ′ = slack."""
    with localcontext() as context:
        context.prec = 60
        root = (-2 * count * _decimal(slack).ln()).sqrt()
        return root * epsilon + count * epsilon * (epsilon.exp() - 1)


def renyi_delta(p: twin.Law, q: twin.Law, alpha: Fraction) -> Fraction | None:
    """min over orders of A_n·α^(1−n)·(n−1)^(n−1)/n^n; None where A_n is infinite."""
    moments = {n: moment(p, q, n) for n in ORDERS}
    found = [converted(a, n, alpha) for n, a in moments.items() if a is not None]
    return min(found) if found else None


def moment(p: twin.Law, q: twin.Law, order: int) -> Fraction | None:
    """A_n = Σ P^n·Q^(1−n)."""
    total = Fraction(0)
    for y, x in p.items():
        if x and not q.get(y, 0):
            return None
        if x:
            total += x**order / q[y] ** (order - 1)
    return total


def converted(a: Fraction, order: int, alpha: Fraction) -> Fraction:
    """The δ that follows from one moment."""
    return a * Fraction((order - 1) ** (order - 1), order**order) / alpha ** (order - 1)


def logarithm(value: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        return _decimal(value).ln()


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
