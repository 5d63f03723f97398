"""Classes of equal likelihood ratio of two rows of a ring channel.

Few pairs of weights (p, q) occur in a table, so each is given its ratio once for the whole table:
its key, and which other pairs have exactly the same ratio.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort

from verify.exact.logarithm import FIXED_ERROR
from verify.exact.quotient import Number, ratio
from verify.exact.ring import RingNumber, log_key, weighted_sum
from verify.law.pair import RingPair
from verify.law.ring_channel import REMEMBERED, RingChannel
from verify.loss.classes import Classes, merge

__all__ = ["ring_classes", "ring_supremum"]


class _Ratios:
    """The ratios of pairs of weights of one palette, numbered."""

    __slots__ = ("_known", "_order", "_pairs", "_palette")

    def __init__(self, palette: tuple[RingNumber, ...]) -> None:
        self._palette = palette
        self._known: dict[tuple[int, int], int] = {}
        self._order: list[tuple[int, int]] = []
        self._pairs: list[tuple[int, int]] = []

    def number(self, first: int, second: int) -> int:
        """The number of the ratio of two positive weights."""
        known = self._known.get((first, second))
        if known is None:
            known = self._known[first, second] = self._find(first, second)
        return known

    def _find(self, first: int, second: int) -> int:
        p, q = self._palette[first], self._palette[second]
        key = log_key(p, q)
        start = bisect_left(self._order, (key - 2 * FIXED_ERROR, 0))
        stop = bisect_right(self._order, (key + 2 * FIXED_ERROR, len(self._pairs)))
        for _, number in self._order[start:stop]:
            k, m = self._pairs[number]
            if p * self._palette[m] == q * self._palette[k]:
                return number
        self._pairs.append((first, second))
        insort(self._order, (key, len(self._pairs) - 1))
        return len(self._pairs) - 1


def ring_classes(pair: RingPair) -> Classes:
    """The merged classes of two rows; rows that are alike share them."""
    channel = pair.channel
    joint = channel.joint(pair.first, pair.second)
    memo = channel.memo.setdefault("classes", {})
    found: Classes | None = memo.get(joint)
    if found is None:
        found = _merged(channel, joint)
        if len(memo) < REMEMBERED:
            memo[joint] = found
    return found


def ring_supremum(pair: RingPair) -> Number | None:
    """The supremum of P/Q, None where it is infinite."""
    classes = ring_classes(pair)
    if classes.infinite:
        return None
    _, p, q = classes.entries[-1]
    return ratio(p, q)


def _merged(channel: RingChannel, joint: tuple[tuple[int, int, int], ...]) -> Classes:
    ratios: _Ratios = channel.memo.setdefault("ratios", _Ratios(channel.palette))
    palette = channel.palette
    parts: dict[int | None, list[tuple[int, int, int]]] = {}
    for part in joint:
        k, m, _ = part
        number = ratios.number(k, m) if palette[k] and palette[m] else None
        parts.setdefault(number, []).append(part)
    sums = {
        number: (
            weighted_sum((palette[k], count) for k, _, count in group),
            weighted_sum((palette[m], count) for _, m, count in group),
        )
        for number, group in parts.items()
    }
    infinite, zero = sums.pop(None, (RingNumber(0), RingNumber(0)))
    entries = [(log_key(p, q), p, q) for p, q in sums.values()]
    return merge(entries, channel.denominator, infinite, zero, FIXED_ERROR)
