"""The accountants of dp-accounting, run as they are and audited."""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

import pytest
from audit_definition import many_responses, power_of_e
from dp_accounting import dp_event
from dp_accounting.pld import privacy_loss_distribution as pld
from dp_accounting.pld.pld_privacy_accountant import PLDAccountant
from dp_accounting.privacy_accountant import NeighboringRelation
from dp_accounting.rdp.rdp_privacy_accountant import RdpAccountant

import verify

REPLACE = NeighboringRelation.REPLACE_ONE
ANSWER = dp_event.RandomizedResponseDpEvent(0.5, 2)  # the truth with probability 3/4
TRUE = verify.mechanisms.randomized_response("3/4")
TEN = verify.combinators.fresh(TRUE, 10)
EPSILONS = [0.0, 0.5, "ln(3)", 3.0, 5.5, 9.0, 10.9]

# losses between the points of the accountant's grid, whose rounding up outweighs its noise
LAPLACE = dp_event.ComposedDpEvent(
    [
        dp_event.SelfComposedDpEvent(dp_event.DiscreteLaplaceDpEvent(2 / 3, 2), 3),
        dp_event.DiscreteLaplaceDpEvent(1 / 7, 1),
    ]
)


def test_the_count_of_a_self_composed_response_is_dropped() -> None:
    """PLDAccountant 0.6.0 answers for one round of a thousand."""
    event = dp_event.SelfComposedDpEvent(ANSWER, 1000)
    delta = PLDAccountant(REPLACE).compose(event).get_delta(1.0)
    assert delta == PLDAccountant(REPLACE).compose(ANSWER).get_delta(1.0)
    assert delta == pytest.approx(0.0705, abs=1e-4)
    found = verify.audit(verify.from_dp_event(event, relation=REPLACE), epsilon=1.0, delta=delta)
    assert found.verdict == "below"
    high, low = (
        1 - many_responses(Fraction(3, 4), 1000, e) for e in reversed(power_of_e(Fraction(1)))
    )
    assert found.delta_star is not None
    rest = found.delta_star.less(verify.exact_float(1.0))
    assert Fraction(rest.lower()) <= low <= high <= Fraction(rest.upper())
    assert float(rest.upper()) == pytest.approx(2.4e-64, rel=0.02)
    assert found.gap is not None
    assert float(found.gap.upper) == pytest.approx(delta - 1, abs=1e-12)
    assert "1 − 2.43791e-64..2.43792e-64" in repr(found)


def test_a_list_of_responses_is_counted() -> None:
    event = dp_event.ComposedDpEvent([ANSWER] * 20)
    accountant = PLDAccountant(REPLACE).compose(event)
    mechanism = verify.from_dp_event(event)
    for epsilon in (1.0, 5.0, 15.0):
        found = verify.audit(mechanism, epsilon=epsilon, delta=accountant.get_delta(epsilon))
        assert found.sound
        assert found.ratio is not None
        assert float(found.ratio.upper) < 1.01


def test_discrete_laplace_noise() -> None:
    accountant = PLDAccountant().compose(LAPLACE)
    mechanism = verify.from_dp_event(LAPLACE)
    for epsilon in (0.5, 1.0, 3.0):
        found = verify.audit(mechanism, epsilon=epsilon, delta=accountant.get_delta(epsilon))
        assert found.sound
        assert found.ratio is not None
        assert float(found.ratio.upper) < 1.001
    level = verify.audit(
        mechanism, epsilon=accountant.get_epsilon(1e-3), delta=1e-3, claimed="epsilon"
    )
    assert level.sound
    assert level.ratio is not None
    assert float(level.ratio.upper) < 1.001


def test_both_kinds_of_events_against_a_special_record() -> None:
    special = NeighboringRelation.REPLACE_SPECIAL
    event = dp_event.ComposedDpEvent([LAPLACE, dp_event.RandomizedResponseDpEvent(0.25, 5)])
    delta = PLDAccountant(special).compose(event).get_delta(1.0)
    found = verify.audit(verify.from_dp_event(event, relation=special), epsilon=1.0, delta=delta)
    assert found.sound
    assert found.ratio is not None
    assert float(found.ratio.upper) < 1.001


@pytest.fixture
def renyi() -> Any:
    return RdpAccountant(neighboring_relation=REPLACE).compose(
        dp_event.SelfComposedDpEvent(ANSWER, 20)
    )


