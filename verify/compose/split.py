"""How the draws of a product are dealt into two halves, and what that costs.

The tail sums of one half, the *table*, are kept in memory, and a walk goes along the other one. Of
that other half some draws are *held* back: for each class that is walked, the table's sums are
first combined over the few held classes, so that one long product takes the place of many.

Costs follow from sizes alone. The constants were measured once, roughly; they choose between
methods and between splits, and no answer depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, lgamma, prod

from verify.compose.independent import Independent
from verify.compose.method import Work
from verify.exact.ring import power_bits

__all__ = ["Draws", "Split", "split"]

Draws = tuple[tuple[int, int], ...]
"""(factor, draws of it), the factors by number"""

MOST_HELD = 1024
MOST_ROUNDS = 100

CALL = 3e-8
"""Seconds to begin with one row of limbs"""
LIMB = 4e-9
"""to bring one limb of p and of q from memory or to it"""
LIMB_PRODUCT = 6e-10
"""to multiply two limbs, for p and for q"""
KEY = 3e-9
"""to pass one key"""
MADE = 6e-7
MADE_LIMB = 1e-8
"""to make one class of a power in Python, and each of its limbs"""
BYTE = 1e-9
"""to be given one byte of memory; on a fresh machine it is up to five times as much"""
START = 1e-4

MADE_BYTES = 300
MOST = 1e30
"""Stands for what is out of reach"""


@dataclass(frozen=True, slots=True)
class Split:
    """Three parts of the draws; the table is one half, and the other two are the other."""

    table: Draws
    walked: Draws
    held: Draws
    sizes: tuple[float, float]
    """at most so many classes, about, are in the halves"""
    work: Work


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some draws of one factor: at most so many classes, with weights of so many bits."""

    factor: int
    count: int
    rows: float
    bits: int


