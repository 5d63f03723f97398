"""Known faults of dp-accounting 0.6.0, each shown by an audit of what the library says."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log, nan

import pytest
from audit_definition import least_delta
from dp_accounting import dp_event
from dp_accounting.pld import privacy_loss_distribution as pld
from dp_accounting.pld.pld_privacy_accountant import PLDAccountant
from dp_accounting.privacy_accountant import NeighboringRelation

import verify

TRUE = verify.mechanisms.randomized_response("3/4")
P, Q = (0.75, 0.25), (0.25, 0.75)


def law(
    lower: Sequence[float], upper: Sequence[float], interval: float = 1e-4, symmetric: bool = True
) -> pld.PrivacyLossDistribution:
    """The library's distribution of the loss, from what is passed to it as it is."""
    return pld.from_two_probability_mass_functions(
        dict(enumerate(lower)),
        dict(enumerate(upper)),
        value_discretization_interval=interval,
        symmetric=symmetric,
    )


def logs(values: Sequence[float]) -> list[float]:
    return [log(value) for value in values]


def test_plain_probabilities_where_logarithms_are_meant() -> None:
    """They are taken without a word, and δ is 0."""
    found = verify.audit_pld(TRUE, law(Q, P), [0.5, 1.0])
    assert [item.delta for item in found.audits] == [0, 0]
    assert len(found.broken) == 2
    assert verify.audit_pld(TRUE, law(logs(Q), logs(P)), [0.5, 1.0]).kept


def test_only_one_direction_is_looked_at_unless_told() -> None:
    """``symmetric=True`` is the default, also of two laws that are not."""
    p, q = (0.5, 0.5), (0.9, 0.1)
    mechanism = verify.Channel(["p", "q"], None, [["1/2", "1/2"], ["9/10", "1/10"]])
    fractions = [(Fraction(1, 2), Fraction(9, 10)), (Fraction(1, 2), Fraction(1, 10))]
    assert least_delta(fractions, Fraction(3)) == Fraction(1, 5)
    one = verify.audit_pld(mechanism, law(logs(p), logs(q)), ["ln(3)"])
    assert (one.worst.verdict, one.worst.delta) == ("below", 0)
    assert verify.audit_pld(mechanism, law(logs(q), logs(p)), ["ln(3)"]).kept
    both = law(logs(p), logs(q), symmetric=False)
    assert verify.audit_pld(mechanism, both, ["ln(3)"]).kept


def test_noise_of_the_transform_below_zero() -> None:
    """A thousand answers far out: δ* is about 1e-15 and less, and some answers are negative."""
    losses = pld.from_randomized_response(0.5, 2, value_discretization_interval=log(3) / 1000)
    levels = [x * log(3) * 1000 for x in (0.65, 0.7, 0.75, 0.8, 0.85)]
    found = verify.audit_pld([TRUE] * 1000, losses.self_compose(1000), levels)
    assert not found.kept
    for item in found.broken:
        assert item.gap is not None
        assert -1e-12 < float(item.gap.lower) < 0


def test_rounding_to_the_nearest_float() -> None:
    """Where losses are points of the grid nothing is rounded up: δ is right to the last digit.

    That is no upper bound. All settings are the defaults, and many of the answers are below.
    """
    event = dp_event.ComposedDpEvent(
        [
            dp_event.SelfComposedDpEvent(dp_event.DiscreteLaplaceDpEvent(0.75, 2), 3),
            dp_event.DiscreteLaplaceDpEvent(0.25, 1),
        ]
    )
    accountant = PLDAccountant().compose(event)
    mechanism = verify.from_dp_event(event)
    levels = [n / 10 for n in range(48)]
    audits = [verify.audit(mechanism, epsilon=x, delta=accountant.get_delta(x)) for x in levels]
    below = [item for item in audits if not item.sound]
    assert 5 < len(below) < 43
    for item in below:
        assert item.gap is not None
        assert float(item.gap.lower) > -1e-14


def test_a_grid_that_is_the_logarithm_of_the_ratio() -> None:
    """A rounding error makes one step of the grid two: sound, and nearly twice δ*."""
    p = Fraction(13, 25)
    floats = (float(p), float(1 - p))
    found = verify.audit_pld(
        verify.mechanisms.randomized_response(p),
        law(logs(floats[::-1]), logs(floats), interval=log(p / (1 - p))),
        [0.0],
    )
    assert found.worst.delta_star == 2 * p - 1
    assert found.worst.sound
    assert found.worst.ratio is not None
    assert 1.9 < float(found.worst.ratio.lower) < 2
    finer = law(logs(floats[::-1]), logs(floats))
    assert (
        float(
            verify.audit_pld(
                verify.mechanisms.randomized_response(p), finer, [0.0]
            ).worst.ratio.upper
        )
        < 1.001
    )  # type: ignore[union-attr]


@pytest.mark.parametrize("count", [1, 10])
def test_no_number_in_gives_zero(count: int) -> None:
    """At ε = NaN the answer is a confident 0; the audit says that the question was none."""
    accountant = PLDAccountant(NeighboringRelation.REPLACE_ONE)
    for _ in range(count):
        accountant.compose(dp_event.RandomizedResponseDpEvent(0.5, 2))
    delta = accountant.get_delta(nan)
    assert delta == 0
    found = verify.audit([TRUE] * count, epsilon=nan, delta=delta)
    assert (found.verdict, found.truth) == ("not a number", None)
