"""Where comparisons of what became of a uniform turn, against the machine's doubles, k by k."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from windows import ALL, check_everywhere, check_window, parts

from verify.errors import InputError

OPERATORS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
}
RELATIONS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
LIBRARY = ("log", "log2", "log10", "log1p", "exp", "exp2", "expm1", "tanh", "sqrt")


@dataclass(frozen=True)
class Op:
    """One operation, on a double as on a lazy one."""

    name: str
    work: Callable[[Any, bool], Any]
    exact: bool = True
    """whether it must be followed, whatever it is applied to"""

    def __repr__(self) -> str:
        return self.name


def sign(symbol: str, constant: Any, first: bool = False, work: Any = None) -> Op:
    work = work or OPERATORS[symbol]
    name = f"{constant!r} {symbol} x" if first else f"x {symbol} {constant!r}"
    plain = isinstance(constant, float | Fraction | int) and abs(constant) < 2**1000
    exact = plain and symbol != "**" and (not first or symbol != "/")
    if first:
        return Op(name, lambda x, _: work(constant, x), exact)
    return Op(name, lambda x, _: work(x, constant), exact)


def library(module: Any, name: str) -> Op:
    function = getattr(module, name)
    return Op(
        f"{module.__name__}.{name}",
        lambda x, lazy: x.applied(function) if lazy and hasattr(x, "applied") else function(x),
        False,
    )


def called(name: str, function: Callable[[Any], Any]) -> Op:
    return Op(name, lambda x, _: function(x))


@dataclass(frozen=True)
class Program:
    ops: tuple[Op, ...]
    relation: str
    constant: Any

    def __call__(self, x: Any, lazy: bool) -> Any:
        for op in self.ops:
            x = op.work(x, lazy)
        return RELATIONS[self.relation](x, self.constant)

    @property
    def must_be_followed(self) -> bool:
        small = not isinstance(self.constant, int) or self.constant < 2**1000
        return small and all(op.exact for op in self.ops)  # NumPy has no greater integers


sizes = st.sampled_from([0, 1, 2, 3, -1, -2, 7, 10, 2**53 - 1, 2**53 + 1, -(2**60) - 1, 10**20])
doubles = st.one_of(
    st.floats(-4, 4),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.0, -0.0, 0.5, 1e-300, 1e300, -1e300, 5e-324, 2.0**-53, 2.0**-1022, 1.0]),
)
fractions = st.fractions(-3, 3, max_denominator=1000)
finite = st.one_of(sizes, doubles, fractions, doubles.map(np.float64))
constants = st.one_of(finite, st.sampled_from([math.inf, -math.inf, math.nan, 10**400]))
narrow = st.sampled_from(
    [np.float32(3), np.float32(0.1), np.float16(1.5), np.int64(-7), np.uint8(3)]
)

arithmetic = st.one_of(
    st.builds(sign, st.sampled_from("+-*/"), finite, st.booleans()),
    st.builds(sign, st.sampled_from("+-*/"), st.one_of(narrow, constants), st.booleans()),
    st.builds(sign, st.just("**"), st.one_of(finite, st.floats(-3, 3)), st.booleans()),
    st.builds(sign, st.just("+"), finite, st.booleans(), st.just(np.add)),
    st.builds(sign, st.just("-"), finite, st.booleans(), st.just(np.subtract)),
    st.builds(sign, st.just("*"), finite, st.booleans(), st.just(np.multiply)),
)
others = st.sampled_from(
    [
        called("-x", operator.neg),
        called("abs", abs),
        called("np.abs", np.absolute),
        called("np.negative", np.negative),
        called("np.floor", np.floor),
        called("np.ceil", np.ceil),
        called("np.rint", np.rint),
        called("round 1", lambda x: round(x, 1)),
        called("minimum", lambda x: np.minimum(x, 0.25)),
        called("maximum", lambda x: np.maximum(0.75, x)),
    ]
)
functions = st.builds(library, st.sampled_from([math, np]), st.sampled_from(LIBRARY))
steps = st.one_of(arithmetic, arithmetic, others, functions)
programs = st.builds(
    Program,
    st.lists(steps, min_size=1, max_size=4).map(tuple),
    st.sampled_from(sorted(RELATIONS)),
    st.one_of(constants, st.floats(-2, 2), narrow),
)
places = st.one_of(st.integers(0, ALL - 1), st.sampled_from([0, ALL - 1500, ALL // 2 - 700]))


def followed(program: Program, check: Callable[[], None]) -> None:
    """The check, unless the program is refused, as programs beyond plain arithmetic may be."""
    message = ""
    try:
        check()
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert not (message and program.must_be_followed), message


@given(programs, places, st.integers(1, 1500))
def test_every_k_of_a_window(program: Program, low: int, size: int) -> None:
    followed(program, lambda: check_window(program, low, min(low + size, ALL)))


@given(programs, st.lists(st.integers(0, ALL - 1), max_size=100))
def test_every_k_beside_the_changes(program: Program, more: list[int]) -> None:
    followed(program, lambda: check_everywhere(program, more))


LOG, EXP, SQRT = (library(math, name) for name in ("log", "exp", "sqrt"))


@pytest.mark.parametrize("relation", sorted(RELATIONS))
@pytest.mark.parametrize(
    ("ops", "constant"),
    [
        ((LOG,), -0.6931471805599453),
        ((LOG,), Fraction(-69314718055994531, 10**17)),
        ((library(np, "log"),), np.float64(-1.0)),
        ((library(math, "log1p"),), 0.25),
        ((library(math, "log2"),), -1),
        ((library(math, "log2"),), -52.0),
        ((library(math, "log10"),), -1),
        ((sign("*", 3.0), EXP), 2.718281828459045),
        ((sign("*", -1.0), library(math, "expm1")), -0.5),
        ((library(math, "exp2"),), 1.5),
        ((SQRT,), 0.5),
        ((library(np, "sqrt"), sign("*", 7)), 3),
        ((library(np, "tanh"),), 0.25),
        ((sign("-", 1.0, True), LOG, called("-x", operator.neg), SQRT), 1.0),  # near its domain
        ((library(math, "log1p"), called("abs", abs)), 0),
        ((library(np, "expm1"), called("abs", np.absolute)), 0),
        ((called("-x", operator.neg), library(math, "expm1"), called("abs", abs)), 0),
        ((sign("**", 0.5),), 0.5),
        ((sign("**", 1),), 0.5),
        ((sign("**", 2.5),), 0.1),
        ((sign("**", 10, True),), 3.0),
        ((sign("**", 0.5, True),), 0.75),
        ((sign("**", -0.5),), 3),
        ((sign("*", 2**53 + 1),), 2**52 + 1),
        ((sign("+", 2**53 + 1),), 2**53 + 1),
        ((sign("*", 10**300),), 10**299 + 1),
        ((sign("*", 1e308), sign("*", 10.0)), math.inf),
        ((sign("*", 1e308), sign("*", 10.0)), -math.inf),
        ((sign("*", 1e308), sign("*", 10.0), sign("*", 0)), 0.0),
        ((sign("*", 5e-324),), 0.0),
        ((sign("*", 1e-310),), 5e-311),
        ((sign("-", 0.5), sign("*", 5e-324)), -0.0),
        ((sign("/", 1.0, True),), 3.0),
        ((sign("-", 0.5), sign("/", 1.0, True)), -4.0),
        ((sign("-", 0.5), sign("/", -2, True)), 5),
        ((sign("-", Fraction(1, 3)), sign("/", 1.0, True)), Fraction(22, 7)),
        ((called("x", lambda x: x),), Fraction(1, 3)),
        ((called("x", lambda x: x),), Decimal("0.1")),
        ((called("x", lambda x: x),), 0.1),
        ((called("x", lambda x: x),), math.nan),
        ((sign("*", np.float32(3)),), np.float32(1.1)),
        ((called("x", lambda x: x),), np.float32(0.3)),
    ],
)
def test_changes_of_one_kind_each(ops: tuple[Op, ...], constant: Any, relation: str) -> None:
    check_everywhere(Program(ops, relation, constant), [ALL // 3, ALL // 7, 1, 2, 3])


@pytest.mark.parametrize("tiny", [1e-300, 1e-20, 2.0**-53])
@pytest.mark.parametrize("relation", ["<=", "=="])
def test_flat_regions(tiny: float, relation: str) -> None:
    """On a small window the flat part of exp is tried k by k; on all k it may be refused."""
    program = Program((sign("*", tiny), EXP), relation, 1.0)
    check_window(program, 0, 3000)
    check_window(program, ALL - 3000, ALL)
    followed(program, lambda: check_everywhere(program, []))


def test_library_functions_of_single_precision() -> None:
    """Their units are those of their own type: one step of float32 is 2^29 steps of k."""
    program = Program((sign("*", np.float32(3)), library(np, "exp")), "<", np.float32(1.0000002))
    check_window(program, 0, 3000)
    turn = 2**53 // 3 // 2**23
    check_window(program, turn - 2000, turn + 2000)
    with pytest.raises(InputError, match="error bounds of library functions"):
        parts(program)


@pytest.mark.parametrize(
    "rounding",
    [
        lambda x: int(x * 3),
        lambda x: math.floor(7 * x - 3),
        lambda x: math.ceil(x * 5.5),
        lambda x: round(10 * x),
        lambda x: round(x, 1),
        lambda x: round(2 * x - 1, 1),
        lambda x: np.round(x - 0.5),
        lambda x: np.floor(-x),
        lambda x: np.trunc(4 * x - 2),
        lambda x: np.rint(1 / (x + 0.1)),
        lambda x: math.trunc((x - 0.5) / 0.1),
        lambda x: round((x - 0.5) * 5e-324, 3),
        lambda x: (x - 0.5) * 0,
        lambda x: 0 / (x - 0.5),
        lambda x: 1 / np.round(x - 0.5),
        lambda x: (x * 1e308 * 10) * 0,
        lambda x: x**0,
        lambda x: 1**x,
        lambda x: 0.0**x,
        lambda x: np.sign(x - 0.5),
        lambda x: np.isfinite(x * 1e308 * 10),
        lambda x: np.isinf(1e308 * x * 10),
        lambda x: np.isnan(x),
        lambda x: np.exp(np.floor(x * 4)),
        lambda x: np.clip(np.round(x * 9), 2, 5),
        lambda x: np.round(np.subtract(x, 0.5)) / 0.1,
        lambda x: np.isclose(x, 0.5, atol=0.1),
        lambda x: (np.array([0.25, 0.75]) < x).tolist(),
        lambda x: np.floor(x + np.array([0.5, 0.25])).astype(int).tolist(),
        lambda x: (np.add([1, 2], x) < 1.5).tolist(),
        lambda x: isinstance(x, float),
        lambda x: bool(x - 0.5),
        lambda x: x in (0.5, 0.25),
        lambda x: min(x, 0.5) == 0.5,
        lambda x: max(0.5, x) > 0.75,
        lambda x: np.float64(0.5) > x,
        lambda x: np.less(x, 0.5),
        lambda x: x == "text",
        lambda x: x == None,  # noqa: E711
        lambda x: (np.exp(x * 0.5) - 1) * 0,
    ],
)
def test_what_takes_few_values(rounding: Callable[[Any], Any]) -> None:
    check_everywhere(lambda x, _: rounding(x), [1, 5, ALL // 3])
    check_window(lambda x, _: rounding(x), ALL // 2 - 800, ALL // 2 + 800)


@given(st.integers(0, ALL - 3000), st.floats(-50, 50), st.integers(1, 3000))
@example(0, -1e-310, 3000)
@example(ALL // 2, -0.0, 10)
def test_values_of_a_small_window(low: int, factor: float, size: int) -> None:
    """Where few k are left, the value itself is known."""
    check_window(lambda x, _: (x - 0.5) * factor, low, low + size)


@pytest.mark.parametrize("constant", [1e-9, 0.1, 0.5, 1 - 2.0**-53, 2.0**-53, 1.0, 2.0, 5e-324])
def test_the_share_below_a_constant(constant: float) -> None:
    below = parts(lambda x, _: x < constant)
    share = sum(part.high - part.low for part in below if part.seen == ("bool", "True"))
    assert share == min(ALL, math.ceil(Fraction(constant) * ALL))


def test_an_overflow_is_not_passed_over() -> None:
    """exp(1000 x) fails for x above 0.7097; what is compared elsewhere must not hide that."""
    program = Program((sign("*", 1000), EXP), "<", 1e10)
    with pytest.raises(InputError, match="fails for some draws: math range error"):
        parts(program)
    check_window(program, ALL - 1000, ALL)
    check_window(program, 0, 1000)
