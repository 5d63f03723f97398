"""What every mechanism offers: inputs, neighbours, and the pair of laws of two inputs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Self

from gmpy2 import mpq

from verify import resources
from verify.errors import InputError
from verify.exact.quotient import Number
from verify.law.adjacency import Adjacency, AdjacencyForm, Edge
from verify.law.adjacency import adjacency as read_adjacency
from verify.law.labels import Label, label, show
from verify.law.pair import INFINITE, Pair, outcome_count, outcomes
from verify.law.pair_bounds import PairBounds

if TYPE_CHECKING:
    from verify.law.channel import Channel

__all__ = ["Mechanism", "require", "require_finite", "require_law"]


def require(value: object, at: str = "mechanism") -> Mechanism:
    """The value, which must be a mechanism."""
    if isinstance(value, Mechanism):
        return value
    form = 'a mechanism, such as verify.mechanisms.randomized_response("3/4")'
    held = " (it holds one: use its .mechanism)" if hasattr(value, "mechanism") else ""
    raise InputError(f"a {type(value).__name__} is no mechanism{held}", at=at, form=form)


def require_law(value: object, at: str = "mechanism") -> Mechanism:
    """The value, which must be a mechanism whose output has one law at each input."""
    found = require(value, at)
    if found.is_game():
        problem = "no input has a law of its own where the pair may change from round to round"
        form = 'releases with a fixed pair; "per_round" is for the outermost releases'
        raise InputError(problem, at=at, form=form)
    return found


def require_finite(mechanism: Mechanism, at: str, use: str) -> None:
    """Raise unless outputs can be listed one by one, which ``use`` needs."""
    if mechanism.is_infinite():
        problem = f"it has infinitely many outputs, and {use} needs them listed one by one"
        raise InputError(problem, at=at, form='a finite mechanism such as "clamped_geometric"')


class Mechanism(ABC):
    """A randomized algorithm with a finite output law for each of its inputs."""

    __slots__ = ("_edges",)

    inputs: tuple[Label, ...]
    """the labels of the inputs, in document order"""
    absent: Label | None
    """the input that stands for an absent record"""
    adjacency: Adjacency
    """who is protected unless a claim says otherwise"""

    def __setattr__(self, name: str, value: object) -> None:
        """Attributes are set once, while a mechanism is made."""
        if hasattr(self, name):
            raise AttributeError(f"a {type(self).__name__} is immutable: {name!r} is set already")
        object.__setattr__(self, name, value)

    @abstractmethod
    def pair(self, first: int, second: int) -> Pair:
        """The laws P at input number ``first`` and Q at input number ``second``."""

    def as_table(self) -> Channel | None:
        """A channel with the same laws at the same inputs (labels aside), if one is at hand."""
        return None

    def is_infinite(self) -> bool:
        """Whether an output stands for infinitely many: a collapsed tail such as ">=3".

        Outputs of such a law cannot be listed one by one, so they cannot be mapped or branched on.
        """
        return False

    def is_game(self) -> bool:
        """Whether an adversary chooses inputs on the way, so that no input has a law of its own.

        Pairs of laws then stand for what can be gained, and are about nothing else.
        """
        return False

    def law(self, x: object) -> dict[Label, Number]:
        """The exact law of the output at the input ``x``, outcome by outcome.

        Raises `verify.LimitError` where there are more outcomes than the limit ``outcomes``.
        """
        require_law(self)
        name = label(x, "input")
        if name not in self.inputs:
            raise InputError(f"unknown input {show(name)}", at="input", form="one of the inputs")
        index = self.inputs.index(name)
        pair = self.pair(index, index)
        count = outcome_count(pair)
        if count >= INFINITE and self.is_infinite():
            problem = "the law has infinitely many outputs, and cannot be listed"
            raise InputError(problem, form="a question that verify.profile answers")
        resources.check("outcomes", count, "the number of outcomes")
        law: dict[Label, Number] = {}
        for outcome, p, _ in outcomes(pair):
            law[outcome] = law.get(outcome, mpq(0)) + p
        return law

    def answer_bits(self) -> int:
        """Bits that one exact probability needs at least, where products make them many."""
        return 0

    def edges(self, adjacency: AdjacencyForm | None = None) -> tuple[Edge, ...]:
        """The neighbouring pairs of inputs under an adjacency (its own by default)."""
        chosen = self.resolve(adjacency)
        known: tuple[Adjacency, tuple[Edge, ...]] | None = getattr(self, "_edges", None)
        if known is None or known[0] is not chosen:
            known = chosen, tuple(self._find_edges(chosen))
            if not known[1]:  # every claim would hold of nobody
                problem = f"under {chosen} no two of {len(self.inputs)} inputs are neighbours"
                if len(self.inputs) == 1:
                    problem = "a mechanism with one input has nobody to protect"
                raise InputError(
                    problem,
                    at="adjacency",
                    form='two inputs or more and an adjacency such as "all_pairs"',
                )
            object.__setattr__(self, "_edges", known)
        return known[1]

    def _find_edges(self, adjacency: Adjacency) -> list[Edge]:
        origin = self.origin()
        if origin is not self:
            return list(origin.edges(adjacency))
        return adjacency.edges(self.inputs, self.absent)

    def origin(self) -> Mechanism:
        """The mechanism that knows what neighbouring means for these inputs: itself, or a part."""
        return self

    def resolve(self, adjacency: AdjacencyForm | None) -> Adjacency:
        """The adjacency that a form denotes; its own for None."""
        return self.adjacency if adjacency is None else read_adjacency(adjacency)

    def protecting(self, adjacency: Adjacency) -> Mechanism:
        """The mechanism as it is when the neighbours are those of an adjacency: itself.

        Other where neighbours are a part of what happens (see `per_round`).
        """
        return self

    def kinds(self, edges: Sequence[Edge]) -> Sequence[Hashable] | None:
        """A kind for each pair of inputs: pairs of one kind have, labels aside, the same laws.

        None where no two pairs are known to be alike. What is true of one is true of its kind.
        """
        return None

    def bounds(self, first: int, second: int) -> PairBounds | None:
        """Pairs of laws below and above that of two inputs, where it may be out of reach.

        None where ``pair`` is all there is.
        """
        return None

    def under(self, adjacency: AdjacencyForm) -> Self:
        """The same mechanism with another default adjacency."""
        other = copy(self)
        object.__setattr__(other, "adjacency", read_adjacency(adjacency))
        return other
