"""How long Coq takes for the classes of a branch: a count that is made before any of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

__all__ = ["Draws", "class_steps"]

Draws = tuple[Sequence[int], Sequence[int], int]
"""Rows of the two laws, and how many draws are made from them"""

MOST_RATIOS = 1 << 10
"""Up to so many likelihood ratios are looked at; more are taken to be different"""

MOST_PRODUCTS = 1 << 16


def class_steps(factors: Sequence[Draws]) -> int:
    """Classes that are made, and comparisons while they are merged, for the factors of a branch.

    >>> class_steps([((3, 1), (1, 3), 1)])
    2
    >>> class_steps([((3, 1), (1, 3), 10)])
    22
    """
    steps = sum(n for _, _, n in factors if n > 1)
    if len(factors) == 1:
        ((one, _, n),) = factors
        return steps + (len(one) if n == 1 else _class_count(*factors[0]))
    held: set[Fraction] | int = {Fraction(1)}
    for factor in reversed(factors):
        held, more = _crossed(_ratios(factor), held)
        steps += more
    return steps


def _class_count(one: Sequence[int], other: Sequence[int], n: int) -> int:
    """Multisets of n draws among the likelihood ratios that both laws have, and all else."""
    found = len(_common(one, other))
    return 1 + (comb(n + found - 1, n) if found else 0)


def _common(one: Sequence[int], other: Sequence[int]) -> set[Fraction]:
    return {Fraction(p, q) for p, q in zip(one, other, strict=True) if p and q}


def _ratios(factor: Draws) -> set[Fraction] | int:
    """The ratios of all draws together, or how many classes there are where these are many."""
    one, other, n = factor
    if (count := _class_count(one, other, n)) > MOST_RATIOS:
        return count
    draws = combinations_with_replacement(_common(one, other), n)
    return {prod(draw, start=Fraction(1)) for draw in draws}


def _crossed(
    one: set[Fraction] | int, other: set[Fraction] | int
) -> tuple[set[Fraction] | int, int]:
    """The ratios of a product, or how many classes it has; each is compared with those before."""
    sizes = [x if isinstance(x, int) else len(x) for x in (one, other)]
    count = (1 + sizes[0]) * (1 + sizes[1])  # beside what the second law does not have
    if isinstance(one, int) or isinstance(other, int) or count > MOST_PRODUCTS:
        return count, count * count
    products = {x * y for x in one for y in other}
    return products, count * (1 + len(products))
