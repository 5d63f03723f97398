"""Many small pieces of work, in this process or in those of an executor, with word of how it goes.

Any `concurrent.futures.Executor` will do: a process pool, or the one of a cluster (Dask's
``Client.get_executor()``). Pieces are functions of modules and values that can be pickled, and the
limits in force go with them.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from verify import resources

__all__ = ["alone", "in_order", "spread", "watching", "working"]

Item = TypeVar("Item")
Found = TypeVar("Found")

Watch = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Passes pieces on as they are done; it is told how many there are, and what they are"""

PIECES = 4
"""Pieces for every worker, so that none of them waits long for the last"""

_EXECUTOR: ContextVar[Executor | None] = ContextVar("verify_executor", default=None)
_WATCH: ContextVar[Watch | None] = ContextVar("verify_watch", default=None)


@contextmanager
def working(executor: Executor | None) -> Iterator[None]:
    """Give pieces of work to an executor; None keeps to the one in force, if there is one."""
    token = _EXECUTOR.set(_EXECUTOR.get() if executor is None else executor)
    try:
        yield
    finally:
        _EXECUTOR.reset(token)


@contextmanager
def alone() -> Iterator[None]:
    """Work in this process, unseen."""
    tokens = _EXECUTOR.set(None), _WATCH.set(None)
    try:
        yield
    finally:
        _EXECUTOR.reset(tokens[0])
        _WATCH.reset(tokens[1])


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """Show how work goes on."""
    token = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(token)


def spread(
    function: Callable[[Sequence[Item]], Sequence[Found]], items: Sequence[Item], what: str
) -> list[Found]:
    """``function(items)``, which answers item by item, in pieces.

    In this process the pieces are single items, so that somebody who watches sees them.
    """
    executor, watch = _EXECUTOR.get(), _WATCH.get()
    if executor is None and watch is None:
        return list(function(items))
    size = 1 if executor is None else _piece(executor, len(items))
    pieces = [items[i : i + size] for i in range(0, len(items), size)]
    done: Iterable[Sequence[Found]]
    if executor is None or len(items) < 2:
        done = map(function, pieces)
    else:
        done = executor.map(partial(_limited, function, asdict(resources.current())), pieces)
    if watch is not None:
        done = watch(done, len(pieces), what)
    return [each for piece in done for each in piece]


def in_order(
    function: Callable[[Item], Found], items: Iterable[Item], count: int, what: str
) -> Iterator[Found]:
    """``function(item)`` for one item after the other, in order and as they are asked for.

    An executor is given some items ahead; what is left when nobody asks any more is cancelled.
    """
    executor, watch = _EXECUTOR.get(), _WATCH.get()
    done: Iterable[Found]
    done = map(function, items) if executor is None else _ahead(executor, function, items)
    yield from done if watch is None else watch(done, count, what)


def _ahead(
    executor: Executor, function: Callable[[Item], Found], items: Iterable[Item]
) -> Iterator[Found]:
    most = PIECES * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    call = partial(_limited_item, function, asdict(resources.current()))
    waiting: deque[Future[Found]] = deque()
    try:
        for item in items:
            waiting.append(executor.submit(call, item))
            if len(waiting) >= most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _limited_item(function: Callable[[Item], Found], limits: dict[str, int], item: Item) -> Found:
    with resources.limits(**limits):
        return function(item)


def _limited(
    function: Callable[[Sequence[Item]], Sequence[Found]],
    limits: dict[str, int],
    items: Sequence[Item],
) -> Sequence[Found]:
    """A piece of work in another process, under the limits that are in force in this one."""
    with resources.limits(**limits):
        return list(function(items))


def _piece(executor: Executor, count: int) -> int:
    workers = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    return max(1, -(-count // (PIECES * workers)))
