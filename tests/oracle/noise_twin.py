"""Mechanisms with geometric noise that never ends, cut off, with a bound on what is missed.

The mechanisms are run as programs, once for every value of every noise in a window. Whatever lies
outside the window is missed; its mass is known exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import twin

Noise = dict[int, Fraction]
Queries = dict[str, list[int]]


@dataclass(frozen=True)
class Cut:
    """Laws that fall short of the true ones, outcome by outcome, by no more than is missed."""

    laws: twin.Mechanism
    missed: dict[twin.Label, Fraction]


def two_sided(ratio: Fraction, most: int) -> Noise:
    height = (1 - ratio) / (1 + ratio)
    return {z: height * ratio ** abs(z) for z in range(-most, most + 1)}


def one_sided(ratio: Fraction, most: int) -> Noise:
    return {z: (1 - ratio) * ratio**z for z in range(most + 1)}


def noise(ratio: Fraction, sided: int, most: int) -> Noise:
    if not ratio:
        return {0: Fraction(1)}
    return two_sided(ratio, most) if sided == 2 else one_sided(ratio, most)


def cut(laws: twin.Mechanism) -> Cut:
    return Cut(laws, {x: 1 - sum(law.values()) for x, law in laws.items()})


# noisy maxima


def noisy_max(
    queries: Queries, ratio: Fraction, sided: int, output: str, ties: str, most: int
) -> Cut:
    law = noise(ratio, sided, most)
    return cut({x: _noisy_max(answers, law, output, ties) for x, answers in queries.items()})


def _noisy_max(answers: Sequence[int], law: Noise, output: str, ties: str) -> twin.Law:
    found: twin.Law = {}
    for draws in product(law.items(), repeat=len(answers)):
        noisy = [q + z for q, (z, _) in zip(answers, draws, strict=True)]
        weight = Fraction(1)
        for _, p in draws:
            weight *= p
        winners = [i for i, v in enumerate(noisy) if v == max(noisy)]
        winners = winners[:1] if ties == "first" else winners
        for i in winners:
            shown = {"index": str(i), "value": str(max(noisy)), "both": (str(i), str(max(noisy)))}
            name = shown[output]
            found[name] = found.get(name, Fraction(0)) + weight / len(winners)
    return found


# the sparse vector technique


@dataclass(frozen=True)
class Sparse:
    threshold: int
    threshold_ratio: Fraction
    query_ratio: Fraction
    count: int = 1
    resample: bool = False
    variant: str = "correct"

    def cut(self, queries: Queries, most: int) -> Cut:
        return cut({x: self._law(answers, most) for x, answers in queries.items()})

    def _law(self, answers: Sequence[int], most: int) -> twin.Law:
        """All runs at once: {(shown, noisy threshold or None): weight}, query after query."""
        rho = noise(self.threshold_ratio, 2, most)
        nu = noise(self.query_ratio, 2, most)
        start = {self.threshold + z: p for z, p in rho.items()}
        runs = {((), t): p for t, p in start.items()}
        found: twin.Law = {}
        for q in answers:
            after: dict[tuple[twin.Label, int], Fraction] = {}
            for (shown, t), weight in runs.items():
                for answer, p in self._answers(q, nu, t).items():
                    self._go_on(after, found, start, (*shown, answer), t, weight * p)
            runs = after
        for (shown, _), weight in runs.items():
            found[shown] = found.get(shown, Fraction(0)) + weight
        return found

    def _answers(self, q: int, nu: Noise, t: int) -> twin.Law:
        found: twin.Law = {}
        for z, p in nu.items():
            above = str(q + z) if self.variant == "release_value" else "above"
            answer = above if q + z >= t else "below"
            found[answer] = found.get(answer, Fraction(0)) + p
        return found

    def _go_on(
        self,
        after: dict[tuple[twin.Label, int], Fraction],
        found: twin.Law,
        start: Noise,
        shown: twin.Label,
        t: int,
        weight: Fraction,
    ) -> None:
        above = sum(answer != "below" for answer in shown)
        if shown[-1] == "below":
            after[shown, t] = after.get((shown, t), Fraction(0)) + weight
        elif above == self.count and self.variant != "no_stop":
            found[shown] = found.get(shown, Fraction(0)) + weight
        elif self.resample:
            for again, p in start.items():
                after[shown, again] = after.get((shown, again), Fraction(0)) + weight * p
        else:
            after[shown, t] = after.get((shown, t), Fraction(0)) + weight


# what is known of the true laws


def hockey_stick(
    cut: Cut, x: twin.Label, y: twin.Label, low: Fraction, high: Fraction
) -> tuple[Fraction, Fraction]:
    """Bounds of H_α for every α of [low, high]: Σ [p − αq]₊ moves by what P and Q miss."""
    p, q = cut.laws[x], cut.laws[y]
    least = twin.hockey_stick(p, q, high) - high * cut.missed[y]
    return max(Fraction(0), least), twin.hockey_stick(p, q, low) + cut.missed[x]


def delta_star(
    cut: Cut, pairs: Sequence[twin.Pair], low: Fraction, high: Fraction
) -> tuple[Fraction, Fraction]:
    found = [hockey_stick(cut, x, y, low, high) for x, y in twin.ordered(pairs)]
    return max(f[0] for f in found), max(f[1] for f in found)


def ratios(cut: Cut, x: twin.Label, y: twin.Label) -> Iterator[tuple[Fraction, Fraction | None]]:
    """Bounds of P/Q at every outcome that was seen (None where Q may be 0)."""
    p, q = cut.laws[x], cut.laws[y]
    for z, weight in p.items():
        there = q.get(z, Fraction(0))
        most = (weight + cut.missed[x]) / there if there else None
        low = there + cut.missed[y]
        if low:
            yield weight / low, most
