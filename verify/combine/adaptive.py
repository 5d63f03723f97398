"""``adaptive``: the first output decides what is asked next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.combine.components import Aligned, check_same_inputs
from verify.combine.transform import branches
from verify.errors import InputError
from verify.exact.quotient import Number
from verify.law.channel import AnyChannel, explicit
from verify.law.labels import Label, key_text
from verify.law.mechanism import Mechanism, require_finite, require_law
from verify.law.naming import Alone, Prefixed, Tagged
from verify.law.pair import Branch, UnionPair

__all__ = ["STOP", "Adaptive", "adaptive"]

STOP = "stop"


class Adaptive(Mechanism):
    """A first release, then the mechanism that its output names, on the same input."""

    __slots__ = (
        "_bits",
        "_is_infinite",
        "_pairs",
        "_rows",
        "absent",
        "adjacency",
        "first",
        "following",
        "inputs",
        "naming",
        "outputs",
    )

    def __init__(
        self,
        first: Mechanism,
        table: AnyChannel,
        following: dict[Label, Mechanism | None],
        naming: type[Tagged | Prefixed] = Tagged,
    ) -> None:
        self.naming = naming
        self._pairs: dict[tuple[int, int], UnionPair] = {}
        self.first = first
        self.outputs = tuple(following)
        self.following = following
        self.inputs = first.inputs
        self.absent = first.absent
        self.adjacency = first.adjacency
        position = {output: i for i, output in enumerate(table.outputs)}
        rows = [table.row(i) for i in range(len(table.inputs))]
        self._rows: list[list[Number]] = [[row[position[y]] for y in following] for row in rows]
        # many may go on with the same continuation, so it is asked once
        after = list({id(m): m for m in following.values() if m is not None}.values())
        self._bits = first.answer_bits() + max((m.answer_bits() for m in after), default=0)
        self._is_infinite = any(m.is_infinite() for m in after)

    def origin(self) -> Mechanism:
        """Where its inputs and their neighbours come from: the first release."""
        return self.first.origin()

    def answer_bits(self) -> int:
        """Those of the first release and of the largest continuation."""
        return self._bits

    def is_infinite(self) -> bool:
        """Whether a continuation has infinitely many outcomes."""
        return self._is_infinite

    def pair(self, first: int, second: int) -> UnionPair:
        """The union over first outputs of what follows each of them."""
        if (first, second) not in self._pairs:
            for mechanism, i, j in self._descendants(first, second):
                mechanism._make_pair(i, j)
        return self._pairs[first, second]

    def _make_pair(self, first: int, second: int) -> None:
        parts = zip(self.following.items(), self._rows[first], self._rows[second], strict=True)
        self._pairs[first, second] = UnionPair(
            tuple(self._branch(y, then, p, q, first, second) for (y, then), p, q in parts if p or q)
        )

    def _descendants(self, first: int, second: int) -> list[tuple[Adaptive, int, int]]:
        """The adaptive continuations whose pair is not known, before those that lead to them."""
        found: list[tuple[Adaptive, int, int]] = []
        stack: list[tuple[Adaptive, int, int, bool]] = [(self, first, second, False)]
        seen: set[tuple[int, int, int]] = set()
        while stack:
            mechanism, i, j, is_done = stack.pop()
            if is_done:
                found.append((mechanism, i, j))
            elif (i, j) not in mechanism._pairs and (id(mechanism), i, j) not in seen:
                seen.add((id(mechanism), i, j))
                stack.append((mechanism, i, j, True))
                for then in mechanism.following.values():
                    if isinstance(then, Adaptive):
                        part = Aligned(then, mechanism.inputs)
                        stack.append((then, part.place(i), part.place(j), False))
        return found

    def _branch(
        self, y: Label, then: Mechanism | None, p: Number, q: Number, first: int, second: int
    ) -> Branch:
        if then is None:
            return Branch(p, q, None, Alone((y,)))
        return Branch(p, q, Aligned(then, self.inputs).pair(first, second), self.naming(y))

    def __repr__(self) -> str:
        return f"<Adaptive after {self.first!r}>"


def adaptive(first: Mechanism, next: Mapping[Any, Mechanism | str | None]) -> Adaptive:
    """Release y ~ first(x), then next[y](x) on the same x, or stop.

    P((y, z) | x) = P_first(y | x)·P_next[y](z | x); the output is [y, z], or [y] where ``next``
    says "stop" (or None). Every first output of positive probability is listed exactly once.

    >>> from verify.mechanisms import randomized_response
    >>> rr = randomized_response("3/4")
    >>> adaptive(rr, {"0": rr, "1": "stop"}).outputs
    ('0', '1')
    """
    require_finite(require_law(first, "first"), "first", "adaptive")
    table = explicit(first)
    following = {
        y: _continuation(then, first, f"next.{key_text(y)}")
        for y, then in branches(next, table, "next").items()
    }
    return Adaptive(first, table, following)


def _continuation(then: object, first: Mechanism, at: str) -> Mechanism | None:
    if then is None or then == STOP:
        return None
    if not isinstance(then, Mechanism):
        raise InputError(f"{then!r} is no mechanism", at=at, form='a mechanism or "stop"')
    check_same_inputs(at, require_law(then, at).inputs, first.inputs)
    return then
