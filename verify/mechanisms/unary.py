"""Reports of independently noised bits: unary encoding and RAPPOR."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence

from gmpy2 import is_square, isqrt, mpq

from verify import resources
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.quotient import Number
from verify.exact.rational import Exact, integer, probability, shorten
from verify.exact.ring import RingNumber
from verify.law.adjacency import Edge
from verify.law.channel import from_probabilities
from verify.law.labels import Label, index_labels, show
from verify.law.mechanism import Mechanism
from verify.law.naming import Same
from verify.law.pair import Pair, ProductPair, RenamedPair
from verify.mechanisms.response import REPLACE

__all__ = ["BitReports", "rappor", "unary_encoding"]

VARIANTS = ("symmetric", "optimised")


class BitReports(Mechanism):
    """Every input is an array of bits; each bit is reported through the same binary channel."""

    __slots__ = ("absent", "adjacency", "bit", "inputs")

    def __init__(self, inputs: Sequence[Label], one: Number, other: Number) -> None:
        """``one`` and ``other`` are the probabilities of a reported 1 for a true 1 and a 0."""
        self.inputs = tuple(inputs)
        rows = [[1 - other, other], [1 - one, one]]
        self.bit = from_probabilities(["0", "1"], ["0", "1"], rows)
        """what is reported of a single bit"""
        self.absent = None
        self.adjacency = REPLACE

    @abstractmethod
    def bits(self, index: int) -> Sequence[int]:
        """The true bits of input number ``index``."""

    def pair(self, first: int, second: int) -> Pair:
        """The product of the bits' pairs; a bit in which both inputs agree has equal laws."""
        places = zip(self.bits(first), self.bits(second), strict=True)
        factors = tuple(self.bit.pair(i, j) for i, j in places)
        return RenamedPair(ProductPair(factors), Same())  # so that events list outputs

    def answer_bits(self) -> int:
        """Those of one bit."""
        return self.bit.answer_bits()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.bits(0))} bits>"


class UnaryEncoding(BitReports):
    """Input number i has the single true bit number i."""

    __slots__ = ()

    def bits(self, index: int) -> Sequence[int]:
        """A one at ``index``."""
        return [0] * index + [1] + [0] * (len(self.inputs) - index - 1)

    def kinds(self, edges: Sequence[Edge]) -> Sequence[Hashable]:
        """All of one kind: two inputs always differ in one bit each way."""
        return [i == j for i, j in edges]


class Rappor(BitReports):
    """Two inputs with the bits of their Bloom filters."""

    __slots__ = ("filters",)

    def __init__(
        self, filters: tuple[Sequence[int], Sequence[int]], one: Number, other: Number
    ) -> None:
        super().__init__(("a", "b"), one, other)
        self.filters = filters

    def bits(self, index: int) -> Sequence[int]:
        """The Bloom filter of "a" or of "b"."""
        return self.filters[index]


def unary_encoding(
    k: Exact,
    p: Exact | None = None,
    q: Exact | None = None,
    *,
    alpha: Exact | None = None,
    epsilon: Exact | None = None,
    variant: str | None = None,
) -> BitReports:
    """One of k symbols as k bits, every bit reported on its own.

    Bit i of the report is 1 with probability p if the input is i, else with probability q. Given
    a level instead, ``variant`` says how it is spent: "symmetric" p = √α/(1+√α), q = 1 − p, which
    needs a rational √α where α is rational; "optimised" p = 1/2, q = 1/(α+1). Closed form for
    p >= q: the pure level is p(1−q)/((1−p)q), which is α for both variants. Inputs "0" … "k−1",
    outputs arrays of "0" and "1"; default adjacency replace. Source: Wang, Blocki, Li and Jha
    2017, section 4.3.

    Raises `verify.InputError` unless either p and q or a level and its variant are given, and for
    an irrational √α of a rational α.

    >>> from verify.profiles.epsilon import epsilon
    >>> epsilon(unary_encoding(1000, alpha=3, variant="optimised")).alpha
    mpq(3,1)
    """
    size = integer(k, "k", least=2)
    resources.check("inputs", size, "the number of inputs", "k")
    one, other = _bit_probabilities(p, q, alpha, epsilon, variant)
    return UnaryEncoding(index_labels(size), one, other)


