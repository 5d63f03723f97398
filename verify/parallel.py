"""Many small pieces of work, in this process or in those of an executor, with word of how it goes.

Any `concurrent.futures.Executor` will do: a process pool, or the one of a cluster (Dask's
``Client.get_executor()``). Pieces are functions of modules and values that can be pickled, and the
limits in force go with them.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from verify import resources

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future  # take longer to import than most answers

__all__ = ["alone", "in_order", "spread", "waiting", "watching", "working"]

Item = TypeVar("Item")
Found = TypeVar("Found")

Watch = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Passes pieces on as they are done; it is told how many there are, and what they are"""

Wait = Callable[[str, float], AbstractContextManager[None]]
"""Around one piece of work; it is told what that is, and about how many seconds it takes"""

SHORT = 0.1
"""Seconds, by estimate, up to which nobody is told of a piece"""

PIECES = 4
"""Pieces for every worker, so that none of them waits long for the last"""

_EXECUTOR: ContextVar[Executor | None] = ContextVar("verify_executor", default=None)
_WATCH: ContextVar[Watch | None] = ContextVar("verify_watch", default=None)
_WAIT: ContextVar[Wait | None] = ContextVar("verify_wait", default=None)


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
    token = _EXECUTOR.set(None)
    try:
        with watching(None):
            yield
    finally:
        _EXECUTOR.reset(token)


@contextmanager
def watching(watch: Watch | None, wait: Wait | None = None) -> Iterator[None]:
    """Show how work goes on, piece by piece, and while one of them is done."""
    tokens = _WATCH.set(watch), _WAIT.set(wait)
    try:
        yield
    finally:
        _WATCH.reset(tokens[0])
        _WAIT.reset(tokens[1])


def waiting(what: str, seconds: float) -> AbstractContextManager[None]:
    """A block that takes so many seconds, by estimate, and that somebody may be watching."""
    wait = _WAIT.get()
    return nullcontext() if wait is None or seconds <= SHORT else wait(what, seconds)


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
    ahead: deque[Future[Found]] = deque()
    try:
        for item in items:
            ahead.append(executor.submit(call, item))
            if len(ahead) >= most:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        for future in ahead:
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
