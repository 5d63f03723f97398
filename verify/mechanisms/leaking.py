"""``leaky``: the mechanism that shows what δ can mean."""

from __future__ import annotations

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.exact.quotient import Number
from verify.exact.rational import Exact, probability
from verify.law.adjacency import Adjacency
from verify.law.channel import ALL_PAIRS, AnyChannel, Channel, from_laws
from verify.law.labels import Label, labels
from verify.law.mechanism import Mechanism, require_law
from verify.law.naming import Alone, Same
from verify.law.pair import Branch, Pair, TablePair, UnionPair, has_outcome, outcome_count

__all__ = ["Leaky", "leaky"]

NOTHING: Label = "none"


class Leaky(Mechanism):
    """With probability δ the input itself, as ["leak", x]; otherwise of(x), or "none"."""

    __slots__ = ("absent", "adjacency", "delta", "inputs", "of", "table")

    def __init__(self, delta: mpq, inputs: tuple[Label, ...], of: Mechanism | None) -> None:
        self.delta = delta
        self.of = of
        self.inputs = inputs
        self.absent = of.absent if of else None
        self.adjacency: Adjacency = ALL_PAIRS
        self.table: AnyChannel | None = self._merged() if self._clashes() else None
        """the law written out, where a leak could be mistaken for an output of ``of``"""

    def origin(self) -> Mechanism:
        """Where its inputs and their neighbours come from: ``of``, if there is one."""
        return self if self.of is None else self.of.origin()

    def answer_bits(self) -> int:
        """Those of ``of``."""
        return 0 if self.of is None else self.of.answer_bits()

    def is_infinite(self) -> bool:
        """Whether ``of`` has infinitely many outcomes."""
        return self.of is not None and self.of.is_infinite()

    def as_table(self) -> Channel | None:
        """The law written out, if it had to be."""
        return None if self.table is None else self.table.as_table()

    def pair(self, first: int, second: int) -> Pair:
        """The leak of either input, and what is released otherwise."""
        if self.table is not None:
            return self.table.pair(first, second)
        leaks = [self._leak(i, first, second) for i in dict.fromkeys((first, second))]
        rest = 1 - self.delta
        if self.of is None:
            return UnionPair((*leaks, Branch(rest, rest, None, Alone(NOTHING))))
        return UnionPair((*leaks, Branch(rest, rest, self.of.pair(first, second), Same())))

    def _leak(self, leaked: int, first: int, second: int) -> Branch:
        p = self.delta if leaked == first else mpq(0)
        q = self.delta if leaked == second else mpq(0)
        return Branch(p, q, None, Alone(("leak", self.inputs[leaked])))

    def _clashes(self) -> bool:
        """Whether a leak has the name of an output of ``of``: one observation, not two."""
        if self.of is None:
            return False
        leaks: set[Label] = {("leak", x) for x in self.inputs}
        tables: set[int] = set()
        for i in range(len(self.inputs)):
            pair = self.of.pair(i, i)
            if not isinstance(pair, TablePair):
                if any(has_outcome(pair, leak) for leak in leaks):
                    return True
            elif id(pair.channel) not in tables:  # rows of one table have the same outputs
                tables.add(id(pair.channel))
                if not leaks.isdisjoint(pair.channel.outputs):
                    return True
        return False

    def _merged(self) -> AnyChannel:
        laws: list[dict[Label, Number]] = []
        for i, leaked in enumerate(self.inputs):
            assert self.of is not None
            size = outcome_count(self.of.pair(i, i)) * len(self.inputs)
            resources.check("outcomes", size, "the size of the written-out table", "of")
            law = {y: (1 - self.delta) * p for y, p in self.of.law(leaked).items()}
            name: Label = ("leak", leaked)
            law[name] = law.get(name, mpq(0)) + self.delta
            laws.append(law)
        return from_laws(self.inputs, laws, self.absent, self.adjacency)

    def __repr__(self) -> str:
        return f"<Leaky with probability {self.delta}>"


def leaky(
    delta: Exact, of: Mechanism | None = None, *, inputs: tuple[object, ...] = ("0", "1")
) -> Leaky:
    """With probability δ the output ["leak", x], otherwise of(x), or "none" without ``of``.

    δ*(α) of ``leaky(δ)`` is δ at every α: the guarantee (ε, δ) allows it. Inputs are those of
    ``of``, else ``inputs``; default adjacency all_pairs. Source: Dwork and Roth 2014, section 2.3.

    >>> from verify.law.channel import explicit
    >>> explicit(leaky("1/10")).row(0)
    [mpq(1,10), mpq(9,10), mpq(0,1)]
    """
    names = labels(inputs, "inputs") if of is None else require_law(of, "of").inputs
    if not names:
        raise InputError("there are no inputs", at="inputs", form="at least one label")
    return Leaky(probability(delta, "delta"), names, of)
