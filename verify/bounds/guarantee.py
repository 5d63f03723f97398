"""What is known of single steps: (ε, δ) for each of them, whatever came before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import TypeAlias

from verify.bounds.steps import Step, Steps, fold
from verify.exact.level import Level
from verify.exact.levels import compare_levels
from verify.exact.quotient import Number
from verify.exact.rational import sign_of_difference

__all__ = ["Guarantee", "Guarantees", "covers", "guarantees", "largest"]

MOST_LISTS = 16
"""So many different lists of guarantees are looked at one by one, else one that covers them all"""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """(ln α, δ) of one step, in both directions."""

    level: Level
    delta: Number


Guarantees: TypeAlias = "tuple[tuple[Guarantee, int], ...]"
"""How many steps have which guarantee, weak ones first: their order in time does not matter"""


def guarantees(steps: Steps, step: Callable[[Step], Guarantee]) -> Guarantees:
    """A guarantee for every step on the longest path; on each path they cover what is there."""
    return fold(steps, lambda each: ((step(each), 1),), _join, _repeat, _covering, ())


def largest(lists: Iterable[Guarantees]) -> tuple[Guarantees, ...]:
    """Those that no other one covers: what is true of them is true of all."""
    found: list[Guarantees] = []
    for each in dict.fromkeys(lists):
        if not any(covers(other, each) for other in found):
            found = [*(other for other in found if not covers(each, other)), each]
    return tuple(found) if len(found) <= MOST_LISTS else (_covering(found),)


def covers(weak: Guarantees, strong: Guarantees) -> bool:
    """Whether every step of ``strong`` has one of ``weak`` beside it that promises no more."""
    return all(
        there is None or (here is not None and _promises_no_more(here, there))
        for (here, there), _ in _side_by_side([weak, strong])
    )


def _covering(lists: Sequence[Guarantees]) -> Guarantees:
    """The least list that covers all of these, place by place."""
    if len(lists) == 1:
        return lists[0]
    counts: Counter[Guarantee] = Counter()
    for places, count in _side_by_side(lists):
        filled = [each for each in places if each is not None]
        level = max((each.level for each in filled), key=cmp_to_key(compare_levels))
        counts[Guarantee(level, max(each.delta for each in filled))] += count
    return _sorted(counts)


def _join(left: Guarantees, right: Guarantees) -> Guarantees:
    counts: Counter[Guarantee] = Counter()
    for guarantee, count in (*left, *right):
        counts[guarantee] += count
    return _sorted(counts)


def _repeat(list_: Guarantees, times: int) -> Guarantees:
    return tuple((guarantee, count * times) for guarantee, count in list_)


def _side_by_side(
    lists: Sequence[Guarantees],
) -> Iterator[tuple[tuple[Guarantee | None, ...], int]]:
    """Places where every list has one guarantee, or has ended, and how many there are in a row."""
    rest = [list(reversed(each)) for each in lists]
    while any(rest):
        length = min(each[-1][1] for each in rest if each)
        yield tuple(each[-1][0] if each else None for each in rest), length
        for each in filter(None, rest):
            guarantee, count = each.pop()
            if count > length:
                each.append((guarantee, count - length))


def _sorted(counts: Counter[Guarantee]) -> Guarantees:
    return tuple(sorted(counts.items(), key=cmp_to_key(_weak_first)))


def _weak_first(left: tuple[Guarantee, int], right: tuple[Guarantee, int]) -> int:
    one, other = left[0], right[0]
    return compare_levels(other.level, one.level) or sign_of_difference(other.delta, one.delta)


def _promises_no_more(weak: Guarantee, strong: Guarantee) -> bool:
    if compare_levels(weak.level, strong.level) < 0:
        return False
    return sign_of_difference(weak.delta, strong.delta) >= 0
