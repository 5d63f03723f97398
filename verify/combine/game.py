"""The game in which the pair of inputs may change from round to round, worked out for all levels.

An adversary who may choose another pair of neighbours in every round, with the outputs so far in
hand, tells two worlds apart: in one the first inputs of the pairs are seen, in the other the second
ones. With weights a and b of what has happened so far in the two worlds, the most that can be
gained in n more rounds is

    V_n(a, b) = max over pairs of Σ_y V_{n−1}(a·P(y), b·Q(y)),   V_0(a, b) = [a − α·b]₊.

V_n is b times a convex function of a/b that consists of finitely many lines with rational
coefficients, so it is worked out exactly, for all α at once: with t = a/(α·b),

    V_n/(α·b) = Σ_x w_x·[t − x]₊,

where w_x are the weights under P of a pair of laws with ratios 1/x.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import TypeAlias

from gmpy2 import mpq

from verify import resources
from verify.combine.adaptive import Adaptive
from verify.combine.components import Aligned
from verify.combine.product import Fresh
from verify.errors import NotAvailableError
from verify.exact.quotient import Number, Quotient
from verify.law.adjacency import Edge
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.law.pair import INFINITE, outcome_count, outcomes

__all__ = ["Curve", "Game", "Pace"]

Line: TypeAlias = "tuple[mpq, mpq]"
"""(s, c): the line s·t − c"""

Branch: TypeAlias = "tuple[mpq, mpq, Curve]"
"""Probabilities of an output in the two worlds, and what the game is worth after it"""

LINE_SECONDS, LINE_BITS = 5e-6, 500
"""What one line of a curve costs in one branch, and how many of its bits cost as much again"""

GAME = "the exact value of a game whose pair may change every round"
LINES = "the number of lines of the game"

FEW_ROUNDS = 8
"""So many rounds tell how the number of lines grows"""


@dataclass(frozen=True, slots=True)
class Curve:
    """t ↦ slope·t + Σ w·[t − x]₊: what can be gained from here on, in units of α."""

    slope: mpq
    kinks: tuple[tuple[mpq, mpq], ...]
    """(x, w), ascending"""

    def lines(self) -> Iterable[Line]:
        """The lines whose maximum it is, by ascending slope."""
        s, c = self.slope, mpq(0)
        yield s, c
        for x, w in self.kinks:
            s, c = s + w, c + w * x
            yield s, c


_END = Curve(mpq(0), ((mpq(1), mpq(1)),))


class Pace:
    """What a game has taken so far, and will take, by estimates that follow from sizes alone."""

    def __init__(self, *, has_bounds: bool = False) -> None:
        self._has_bounds = has_bounds
        """whether bounds are a way out"""
        self._seconds = 0.0

    def add(self, branches: Sequence[Branch]) -> None:
        """Note a round, before it is worked out."""
        for _, _, curve in branches:
            if curve.kinks:
                x, w = curve.kinks[-1]
                bits = x.denominator.bit_length() + w.denominator.bit_length()
                self._seconds += len(curve.kinks) * LINE_SECONDS * (1 + bits / LINE_BITS)
        self._check(self._seconds)

    def check_lines(self, lines: int) -> None:
        """Refuse too many lines of one curve."""
        bounds = f", {resources.BOUNDS}" if self._has_bounds else ""
        resources.check("classes", lines, LINES, way_out=f"fewer releases{bounds}")

    def look_ahead(self, sizes: Sequence[int], left: int) -> None:
        """Refuse what will pass a limit if lines go on to get more by the same power of rounds."""
        done = len(sizes) - 1
        if done < FEW_ROUNDS or not left:
            return
        power = max(log2(sizes[done] / sizes[done // 2]), 0.0)
        growth = (done + left) / done
        lines = sizes[done] * growth**power
        self.check_lines(int(lines))
        self._check(self._seconds * growth ** (power + 2))  # once for all rounds, once for bits

    def _check(self, seconds: float) -> None:
        resources.check_work(seconds, 0, GAME, bounds=not self._has_bounds)


class Game:
    """The rounds of one game."""

    def __init__(self, pairs: Sequence[Edge], pace: Pace | None = None) -> None:
        self.pairs = tuple(pairs)
        """of inputs, in the order of the outermost mechanism"""
        self._pace = pace or Pace()

    def of(self, mechanism: Mechanism, pairs: Sequence[Edge]) -> Curve:
        """What a mechanism is worth whose first round has one of these pairs.

        Raises `verify.LimitError` where there are too many lines, or too much work is to come.
        """
        match mechanism:
            case Fresh():
                return self._fresh(mechanism, pairs)
            case Adaptive():
                return self._adaptive(mechanism, pairs)
            case _:
                return self.round(Aligned(mechanism, mechanism.inputs), pairs)

    def round(self, part: Aligned, pairs: Sequence[Edge], after: Curve | None = None) -> Curve:
        """One round, whatever comes out of which the game goes on alike, or is over."""
        return self._best(part, pairs, dict.fromkeys(_outputs(part, pairs[0]), after or _END))

    def _fresh(self, mechanism: Fresh, pairs: Sequence[Edge]) -> Curve:
        """The last round first."""
        parts = mechanism.aligned
        rounds = list(parts) * mechanism.count if len(parts) == 1 else list(parts)
        curve, sizes = _END, [1]
        for number, part in reversed(list(enumerate(rounds))):
            curve = self.round(part, self.pairs if number else pairs, curve)
            sizes.append(len(curve.kinks))
            self._pace.look_ahead(sizes, number)
        return curve

    def _adaptive(self, mechanism: Adaptive, pairs: Sequence[Edge]) -> Curve:
        """The last releases first; no recursion, as interactions may be long."""
        known: dict[int, Curve] = {}
        stack = [(mechanism, self)]
        while True:
            node, game = stack[-1]
            after = [m for m in node.following.values() if m is not None]
            missing = {id(m): m for m in after if id(m) not in known}
            if missing:
                stack += game._open(node, missing, known)
                continue
            stack.pop()
            if id(node) in known:
                continue
            first = Aligned(node.first, node.inputs)
            then = {y: _END if m is None else known[id(m)] for y, m in node.following.items()}
            curve = game._best(first, game.pairs if stack else pairs, then)
            if not stack:
                return curve
            known[id(node)] = curve

    def _open(
        self, node: Adaptive, missing: dict[int, Mechanism], known: dict[int, Curve]
    ) -> list[tuple[Adaptive, Game]]:
        """What follows a node: worked out where it is no tree, else to be looked at."""
        found: list[tuple[Adaptive, Game]] = []
        for key, then in missing.items():
            part = Aligned(then, node.inputs)
            pairs = [(part.place(i), part.place(j)) for i, j in self.pairs]
            game = Game(pairs, self._pace)
            if isinstance(then, Adaptive):
                found.append((then, game))
            else:
                known[key] = game.of(then, pairs)
        return found

    def _best(self, part: Aligned, pairs: Sequence[Edge], after: dict[Label, Curve]) -> Curve:
        """One round, after the outputs of which the game is worth what their curves say."""
        curves = []
        for i, j in pairs:
            laws = _law(part.mechanism, part.place(i), part.place(j))
            branches = [(p, q, after[y]) for y, p, q in laws if p or q]
            self._pace.add(branches)
            curves.append(_joined(branches))
            self._pace.check_lines(len(curves[-1].kinks))
        return _best(curves)


def _outputs(part: Aligned, pair: Edge) -> list[Label]:
    i, j = pair
    return [y for y, _, _ in _law(part.mechanism, part.place(i), part.place(j))]


def _law(mechanism: Mechanism, first: int, second: int) -> list[tuple[Label, mpq, mpq]]:
    pair = mechanism.pair(first, second)
    count = outcome_count(pair)
    if count >= INFINITE and mechanism.is_infinite():
        problem = "the game of a law with infinitely many outputs"
        raise NotAvailableError(f"{problem} is not available", form="a finite law")
    resources.check("classes", count, "the number of outcomes of one round")
    return [(y, _rational(p), _rational(q)) for y, p, q in outcomes(pair)]


def _rational(number: Number) -> mpq:
    if isinstance(number, Quotient):
        problem = "the game of a law with powers of e is not available"
        raise NotAvailableError(problem, form="rational probabilities")
    return number


def _joined(branches: list[Branch]) -> Curve:
    """Outcomes of weights p and q, after which the game is worth what their curves say."""
    slope = mpq(0)
    kinks: dict[mpq, mpq] = {}
    for p, q, curve in branches:
        if not q:
            slope += p
        elif p:
            slope += p * curve.slope
            for x, w in curve.kinks:
                place = x * q / p
                kinks[place] = kinks.get(place, mpq(0)) + w * p
    return Curve(slope, tuple(sorted(kinks.items())))


def _best(curves: list[Curve]) -> Curve:
    """The maximum of several curves: the upper envelope of their lines for t >= 0."""
    if len(curves) == 1:
        return curves[0]
    found: list[Line] = []
    for s, c in sorted({line for curve in curves for line in curve.lines()}):
        if found and found[-1][0] == s:
            continue  # the same slope, and lower
        while found and _is_hidden(found, (s, c)):
            found.pop()
        found.append((s, c))
    kinks = []
    for (s, c), (next_s, next_c) in pairwise(found):
        kinks.append(((next_c - c) / (next_s - s), next_s - s))
    return Curve(found[0][0], tuple(kinks))


def _is_hidden(found: list[Line], line: Line) -> bool:
    """Whether the last line is nowhere above both the one before it and a new, steeper one."""
    s, c = found[-1]
    if c >= line[1]:  # for all t >= 0 the steeper line is above it
        return True
    if len(found) == 1:
        return False
    before_s, before_c = found[-2]
    return bool((c - before_c) * (line[0] - s) >= (line[1] - c) * (s - before_s))
