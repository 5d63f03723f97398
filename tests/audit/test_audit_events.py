"""Trees of dp-accounting's events as mechanisms: the laws that their documentation defines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from audit_definition import Pair, least_delta, power_of_e, response, sampled, together
from dp_accounting import dp_event
from dp_accounting.privacy_accountant import NeighboringRelation

import verify

ALPHAS = [Fraction(1), Fraction(3, 2), Fraction(3), Fraction(7)]


@dataclass(frozen=True)
class EpsilonDeltaDpEvent:
    """Stands for the event of that name in dp-accounting after 0.6.0."""

    epsilon: float
    delta: float


def answer(p: float = 0.5, k: int = 2) -> Any:
    return dp_event.RandomizedResponseDpEvent(p, k)


def laplace(a: float = 1.0, sensitivity: int = 1) -> Any:
    return dp_event.DiscreteLaplaceDpEvent(a, sensitivity)


def check(mechanism: verify.Mechanism, pair: Pair) -> None:
    for alpha in ALPHAS:
        assert verify.certify(mechanism, alpha=alpha).delta_star == least_delta(pair, alpha)


@pytest.mark.parametrize(("p", "k"), [(0.5, 2), (0.3, 2), (0.1, 3), (0.75, 5), (1.0, 4), (0.0, 3)])
def test_randomized_response(p: float, k: int) -> None:
    mechanism = verify.from_dp_event(answer(p, k))
    assert mechanism.inputs == ("0", "1")
    assert str(mechanism.adjacency) == "replace"
    check(mechanism, response(Fraction(p), k))


@pytest.mark.parametrize("k", [2, 3, 6])
def test_randomized_response_against_a_special_record(k: int) -> None:
    p = Fraction(0.3)
    pair = [(1 - p + p / k, Fraction(1, k))] + [(p / k, Fraction(1, k))] * (k - 1)
    check(verify.from_dp_event(answer(0.3, k), relation="replace_special"), pair)


def test_one_bucket_and_nothing_cost_nothing() -> None:
    empty = dp_event.ComposedDpEvent([])
    for event in (
        answer(0.0, 1),
        dp_event.NoOpDpEvent(),
        empty,
        dp_event.SelfComposedDpEvent(answer(), 0),
    ):
        assert verify.epsilon(verify.from_dp_event(event)).alpha == 1


def test_a_non_private_event_tells_everything() -> None:
    event = dp_event.ComposedDpEvent([dp_event.NonPrivateDpEvent(), answer()])
    assert verify.certify(verify.from_dp_event(event), alpha=10**9).delta_star == 1


def geometric_pair(ratio: Fraction, distance: int, reach: int) -> Pair:
    """P around ``distance`` and Q around 0 on [−reach, distance + reach], tails left out."""
    scale = (1 - ratio) / (1 + ratio)
    cells = range(-reach, distance + reach + 1)
    return [(scale * ratio ** abs(z - distance), scale * ratio ** abs(z)) for z in cells]


@pytest.mark.parametrize(("a", "distance"), [(1.0, 1), (0.5, 3), (1.25, 2)])
@pytest.mark.parametrize("alpha", [Fraction(1), Fraction(3, 2), Fraction(2)])
def test_discrete_laplace(a: float, distance: int, alpha: Fraction) -> None:
    """δ* is monotone in the ratio e^−a, so that bounds of e^a bound it; the tails are small."""
    reach = 80
    deltas = []
    for power in power_of_e(Fraction(a)):
        base = least_delta(geometric_pair(1 / power, distance, reach), alpha)
        deltas += [base, base + 2 * (1 / power) ** reach]
    found = verify.certify(verify.from_dp_event(laplace(a, distance)), alpha=alpha).delta_star
    assert max(deltas) - min(deltas) < Fraction(1, 10**16)
    assert Fraction(found.lower()) <= max(deltas)
    assert Fraction(found.upper()) >= min(deltas)


def test_discrete_laplace_at_its_pure_level() -> None:
    least = verify.epsilon(verify.from_dp_event(laplace(0.5, 3)))
    assert least.epsilon == "1.5"


@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 3), (2, 2)])
def test_one_coordinate_is_the_worst_way_to_spend_a_sensitivity(first: int, second: int) -> None:
    whole = verify.from_dp_event(laplace(0.5, first + second))
    spread = dp_event.ComposedDpEvent([laplace(0.5, first), laplace(0.5, second)])
    assert verify.measures.dominates(whole, verify.from_dp_event(spread))


def test_a_guarantee_is_its_dominating_pair() -> None:
    event = EpsilonDeltaDpEvent(1.0, 0.125)
    mechanism = verify.from_dp_event(event)
    assert verify.certify(mechanism, epsilon=1).delta_star == Fraction(1, 8)
    assert verify.certify(mechanism, epsilon=5).delta_star == Fraction(1, 8)
    assert verify.certify(mechanism, epsilon="0.999").delta_star > Fraction(1, 8)
    low, high = power_of_e(Fraction(1))
    total = verify.certify(mechanism, alpha=1).delta_star
    ends = [Fraction(1, 8) + Fraction(7, 8) * (e - 1) / (e + 1) for e in (low, high)]
    assert Fraction(total.lower()) <= ends[0] <= ends[1] <= Fraction(total.upper())


def test_compositions_multiply_laws() -> None:
    once, other = response(Fraction(1, 2), 2), response(Fraction(1, 4), 3)
    event = dp_event.ComposedDpEvent(
        [
            dp_event.SelfComposedDpEvent(answer(), 2),
            dp_event.NoOpDpEvent(),
            dp_event.ComposedDpEvent([answer(0.25, 3), answer()]),
        ]
    )
    check(verify.from_dp_event(event), together(once, once, other, once))


def test_counts_of_nested_compositions_multiply() -> None:
    inner = dp_event.ComposedDpEvent([answer(), answer(0.25, 2)])
    nested = dp_event.SelfComposedDpEvent(dp_event.SelfComposedDpEvent(inner, 2), np.int64(2))
    pair, other = response(Fraction(1, 2), 2), response(Fraction(1, 4), 2)
    check(verify.from_dp_event(nested), together(*[pair, other] * 4))


def test_poisson_samples() -> None:
    whole = dp_event.ComposedDpEvent([dp_event.NonPrivateDpEvent(), dp_event.NoOpDpEvent()])
    event = dp_event.SelfComposedDpEvent(dp_event.PoissonSampledDpEvent(0.25, whole), 2)
    pair = sampled(Fraction(1, 4), [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))])
    mechanism = verify.from_dp_event(event)
    check(mechanism, together(pair, pair))
    assert str(mechanism.adjacency) == "add_remove"


def test_both_directions_of_a_poisson_sample() -> None:
    """H at 1 + q(α − 1) is q·H_α in the direction that removes the record."""
    q, alpha = Fraction(1, 4), Fraction(2)
    inner = verify.from_dp_event(laplace())
    whole = verify.profile(inner).divergence(("1", "0"), alpha=alpha)
    event = dp_event.PoissonSampledDpEvent(0.25, laplace())
    found = verify.profile(verify.from_dp_event(event)).divergence(
        ("1", "0"), alpha=1 + q * (alpha - 1)
    )
    assert found.value == q * whole.value


@pytest.mark.parametrize(
    ("relation", "name"),
    [
        (NeighboringRelation.REPLACE_ONE, "replace"),
        (NeighboringRelation.REPLACE_SPECIAL, "add_remove"),
        ("replace", "replace"),
        ("replace_special", "add_remove"),
    ],
)
def test_the_relation_is_the_accountants(relation: Any, name: str) -> None:
    assert str(verify.from_dp_event(answer(), relation=relation).adjacency) == name


def test_two_relations_in_one_tree() -> None:
    mixed = dp_event.ComposedDpEvent([answer(), laplace()])
    with pytest.raises(verify.NotAvailableError) as caught:
        verify.from_dp_event(mixed)
    assert caught.value.at == "event.events[1]"
    assert verify.from_dp_event(mixed, relation="replace_special").inputs == ("0", "1")


def nested(event: Any) -> Any:
    """The event at event.event.events[1]."""
    return dp_event.SelfComposedDpEvent(dp_event.ComposedDpEvent([laplace(), event]), 3)


@pytest.mark.parametrize(
    "event",
    [
        dp_event.GaussianDpEvent(1.0),
        dp_event.LaplaceDpEvent(1.0),
        dp_event.UnsupportedDpEvent(),
        dp_event.ZCDpEvent(0.5),
        dp_event.MixtureOfGaussiansDpEvent(1.0, [1.0], [1.0]),
        dp_event.SampledWithReplacementDpEvent(10, 2, laplace()),
        dp_event.SampledWithoutReplacementDpEvent(10, 2, laplace()),
        dp_event.SingleEpochTreeAggregationDpEvent(1.0, 3),
        dp_event.RepeatAndSelectDpEvent(laplace(), 2.0, 1.0),
        dp_event.TruncatedSubsampledGaussianDpEvent(10, 0.5, 3, 1.0),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_is_not_exact_is_refused_where_it_stands(event: Any) -> None:
    with pytest.raises(verify.NotAvailableError) as caught:
        verify.from_dp_event(nested(event), relation="add_remove")
    assert caught.value.at == "event.event.events[1]"
    assert type(event).__name__ in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_event_inside_a_sample_is_refused_where_it_stands() -> None:
    event = nested(
        dp_event.PoissonSampledDpEvent(
            0.5, dp_event.ComposedDpEvent([dp_event.GaussianDpEvent(1.0)])
        )
    )
    with pytest.raises(verify.NotAvailableError) as caught:
        verify.from_dp_event(event)
    assert caught.value.at == "event.event.events[1].event.events[0]"


def test_a_response_inside_a_sample_is_refused() -> None:
    event = dp_event.PoissonSampledDpEvent(0.5, answer())
    for relation, place in (
        ("replace_special", "event.event"),
        ("replace", "event"),
        ("add_remove", "event.event"),
    ):
        with pytest.raises(verify.NotAvailableError) as caught:
            verify.from_dp_event(event, relation=relation)
        assert caught.value.at == place


@pytest.mark.parametrize(
    ("event", "place"),
    [
        (answer(1.5), "event.noise_parameter"),
        (answer(float("nan")), "event.noise_parameter"),
        (answer(0.5, 0), "event.num_buckets"),
        (laplace(0.0), "event.noise_parameter"),
        (laplace(1.0, -1), "event.sensitivity"),
        (dp_event.SelfComposedDpEvent(answer(), -1), "event.count"),
        (dp_event.SelfComposedDpEvent(answer(), 2.0), "event.count"),
        (dp_event.PoissonSampledDpEvent(1.5, laplace()), "event.sampling_probability"),
        (dp_event.ComposedDpEvent(3), "event.events"),
        (dp_event.ComposedDpEvent([3]), "event.events[0]"),
        (EpsilonDeltaDpEvent(-1.0, 0.0), "event.epsilon"),
        (EpsilonDeltaDpEvent(1.0, 2.0), "event.delta"),
        (3, "event"),
    ],
    ids=str,
)
def test_events_that_mean_nothing(event: Any, place: str) -> None:
    with pytest.raises(verify.InputError) as caught:
        verify.from_dp_event(event)
    assert caught.value.at == place


def test_an_unknown_relation() -> None:
    for relation in ("hamming", 3):
        with pytest.raises(verify.InputError, match="no neighbouring relation"):
            verify.from_dp_event(answer(), relation=relation)


def test_a_tree_that_is_too_deep() -> None:
    event = answer()
    for _ in range(2000):
        event = dp_event.ComposedDpEvent([event])
    with pytest.raises(verify.LimitError):
        verify.from_dp_event(event)
