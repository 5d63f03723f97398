"""Releases whose pair of inputs may change from round to round: the exact value of the game.

An adversary who may choose another pair of neighbours in every round, with the outputs so far in
hand, tells two worlds apart: in one the first inputs of the pairs are seen, in the other the second
ones. With weights a and b of what has happened so far in the two worlds, the most that can be
gained in n more rounds is

    V_n(a, b) = max over pairs of Σ_y V_{n−1}(a·P(y), b·Q(y)),   V_0(a, b) = [a − α·b]₊.

V_n is b times a convex function of a/b that consists of finitely many lines with rational
coefficients, so it is worked out exactly, for all α at once: with t = a/(α·b),

    V_n/(α·b) = Σ_x w_x·[t − x]₊,

where w_x are the weights under P of a pair of laws with ratios 1/x. That pair of laws has the
profile of the game, and stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from gmpy2 import mpq

from verify import resources
from verify.combine.adaptive import Adaptive
from verify.combine.components import Aligned
from verify.combine.product import Fresh
from verify.errors import InputError, NotAvailableError
from verify.exact.quotient import Number, Quotient
from verify.law.adjacency import Adjacency, Edge
from verify.law.channel import Channel
from verify.law.labels import Label
from verify.law.mechanism import Mechanism
from verify.law.pair import INFINITE, TablePair, outcome_count, outcomes

__all__ = ["PerRound", "per_round"]

LONGEST = 60
"""Characters of a likelihood ratio that names an output"""

Line: TypeAlias = "tuple[mpq, mpq]"
"""(s, c): the line s·t − c"""


@dataclass(frozen=True, slots=True)
class _Curve:
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


_END = _Curve(mpq(0), ((mpq(1), mpq(1)),))


class PerRound(Mechanism):
    """A composed mechanism against an adversary who chooses the pair of inputs in every round."""

    __slots__ = ("_tables", "absent", "adjacency", "inputs", "of")

    def __init__(self, of: Fresh | Adaptive) -> None:
        self._tables: dict[tuple[Adjacency, int, int], Channel] = {}
        self.of = of
        self.inputs = of.inputs
        self.absent = of.absent
        self.adjacency = of.adjacency

    def origin(self) -> Mechanism:
        """Where its inputs and their neighbours come from: that of the releases."""
        return self.of.origin()

    def answer_bits(self) -> int:
        """Those of the releases."""
        return self.of.answer_bits()

    def is_infinite(self) -> bool:
        """Whether a release has infinitely many outcomes."""
        return self.of.is_infinite()

    def protecting(self, adjacency: Adjacency) -> PerRound:
        """The same game, in which the pairs are the neighbours under an adjacency."""
        return self if adjacency is self.adjacency else self.under(adjacency)

    def pair(self, first: int, second: int) -> TablePair:
        """A pair of laws with the profile of the game whose first pair of inputs this is."""
        key = self.adjacency, first, second
        if key not in self._tables:
            self._tables[key] = self._table(first, second)
        return self._tables[key].pair(0, 1)

    def _table(self, first: int, second: int) -> Channel:
        if first == second:
            return Channel(["0", "1"], ["1"], [[1], [1]])
        pairs = self.pairs(first, second)
        curve = _Game(tuple(pairs)).of(self.of, [(first, second)])
        weights = [(w, w * x) for x, w in curve.kinks] + [(curve.slope, mpq(0))]
        missing = 1 - sum((q for _, q in weights), mpq(0))
        weights.append((mpq(0), missing))
        kept = [each for each in weights if any(each)]
        names = [_name(i, p, q) for i, (p, q) in enumerate(kept)]
        return Channel(["0", "1"], names, [[p for p, _ in kept], [q for _, q in kept]])

    def pairs(self, first: int, second: int) -> list[Edge]:
        """The pairs that may be chosen: a record that is added in one round is added in all."""
        edges = self.edges(self.adjacency)
        turned = [(j, i) for i, j in edges]
        if self.adjacency.kind != "add_remove":
            return [*edges, *turned]
        return list(edges) if (first, second) in edges else turned

    def __repr__(self) -> str:
        return f"<PerRound {self.of!r}>"


@dataclass(frozen=True, slots=True)
class _Game:
    """The rounds of one game."""

    pairs: tuple[Edge, ...]
    """of inputs, in the order of the outermost mechanism"""

    def of(self, mechanism: Mechanism, pairs: Sequence[Edge]) -> _Curve:
        """What a mechanism is worth whose first round has one of these pairs."""
        match mechanism:
            case Fresh():
                return self._fresh(mechanism, pairs)
            case Adaptive():
                return self._adaptive(mechanism, pairs, {})
            case _:
                return _best([_round(mechanism, i, j, _END) for i, j in pairs])

    def _fresh(self, mechanism: Fresh, pairs: Sequence[Edge]) -> _Curve:
        """The last round first."""
        parts = mechanism.aligned
        rounds = list(parts) * mechanism.count if len(parts) == 1 else list(parts)
        curve = _END
        for number, part in reversed(list(enumerate(rounds))):
            chosen = self.pairs if number else pairs
            curve = _best([_of_aligned(part, i, j, curve) for i, j in chosen])
        return curve

    def _adaptive(
        self, mechanism: Adaptive, pairs: Sequence[Edge], known: dict[int, _Curve]
    ) -> _Curve:
        after: dict[Label, _Curve] = {}
        for y, then in mechanism.following.items():
            if then is not None and id(then) not in known:
                known[id(then)] = self._next(then, mechanism, known)
            after[y] = _END if then is None else known[id(then)]
        first = Aligned(mechanism.first, mechanism.inputs)
        return _best([_branching(first, i, j, after) for i, j in pairs])

    def _next(self, then: Mechanism, before: Mechanism, known: dict[int, _Curve]) -> _Curve:
        part = Aligned(then, before.inputs)
        game = _Game(tuple([(part.place(i), part.place(j)) for i, j in self.pairs]))
        if isinstance(then, Adaptive):
            return game._adaptive(then, game.pairs, known)
        return game.of(then, game.pairs)


def per_round(of: Mechanism) -> PerRound:
    """``fresh`` or ``adaptive`` releases against an adversary who changes the pair every round.

    δ*(α) is the exact value of the game: in every round the adversary chooses an ordered pair of
    neighbours by the outputs so far, one world sees its first inputs and the other its second ones,
    and the worlds are told apart at the end. Under "add_remove" the record is in the data in one
    world and out of them in the other throughout. The answer for a pair of inputs is that of the
    game whose first round has this pair.

    Raises `verify.NotAvailableError` for laws with powers of e, `verify.LimitError` where the value
    has more lines than the limit ``classes``.

    >>> from verify.combinators import fresh
    >>> from verify.law.channel import Channel
    >>> from verify.profiles.profile import profile
    >>> three = fresh(Channel("ab", "xy", [["1/2", "1/2"], ["1/3", "2/3"]]), 3)
    >>> profile(three).delta(alpha=2), profile(per_round(three)).delta(alpha=2)
    (11/216, 1/18)
    """
    if not isinstance(of, Fresh | Adaptive):
        form = "fresh or adaptive releases"
        raise InputError(f"{of!r} has no rounds", at="of", form=form)
    return PerRound(of)


def _of_aligned(part: Aligned, first: int, second: int, after: _Curve) -> _Curve:
    return _round(part.mechanism, part.place(first), part.place(second), after)


def _round(mechanism: Mechanism, first: int, second: int, after: _Curve) -> _Curve:
    """One round, whatever comes out of which the game goes on alike."""
    laws = _law(mechanism, first, second)
    return _joined([(p, q, after) for _, p, q in laws])


def _branching(part: Aligned, first: int, second: int, after: dict[Label, _Curve]) -> _Curve:
    laws = _law(part.mechanism, part.place(first), part.place(second))
    return _joined([(p, q, after[y]) for y, p, q in laws if p or q])


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


def _joined(branches: list[tuple[mpq, mpq, _Curve]]) -> _Curve:
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
        resources.check("classes", len(kinks), "the number of lines of the game")
    return _Curve(slope, tuple(sorted(kinks.items())))


def _best(curves: list[_Curve]) -> _Curve:
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
    return _Curve(found[0][0], tuple(kinks))


def _is_hidden(found: list[Line], line: Line) -> bool:
    """Whether the last line is nowhere above both the one before it and a new, steeper one."""
    s, c = found[-1]
    if c >= line[1]:  # for all t >= 0 the steeper line is above it
        return True
    if len(found) == 1:
        return False
    before_s, before_c = found[-2]
    return bool((c - before_c) * (line[0] - s) >= (line[1] - c) * (s - before_s))


def _name(number: int, p: mpq, q: mpq) -> str:
    """An output of the pair of laws that stands for the game is named by its likelihood ratio."""
    text = f"{p / q}" if q else "infinity"
    return f"likelihood ratio {text}" if len(text) <= LONGEST else f"likelihood ratio #{number}"
