"""Pairs of laws (P, Q), held by structure: a product stays a product.

A pair is what a mechanism releases under two neighbouring inputs. Its parts are tables, powers,
products, disjoint unions, renamed pairs and random allocations; algorithms on them live in
`verify.loss`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from gmpy2 import mpq

from verify.exact.quotient import Number
from verify.law.labels import Label
from verify.law.naming import Naming

if TYPE_CHECKING:
    from verify.law.channel import Channel
    from verify.law.ring_channel import RingChannel
    from verify.law.series import Series

__all__ = [
    "AllocationPair",
    "Branch",
    "Pair",
    "PowerPair",
    "ProductPair",
    "RenamedPair",
    "RingPair",
    "SeriesPair",
    "Strand",
    "TablePair",
    "UnionPair",
    "has_outcome",
    "outcome_count",
    "outcomes",
]


Outcome: TypeAlias = tuple[Label, Number, Number]
"""A label with its probabilities under P and under Q."""


@dataclass(frozen=True, slots=True)
class TablePair:
    """Two rows of an explicit channel."""

    channel: Channel
    first: int
    second: int
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what algorithms worked out about this pair and will ask for again"""


@dataclass(frozen=True, slots=True)
class RingPair:
    """Two rows of a channel whose weights are numbers of the ring."""

    channel: RingChannel
    first: int
    second: int
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what algorithms worked out about this pair and will ask for again"""


@dataclass(frozen=True, slots=True)
class PowerPair:
    """``count`` independent copies of one pair; outcomes are arrays."""

    base: Pair
    count: int
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what algorithms worked out about this pair and will ask for again"""


@dataclass(frozen=True, slots=True)
class AllocationPair:
    """``rounds`` independent rounds, one of them chosen uniformly to see a record, or none.

    ``base`` has P the law of a round that sees the record and Q that of a round that does not;
    ``first`` and ``second`` say whether a round is chosen under P and under Q. Outcomes are arrays.
    """

    base: Pair
    rounds: int
    first: bool
    second: bool
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what algorithms worked out about this pair and will ask for again"""


@dataclass(frozen=True, slots=True)
class ProductPair:
    """Independent pairs side by side; outcomes are arrays with one label per factor."""

    factors: tuple[Pair, ...]
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what algorithms worked out about this pair and will ask for again"""


@dataclass(frozen=True, slots=True)
class Branch:
    """One part of a disjoint union: entered with probability p under P and q under Q.

    Where ``pair`` is None the branch is the single outcome that ``naming`` (`Alone`) names.
    """

    p: Number
    q: Number
    pair: Pair | None
    naming: Naming


@dataclass(frozen=True, slots=True)
class UnionPair:
    """A disjoint union: which branch was entered can be read off the outcome."""

    branches: tuple[Branch, ...]
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what algorithms worked out about this pair and will ask for again (see `unions`)"""


@dataclass(frozen=True, slots=True)
class RenamedPair:
    """The same pair of laws under other, still distinct, outcome labels."""

    pair: Pair
    naming: Naming


@dataclass(frozen=True, slots=True)
class Strand:
    """Outcomes that are named by an integer: their weights under P and under Q."""

    naming: Naming
    """from the integer, as text, to the outcome"""
    p: Series
    q: Series


@dataclass(frozen=True, slots=True)
class SeriesPair:
    """Laws with infinitely many likelihood ratios: single outcomes, and strands of them."""

    alone: tuple[Outcome, ...]
    strands: tuple[Strand, ...]
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what algorithms worked out about this pair and will ask for again"""


Pair: TypeAlias = (
    "TablePair | RingPair | PowerPair | AllocationPair | ProductPair | UnionPair | RenamedPair"
    " | SeriesPair"
)

INFINITE = 1 << 63
"""More outcomes than any limit allows"""


