"""Tuples whose members are made when they are read behave as tuples."""

from __future__ import annotations

import copy
import pickle

import pytest
from gmpy2 import mpq

import verify
from verify.combinators import fresh
from verify.mechanisms import randomized_response
from verify.profiles.lazy import LazyTuple

SQUARES = LazyTuple(6, lambda i: i * i)
PLAIN = (0, 1, 4, 9, 16, 25)


def test_reading_one_makes_one() -> None:
    made: list[int] = []

    def member(index: int) -> int:
        made.append(index)
        return index

    lazy = LazyTuple(10**9, member)
    assert (len(lazy), lazy[5], lazy[-1], lazy[3:5]) == (10**9, 5, 10**9 - 1, (3, 4))
    assert made == [5, 10**9 - 1, 3, 4]


@pytest.mark.parametrize(
    "index", [0, 5, -1, -6, slice(None), slice(2, 4), slice(None, None, -2), slice(9, 2)]
)
def test_indices_and_slices(index: int | slice) -> None:
    assert SQUARES[index] == PLAIN[index]


@pytest.mark.parametrize("index", [6, -7])
def test_places_that_are_not_there(index: int) -> None:
    with pytest.raises(IndexError):
        SQUARES[index]


def test_comparison_and_hash() -> None:
    assert SQUARES == PLAIN
    assert PLAIN == SQUARES
    assert LazyTuple(6, lambda i: i * i) == SQUARES
    assert PLAIN[:-1] != SQUARES
    assert (*PLAIN[:-1], 26) != SQUARES
    assert list(PLAIN) != SQUARES
    assert hash(SQUARES) == hash(PLAIN)
    assert {SQUARES: 1}[PLAIN] == 1


def test_the_rest_of_a_tuple() -> None:
    assert list(SQUARES) == list(PLAIN)
    assert list(reversed(SQUARES)) == list(reversed(PLAIN))
    assert (4 in SQUARES, 5 in SQUARES, SQUARES.index(9), SQUARES.count(1)) == (True, False, 3, 1)
    assert repr(SQUARES) == repr(PLAIN)
    assert SQUARES + PLAIN == PLAIN + PLAIN
    assert PLAIN + SQUARES == PLAIN + PLAIN
    assert SQUARES + SQUARES == PLAIN + PLAIN
    assert pickle.loads(pickle.dumps(SQUARES)) == PLAIN
    assert copy.deepcopy(SQUARES) == PLAIN
    with pytest.raises(TypeError):
        _ = SQUARES + list(PLAIN)


def test_breakpoints_and_vertices_are_such_tuples() -> None:
    curve = verify.profile(fresh(randomized_response("3/4"), 3))
    assert curve.breakpoints == (3, 27)
    assert curve.breakpoints[-1] == 27
    vertices = curve.trade_off(("0", "1"))
    assert len(vertices) == 5
    assert vertices[0] == (0, 1)
    assert vertices[-1] == (1, 0)
    assert [one for one, _ in vertices[1:3]] == [mpq(1, 64), mpq(10, 64)]
    assert verify.profile(randomized_response("1/2")).breakpoints == ()
