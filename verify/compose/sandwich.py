"""Lower and upper bounds of a divergence of many draws, by splitting ratios onto a grid.

Let the finite ratios of some draws have the Q-measure Σ q·[r], so that P weighs each with r·q. A
ratio r between two neighbours g < g' of a grid is split: of its outcomes a share λ is sent to g and
the rest to g', with λ·g + (1 − λ)·g' = r. This is done block of draws by block of draws, and again
where a law is put on a coarser grid. Let the place n of the grid have the ratio r_n, and let B_n
and A_n be the probabilities under Q and under P that the places of all blocks sum to n.

*Upper.* Σ [p − αq]₊ is a sum over all outcomes of q·(Π r_i − α)₊, with one r_i for every block: it
is convex in every r_i while the others stay. Splitting r_i keeps its mean, so by Jensen's
inequality it raises the sum. One block after the other, Σ [p − αq]₊ <= Σ_n B_n·(r_n − α)₊.

*Lower.* Where an outcome is sent is drawn from λ, which looks at the outcome alone: that is
post-processing, and so is the sum of all places. No event of the sum does better than the best
event of the outcomes: Σ_{n≥m} (A_n − α·B_n) <= Σ [p − αq]₊ for every m.

Both are off by terms of second order in the step. For min(p, αq) = p − [p − αq]₊ they change sides.
Where draws have likelihood ratio infinity or zero with some weight, the sums are over finite
ratios, and P{Q = 0} is added. The lemmas `interval.*` in proofs/ are these two.

*Rounding.* Weights are rounded down, and a law carries how much may be missing (`grid_law`). What
is missing from B is added to the upper bound as if it lay where it counts most, and to the Q of the
event in the lower one. A ratio that is rounded is off by a factor e^(±slack), which r_n takes up.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from math import ceil, log2, sqrt

from verify.compose.blocks import Part, block, ways
from verify.compose.grid import Grid
from verify.compose.grid_law import GridLaw
from verify.compose.independent import Factor, Independent
from verify.compose.lattice import lattice_of
from verify.compose.method import Work
from verify.compose.tilt import Tilt
from verify.exact.logarithm import FIXED_BITS

__all__ = ["Settings", "law_of", "law_work"]

ONE = 1 << FIXED_BITS

LISTED, DRAWN = 1 << 17, 256
"""Ways to draw that are listed for one block, and how many draws of one factor it has"""

WAY_SECONDS = 1.5e-7
TABLE_SECONDS = 5e-5
"""What one class, drawn so many times, costs in the table of a block"""

LIMB_SECONDS = 1.4e-8
"""What a limb of a product costs for every doubling of its length"""

LIMB_BYTES = 100
"""What a limb of a product needs, with copies and the room that GMP takes"""

CUT = 2e-3
"""What is cut off at either end of a law, beside what its splitting does"""

COARSER = 64
"""A lattice is too fine where its step is smaller than the other grid's by this factor"""

WIDTH = 16
"""Deviations that a law spans"""


@dataclass(frozen=True, slots=True)
class Settings:
    """How fine a law is made."""

    rho: float
    """the step of a grid over the deviation of the logarithms on it"""
    slot: int
    """limbs of a cell of a product"""

    @classmethod
    def of(cls, rho: float, tilt: Tilt) -> Settings:
        """Cells so wide that rounding them counts little beside the step."""
        needed = log2(tilt.draws) - 3 * log2(rho) - min(0.0, log2(tilt.variance) / 2) + 15
        return cls(rho, min(max(2, ceil(needed / 32)), 4))

    @property
    def bits(self) -> int:
        """What the cells of a law sum to."""
        return 32 * self.slot - 3


def law_of(product: Independent, tilt: Tilt, settings: Settings) -> GridLaw:
    """The law of all draws on a grid: laws of least variance are put together first."""
    made = _Laws(product, tilt, settings, _grid(product, tilt, settings))
    order = count()
    heap = [(law.variance, next(order), law) for law in made.factors()]
    heapq.heapify(heap)
    while len(heap) > 1:
        left, right = heapq.heappop(heap)[2], heapq.heappop(heap)[2]
        law = made.sum(left, right)
        heapq.heappush(heap, (law.variance, next(order), law))
    return heap[0][2]


def law_work(product: Independent, tilt: Tilt, settings: Settings, width: float = WIDTH) -> Work:
    """About what `law_of` costs, where a law spans so many deviations."""
    listed, powers = _blocks(product.factors)
    products, seconds = len(listed) + len(powers) - 1, len(listed) * LISTED * WAY_SECONDS
    tables = 0
    for parts in listed:
        tables += sum(n * len(product.factors[i].classes.entries) for i, n in parts)
    for i in powers:
        factor = product.factors[i]
        bits = _doublings(factor)
        products += bits + (factor.count & ((1 << bits) - 1)).bit_count()
        tables += len(factor.classes.entries) * ((factor.count >> bits) + bits)
        seconds += ways(len(factor.classes.entries), factor.count >> bits) * WAY_SECONDS
    cells = width * sqrt(tilt.variance) / _grid(product, tilt, settings).step
    limbs = max(cells, 2.0) * settings.slot
    seconds += tables * TABLE_SECONDS + 2 * products * limbs * log2(limbs) * LIMB_SECONDS
    return Work(seconds, int(limbs * LIMB_BYTES))


