"""All classes of a product, with equal ratios merged before they are listed wherever they can be.

The factors are parted so that those with one common step stand together: these have as many classes
as their lattice has points at most, which is far fewer than multisets of classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import comb, prod

from gmpy2 import mpq

from verify.compose.independent import Factor, Independent
from verify.compose.lattice import common_step
from verify.compose.lattice_weights import OnLattice, lattice_found, on_lattice
from verify.loss.classes import Classes, check_size, power, product, union

__all__ = ["class_count", "is_merging", "listed_classes", "merging_seconds"]

FINEST = 10
"""Two steps are brought together where one that is 2^10 times finer at most divides both."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Factors that are listed together."""

    factors: tuple[Factor, ...]
    size: int
    """at most this many classes"""
    found: OnLattice | None

    @property
    def seconds(self) -> float:
        """About what it takes to work out the weights, where that is not told by their number."""
        return 0.0 if self.found is None else self.found.seconds

    def classes(self) -> Classes:
        """The classes of these factors, sorted."""
        if self.found is not None:
            return _on_points(Independent(self.factors), self.found)
        return reduce(product, [power(each.classes, each.count) for each in self.factors])


def class_count(whole: Independent) -> int:
    """At most this many classes, known before any is made; those of different parts may merge."""
    if all(len(each.classes.entries) < 3 for each in whole.factors) and len(whole.factors) < 2:
        return prod(map(_multisets, whole.factors))
    return prod(each.size for each in _parts(whole))


def is_merging(whole: Independent) -> bool:
    """Whether equal ratios are merged before they are listed."""
    return any(each.found is not None for each in _parts(whole))


def merging_seconds(whole: Independent) -> float:
    """About what it takes to merge equal ratios before they are listed."""
    parts: list[_Part] = whole.memo.get("parts", [])
    return sum(each.seconds for each in parts)


def listed_classes(whole: Independent) -> Classes:
    """All classes of a product, sorted."""
    if not whole.factors:
        return union([(mpq(1), mpq(1), None)])
    return reduce(product, [each.classes() for each in _parts(whole)])


def _parts(whole: Independent) -> list[_Part]:
    if "parts" not in whole.memo:
        found = lattice_found(whole)
        part = _part(whole.factors, found)
        groups = [whole.factors] if part.found is not None else _groups(whole.factors)
        whole.memo["parts"] = [part] if len(groups) == 1 else _parted(groups)
    parts: list[_Part] = whole.memo["parts"]
    return parts


def _parted(groups: Sequence[tuple[Factor, ...]]) -> list[_Part]:
    """A part for every group, or for each of its factors where they have no common lattice."""
    parts = []
    for group in groups:
        together = _part(group, on_lattice(group) if len(group) > 1 else _own(group[0]))
        alone = len(group) == 1 or together.found is not None
        parts += [together] if alone else [_part((each,), _own(each)) for each in group]
    return parts


def _own(factor: Factor) -> OnLattice | None:
    """The lattice of one factor, where it is drawn more than once: else its classes are there."""
    return on_lattice((factor,)) if factor.count > 1 else None


def _part(factors: tuple[Factor, ...], found: OnLattice | None) -> _Part:
    """The factors with their lattice, or without it where that has more points than multisets."""
    multisets = prod(map(_multisets, factors))
    if found is None or found.lattice.degree >= multisets:
        return _Part(factors, multisets, None)
    return _Part(factors, found.lattice.degree + 1, found)


def _groups(factors: Sequence[Factor]) -> list[tuple[Factor, ...]]:
    """Factors whose steps have a common one, as far as their logarithms tell, stand together."""
    groups: list[tuple[int, list[Factor]]] = []
    for factor in factors:
        keys = [key for key, _, _ in factor.classes.entries]
        step = common_step(key - keys[0] for key in keys[1:])
        for place, (known, members) in enumerate(groups):
            together = step and known and common_step((step, known), max(step, known) >> FINEST)
            if together:
                groups[place] = together, [*members, factor]
                break
        else:
            groups.append((step or 0, [factor]))
    return [tuple(members) for _, members in groups]


def _multisets(factor: Factor) -> int:
    """How many multisets of classes there are."""
    size = len(factor.classes.entries)
    return comb(factor.count + size - 1, factor.count) if size else 1


def _on_points(whole: Independent, found: OnLattice) -> Classes:
    """The classes of a product on a lattice, point by point."""
    lattice = found.lattice
    check_size(lattice.degree + 1, whole.bits)
    weights = zip(found.p.listed(), found.q.listed(), strict=True)
    entries = [(lattice.start + n * lattice.step, p, q) for n, (p, q) in enumerate(weights) if q]
    return Classes(whole.denominator, tuple(entries), whole.infinite, whole.zero, lattice.error)
