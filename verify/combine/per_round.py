"""Releases whose pair of inputs may change from round to round: the game, and bounds of it.

The exact value of the game is that of one pair of laws, which stands for it (`game`). The number of
its ratios grows with the rounds. Where they get too many there is something below and something
above. One pair of neighbours in every round is a choice that the adversary has. And whatever is
chosen in a round has a profile below that of its dominating pair, at all levels, so the product of
those is above any adaptive choice (Zhu, Dong and Wang 2022, theorem 10; here by induction, as V_n
is the maximum over pairs of a sum that is Σ w_x·V_{n−1} for the dominating pair).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from gmpy2 import mpq

from verify.combine.adaptive import Adaptive
from verify.combine.game import Curve, Game, Pace
from verify.combine.product import Fresh
from verify.errors import InputError
from verify.law.adjacency import Adjacency, Edge
from verify.law.channel import Channel
from verify.law.labels import show
from verify.law.mechanism import Mechanism
from verify.law.pair import Pair, PowerPair, ProductPair, TablePair
from verify.law.pair_bounds import PairBounds

__all__ = ["PerRound", "per_round"]

LONGEST = 60
"""Characters of a likelihood ratio that names an output"""


class PerRound(Mechanism):
    """A composed mechanism against an adversary who chooses the pair of inputs in every round."""

    __slots__ = ("_above", "_tables", "absent", "adjacency", "inputs", "of")

    def __init__(self, of: Fresh | Adaptive) -> None:
        self._tables: dict[tuple[Adjacency, int, int], Channel] = {}
        self._above: dict[tuple[Edge, ...], Pair] = {}
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

    def is_game(self) -> bool:
        """Yes: the law of an output depends on the pair that is chosen in its round."""
        return True

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
        pace = Pace(has_bounds=isinstance(self.of, Fresh))
        game = Game(self.pairs(first, second), pace)
        return _channel(game.of(self.of, [(first, second)]))

    def bounds(self, first: int, second: int) -> PairBounds | None:
        """One fixed pair below, and the dominating pair of every round above; None for trees."""
        if not isinstance(self.of, Fresh) or first == second:
            return None
        pairs = tuple(self.pairs(first, second))
        if pairs not in self._above:
            self._above[pairs] = self._dominating(self.of, pairs)
        below, count = self.of.pair(first, second), self.of.count
        i, j = (show(self.inputs[place]) for place in (first, second))
        fixed = f"the pair {i}, {j} in each of {count} rounds, which the adversary may choose"
        free = f"the dominating pair of one round in each of {count} rounds: no choice gains more"
        return PairBounds(below, self._above[pairs], fixed, free)

    def _dominating(self, of: Fresh, pairs: tuple[Edge, ...]) -> Pair:
        """A pair of laws with the greatest profile of all pairs, for every round."""
        found: dict[int, Pair] = {}
        for part in of.aligned:
            if id(part.mechanism) not in found:
                channel = _channel(Game(pairs).round(part, pairs))
                found[id(part.mechanism)] = channel.pair(0, 1)
        if len(of.aligned) == 1:
            return PowerPair(found[id(of.aligned[0].mechanism)], of.count)
        return ProductPair(tuple([found[id(part.mechanism)] for part in of.aligned]))

    def kinds(self, edges: Sequence[Edge]) -> Sequence[Hashable] | None:
        """Those of the releases: of the first pair, its laws are all that counts."""
        return self.of.kinds(edges)

    def pairs(self, first: int, second: int) -> list[Edge]:
        """The pairs that may be chosen: a record that is added in one round is added in all."""
        edges = self.edges(self.adjacency)
        turned = [(j, i) for i, j in edges]
        if self.adjacency.kind != "add_remove":
            return [*edges, *turned]
        return list(edges) if (first, second) in edges else turned

    def __repr__(self) -> str:
        return f"<PerRound {self.of!r}>"


def per_round(of: Mechanism) -> PerRound:
    """``fresh`` or ``adaptive`` releases against an adversary who changes the pair every round.

    δ*(α) is the exact value of the game: in every round the adversary chooses an ordered pair of
    neighbours by the outputs so far, one world sees its first inputs and the other its second ones,
    and the worlds are told apart at the end. Under "add_remove" the record is in the data in one
    world and out of them in the other throughout. The answer for a pair of inputs is that of the
    game whose first round has this pair.

    Where the exact value is out of reach, `verify.certify` gives bounds for ``fresh`` releases: one
    pair in all rounds below, the dominating pair of every round above. The law of an output
    depends on what the adversary chose, so no input has one: nothing else is made of a game, and
    measures of laws are refused.

    Raises `verify.NotAvailableError` for laws with powers of e, `verify.LimitError` where the exact
    value has more lines than the limit ``classes``, or would take too long.

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


def _channel(curve: Curve) -> Channel:
    """The pair of laws with a curve as its profile."""
    weights = [(w, w * x) for x, w in curve.kinks] + [(curve.slope, mpq(0))]
    missing = 1 - sum((q for _, q in weights), mpq(0))
    weights.append((mpq(0), missing))
    kept = [each for each in weights if any(each)]
    names = [_name(i, p, q) for i, (p, q) in enumerate(kept)]
    return Channel(["0", "1"], names, [[p for p, _ in kept], [q for _, q in kept]])


def _name(number: int, p: mpq, q: mpq) -> str:
    """An output of the pair of laws that stands for the game is named by its likelihood ratio."""
    text = f"{p / q}" if q else "infinity"
    return f"likelihood ratio {text}" if len(text) <= LONGEST else f"likelihood ratio #{number}"