def outcome_count(pair: Pair) -> int:
    """How many outcomes ``outcomes`` would list; `INFINITE` or more where they never end."""
    match pair:
        case TablePair() | RingPair():
            return len(pair.channel.outputs)
        case PowerPair():
            return _power_count(pair.base, pair.count)
        case AllocationPair():
            return _power_count(pair.base, pair.rounds)
        case ProductPair():
            return prod(outcome_count(factor) for factor in pair.factors)
        case UnionPair():
            if "count" not in pair.memo:
                counts = [1 if b.pair is None else outcome_count(b.pair) for b in pair.branches]
                pair.memo["count"] = sum(counts)
            return int(pair.memo["count"])
        case RenamedPair():
            return outcome_count(pair.pair)
        case SeriesPair():
            return INFINITE


def _power_count(base: Pair, count: int) -> int:
    return outcome_count(base) ** count if count < 64 else INFINITE


def has_outcome(pair: Pair, item: Label) -> bool:
    """Whether ``outcomes`` would list an outcome of this name."""
    match pair:
        case TablePair() | RingPair():
            return item in pair.channel.outputs
        case PowerPair():
            return _has_array(pair.base, pair.count, item)
        case AllocationPair():
            return _has_array(pair.base, pair.rounds, item)
        case ProductPair():
            fits = isinstance(item, tuple) and len(item) == len(pair.factors)
            return fits and all(map(has_outcome, pair.factors, item))
        case UnionPair():
            return any(_has_branch(b.pair, b.naming, item) for b in pair.branches)
        case RenamedPair():
            return _has_branch(pair.pair, pair.naming, item)
        case SeriesPair():
            return any(y == item for y, _, _ in pair.alone) or any(
                _is_integer(strand.naming.original(item)) for strand in pair.strands
            )


def _has_array(base: Pair, count: int, item: Label) -> bool:
    fits = isinstance(item, tuple) and len(item) == count
    return fits and all(has_outcome(base, part) for part in item)


def _has_branch(pair: Pair | None, naming: Naming, item: Label) -> bool:
    original = naming.original(item)
    return original is not None and (pair is None or has_outcome(pair, original))


def outcomes(pair: Pair) -> Iterator[Outcome]:
    """Every outcome with its two probabilities, in document order (by definition, one by one)."""
    match pair:
        case TablePair() | RingPair():
            channel = pair.channel
            rows = channel.row(pair.first), channel.row(pair.second)
            yield from zip(channel.outputs, *rows, strict=True)
        case PowerPair():
            yield from _product([list(outcomes(pair.base))] * pair.count)
        case AllocationPair():
            yield from _allocated(pair)
        case ProductPair():
            yield from _product([list(outcomes(factor)) for factor in pair.factors])
        case UnionPair():
            for branch in pair.branches:
                yield from _branch(branch)
        case RenamedPair():
            for item, p, q in outcomes(pair.pair):
                yield pair.naming.name(item), p, q
        case SeriesPair():
            raise ValueError("the outcomes of a series never end")


def _is_integer(item: Label | None) -> bool:
    return isinstance(item, str) and re.fullmatch(r"-?[0-9]+", item) is not None


def _product(factors: list[list[Outcome]]) -> Iterator[Outcome]:
    for choice in product(*factors):
        p = q = mpq(1)
        for _, p_factor, q_factor in choice:
            p *= p_factor
            q *= q_factor
        yield tuple(item for item, _, _ in choice), p, q


def _allocated(pair: AllocationPair) -> Iterator[Outcome]:
    """The mean over the chosen round of the products in which that round alone saw the record."""
    for choice in product(list(outcomes(pair.base)), repeat=pair.rounds):
        chosen, silent = mpq(0), mpq(1)
        for _, p, q in choice:
            chosen, silent = chosen * q + silent * p, silent * q
        chosen /= pair.rounds
        laws = (chosen if side else silent for side in (pair.first, pair.second))
        yield tuple(item for item, _, _ in choice), *laws


def _branch(branch: Branch) -> Iterator[Outcome]:
    if branch.pair is None:
        yield branch.naming.name(""), branch.p, branch.q
        return
    for item, p, q in outcomes(branch.pair):
        yield branch.naming.name(item), branch.p * p, branch.q * q
