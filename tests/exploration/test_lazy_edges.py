"""Doubles at the edges of arithmetic: signs of zero, powers, and what is too large."""

import math
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

from verify.exploration.outcomes import key
from verify.exploration.walk import walk

HALF = mpq(1, 2)
NEGATIVE, POSITIVE = (key(math.copysign(0.0, sign)) for sign in (-1, 1))


def found(function):
    return walk(lambda trail: function(trail.lazy()))


@pytest.mark.parametrize(
    ("function", "law"),
    [
        (lambda x: float(np.rint(x - 0.5)), {NEGATIVE: HALF, POSITIVE: HALF}),  # 0.5 gives 0.0
        (lambda x: float(np.rint((x - 0.5) * 2.0 / 4.0) * 0.0), {NEGATIVE: HALF, POSITIVE: HALF}),
        (lambda x: float(np.rint(np.log(x + 0.5) / 2)), {NEGATIVE: HALF, POSITIVE: HALF}),
        (lambda x: float(-np.floor(x)), {NEGATIVE: mpq(1)}),
        (lambda x: float(abs(np.rint(x - 0.5))), {POSITIVE: mpq(1)}),
        (
            lambda x: float(np.float64(1.0) / np.rint(x - 0.5)),
            {key(-math.inf): HALF, key(math.inf): HALF},
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_zero_keeps_its_sign(function, law):
    assert found(function).law == law


def test_the_first_power_is_the_double_itself():
    assert found(lambda x: x**1 < 0.25).law == {(bool, True): mpq(1, 4), (bool, False): mpq(3, 4)}


def share(holds):
    """The probability of an event that is true below some double and false from there on."""
    low, high = 0, 2**53
    while high - low > 1:
        k = (low + high) // 2
        low, high = (k, high) if holds(k * 2.0**-53) else (low, k)
    return mpq(high, 2**53)


def test_a_product_may_be_too_large():
    largest = Fraction(2**1024 - 2**970)  # from here on a result is rounded to infinity
    p = share(lambda x: Fraction(x * 1e308) * 2 < largest)
    assert 0 < p < 1
    finite = {(bool, True): p, (bool, False): 1 - p}
    assert found(lambda x: bool(np.isfinite(x * 1e308 * 2))).law == finite
    assert found(lambda x: not np.isinf(x * 1e308 * 2)).law == finite


@pytest.mark.parametrize(
    "holds",
    [
        lambda x, c: c * x < 1.0,
        lambda x, c: c + x < 2.25,
        lambda x, c: c - x > 1.75,
        lambda x, c: c / (x + 1.0) > 1.5,
        lambda x, c: c**x < 1.25,
        lambda x, c: x * c < 1.0,
        lambda x, c: c / 8 > x,
    ],
)
def test_constants_may_be_numpy_scalars(holds):
    two = np.float64(2.0)
    p = found(lambda x: bool(holds(x, two))).law[bool, True]
    assert p == share(lambda x: holds(x, two)) < 1


@pytest.mark.parametrize(
    "function", [lambda x: np.log(np.floor(x * 4.0) + 1.0), lambda x: np.floor(x * 4.0) ** 0.5]
)
def test_functions_of_few_values(function):
    expected = {key(function(np.float64(k / 4))): mpq(1, 4) for k in range(4)}
    assert found(function).law == expected


def test_a_multiple_splits_nothing_but_where_it_is_compared():
    assert found(lambda x: 2.0 * x < 1.0).paths == 2
