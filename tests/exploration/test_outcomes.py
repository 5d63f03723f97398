"""Which results are one outcome, and how outcomes are written."""

from __future__ import annotations

import dataclasses
import enum
import math
import random
from collections import Counter, OrderedDict, namedtuple
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.exploration.outcomes import IncomparableError, Raised, compared, labels
from verify.exploration.sources.python import PythonRandom
from verify.exploration.walk import Walk, walk
from verify.law.labels import label


class Answer(enum.Enum):
    YES = 1
    NO = 0


class Level(enum.IntEnum):
    LOW = 1


class Bits(enum.Flag):
    A = 1
    B = 2


@dataclasses.dataclass
class Count:
    of: str
    value: float


@dataclasses.dataclass(frozen=True)
class Other:
    of: str
    value: float


Pair = namedtuple("Pair", "first second")
OtherPair = namedtuple("OtherPair", "first second")


class Text(str):
    __slots__ = ()


DIFFERENT: list[Any] = [
    1, 1.0, True, "1", b"1", 1 + 0j, Fraction(1), Decimal("1"), Decimal("1.0"), Decimal("NaN"),
    0, 0.0, -0.0, False, "", b"", None, "None", math.nan, "nan", math.inf, -math.inf,
    complex(0.0, -0.0), complex(0.0, 0.0), complex(-0.0, 0.0), complex(math.nan, 0.0),
    np.float64(1), np.float32(1), np.int64(1), np.int32(1), np.bool_(True), np.str_("1"),
    np.longdouble(1), np.longdouble(1) + np.finfo(np.longdouble).eps, np.complex128(1),
    np.float64(0.0), np.float64(-0.0), np.float64(math.nan), np.longdouble(math.nan),
    np.datetime64("2020-01-01"), np.datetime64("2020-01-01", "ns"), np.datetime64("NaT", "D"),
    (), [], set(), frozenset(), {}, Counter(), (1,), [1], {1}, frozenset({1}), {1: 1}, {1: True},
    {True: 1}, ((1,),), ([1],), [(1,)], [[1], [2]], [[1, 2]], [1, [2]], (1, 2), (2, 1), {1, 2},
    {"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": [1]}, {"a": (1,)},
    {"a": {"b": {1.0}}}, {"a": {"b": {1}}}, {(1, 2)}, {1: 2}, {2: 1},
    [math.nan], [0.0], [-0.0], ("raises", "ValueError"), Raised(ValueError()), Raised(KeyError()),
    np.array([1.0]), np.array([1]), np.array([True]), np.array([[1.0]]), np.array(1.0),
    np.array([1.0], dtype=np.float32), np.array([]), np.array([0.0]), np.array([-0.0]),
    np.array([math.nan]), np.array([None]), np.array(["1"]), np.array([(1, 2.0)], "i4,f8"),
    np.array([(1, 2.0)], [("x", "i4"), ("y", "f8")]), np.array([1.0], dtype=np.longdouble),
    Count("a", 1), Count("a", 1.0), Count("a", -0.0), Count("a", 0.0), Other("a", 1),
    Pair(1, 2), Pair(1.0, 2), OtherPair(1, 2), Answer.YES, Answer.NO, Level.LOW, "YES", "LOW",
    Bits.A, Bits.A | Bits.B, Text("1"),
    ("int", "1"), ("str", "1"), ("tuple", ("int", "1")), ("set", "1"), ("Pair", "1", "2"),
]  # fmt: skip


def test_different_results_are_different_outcomes() -> None:
    keys = [compared(value) for value in DIFFERENT]
    for (i, a), (j, b) in combinations(enumerate(keys), 2):
        assert a != b, (DIFFERENT[i], DIFFERENT[j])