def _grid(product: Independent, tilt: Tilt, settings: Settings) -> Grid:
    """The coarsest grid, aligned with the ratios where all of them, or most, lie on a lattice.

    Sums of ratios on a lattice stay on it, and need not be split at all.
    """
    step = settings.rho * sqrt(tilt.variance)
    lattice, is_whole = _lattice_step(product, tilt)
    if lattice > step * ONE / (COARSER if is_whole else 1):
        return Grid.on_lattice(tilt.theta, lattice, None if is_whole else step)
    return Grid.of(tilt.theta, step)


def _lattice_step(product: Independent, tilt: Tilt) -> tuple[int, bool]:
    """The step of a lattice of ratios as a multiple of 2^-128, and whether it has them all.

    Else it is that of a factor whose draws are most of the variance; 0 where there is none.
    """
    if "lattice step" not in product.memo:
        found = lattice_of(product.factors)
        whole, parts = (0 if found is None else found.step), {}
        for i, factor in enumerate(product.factors):
            part = lattice_of([factor]) if not whole and factor.count > 1 else None
            parts[i] = 0 if part is None else part.step
        product.memo["lattice step"] = whole, parts
    whole, parts = product.memo["lattice step"]
    if whole:
        return whole, True
    most = max(parts, key=lambda i: tilt.variance_of(i, tilt.counts[i]))
    is_most = 2 * tilt.variance_of(most, tilt.counts[most]) > tilt.variance
    return (parts[most] if is_most else 0), False


@dataclass(frozen=True, slots=True)
class _Laws:
    """Makes laws of some of the draws."""

    product: Independent
    tilt: Tilt
    settings: Settings
    grid: Grid

    def factors(self) -> list[GridLaw]:
        """All draws: few in blocks of several factors, many of one factor by squaring."""
        listed, powers = _blocks(self.product.factors)
        return [*map(self.power, powers), *map(self.block, listed)]

    def power(self, i: int) -> GridLaw:
        """All draws of one factor."""
        number = self.product.factors[i].count
        left = _doublings(self.product.factors[i])
        law = self.block([(i, number >> left)])
        for bit in reversed(range(left)):
            law = self.sum(law, law)
            if number >> bit & 1:
                law = self.sum(law, self.block([(i, 1)], law.fine))
        return law

    def block(self, parts: list[Part], fine: int | None = None) -> GridLaw:
        """Some draws at once."""
        if fine is None:
            fine = self._fineness(sum(self.tilt.variance_of(*part) for part in parts))
        bits = self.settings.bits
        return self._trimmed(block(self.product, self.tilt, parts, self.grid, fine, bits))

    def sum(self, left: GridLaw, right: GridLaw) -> GridLaw:
        """Two laws side by side; on a coarser grid, unless nothing comes after it."""
        law = self._trimmed(left.times(right, self.settings.slot))
        if law.draws == self.tilt.draws:
            return law
        return law.on(min(law.fine, self._fineness(law.variance)))

    def _fineness(self, variance: float) -> int:
        return self.grid.fineness(self.settings.rho * sqrt(variance))

    def _trimmed(self, law: GridLaw) -> GridLaw:
        """Without ends that count little beside the splitting; fewer draws are added up oftener."""
        deviation = sqrt(self.tilt.variance)  # δ is no smaller than that, if θ < 1
        cut = (
            CUT
            * self.settings.rho**2
            * min(deviation, 1 / (1 + float(self.tilt.theta) * deviation))
        )
        return law.trimmed(cut * law.draws / self.tilt.draws)


def _doublings(factor: Factor) -> int:
    """How often a block of some draws is doubled to give them all."""
    size, left = len(factor.classes.entries), 0
    while not _is_few(size, factor.count >> left):
        left += 1
    return left


def _is_few(size: int, count: int) -> bool:
    """Whether so many draws from so many classes are listed at once."""
    return count == 1 or (count <= DRAWN and ways(size, count) <= LISTED)


def _blocks(factors: Iterable[Factor]) -> tuple[list[list[Part]], list[int]]:
    """Blocks of several factors with few ways together, and the factors with too many ways."""
    few, many = [], []
    for i, factor in enumerate(factors):
        size = len(factor.classes.entries)
        if _is_few(size, factor.count):
            few.append((ways(size, factor.count), (i, factor.count)))
        else:
            many.append(i)
    found: list[tuple[int, list[Part]]] = []
    for size, part in sorted(few, reverse=True):
        for place, (known, parts) in enumerate(found):
            if known * size <= LISTED:
                found[place] = known * size, [*parts, part]
                break
        else:
            found.append((size, [part]))
    return [parts for _, parts in found], many
