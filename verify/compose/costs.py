"""What the questions about one pair of laws would cost: one level, or the list of all classes.

Estimates follow from sizes alone and choose between ways to the same exact answer, no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from verify import resources
from verify.compose.arrival_work import checked_arrivals, leaf_seconds
from verify.compose.event_sums import binary
from verify.compose.independent import Independent
from verify.compose.listed import ListedClasses
from verify.compose.planner import plan
from verify.compose.size import class_estimate
from verify.compose.structure import independent
from verify.compose.union import is_splittable
from verify.errors import LimitError
from verify.law.channel import SMALL
from verify.law.infinite import has_series
from verify.law.pair import (
    AllocationPair,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    TablePair,
    UnionPair,
)

__all__ = ["Costs", "costs", "product_costs"]

OUTCOME_SECONDS = 1e-8
"""What one outcome of a table, a limb of it, costs at one level"""

SORTED_SECONDS = 2e-7
"""What it costs where a packed table is sorted"""

CLASS_SECONDS = 4e-6
"""What one class costs that is listed as Python's numbers"""


@dataclass(frozen=True, slots=True)
class Costs:
    """Estimates in seconds."""

    level: float
    """both directions at one level"""
    listing: float
    """all classes, after which a level costs next to nothing; infinite beyond the limits"""

    @property
    def lists(self) -> bool:
        """Whether one level is answered from all classes anyway."""
        return self.level >= self.listing


def costs(pair: Pair) -> Costs:
    """What questions about a pair cost."""
    if has_series(pair):
        return Costs(0.0, inf)
    match pair:
        case RenamedPair():
            return costs(pair.pair)
        case PowerPair() | ProductPair():
            return product_costs(independent(pair))
        case TablePair():
            size = len(pair.channel.outputs) * pair.channel.weights.shape[2]
            each = SORTED_SECONDS if len(pair.channel.outputs) > SMALL else CLASS_SECONDS
            return Costs(size * OUTCOME_SECONDS, size * each)
        case UnionPair() if is_splittable(pair):
            listing = _listing(pair)
            return Costs(_union_level(pair, listing), listing)
        case AllocationPair() if binary(pair) is not None:
            return Costs(pair.rounds * OUTCOME_SECONDS, _listing(pair))
        case _:
            return Costs(_listing(pair), _listing(pair))


def product_costs(product: Independent) -> Costs:
    """What questions about a product cost, by the planner's estimates."""
    if not product.factors or "distribution" in product.memo:
        return Costs(0.0, 0.0)
    listed, chosen = ListedClasses(product), plan(product)
    listing = listed.work.seconds if listed.fits else inf
    return Costs(listing if chosen.method == listed.name else chosen.work.seconds, listing)


def _union_level(pair: UnionPair, listing: float) -> float:
    """What the leaves of a union cost, however they are entered: the walk there is made now.

    Raises `verify.LimitError` where neither that nor the list of classes is within the limits.
    """
    try:
        return leaf_seconds(checked_arrivals(pair))
    except LimitError:
        if listing == inf:
            raise
        return inf


def _listing(pair: Pair) -> float:
    size = class_estimate(pair)
    return size * CLASS_SECONDS if size <= resources.current().classes else inf
