"""What sampling and shuffling do to privacy, as laws that hold of every mechanism."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import twin
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import exact
from oracle_models import Both, channel, rows, small
from sampling_twin import listed, moment, poisson

import verify
from verify.combinators import (
    fixed_size_subsample,
    fresh,
    poisson_subsample,
    random_allocation,
    shuffle,
)

rates = st.fractions(0, 1, max_denominator=12)
levels = st.fractions(1, 6, max_denominator=20)


@st.composite
def pairs(draw: Any, inputs: int = 2, least: int = 0) -> Both:
    """A mechanism on 0, 1, …; every weight at least ``least``."""
    size = draw(st.integers(2, 4))
    values = st.integers(least, 5)
    return channel([str(i) for i in range(inputs)], draw(rows(inputs, size, values)))


def divergence(
    mechanism: verify.Mechanism, alpha: Fraction, with_record: str = "1", without: str = "0"
) -> Fraction:
    """H(with the record ‖ without it)."""
    curve = verify.profile(mechanism, {"pairs": [[with_record, without]]})
    return exact(curve.divergence((with_record, without), alpha=alpha))


def both_ways(mechanism: verify.Mechanism, alpha: Fraction) -> tuple[Fraction, Fraction]:
    return divergence(mechanism, alpha), divergence(mechanism, alpha, "0", "1")


@given(pairs(), rates, levels)
def test_amplification_is_an_identity_in_the_remove_direction(
    of: Both, rate: Fraction, alpha: Fraction
) -> None:
    half = poisson_subsample(rate, of.engine, 0)
    amplified = 1 + rate * (alpha - 1)
    assert divergence(half, amplified) == rate * divergence(of.engine, alpha)
    assert divergence(half, amplified, "0", "1") <= rate * divergence(of.engine, alpha, "0", "1")
    for value, base in zip(both_ways(half, alpha), both_ways(of.engine, alpha), strict=True):
        assert value <= rate * base


@given(pairs(3), rates.filter(bool), levels)
def test_advanced_joint_convexity_under_replacement(
    of: Both, rate: Fraction, alpha: Fraction
) -> None:
    """H_α′((1−q)R + qP ‖ (1−q)R + qQ) = q·H_α(P ‖ (1−b)R + bQ), b = α′/α, α′ = 1 + q(α − 1)."""
    half = poisson_subsample(rate, of.engine, 0)
    amplified = 1 + rate * (alpha - 1)
    b = amplified / alpha
    r, p, q = (of.twin[x] for x in "012")
    between = {y: (1 - b) * r[y] + b * q[y] for y in r}
    expected = rate * twin.hockey_stick(p, between, alpha)
    assert divergence(half, amplified, "1", "2") == expected


@settings(max_examples=60)
@given(pairs(), st.integers(1, 5), levels)
def test_more_rounds_never_hurt_an_allocation(of: Both, rounds: int, alpha: Fraction) -> None:
    few, more = (random_allocation(of.engine, 0, 1, m) for m in (rounds, rounds + 1))
    base = both_ways(of.engine, alpha)
    for less, greater, one in zip(both_ways(more, alpha), both_ways(few, alpha), base, strict=True):
        assert less <= greater <= one
    pure = [verify.profile(m).alpha() for m in (few, more, of.engine)]
    assert pure[0] == pure[1] == pure[2]


@settings(max_examples=40)
@given(pairs(least=1), st.integers(1, 4))
def test_the_chi_square_of_an_allocation_and_of_poisson(of: Both, rounds: int) -> None:
    """1 + χ²/M for one of M rounds, (1 + χ²/M²)^M for each round with probability 1/M."""
    chi = moment(of.twin["1"], of.twin["0"]) - 1
    laws = listed(random_allocation(of.engine, 0, 1, rounds))
    assert moment(laws["1"], laws["0"]) == 1 + chi / rounds
    each = listed(fresh(poisson_subsample(Fraction(1, rounds), of.engine, 0), rounds))
    assert moment(each["1"], each["0"]) == (1 + chi / rounds**2) ** rounds


@settings(max_examples=40)
@given(pairs(), st.integers(1, 3), st.integers(1, 2))
def test_epochs_add_up_in_total_variation(of: Both, rounds: int, epochs: int) -> None:
    one = verify.profile(random_allocation(of.engine, 0, 1, rounds)).total_variation
    all_of_them = verify.profile(random_allocation(of.engine, 0, 1, rounds, epochs))
    assert one <= all_of_them.total_variation <= 1 - (1 - one) ** epochs


@settings(max_examples=40)
@given(pairs(), levels, st.integers(1, 3))
def test_sampling_one_record_is_poisson_of_the_average(
    of: Both, alpha: Fraction, others: int
) -> None:
    """One of n records: the others are the law of absence, the changed one is sampled with 1/n."""
    one = fixed_size_subsample(of.engine, [0, 1], others + 1, 1)
    zeros, last = ("0",) * (others + 1), ("0",) * others + ("1",)
    found = exact(verify.profile(one).divergence((last, zeros), alpha=alpha))
    sampled = poisson(of.twin, Fraction(1, others + 1), "0")
    assert found == twin.hockey_stick(sampled["1"], sampled["0"], alpha)


@settings(max_examples=40)
@given(pairs(), levels, st.integers(1, 4))
def test_shuffled_reports_are_never_worse_than_one_report(
    of: Both, alpha: Fraction, users: int
) -> None:
    found = verify.certify(shuffle(users, of.engine), alpha=alpha).delta_star
    assert exact(found) <= twin.delta_star(of.twin, [("0", "1")], alpha)


@settings(max_examples=40)
@given(pairs(), levels, st.integers(1, 4))
def test_one_user_among_equals_is_an_allocation(of: Both, alpha: Fraction, users: int) -> None:
    """All others hold 0: the shuffled reports are those of one chosen place among n."""
    reports = shuffle(users, of.engine)
    zeros, last = ("0",) * users, ("0",) * (users - 1) + ("1",)
    curve = verify.profile(reports, {"pairs": [[last, zeros]]})
    rounds = random_allocation(of.engine, 0, 1, users)
    assert exact(curve.divergence((last, zeros), alpha=alpha)) == divergence(rounds, alpha)
    assert exact(curve.divergence((zeros, last), alpha=alpha)) == divergence(
        rounds, alpha, "0", "1"
    )


@settings(max_examples=30)
@given(pairs(), rates, rates, levels)
def test_sampling_twice_is_sampling_at_the_product(
    of: Both, first: Fraction, second: Fraction, alpha: Fraction
) -> None:
    twice = poisson_subsample(first, poisson_subsample(second, of.engine, 0), 0)
    once = poisson_subsample(first * second, of.engine, 0)
    assert twice.law("1") == once.law("1")
    assert both_ways(twice, alpha) == both_ways(once, alpha)


@settings(max_examples=30)
@given(rows(2, 3, small))
def test_a_mean_over_rounds_is_a_mixture_with_a_hidden_coin(laws: list[list[Fraction]]) -> None:
    of = channel(["0", "1"], laws)
    silent = verify.Channel(["0", "1"], of.engine.outputs, [laws[0], laws[0]])
    places = [fresh([of.engine if i == j else silent for j in range(2)]) for i in range(2)]
    hidden = verify.combinators.mixture([("1/2", part) for part in places])
    rounds = random_allocation(of.engine, 0, 1, 2)
    assert {y: p for y, p in hidden.law("1").items() if p} == {
        y: p for y, p in rounds.law("1").items() if p
    }
