"""Loss distributions by structure: tables sorted, powers and products combined class by class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from gmpy2 import mpq

from verify import _core
from verify.compose.independent import Factor, Independent
from verify.compose.merging import is_merging, listed_classes
from verify.compose.rows import row_distribution
from verify.errors import NotAvailableError
from verify.exact.quotient import Number
from verify.law.channel import SMALL, Weights
from verify.law.pair import (
    AllocationPair,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    RingPair,
    SeriesPair,
    TablePair,
    UnionPair,
)
from verify.law.swap import swapped
from verify.law.unions import nodes, once_per_union
from verify.loss.classes import Classes, exchanged, from_weights, union
from verify.loss.distribution import ListedDistribution, LossDistribution
from verify.loss.packed import PackedDistribution
from verify.loss.ring_classes import ring_classes, ring_supremum

__all__ = ["class_table", "distribution", "greatest_ratio", "independent", "leaves"]
__all__ += ["product_distribution", "pure_ratio"]


REMEMBERED_BITS = 1 << 26


def distribution(pair: Pair) -> LossDistribution:
    """The loss distribution of a pair of laws."""
    match pair:
        case RenamedPair():
            return distribution(pair.pair)
        case TablePair() if len(pair.channel.outputs) > SMALL:
            return PackedDistribution(pair)
        case PowerPair() | ProductPair():
            return product_distribution(independent(pair))
        case AllocationPair() | RingPair():
            return _remembered(pair.memo, lambda: ListedDistribution(class_table(pair)))
        case _:
            return ListedDistribution(class_table(pair))


def product_distribution(product: Independent) -> LossDistribution:
    """The loss distribution of independent draws."""
    if not product.is_rational or not product.factors or is_merging(product):
        return _remembered(product.memo, lambda: ListedDistribution(listed_classes(product)))
    return _remembered(product.memo, partial(row_distribution, product))


def _remembered(memo: dict[str, Any], make: Callable[[], LossDistribution]) -> LossDistribution:
    """A distribution that is kept where it is small: every α asks for it."""
    found: LossDistribution | None = memo.get("distribution")
    if found is None:
        found = make()
        if found.size * found.denominator.bit_length() <= REMEMBERED_BITS:
            memo["distribution"] = found
    return found


def independent(pair: PowerPair | ProductPair) -> Independent:
    """The normal form of a product: equal factors together, and none with equal laws."""
    found: Independent | None = pair.memo.get("independent")
    if found is None:
        counts: dict[Classes, int] = {}
        for factor, count in leaves(pair):
            classes = class_table(factor)
            if not _trivial(classes):
                counts[classes] = counts.get(classes, 0) + count
        found = Independent(tuple([Factor(*each) for each in counts.items()]))
        pair.memo["independent"] = found
    return found


def leaves(pair: Pair, count: int = 1) -> Iterator[tuple[Pair, int]]:
    """The pairs that a product is made of, and how often each is drawn from."""
    match pair:
        case RenamedPair():
            yield from leaves(pair.pair, count)
        case PowerPair():
            yield from leaves(pair.base, count * pair.count)
        case ProductPair():
            for factor, times in Counter(pair.factors).items():
                yield from leaves(factor, count * times)
        case _:
            yield pair, count


def class_table(pair: Pair) -> Classes:
    """The merged classes of a pair of laws."""
    match pair:
        case TablePair():
            return _table_classes(pair)
        case RingPair():
            return ring_classes(pair)
        case RenamedPair():
            return class_table(pair.pair)
        case PowerPair() | ProductPair():
            return listed_classes(independent(pair))
        case AllocationPair():
            return _allocation_classes(pair)
        case SeriesPair():
            problem = "the law has infinitely many likelihood ratios, which cannot be listed"
            raise NotAvailableError(problem, form="questions at single levels")
        case UnionPair():
            return _kept(pair.memo, partial(_union_classes, pair))


@once_per_union
def pure_ratio(pair: Pair) -> Number | None:
    """The supremum of P(z)/Q(z) over outcomes, None where it is infinite: no enumeration."""
    match pair:
        case TablePair():
            return greatest_ratio(pair.channel.weights, pair.first, pair.second)
        case RingPair():
            return ring_supremum(pair)
        case RenamedPair():
            return pure_ratio(pair.pair)
        case PowerPair():
            ratio = pure_ratio(pair.base)
            return None if ratio is None else ratio**pair.count
        case AllocationPair():
            return _allocation_supremum(pair)
        case ProductPair():
            return _product_supremum(pair)
        case UnionPair():
            return _union_supremum(pair)
        case SeriesPair():
            from verify.loss.series import supremum  # few laws are infinite

            return supremum(pair)


def _table_classes(pair: TablePair) -> Classes:
    found: Classes | None = pair.memo.get("classes")
    if found is None:
        p = _core.unpack(pair.channel.weights[pair.first])
        q = _core.unpack(pair.channel.weights[pair.second])
        found = from_weights(list(zip(p, q, strict=True)), pair.channel.denominator)
        pair.memo["classes"] = found
    return found


def _allocation_classes(pair: AllocationPair) -> Classes:
    if pair.first == pair.second:
        return union([(mpq(1), mpq(1), None)])
    from verify.compose.allocation import allocation  # seldom needed

    def classes() -> Classes:
        found = allocation(class_table(pair.base), pair.rounds)
        return found if pair.first else exchanged(found)

    return _kept(pair.memo, classes)


def _union_classes(pair: UnionPair) -> Classes:
    for node in reversed(nodes(pair)[1:]):  # so that no tree is too deep
        class_table(node)
    return union(
        [(b.p, b.q, None if b.pair is None else class_table(b.pair)) for b in pair.branches]
    )


def _kept(memo: dict[str, Any], make: Callable[[], Classes]) -> Classes:
    """Classes that are kept where they are few: others will ask for them."""
    found: Classes | None = memo.get("classes")
    if found is None:
        found = make()
        if len(found.entries) * found.denominator.bit_length() <= REMEMBERED_BITS:
            memo["classes"] = found
    return found


def _allocation_supremum(pair: AllocationPair) -> mpq | None:
    """A mean of ratios is greatest, or least, where every round has the greatest, or least, one."""
    if pair.first == pair.second:
        return mpq(1)
    return pure_ratio(pair.base if pair.first else swapped(pair.base))


def _trivial(classes: Classes) -> bool:
    """P = Q."""
    return not classes.infinite and all(p == q for _, p, q in classes.entries)


def greatest_ratio(laws: Weights, first: int = 0, second: int = 1) -> mpq | None:
    """The greatest ratio of one row to another, None for infinity."""
    place = int(_core.pair_suprema(laws, np.array([first]), np.array([second]))[0])
    p, q = (_core.unpack(laws[i, place : place + 1])[0] for i in (first, second))
    return mpq(p, q) if q else None


def _product_supremum(pair: ProductPair) -> Number | None:
    total: Number = mpq(1)
    for factor, count in Counter(pair.factors).items():
        ratio = pure_ratio(factor)
        if ratio is None:
            return None
        total *= ratio**count
    return total


def _union_supremum(pair: UnionPair) -> Number | None:
    best: Number = mpq(0)
    for branch in pair.branches:
        if not branch.p:
            continue
        inner = mpq(1) if branch.pair is None else pure_ratio(branch.pair)
        if inner is None or not branch.q:
            return None
        best = max(best, inner * branch.p / branch.q)
    return best
