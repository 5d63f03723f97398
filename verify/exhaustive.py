"""Every pair of small laws at every level that matters: claims checked on whole domains, exactly.

A statement about the hockey-stick divergence that holds on every pair of laws with m outcomes and
probabilities n/D is no proof for all laws; but a wrong one mostly falls here, and at its smallest
counterexample. Pairs come by D, then by the probabilities of P and of Q lexicographically. Those
that are over a smaller D as well are left to it.

H_α(P‖Q) is linear in α between the likelihood ratios P(z)/Q(z). Every pair is evaluated at α = 1,
at the finite ratios above 1, in the middle between two of these, and beyond the last.

Is α·H_α(P‖Q) <= 1?

>>> from verify import exhaustive
>>> exhaustive.refute(exhaustive.each(lambda at: at.alpha * at.delta <= 1), 2, 4)
Search(counterexample=P = [0, 1], Q = [1, 0], α = 2 (H = 1), pairs=4, evaluations=8)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, gcd
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from verify import _core, resources
from verify.errors import InputError

__all__ = ["Block", "Claim", "Instance", "Search", "each", "evaluate", "laws", "pairs", "refute"]

Integers: TypeAlias = "NDArray[np.int64] | NDArray[np.object_]"

SIZE = 1 << 16
"""Evaluations in a block, which fit the cache"""

WIDEST = 16
"""Outcomes of a law that the kernel takes"""

PER_SECOND = 10_000_000
"""Pairs that are evaluated in a second, more or less, whatever the machine"""


class Instance(NamedTuple):
    """Two laws as weights over one denominator, and a level α = u/v (not in lowest terms)."""

    denominator: int
    p: tuple[int, ...]
    q: tuple[int, ...]
    u: int
    v: int
    excess: int

    @property
    def alpha(self) -> Fraction:
        """The level α >= 1."""
        return Fraction(self.u, self.v)

    @property
    def delta(self) -> Fraction:
        """H_α(P‖Q) = Σ [P(z) − α·Q(z)]₊."""
        return Fraction(self.excess, self.v * self.denominator)

    def __str__(self) -> str:
        return f"P = {self._text(self.p)}, Q = {self._text(self.q)}, α = {self.alpha}"

    def __repr__(self) -> str:
        return f"{self} (H = {self.delta})"

    def _text(self, weights: tuple[int, ...]) -> str:
        return f"[{', '.join(str(Fraction(w, self.denominator)) for w in weights)}]"


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Some evaluations: H_α(P‖Q) = excess/(v·denominator) at α = u/v, one per place of the arrays.

    Those of one pair follow one another, by ascending level, and are in one block.
    """

    denominator: int
    laws: Integers
    """every law, shape (n, m)"""
    first: NDArray[np.uint32]
    """which of them is P"""
    second: NDArray[np.uint32]
    """which of them is Q"""
    u: Integers
    v: Integers
    excess: Integers
    pairs: int
    """how many ordered pairs there are"""

    @property
    def p(self) -> Integers:
        """The weights of P, shape (evaluations, m)."""
        return self.laws[self.first]

    @property
    def q(self) -> Integers:
        """The weights of Q, shape (evaluations, m)."""
        return self.laws[self.second]

    def __len__(self) -> int:
        return len(self.u)

    def instances(self) -> Iterator[Instance]:
        """The evaluations one by one."""
        weights = list(map(tuple, self.laws.tolist()))
        ends = self.first.tolist(), self.second.tolist()
        values = self.u.tolist(), self.v.tolist(), self.excess.tolist()
        for i, j, u, v, excess in zip(*ends, *values, strict=True):
            yield Instance(self.denominator, weights[i], weights[j], u, v, excess)

    def instance(self, place: int) -> Instance:
        """One of them."""
        p, q = (tuple(self.laws[x[place]].tolist()) for x in (self.first, self.second))
        u, v, excess = (int(x[place]) for x in (self.u, self.v, self.excess))
        return Instance(self.denominator, p, q, u, v, excess)