@pytest.mark.parametrize(
    ("delta", "least", "most"),
    [(1e-2, 1.03, 1.05), (1e-5, 1.000003, 1.000005), (1e-9, 1.0003, 1.0004)],
)
def test_an_epsilon_of_renyi_accounting(
    renyi: Any, delta: float, least: float, most: float
) -> None:
    """20 answers: sound, and the ratio says how loose."""
    mechanism = verify.from_dp_event(dp_event.SelfComposedDpEvent(ANSWER, 20))
    found = verify.audit(
        mechanism, epsilon=renyi.get_epsilon(delta), delta=delta, claimed="epsilon"
    )
    assert found.sound
    assert found.ratio is not None
    assert least < float(found.ratio.lower) < most


@pytest.mark.parametrize(("epsilon", "least", "most"), [(5.0, 1.1, 1.2), (15.0, 2.2, 2.4)])
def test_a_delta_of_renyi_accounting(renyi: Any, epsilon: float, least: float, most: float) -> None:
    mechanism = verify.from_dp_event(dp_event.SelfComposedDpEvent(ANSWER, 20))
    found = verify.audit(mechanism, epsilon=epsilon, delta=renyi.get_delta(epsilon))
    assert found.sound
    assert found.ratio is not None
    assert least < float(found.ratio.lower) < most


@pytest.mark.parametrize("pessimistic", [True, False])
def test_a_loss_distribution_is_on_its_side(pessimistic: bool) -> None:
    law = pld.from_randomized_response(0.5, 2, pessimistic_estimate=pessimistic).self_compose(10)
    found = verify.audit_pld([TRUE] * 10, law, EPSILONS, pessimistic=pessimistic)
    assert found.kept
    assert found
    assert found.broken == ()
    for item in found.audits:
        truth = many_responses(Fraction(3, 4), 10, alpha_of(item))
        assert (Fraction(str(item.delta)) >= truth) is pessimistic


def alpha_of(item: verify.Audit) -> Fraction:
    """A rational next to e^ε, near enough for answers that are off by a grid of 1e-4."""
    epsilon = Fraction(item.level_text.removeprefix("ε = "))
    return power_of_e(epsilon / 4)[0] ** 4


def test_the_wrong_side_is_seen() -> None:
    """An optimistic estimate breaks the promise of a pessimistic one, most at ε = ln 3."""
    law = pld.from_randomized_response(0.5, 2, pessimistic_estimate=False).self_compose(10)
    found = verify.audit_pld(TEN, law, EPSILONS)
    assert (found.kept, len(found.broken)) == (False, 7)
    gaps = [float(item.gap.upper) for item in found.audits if item.gap]
    assert float(found.worst.gap.upper) == min(gaps)  # type: ignore[union-attr]
    assert "broken at 7 of 7 ε" in repr(found)
    turned = verify.audit_pld(TEN, Answers([0.5, 0.9]), [5.0, 5.0], pessimistic=False)
    assert turned.worst is turned.audits[1]


class Answers:
    """A loss distribution that says what it was told to."""

    def __init__(self, answers: list[float]) -> None:
        self.answers = iter(answers)
        self.asked: list[float] = []

    def get_delta_for_epsilon(self, epsilon: float) -> float:
        self.asked.append(epsilon)
        return next(self.answers)


def test_it_is_asked_at_floats_and_audited_there() -> None:
    law = Answers([1.0, 1.0, 1.0])
    found = verify.audit_pld(TEN, law, ["ln(3)", Fraction(1, 3), 2])
    assert law.asked == [pytest.approx(log(3), abs=1e-15), 1 / 3, 2.0]
    assert [item.level_text for item in found.audits] == [f"ε = {x!r}" for x in law.asked]


@pytest.mark.parametrize("pessimistic", [True, False])
def test_what_is_no_delta_is_worst(pessimistic: bool) -> None:
    nan, inf = float("nan"), float("inf")
    for bad in (nan, -1e-17):
        law = Answers([0.0, bad, 1.0])
        found = verify.audit_pld(TEN, law, [1.0, 1.0, 1.0], pessimistic=pessimistic)
        assert found.worst is found.audits[1]
        assert found.audits[1] in found.broken
    assert verify.audit_pld(TEN, Answers([inf]), [1.0], pessimistic=pessimistic).kept is pessimistic


@pytest.mark.parametrize("pessimistic", [True, False])
def test_the_truth_itself_is_on_both_sides(pessimistic: bool) -> None:
    assert verify.audit_pld(TRUE, Answers([0.5]), [0.0], pessimistic=pessimistic).kept


def test_what_is_no_loss_distribution() -> None:
    with pytest.raises(verify.InputError, match="gives no δ"):
        verify.audit_pld(TEN, 3, [1.0])  # type: ignore[arg-type]
    with pytest.raises(verify.InputError, match="empty"):
        verify.audit_pld(TEN, Answers([]), [])
    with pytest.raises(verify.InputError):
        verify.audit_pld(TEN, Answers([1.0]), [float("inf")])
