"""Every class of equal likelihood ratio, listed and sorted: the method that always applies."""

from __future__ import annotations

from functools import cached_property

from verify import resources
from verify.compose.independent import Independent
from verify.compose.merging import class_count, is_merging, merging_seconds
from verify.compose.method import Solver, Work
from verify.compose.rows import row_bytes
from verify.compose.structure import product_distribution
from verify.exact.level import Level
from verify.loss.sums import EventSums

__all__ = ["ListedClasses"]

SECONDS = 1.5e-7
"""About what one class of the product costs, beside its limbs"""

LIMB_SECONDS = 2.5e-8
RING_SECONDS = 2e-5
"""What one class costs whose weights are numbers of the ring"""

RING_BYTES = 1000

MERGED_SECONDS = 2.5e-6
"""What one class costs that is listed with equal ratios merged"""

MERGED_BYTES = 250
MOST_SECONDS = 1e9


class ListedClasses(Solver):
    """All classes of the product, sorted by ratio."""

    name = "classes"
    title = "list all classes of equal likelihood ratio and sort them"

    def __init__(self, product: Independent) -> None:
        self.product = product

    @property
    def reason(self) -> str:
        """How many classes there are at most."""
        return f"at most {self.size} classes of equal likelihood ratio"

    @cached_property
    def size(self) -> int:
        """How many classes there are at most, as far as equal ratios are known to merge."""
        return class_count(self.product)

    @cached_property
    def work(self) -> Work:
        """By the number of classes and their limbs."""
        bits = self.product.bits
        limbs = bits // 64 + 1
        if not self.product.is_rational:
            seconds = self.size * RING_SECONDS + merging_seconds(self.product)
            return Work(min(seconds, MOST_SECONDS), self.size * RING_BYTES)
        if is_merging(self.product):
            each = MERGED_SECONDS + limbs * LIMB_SECONDS
            seconds = self.size * each + merging_seconds(self.product)
            return Work(min(seconds, MOST_SECONDS), self.size * (MERGED_BYTES + 48 * limbs))
        seconds = self.size * (SECONDS + limbs * LIMB_SECONDS)
        return Work(min(seconds, MOST_SECONDS), row_bytes(self.size, bits))

    @property
    def fits(self) -> bool:
        """Whether there are surely no more classes than the limits allow."""
        allowed, bits = resources.current(), self.product.bits
        return (
            self.size <= allowed.classes
            and 2 * self.size * bits <= allowed.class_bits
            and self.work.bytes <= allowed.bytes
        )

    def event_sums(self, level: Level) -> EventSums:
        """One bisection, once the classes are listed."""
        law = product_distribution(self.product)
        return EventSums(*law.both(level), law.denominator)
