"""Classes of equal likelihood ratio of two rows of a ring channel.

Few pairs of weights (p, q) occur in a table, so each is given its ratio once for the whole table:
its key, and which other pairs have exactly the same ratio.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort

from verify.exact.logarithm import FIXED_ERROR
from verify.exact.quotient import Number, ratio
from verify.exact.ring import RingNumber, log_key
from verify.law.pair import RingPair
from verify.law.ring_channel import RingChannel
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
        found = memo[joint] = _merged(channel, joint)
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
    infinite, zero = RingNumber(0), RingNumber(0)
    sums: dict[int, tuple[RingNumber, RingNumber]] = {}
    for k, m, count in joint:
        p, q = channel.palette[k] * count, channel.palette[m] * count
        if not p or not q:
            infinite, zero = infinite + p, zero + q
            continue
        number = ratios.number(k, m)
        p_sum, q_sum = sums.get(number, (RingNumber(0), RingNumber(0)))
        sums[number] = p_sum + p, q_sum + q
    entries = [(log_key(p, q), p, q) for p, q in sums.values()]
    return merge(entries, channel.denominator, infinite, zero, FIXED_ERROR)