def rappor(
    bits: Exact,
    hashes: Exact,
    f: Exact,
    *,
    p: Exact = 0,
    q: Exact = 1,
    differing: Exact | None = None,
) -> BitReports:
    """A Bloom filter of ``bits`` bits with ``hashes`` of them set, noised twice.

    The permanent response makes a true bit 1 with probability 1 − f/2 and a false one with f/2;
    the report is then 1 with probability q for a 1 and p for a 0. Inputs "a" and "b" differ in
    ``differing`` bits (2·hashes unless given): the first ⌈differing/2⌉ are set in "a" only, the
    next ⌊differing/2⌋ in "b" only, then those of both. Outputs are arrays of "0" and "1"; default
    adjacency replace. Closed form for q − p = 1: the pure level is ((2−f)/f)^differing. Source:
    Erlingsson, Pihur and Korolova 2014, sections 2 and 3.

    Raises `verify.InputError` for a probability outside [0, 1] and where the bits do not fit.

    >>> from verify.profiles.epsilon import epsilon
    >>> epsilon(rappor(20, 4, "95/100", differing=1)).alpha
    mpq(21,19)
    """
    size, count = integer(bits, "bits", least=1), integer(hashes, "hashes", least=1)
    resources.check("outcomes", size, "the number of bits of a report", "bits")
    moved = 2 * count if differing is None else integer(differing, "differing", least=0)
    half, kept, reported = probability(f, "f") / 2, probability(p, "p"), probability(q, "q")
    one = (1 - half) * reported + half * kept
    other = half * reported + (1 - half) * kept
    return Rappor(_filters(size, count, moved), one, other)


def _filters(size: int, count: int, moved: int) -> tuple[Sequence[int], Sequence[int]]:
    """The bits of both inputs: in "a" only, in "b" only, in both, in neither."""
    if moved > 2 * count:
        problem = f"two filters of {_written(count)} bits cannot differ in {_written(moved)}"
        raise InputError(problem, at="differing", form="at most 2*hashes")
    left, right = (moved + 1) // 2, moved // 2
    both = count - left
    rest = size - left - right - both
    if rest < 0:
        problem = f"{size} bits do not hold the {_written(size - rest)} that the two inputs set"
        raise InputError(problem, at="bits", form="at least hashes + differing/2")
    a = [1] * left + [0] * right + [1] * both + [0] * rest
    b = [0] * left + [1] * right + [1] * both + [0] * rest
    return a, b


def _bit_probabilities(
    p: Exact | None,
    q: Exact | None,
    alpha: Exact | None,
    epsilon: Exact | None,
    variant: str | None,
) -> tuple[Number, Number]:
    """P[1 given 1] and P[1 given 0]."""
    form = 'p = "3/4" and q = "1/4", or alpha = "3" with a variant'
    if (p is None) != (q is None):
        missing = "p" if p is None else "q"
        raise InputError("p and q are needed both or neither", at=missing, form=form)
    if (p is not None) + (alpha is not None) + (epsilon is not None) != 1:
        raise InputError("either p and q or exactly one of alpha and epsilon is needed", form=form)
    if p is not None and q is not None:
        if variant is not None:
            problem = "a variant says how a level is spent, and p and q are given"
            raise InputError(problem, at="variant", form="a variant with alpha or epsilon only")
        return probability(p, "p"), probability(q, "q")
    if variant not in VARIANTS:
        problem = "the variant is missing" if variant is None else f"{show(str(variant))} is none"
        raise InputError(problem, at="variant", form=" or ".join(f'"{v}"' for v in VARIANTS))
    at = "alpha" if epsilon is None else "epsilon"
    level = Level.alpha(alpha) if alpha is not None else Level.epsilon(epsilon or 0)
    if variant == "optimised":
        return mpq(1, 2), 1 / (level.number(at=at) + 1)
    root = _root(level, at)
    return root / (1 + root), 1 / (1 + root)


def _root(level: Level, at: str) -> Number | RingNumber:
    """√α: of a rational α it must be rational, of another one it is a number of the ring."""
    if not level.is_rational:
        return level.number(mpq(1, 2), at=at)
    odds = level.formed(at)
    if not (is_square(odds.numerator) and is_square(odds.denominator)):
        form = 'a square such as "4" or "9/4" (epsilon "2*ln(2)"), or the variant "optimised"'
        problem = f"the square root of {shorten(odds)} is irrational"
        raise InputError(problem, at=at, form=form)
    return mpq(isqrt(odds.numerator), isqrt(odds.denominator))


def _written(number: int) -> str:
    return shorten(mpq(number))
