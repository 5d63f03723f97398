"""``leaky``: the mechanism that shows what δ can mean."""

from __future__ import annotations

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import Exact, probability
from verify.law.adjacency import Adjacency
from verify.law.channel import ALL_PAIRS, Channel
from verify.law.labels import Label, labels
from verify.law.mechanism import Mechanism
from verify.law.pair import Branch, UnionPair

__all__ = ["Leaky", "leaky"]

NOTHING: Label = "none"


class Leaky(Mechanism):
    """With probability δ the input itself, as ["leak", x]; otherwise of(x), or "none"."""

    __slots__ = ("absent", "adjacency", "delta", "inputs", "of")

    def __init__(self, delta: mpq, inputs: tuple[Label, ...], of: Mechanism | None) -> None:
        self.delta = delta
        self.of = of
        self.inputs = inputs
        self.absent = of.absent if of else None
        self.adjacency: Adjacency = ALL_PAIRS

    def answer_bits(self) -> int:
        """Those of ``of``."""
        return 0 if self.of is None else self.of.answer_bits()

    def pair(self, first: int, second: int) -> UnionPair:
        """The leak of either input, and what is released otherwise."""
        leaks = [self._leak(i, first, second) for i in dict.fromkeys((first, second))]
        rest = 1 - self.delta
        inner = None if self.of is None else self.of.pair(first, second)
        return UnionPair(
            (*leaks, Branch(rest, rest, inner, _otherwise if inner is None else _same))
        )

    def _leak(self, leaked: int, first: int, second: int) -> Branch:
        name: Label = ("leak", self.inputs[leaked])
        p = self.delta if leaked == first else mpq(0)
        q = self.delta if leaked == second else mpq(0)
        return Branch(p, q, None, lambda _: name)


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
    names = of.inputs if of is not None else labels(inputs, "inputs")
    if of is not None:
        _refuse_clash(of, names)
    return Leaky(probability(delta, "delta"), names, of)


def _refuse_clash(of: Mechanism, names: tuple[Label, ...]) -> None:
    """A leak must not be mistaken for an output of ``of`` (only small tables can clash)."""
    if isinstance(of, Channel):
        taken = {("leak", x) for x in names} & {y for y in of.outputs if isinstance(y, tuple)}
        if taken:
            raise InputError(
                'an output ["leak", x] exists already', at="of", form="other output labels"
            )


def _same(item: Label) -> Label:
    return item


def _otherwise(_: Label) -> Label:
    return NOTHING
