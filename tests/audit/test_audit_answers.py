"""Verdicts, gaps and ratios of audits, against the definition of δ* in plain fractions."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from audit_definition import least_delta, many_responses, power_of_e, response, together

import verify
from verify.loss.enclosed import Enclosed

ANSWER = verify.mechanisms.randomized_response("3/4")
PAIR = response(Fraction(1, 2), 2)
TWICE = verify.combinators.fresh(ANSWER, 2)


def exact(value: Enclosed | None) -> Fraction:
    assert value is not None
    assert value.exact is not None
    return Fraction(int(value.exact.numerator), int(value.exact.denominator))


def encloses(value: Enclosed | None, low: Fraction, high: Fraction) -> bool:
    """Whether the bounds hold [low, high], and are no wider than a few units of 17 digits."""
    assert value is not None
    ends = Fraction(value.lower), Fraction(value.upper)
    return ends[0] <= low <= high <= ends[1] and ends[1] - ends[0] <= abs(high) / 10**15


@pytest.mark.parametrize("alpha", [1, 2, 3, "7/2", 8, 9, 10])
@pytest.mark.parametrize("delta", [0.0, 0.1, 0.375, 0.5, 1.0, 2.0])
def test_a_claimed_delta(alpha: Any, delta: float) -> None:
    truth = least_delta(together(PAIR, PAIR), Fraction(alpha))
    found = verify.audit(TWICE, alpha=alpha, delta=delta)
    assert found.sound == bool(found) == (Fraction(delta) >= truth)
    assert found.verdict == ("sound" if found.sound else "below")
    assert exact(found.gap) == Fraction(delta) - truth
    if truth:
        assert exact(found.ratio) == Fraction(delta) / truth
    elif delta:
        assert found.ratio == Enclosed("inf", "inf")
    else:
        assert found.ratio is None


@pytest.mark.parametrize(
    "make",
    [float, Fraction, Decimal, str, np.float64, np.float32, np.float16, verify.exact_float],
)
def test_every_kind_of_number(make: Any) -> None:
    found = verify.audit(TWICE, alpha=3, delta=make(0.25))
    assert (found.verdict, exact(found.gap)) == ("below", Fraction(-1, 8))


def test_a_float_is_its_binary_value() -> None:
    low, high = verify.audit(ANSWER, alpha=1, delta=0.1), verify.audit(ANSWER, alpha=1, delta="0.1")
    assert exact(low.gap) == Fraction(0.1) - Fraction(1, 2)
    assert exact(high.gap) == Fraction(1, 10) - Fraction(1, 2)
    single = verify.audit(ANSWER, alpha=1, delta=np.float32(0.1))
    assert exact(single.gap) == Fraction(float(np.float32(0.1))) - Fraction(1, 2)


def test_one_unit_in_the_last_place_decides() -> None:
    third = verify.Channel(["0", "1"], None, [["1/3", "2/3"], ["2/3", "1/3"]])
    below = math.nextafter(1 / 3, 0) if Fraction(1 / 3) > Fraction(1, 3) else 1 / 3
    assert not verify.audit(third, alpha=1, delta=below)
    assert verify.audit(third, alpha=1, delta=math.nextafter(below, 1))


@pytest.mark.parametrize("epsilon", [0.5, 1.0, np.float64(1.5)])
def test_an_irrational_level(epsilon: float) -> None:
    """δ* lies between its values at rational bounds of e^ε, and so do the gap and the ratio."""
    ends = power_of_e(Fraction(float(epsilon)))
    high, low = (many_responses(Fraction(3, 4), 10, end) for end in ends)
    found = verify.audit([ANSWER] * 10, epsilon=epsilon, delta=0.5)
    assert found.verdict == ("sound" if Fraction(1, 2) > high else "below")
    assert encloses(found.gap, Fraction(1, 2) - high, Fraction(1, 2) - low)
    assert encloses(found.ratio, 1 / (2 * high), 1 / (2 * low))


@pytest.mark.parametrize(
    ("epsilon", "delta", "gap", "ratio", "verdict"),
    [
        ("ln(9)", 0, 0, 1, "sound"),
        ("ln(3)", 0, None, "1/2", "below"),
        ("3*ln(3)", 0, None, "3/2", "sound"),
        ("ln(5)", 0.25, 0, 1, "sound"),
        (0, 0.5, 0, None, "sound"),
        (1.5, 0.5, "3/2", "inf", "sound"),
    ],
)
def test_a_claimed_epsilon(epsilon: Any, delta: Any, gap: Any, ratio: Any, verdict: str) -> None:
    found = verify.audit(TWICE, epsilon=epsilon, delta=delta, claimed="epsilon")
    assert found.verdict == verdict
    if gap is not None:
        assert exact(found.gap) == Fraction(gap)
    if ratio is None:
        assert found.ratio is None
    elif ratio == "inf":
        assert found.ratio == Enclosed("inf", "inf")
    else:
        assert exact(found.ratio) == Fraction(ratio)


def test_the_gap_of_two_logarithms() -> None:
    """ln 5 = 1.60943791243410037460075933322619 (rounded up in the last digit)."""
    found = verify.audit(TWICE, epsilon=2.0, delta="1/4", claimed="epsilon")
    truth = Fraction("1.60943791243410037460075933322619")
    slack = Fraction(1, 10**31)
    assert encloses(found.gap, 2 - truth - slack, 2 - truth + slack)
    assert encloses(found.ratio, 2 / (truth + slack), 2 / (truth - slack))


def test_two_epsilons_whose_difference_is_rational() -> None:
    at_one = verify.mechanisms.randomized_response(epsilon=1)
    found = verify.audit([at_one] * 2, epsilon=3.5, delta=0, claimed="epsilon")
    assert (exact(found.gap), exact(found.ratio)) == (Fraction(3, 2), Fraction(7, 4))


def test_a_truth_next_to_zero() -> None:
    """ε* = ln(1 + x) lies between x − x²/2 and x; where x is small that is narrow."""
    x = Fraction(1, 10**60)
    half = Fraction(1, 2)
    rows = [[half, half], [half * (1 + x), 1 - half * (1 + x)]]
    channel = verify.Channel(["0", "1"], None, rows)
    found = verify.audit(channel, epsilon=1.0, delta=0, claimed="epsilon")
    truth = 1 / (1 - x) - 1  # the other output's ratio is the greater one
    assert encloses(found.ratio, 1 / truth, 1 / (truth - truth**2 / 2))
    assert not verify.audit(channel, epsilon=1e-61, delta=0, claimed="epsilon")


def test_a_claimed_alpha() -> None:
    found = verify.audit(TWICE, alpha=3.0, delta=0, claimed="epsilon")
    assert (found.verdict, exact(found.ratio)) == ("below", Fraction(1, 2))
    assert verify.audit(TWICE, alpha=0.5, delta=0, claimed="epsilon").verdict == "negative"


def test_no_finite_epsilon_is_enough() -> None:
    leaking = verify.mechanisms.leaky("1/10")
    low = verify.audit(leaking, epsilon=100.0, delta=0.05, claimed="epsilon")
    assert (low.verdict, low.gap, low.ratio and exact(low.ratio)) == (
        "below",
        Enclosed("-inf", "-inf"),
        0,
    )
    infinite = verify.audit(leaking, epsilon=math.inf, delta=0.05, claimed="epsilon")
    assert (infinite.verdict, infinite.gap, infinite.ratio) == ("sound", None, None)


@pytest.mark.parametrize("word", [math.nan, "nan", Decimal("NaN"), np.float32("nan")])
@pytest.mark.parametrize("claimed", ["delta", "epsilon"])
@pytest.mark.parametrize("place", ["delta", "epsilon"])
def test_no_number(word: Any, claimed: str, place: str) -> None:
    numbers = {"delta": 0.5, "epsilon": 1.0, place: word}
    found = verify.audit(TWICE, **numbers, claimed=claimed)
    assert (found.verdict, found.sound, found.gap, found.ratio) == (
        "not a number",
        False,
        None,
        None,
    )
    assert (found.truth is None) == (place != claimed)
    assert "nan" in repr(found).lower()


@pytest.mark.parametrize("word", [math.inf, "inf", Decimal("Infinity"), np.float64("inf")])
@pytest.mark.parametrize("claimed", ["delta", "epsilon"])
def test_an_infinite_answer_is_sound(word: Any, claimed: str) -> None:
    found = verify.audit(TWICE, **{"delta": 0.1, "epsilon": 1.0, claimed: word}, claimed=claimed)
    assert (found.verdict, found.gap, found.ratio) == ("sound", *[Enclosed("inf", "inf")] * 2)


@pytest.mark.parametrize("number", [-1e-300, -1.0, "-1/3", -math.inf])
@pytest.mark.parametrize("claimed", ["delta", "epsilon"])
def test_a_negative_answer(number: Any, claimed: str) -> None:
    found = verify.audit(TWICE, **{"delta": 0.1, "epsilon": 1.0, claimed: number}, claimed=claimed)
    assert (found.verdict, found.sound) == ("negative", False)
    assert found.gap is not None
    assert found.gap.lower.startswith("-")


def test_minus_zero_is_zero() -> None:
    assert verify.audit(TWICE, alpha=9, delta=-0.0).verdict == "sound"


def test_a_list_is_a_composition() -> None:
    other = verify.mechanisms.randomized_response("2/3")
    truth = least_delta(together(PAIR, response(Fraction(2, 3), 2)), Fraction(2))
    for mechanisms in ([ANSWER, other], (ANSWER, other)):
        assert exact(verify.audit(mechanisms, alpha=2, delta=0).gap) == -truth


def test_the_adjacency_is_taken() -> None:
    survey = verify.Channel(
        ["nobody", "a", "b"],
        None,
        [["1/2", "1/2"], ["2/3", "1/3"], ["1/3", "2/3"]],
        absent="nobody",
    )
    near, far = (
        verify.audit(survey, alpha="3/2", delta=0, adjacency=name)
        for name in ("add_remove", "all_pairs")
    )
    assert (near.verdict, far.verdict) == ("sound", "below")
    assert str(near.adjacency) == "add_remove"


def test_an_audit_prints_itself_and_stays_as_it_is() -> None:
    found = verify.audit(TWICE, alpha=3, delta=0.25)
    assert repr(found) == ("<Audit below: δ = 0.25 claimed at α = 3, the truth is 3/8, ratio 2/3>")
    with pytest.raises(AttributeError):
        found.verdict = "sound"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("numbers", "place"),
    [
        ({"delta": 0.1}, ""),
        ({"alpha": 1, "epsilon": 0, "delta": 0.1}, ""),
        ({"epsilon": 1, "delta": 0.1, "claimed": "alpha"}, "claimed"),
        ({"epsilon": math.inf, "delta": 0.1}, "epsilon"),
        ({"epsilon": -1.0, "delta": 0.1}, "epsilon"),
        ({"alpha": 0.5, "delta": 0.1}, "alpha"),
        ({"epsilon": 1, "delta": math.inf, "claimed": "epsilon"}, "delta"),
        ({"epsilon": 1, "delta": 1.5, "claimed": "epsilon"}, "delta"),
        ({"epsilon": 1, "delta": "much"}, "delta"),
        ({"epsilon": "much", "delta": 1, "claimed": "epsilon"}, "epsilon"),
        ({"epsilon": 1, "delta": True}, "delta"),
        ({"epsilon": 1, "delta": None}, "delta"),
    ],
)
def test_questions_that_have_no_meaning(numbers: dict[str, Any], place: str) -> None:
    with pytest.raises(verify.InputError) as caught:
        verify.audit(TWICE, **numbers)
    assert caught.value.at == place
    assert "\n" not in str(caught.value)


def test_what_is_no_mechanism() -> None:
    for wrong in ([], [3], "x", None):
        with pytest.raises(verify.InputError):
            verify.audit(wrong, epsilon=1, delta=0.5)  # type: ignore[arg-type]
