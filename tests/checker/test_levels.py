"""Powers of e against rationals: decided where a bound shows it, and never guessed."""

from fractions import Fraction
from math import factorial

import check
import pytest

E = Fraction("2.71828182845904523536")
ROOT = Fraction("1.64872127070012814684")  # e^(1/2)

# constant, [(exponent, argument)], a rational near the power, and the way it is rounded
NEAR = [
    (Fraction(1), [], E),
    (Fraction(1, 2), [], ROOT),
    (Fraction(3), [], E**3),
    (Fraction(-1, 2), [(Fraction(1), 3)], 3 / ROOT),
    (Fraction(-1), [(Fraction(2), 3)], 9 / E),
    (Fraction(1, 2), [(Fraction(1, 2), 4)], 2 * ROOT),
    (Fraction(-2), [(Fraction(-1), Fraction(1, 11))], 11 / E**2),
    (Fraction(0), [(Fraction(1, 3), 8)], Fraction(2)),
]

SMALL = Fraction(1, 10**15)


def sign(constant, terms, number, times=1):
    """The checker is given 1/r for each argument r."""
    level = constant, [(q, 1 / Fraction(r)) for q, r in terms]
    return check.Checker().sign(level, Fraction(number), times)


@pytest.mark.parametrize(("constant", "terms", "value"), NEAR)
def test_both_sides_of_a_power(constant, terms, value):
    assert sign(constant, terms, value * (1 - SMALL)) == 1
    assert sign(constant, terms, value * (1 + SMALL)) == -1
    assert sign(constant, terms, value**2 * (1 - SMALL), 2) == 1
    assert sign(constant, terms, value**2 * (1 + SMALL), 2) == -1
    assert sign(constant, terms, 0) == 1


def test_a_rational_power_is_compared_exactly():
    assert [sign(0, [(Fraction(1, 3), 8)], x) for x in ("1.99", 2, "2.01")] == [1, 0, -1]


@pytest.mark.parametrize("epsilon", [1, 3])
def test_a_number_too_near_to_a_power_is_left_open(epsilon):
    terms = 2000  # more than are added up; what is left out is below 10^-4000
    near = sum(Fraction(epsilon**j, factorial(j)) for j in range(terms))
    with pytest.raises(check.RejectedError, match="too near") as refused:
        sign(epsilon, [], near)
    assert refused.value.args[0] == check.INCOMPLETE


@pytest.mark.parametrize("power", [120_000, 200_000])
def test_what_no_bound_shows_is_left_open(power):
    """e^100000 lies between 2^120000 and 2^200000, but far more terms would be needed."""
    with pytest.raises(check.RejectedError, match="too near") as refused:
        sign(100_000, [], 2**power)
    assert refused.value.args[0] == check.INCOMPLETE
    assert sign(100_000, [], 2**1000) == 1
