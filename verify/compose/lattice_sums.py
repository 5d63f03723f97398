"""Products on a lattice of ratios, at one α: the event {P > αQ} is a threshold on the place.

Its two probabilities are sums of the highest coefficients of two polynomials, and those of
{Q > αP} sums of the lowest.
"""

from __future__ import annotations

from verify import resources
from verify.compose.expansion import Expansion
from verify.compose.independent import Independent
from verify.compose.lattice_weights import OnLattice, lattice_found
from verify.compose.method import Solver, Work
from verify.exact.level import Level
from verify.loss.sums import EventSums

__all__ = ["LatticeSums"]


class LatticeSums(Solver):
    """All draws together have a ratio C·r^n, with few n."""

    name = "lattice"
    title = "sum coefficients of a power of a polynomial, for ratios on a lattice"

    __slots__ = ("_found", "product")

    def __init__(self, product: Independent, found: OnLattice) -> None:
        self.product = product
        self._found = found

    @classmethod
    def of(cls, product: Independent) -> LatticeSums | None:
        """The sums, where the product has a lattice and is not left to the binomial tail."""
        if [len(each.classes.entries) for each in product.factors] in ([], [1], [2]):
            return None
        found = lattice_found(product)
        return None if found is None else cls(product, found)

    @property
    def reason(self) -> str:
        """How many ratios there are at most."""
        return f"the likelihood ratios are C·r^n, with {self._found.lattice.degree + 1} n at most"

    @property
    def work(self) -> Work:
        """By the number of terms on the shorter side, in both directions."""
        found, half = self._found, self._found.lattice.degree // 2
        listed = found.p.coding is not None or found.q.coding is not None
        plans = [Expansion(side.draws, half, listed=listed) for side in (found.p, found.q)]
        directions = 1 if self.product.is_symmetric else 2
        seconds = directions * sum(each.seconds for each in plans)
        return Work(5e-5 + seconds, max(each.bytes for each in plans) + self.product.bits // 2)

    def event_sums(self, level: Level) -> EventSums:
        """Two sums, or four."""
        resources.check("answer_bits", self.product.bits, "the bits of one exact probability")
        product, found = self.product, self._found
        first = found.lattice.above(level)
        forward = found.p.high(first) + product.infinite, found.q.high(first)
        if product.is_symmetric:
            return EventSums(forward, forward, product.denominator)
        last = found.lattice.below(level) - 1
        backward = found.q.low(last) + product.zero, found.p.low(last)
        return EventSums(forward, backward, product.denominator)
