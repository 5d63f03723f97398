"""Numbers of every type beside a random double: what happens is what happens with a plain one."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from windows import ALL

import verify

NUMBERS = [5, 5.0, True, np.int8(5), np.uint8(5), np.int64(5), np.float32(5), np.float64(5)]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("ideal", [False, True])
def test_arithmetic_with(number: Any, ideal: bool) -> None:
    half = type(number)(number) + 0.5

    def function(value: Any, rng: Any) -> bool:
        return bool(value + rng.random() < half)

    law = verify.explore(function, number, ideal=ideal).law
    count = first_beyond(lambda k: bool(number + k * 2.0**-53 < half))
    p = Fraction(1, 2) if ideal else Fraction(count, ALL)
    assert dict(law) == {"True": p, "False": 1 - p}


@pytest.mark.parametrize("number", NUMBERS, ids=lambda each: type(each).__name__)
def test_comparisons_with(number: Any) -> None:
    law = verify.explore(lambda value, rng: bool(rng.random() * 8 < value), number).law
    p = Fraction(first_beyond(lambda k: bool(k * 2.0**-53 * 8 < number)), ALL)  # some round
    assert dict(law) == {"True": p, "False": 1 - p}


def first_beyond(holds: Any) -> int:
    """The least k for which it does not hold, as it holds up to some k."""
    low, high = 0, ALL
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if holds(middle) else (low, middle)
    return low
