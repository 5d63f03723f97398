"""The planner: which methods apply, which is taken, what it says of itself, and what it refuses."""

from __future__ import annotations

import re

import pytest

import verify
from verify.combinators import fresh
from verify.compose.planner import METHODS, plan_of, using
from verify.law.mechanism import Mechanism
from verify.mechanisms import geometric, randomized_response
from verify.report.answers import certify_form
from verify.report.explanation_text import explanation_text
from verify.resources import BOUNDS

THREE = verify.Channel("01", "abc", [["61/100", "29/100", "1/10"], ["13/100", "37/100", "1/2"]])


def different(number: int) -> Mechanism:
    return fresh([randomized_response(f"{60000 + i * i}/100000") for i in range(1, number + 1)])


@pytest.mark.parametrize(
    ("mechanism", "method"),
    [
        (fresh(randomized_response("3/4"), 100), "tail"),
        (fresh(geometric("1/2", 0, 8, sensitivity=8), 300), "lattice"),
        (fresh(THREE, 1000), "sweep"),
        (different(7), "classes"),
        (different(28), "halves"),
    ],
    ids=["tail", "lattice", "sweep", "classes", "halves"],
)
def test_what_is_chosen(mechanism: Mechanism, method: str) -> None:
    plan = plan_of(mechanism.pair(0, len(mechanism.inputs) - 1))
    assert plan is not None
    assert plan.method == method
    assert plan.reason
    assert method not in dict(plan.others)
    assert {method, *dict(plan.others)} <= METHODS.keys()
    assert "classes" in {method, *dict(plan.others)}


def test_no_plan_where_there_is_no_product() -> None:
    assert plan_of(THREE.pair(0, 1)) is None
    assert verify.certify(THREE, alpha=2).plan is None


@pytest.mark.parametrize("mechanism", [fresh(THREE, 12), different(9)], ids=["power", "product"])
def test_every_method_gives_the_same(mechanism: Mechanism) -> None:
    plan = plan_of(mechanism.pair(0, 1))
    assert plan is not None
    for name in (plan.method, *dict(plan.others)):
        found = verify.certify(mechanism, epsilon="1/2", method=name)
        assert found.delta_star == verify.certify(mechanism, epsilon="1/2").delta_star


def test_a_method_that_does_not_apply_or_does_not_exist() -> None:
    with pytest.raises(verify.InputError, match=r"^method: the method 'tail' does not apply here"):
        verify.certify(fresh(THREE, 5), alpha=2, method="tail")
    with (
        pytest.raises(verify.InputError, match=r"^method: no method is called 'fast'"),
        using("fast"),
    ):
        pass


def test_work_beyond_the_limits_is_refused_before_it_starts() -> None:
    ways_out = re.escape(f"limit seconds = 1; write fewer releases, {BOUNDS}, or raise it")
    with verify.limits(seconds=1), pytest.raises(verify.LimitError, match=ways_out):
        verify.profile(different(60)).delta(epsilon="1/2")
    with verify.limits(bytes=1000), pytest.raises(verify.LimitError, match="limit bytes = 1000"):
        verify.certify(different(28), epsilon="1/2")


def test_claims_get_bounds_where_exact_methods_are_beyond_the_limits() -> None:
    with verify.limits(seconds=1):
        verdict = verify.certify(different(60), epsilon="1/2", delta="1/10")
        assert verdict.verdict == "violated"
        assert not verdict.is_exact
        assert verdict.plan.method == "interval"  # type: ignore[union-attr]
        assert "halves" in dict(verdict.plan.others)  # type: ignore[union-attr]
        with pytest.raises(verify.LimitError, match="limit seconds = 1"):
            verify.certify(different(60), epsilon="1/2", method="halves")
    with pytest.raises(verify.NotAvailableError, match="no certificate yet"):
        verdict.certificate()


def test_a_plan_is_that_of_the_method_that_was_asked_for() -> None:
    verdict = verify.certify(fresh(THREE, 12), epsilon="1/2", method="halves")
    assert verdict.plan is not None
    assert verdict.plan.method == "halves"


def test_bounds_are_explained() -> None:
    verdict = verify.certify(fresh(THREE, 40), epsilon="3", delta="1/2", method="interval")
    answer = certify_form(verdict, explain=True, full=True)
    assert answer.explanation
    text = explanation_text(answer, answer.explanation)
    assert "δ* lies between" in text
    assert "the lower bound is above δ = 1/2, the claim is violated" in " ".join(text.split())
    assert "bound the answer from both sides" in text


def test_levels_beyond_all_ratios_need_no_work() -> None:
    verdict = verify.certify(different(150), epsilon="100000")
    assert verdict.holds
    assert verdict.delta_star == 0


def test_the_plan_is_explained() -> None:
    verdict = verify.certify(fresh(THREE, 40), epsilon="3")
    answer = certify_form(verdict, explain=True)
    assert answer.explanation
    assert answer.explanation.plan.method == verdict.plan.method  # type: ignore[union-attr]
    text = explanation_text(answer, answer.explanation)
    assert "How the product is worked out" in text
    assert "other methods" in text