Claim = Callable[[Block], ArrayLike]
"""What is claimed of every evaluation: true or false at every place of a block"""


class Search(NamedTuple):
    """What became of a claim on a domain."""

    counterexample: Instance | None
    """the smallest, None where the claim held everywhere"""
    pairs: int
    """ordered pairs that were looked at"""
    evaluations: int
    """pairs and levels"""


def laws(outputs: int, denominator: int) -> NDArray[np.int64]:
    """Every law over so many outcomes with probabilities n/denominator, lexicographically.

    An array of weights, of shape (C(D + m − 1, m − 1), m).

    >>> laws(2, 3).tolist()
    [[0, 3], [1, 2], [2, 1], [3, 0]]
    """
    _positive(outputs, "outputs")
    _positive(denominator, "denominator")
    number = _count(outputs, denominator)
    resources.check("cells", number * outputs, "the table of all laws", at="denominator")
    table = np.zeros((1, 0), dtype=np.int64)
    for _ in range(outputs - 1):
        rest = denominator - table.sum(axis=1)
        heads = np.concatenate([np.arange(r + 1) for r in rest.tolist()])
        table = np.column_stack([np.repeat(table, rest + 1, axis=0), heads])
    return np.column_stack([table, denominator - table.sum(axis=1)])


def pairs(table: Integers, *, lowest: bool = False) -> Iterator[Block]:
    """Every ordered pair of the laws in a table of weights, evaluated at its levels.

    Rows have the same sum D. ``lowest`` leaves out what has a common divisor, and is found over a
    smaller D. Machine integers are used where none can overflow, which depends on D alone.

    >>> block, = pairs(laws(2, 1))
    >>> [repr(each) for each in block.instances()][1:3]
    ['P = [0, 1], Q = [0, 1], α = 2 (H = 0)', 'P = [0, 1], Q = [1, 0], α = 1 (H = 1)']
    """
    denominator = _denominator(table)
    if table.shape[1] <= WIDEST and denominator < 1 << 20:
        return _by_kernel(np.ascontiguousarray(table, dtype=np.int64), denominator, lowest)
    return _by_definition(table.astype(object), denominator, lowest)


def evaluate(outputs: int, denominator: int) -> Iterator[Block]:
    """Every pair of laws over so many outcomes with denominators up to this one, smallest first."""
    for d in range(1, denominator + 1):
        yield from pairs(laws(outputs, d), lowest=True)


def refute(claim: Claim, outputs: int, denominator: int) -> Search:
    """The smallest counterexample to a claim, where there is one within these bounds.

    ``claim`` takes a block, and gives true or false for each of its places; `each` makes one of a
    function of a single instance. Exact: see that the claim does not leave the integers.

    Is the probability of a privacy loss above ε at most δ?

    >>> def loss_is_rare(at):
    ...     large = at.v[:, None] * at.p > at.u[:, None] * at.q
    ...     return at.v * (at.p * large).sum(axis=1) <= at.excess
    >>> refute(loss_is_rare, outputs=2, denominator=6).counterexample
    P = [0, 1], Q = [1/2, 1/2], α = 1 (H = 1/2)
    """
    _positive(outputs, "outputs")
    _positive(denominator, "denominator")
    seconds = denominator * _count(outputs, denominator) ** 2 * outputs // (2 * PER_SECOND)
    resources.check("seconds", seconds, "the seconds that all pairs of laws take", "denominator")
    seen = evaluations = 0
    for block in evaluate(outputs, denominator):
        fails = ~np.asarray(claim(block), dtype=bool)
        if fails.shape != (len(block),):
            raise InputError(
                f"a claim gave {fails.shape} answers to {len(block)} evaluations",
                at="claim",
                form="an array of true and false, one for each place of the block",
            )
        seen += block.pairs
        evaluations += len(block)
        if fails.any():
            return Search(block.instance(int(fails.argmax())), seen, evaluations)
    return Search(None, seen, evaluations)


