"""What lemmas stand on beside the definitions: linear systems, logarithms, trade-off polygons."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest

from proofs.lemmas.trade_off import best_tests, inverse, polygon
from proofs.linear import garbling_exists, has_solution
from proofs.logarithms import Between, at_most_between, ln

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


@pytest.mark.parametrize(
    ("matrix", "right", "solvable"),
    [
        ([[1, 1]], [1], True),
        ([[1, 1], [1, -1]], [1, 1], True),
        ([[1, 1], [1, -1]], [1, 2], False),  # x - y = 2 with x + y = 1 has y = -1/2
        ([[1, 0], [1, 0]], [1, 2], False),
        ([[1, 0], [1, 0]], [1, 1], True),
        ([[0, 0]], [0], True),
        ([[0, 0]], [1], False),
        ([[-1]], [1], False),
        ([[1, 2, 3], [3, 2, 1], [1, 1, 1]], [2, 2, 1], True),
        ([[1, 2, 3], [3, 2, 1], [1, 1, 1]], [1, 3, 1], True),
        ([[1, 2, 3], [3, 2, 1], [1, 1, 1]], [0, 4, 1], False),
    ],
)
def test_solutions_that_are_nowhere_negative(matrix, right, solvable):
    rows = [[Fraction(x) for x in row] for row in matrix]
    assert has_solution(rows, [Fraction(x) for x in right]) == solvable


def test_a_garbling_of_itself_of_less_and_not_of_more():
    sure, even, fair = ((ZERO, ONE), (ONE, ZERO)), ((HALF, HALF),) * 2, ((ZERO, ONE), (HALF, HALF))
    assert garbling_exists(sure, fair)
    assert garbling_exists(fair, even)
    assert garbling_exists(fair, fair)
    assert not garbling_exists(fair, sure)
    assert not garbling_exists(even, fair)


@pytest.mark.parametrize("x", ["1", "1000001/1000000", "4/3", "2", "3", "10", "123456789/1000"])
def test_logarithms_are_enclosed(x):
    low, high = ln(Fraction(x))
    assert low <= high < low + Fraction(1, 10**30)
    assert float(low) == pytest.approx(log(Fraction(x)), rel=1e-9, abs=1e-15)


def test_logarithms_add_up():
    both, six = ln(Fraction(2)).plus(ln(Fraction(3))), ln(Fraction(6))
    assert both.low <= six.high
    assert six.low <= both.high
    assert ln(ONE) == Between(ZERO, ZERO)


def test_numbers_between_ends_are_compared_as_far_as_can_be_told():
    small, large = Between(ZERO, HALF), Between(HALF, ONE)
    assert at_most_between(small, large).holds
    assert at_most_between(large, small).holds  # they touch
    assert at_most_between(large, small).equal
    assert not at_most_between(Between(ONE, ONE), small).holds
    assert not at_most_between(small, Between(ONE, ONE)).equal
    assert small.times(large) == Between(ZERO, HALF)


def test_trade_off_functions_at_their_ends():
    p, q = (ZERO, ONE), (HALF, HALF)
    vertices = [(ZERO, HALF), (ONE, ZERO)]
    assert [best_tests(p, q, x) for x in (ZERO, HALF, ONE)] == [HALF, Fraction(1, 4), ZERO]
    assert [polygon(vertices, x) for x in (ZERO, HALF, ONE)] == [HALF, Fraction(1, 4), ZERO]
    assert [inverse(vertices, y) for y in (ZERO, HALF, ONE)] == [ONE, ZERO, ZERO]
