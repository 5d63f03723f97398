"""Every fault is found, with a witness that refutes the claim by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import faulty_samplers as faulty
import pytest
from exact_exp import exp_bounds
from samplers import near

import verify

NOISE: dict[str, Any] = {"residual": "1e-4"}
LOOPS: dict[str, Any] = {"residual": "1e-2", "merge": True}

FAULTS: list[tuple[Any, list[Any], dict[str, Any], str | None]] = [
    (faulty.threshold_off_by_one, [0, 1], {"epsilon": "ln(3)"}, "1"),
    (faulty.biased_sign, [0, 1], {"alpha": 2, **NOISE}, None),
    (faulty.reused_draw, [0, 1], {"alpha": 7}, "3/4"),
    (faulty.log_of_wrong_base, [0, 1], {"epsilon": "ln(2)", **LOOPS}, None),
    (faulty.halved_sensitivity, [(0, 0), (2, 0)], {"alpha": 2, **NOISE}, "1/3"),
    (faulty.clamp_of_the_noise, [0, 1], {"alpha": 2, **NOISE}, "1/6"),
    (faulty.exact_threshold, [(0,) * 4, (1,) * 4], {"alpha": 8, "adjacency": near, **LOOPS}, None),
    (faulty.noise_not_refreshed, [(0, 0), (0, 1)], {"alpha": 4, **NOISE}, "1"),
    (faulty.failing_count_of_late_counter, [0, 1], {"epsilon": "0.94", **LOOPS}, None),
    (faulty.null_without_noise, [3, None], {"alpha": 2, **NOISE}, "23/24"),
    (faulty.null_as_zero, [3, None], {"alpha": 2, **NOISE}, "1/2"),
    (faulty.nan_passed_on, [0.5, math.nan], {"alpha": 2, **NOISE}, "1"),
]
"""A function, two inputs, the claim, and δ* by hand where it is short"""


@pytest.mark.parametrize("row", FAULTS, ids=lambda row: row[0].__name__)
def test_it_is_found(row: Any) -> None:
    function, inputs, options, star = row
    with pytest.raises(verify.PrivacyError) as caught:
        verify.assert_dp(function, inputs=inputs, **options)
    verdict = caught.value.verdict
    assert verdict.verdict == "violated"
    if star is not None:
        low, high = verdict.delta_lower.exact, verdict.delta_upper.exact
        assert low <= Fraction(star) <= high
    check_witness(verdict, function, inputs, options)


def check_witness(verdict: Any, function: Any, inputs: list[Any], options: dict[str, Any]) -> None:
    """The event added up again, from laws that are explored one by one."""
    found = verdict.witness
    kept = {key: options[key] for key in ("residual", "merge") if key in options}
    laws = [verify.explore(function, each, **kept) for each in (found.input, found.neighbour)]
    p = sum(laws[0].law.get(each, 0) for each in found.outputs)
    q = sum(laws[1].law.get(each, 0) for each in found.outputs) + laws[1].unexplored
    assert (p, q) == (found.p, found.q)
    alpha = verdict.claim.level.value
    if alpha is None:  # e^0.94, below 64/25
        alpha = Fraction(64, 25)
        assert exp_bounds(Fraction("0.94"))[0] > 1 / alpha
    assert p - alpha * q > 0


def test_the_same_loop_without_the_fault_keeps_the_claim() -> None:
    """The ratio 1 − e^−1/2 is 0.3935 and e^−0.94 is 0.3906."""
    claim = {"epsilon": "0.94", "delta": "3e-2", "residual": "1e-2", "merge": True}
    verify.assert_dp(faulty.failing_count, inputs=[0, 1], **claim)


@pytest.mark.parametrize(("n", "d"), [(1, 2), (1, 1), (1, 3)])
def test_the_law_of_the_late_counter(n: int, d: int) -> None:
    """(1 − e^−γ)/γ instead of e^−γ: 0.78694 instead of 0.60653 at γ = 1/2."""
    gamma = Fraction(n, d)
    found = verify.explore(
        lambda pair, rng: faulty.late_counter(*pair, rng), (n, d), residual="1e-9"
    )
    low, high = exp_bounds(gamma)
    p = Fraction(found.law["True"])
    assert p <= (1 - low) / gamma
    assert (1 - high) / gamma <= p + Fraction(found.unexplored)
    assert p > high  # not the law that it should have
