"""Functions whose runs differ in what objects, modules and arrays hold."""

from __future__ import annotations

import collections
import functools
import io
import random
from typing import Any

import numpy as np
from hidden import bit, hidden, pair, wait


def counted(rng: Any) -> int:
    counted.calls = (counted.calls + 1) % 3  # type: ignore[attr-defined]
    return bit(rng)


@hidden
def function_attribute(data: Any, rng: Any) -> int:
    counted.calls = 0  # type: ignore[attr-defined]
    while counted(rng):
        pass
    return counted.calls  # type: ignore[attr-defined]


COUNT = 0


def global_step(rng: Any) -> int:
    global COUNT
    COUNT = (COUNT + 1) % 3
    return bit(rng)


@hidden
def global_counter(data: Any, rng: Any) -> int:
    global COUNT
    COUNT = 0
    while global_step(rng):
        pass
    return COUNT


@hidden
def counter_by_globals(data: Any, rng: Any) -> int:
    globals()["COUNT"] = 0
    while rng.randrange(2):
        globals()["COUNT"] = (globals()["COUNT"] + 1) % 3
    return globals()["COUNT"]


@hidden
def counter_by_exec(data: Any, rng: Any) -> int:
    space = {"rng": rng, "n": 0}
    exec("while rng.randrange(2): n = (n + 1) % 3", space)
    return space["n"]


class Counting:
    total = 0
    __slots__ = ("__calls", "a", "b")

    def __init__(self) -> None:
        self.__calls = 0

    def step(self, rng: Any) -> int:
        self.__calls = (self.__calls + 1) % 3
        return bit(rng)

    def calls(self) -> int:
        return self.__calls


@hidden
def private_slot(data: Any, rng: Any) -> int:
    counting = Counting()
    while counting.step(rng):
        pass
    return counting.calls()


@hidden
def which_slot(data: Any, rng: Any) -> bool:
    counting = Counting()
    if bit(rng):
        counting.a = 1
    else:
        counting.b = 1
    wait(rng)
    return hasattr(counting, "a")


@hidden
def class_attribute(data: Any, rng: Any) -> int:
    Counting.total = 0
    while bit(rng):
        Counting.total = (Counting.total + 1) % 3
    return Counting.total


class Remembering:
    """A descriptor with a memory."""

    def __init__(self) -> None:
        self.last = 0

    def __get__(self, owner: Any, kind: type) -> int:
        return self.last

    def __set__(self, owner: Any, value: int) -> None:
        self.last = value


class Described:
    value = Remembering()


@hidden
def descriptor(data: Any, rng: Any) -> int:
    each = Described()
    each.value = 0
    while bit(rng):
        each.value = (each.value + 1) % 3
    return each.value


class Lying:
    """Shows one dictionary and has another."""

    def __init__(self) -> None:
        self.n = 0

    def __getattribute__(self, name: str) -> Any:
        return {} if name == "__dict__" else object.__getattribute__(self, name)


@hidden
def lying_object(data: Any, rng: Any) -> int:
    each = Lying()
    while bit(rng):
        each.n = (each.n + 1) % 3
    return each.n


class Replaced:
    """A class of its own, as it stays changed."""

    def calls(self) -> int:
        return 0


@hidden
def monkeypatched(data: Any, rng: Any) -> int:
    Replaced.calls = (lambda self: 5) if bit(rng) else (lambda self: 6)  # type: ignore[method-assign]
    wait(rng)
    return Replaced().calls()


@hidden
def aliased(data: Any, rng: Any) -> Any:
    a: list[int] = []
    b = a if bit(rng) else []
    wait(rng)
    a.append(1)
    return b


@hidden
def order_of_a_dict(data: Any, rng: Any) -> Any:
    found = {1: 0, 2: 0} if bit(rng) else {2: 0, 1: 0}
    wait(rng)
    return list(found)


@hidden
def order_of_a_set(data: Any, rng: Any) -> Any:
    found = {0, 8} if bit(rng) else {8, 0}
    wait(rng)
    return list(found)


@hidden
def order_of_a_grown_set(data: Any, rng: Any) -> Any:
    found = set(range(100)) if bit(rng) else set()
    found.clear()
    found |= {33}
    wait(rng)
    found.add(8)
    return list(found)


