"""Every class of equal likelihood ratio, listed and sorted: the method that always applies."""

from __future__ import annotations

from functools import cached_property

from verify.compose.independent import Independent
from verify.compose.merging import class_count, merging_seconds
from verify.compose.method import Solver, Work
from verify.compose.structure import product_distribution
from verify.exact.level import Level
from verify.loss.sums import EventSums

__all__ = ["ListedClasses"]

SECONDS = 2.5e-6
"""About what one class of the product costs, beside its limbs"""

LIMB_SECONDS = 1.2e-8
CLASS_BYTES = 250
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
        limbs = self.product.bits // 64 + 1
        seconds = self.size * (SECONDS + limbs * LIMB_SECONDS) + merging_seconds(self.product)
        return Work(min(seconds, MOST_SECONDS), self.size * (CLASS_BYTES + 48 * limbs))

    def event_sums(self, level: Level) -> EventSums:
        """One bisection, once the classes are listed."""
        law = product_distribution(self.product)
        return EventSums(*law.both(level), law.denominator)
