"""Wrong beliefs about privacy, each with its exact refutation; true controls beside them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq

import verify
from verify.combinators import adaptive, copies, fresh, mixture, parallel, postprocess, shared
from verify.mechanisms import channel, randomized_response

RR = randomized_response("3/4")


def star(mechanism: verify.Mechanism, alpha: Any, adjacency: Any = None) -> mpq:
    return verify.certify(mechanism, alpha=alpha, adjacency=adjacency).delta_star.exact


def pure(mechanism: verify.Mechanism, adjacency: Any = None) -> mpq | None:
    return verify.certify(mechanism, alpha=1, adjacency=adjacency).pure_alpha


def binary(inputs: Sequence[object], shown: Sequence[object], **given: Any) -> verify.Channel:
    """Two outputs; ``shown`` are the probabilities of the first one."""
    laws = [[Fraction(p), 1 - Fraction(p)] for p in shown]
    return channel(inputs, ["o", "rest"], laws, **given)


def direction(mechanism: verify.Mechanism, alpha: Any, first: str, adjacency: Any = None) -> mpq:
    found = verify.certify(mechanism, alpha=alpha, adjacency=adjacency, full=True).directions
    return next(d.delta.exact for d in found if d.input == first)


def test_private_marginals_with_a_shared_coin() -> None:
    flip = [{"keep": "0", "turn": "1"}, {"keep": "1", "turn": "0"}]
    latent = {"keep": "3/4", "turn": "1/4"}
    first, second = {"x": flip[0], "y": flip[0]}, {"x": flip[0], "y": flip[1]}
    assert pure(shared(latent, [first])) == 1
    assert pure(shared(latent, [second])) == 3
    for alpha in (1, 3, 10**20):
        assert star(shared(latent, [first, second]), alpha) == 1


def test_the_worst_marginal_does_not_bound_the_joint() -> None:
    assert (pure(RR), pure(fresh(RR, 2)), star(fresh(RR, 2), 3)) == (3, 9, mpq(3, 8))


def geometric(low: int, high: int, ratio: Fraction) -> list[list[Fraction]]:
    """Two-sided geometric noise, clamped to [low, high]; rows low … high."""
    unit = (1 - ratio) / (1 + ratio)
    rows = []
    for x in range(low, high + 1):
        row = [unit * ratio ** abs(y - x) for y in range(low, high + 1)]
        row[0] /= 1 - ratio
        row[-1] /= 1 - ratio
        rows.append(row)
    return rows


def counting(low: int, high: int, rows: list[list[Fraction]]) -> verify.Mechanism:
    names = [str(x) for x in range(low, high + 1)]
    return channel(names, names, rows).under({"within": 1})


def test_parallel_composition_needs_a_partition_that_ignores_the_data() -> None:
    total = counting(0, 2, geometric(0, 2, Fraction(1, 2)))
    both = parallel([total, total])
    assert pure(both) == 2
    assert pure(both, {"pairs": [[["0", "2"], ["2", "0"]]]}) == 16


def test_group_privacy_is_not_linear_in_delta() -> None:
    chain = binary(["0", "1", "2"], ["3/10", "1/10", "0"]).under({"within": 1})
    assert star(chain, 2) == mpq(1, 10)
    two = {"group": {"of": {"within": 1}, "distance": 2}}
    assert star(chain, 4, two) == mpq(3, 10)


def test_post_processing_must_not_look_at_the_input_again() -> None:
    keys = channel(["one record", "none"], ["a", "nothing"], [[1, 0], [0, 1]])
    assert star(keys, 10**9) == 1


@pytest.mark.parametrize("count", [1, 2, 5])
def test_no_refund_for_negative_answers(count: int) -> None:
    until_one: verify.Mechanism = RR
    for _ in range(count - 1):
        until_one = adaptive(RR, {"0": until_one, "1": "stop"})
    assert pure(until_one) == 3**count


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_best_of_many_is_not_free(count: int) -> None:
    best = postprocess(fresh(RR, count), lambda y: max(y))
    assert pure(best) == 3**count


def test_poisson_amplification_is_not_for_replacement() -> None:
    absent, present = binary("xy", ["1/6", "1/6"]), binary("xy", ["1/2", "1/18"])
    sampled = mixture([("1/2", absent), ("1/2", present)])
    assert pure(sampled) == 3
    assert star(sampled, 2) == mpq(1, 9)


def test_sampling_without_replacement_is_not_for_add_and_remove() -> None:
    with_x = (Fraction(1, 2) + Fraction(1, 18)) / 2
    sampled = binary(["z", "zx"], ["1/18", with_x], absent="z")
    assert pure(sampled, "add_remove") == 5
    assert star(sampled, 2, "add_remove") == mpq(1, 6)


@pytest.mark.parametrize(
    ("alpha", "allocated", "sampled"), [("9/4", "9/64", "7/64"), (3, "0", "1/16")]
)
def test_one_round_chosen_against_every_round_sampled(
    alpha: Any, allocated: str, sampled: str
) -> None:
    silent = channel(["absent", "present"], ["0", "1"], [["3/4", "1/4"]] * 2)
    loud = channel(["absent", "present"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    rounds = [("1/2", fresh([loud, silent])), ("1/2", fresh([silent, loud]))]
    assert star(mixture(rounds), alpha) == mpq(allocated)
    every = fresh(mixture([("1/2", silent), ("1/2", loud)]), 2)
    assert star(every, alpha) == mpq(sampled)


@pytest.mark.parametrize(
    ("count", "remove", "add"), [(1, "1/8", "0"), (2, "5/32", "3/16"), (3, "17/64", "15/64")]
)
def test_the_worst_direction_may_change(count: int, remove: str, add: str) -> None:
    step = binary(["absent", "present"], ["3/4", "1/2"], absent="absent")
    repeated = fresh(step, count)
    assert direction(repeated, "3/2", "present", "add_remove") == mpq(remove)
    assert direction(repeated, "3/2", "absent", "add_remove") == mpq(add)
    assert star(repeated, "3/2") == max(mpq(remove), mpq(add))


def test_a_shortcut_from_renyi_to_approximate_privacy() -> None:
    """ε = ρ + ln(1/δ)/2 with ρ = ln(400/37) of order 2 and δ = 1/25: α = 2000/37."""
    pair = binary("xy", ["1/10", "1/1000"])
    verdict = verify.certify(pair, epsilon="ln(400/37) + ln(25)/2", delta="1/25")
    assert not verdict.holds
    assert verdict.delta_star == mpq(17, 370)


def test_private_for_fixed_questions_is_not_private_for_adaptive_ones() -> None:
    secrets = ["1", "2", "3", "4"]
    latent = dict.fromkeys(secrets, "1/4")
    secret = {x: {s: s for s in secrets} for x in "ab"}
    fixed = {x: {s: x if s == "1" else "none" for s in secrets} for x in "ab"}
    chosen = {x: dict.fromkeys(secrets, x) for x in "ab"}
    for alpha in (1, 5, 10**12):
        assert star(shared(latent, [secret, fixed]), alpha) == mpq(1, 4)
        assert star(shared(latent, [secret, chosen]), alpha) == 1


def test_conditioning_changes_the_level() -> None:
    free = channel("xy", "abc", [["3%", "9%", "88%"], ["1%", "27%", "72%"]])
    given = channel("xy", "ab", [["1/4", "3/4"], ["1/28", "27/28"]])
    assert (pure(free), pure(given)) == (3, 7)
    assert (star(free, 3), star(given, 3)) == (0, mpq(1, 7))


def truncated(low: int, high: int) -> verify.Mechanism:
    rows = []
    for x in range(low, high + 1):
        weights = [Fraction(1, 2) ** abs(y - x) for y in range(low, high + 1)]
        rows.append([w / sum(weights) for w in weights])
    return counting(low, high, rows)


def test_truncation_by_resampling_changes_the_level() -> None:
    assert pure(truncated(0, 2)) == mpq(16, 7)
    assert star(truncated(0, 2), 2) == mpq(1, 14)
    assert pure(truncated(0, 5)) == mpq(52, 21)
    assert pure(counting(0, 5, geometric(0, 5, Fraction(1, 2)))) == 2


def test_a_small_excess_at_every_output_adds_up() -> None:
    laws = [["4/100"] * 10 + ["6/10"], ["1/100"] * 10 + ["9/10"]]
    pair = channel("xy", [str(i) for i in range(11)], laws)
    verdict = verify.certify(pair, alpha=3)
    assert verdict.delta_star == mpq(1, 10)
    assert verdict.witness.event.to_json()["outputs"] == [str(i) for i in range(10)]


def test_one_direction_is_not_enough() -> None:
    pair = binary("xy", ["1", "9/10"])
    assert direction(pair, "10/9", "x") == 0
    assert direction(pair, "10/9", "y") == mpq(1, 10)


def test_rounding_doubles_the_sensitivity() -> None:
    """Sums 1/2 and 1 round to 0 and 1; ¼-geometric noise in two cells: at most 0, at least 1."""
    rounded = binary("xy", ["4/5", "1/5"])
    assert pure(rounded) == 4
    assert star(rounded, 2) == mpq(2, 5)


def test_division_by_a_private_count() -> None:
    assert pure(channel("xy", ["1", "2/3"], [[1, 0], [0, 1]])) is None


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_answers_below_one_noisy_threshold(count: int) -> None:
    """¼-geometric threshold, ½-geometric answers, clamped to 0 … 5: all answers move together."""
    threshold = geometric(0, 5, Fraction(1, 4))[2]
    answers = geometric(0, 5, Fraction(1, 2))
    parts = []
    for t, weight in enumerate(threshold):
        bits = [[sum(answers[x][:t], Fraction(0)), sum(answers[x][t:])] for x in (4, 5)]
        parts.append((weight, fresh(channel(["4", "5"], ["below", "above"], bits), count)))
    mechanism = mixture(parts)
    assert pure(mechanism) == 2**count
    worst = verify.certify(mechanism, alpha=2**count - Fraction(1, 100)).witness
    assert worst.event.to_json()["outputs"] == [["below"] * count]
    assert worst.p / worst.q == 2**count


@pytest.mark.parametrize(("threshold", "delta"), [(2, "1/3"), (3, "1/6"), (5, "1/24")])
def test_a_key_shown_above_a_threshold(threshold: int, delta: str) -> None:
    """½-geometric noise on a count of 1: shown with probability 2^(1−τ)·2/3."""
    shown = Fraction(1, 2) ** (threshold - 1) * Fraction(2, 3)
    pair = binary(["present", "absent"], [shown, 0])
    for alpha in (1, 2, 10**15):
        assert star(pair, alpha) == mpq(delta)


def test_true_controls() -> None:
    assert pure(copies(RR, 5)) == 3
    assert pure(postprocess(RR, lambda _: "same")) == 1
    assert pure(mixture([("1/3", RR), ("2/3", randomized_response("1/2"))])) == mpq(7, 5)
    held = verify.certify(fresh(RR, 4), alpha=81)
    assert held.holds
    assert held.witness is None