SAME: list[tuple[Callable[[], Any], Callable[[], Any]]] = [
    (lambda: math.nan, lambda: -float("nan")),
    (lambda: np.float64("nan"), lambda: -np.float64("nan")),
    (lambda: Decimal("NaN"), lambda: Decimal("-NaN123")),
    (lambda: complex(math.nan, 1), lambda: complex(float("nan"), 1)),
    (lambda: [math.nan, (math.nan,)], lambda: [float("nan"), (float("nan"),)]),
    (lambda: np.array([math.nan, 1.0]), lambda: np.array([float("nan"), 1.0])),
    (lambda: {"a": 1, "b": 2}, lambda: {"a": 1, "b": 2}),
    (lambda: OrderedDict(a=1, b=2), lambda: OrderedDict(a=1, b=2)),
    (lambda: {3, 1, "x"}, lambda: {"x", 1, 3}),
    (lambda: {8, 0, 16}, lambda: {16, 8, 0}),
    (lambda: Count("a", math.nan), lambda: Count("a", float("nan"))),
    (lambda: Fraction(2, 4), lambda: Fraction(1, 2)),
    (lambda: Answer(1), lambda: Answer.YES),
    (lambda: np.arange(6).reshape(2, 3).T, lambda: np.array([[0, 3], [1, 4], [2, 5]])),
    (lambda: np.array([0.5, 1.5], dtype=object), lambda: np.array([0.5, 1.5])),
    (lambda: 10**30, lambda: 10**29 * 10),
    (lambda: Raised(ValueError("a")), lambda: Raised(ValueError("b"))),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_equal_results_are_one_outcome(one: Callable[[], Any], other: Callable[[], Any]) -> None:
    first, second = compared(one()), compared(other())
    assert first == second
    assert hash(first) == hash(second)


class Unequal:
    """Equal only to itself, as any object."""


class Unhashable:
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable)


class Failing:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        raise TypeError("no hash today")


@dataclasses.dataclass
class Incomplete:
    value: int

    def __post_init__(self) -> None:
        del self.value


def numbers() -> Iterator[int]:
    yield 1


def itself() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


def nested(depth: int) -> Any:
    found: Any = 0
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (Unequal, "equal only if they are one object"),
        (lambda: [Unequal()], "equal only if they are one object"),
        (lambda: {"a": Unequal()}, "equal only if they are one object"),
        (lambda: numbers, "equal only if they are one object"),
        (lambda: numbers(), "equal only if they are one object"),
        (Unhashable, "cannot be hashed"),
        (lambda: (Unhashable(),), "cannot be hashed"),
        (Failing, "no hash today"),
        (lambda: {"a": Failing()}, "no hash today"),
        (lambda: Incomplete(1), "no attribute 'value'"),
        (itself, "contains itself"),
        (lambda: nested(500), "nested too deeply"),
    ],
)
def test_what_cannot_be_compared_is_refused(make: Callable[[], Any], reason: str) -> None:
    with pytest.raises(IncomparableError, match=reason) as caught:
        explored(lambda _: make())
    assert str(caught.value).startswith("result: the result is a")
    assert "\n" not in str(caught.value)


def test_nesting_that_is_not_too_deep() -> None:
    assert compared(nested(20)) == compared(nested(20)) != compared(nested(19))


def written(*values: Any) -> list[Any]:
    return labels([compared(value) for value in values])


def test_labels_are_plain_where_that_is_enough() -> None:
    assert written(1, "a", None, 2.5, b"x", (1, [2])) == [
        "1",
        "a",
        "None",
        "2.5",
        "b'x'",
        ("1", ("2",)),
    ]
    assert written(0.0, -0.0, math.nan, 10**30) == ["0.0", "-0.0", "nan", "1" + "0" * 30]
    assert written({2, 1}, {"b": 1}) == [("set", "1", "2"), ("dict", ("b", "1"))]
    assert written(Pair(1, 2), Count("a", 1)) == [("Pair", "1", "2"), ("Count", "a", "1")]
    assert written(np.float64(0.5), np.array([1, 2]), Answer.YES) == ["0.5", ("1", "2"), "YES"]
    assert written(Raised(ValueError()), Fraction(1, 2)) == [
        ("raises", "ValueError"),
        "Fraction(1, 2)",
    ]
    assert written() == []


def test_labels_have_types_only_where_they_are_alike() -> None:
    assert written(1, True, "x") == ["1", "True", "x"]
    assert written(1, "1", "x") == [("int", "1"), ("str", "1"), "x"]
    assert written(1.0, np.float64(1.0)) == [("float", "1.0"), ("<f8", ("float", "1.0"))]
    assert written((1,), [1]) == [("tuple", ("int", "1")), ("list", ("int", "1"))]


def test_a_plain_label_is_not_another_one_with_types() -> None:
    found = written(1, "1", ("int", "1"))
    assert len({*found}) == 3


def test_all_labels_differ_and_are_labels() -> None:
    found = written(*DIFFERENT)
    assert len({*found}) == len(DIFFERENT)
    for each in found:
        assert label(each) == each


def test_labels_that_say_too_little_are_refused() -> None:
    class Dull:
        def __init__(self, value: int) -> None:
            self.value = value

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Dull) and other.value == self.value

        def __hash__(self) -> int:
            return 7

        def __repr__(self) -> str:
            return "dull"

    with pytest.raises(IncomparableError, match="2 different results are all written"):
        written(Dull(1), Dull(2))


