"""Sampling and shuffling: published numbers, and wrong beliefs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.combinators import (
    copies,
    fixed_size_subsample,
    fresh,
    mixture,
    poisson_subsample,
    postprocess,
    random_allocation,
    shared,
    shuffle,
)
from verify.compose.structure import pure_ratio
from verify.mechanisms import channel, leaky, randomized_response

RR = randomized_response("3/4")


def star(mechanism: verify.Mechanism, alpha: Any, adjacency: Any = None) -> mpq:
    return verify.certify(mechanism, alpha=alpha, adjacency=adjacency).delta_star.exact


def pure(mechanism: verify.Mechanism, adjacency: Any = None) -> mpq | None:
    return verify.certify(mechanism, alpha=1, adjacency=adjacency).pure_alpha


def remove(mechanism: verify.Mechanism, alpha: Any, present: str = "1", absent: str = "0") -> mpq:
    """H(with the record ‖ without it)."""
    return verify.profile(mechanism).divergence((present, absent), alpha=alpha).exact


def add(mechanism: verify.Mechanism, alpha: Any, present: str = "1", absent: str = "0") -> mpq:
    """H(without the record ‖ with it)."""
    return remove(mechanism, alpha, absent, present)


def allocated(of: verify.Mechanism, rounds: int, epochs: int = 1) -> verify.Mechanism:
    return random_allocation(of, 0, 1, rounds, epochs)


def sampled(of: verify.Mechanism, rounds: int, epochs: int = 1) -> verify.Mechanism:
    """Poisson sampling at rate 1/rounds, in so many rounds of so many epochs."""
    return fresh(poisson_subsample(Fraction(1, rounds), of, 0), rounds * epochs)


def numbers(text: str) -> list[mpq]:
    return [mpq(part) for part in text.replace(",", " ").split()]


# finite analogues of one record in M rounds

RR_ALLOCATED = numbers("1/2, 3/8, 9/32, 27/128, 27/128, 405/2048, 729/4096, 5103/32768")
RR_SAMPLED = numbers(
    "1/2 5/16 193/864 899/4096 81759/400000 545747/2985984 536466557/3373232128 "
    "680381963/4294967296"
)


@pytest.mark.parametrize("rounds", range(1, 9))
def test_total_variation_of_one_response_among_many(rounds: int) -> None:
    assert verify.profile(allocated(RR, rounds)).total_variation == RR_ALLOCATED[rounds - 1]
    assert verify.profile(sampled(RR, rounds)).total_variation == RR_SAMPLED[rounds - 1]


@pytest.mark.parametrize(
    ("rounds", "alpha", "shuffled", "poisson"),
    [
        (2, "3/2", "5/32 9/32", "5/32 3/16"),
        (3, "3/2", "7/64 27/128", "245/1728 143/1152"),
        (4, "3/2", "41/512 81/512", "363/4096 717/8192"),
        (2, "2", "1/16 3/16", "1/8 1/16"),
        (3, "2", "1/32 9/64", "55/864 43/1728"),
        (4, "2", "5/256 27/256", "205/4096 23/2048"),
    ],
)
def test_both_directions(rounds: int, alpha: str, shuffled: str, poisson: str) -> None:
    for mechanism, expected in ((allocated(RR, rounds), shuffled), (sampled(RR, rounds), poisson)):
        assert [remove(mechanism, alpha), add(mechanism, alpha)] == numbers(expected)


def test_a_truncated_geometric_among_many_rounds() -> None:
    """½-geometric noise resampled onto {0 … 3}, centres 1 without the record and 2 with it."""
    laws = [["2/9", "4/9", "2/9", "1/9"], ["1/9", "2/9", "4/9", "2/9"]]
    of = channel([0, 1], range(4), laws)
    found = [verify.profile(allocated(of, m)).total_variation for m in range(1, 5)]
    assert found == numbers("1/3, 2/9, 4/27, 4/27")
    found = [verify.profile(sampled(of, m)).total_variation for m in range(1, 5)]
    assert found == numbers("1/3, 7/36, 115/729, 1009/6912")


@pytest.mark.parametrize("rounds", [1, 2, 3, 6])
def test_an_outcome_that_gives_the_record_away_is_not_hidden_by_more_rounds(rounds: int) -> None:
    erasure = channel([0, 1], ["silent", "shown"], [[1, 0], ["1/2", "1/2"]])
    assert verify.profile(allocated(erasure, rounds)).total_variation == mpq(1, 2)
    expected = 1 - (1 - mpq(1, 2 * rounds)) ** rounds
    assert verify.profile(sampled(erasure, rounds)).total_variation == expected


@pytest.mark.parametrize(
    ("rounds", "epochs", "poisson"),
    [
        (2, "15/32", "109/256"),
        (3, "207/512", "60779/186624"),
        (4, "2727/8192", "5180939/16777216"),
    ],
)
def test_two_epochs(rounds: int, epochs: str, poisson: str) -> None:
    assert verify.profile(allocated(RR, rounds, 2)).total_variation == mpq(epochs)
    assert verify.profile(sampled(RR, rounds, 2)).total_variation == mpq(poisson)


def test_epochs_are_arrays_of_their_rounds() -> None:
    two = allocated(RR, 3, 2)
    zeros = ("0", "0", "0")
    assert two.law("0")[(zeros, zeros)] == mpq(3, 4) ** 6
    assert allocated(RR, 3).law("0")[zeros] == mpq(3, 4) ** 3
    assert allocated(RR, 1).law("1") == {("0",): mpq(1, 4), ("1",): mpq(3, 4)}


def test_one_record_sampled_from_three() -> None:
    """The amplified level 1 + q(α − 1) of sampling without replacement is attained."""
    one = fixed_size_subsample(RR, [0, 1], 3, 1)
    assert one.table.row(0) == numbers("3/4 1/4")
    assert one.table.row(1) == numbers("7/12 5/12")
    assert pure(one) == mpq(5, 3) == 1 + mpq(1, 3) * (3 - 1)


def truncated(last: int) -> verify.Channel:
    """½-geometric noise on 0 … last, resampled."""
    rows = []
    for x in range(last + 1):
        weights = [Fraction(1, 2) ** abs(y - x) for y in range(last + 1)]
        rows.append([w / sum(weights) for w in weights])
    return channel(range(last + 1), range(last + 1), rows)


def test_a_sampled_count_is_more_private_than_the_theorem_says() -> None:
    assert pure(truncated(2), {"within": 1}) == mpq(16, 7)
    two_of_four = fixed_size_subsample(truncated(2), [0, 1], 4, 2)
    assert pure(two_of_four) == mpq(16, 11)
    assert mpq(16, 11) < 1 + mpq(1, 2) * (mpq(16, 7) - 1) == mpq(23, 14)


def test_poisson_sampling_of_every_record() -> None:
    """Two ones against one, each sampled with 1/3; the count goes to ½-geometric noise on 0 … 2."""
    count = truncated(2)
    laws = [count.row(k) for k in range(3)]
    other = [[(2 * a + b) / 3 for a, b in zip(laws[k], laws[k + 1], strict=True)] for k in (0, 1)]
    one = poisson_subsample("1/3", channel(["without", "with"], "abc", other), "without")
    assert one.table.row(1) == numbers("8/21 8/21 5/21")
    assert one.table.row(0) == numbers("13/28 10/28 5/28")
    assert verify.profile(one).total_variation == mpq(1, 12)


# wrong beliefs


def test_the_poisson_formula_is_not_for_replacement() -> None:
    laws = [[p, 1 - Fraction(p)] for p in ("1/6", "1/2", "1/18")]
    base = channel(["none", "b1", "b0"], ["o", "-"], laws)
    half = poisson_subsample("1/2", base, "none")
    assert [pure(base, {"pairs": [["none", x]]}) for x in ("b1", "b0")] == [3, 3]
    assert pure(half) == 2
    assert (pure(half, "replace"), star(half, 2, "replace")) == (3, mpq(1, 9))


def test_numbers_for_add_and_remove_are_not_for_substitution() -> None:
    """A report of −1, 0 (absent) or 1 with 1/9-geometric noise, collapsed to three cells."""
    half = poisson_subsample("1/2", geometric(Fraction(1, 9), -1, 1), 0)
    assert pure(half) == 5
    assert (pure(half, "replace"), star(half, 5, "replace")) == (9, mpq(2, 9))


@pytest.mark.parametrize(
    ("alpha", "shuffled", "poisson"), [("9/4", "9/64", "7/64"), ("3", "0", "1/16")]
)
def test_neither_allocation_nor_poisson_is_always_better(
    alpha: str, shuffled: str, poisson: str
) -> None:
    assert star(allocated(RR, 2), alpha) == mpq(shuffled)
    assert star(sampled(RR, 2), alpha) == mpq(poisson)


HALF = poisson_subsample("1/2", RR, 0)


@pytest.mark.parametrize(
    ("count", "with_record", "without"),
    [(1, "1/8", "0"), (2, "5/32", "3/16"), (3, "17/64", "15/64")],
)
def test_the_worst_direction_changes_with_the_number_of_steps(
    count: int, with_record: str, without: str
) -> None:
    steps = fresh(HALF, count)
    assert (remove(steps, "3/2"), add(steps, "3/2")) == (mpq(with_record), mpq(without))


@pytest.mark.parametrize(
    ("count", "value"), [(1, "1/8"), (2, "7/64"), (3, "37/512"), (4, "227/4096")]
)
def test_one_direction_is_not_enough_after_subsampling(count: int, value: str) -> None:
    steps = fresh(HALF, count)
    alpha = mpq(3, 2) ** count
    assert (add(steps, alpha), remove(steps, alpha)) == (0, mpq(value))


def test_a_leak_that_is_sampled_is_exactly_amplified() -> None:
    half = poisson_subsample("1/2", leaky("1/10", RR), 0)
    assert (remove(half, 2), add(half, 2)) == (mpq(1, 20), 0)
    assert verify.certify(half, alpha=2, delta="1/20").holds


def geometric(ratio: Fraction, low: int, high: int) -> verify.Channel:
    """Two-sided geometric noise on the integers low … high, the tails collapsed."""
    unit = (1 - ratio) / (1 + ratio)
    rows = []
    for x in range(low, high + 1):
        row = [unit * ratio ** abs(y - x) for y in range(low, high + 1)]
        row[0] /= 1 - ratio
        row[-1] /= 1 - ratio
        rows.append(row)
    names = [f"<={low}", *map(str, range(low + 1, high)), f">={high}"]
    noise = f"two-sided geometric noise of ratio {ratio} on {low} to {high}"
    return verify.Channel(range(low, high + 1), names, rows, collapsed=noise)


def test_amplification_by_sampling_without_replacement_is_not_for_replacement() -> None:
    noise = geometric(Fraction(1, 4), 0, 2)
    one = {"pairs": [[[0, 0, 0, 0], [0, 0, 0, 1]]]}
    without = fixed_size_subsample(noise, [0, 1], 4, 2)
    assert pure(without, one) == mpq(5, 2)
    drawn = fixed_size_subsample(noise, [0, 1], 4, 2, replacement=True)
    mixed = zip(*(noise.row(k) for k in range(3)), strict=True)
    assert drawn.table.row(1) == [(9 * a + 6 * b + c) / 16 for a, b, c in mixed]
    assert (pure(drawn, one), star(drawn, "5/2", one)) == (mpq(49, 16), mpq(9, 320))


# infinite noise behind a scheme


def test_collapsed_tails_stay_collapsed() -> None:
    noise = geometric(Fraction(1, 2), 0, 3)
    half = poisson_subsample("1/2", noise, 0)
    drawn = fixed_size_subsample(noise, [0, 1], 5, 3)
    both = shuffle(2, noise)
    rounds = random_allocation(noise, 0, 1, 2)
    for mechanism in (half, drawn, both, rounds, fresh(half, 2), shuffle(2, half)):
        assert mechanism.is_infinite()
        with pytest.raises(verify.InputError):
            postprocess(mechanism, lambda _: "same")
    assert half.table.collapsed == drawn.table.collapsed == noise.collapsed
    assert pure(half) == 1 + mpq(1, 2) * (8 - 1)
    assert pure(drawn) == 1 + mpq(3, 5) * (2 - 1)
    assert pure(rounds) == 2
    even = mixture([("1/2", half), ("1/2", noise)])
    assert even.table.row(1) == poisson_subsample("3/4", noise, 0).table.row(1)
    with pytest.raises(verify.NotAvailableError):
        mixture([("1/2", both), ("1/2", shuffle(2, geometric(Fraction(1, 3), 0, 3)))])


def test_shuffled_reports_of_a_wider_window_are_no_less_private() -> None:
    """The multiset of collapsed cells is a sufficient statistic: more cells show nothing more."""
    for ratio in (Fraction(1, 2), Fraction(1, 5)):
        few = shuffle(3, geometric(ratio, 0, 1))
        rows = [geometric(ratio, -4, 5).row(x + 4) for x in (0, 1)]
        many = shuffle(3, channel([0, 1], range(10), rows))
        for alpha in ("1", "4/3", "2", "3"):
            assert star(few, alpha) == star(many, alpha)


@pytest.mark.parametrize(
    "call",
    [
        lambda of: poisson_subsample("1/2", of, 0),
        lambda of: fixed_size_subsample(of, [0, 1], 2, 1),
        lambda of: shuffle(2, of),
    ],
)
def test_infinite_laws_without_a_table_are_not_available(call: Any) -> None:
    with pytest.raises(verify.NotAvailableError) as error:
        call(fresh(geometric(Fraction(1, 2), 0, 1), 2))
    assert error.value.at == "of"
    assert "\n" not in str(error.value)


def test_the_labels_of_copies_are_kept() -> None:
    half = poisson_subsample("1/2", copies(RR, 2), 0)
    assert half.law("1") == {("0", "0"): mpq(1, 2), ("1", "1"): mpq(1, 2)}


# budgets


@pytest.mark.parametrize(
    "call",
    [
        lambda of: poisson_subsample("1/2", of, 0),
        lambda of: fixed_size_subsample(of, [0, 1], 3, 1),
        lambda of: shuffle(2, of),
        lambda of: random_allocation(of, 0, 1, 2),
    ],
)
def test_a_scheme_is_one_query_with_its_own_delta(call: Any) -> None:
    one = call(RR)
    found = verify.budget(one, step_alpha="5/4")
    assert (found.queries, found.step_delta) == (1, star(one, "5/4"))
    twice = verify.budget(fresh(one, 2), step_alpha="5/4")
    assert (twice.queries, twice.total_delta) == (2, min(1, 2 * star(one, "5/4")))
    coin = shared(
        {"h": "3/4", "t": "1/4"}, [{"0": {"h": "0", "t": "1"}, "1": {"h": "1", "t": "0"}}]
    )
    assert verify.budget(fresh(call(coin), 2)).withheld


def test_many_classes_of_equal_ratio() -> None:
    """More classes than Python calls may nest."""
    size = 1100
    weights = [[size + j for j in range(size)], [size + (j * 7) % size for j in range(size)]]
    of = verify.Channel.from_weights([0, 1], None, weights, sum(weights[0]))
    assert star(random_allocation(of, 0, 1, 1), "4/3") == star(of, "4/3")


def test_members_of_an_event_with_many_outputs() -> None:
    weights = [[1] * 499 + [3] * 499, [3] * 499 + [1] * 499]
    of = verify.Channel.from_weights([0, 1], None, weights, sum(weights[0]))
    for mechanism in (fresh(of, 1), random_allocation(of, 0, 1, 1)):
        event = verify.certify(mechanism, alpha=2).directions[0].event.to_json()
        assert len(event["counts"]) == 499


def test_an_allocation_of_arrays_among_its_own_leaks() -> None:
    """An array of outputs that has the name of a leak is one observation with it."""
    of = channel([0, 1], ["leak", "0"], [["3/4", "1/4"], ["1/4", "3/4"]])
    rounds = random_allocation(of, 0, 1, 2)
    law = leaky("1/10", rounds).law("0")
    assert law[("leak", "0")] == mpq(1, 10) + mpq(9, 10) * mpq(3, 16)
    assert law[("leak", "leak")] == mpq(9, 10) * mpq(9, 16)
    assert sum(law.values()) == 1


def test_the_catalogue_s_noise_behind_a_scheme() -> None:
    """The same numbers from `geometric` as from the channels written out above."""
    one = {"pairs": [[[0, 0, 0, 0], [0, 0, 0, 1]]]}
    noise = verify.mechanisms.geometric("1/4", 0, 2)
    drawn = fixed_size_subsample(noise, [0, 1], 4, 2, replacement=True)
    assert (pure(drawn, one), star(drawn, "5/2", one)) == (mpq(49, 16), mpq(9, 320))
    half = poisson_subsample("1/2", verify.mechanisms.geometric("1/9", -1, 1), 0)
    assert (pure(half), pure(half, "replace"), star(half, 5, "replace")) == (5, 9, mpq(2, 9))
    count = verify.mechanisms.truncated_geometric("1/2", 0, 2)
    assert pure(fixed_size_subsample(count, [0, 1], 4, 2)) == mpq(16, 11)
    reports = shuffle(3, verify.mechanisms.geometric("1/2", 0, 2))
    assert reports.is_infinite()
    assert pure(reports) == 4


def test_noise_with_infinitely_many_ratios_is_sampled_but_not_composed() -> None:
    queries = {"0": [0, 1], "1": [1, 1]}
    maximum = verify.mechanisms.report_noisy_max(queries, "1/2", output="value")
    for call in (
        lambda: random_allocation(maximum, 0, 1, 2),
        lambda: shuffle(2, maximum),
    ):
        with pytest.raises(verify.NotAvailableError) as error:
            call()
        assert error.value.at == "of"
    sampled = poisson_subsample("1/2", maximum, 0)
    there, back = pure_of(maximum, "1", "0"), pure_of(maximum, "0", "1")
    assert pure(sampled, "add_remove") == max((1 + there) / 2, 2 / (1 + 1 / back))
    drawn = fixed_size_subsample(maximum, [0, 1], 2, 1)
    assert drawn.is_infinite()
    assert pure(drawn) is not None


def pure_of(mechanism: verify.Mechanism, first: str, second: str) -> mpq:
    """The supremum of one ordered pair."""
    found = pure_ratio(mechanism.pair(*map(mechanism.inputs.index, (first, second))))
    assert found is not None
    return found
