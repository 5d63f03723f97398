"""Clients of pure-ldp as they are on PyPI: they call functions of random and numpy.random."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import packages
import pytest

import verify

ALL = 2**53


def below(p: float) -> Fraction:
    """The probability that random() is below p: the number of k with k·2^−53 < p."""
    return Fraction(math.ceil(Fraction(p) * ALL), ALL)


def law(function: Any, value: int) -> Any:
    return verify.explore(function, value, source="modules").law


def test_direct_encoding() -> None:
    """The value itself if random() < p, and else one of the three others."""
    e = math.pow(math.e, 1.0)
    p = below(e / (e + 3))
    for value in range(1, 5):
        expected = {str(y): p if y == value - 1 else (1 - p) / 3 for y in range(4)}
        assert dict(law(packages.direct, value)) == expected


@pytest.mark.parametrize("optimised", [False, True])
def test_unary_encoding(optimised: bool) -> None:
    """The bit of the value is 1 if random() < p; the others are drawn by ``numpy.random.choice``.

    It looks random() up in the cumulated probabilities, divided by the last one of them.
    """
    half = math.pow(math.e, 0.5)
    p = half / (half + 1)
    q = 1 - p
    if optimised:
        p, q = 0.5, 1 / (math.pow(math.e, 1.0) + 1)
    one, other = below(p), below(q / (q + (1 - q)))
    expected = {}
    for bits in itertools.product((0, 1), repeat=3):
        weights = [one, other, other]
        parts = [w if bit else 1 - w for bit, w in zip(bits, weights, strict=True)]
        expected[tuple(map(str, bits))] = math.prod(parts)
    function = packages.optimised if optimised else packages.unary
    assert dict(law(function, 1)) == expected


def test_rappor_never_clears_a_bit() -> None:
    """δ* = 3/4: the bit of 2 is always there under 2, and under 1 in a quarter of all cases."""
    found = verify.explore_inputs(packages.rappor, [1, 2, 3], source="modules")
    verdict = found.certify(epsilon="2*ln(3)")
    assert verdict.delta_lower.exact == Fraction(3, 4)
    assert verdict.of_channel.pure_alpha is None
    for outcome, p in law(packages.rappor, 2).items():
        bits, _ = outcome
        others = [each for place, each in enumerate(bits) if place != 1]  # values count from 1
        assert bits[1] == "1"
        assert p == math.prod([Fraction(1 if bit == "1" else 3, 4) for bit in others])
    client = packages.RAPPORClient(f=0.5, m=4, hash_funcs=[[int]], num_of_cohorts=1)
    assert client.convert_f_to_eps(0.5, 1) == pytest.approx(2 * math.log(3))
    assert all(client.privatise(3)[0][2] == 1 for _ in range(100))


def test_the_type_tells_whether_the_hadamard_client_lied() -> None:
    verdict = verify.explore_inputs(packages.hadamard, [1, 2, 3, 4], source="modules").certify(
        epsilon=1
    )
    assert verdict.delta_lower.exact == Fraction(1, 2)
    hidden = verify.explore_inputs(
        lambda value: packages.hadamard(value)[1], [1, 2, 3, 4], source="modules"
    )
    assert float(hidden.certify(epsilon=1).delta_upper.upper(9)) < 1e-15


def test_continuous_noise_is_refused_with_its_line() -> None:
    with pytest.raises(verify.InputError, match=r"he_client\.py:\d+: .*laplace"):
        verify.explore(packages.histogram, 1, source="modules")
