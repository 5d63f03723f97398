"""The classes of a power: one for every multiset of classes of its base."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from gmpy2 import mpz

from verify.exact.ring import Weight

if TYPE_CHECKING:
    from verify.loss.classes import Entry

__all__ = ["multisets"]


def multisets(base: Sequence[Entry], count: int) -> list[Entry]:
    """Every multiset of ``count`` base classes: its key, and its weights with multiplicity.

    Class by class it is chosen how many of the draws that are left fall into it. What the last two
    classes then add depends on nothing but how many are left, so it is worked out once.
    """
    if not base:
        return []
    if len(base) == 1:
        ((key, p, q),) = base
        return [(key * count, p**count, q**count)]
    last_but_one, last = (_powers(each, count) for each in base[-2:])

    @cache
    def ending(left: int) -> list[Entry]:
        rows = zip(_placed(last_but_one, left), reversed(last[: left + 1]), strict=True)
        return [(key + k, p * a, q * b) for (key, p, q), (k, a, b) in rows]

    return [
        (key + k, p * a, q * b)
        for (key, p, q), left in _beginnings(base[:-2], count)
        for k, a, b in ending(left)
    ]


def _beginnings(base: Sequence[Entry], count: int) -> list[tuple[Entry, int]]:
    """Multisets of at most ``count`` base classes, placed among the draws; and what is left."""
    found: list[tuple[Entry, int]] = [((0, mpz(1), mpz(1)), count)]
    for each in base:
        powers = _powers(each, count)
        placed = {left: _placed(powers, left) for left in {left for _, left in found}}
        found = [
            ((key + k, p * a, q * b), left - used)
            for (key, p, q), left in found
            for used, (k, a, b) in enumerate(placed[left])
        ]
    return found


def _placed(powers: Sequence[Entry], left: int) -> list[Entry]:
    """n draws of one class, times the ways to place them, for n up to what is left."""
    found: list[Entry] = []
    ways = mpz(1)
    for used, (key, p, q) in enumerate(powers[: left + 1]):
        found.append((key, ways * p, ways * q))
        ways = ways * (left - used) // (used + 1)
    return found


def _powers(base: Entry, count: int) -> list[Entry]:
    """(n·key, p^n, q^n) for n up to ``count``."""
    key, p, q = base
    p_power: Weight = mpz(1)
    q_power: Weight = mpz(1)
    found: list[Entry] = []
    for n in range(count + 1):
        found.append((n * key, p_power, q_power))
        p_power, q_power = p_power * p, q_power * q
    return found
