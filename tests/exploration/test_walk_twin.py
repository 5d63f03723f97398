"""Laws of whole functions against plain recursion over what every draw is by definition.

The twin has no replay: it goes through the options of one draw, and for each of them calls itself.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, permutations, product
from math import comb, factorial, floor, perm
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify.errors import LimitError
from verify.exploration.settings import Settings
from verify.exploration.sources.python import PythonRandom, PythonSystemRandom
from verify.exploration.walk import Walk, walk

Law = dict[Any, Fraction]
ALL = 2**53


def share(holds: Callable[[float], bool]) -> Fraction:
    """The probability of an event that holds for the doubles k·2^−53 up to some k."""
    low, high = 0, ALL  # it holds for all k < low and for no k >= high
    while low < high:
        middle = (low + high) // 2
        if holds(middle * 2.0**-53):
            low = middle + 1
        else:
            high = middle
    return Fraction(low, ALL)


def rising(function: Callable[[float], int], most: int) -> Law:
    """The law of a function of one uniform that rises from 0 to ``most``."""
    up_to = [share(lambda u, i=i: function(u) <= i) for i in range(most + 1)]
    return {i: b - a for i, (a, b) in enumerate(zip([Fraction(0), *up_to], up_to, strict=False))}


def uniform(values: list[Any]) -> Law:
    return {each: Fraction(1, len(values)) for each in values}


def independent(law: Law, count: int) -> Law:
    found: Law = {}
    for values in product(law.items(), repeat=count):
        weight = Fraction(1)
        for _, each in values:
            weight *= each
        key = tuple(value for value, _ in values)
        found[key] = found.get(key, Fraction(0)) + weight
    return found


@dataclass(frozen=True)
class Draw:
    """One call of a source; n depends on what was drawn before."""

    kind: str
    n: int
    constant: float
    weights: tuple[int, ...]

    def make(self, source: random.Random, state: int) -> Any:
        """As code does it."""
        n = self.n + state % 2
        match self.kind:
            case "randrange":
                return source.randrange(n)
            case "stepped":
                return source.randrange(-1, 2 * n, 2)
            case "randint":
                return source.randint(-n, 1)
            case "choice":
                return source.choice("abcdef"[:n])
            case "shuffle":
                items = list(range(n))
                source.shuffle(items)
                return tuple(items)
            case "sample":
                return tuple(source.sample(range(n + 1), 2))
            case "weighted":
                return tuple(
                    source.choices(range(len(self.weights)), self.weights, k=1 + state % 2)
                )
            case "choices":
                return tuple(source.choices(range(n), k=2))
            case "bits":
                return source.getrandbits(n - 1)
            case "bytes":
                return source.randbytes(0)
            case "below":
                return source.random() < self.constant
            case "twice":
                u = source.random()
                return (u >= self.constant) + (u > 0.3)
            case "uniform":
                return source.uniform(-1, 2) > self.constant
            case "truncated":
                return int(source.random() * n)
        raise AssertionError(self.kind)

    def law(self, state: int) -> Law:
        """By definition."""
        n = self.n + state % 2
        match self.kind:
            case "randrange":
                return uniform(list(range(n)))
            case "stepped":
                return uniform(list(range(-1, 2 * n, 2)))
            case "randint":
                return uniform([i - n for i in range(n + 2)])
            case "choice":
                return uniform(["a", "b", "c", "d", "e", "f"][:n])
            case "shuffle":
                return uniform(list(permutations(range(n))))
            case "sample":
                return uniform(list(permutations(range(n + 1), 2)))
            case "weighted":
                ends = list(accumulate(self.weights))
                last = len(ends) - 1
                one = rising(lambda u: bisect(ends, u * (ends[-1] + 0.0), 0, last), last)
                return independent(one, 1 + state % 2)
            case "choices":
                return independent(rising(lambda u: floor(u * float(n)), n - 1), 2)
            case "bits":
                return uniform(list(range(2 ** (n - 1))))
            case "bytes":
                return {b"": Fraction(1)}
            case "below":
                part = share(lambda u: u < self.constant)
                return {True: part, False: 1 - part}
            case "twice":
                return dict(rising(lambda u: (u >= self.constant) + (u > 0.3), 2))
            case "uniform":
                part = share(lambda u: not -1 + (2 - -1) * u > self.constant)
                return {False: part, True: 1 - part}
            case "truncated":
                return rising(lambda u: int(u * n), n - 1)
        raise AssertionError(self.kind)


KINDS = [
    "randrange", "stepped", "randint", "choice", "shuffle", "sample", "weighted", "choices", "bits",
    "bytes", "below", "twice", "uniform", "truncated",
]  # fmt: skip

draws = st.builds(
    Draw,
    st.sampled_from(KINDS),
    st.integers(1, 3),
    st.one_of(st.floats(0, 1), st.floats(-1.5, 2.5), st.sampled_from([0.5, 1 / 3, 5e-324])),
    st.lists(st.integers(0, 4), min_size=1, max_size=3).map(lambda w: (*w, 1)),
)


@dataclass(frozen=True)
class Code:
    """Draws one after the other, that may end early; it gives back all, the last, or the state."""

    draws: tuple[Draw, ...]
    stop: int
    gives: str

    def run(self, source: random.Random) -> Any:
        state, values = 0, []
        for draw in self.draws:
            values.append(draw.make(source, state))
            state = self.after(state, values[-1])
            if state % 5 == self.stop:
                break
        return self.result(state, values)

    def law(self, state: int = 0, values: tuple[Any, ...] = ()) -> Law:
        done = len(values)
        if done == len(self.draws) or (values and state % 5 == self.stop):
            return {self.result(state, list(values)): Fraction(1)}
        found: Law = {}
        for value, weight in self.draws[done].law(state).items():
            for result, part in self.law(self.after(state, value), (*values, value)).items():
                found[result] = found.get(result, Fraction(0)) + weight * part
        return {result: weight for result, weight in found.items() if weight}

    def after(self, state: int, value: Any) -> int:
        if isinstance(value, str | bytes):
            return state + sum(value.encode() if isinstance(value, str) else value)
        return 3 * state + (
            sum(i * v for i, v in enumerate(value, 1)) if type(value) is tuple else value
        )

    def result(self, state: int, values: list[Any]) -> Any:
        return {"all": tuple(values), "last": values[-1:] and str(values[-1]), "state": state}[
            self.gives
        ]


codes = st.builds(
    Code,
    st.lists(draws, min_size=1, max_size=4).map(tuple),
    st.integers(0, 6),
    st.sampled_from(["all", "last", "state"]),
)


NONE = mpq(0)


def explored(
    run: Callable[[Any], Any],
    residual: mpq = NONE,
    source: type = PythonRandom,
    merge: bool = False,
) -> Walk:
    found = walk(lambda trail: run(source(trail)), Settings(residual=residual, merge=merge))
    assert sum(found.law.values()) + found.unexplored == 1
    assert 0 <= found.unexplored <= residual
    return found


def law_of(found: Walk) -> Law:
    def one(key: Hashable) -> Any:
        value = found.values[key]
        return "" if value == [] else value

    return {one(key): Fraction(str(weight)) for key, weight in found.law.items()}


@given(codes, st.sampled_from([PythonRandom, PythonSystemRandom]), st.booleans())
def test_random_code(code: Code, source: type, merge: bool) -> None:
    assert law_of(explored(code.run, source=source, merge=merge)) == code.law()


@pytest.mark.parametrize("merge", [False, True])
def test_code_without_a_choice(merge: bool) -> None:
    assert law_of(explored(lambda source: source.randrange(1), merge=merge)) == {0: 1}


@given(codes, st.integers(2, 60))
def test_random_code_in_part(code: Code, part: int) -> None:
    """What is explored is a lower bound, and what is not explored is all that can be missing."""
    found = explored(code.run, mpq(1, part))
    law, truth = law_of(found), code.law()
    assert law.keys() <= truth.keys()
    for result, weight in truth.items():
        low = law.get(result, Fraction(0))
        assert low <= weight <= low + Fraction(str(found.unexplored))


@pytest.mark.parametrize("sides", [2, 3, 10])
@pytest.mark.parametrize("residual", [mpq(1, 10), mpq(1, 10**9)])
def test_geometric_loops(sides: int, residual: mpq) -> None:
    def run(source: random.Random) -> int:
        count = 1
        while not source.randrange(sides):
            count += 1
        return count

    found = explored(run, residual)
    law = law_of(found)
    last = max(law)
    assert found.longest == last
    truth = {n: Fraction(sides - 1, sides**n) for n in range(1, last + 1)}
    assert law.keys() == truth.keys()
    assert all(law[n] == truth[n] for n in range(1, last))
    assert law[last] <= truth[last]


@pytest.mark.parametrize("constant", [0.5, 0.3, 1 / 3])
def test_geometric_loops_of_doubles(constant: float) -> None:
    def run(source: random.Random) -> bool:
        even = True
        while source.random() >= constant:
            even = not even
        return even

    stop = share(lambda u: u < constant)
    truth = {True: stop / (1 - (1 - stop) ** 2)}
    truth[False] = 1 - truth[True]
    found = explored(run, mpq(1, 10**6))
    for result, low in law_of(found).items():
        assert low < truth[result] < low + Fraction(str(found.unexplored))


@pytest.mark.parametrize(("start", "end"), [(1, 3), (2, 4)])
def test_a_walk_until_an_end_is_hit(start: int, end: int) -> None:
    def run(source: random.Random) -> int:
        place = start
        while 0 < place < end:
            place += 1 if source.getrandbits(1) else -1
        return place

    found = explored(run, mpq(1, 100))
    low = law_of(found)[end]
    assert low <= Fraction(start, end) <= low + Fraction(str(found.unexplored))


def test_no_path_is_run_twice() -> None:
    found = explored(lambda source: sum(source.randrange(2) for _ in range(9)))
    assert law_of(found) == {n: Fraction(comb(9, n), 2**9) for n in range(10)}
    assert (found.paths, found.longest) == (2**9, 9)


def test_a_shuffle_has_as_many_paths_as_orders() -> None:
    def run(source: random.Random) -> tuple[int, ...]:
        return tuple(source.sample(range(6), 6))

    found = explored(run)
    assert found.paths == factorial(6) == perm(6)
    assert {*found.law.values()} == {mpq(1, 720)}


def test_a_draw_with_thousands_of_values() -> None:
    count = 3000
    found = explored(lambda source: int(source.random() * count))
    assert found.paths == count
    assert law_of(found) == rising(lambda u: int(u * count), count - 1)


def test_the_limit_of_paths_is_a_number_of_paths() -> None:
    def run(source: random.Random) -> int:
        return source.randrange(8)

    with verify.limits(paths=8):
        assert len(explored(run).law) == 8
    with verify.limits(paths=1):
        assert explored(lambda _: "same").paths == 1
    with verify.limits(paths=7), pytest.raises(LimitError, match=r"after 7 paths .* verify.limits"):
        explored(run)


def test_a_range_without_an_end_has_no_step() -> None:
    """As in Python: the law of what code does that is wrong is the law of its exception."""
    found = explored(lambda source: source.randrange(10, step=2))
    assert [value.name for value in found.values.values()] == ["TypeError"]


def test_an_early_exit_after_many_draws() -> None:
    def run(source: random.Random) -> int | None:
        for i in range(500):
            if source.randrange(2):
                return i
        return None

    found = explored(run)
    truth: Law = {i: Fraction(1, 2 ** (i + 1)) for i in range(500)}
    assert law_of(found) == truth | {None: Fraction(1, 2**500)}
