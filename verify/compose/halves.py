"""Products of different classes, at one α, by meeting in the middle.

The draws are dealt into two halves, and the classes of each are listed and sorted by ratio. A
product of a class of either half lies in {P > αQ} if and only if its place in the second half is
not below a threshold, which falls as the ratio in the first one rises. So one walk along the first
half, with sums over the tails of the second, gives both probabilities of the event: the work is the
sum of the halves, where listing the product takes their product.

The other direction is the other side of the threshold for 1/α, with the same halves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
from gmpy2 import mpq, mpz

from verify import _core, resources
from verify.compose._halves import Half, product, sum_up, upper_sums
from verify.compose.independent import Independent
from verify.compose.method import Solver, Work
from verify.compose.split import Draws, Split, split
from verify.exact.level import Level
from verify.loss.classes import Entry, ascending
from verify.loss.multisets import multisets
from verify.loss.sums import EventSums

__all__ = ["Halves"]

KEY_BITS = 124
"""Sums of keys stay below 2^KEY_BITS; the kernel allows two bits more."""

KEY_MASK = (1 << 128) - 1

REMEMBERED_BYTES = 1 << 26

Levels = tuple[tuple[mpz, mpz], tuple[mpz, mpz]]
"""Rationals u/v <= α <= u'/v' as ((u, v), (u', v'))"""

_Sized = tuple[Half, mpz]
"""A half, and what its weights sum to at most"""


@dataclass(frozen=True, slots=True)
class _Built:
    table: Half
    walked: Half
    held: Half


class Halves(Solver):
    """Independent draws with integer weights, dealt into two halves."""

    name = "halves"
    title = "list the classes of two halves of the draws, and meet in the middle"

    __slots__ = ("_built", "_split", "product", "shift")

    def __init__(self, product: Independent) -> None:
        self.product = product
        self.shift = max(0, _greatest_key(product).bit_length() - KEY_BITS)
        """by how much keys are shortened so that their sums fit"""
        self._split: dict[int, Split] = {}
        self._built: _Built | None = None

    @classmethod
    def of(cls, product: Independent) -> Halves | None:
        """The method, where there are two draws or more, and weights are integers."""
        draws = sum(each.count for each in product.factors)
        if draws < 2 or not product.is_rational:
            return None
        if not all(each.classes.entries for each in product.factors):
            return None  # all mass of one factor lies at ratios zero and infinity
        return cls(product)

    @property
    def split(self) -> Split:
        """Which draws are listed where, within the memory that is allowed."""
        allowed = resources.current().bytes
        if allowed not in self._split:
            self._split[allowed] = split(self.product, allowed)
        return self._split[allowed]

    @property
    def reason(self) -> str:
        """How large the halves are."""
        one, two = map(_rounded, self.split.sizes)
        return f"two halves of the draws, with at most {one} and {two} classes"

    @property
    def work(self) -> Work:
        """The sum of both halves."""
        return self.split.work

    def event_sums(self, level: Level) -> EventSums:
        """One walk, and a second one where exchanging P and Q makes a difference."""
        law = self.product
        resources.check("answer_bits", law.bits, "the bits of one exact probability")
        halves = self._halves()
        p, q = self._upper_sums(halves, level, reverse=False)
        forward = p + law.infinite, q
        if law.is_symmetric:
            return EventSums(forward, forward, law.denominator)
        p, q = self._upper_sums(halves, level, reverse=True)
        backward = law.denominator - q, law.denominator - law.infinite - p
        return EventSums(forward, backward, law.denominator)

    def _upper_sums(self, halves: _Built, level: Level, *, reverse: bool) -> tuple[mpz, mpz]:
        """Sums over finite ratios above α or, in reverse, of at least 1/α."""
        low, high = level.fixed()
        enclosure = _clamped(low >> self.shift), _clamped(-((-high) >> self.shift))
        parts = halves.table, halves.walked, halves.held
        alpha = level.value
        levels = None if alpha is None else _levels(alpha, alpha)
        bits = 2 * self.product.bits + 64  # two ratios are further apart
        while True:
            found = upper_sums(*parts, *enclosure, levels, reverse)
            if found is not None:
                return found
            levels = self._bracket(level, bits)
            bits *= 2

    def _bracket(self, level: Level, bits: int) -> Levels:
        """Rationals around α; beyond all ratios, D + 1 stands for it."""
        found = level.bracket(bits, self.product.bits)
        if found is None:
            beyond = mpq(self.product.denominator + 1)
            return _levels(beyond, beyond)
        return _levels(*found)

    def _halves(self) -> _Built:
        if self._built is not None:
            return self._built
        chosen = self.split
        pieces: dict[tuple[int, int], _Sized] = {}  # both halves of a power may be the same
        table = self._listed(chosen.table, pieces)
        sum_up(table)
        walked, held = (self._listed(draws, pieces) for draws in (chosen.walked, chosen.held))
        built = _Built(table, walked, held)
        if chosen.work.bytes <= REMEMBERED_BYTES:
            self._built = built
        return built

    def _listed(self, draws: Draws, pieces: dict[tuple[int, int], _Sized]) -> Half:
        """All classes of some of the draws, sorted."""
        for each in draws:
            if each not in pieces:
                pieces[each] = self._piece(*each)
        one = self._half([(0, mpz(1), mpz(1))], mpz(1), 0)
        return reduce(_side_by_side, (pieces[each] for each in draws), one)[0]

    def _piece(self, place: int, count: int) -> _Sized:
        """The classes of so many draws of one factor."""
        base = self.product.factors[place].classes
        error = count * base.error
        entries = ascending(multisets(base.entries, count), error)
        return self._half(entries, base.denominator**count, error)

    def _half(self, entries: list[Entry], total: mpz, error: int) -> _Sized:
        """Classes as limbs, and what their weights sum to at most."""
        limbs = _limbs(total)
        keys = _core.pack([(key >> self.shift) & KEY_MASK for key, _, _ in entries], 2)
        # and a row of zeros, which is the sum of no class
        sides = [_core.pack([*(entry[side] for entry in entries), 0], limbs) for side in (1, 2)]
        return Half(keys, np.concatenate(sides, axis=1), (error >> self.shift) + 2), total


def _side_by_side(left: _Sized, right: _Sized) -> _Sized:
    total = left[1] * right[1]
    return product(left[0], right[0], _limbs(total)), total


def _rounded(size: float) -> str:
    return f"{size:.0f}" if size < 1e12 else f"{size:.0e}"


def _limbs(total: mpz) -> int:
    return -(-int(total.bit_length()) // 64)


def _greatest_key(product: Independent) -> int:
    """At least the absolute value of the key of any product, error included."""
    total = 0
    for each in product.factors:
        first, last = each.classes.entries[0][0], each.classes.entries[-1][0]
        total += each.count * (max(-first, last, 0) + each.classes.error + 4)
    return total


def _clamped(key: int) -> int:
    most = 1 << KEY_BITS + 1
    return max(-most, min(key, most))


def _levels(low: mpq, high: mpq) -> Levels:
    return (low.numerator, low.denominator), (high.numerator, high.denominator)
