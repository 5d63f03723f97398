"""Rényi divergence of integer order: the logarithm of an exact rational."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, cmp_to_key

from gmpy2 import mpq

from verify import resources
from verify.compose.structure import class_table
from verify.errors import NotAvailableError
from verify.exact.log_value import LogValue
from verify.exact.quotient import Number, ratio
from verify.exact.rational import Exact, sign_of_difference
from verify.exact.ring import power_bits
from verify.law.adjacency import AdjacencyForm
from verify.law.infinite import has_series
from verify.law.mechanism import Mechanism, require_law
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair, UnionPair
from verify.law.unions import once_per_union
from verify.measures.directed import Measured, ordered_pairs
from verify.measures.order import order_of

__all__ = ["RenyiDivergence", "moment", "renyi"]


@dataclass(frozen=True, eq=False)
class RenyiDivergence:
    """The greatest Rényi divergence of one order, and that of every ordered pair, worst first."""

    order: int
    directions: tuple[Measured[Number | None], ...] = field(repr=False)
    """the moments A_n; None for infinity"""

    @property
    def moment(self) -> Number | None:
        """A_n = Σ P^n·Q^(1−n), exactly; None for infinity."""
        return self.directions[0].value

    @cached_property
    def value(self) -> LogValue | None:
        """D_n = ln(A_n)/(n − 1); None for infinity."""
        return self.of(self.moment)

    def of(self, moment: Number | None) -> LogValue | None:
        """The divergence that belongs to a moment."""
        return None if moment is None else LogValue.ln(moment, mpq(1, self.order - 1))

    def __repr__(self) -> str:
        shown = "inf" if self.value is None else repr(self.value)
        return f"<RenyiDivergence of order {self.order}: {shown}>"


def renyi(
    mechanism: Mechanism, order: Exact, adjacency: AdjacencyForm | None = None
) -> RenyiDivergence:
    """D_n(P‖Q) = ln(Σ_z P(z)^n·Q(z)^(1−n))/(n − 1), the greatest over ordered neighbouring pairs.

    ``order`` n is an integer >= 2. For products the moments multiply, so a k-fold release costs no
    more than one. Source: Mironov 2017.

    Raises `verify.InputError` for an order below 2 and `verify.NotAvailableError` for laws with
    infinitely many likelihood ratios.

    >>> from verify.mechanisms import randomized_response
    >>> renyi(randomized_response("3/4"), 2).moment
    mpq(7,3)
    """
    n = order_of(order)
    edges = require_law(mechanism).edges(adjacency)
    found = [Measured(i, j, moment(pair, n)) for i, j, pair in ordered_pairs(mechanism, edges)]
    found.sort(key=cmp_to_key(_worse_first))
    return RenyiDivergence(n, tuple(found))


@once_per_union
def moment(pair: Pair, order: int) -> Number | None:
    """A_n = Σ P^n·Q^(1−n); None where it is infinite (P{Q = 0} > 0)."""
    match pair:
        case RenamedPair():
            return moment(pair.pair, order)
        case PowerPair():
            base = moment(pair.base, order)
            return None if base is None else _power(base, pair.count)
        case ProductPair():
            return _product(pair, order)
        case UnionPair():
            return _union(pair, order)
        case _:
            return _table(pair, order)


def _power(base: Number, count: int) -> Number:
    bits = max(power_bits(base.numerator, count), power_bits(base.denominator, count))
    resources.check("answer_bits", int(bits), "the bits of a Rényi moment")
    return base**count


def _product(pair: ProductPair, order: int) -> Number | None:
    total: Number = mpq(1)
    known: dict[Pair, Number | None] = {}
    for factor in pair.factors:
        if factor not in known:
            known[factor] = moment(factor, order)
        part = known[factor]
        if part is None:
            return None
        total *= part
    return total


def _union(pair: UnionPair, order: int) -> Number | None:
    total: Number = mpq(0)
    for branch in pair.branches:
        if not branch.p:
            continue
        inner = mpq(1) if branch.pair is None else moment(branch.pair, order)
        if inner is None or not branch.q:
            return None
        total += branch.p**order / branch.q ** (order - 1) * inner
    return total


def _table(pair: Pair, order: int) -> Number | None:
    if has_series(pair):
        problem = "Rényi moments of laws with infinitely many likelihood ratios"
        raise NotAvailableError(f"{problem} are not available yet", form="a claim with alpha")
    classes = class_table(pair)
    if classes.infinite:
        return None
    bits = order * sum(p.bit_length() + q.bit_length() for _, p, q in classes.entries)
    resources.check("answer_bits", int(bits), "the bits of a Rényi moment")
    parts = [ratio(p**order, q ** (order - 1)) for _, p, q in classes.entries]
    return _sum(parts) / classes.denominator


def _sum(parts: list[Number]) -> Number:
    """By halves, since denominators grow with every addition."""
    if len(parts) <= 2:
        return sum(parts, mpq(0))
    middle = len(parts) // 2
    return _sum(parts[:middle]) + _sum(parts[middle:])


def _worse_first(left: Measured[Number | None], right: Measured[Number | None]) -> int:
    if left.value is None or right.value is None:
        return (right.value is None) - (left.value is None)
    return sign_of_difference(right.value, left.value)
