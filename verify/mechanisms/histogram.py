"""``thresholded_histogram``: noisy counts of the keys that occur, shown from a threshold on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from gmpy2 import mpq, mpz

from verify import resources
from verify.exact.rational import Exact
from verify.law.channel import ALL_PAIRS, Channel
from verify.law.labels import Label, key_text, labels
from verify.law.mechanism import Mechanism
from verify.law.naming import Shown
from verify.law.pair import ProductPair, RenamedPair
from verify.mechanisms.entries import read_inputs, read_row
from verify.mechanisms.noise import integer_label, noise_ratio

__all__ = ["ThresholdedHistogram", "thresholded_histogram"]

HIDDEN: Label = "hidden"

Counts: TypeAlias = tuple[int, ...]
"""The counts that one key has under the inputs, ascending"""

FORM = 'counts {input: {key: integer}} such as {"with": {"a": 1}, "without": {}}'


class ThresholdedHistogram(Mechanism):
    """One independent release per key: its noisy count, or nothing."""

    __slots__ = ("absent", "adjacency", "inputs", "keys", "tables")

    def __init__(
        self, counts: dict[Label, dict[Label, int]], keys: tuple[Label, ...], noise: _Noise
    ) -> None:
        self.inputs = tuple(counts)
        self.absent = None
        self.adjacency = ALL_PAIRS
        self.keys = Shown(keys, HIDDEN)
        self.tables = _tables(counts, keys, noise)
        """for every key a channel of its counts, and the row of every input"""

    def pair(self, first: int, second: int) -> RenamedPair:
        """The product of the keys' pairs, as arrays of what is shown."""
        factors = tuple(channel.pair(rows[first], rows[second]) for channel, rows in self.tables)
        return RenamedPair(ProductPair(factors), self.keys)

    def answer_bits(self) -> int:
        """The most that a single key needs."""
        return max((channel.answer_bits() for channel, _ in self.tables), default=0)

    def is_infinite(self) -> bool:
        """Large counts are collapsed into one output such as ">=5"."""
        return True

    def __repr__(self) -> str:
        return f"<ThresholdedHistogram of {len(self.tables)} keys>"


def thresholded_histogram(
    counts: Mapping[Any, Mapping[Any, Exact]], ratio: Exact, threshold: Exact
) -> ThresholdedHistogram:
    """Counts with two-sided geometric noise, of the keys that occur, shown from a threshold on.

    ``counts`` is {input: {key: integer >= 0}}; a key that is absent has count 0. Every key with a
    positive count c gets independent noise, P(Z = z) = r^|z|·(1 − r)/(1 + r), and is shown iff
    c + Z >= threshold; a key with count 0 shows nothing. The output is the array of [key, count]
    of the keys shown, sorted by key. From the greatest of a key's counts and the threshold on, all
    ratios are constant, so that tail is one label ">=m": nothing is lost. Inputs are the keys of
    ``counts``; default adjacency all_pairs. Closed form: a key that occurs only with the count c
    under one of the inputs costs δ* >= r^(threshold − c)/(1 + r) at every level. Source: Korolova,
    Kenthapadi, Mishra and Ntoulas 2009, with geometric noise.

    Raises `verify.InputError` for a ratio outside (0, 1), a negative count, or a count or threshold
    that is no integer.

    >>> from verify.claim.verdict import certify
    >>> release = thresholded_histogram({"with": {"a": 1}, "without": {}}, "1/2", 5)
    >>> certify(release, alpha=10).delta_star, certify(release, alpha=10).witness.event.text
    (1/24, 'the output is [["a", ">=5"]]')
    """
    rows = {
        x: read_row(row, f"counts.{key_text(x)}", _count)
        for x, row in read_inputs(counts, "counts", FORM).items()
    }
    noise = _Noise(noise_ratio(ratio), integer_label(threshold, "threshold"))
    every = dict.fromkeys(key for row in rows.values() for key in row)
    keys = sorted(labels(every, "counts"), key=key_text)
    occurring = tuple(key for key in keys if any(row.get(key) for row in rows.values()))
    resources.check("cells", len(rows) * len(occurring), "the number of counts", "counts")
    return ThresholdedHistogram(rows, occurring, noise)