values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-1, 2), st.sampled_from([0.0, -0.0, 1.0, math.nan]),
        st.sampled_from(["", "1", "True", "int", "tuple", "nan", "raises"]), st.just(b"1"),
        st.just(np.float64(1.0)), st.just(np.int64(1)), st.just(Answer.YES), st.just(1j),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.lists(st.integers(0, 2), max_size=2).map(frozenset),
        st.dictionaries(st.sampled_from(["a", 1]), inner, max_size=2),
        st.builds(Pair, inner, inner),
    ),
    max_leaves=5,
)  # fmt: skip


def seen(value: Any) -> Any:
    """The definition, in the plainest form: types and texts all the way down."""
    name = type(value).__name__
    if isinstance(value, dict):
        return name, sorted(repr((seen(k), seen(v))) for k, v in value.items())
    if isinstance(value, frozenset):
        return name, sorted(repr(seen(each)) for each in value)
    if isinstance(value, list | tuple):
        return name, [seen(each) for each in value]
    return name, repr(value)


@given(st.lists(values, min_size=2, max_size=6))
def test_outcomes_are_one_if_they_look_the_same(given: list[Any]) -> None:
    keys = [compared(value) for value in given]
    for (i, a), (j, b) in combinations(enumerate(keys), 2):
        assert (a == b) == (seen(given[i]) == seen(given[j]))
    apart = [*dict.fromkeys(keys)]
    assert len({*labels(apart)}) == len(apart)


def explored(run: Callable[[random.Random], Any]) -> Walk:
    return walk(lambda trail: run(PythonRandom(trail)))


def shares(run: Callable[[random.Random], Any]) -> dict[Any, float]:
    found = explored(run)
    return {key: float(weight) for key, weight in found.law.items()}


def same_law(run: Callable[[random.Random], Any], expected: list[tuple[Any, float]]) -> None:
    assert shares(run) == pytest.approx({compared(value): p for value, p in expected}, abs=1e-12)


def test_roundings_that_are_given_back_as_they_are() -> None:
    thirds = [(np.float64(i), 1 / 3) for i in range(3)]
    same_law(lambda source: np.floor(source.random() * 3), thirds)
    same_law(lambda source: [np.floor(source.random() * 3)], [([v], p) for v, p in thirds])
    same_law(
        lambda source: {"a": (np.floor(source.random() * 3),)},
        [({"a": (v,)}, p) for v, p in thirds],
    )
    same_law(lambda source: round(source.random(), 0), [(0.0, 0.5), (1.0, 0.5)])


def test_zeros_of_both_signs_are_two_outcomes() -> None:
    expected = [(np.float64(-0.0), 0.5), (np.float64(0.0), 0.5)]
    same_law(lambda source: np.round(source.random() - 0.5), expected)


def test_arrays_of_random_doubles_are_arrays_of_doubles() -> None:
    def run(source: random.Random) -> Any:
        if source.random() < 0.5:
            return np.array([0.0, 1.0])
        return np.array([np.floor(source.random() * 2), 1.0])

    same_law(run, [(np.array([0.0, 1.0]), 0.75), (np.array([1.0, 1.0]), 0.25)])


def test_one_draw_in_two_places_is_one_draw() -> None:
    def run(source: random.Random) -> Any:
        u = np.floor(source.random() * 2)
        return u, u + 1.0

    same_law(run, [((np.float64(v), np.float64(v + 1)), 0.5) for v in (0, 1)])


@pytest.mark.parametrize(
    "run",
    [
        lambda source: source.random(),
        lambda source: [1, source.random()],
        lambda source: {"a": source.random() * 2},
        lambda source: np.array([source.random(), 1.0]),
        lambda source: Count("a", source.random()),
    ],
)
def test_a_random_double_itself_is_refused(run: Callable[[random.Random], Any]) -> None:
    with pytest.raises(IncomparableError, match="too many values to be told apart"):
        explored(run)


def test_exceptions_are_outcomes() -> None:
    def run(source: random.Random) -> Any:
        return [1, 2][source.randrange(4)]

    same_law(run, [(1, 0.25), (2, 0.25), (Raised(IndexError()), 0.5)])


def test_leaving_is_an_outcome() -> None:
    def run(source: random.Random) -> Any:
        if source.randrange(2):
            raise SystemExit(1)

    same_law(run, [(None, 0.5), (Raised(SystemExit()), 0.5)])
