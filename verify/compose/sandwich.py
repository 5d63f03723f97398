"""Lower and upper bounds of a divergence of many draws, by splitting ratios onto a grid.

Let the finite ratios of some draws have the Q-measure Σ q·[r], so that P weighs each with r·q. A
ratio r between two neighbours g < g' of a grid is split: of its outcomes a share λ is sent to g and
the rest to g', with λ·g + (1 − λ)·g' = r. This is done block by block, and again where a law is put
on a coarser grid. Let the place n of the grid have the ratio r_n, and let B_n and A_n be the
probabilities under Q and P that the places of all blocks sum to n.

*Upper.* Σ [p − αq]₊ is the sum over all outcomes of q·(r − α)₊ with r = Π r_i over the blocks, which is
convex in every r_i while the others stay. Splitting r_i keeps the mean, so by Jensen's inequality it
raises the sum; one block after the other, Σ [p − αq]₊ <= Σ_n B_n·(r_n − α)₊.

*Lower.* The place that an outcome is sent to is drawn from λ, which looks at the outcome alone: it is
post-processing, and so is the sum of all places. An event of the sum has no more than the best event
of the outcomes: Σ_{n≥m} (A_n − α·B_n) <= Σ [p − αq]₊ for every m.

Both bounds are off by terms of second order in the step. For min(p, αq) = p − [p − αq]₊ they change
sides. Where the draws have likelihood ratio infinity or zero with some weight, the sums are over the
finite ratios, and P{Q = 0} is added.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count as numbers
from math import sqrt

from verify.compose.blocks import Part, block, ways
from verify.compose.grid import Grid
from verify.compose.grid_law import GridLaw
from verify.compose.independent import Independent
from verify.compose.tilt import Tilt

__all__ = ["Settings", "law_of"]

LISTED = 1 << 17
"""Ways of a block that are listed"""


@dataclass(frozen=True, slots=True)
class Settings:
    """How fine a law is made."""

    rho: float
    """the step of a grid over the deviation of the logarithm"""
    slot: int
    """limbs of a cell of a product"""
    share: float
    """what is cut off at either end of a law of all draws"""


def law_of(product: Independent, tilt: Tilt, settings: Settings, spend: Callable[[float], None]) -> GridLaw:
    """The law of all draws on a grid."""
    made = _Laws(product, tilt, settings, Grid.of(tilt.theta, settings.rho * sqrt(tilt.variance)), spend)
    order = numbers()
    heap = [(law.variance, next(order), law) for law in made.factors()]
    heapq.heapify(heap)
    while len(heap) > 1:
        left, right = heapq.heappop(heap)[2], heapq.heappop(heap)[2]
        law = made.product(left, right)
        heapq.heappush(heap, (law.variance, next(order), law))
    return heap[0][2]


@dataclass(frozen=True, slots=True)
class _Laws:
    product_of: Independent
    tilt: Tilt
    settings: Settings
    grid: Grid
    spend: Callable[[float], None]

    def factors(self) -> list[GridLaw]:
        """Laws of all draws together: few draws in blocks of several factors, many by squaring."""
        found, blocks = [], []
        for i, factor in enumerate(self.product_of.factors):
            size = ways(len(factor.classes.entries), factor.count)
            if size > LISTED:
                found.append(self.power(i))
            else:
                blocks.append((size, (i, factor.count)))
        return found + [self.block(parts) for parts in _packed(blocks)]

    def power(self, i: int) -> GridLaw:
        """All draws of one factor."""
        factor = self.product_of.factors[i]
        size, left = len(factor.classes.entries), 0
        while factor.count >> left > 1 and ways(size, factor.count >> left) > LISTED:
            left += 1
        law = self.block([(i, factor.count >> left)])
        for bit in range(left - 1, -1, -1):
            law = self.product(law, law)
            if factor.count >> bit & 1:
                law = self.product(law, self.block([(i, 1)], law.fine))
        return law

    def block(self, parts: list[Part], fine: int | None = None) -> GridLaw:
        if fine is None:
            fine = self.grid.fineness(self.settings.rho * sqrt(sum(self.tilt.variance_of(*each) for each in parts)))
        law = block(self.product_of, self.tilt, parts, self.grid, fine, 32 * self.settings.slot - 3)
        return self.trimmed(law)

    def product(self, left: GridLaw, right: GridLaw) -> GridLaw:
        law = self.trimmed(left.times(right, self.settings.slot))
        if law.draws == self.tilt.draws:
            return law
        fine = self.grid.fineness(self.settings.rho * sqrt(law.variance))
        return law.on(fine) if fine < law.fine else law

    def trimmed(self, law: GridLaw) -> GridLaw:
        return law.trimmed(self.settings.share * law.draws / self.tilt.draws)


def _packed(blocks: list[tuple[int, Part]]) -> list[list[Part]]:
    """Parts together while their ways are few."""
    found: list[tuple[int, list[Part]]] = []
    for size, part in sorted(blocks, reverse=True):
        for place, (known, parts) in enumerate(found):
            if known * size <= LISTED:
                found[place] = known * size, [*parts, part]
                break
        else:
            found.append((size, [part]))
    return [parts for _, parts in found]
