"""The compiled coefficients of products of powers of polynomials, against plain multiplication."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import accumulate

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from verify.compose import _lattice
from verify.compose.expansion import Draws, Expansion

LIMB = 2**64
numbers = st.one_of(
    st.integers(1, 9),
    st.sampled_from([LIMB - 1, LIMB, LIMB + 1, -1, -LIMB]),
    st.integers(1, 2**300),
    st.integers(-(2**100), 2**100).filter(bool),
)


def multiplied(left, right):
    found = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            found[i + j] += a * b
    return found


def dense(draws):
    row = [0] * (draws.places[-1] + 1)
    for place, weight in zip(draws.places, draws.weights, strict=True):
        row[place] = int(weight)
    return row


def by_definition(product):
    found = [1]
    for draws in product:
        for _ in range(draws.count):
            found = multiplied(found, dense(draws))
    return found


@st.composite
def drawn(draw):
    places = sorted(draw(st.sets(st.integers(1, 6), max_size=3)))
    weights = draw(st.lists(numbers, min_size=len(places) + 1, max_size=len(places) + 1))
    return Draws((0, *places), tuple(map(mpz, weights)), draw(st.integers(1, 5)))


products = st.lists(drawn(), min_size=1, max_size=4)


@given(products, st.booleans(), st.data())
def test_coefficients_and_their_sums(product, listed, data):
    expected = by_definition(product)
    last = data.draw(st.integers(0, len(expected) + 2))
    expansion = Expansion(product, last, listed=listed)
    assert expansion.coefficients() == expected[: last + 1]
    assert expansion.low_sum() == sum(expected[: last + 1])
    assert all(type(x) is type(mpz()) for x in expansion.coefficients())


@given(products)
def test_every_choice_of_what_is_streamed(product):
    """Also those that the costs do not ask for."""
    from verify.compose import expansion as module

    expected = by_definition(product)
    for i in range(1, len(product) + 1):
        chosen = Expansion(product, len(expected) - 1)
        way = module._Way(product[:i], product[i:], chosen.last, listed=True)
        chosen._way = way
        assert chosen.coefficients() == expected
        for last in range(len(expected)):
            chosen.last = last
            assert chosen.low_sum() == sum(expected[: last + 1])


def test_the_order_of_the_last_terms_is_mirrored():
    draws = Draws((0, 1, 4), (mpz(2), mpz(3), mpz(5)), 3)
    assert by_definition([draws.mirrored]) == by_definition([draws])[::-1]


@pytest.mark.parametrize("base", [1, 3, LIMB - 1, LIMB + 1, 2**200 + 1])
@pytest.mark.parametrize("k", [1, 2, 63, 64, 65, 200])
def test_limb_boundaries_of_one_power(base, k):
    draws = Draws((0, 2, 3), (mpz(base), mpz(LIMB - base % 7), mpz(1)), k)
    expected = by_definition([draws])
    sums = list(accumulate(expected))
    for last in (0, 1, k, 2 * k, 3 * k):
        assert Expansion([draws], last).low_sum() == sums[last]
    assert Expansion([draws], 3 * k).coefficients() == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((mpz(1), mpz(0), [1], [mpz(1)], [mpz(1)], 3), "places must ascend"),
        ((mpz(1), mpz(1), [0], [mpz(1)], [mpz(1)], 3), "places must ascend"),
        ((mpz(1), mpz(1), [2, 2], [mpz(1)] * 2, [mpz(1)] * 2, 3), "places must ascend"),
        ((mpz(1), mpz(1), [1], [], [mpz(1)], 3), "a weight and a sum for every place"),
        ((mpz(1), mpz(1), [1], [mpz(1)], [mpz(1)], -1), "must not be negative"),
    ],
)
def test_arguments_of_a_recurrence(arguments, words):
    with pytest.raises(ValueError, match=words):
        _lattice.coefficients(*arguments)


def test_arguments_of_sums_and_products():
    one = mpz(1)
    recurrence = (one, one, [1], [one], [mpz(2)])
    for positions, factors in (([], []), ([1], []), ([-1], [one]), ([2, 2], [one, one])):
        with pytest.raises(ValueError, match="positions"):
            _lattice.tapped_sum(*recurrence, positions, factors)
    for values, factors in (([], []), ([one], [([1], [one])]), ([one], [([0, 1], [one])])):
        with pytest.raises(ValueError, match=r"required|a factor"):
            _lattice.expanded(values, factors, 3)
    with pytest.raises(TypeError):
        _lattice.coefficients(one, one, [1], [1], [mpz(2)], 3)


def test_what_is_passed_stays_as_it_is():
    values, weights, sums = [mpz(5), mpz(7)], [mpz(3)], [mpz(9)]
    _lattice.coefficients(mpz(8), mpz(2), [1], weights, sums, 3)
    _lattice.expanded(values, [([0, 1], [mpz(2), mpz(3)])], 9)
    assert (values, weights, sums) == ([5, 7], [3], [9])


LONG = """
import sys
from gmpy2 import mpz
from verify.compose import _lattice
from verify.compose.expansion import Draws, Expansion
f = Draws((0, 1, 2), (mpz(3), mpz(2), mpz(1)), 200_000)
g = Draws((0, 1, 2), (mpz(3), mpz(2) ** 20_000, mpz(1)), 1)
print("ready", flush=True)
try:
    while True:
        {call}
except KeyboardInterrupt:
    sys.exit(42)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
@pytest.mark.parametrize(
    "call",
    [
        "Expansion([f], 200_000).low_sum()",
        "Expansion([f], 2_000).coefficients()",
        "_lattice.expanded([mpz(1)], [(list(g.places), list(g.weights))] * 500, 1000)",
    ],
)
def test_ctrl_c_ends_a_long_sum(call):
    program = LONG.format(call=call)
    with subprocess.Popen([sys.executable, "-P", "-c", program], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=5) == 42
        finally:
            process.kill()
