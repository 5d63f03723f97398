"""The tables of a certificate: laws on the same outputs, each written once.

A row is known by what it says, not by where it came from, so the same laws always give the same
bytes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from math import gcd, lcm
from typing import Any

from gmpy2 import mpq

from verify.claim.certificate.numbers import hexadecimal, integers
from verify.exact.level import Level
from verify.law.channel import Channel
from verify.law.labels import Label, index_labels
from verify.law.series import Series, Terms, evaluate, mirrored
from verify.loss.tail import settle, settle_at

__all__ = ["ListedTable", "PackedTable", "SeriesTable", "Table"]

MOST_NAMED = 100
"""Up to so many outputs are named one by one even where their names are their numbers"""


class PackedTable:
    """Rows of channels with the same outputs."""

    def __init__(self, outputs: Sequence[Label], collapsed: str | None) -> None:
        self.outputs = outputs
        self.collapsed = collapsed
        self._places: dict[Hashable, int] = {}
        self._known: dict[tuple[int, int], int] = {}
        self._channels: list[Channel] = []  # kept, so that no other has the identity of one
        self._rows: list[Any] = []

    def row(self, channel: Channel, index: int) -> int:
        """The number of a row of a channel."""
        known = id(channel), index
        if known not in self._known:
            self._channels.append(channel)
            self._known[known] = self._place(channel, index)
        return self._known[known]

    def _place(self, channel: Channel, index: int) -> int:
        weights, scale = integers(channel.weights[index]), int(channel.denominator)
        common = reduce(gcd, weights, scale)
        if common > 1:
            weights, scale = [weight // common for weight in weights], scale // common
        written = " ".join(map(hex, weights))
        place = self._places.setdefault((scale, written), len(self._rows))
        if place == len(self._rows):
            self._rows.append({"scale": hex(scale), "weights": written.split()})
        return place

    def written(self) -> dict[str, Any]:
        """The form of certificates."""
        named = {} if self.collapsed is None else {"collapsed": self.collapsed}
        return {"outputs": _named(self.outputs), "rows": self._rows, **named}


class ListedTable:
    """Laws that are listed output by output; the table has the outputs of all of them."""

    def __init__(self, collapsed: str | None = None) -> None:
        self.collapsed = collapsed
        self._outputs: dict[Label, int] = {}
        self._places: dict[tuple[tuple[int, mpq], ...], int] = {}

    def row(self, law: dict[Label, mpq]) -> int:
        """The number of a law."""
        for output in law:
            self._outputs.setdefault(output, len(self._outputs))
        key = tuple(sorted((self._outputs[y], p) for y, p in law.items() if p))
        return self._places.setdefault(key, len(self._places))

    def written(self) -> dict[str, Any]:
        """The form of certificates."""
        named = {} if self.collapsed is None else {"collapsed": self.collapsed}
        rows = [self._row(dict(law)) for law in self._places]
        return {"outputs": list(self._outputs), "rows": rows, **named}

    def _row(self, law: dict[int, mpq]) -> dict[str, Any]:
        return _scaled([law.get(place, mpq(0)) for place in range(len(self._outputs))])


class SeriesTable:
    """Laws on the integers, with tails that start where every question about them is settled."""

    def __init__(self) -> None:
        self.collapsed = None
        self._laws: list[Series] = []
        self._places: dict[Hashable, int] = {}
        self._start, self._stop = 0, 1

    def row(self, law: Series) -> int:
        """The number of a law."""
        self._reach(law.start, law.stop)
        right, left = settle(law.right, law.stop), settle(mirrored(law.left), 1 - law.start)
        self._reach(1 - left.cutoff, right.cutoff)
        tails = (frozenset(side.items()) for side in (law.left, law.right))
        key = law.start, law.body, *tails
        place = self._places.setdefault(key, len(self._laws))
        if place == len(self._laws):
            self._laws.append(law)
        return place

    def settle(self, p: Series, q: Series, level: Level) -> None:
        """Start the tails where the sign of P − αQ is settled."""
        start, stop = min(p.start, q.start), max(p.stop, q.stop)
        right = settle_at(p.right, q.right, level, stop)
        left = settle_at(mirrored(p.left), mirrored(q.left), level, 1 - start)
        self._reach(1 - left.cutoff, right.cutoff)

    def _reach(self, start: int, stop: int) -> None:
        self._start, self._stop = min(self._start, start), max(self._stop, stop)

    def written(self) -> dict[str, Any]:
        """The form of certificates."""
        outputs = [str(z) for z in range(self._start, self._stop)]
        return {"outputs": outputs, "rows": [self._row(law) for law in self._laws]}

    def _row(self, law: Series) -> dict[str, Any]:
        wide = law.within(self._start, self._stop)
        assert (wide.start, wide.stop) == (self._start, self._stop)
        tails = [_tail(mirrored(wide.left), 1 - wide.start), _tail(wide.right, wide.stop)]
        return {**_scaled(wide.body), "tails": tails}


Table = PackedTable | ListedTable | SeriesTable


def _named(outputs: Sequence[Label]) -> list[Label] | int:
    """The outputs, or their number where they are many and called "0", "1", and so on."""
    count = len(outputs)
    return count if count > MOST_NAMED and index_labels(count) == outputs else list(outputs)


def _tail(terms: Terms, first: int) -> list[list[str]]:
    """The terms c·b^z from a place on, as c·b^n with n counted from there."""
    parts = [(evaluate({b: c}, first), b) for b, c in sorted(terms.items(), reverse=True)]
    return [[hexadecimal(c), hexadecimal(b)] for c, b in parts]


def _scaled(shares: Sequence[mpq]) -> dict[str, Any]:
    """Probabilities as integer weights over one scale."""
    scale = lcm(*(int(share.denominator) for share in shares))
    weights = [hex(int(share.numerator) * (scale // int(share.denominator))) for share in shares]
    return {"scale": hex(scale), "weights": weights}
