"""Pieces of work one after the other: in order, as they are asked for, and no more than that."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

import verify
from verify.parallel import PIECES, in_order, watching, working
from verify.resources import current


def seen(done: list[int], item: int) -> int:
    done.append(item)
    return item * item


def depth(_: int) -> int:
    return current().depth


def test_alone_nothing_is_done_before_it_is_asked_for() -> None:
    done: list[int] = []
    found = in_order(partial(seen, done), iter(range(100)), 100, "numbers")
    assert [next(found), next(found)] == [0, 1]
    assert done == [0, 1]


@pytest.mark.parametrize("workers", [1, 3])
def test_an_executor_keeps_the_order(workers: int) -> None:
    done: list[int] = []
    with ThreadPoolExecutor(workers) as pool, working(pool):
        assert list(in_order(partial(seen, done), range(50), 50, "")) == [n * n for n in range(50)]
    assert sorted(done) == list(range(50))


def test_an_executor_is_given_a_few_ahead() -> None:
    done: list[int] = []
    with ThreadPoolExecutor(2) as pool, working(pool):
        found = in_order(partial(seen, done), range(10**9), 10**9, "")
        assert next(found) == 0
        found.close()  # type: ignore[attr-defined]
    assert len(done) <= 2 * PIECES + 1


def test_limits_go_along() -> None:
    with ThreadPoolExecutor(1) as pool, working(pool), verify.limits(depth=7):
        assert list(in_order(depth, range(3), 3, "")) == [7, 7, 7]


def test_somebody_may_watch() -> None:
    told: list[Any] = []

    def watch(pieces: Iterable[Any], count: int, what: str) -> Iterator[Any]:
        told.append((count, what))
        yield from pieces

    with watching(watch):
        assert list(in_order(abs, [-1, -2], 2, "numbers")) == [1, 2]
    assert told == [(2, "numbers")]
