"""Which variables a frame may still read: by examples, and by what a change of the others does."""

import sys

import pytest

from verify.exploration.states.liveness import live_variables


def probe():
    return live_variables(sys._getframe(1))


def read_later():
    a, _ = 1, 2
    found = probe()
    return found, a


def assigned_before_it_is_read():
    a = 1
    found = probe()
    a = 2
    return found, a


def read_on_one_way_only(flag=True):
    a, b = 1, 2
    found = probe()
    if flag:
        return found, a
    b = 3
    return found, b


def read_in_the_next_round():
    last, found = 0, None
    for i in range(2):
        found = probe()
        last = last + i
    return found, last


def stale_from_the_round_before():
    found = None
    for i in range(2):
        found = probe()
        stale = i
        found = found, stale
    return found


def read_by_a_handler():
    a = 1
    try:
        found = probe()
        a = 2
        int("x")
    except ValueError:
        return found, a


def read_by_an_inner_function():
    a = 1

    def inner():
        return a

    return probe(), inner


def seen_by_locals():
    a = 1
    return probe(), locals()


def deleted():
    a = 1
    found = probe()
    del a
    return found, 0


CASES = [
    (read_later, {"a"}),
    (assigned_before_it_is_read, set()),
    (read_on_one_way_only, {"flag", "a"}),
    (read_in_the_next_round, {"i", "last"}),
    (read_by_a_handler, {"a"}),
    (seen_by_locals, {"a"}),
    (deleted, {"a"}),
]


@pytest.mark.parametrize(("function", "expected"), CASES)
def test_examples(function, expected):
    assert function()[0] == expected


def test_what_was_assigned_in_the_round_before_is_not_live():
    found, stale = stale_from_the_round_before()
    assert stale == 1
    assert found == {"i"}


def test_what_an_inner_function_reads_is_live():
    found, inner = read_by_an_inner_function()
    assert {"a", "inner"} <= found
    assert inner() == 1
