"""How code under test is called: its data, its generator, and what is put back afterwards."""

import copy
import random

import numpy as np
import pytest
from gmpy2 import mpq

import verify


class Holder:
    """An object that keeps its generator, as libraries do."""

    def __init__(self):
        self.rng = random.Random(7)
        self.calls = 0

    def answer(self, bit):
        return bit if self.rng.random() < 0.75 else 1 - bit

    def fail(self, _):
        raise verify.InputError("no", at="here", form="something else")


def test_a_generator_in_an_attribute():
    holder = Holder()
    generator = holder.rng
    law = verify.explore(holder.answer, 1, attribute="rng").law
    assert law == {"1": mpq(3, 4), "0": mpq(1, 4)}
    assert holder.rng is generator


def test_the_attribute_is_put_back_after_an_error():
    holder = Holder()
    generator = holder.rng
    with pytest.raises(verify.InputError, match="no"):
        verify.explore(holder.fail, 1, attribute="rng")
    assert holder.rng is generator


@pytest.mark.parametrize("function", [len, Holder().answer, lambda x, rng: x])
def test_an_attribute_that_is_not_there(function):
    with pytest.raises(verify.InputError, match="attribute: the function belongs to no object"):
        verify.explore(function, [1], attribute="generator")


DATA = [
    [1, 2],
    [[1], [2]],
    {"a": [1]},
    {3, 4},
    np.array([1, 2]),
    np.array([[1], {2}], dtype=object),
    bytearray(b"ab"),
    (1, [2]),
]


@pytest.mark.parametrize("data", DATA, ids=repr)
def test_every_run_has_the_data_as_they_were(data):
    before = repr(data)

    def spoil(found, rng):
        seen = repr(found)
        rng.randrange(3)
        if isinstance(found, list | bytearray):
            found.append(5)
        elif isinstance(found, dict | set):
            found.clear()
        elif isinstance(found, np.ndarray):
            found[0] = 9
        else:
            found[1].append(5)
        return seen

    kept = copy.deepcopy(data)
    assert verify.explore(spoil, data).law == {before: 1}
    assert repr(data) == repr(kept)


def test_the_modules_as_a_source():
    def answer(bit):
        return bit if random.random() < 0.75 else 1 - bit

    original = random.random
    assert verify.explore(answer, 0, source="modules").law == {"0": mpq(3, 4), "1": mpq(1, 4)}
    assert random.random is original


def test_the_number_of_draws_as_an_outcome():
    def first(_, rng):
        return next((i for i in range(3) if rng.randrange(2)), None)

    found = verify.explore(first, None, timing=True).law
    assert found == {
        ("0", "1"): mpq(1, 2),
        ("1", "2"): mpq(1, 4),
        ("2", "3"): mpq(1, 8),
        ("None", "3"): mpq(1, 8),
    }


def test_timing_that_leaks_is_found():
    def slow_for_one(bit, rng):
        for _ in range(1 + bit):
            rng.randrange(2)
        return "done"

    assert verify.assert_dp(slow_for_one, inputs=[0, 1], epsilon=0).holds
    with pytest.raises(verify.PrivacyError, match=r"the result is .*done"):
        verify.assert_dp(slow_for_one, inputs=[0, 1], epsilon=0, timing=True)
