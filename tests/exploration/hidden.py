"""Functions whose runs differ in what frames hold where they look alike: it is not in sight."""

from __future__ import annotations

import collections
import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

Function = Callable[[Any, Any], Any]
FUNCTIONS: list[Function] = []


def hidden(function: Function) -> Function:
    FUNCTIONS.append(function)
    return function


def bit(rng: Any) -> int:
    return rng.randrange(2)


def wait(rng: Any) -> int:
    """Fails a while, with no trace left."""
    while rng.randrange(2):
        pass
    return 1


def pair(first: Any, second: Any) -> Any:
    return first, second


@hidden
def pending_sum(data: Any, rng: Any) -> int:
    return bit(rng) + wait(rng)


@hidden
def pending_argument(data: Any, rng: Any) -> Any:
    return pair(bit(rng), wait(rng))


@hidden
def pending_keyword(data: Any, rng: Any) -> Any:
    return dict(a=bit(rng), b=wait(rng))  # noqa: C408


@hidden
def pending_star(data: Any, rng: Any) -> Any:
    return pair(*[bit(rng)], wait(rng))


@hidden
def pending_comparison(data: Any, rng: Any) -> bool:
    return bit(rng) < wait(rng) < 2 + bit(rng)


@hidden
def pending_text(data: Any, rng: Any) -> str:
    return f"{bit(rng)}{wait(rng)}"


@hidden
def pending_target(data: Any, rng: Any) -> list[int]:
    found = [0, 0]
    found[wait(rng)] = bit(rng)
    return found


@hidden
def pending_dict(data: Any, rng: Any) -> Any:
    return {bit(rng): wait(rng)}


@hidden
def pending_walrus(data: Any, rng: Any) -> int:
    x = bit(rng)
    return x * 10 + x * ((x := 1) and wait(rng))


@hidden
def pending_in_a_condition(data: Any, rng: Any) -> int:
    x = bit(rng)
    return x + (wait(rng) if (x := 1) else 0)


@hidden
def pending_increment(data: Any, rng: Any) -> int:
    x = bit(rng)
    x += (x := 0) or wait(rng)
    return x


@hidden
def pending_attribute(data: Any, rng: Any) -> int:
    class Box:
        value = 0

    box = Box()
    box.value = bit(rng)

    def clear() -> int:
        box.value = 0
        return wait(rng)

    return box.value + clear()


TOTAL = 0
GATHERED: list[int] | None = None


@hidden
def pending_global(data: Any, rng: Any) -> int:
    global TOTAL
    TOTAL = bit(rng)
    return TOTAL + clearing(rng)


def clearing(rng: Any) -> int:
    global TOTAL
    TOTAL = 0
    return wait(rng)


@hidden
def global_increment(data: Any, rng: Any) -> int:
    global TOTAL
    TOTAL = bit(rng)
    TOTAL += clearing(rng)
    found, TOTAL = TOTAL, 0
    return found


@hidden
def dropped_global(data: Any, rng: Any) -> Any:
    """The outer call keeps a list that the inner one changes and lets go."""
    global GATHERED
    GATHERED = []
    return [pair(GATHERED, gathering(rng)) for _ in range(1)]


def gathering(rng: Any) -> int:
    global GATHERED
    assert GATHERED is not None
    GATHERED.append(bit(rng))
    GATHERED = None
    return wait(rng)


@hidden
def dropped_attribute(data: Any, rng: Any) -> Any:
    box = collections.UserList([])
    return [pair(box.data, draining(box, rng)) for _ in range(1)]


def draining(box: Any, rng: Any) -> int:
    wait(rng)
    box.data.append(bit(rng))
    box.data = []
    return wait(rng)


@hidden
def decorators(data: Any, rng: Any) -> Any:
    def keep(value: Any) -> Any:
        return lambda function: (value, function)

    @keep(bit(rng))
    @keep(wait(rng))
    def inner() -> None: ...

    return inner[0], inner[1][0]


@hidden
def default_argument(data: Any, rng: Any) -> Any:
    return (lambda a=bit(rng), b=wait(rng): (a, b))()  # noqa: B008


@hidden
def two_on_one_line(data: Any, rng: Any) -> Any:
    a = bit(rng); b = wait(rng); c = bit(rng)  # fmt: skip # noqa: E702
    return a, b, c


@hidden
def iterator(data: Any, rng: Any) -> Any:
    values = iter([0, 1, 2, 3])
    for _ in range(bit(rng)):
        next(values)
    wait(rng)
    return next(values)


@hidden
def counting(data: Any, rng: Any) -> Any:
    values = itertools.count(bit(rng))
    wait(rng)
    return next(values)


@hidden
def repeating(data: Any, rng: Any) -> Any:
    values = itertools.repeat(0, 3)
    if bit(rng):
        next(values)
    wait(rng)
    return len(list(values))


@hidden
def mapped(data: Any, rng: Any) -> Any:
    return list(map(lambda each: each + wait(rng) * bit(rng), [0, 10]))  # noqa: C417


@hidden
def reduced(data: Any, rng: Any) -> int:
    return functools.reduce(lambda a, b: a + wait(rng) * bit(rng), [0, 0, 0])


@hidden
def sorting(data: Any, rng: Any) -> Any:
    return sorted([0, 1, 2], key=lambda _: bit(rng) * wait(rng))


@hidden
def comprehension(data: Any, rng: Any) -> Any:
    return [bit(rng) for _ in range(3) if wait(rng)]


@hidden
def loops(data: Any, rng: Any) -> int:
    found = 0
    for _ in range(3):
        found = max(found, bit(rng))
    return found


def generated(rng: Any) -> Iterator[int]:
    yield bit(rng)
    yield wait(rng)
    yield bit(rng)


@hidden
def generator(data: Any, rng: Any) -> Any:
    values = generated(rng)
    if bit(rng):
        next(values)
    wait(rng)
    return list(values)


@hidden
def generator_in_a_loop(data: Any, rng: Any) -> int:
    return sum(generated(rng))


@hidden
def context(data: Any, rng: Any) -> Any:
    found = []

    @contextlib.contextmanager
    def kept(value: int) -> Iterator[None]:
        yield
        found.append(value)

    with kept(bit(rng)):
        wait(rng)
    return found


@hidden
def exception(data: Any, rng: Any) -> Any:
    try:
        raise ValueError(bit(rng))
    except ValueError as error:
        wait(rng)
        return error.args


@hidden
def finally_(data: Any, rng: Any) -> Any:
    try:
        return bit(rng)
    finally:
        wait(rng)


@hidden
def exception_in_hand(data: Any, rng: Any) -> Any:
    try:
        try:
            assert bit(rng)
        finally:
            wait(rng)
    except AssertionError:
        return "no"
    return "yes"


@hidden
def recursion(data: Any, rng: Any) -> int:
    return 1 + recursion(data, rng) if bit(rng) else 0


@hidden
def closure(data: Any, rng: Any) -> int:
    count = 0

    def step() -> int:
        nonlocal count
        count = (count + 1) % 3
        return bit(rng)

    while step():
        pass
    return count


@hidden
def closure_over_a_default(data: Any, rng: Any) -> int:
    def step(known: list[int] = []) -> int:  # noqa: B006
        known.append(1)
        return bit(rng) if len(known) < 4 else 0

    while step():
        pass
    assert step.__defaults__ is not None
    return len(step.__defaults__[0])
