"""An outside accountant as a bracket: pessimistic >= exact >= optimistic.

dp-accounting works with floats on a grid; the noise of its Fourier transform puts even its
pessimistic values a little below the truth, which `NOISE` and `RELATIVE` allow for.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, log

import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from oracle_checks import exact

import verify

NOISE = 1e-11
RELATIVE = 1e-6
GRID = 5e-4

Weights = Sequence[int]


def bracket(p: Weights, q: Weights, count: int, epsilon: float) -> tuple[float, float]:
    """(optimistic, pessimistic) δ of the k-fold product, the worse of both directions."""
    ends = []
    for pessimistic in (False, True):
        law = pld.from_two_probability_mass_functions(
            _logarithms(q),
            _logarithms(p),
            pessimistic_estimate=pessimistic,
            value_discretization_interval=GRID,
            symmetric=False,
        )
        ends.append(law.self_compose(count).get_delta_for_epsilon(epsilon))
    return ends[0], ends[1]


def _logarithms(weights: Weights) -> dict[int, float]:
    return {z: log(w / sum(weights)) for z, w in enumerate(weights) if w}


def product(p: Weights, q: Weights, count: int) -> verify.Mechanism:
    engine = verify.Channel.from_weights(["x", "y"], None, [p, q], sum(p))
    return verify.combinators.fresh(engine, count)


def check(p: Weights, q: Weights, count: int, alpha: Fraction) -> None:
    truth = float(exact(verify.certify(product(p, q, count), alpha=alpha).delta_star))
    low, high = bracket(p, q, count, log(alpha))
    assert low * (1 - RELATIVE) - NOISE <= truth <= high * (1 + RELATIVE) + NOISE
    assert high - low < 0.02  # a bracket that says something


@pytest.mark.parametrize("count", [1, 2, 10, 20])
@pytest.mark.parametrize("truth", [3, 9])
def test_repeated_randomized_response(count: int, truth: int) -> None:
    for alpha in (Fraction(2), Fraction(truth) ** (count // 2), Fraction(truth) ** count):
        check([truth, 1], [1, truth], count, alpha)


@pytest.mark.parametrize("count", [1, 5, 20])
def test_three_outcomes(count: int) -> None:
    p, q = [61, 29, 10], [13, 37, 50]
    for level in (Fraction(0), Fraction(1, 2), Fraction(7, 10)):
        alpha = max(Fraction(1), Fraction(round(exp(level * count) * 1000), 1000))
        check(p, q, count, alpha)


@pytest.mark.parametrize("count", [1, 4])
def test_mass_at_ratio_infinity(count: int) -> None:
    p, q = [1, 60, 39], [0, 40, 60]
    for alpha in (Fraction(1), Fraction(3, 2), Fraction(40)):
        check(p, q, count, alpha)


def test_twenty_draws_of_three_outcomes_at_an_irrational_level() -> None:
    p, q = [61, 29, 10], [13, 37, 50]
    found = verify.certify(product(p, q, 20), epsilon="14.23").delta_star
    low, high = bracket(p, q, 20, 14.23)
    assert low * (1 - RELATIVE) - NOISE <= float(found.lower())
    assert float(found.upper()) <= high * (1 + RELATIVE) + NOISE
    assert high < 1.01 * low
