"""Tuples whose members are worked out when they are read: most readers want but a few."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

__all__ = ["LazyTuple"]

T_co = TypeVar("T_co", covariant=True)


class LazyTuple(Sequence[T_co], Generic[T_co]):
    """``size`` members, number i being ``member(i)``; behaves as the tuple of them.

    A slice is a tuple. Comparison with a tuple, ``hash`` and ``repr`` read all members.

    >>> squares = LazyTuple(5, lambda i: i * i)
    >>> len(squares), squares[-1], squares[1:3], squares == (0, 1, 4, 9, 16)
    (5, 16, (1, 4), True)
    """

    __slots__ = ("_member", "_size")

    def __init__(self, size: int, member: Callable[[int], T_co]) -> None:
        self._size = size
        self._member = member

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        """Member number ``index``, or a tuple of some."""
        places = range(self._size)[index]  # which raises IndexError as a tuple does
        if isinstance(places, range):
            return tuple(map(self._member, places))
        return self._member(places)

    def __iter__(self) -> Iterator[T_co]:
        return map(self._member, range(self._size))

    def __add__(self, other: object) -> tuple[object, ...]:
        return (*self, *other) if isinstance(other, (tuple, LazyTuple)) else NotImplemented

    def __radd__(self, other: object) -> tuple[object, ...]:
        return (*other, *self) if isinstance(other, tuple) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (tuple, LazyTuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (tuple(self),)
