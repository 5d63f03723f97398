"""Mechanisms of diffprivlib as they are on PyPI, against their formulas tried on the doubles."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import packages
import pytest
from diffprivlib import mechanisms
from exact_exp import law_bounds

import verify

ALL = 2**53
EPSILONS = [0.5, 1.0, math.log(3), 0.1]

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        yield


def explored(function: Any, inputs: Any, adjacency: Any = None, **more: Any) -> Any:
    adjacency = adjacency or {"within": 1}
    source = {"source": "secrets.SystemRandom"}
    return verify.explore_inputs(function, inputs, adjacency=adjacency, **source, **more)


def certified(function: Any, inputs: Any, epsilon: float, adjacency: Any = None) -> Any:
    """The claim at the very double that the mechanism is given."""
    return explored(function, inputs, adjacency).certify(epsilon=Fraction(epsilon))


def counted(result: Callable[[int], Any], low: int, high: int, into: Counter[str]) -> None:
    """How many k of a range give which result, where equal results are neighbours."""
    while low < high:
        first = result(low)
        a, b = low, high  # result(a) is the first one; nothing from b on is
        while b - a > 1:
            middle = (a + b) // 2
            a, b = (middle, b) if result(middle) == first else (a, middle)
        into[str(first)] += b - low
        low = b


def fractions_of(counts: Counter[str]) -> dict[str, Fraction]:
    return {each: Fraction(count, ALL) for each, count in counts.items()}


@pytest.mark.parametrize("epsilon", [*EPSILONS, 10.0, 30.0])
def test_binary_law(epsilon: float) -> None:
    """It tells the truth where u·(e^ε + 1) <= e^ε: that is so up to some k."""
    counts: Counter[str] = Counter()
    kept = np.exp(epsilon)
    counted(lambda k: "1" if k * 2.0**-53 * (kept + 1) > kept else "0", 0, ALL, counts)
    found = verify.explore(packages.binary(epsilon), "0", source="secrets.SystemRandom")
    assert dict(found.law) == fractions_of(counts)


def test_binary_at_one_is_not_private() -> None:
    """P = a/2^52 and Q = b/2^52 with a > e·b: e is between two fractions."""
    verdict = certified(packages.binary(1), ["0", "1"], 1.0, "all_pairs")
    a, b = 3292395142304095, 1211204485066401
    assert (verdict.witness.p, verdict.witness.q) == (Fraction(a, 2**52), Fraction(b, 2**52))
    e = sum(Fraction(1, math.factorial(k)) for k in range(30))  # less than e by below 2^−100
    excess = (a - (e + Fraction(1, 2**100)) * b) / 2**52
    assert excess > 0
    assert float(excess) == pytest.approx(4.7526920846888e-16, rel=1e-12)
    assert verdict.verdict == "violated"


def truncated_by_formula(epsilon: float, sensitivity: int, value: int) -> dict[str, Fraction]:
    """The formula of Geometric and the clamp, on one double after the other."""
    scale = -epsilon / sensitivity

    def result(k: int) -> str | int:
        u = k * 2.0**-53 - 0.5
        u *= 1 + np.exp(scale)
        sign = -1 if u < 0 else 1
        noisy = np.round(value + sign * np.floor(np.log(sign * u) / scale))
        if np.isinf(noisy):  # int() of it
            return "('raises', 'OverflowError')"
        return max(0, min(4, int(noisy)))

    counts: Counter[str] = Counter()
    for low, high in ((0, ALL // 2), (ALL // 2, ALL // 2 + 1), (ALL // 2 + 1, ALL)):
        counted(result, low, high, counts)
    return fractions_of(counts)


@pytest.mark.parametrize(
    ("epsilon", "sensitivity"), [(0.5, 1), (1.0, 1), (1.0, 2), (math.log(3), 1)]
)
@pytest.mark.parametrize("value", [0, 3])
def test_truncated_law(epsilon: float, sensitivity: int, value: int) -> None:
    mechanism = packages.truncated(epsilon, sensitivity)
    law = verify.explore(mechanism, value, source="secrets.SystemRandom").law
    assert {str(y): p for y, p in law.items()} == truncated_by_formula(epsilon, sensitivity, value)


@pytest.mark.parametrize("epsilon", EPSILONS[:3])
def test_what_holds_and_what_rounding_breaks(epsilon: float) -> None:
    """Where a claim fails it is by next to nothing, for every ε that is usual."""
    violated = [
        certified(packages.binary(epsilon), ["0", "1"], epsilon, "all_pairs"),
        certified(packages.geometric(epsilon), [0, 1], epsilon),
        certified(packages.truncated(epsilon), range(5), epsilon),
    ]
    for verdict in violated:
        assert verdict.verdict == "violated"
        assert 0 < float(verdict.delta_upper.upper(9)) < 5e-15
    assert certified(packages.folded(epsilon), range(5), epsilon).holds
    assert certified(
        packages.exponential(epsilon), packages.UTILITIES, epsilon, packages.near
    ).holds


def test_folding_does_not_keep_its_claim_at_ten() -> None:
    verdict = certified(packages.folded(10.0), range(5), 10.0)
    assert verdict.verdict == "violated"
    assert 1e-12 < float(verdict.delta_upper.upper(9)) < 1e-11


def test_sensitivity_two() -> None:
    verdict = certified(packages.truncated(1.0, 2), range(5), 1.0, {"within": 2})
    assert 0 < float(verdict.delta_upper.upper(9)) < 1e-15
    assert not certified(packages.truncated(1.0, 1), range(5), 1.0, {"within": 2}).holds


def test_values_beyond_the_bounds_and_monotonic_utilities() -> None:
    assert certified(packages.folded(1.0), [-2, -1, 0, 4, 5, 6], 1.0).holds
    utilities = [(0, 1, 2), (1, 1, 2), (1, 2, 3)]
    pairs = {"pairs": [[(0, 1, 2), (1, 1, 2)], [(0, 1, 2), (1, 2, 3)]]}
    monotonic = packages.exponential(1.0, monotonic=True)
    assert certified(monotonic, utilities, 1.0, pairs).holds
    back_and_forth = [(0, 1), (1, 0)]
    assert not certified(monotonic, back_and_forth, 1.0, "all_pairs").holds


@pytest.mark.parametrize("number", [int, np.int64])
def test_integers_beyond_doubles_lose_their_noise(number: Any) -> None:
    """2^60 + 127 and 2^60 + 128 are the doubles 2^60 and 2^60 + 256 to the mechanism."""
    values = [number(2**60 + 127), number(2**60 + 129)]
    assert [float(each) - 2.0**60 for each in values] == [0, 256]
    verdict = certified(packages.geometric(1.0), values, 1.0, "all_pairs")
    assert verdict.delta_lower.exact == 1 - Fraction(1, ALL)
    witness = verdict.witness
    assert (witness.p, witness.q) == (1 - Fraction(1, ALL), 0)
    real = mechanisms.Geometric(epsilon=1.0)  # the library run, without this package
    assert {real.randomise(values[0]) for _ in range(50)} == {2**60}
    assert {real.randomise(values[1]) for _ in range(50)} == {2**60 + 256}


@pytest.mark.parametrize(
    ("pair", "least"),
    [
        ([(np.uint8(1), np.uint8(1)), (np.uint8(0), np.uint8(1))], Fraction(49, 100)),
        ([(np.int8(100), np.int8(-28)), (np.int8(100), np.int8(-29))], Fraction(99, 100)),
    ],
)
def test_small_integer_types_turn_utilities_round(pair: Any, least: Fraction) -> None:
    """0 − 1 is 255 for uint8, and −29 − 100 is 127 for int8."""
    verdict = certified(packages.exponential(1.0), pair, 1.0, packages.near)
    assert verdict.verdict == "violated"
    assert verdict.delta_lower.exact > least
    real = mechanisms.Exponential(epsilon=1.0, sensitivity=1, utility=list(pair[1]))
    worse = int(np.argmin([int(each) for each in pair[1]]))
    assert {real.randomise() for _ in range(50)} == {worse}
    as_int = [tuple(map(int, each)) for each in pair]
    assert certified(packages.exponential(1.0), as_int, 1.0, packages.near).holds


def test_the_discrete_gaussian() -> None:
    """Within the closed form, P(z) proportional to exp(−z²/(2σ²)) for the σ that is worked out."""
    scale = mechanisms.GaussianDiscrete(epsilon=1, delta=0.1)._scale
    found = verify.explore(
        packages.discrete_gaussian, 0, source="secrets.SystemRandom", residual="0.03", merge=True
    )
    variance = Fraction(scale) ** 2
    bounds = law_bounds({z: z * z / (2 * variance) for z in range(-15, 16)})
    slack = Fraction(1, 10**12)  # doubles
    for outcome, p in found.law.items():
        low, high = bounds[int(str(outcome))]
        assert Fraction(p) <= high + slack
        assert low <= Fraction(p) + Fraction(found.unexplored) + slack


def test_permute_and_flip() -> None:
    """For (0, 1): the 0 is chosen if it comes first and passes, 1/2·e^(−1/2)."""
    mechanism = packages.permute_and_flip(1.0)
    found = verify.explore(mechanism, (0, 1), source="secrets.SystemRandom", residual="1e-9")
    assert float(found.law["0"]) == pytest.approx(math.exp(-0.5) / 2, abs=2e-9)
    claim = {"epsilon": 1, "delta": "1e-9"}
    inputs = [(0, 1), (1, 1)]
    assert explored(mechanism, inputs, packages.near, residual="1e-9").certify(**claim).holds
