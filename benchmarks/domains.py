"""Whole domains of small laws: pairs in bulk, and a question in Python about every one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from math import lcm

import numpy as np
from numpy.typing import NDArray

from benchmarks import twin
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, once, repeat
from verify import exhaustive

__all__ = ["CASES"]

OUTPUTS, DENOMINATOR = 3, 8

PAIRS_PER_SECOND, PREDICATES_PER_SECOND = 10_000_000, 200_000


@cache
def _laws() -> NDArray[np.int64]:
    """Every law over three outputs with a denominator up to 8, over one denominator."""
    whole = lcm(*range(1, DENOMINATOR + 1))
    rows = [exhaustive.laws(OUTPUTS, d) * (whole // d) for d in range(1, DENOMINATOR + 1)]
    return np.unique(np.concatenate(rows), axis=0)


@cache
def _blocks() -> tuple[exhaustive.Block, ...]:
    return tuple(exhaustive.pairs(_laws()))


def _pairs(effort: Effort) -> Row:
    laws = _laws()
    ours = repeat(effort, lambda _: sum(len(x) for x in exhaustive.pairs(laws)), count())
    return Row(ours, (_twin(effort),))


def _predicate(effort: Effort) -> Row:
    claim = exhaustive.each(lambda at: at.excess <= at.v * at.denominator)
    return Row(repeat(effort, lambda _: all(np.all(claim(x)) for x in _blocks()), count()))


def _twin(effort: Effort) -> Rival:
    """The same levels, one by one, in fractions; a part of the pairs, scaled."""
    (block, *_) = _blocks()
    stride = 100 if effort.quick else 10
    chosen = [at for k, at in enumerate(block.instances()) if k % stride == 0]
    rows = [(_law(at.p), _law(at.q), at.alpha) for at in chosen]
    total = sum(len(each) for each in _blocks())
    sample = once(lambda: [twin.hockey_stick(*row) for row in rows])
    note = f"every {stride}th evaluation of the first block, scaled"
    return Rival("Fraction twin", sample.scaled(total / len(rows)), note)


def _law(weights: tuple[int, ...]) -> twin.Law:
    return twin.law(weights, sum(weights))


def _size(of: Callable[[exhaustive.Block], int]) -> int:
    return sum(of(block) for block in _blocks())


CASES = (
    Case(
        "exhaustive/pairs",
        f"{_size(lambda x: x.pairs):,} pairs of laws, denominators up to 8, at all levels",
        _pairs,
        _size(lambda x: x.pairs) / PAIRS_PER_SECOND,
    ),
    Case(
        "exhaustive/predicate",
        f"a question in Python about {_size(len):,} evaluations",
        _predicate,
        _size(len) / PREDICATES_PER_SECOND,
    ),
)
