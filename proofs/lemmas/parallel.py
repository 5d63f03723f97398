"""Parallel composition: every person is in one block of the data, and each block is released."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import verify
from proofs import engine
from proofs.definitions import Law, hockey_stick, product_law
from proofs.domains import Domain, Grid, Table, both_text, couples
from proofs.harness import Comparison, Lemma, Sibling, at_most, equals, every

__all__ = ["LEMMAS"]

STAYS = [[["0", "0"], ["1", "0"]], [["0", "0"], ["0", "1"]]]
"""A person (1) or nobody (0) in a block, and nobody in the other one"""

MOVES = [[["0", "1"], ["1", "0"]]]
"""The person moves from one block to the other"""

RATIO = Fraction(1, 2)
"""of the geometric noise on sums"""


class Blocks(NamedTuple):
    """Two channels, one for each block, and a level."""

    denominator: int
    outputs: int
    first: Table
    second: Table
    alpha: Fraction

    def __str__(self) -> str:
        rows = both_text(self.first, self.second)
        return f"{rows}, α = {self.alpha}"


Record = tuple[int, int]
"""A key, which says to which block the record belongs, and a value"""

RECORDS: tuple[Record, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))

Sums = tuple[int, ...]
"""The sum of the values in each block"""


class Removal(NamedTuple):
    """Records in the order of the data, and the place of one that is removed."""

    size: int
    records: tuple[Record, ...]
    place: int

    @property
    def rest(self) -> tuple[Record, ...]:
        """The records without that one."""
        return self.records[: self.place] + self.records[self.place + 1 :]

    def __str__(self) -> str:
        shown = ", ".join(f"{key}:{value}" for key, value in self.records)
        return f"records {shown} (key:value), without number {self.place}"


def blocks(grid: Grid) -> Iterator[Blocks]:
    """Every two channels at the levels of both."""
    for denominator, outputs, first, second in couples(grid):
        for alpha in sorted({*first.levels, *second.levels}):
            yield Blocks(denominator, outputs, first, second, alpha)


def removals(grid: Grid) -> Iterator[Removal]:
    """Every sequence of up to D records with keys and values 0 and 1, without one of them."""
    for size in range(1, grid.largest + 1):
        for records in product(RECORDS, repeat=size):
            for place in range(size):
                yield Removal(size, records, place)


BLOCKS: Domain[Blocks] = Domain(
    "every two pairs of laws at the levels of both",
    blocks,
    quick=Grid(((2, 3),)),
    full=Grid(((2, 5), (3, 2))),
)

REMOVALS: Domain[Removal] = Domain(
    "every sequence of up to D records with two keys and two values, without one of them",
    removals,
    quick=Grid(((2, 3),)),
    full=Grid(((2, 5),)),
)


def together(case: Blocks, pairs: Sequence[object]) -> Fraction:
    """The engine's δ* where these are the neighbours."""
    both = verify.combinators.parallel([case.first.channel, case.second.channel])
    return engine.star(both.under({"pairs": pairs}), case.alpha)


def worse_block(case: Blocks) -> Fraction:
    """The larger δ* of the two blocks, by definition."""
    rows = (case.first.laws, case.second.laws)
    pairs = [(x, y) for p, q in rows for x, y in ((p, q), (q, p))]
    return max(hockey_stick(x, y, case.alpha) for x, y in pairs)


def is_pure(case: Blocks) -> bool:
    """Both blocks have δ*(α) = 0."""
    return not worse_block(case)


def noisy(size: int) -> verify.Mechanism:
    """Two sums with clamped geometric noise."""
    one = verify.mechanisms.clamped_geometric(RATIO, 0, size)
    return verify.combinators.parallel([one, one])


@cache
def noisy_law(total: int, size: int) -> Law:
    """A sum with geometric noise, clamped to 0 … size, by definition."""
    cells = [Fraction(0)] * (size + 1)
    for y in range(size + 1):
        cells[y] = RATIO ** abs(y - total) * (1 - RATIO) / (1 + RATIO)
    cells[0] = RATIO**total / (1 + RATIO)  # and everything below
    cells[size] = RATIO ** (size - total) / (1 + RATIO)  # and everything above
    return tuple(cells)


def block_sums(records: Sequence[Record], keys: Sequence[int]) -> Sums:
    """The sum of the values of each key."""
    values = [value for _, value in records]
    return tuple(
        sum(v for v, k in zip(values, keys, strict=True) if k == block) for block in (0, 1)
    )


def compared(case: Removal, before: Sums, after: Sums) -> Comparison:
    """δ* of the two sums by the engine and by definition, below the level and at it: 0."""
    if before == after:
        return equals(0, 0)
    p, q = (product_law([noisy_law(s, case.size) for s in sums]) for sums in (before, after))
    names = [[str(s) for s in sums] for sums in (before, after)]
    mechanism = noisy(case.size).under({"pairs": [names]})
    found = []
    for level in (Fraction(3, 2), 1 / RATIO):
        true = max(hockey_stick(p, q, level), hockey_stick(q, p, level))
        found.append(equals(engine.star(mechanism, level), true))
    return every(*found, at_most(found[-1].values[0], 0))


def by_key(case: Removal) -> Comparison:
    """The key of a record says in which block it is."""
    before = block_sums(case.records, [key for key, _ in case.records])
    return compared(case, before, block_sums(case.rest, [key for key, _ in case.rest]))


def by_row(case: Removal) -> Comparison:
    """Rows are in the blocks by turns, whatever is in them."""
    before = block_sums(case.records, [i % 2 for i in range(case.size)])
    return compared(case, before, block_sums(case.rest, [i % 2 for i in range(case.size - 1)]))


LEMMAS: tuple[Lemma[Blocks] | Lemma[Removal], ...] = (
    Lemma(
        "parallel.blocks",
        "where a person is in one block or in none, δ* is the larger of the blocks' two",
        "McSherry 2009, theorem 4",
        BLOCKS,
        lambda case: equals(together(case, STAYS), worse_block(case)),
        Sibling(
            "also where a person may move from one block to another",
            "adding and removing; a replaced record may change both blocks",
            lambda case: at_most(together(case, MOVES), worse_block(case)),
            hypothesis=is_pure,
        ),
    ),
    Lemma(
        "parallel.partition",
        "sums of blocks with ½-geometric noise have δ*(2) = 0 for one record less, "
        "if each record says itself in which block it is",
        "McSherry 2009, theorem 4",
        REMOVALS,
        by_key,
        Sibling(
            "also if odd and even rows are the blocks",
            "the other records stay where they are",
            by_row,
        ),
    ),
)
