"""Samplers in integers: their laws lie within closed forms, and they keep their claims."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import samplers
from exact_exp import exp_bounds, law_bounds

import verify


def explored(function: Callable[..., Any], data: Any, residual: str) -> verify.Exploration:
    return verify.explore(function, data, residual=residual, merge=True)


@pytest.mark.parametrize("gamma", ["0", "1/3", "1/2", "1", "3/2", "5/2"])
def test_bernoulli_exp(gamma: str) -> None:
    pair = Fraction(gamma).as_integer_ratio()
    found = explored(lambda pair, rng: samplers.bernoulli_exp(*pair, rng), pair, "1e-9")
    low, high = exp_bounds(Fraction(gamma))
    p = Fraction(found.law["True"])
    assert p <= high
    assert low <= p + Fraction(found.unexplored)
    assert found.unexplored < Fraction(1, 10**9)


def check_law(found: verify.Exploration, bounds: dict[int, tuple[Fraction, Fraction]]) -> None:
    """What is explored is at most the true probability, and with what is not, at least."""
    assert found.law
    for outcome, weight in found.law.items():
        low, high = bounds[int(str(outcome))]
        assert Fraction(weight) <= high
        assert low <= Fraction(weight) + Fraction(found.unexplored)


@pytest.mark.parametrize(("t", "s", "residual"), [(1, 1, "1e-3"), (1, 2, "1e-3"), (3, 2, "1e-2")])
def test_discrete_laplace(t: int, s: int, residual: str) -> None:
    found = explored(lambda _, rng: samplers.discrete_laplace(t, s, rng), None, residual)
    check_law(found, law_bounds({z: Fraction(abs(z) * s, t) for z in range(-50, 51)}))


@pytest.mark.parametrize(("n", "d", "residual"), [(1, 4, "1e-2"), (1, 1, "1e-1")])
def test_discrete_gaussian(n: int, d: int, residual: str) -> None:
    found = explored(lambda _, rng: samplers.discrete_gaussian(n, d, rng), None, residual)
    check_law(found, law_bounds({z: Fraction(z * z * d, 2 * n) for z in range(-12, 13)}))


def test_the_truncated_geometric_is_the_clamped_one() -> None:
    """P(0) is the whole lower tail, Σ_{k >= x} 2^−k/3 = 2·2^−x/3, and P(4) the upper one."""
    for x in range(5):
        expected = {
            str(y): Fraction(2 if y in (0, 4) else 1, 3) / 2 ** abs(y - x) for y in range(5)
        }
        assert dict(verify.explore(samplers.truncated_geometric, x).law) == expected


def test_the_exponential_mechanism() -> None:
    law = verify.explore(samplers.exponential, (0, 1, 2)).law
    assert dict(law) == {"0": Fraction(1, 7), "1": Fraction(2, 7), "2": Fraction(4, 7)}


@pytest.mark.parametrize("row", samplers.CLAIMS, ids=lambda row: row[0].__name__)
def test_claims(row: Any) -> None:
    function, inputs, options = row
    verdict = verify.assert_dp(function, inputs=inputs, **options)
    assert verdict.holds


def test_monotone_scores_cost_half() -> None:
    """Where one record raises every score by at most 1, or lowers them, α = 2 is enough."""
    pairs = [[(0, 1, 2), (1, 1, 2)], [(0, 1, 2), (1, 2, 3)]]
    inputs = [(0, 1, 2), (1, 1, 2), (1, 2, 3)]
    verify.assert_dp(samplers.exponential, inputs=inputs, adjacency={"pairs": pairs}, alpha=2)
    with pytest.raises(verify.PrivacyError):
        verify.assert_dp(
            samplers.exponential, inputs=samplers.SCORES, adjacency=samplers.near, alpha=2
        )