@hidden
def bound_method(data: Any, rng: Any) -> Any:
    append = [bit(rng)].append
    wait(rng)
    append(2)
    return append.__self__  # type: ignore[attr-defined]


@functools.lru_cache
def remembered(n: int) -> list[int]:
    return []


@hidden
def cached(data: Any, rng: Any) -> int:
    remembered(0)[:] = []
    while bit(rng):
        remembered(0).append(1)
        del remembered(0)[3:]
    return len(remembered(0))


@hidden
def c_objects(data: Any, rng: Any) -> Any:
    several = [
        collections.deque([0]),
        collections.defaultdict(int),
        collections.Counter(),
        collections.OrderedDict(),
        io.StringIO(),
    ]
    if bit(rng):
        several[0].append(1)
        several[1]["a"] = 1
        several[2]["a"] = 1
        several[3]["a"] = 1
        several[4].write("a")
    wait(rng)
    return len(several[0]), len(several[1]), len(several[2]), len(several[3]), several[4].getvalue()


@hidden
def seeded(data: Any, rng: Any) -> int:
    own = random.Random(bit(rng))
    wait(rng)
    return own.randrange(1000)


@hidden
def partial(data: Any, rng: Any) -> Any:
    later = functools.partial(pair, bit(rng))
    wait(rng)
    return later(1)


@hidden
def attribute_of_the_source(data: Any, rng: Any) -> int:
    rng.mine = bit(rng)
    wait(rng)
    return rng.mine


@hidden
def shared_memory(data: Any, rng: Any) -> Any:
    a = np.zeros(2)
    b = a[:] if bit(rng) else a.copy()
    wait(rng)
    a[0] = 1
    return float(b[0])


@hidden
def parts_of_memory(data: Any, rng: Any) -> Any:
    a = np.zeros(3)
    b = a[:2] if bit(rng) else a[1:]
    wait(rng)
    b[0] = 1
    return a.tolist()


@hidden
def compared_with_a_draw(data: Any, rng: Any) -> bool:
    return rng.random() < rng.randrange(1, 5) / 5


@hidden
def one_of_two_doubles(data: Any, rng: Any) -> Any:
    a, b = rng.random(), rng.random()
    chosen = (lambda: a) if bit(rng) else (lambda: b)
    return chosen() < 0.5, a < 0.25


@hidden
def array_of_doubles(data: Any, rng: Any) -> Any:
    return (np.array([rng.random(), rng.random()]) < 0.5).tolist()


@hidden
def tuple_of_doubles(data: Any, rng: Any) -> bool:
    return (int(rng.random() * 2), rng.random()) < (0, rng.random() < 0.5)


@hidden
def shared_cells(data: Any, rng: Any) -> Any:
    u = rng.random()
    v = 1 - u
    w = v if bit(rng) else 1 - rng.random()
    return u < 0.5, w < 0.5


@hidden
def kept_double(data: Any, rng: Any) -> Any:
    u = rng.random()
    first = u < 0.75
    wait(rng)
    return first, u < 0.25, u < 0.75


@hidden
def shuffled(data: Any, rng: Any) -> Any:
    found = [0, 1, 2]
    while found == [0, 1, 2]:
        rng.shuffle(found)
    return found


@hidden
def geometric(data: Any, rng: Any) -> Any:
    return min(rng.geometric("1/2"), 3), min(rng.geometric("1/3"), 2)


@hidden
def local_function(data: Any, rng: Any) -> Any:
    x = bit(rng)

    def later() -> int:
        return x

    wait(rng)
    return later()


def counter_of(rng: Any, choose: Any, before: Any) -> Any:
    """Its own variable is changed, or that of a call before, with equal values in both."""
    count = 0

    def step() -> None:
        nonlocal count
        count += 1

    if before is None:
        return step
    chosen = before if choose else step
    del step, before, choose
    wait(rng)
    chosen()
    return count


@hidden
def which_variable(data: Any, rng: Any) -> Any:
    return counter_of(rng, bit(rng), counter_of(rng, 0, None))
