"""``fresh`` and ``copies``: independent releases, and one release shown several times."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from verify import resources
from verify.combine.components import Aligned, align
from verify.errors import InputError
from verify.exact.rational import Exact, integer
from verify.law.adjacency import Edge
from verify.law.channel import SMALL, Channel
from verify.law.mechanism import Mechanism, require_law
from verify.law.naming import Repeated
from verify.law.pair import Pair, PowerPair, ProductPair, RenamedPair

__all__ = ["Copies", "Fresh", "copies", "fresh"]


class Fresh(Mechanism):
    """Independent releases about the same input; the output is the array of all of them."""

    __slots__ = ("_pairs", "absent", "adjacency", "aligned", "count", "inputs", "parts")

    def __init__(self, parts: tuple[Mechanism, ...], count: int) -> None:
        """``parts`` is one mechanism, repeated ``count`` times, or ``count`` different ones."""
        self._pairs: dict[tuple[int, int], Pair] = {}
        self.parts = parts
        self.count = count
        first = parts[0]
        self.inputs = first.inputs
        self.absent = first.absent
        self.adjacency = first.adjacency
        places = [(f"of[{i}]", part) for i, part in enumerate(parts)]
        self.aligned: tuple[Aligned, ...] = align(places, first.inputs)

    def origin(self) -> Mechanism:
        """Where its inputs and their neighbours come from: the first component."""
        return self.parts[0].origin()

    def answer_bits(self) -> int:
        """Those of all components together."""
        repeat = self.count if len(self.parts) == 1 else 1
        return repeat * sum(part.answer_bits() for part in self.parts)

    def is_infinite(self) -> bool:
        """Whether a component has infinitely many outcomes."""
        return any(part.is_infinite() for part in self.parts)

    def pair(self, first: int, second: int) -> Pair:
        """A power of one pair, or the product of the components' pairs."""
        known = self._pairs.get((first, second))
        if known is not None:
            return known
        found: Pair
        if len(self.parts) == 1:
            found = PowerPair(self.aligned[0].pair(first, second), self.count)
        else:
            found = ProductPair(tuple(part.pair(first, second) for part in self.aligned))
        if len(self._pairs) < SMALL:
            self._pairs[first, second] = found
        return found

    def kinds(self, edges: Sequence[Edge]) -> Sequence[Hashable] | None:
        """Those of all components together."""
        found: list[Sequence[Hashable]] = []
        for part in self.aligned:
            places = [(part.place(i), part.place(j)) for i, j in edges]
            kinds = part.mechanism.kinds(places)
            if kinds is None:
                return None
            found.append(kinds)
        return list(zip(*found, strict=True))

    def __repr__(self) -> str:
        return f"<Fresh of {self.count} releases>"


class Copies(Mechanism):
    """One draw shown ``count`` times: the law of ``of`` under other labels."""

    __slots__ = ("absent", "adjacency", "count", "inputs", "of")

    def __init__(self, of: Mechanism, count: int) -> None:
        self.of = of
        self.count = count
        self.inputs = of.inputs
        self.absent = of.absent
        self.adjacency = of.adjacency

    def answer_bits(self) -> int:
        """Those of ``of``."""
        return self.of.answer_bits()

    def is_infinite(self) -> bool:
        """Whether ``of`` has infinitely many outcomes."""
        return self.of.is_infinite()

    def pair(self, first: int, second: int) -> RenamedPair:
        """The pair of ``of``, every output shown ``count`` times."""
        return RenamedPair(self.of.pair(first, second), Repeated(self.count))

    def as_table(self) -> Channel | None:
        """The table of ``of``: the laws are the same, only the labels differ."""
        return self.of.as_table()

    def origin(self) -> Mechanism:
        """Where its inputs and their neighbours come from: ``of``."""
        return self.of.origin()

    def kinds(self, edges: Sequence[Edge]) -> Sequence[Hashable] | None:
        """Those of ``of``."""
        return self.of.kinds(edges)

    def __repr__(self) -> str:
        return f"<Copies: {self.count} of one draw>"


def fresh(of: Mechanism | Sequence[Mechanism], count: Exact | None = None) -> Fresh:
    """Independent releases given the same input: ``count`` of one mechanism, or a list.

    P((y_1, …, y_k) | x) = Π P_i(y_i | x). The output is an array with one label per component;
    default adjacency and order of inputs are the first component's. A k-fold product stays a
    product: k = 10⁶ is no table.

    Raises `verify.InputError` when the components have different sets of inputs.

    >>> from verify.mechanisms import randomized_response
    >>> fresh(randomized_response("3/4"), 3).count
    3
    """
    if not isinstance(of, (list, tuple)):
        require_law(of, "of")
    if isinstance(of, Mechanism):
        if count is None:
            raise InputError(
                "a count is needed", at="count", form="how many fresh releases, such as 2"
            )
        size = integer(count, "count", least=1)
        bits = size * of.answer_bits()
        resources.check("answer_bits", bits, "the bits of one exact probability", "count")
        return Fresh((of,), size)
    parts = tuple(require_law(part, f"of[{i}]") for i, part in enumerate(of))
    if not parts:
        raise InputError("the list is empty", at="of", form="at least one mechanism")
    if count is not None and integer(count, "count") != len(parts):
        raise InputError(
            f"count {count} for a list of {len(parts)}", at="count", form="no count with a list"
        )
    if len(parts) > 1 and all(part is parts[0] or part == parts[0] for part in parts):
        return Fresh(parts[:1], len(parts))
    return Fresh(parts, len(parts))


def copies(of: Mechanism, count: Exact) -> Copies:
    """One draw of ``of`` shown ``count`` times: post-processing, so it costs nothing more.

    P((y, …, y) | x) = P(y | x). Default adjacency: that of ``of``.

    >>> from verify.mechanisms import randomized_response
    >>> copies(randomized_response("3/4"), 12)
    <Copies: 12 of one draw>
    """
    require_law(of, "of")
    size = integer(count, "count", least=1)
    resources.check("outcomes", size, "the number of copies shown", "count")
    return Copies(of, size)