def _count(value: Exact, at: str) -> int:
    return integer_label(value, at, least=0)


@dataclass(frozen=True, slots=True)
class _Noise:
    """What one key releases: "hidden", or its noisy count if that reaches the threshold."""

    ratio: mpq
    threshold: int

    def top(self, counts: Counts) -> int:
        """The least value in the collapsed tail."""
        return max(*counts, self.threshold)

    def size(self, counts: Counts) -> int:
        """Cells of the channel."""
        return len(counts) * (self.top(counts) - self.threshold + 2)

    def steps(self, counts: Counts) -> int:
        """The greatest distance from a positive count to a value that matters."""
        ends = (self.threshold - 1, self.top(counts))
        return max(abs(v - count) for v in ends for count in counts if count)

    def bits(self, counts: Counts) -> int:
        """Bits of the common denominator."""
        return (self.steps(counts) + 2) * int(self.ratio.denominator.bit_length())

    def channel(self, counts: Counts) -> Channel:
        """From each of the counts to "hidden", the values from the threshold on, and the tail."""
        top, steps = self.top(counts), self.steps(counts)
        powers = _Powers(self.ratio, steps)
        rows = [self._row(count, top, powers) for count in counts]
        return Channel.from_weights(
            counts,
            [HIDDEN, *range(self.threshold, top), f">={top}"],
            rows,
            (self.ratio.numerator + self.ratio.denominator) * powers[0],
            collapsed=f"geometric noise of ratio {self.ratio} on {counts} from {self.threshold}",
        )

    def _row(self, count: int, top: int, powers: _Powers) -> list[mpz]:
        """Weights over (a + b)·b^steps: the tail from distance d on weighs r^d·b^steps·b."""
        a, b = self.ratio.numerator, self.ratio.denominator
        total = (a + b) * powers[0]
        if count == 0:
            return [total] + [mpz(0)] * (top - self.threshold + 1)
        below = count - self.threshold + 1  # hidden: at least so far below the count
        hidden = b * powers[below] if below >= 0 else total - b * powers[1 - below]
        values = [(b - a) * powers[abs(v - count)] for v in range(self.threshold, top)]
        return [hidden, *values, b * powers[top - count]]


class _Powers(dict[int, mpz]):
    """r^k·b^steps for the distances k that are asked for."""

    def __init__(self, ratio: mpq, steps: int) -> None:
        self.ratio = ratio
        self.steps = steps

    def __missing__(self, k: int) -> mpz:
        a, b = self.ratio.numerator, self.ratio.denominator
        found = self[k] = a**k * b ** (self.steps - k)
        return found


def _tables(
    counts: dict[Label, dict[Label, int]], keys: tuple[Label, ...], noise: _Noise
) -> tuple[tuple[Channel, tuple[int, ...]], ...]:
    """The channel of every key, and its row for every input; keys with equal counts share it."""
    rows = [[row.get(key, 0) for row in counts.values()] for key in keys]
    occurring = [tuple(sorted(set(row))) for row in rows]
    kinds = set(occurring)
    what = "the number of noisy counts from the threshold to the greatest count"
    resources.check("outcomes", sum(map(noise.size, kinds)), what, "counts")
    most = max(map(noise.bits, kinds), default=0)
    resources.check("answer_bits", most, "the bits of one exact probability", "threshold")
    bits = sum(noise.size(kind) * noise.bits(kind) for kind in kinds)
    resources.check("class_bits", bits, "the bits of all weights", "threshold")
    channels = {kind: noise.channel(kind) for kind in kinds}
    found = []
    for row, kind in zip(rows, occurring, strict=True):
        place = {count: i for i, count in enumerate(kind)}
        found.append((channels[kind], tuple(place[count] for count in row)))
    return tuple(found)