def each(claim: Callable[[Instance], bool]) -> Claim:
    """A claim about blocks that asks about their instances one by one.

    >>> refute(each(lambda at: at.delta <= 1 / at.alpha), outputs=2, denominator=3).counterexample
    P = [0, 1], Q = [1, 0], α = 2 (H = 1)
    """

    def of_block(block: Block) -> NDArray[np.bool_]:
        said = list(map(claim, block.instances()))
        if not all(isinstance(each, (bool, np.bool_)) for each in said):  # a forgotten return
            problem, form = "a claim gave neither for an instance", "a function that returns a bool"
            raise InputError(problem, at="claim", form=form)
        return np.array(said, dtype=bool)

    return of_block


def _by_kernel(table: NDArray[np.int64], denominator: int, lowest: bool) -> Iterator[Block]:
    number, divisors = len(table), np.ones(len(table), dtype=np.int64)
    if lowest:
        divisors = np.gcd.reduce(table, axis=1)
    pair = 0
    while pair < number**2:
        first, second = (np.empty(SIZE, dtype=np.uint32) for _ in range(2))
        u, v, excess = (np.empty(SIZE, dtype=np.int64) for _ in range(3))
        size, seen, pair = _core.pair_levels(table, divisors, pair, first, second, u, v, excess)
        ends, values = (first[:size], second[:size]), (u[:size], v[:size], excess[:size])
        yield Block(denominator, table, *ends, *values, seen)


def _by_definition(table: NDArray[np.object_], denominator: int, lowest: bool) -> Iterator[Block]:
    """The same in integers of any size; a block is a law P with all Q."""
    for i, p in enumerate(table.tolist()):
        found: list[tuple[int, ...]] = []
        seen = 0
        for j, q in enumerate(table.tolist()):
            if lowest and gcd(*p, *q) != 1:
                continue
            seen += 1
            found += ((i, j, *_at(p, q, alpha)) for alpha in _levels(p, q))
        columns = np.array(found, dtype=object).reshape(-1, 5)
        first, second = (columns[:, k].astype(np.uint32) for k in (0, 1))
        u, v, excess = (columns[:, k] for k in (2, 3, 4))
        yield Block(denominator, table, first, second, u, v, excess, seen)


def _at(p: Sequence[int], q: Sequence[int], alpha: Fraction) -> tuple[int, int, int]:
    """(u, v, excess) at α = u/v."""
    u, v = alpha.numerator, alpha.denominator
    gains = (v * x - u * y for x, y in zip(p, q, strict=True))
    return u, v, sum(gain for gain in gains if gain > 0)


def _levels(p: Sequence[int], q: Sequence[int]) -> Iterator[Fraction]:
    ratios = {Fraction(x, y) for x, y in zip(p, q, strict=True) if x > y > 0}
    corners = sorted({Fraction(1), *ratios})
    for low, high in pairwise(corners):
        yield low
        yield (low + high) / 2
    yield corners[-1]
    yield corners[-1] + 1


def _count(outputs: int, denominator: int) -> int:
    """How many laws there are."""
    return comb(denominator + outputs - 1, outputs - 1)


def _denominator(table: Integers) -> int:
    """The sum of every row."""
    is_table = table.ndim == 2 and table.size and table.dtype.kind in "iuO"
    if is_table and table.min() >= 0:
        rows = table if table.max() < 1 << 32 else table.astype(object)  # sums of int64 may wrap
        sums = {int(total) for total in rows.sum(axis=1)}
        if len(sums) == 1 and sums != {0}:
            return sums.pop()
    raise InputError(
        "these are no laws over one denominator",
        at="table",
        form="an array of natural numbers with one row for each law, all with the same sum",
    )


def _positive(number: int, at: str) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise InputError(f"{number!r} is no count", at=at, form="an integer from 1 on")