@dataclass(frozen=True)
class _Part:
    """Independent pieces, multiplied in their order, from the smallest to the largest."""

    pieces: tuple[_Piece, ...]

    @cached_property
    def draws(self) -> Draws:
        return tuple((each.factor, each.count) for each in self.pieces)

    @cached_property
    def rows(self) -> float:
        return min(prod(each.rows for each in self.pieces), MOST)

    @cached_property
    def limbs(self) -> int:
        return sum(each.bits for each in self.pieces) // 64 + 1

    @property
    def seconds(self) -> float:
        """To multiply the pieces; half of the work is in the last product if they are small."""
        last = self.pieces[-1].bits // 64 + 1 if self.pieces else 1
        return 2 * self.rows * (CALL + self.limbs * (LIMB + LIMB_PRODUCT * last))

    @property
    def bytes(self) -> float:
        return self.rows * (16 + 16 * self.limbs)

    @property
    def most_bytes(self) -> float:
        """With what it is made of."""
        if not self.pieces:
            return self.bytes
        last = self.pieces[-1]
        return self.bytes * (1 + 1 / last.rows) + last.rows * (MADE_BYTES + last.bits // 2)


def split(product: Independent, allowed: int) -> Split:
    """The quickest split that is found for so many bytes, or the smallest."""
    deal = _Deal(product, allowed)
    if len(deal.counts) == 1:
        return deal.split([deal.counts[0] // 2])
    taken = deal.first()
    best = deal.split(taken)
    for _ in range(MOST_ROUNDS):
        found = [(deal.split(each), each) for each in deal.changed(taken)]
        better, after = min(found, key=lambda pair: deal.order(pair[0]))
        if deal.order(better) >= deal.order(best):
            break
        best, taken = better, after
    return best


class _Deal:
    """Ways to deal the draws; ``taken`` says how many of each factor the table has."""

    def __init__(self, product: Independent, allowed: int) -> None:
        self.sizes = [len(each.classes.entries) for each in product.factors]
        self.counts = [each.count for each in product.factors]
        self.denominators = [each.classes.denominator for each in product.factors]
        self.walks = 1 if product.is_symmetric else 2
        self.allowed = allowed

    def order(self, found: Split) -> tuple[int, float]:
        """Less is better."""
        return max(0, found.work.bytes - self.allowed), found.work.seconds

    def first(self) -> list[int]:
        """Largest factors first, each to the smaller half."""
        rows = [_rows(*each) for each in zip(self.sizes, self.counts, strict=True)]
        taken = [0] * len(rows)
        table = walked = 1.0
        for place in sorted(range(len(rows)), key=lambda place: -rows[place]):
            if table <= walked:
                table = min(table * rows[place], MOST)
                taken[place] = self.counts[place]
            else:
                walked = min(walked * rows[place], MOST)
        return taken

    def changed(self, taken: list[int]) -> Iterator[list[int]]:
        """Some draws of one factor in the other half; one of like factors is enough."""
        seen = set()
        for place, (count, here) in enumerate(zip(self.counts, taken, strict=True)):
            kind = self.sizes[place], count, here, self._bits(place, count) // 64
            if kind in seen:
                continue
            seen.add(kind)
            for most, sign in ((count - here, 1), (here, -1)):
                for step in {1, most // 2, most} - {0} if most else ():
                    yield [*taken[:place], here + sign * step, *taken[place + 1 :]]

    def split(self, taken: list[int]) -> Split:
        """The split in which the table has these draws, with the best part to be held."""
        table = _Part(self._pieces(taken))
        rest = self._pieces([n - k for n, k in zip(self.counts, taken, strict=True)])
        sizes = table.rows, _Part(rest).rows
        pieces = {(each.factor, each.count): each for each in table.pieces + rest}
        made = sum(_making(each) for each in pieces.values())
        found: list[Split] = []
        for number in range(len(rest) + 1):
            held, walked = _Part(rest[:number]), _Part(rest[number:])
            if number and held.rows > MOST_HELD:
                break
            work = _work(table, walked, held, self.walks, made)
            found.append(Split(table.draws, walked.draws, held.draws, sizes, work))
        return min(found, key=self.order)

    def _pieces(self, counts: Sequence[int]) -> tuple[_Piece, ...]:
        found = [
            _Piece(place, count, _rows(self.sizes[place], count), self._bits(place, count))
            for place, count in enumerate(counts)
            if count
        ]
        return tuple(sorted(found, key=lambda piece: piece.rows))

    def _bits(self, place: int, count: int) -> int:
        return power_bits(self.denominators[place], count)


def _work(table: _Part, walked: _Part, held: _Part, walks: int, made: float) -> Work:
    seconds = START + made + table.seconds + walked.seconds + held.seconds
    seconds += table.rows * (CALL + LIMB * table.limbs)  # the sums
    seconds += walks * _walk(table, walked, held)
    seconds += BYTE * (table.most_bytes + walked.most_bytes)
    most = max(table.most_bytes, table.bytes + held.bytes + walked.most_bytes)
    return Work(min(seconds, MOST), int(min(most, MOST)))


def _walk(table: _Part, walked: _Part, held: _Part) -> float:
    """Seconds for one threshold."""
    combined = 3 * CALL + table.limbs * (LIMB + LIMB_PRODUCT * held.limbs)
    multiplied = 2 * CALL + LIMB_PRODUCT * walked.limbs * (table.limbs + held.limbs)
    return walked.rows * (held.rows * combined + multiplied) + KEY * held.rows * table.rows


def _making(piece: _Piece) -> float:
    return piece.rows * (MADE + MADE_LIMB * (piece.bits // 64))


def _rows(size: int, count: int) -> float:
    """How many multisets of ``count`` of ``size`` classes there are, about."""
    if count == 1:
        return size
    logarithm = lgamma(count + size) - lgamma(count + 1) - lgamma(size)
    return MOST if logarithm > 69 else round(exp(logarithm))
