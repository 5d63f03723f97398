"""Doubles read as real numbers: laws against closed forms, and inverses against the functions."""

import math
import operator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify.errors import InputError
from verify.exact.quotient import ratio
from verify.exact.ring import RingNumber
from verify.exploration.uniform import inverses

LIGHT = "1e-9"


def law(function, **options):
    return dict(verify.explore(lambda _, rng: function(rng), None, ideal=True, **options).law)


def power_of_e(exponent):
    return ratio(RingNumber.power(mpq(exponent)), mpz(1))


def test_a_comparison_splits_the_line_where_the_constant_is():
    assert law(lambda rng: rng.random() < 0.3) == {
        "True": mpq(Fraction(0.3)),
        "False": 1 - mpq(Fraction(0.3)),
    }


def test_the_ends_have_probability_0():
    assert law(lambda rng: (rng.random() > 0, rng.random() >= 1, rng.random() == 0.5)) == {
        ("True", "False", "False"): 1
    }


def test_a_die_is_fair():
    assert law(lambda rng: int(rng.random() * 6)) == {str(i): mpq(1, 6) for i in range(6)}


def test_two_comparisons_of_one_draw():
    def where(rng):
        u = rng.random()
        return (u < 0.75, u < 0.25)

    found = {("True", "True"): 1, ("True", "False"): 2, ("False", "False"): 1}
    assert law(where) == {y: mpq(n, 4) for y, n in found.items()}


def test_draws_are_independent_of_each_other_and_of_integers():
    found = law(lambda rng: (rng.random() < 0.25, rng.randrange(3) == 0, rng.random() < 0.5))
    assert found[("True", "True", "True")] == mpq(1, 24)
    assert sum(found.values()) == 1


@pytest.mark.parametrize("module", [math, np])
def test_a_geometric_law_by_logarithm_has_powers_of_e(module):
    found = verify.explore(
        lambda _, rng: math.floor(-module.log(rng.random())), None, ideal=True, residual=LIGHT
    )
    for n in range(12):
        assert found.law[str(n)] == power_of_e(-n) - power_of_e(-n - 1)
    assert 0 < found.unexplored <= mpq(1, 10**9)
    assert sum(found.law.values()) + found.unexplored == 1
    assert found.platform is None


def test_powers_of_two():
    found = law(lambda rng: -math.ceil(math.log2(rng.random())), residual=LIGHT)
    assert [found[str(n)] for n in range(9)] == [mpq(1, 2 ** (n + 1)) for n in range(9)]


def test_signs_and_roundings_together():
    def noisy(rng):  # as libraries do it: one draw for the sign and the size
        u = rng.random() - 0.5
        sign = -1 if u < 0 else 1
        return int(np.round(3 + sign * np.floor(np.log(2 * sign * u) / -1.0)))

    found = law(noisy, residual=LIGHT)
    e = power_of_e(-1)
    assert found["3"] == 1 - e
    for n in range(1, 8):
        both = (power_of_e(-n) - power_of_e(-n - 1)) / mpq(2)
        assert found[str(3 + n)] == found[str(3 - n)] == both


def test_the_claim_of_the_algorithm_and_of_the_code():
    def respond(bit, rng):  # tells the truth with probability e/(1 + e)
        return bit if rng.random() * (math.exp(1) + 1) <= math.exp(1) else 1 - bit

    code = verify.explore_inputs(respond, [0, 1]).certify(epsilon=1)
    assert code.verdict == "violated"
    assert code.delta_upper < mpq(1, 10**15)
    assert code.ideal.verdict == "holds"
    assert code.ideal.delta_upper == 0
    assert code.explored.platform
    assert code.ideal.explored.platform is None


def test_what_is_no_known_number_is_refused_with_the_line():
    with pytest.raises(verify.InputError, match=r"exp\(rng\.random\(\)\).*no exact number"):
        law(lambda rng: math.exp(rng.random()) < 1.5)


def test_infinitely_many_values_ask_for_a_residual():
    with pytest.raises(verify.InputError, match="residual"):
        law(lambda rng: math.floor(math.log(rng.random())))


def test_merging_of_real_numbers_is_refused():
    with pytest.raises(verify.InputError, match="one of the two"):
        law(lambda rng: rng.random() < 0.5, merge=True)


ROUNDINGS = {
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "rint": lambda x: math.floor(x + Fraction(1, 2)),
}
fractions = st.fractions(-5, 5, max_denominator=12)


@given(st.sampled_from(sorted(ROUNDINGS)), fractions, st.booleans(), fractions)
def test_bounds_of_roundings(name, y, strict, x):
    function = ROUNDINGS[name]
    if name == "rint" and (2 * x).denominator == 1:
        return  # ties have probability 0
    value, inner = inverses.FUNCTIONS[name](mpq(y), strict)
    expected = function(x) < y if strict else function(x) <= y
    assert (x < value if inner else x <= value) == expected


WORK = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


@given(st.sampled_from("+-*/"), fractions, st.booleans(), fractions, st.booleans(), fractions)
def test_bounds_of_arithmetic(sign, c, first, y, strict, x):
    if (sign in "*/" and c == 0) or (sign == "/" and x == 0):
        return
    result = WORK[sign](c, x) if first else WORK[sign](x, c)
    value, inner = inverses.arithmetic(sign, c, first, x > 0)(mpq(y), strict)
    falls = (sign == "-" and first) or (sign in "*/" and (c < 0) != (sign == "/" and first))
    expected = result < y if strict else result <= y
    assert ((x < value if inner else x <= value) != falls) == expected


@given(st.sampled_from(["log", "log2", "log10", "log1p", "sqrt"]), fractions, st.floats(0.001, 50))
def test_bounds_of_functions(name, y, x):
    value, _ = inverses.FUNCTIONS[name](mpq(y), True)
    gap = float(getattr(math, name)(x)) - float(y)
    if abs(gap) > 1e-9:  # far enough for floats to tell
        assert (mpq(Fraction(x)) < value) == (gap < 0)


@pytest.mark.parametrize("large", [2**53, 2**60, -(2**57)])
def test_integers_that_no_double_is(large: int) -> None:
    """2^53 + 1 is no double: the values of roundings are told apart without any."""
    found = law(lambda rng: math.floor(large + 4 * rng.random()))
    assert found == {str(large + i): mpq(1, 4) for i in range(4)}


def test_too_many_values_that_no_double_is_are_refused() -> None:
    with pytest.raises(InputError, match="rounded to more than 65536 values"):
        law(lambda rng: int(10**30 * rng.random()))


def test_merged_states_are_read_as_real_numbers_along_paths() -> None:
    """A rejection sampler: as doubles go it is off by a little, as real numbers it is exact."""

    def reject(bit: int, rng: Any) -> int:
        while True:
            u = rng.random()
            if u < 0.1:
                return bit
            if u < 0.2:
                return 1 - bit

    explored = verify.explore_inputs(reject, [0, 1], merge=True)
    verdict = explored.certify(alpha=1, delta="1e-30")
    assert verdict.verdict == "violated"
    assert verdict.ideal is not None
    assert not verdict.ideal.is_exact
    assert float(verdict.ideal.delta_upper.upper()) < 1e-8
