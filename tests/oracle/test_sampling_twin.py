"""Sampling and shuffling against enumeration of every coin, sample, report and allocation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sampling_twin
import twin
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, check_irrational
from oracle_models import LIMB, Both, alphas, channel, rows, small

import verify
from verify.combinators import (
    fixed_size_subsample,
    fresh,
    poisson_subsample,
    random_allocation,
    shuffle,
)
from verify.compose.allocation import allocation
from verify.compose.structure import class_table
from verify.mechanisms import leaky, randomized_response

wide = st.one_of(small, st.sampled_from([LIMB - 1, LIMB + 1]))
rates = st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(1, 7)])


@st.composite
def records(draw: Any, inputs: tuple[int, int] = (2, 3), outputs: tuple[int, int] = (1, 4)) -> Both:
    """A mechanism on the integers 0, 1, …"""
    count, size = draw(st.integers(*inputs)), draw(st.integers(*outputs))
    return channel([str(i) for i in range(count)], draw(rows(count, size, wide)))


def same_laws(both: Both) -> None:
    """Every output of positive probability, at every input."""
    assert list(both.engine.inputs) == list(both.twin)
    for x, law in sampling_twin.listed(both.engine).items():
        positive = {y: p for y, p in both.twin[x].items() if p}
        assert {y: p for y, p in law.items() if p} == positive


# Poisson subsampling


@settings(max_examples=60)
@given(records(), rates, st.data())
def test_poisson(of: Both, rate: Fraction, data: Any) -> None:
    absent = data.draw(st.sampled_from(list(of.twin)))
    laws = sampling_twin.poisson(of.twin, rate, absent)
    both = Both(laws, poisson_subsample(rate, of.engine, absent))
    same_laws(both)
    near = [(absent, x) for x in laws if x != absent]
    alpha = data.draw(alphas(laws))
    check_certified(both, near, alpha)
    check_certified(both, near, alpha, "add_remove")
    check_certified(both, both.pairs, alpha, "all_pairs")
    check_irrational(both, near, "1/7", twin.level_bounds("1/7"))


@settings(max_examples=30)
@given(records((3, 3)), rates, st.data())
def test_poisson_under_replace_and_in_groups(of: Both, rate: Fraction, data: Any) -> None:
    laws = sampling_twin.poisson(of.twin, rate, "0")
    both = Both(laws, poisson_subsample(rate, of.engine, 0))
    alpha = data.draw(alphas(laws))
    check_certified(both, both.pairs, alpha, "replace")
    check_certified(both, twin.within(laws, 1), alpha, {"within": 1})
    near = [("0", "1"), ("0", "2")]
    group = {"group": {"of": "add_remove", "distance": 2}}
    check_certified(both, twin.group(list(laws), near, 2), alpha, group)


@settings(max_examples=20)
@given(records((2, 2), (1, 3)), rates, st.data())
def test_poisson_of_what_is_no_table(of: Both, rate: Fraction, data: Any) -> None:
    twice = twin.fresh([of.twin, of.twin])
    both = Both(
        sampling_twin.poisson(twice, rate, "0"), poisson_subsample(rate, fresh(of.engine, 2), "0")
    )
    same_laws(both)
    check_certified(both, both.pairs, data.draw(alphas(both.twin)))


# samples of a fixed size


@settings(max_examples=50)
@given(records((5, 7), (1, 3)), st.integers(1, 3), st.booleans(), st.data())
def test_fixed_size(of: Both, size: int, replacement: bool, data: Any) -> None:
    values = data.draw(st.sampled_from([[0, 1], [1, 0], [0, 1, 2] if size == 2 else [0, 1], [1]]))
    population = data.draw(st.integers(1 if replacement else size, 4))
    laws = sampling_twin.fixed_size(of.twin, values, population, size, replacement)
    engine = fixed_size_subsample(of.engine, values, population, size, replacement)
    both = Both(laws, engine)
    same_laws(both)
    near = twin.one_record(laws)
    if near:
        alpha = data.draw(alphas(laws))
        check_certified(both, near, alpha)
        check_certified(both, near, alpha, "one_user")
        group = {"group": {"of": "one_record", "distance": 2}}
        check_certified(both, twin.group(list(laws), near, 2), alpha, group)


def test_records_of_either_sign_are_sorted_as_numbers() -> None:
    sums = [str(s) for s in range(-4, 21)]
    laws = [[Fraction(i + 1, 50), 1 - Fraction(i + 1, 50)] for i in range(25)]
    of = channel(sums, laws)
    for replacement in (False, True):
        engine = fixed_size_subsample(of.engine, [10, -2, 3], 3, 2, replacement)
        both = Both(sampling_twin.fixed_size(of.twin, [10, -2, 3], 3, 2, replacement), engine)
        assert engine.inputs[1] == ("-2", "-2", "3")
        same_laws(both)
        check_certified(both, twin.one_record(both.twin), Fraction(11, 10))


# shuffled reports


@settings(max_examples=30)
@given(records((2, 3), (1, 4)), st.integers(1, 4), st.data())
def test_shuffle(of: Both, users: int, data: Any) -> None:
    if len(of.twin) * len(of.twin["0"]) > 6:
        users = min(users, 3)
    both = Both(sampling_twin.shuffle(of.twin, users), shuffle(users, of.engine))
    same_laws(both)
    alpha = data.draw(alphas(both.twin))
    near = twin.one_record(both.twin)
    check_certified(both, near, alpha)
    check_certified(both, both.pairs, alpha, "all_pairs")
    check_irrational(both, near, "ln(3)/2", twin.level_bounds(0, [(3, "1/2")]))


def test_reports_are_sorted_in_the_order_of_the_outputs() -> None:
    laws = [["1/2", "1/3", "1/6"], ["1/6", "1/2", "1/3"]]
    names = ["b", ("a", "c"), "a"]
    engine = shuffle(3, verify.Channel(["y", "x"], names, laws))
    both = Both(sampling_twin.shuffle(twin.table(["y", "x"], names, laws), 3), engine)
    assert engine.inputs[1] == ("y", "y", "x")
    assert engine.table.outputs[1] == ("b", "b", ("a", "c"))
    same_laws(both)
    check_certified(both, twin.one_record(both.twin), Fraction(5, 4))


# random allocation


@settings(max_examples=80)
@given(records((2, 2), (1, 3)), st.integers(1, 4), st.data())
def test_allocation(of: Both, rounds: int, data: Any) -> None:
    absent, present = data.draw(st.sampled_from([("0", "1"), ("1", "0")]))
    laws = sampling_twin.allocated(of.twin, absent, present, rounds)
    both = Both(laws, random_allocation(of.engine, absent, present, rounds))
    same_laws(both)
    check_certified(both, [(absent, present)], data.draw(alphas(laws)))
    check_irrational(both, [(absent, present)], "1/7", twin.level_bounds("1/7"))
    listed = {"pairs": [[present, absent]]}
    check_certified(both, [(present, absent)], data.draw(alphas(laws)), listed)


@settings(max_examples=40)
@given(records((2, 2), (1, 2)), st.sampled_from([(1, 2), (2, 2), (2, 3), (3, 2)]), st.data())
def test_epochs(of: Both, shape: tuple[int, int], data: Any) -> None:
    rounds, epochs = shape
    laws = sampling_twin.allocations(of.twin, "0", "1", rounds, epochs)
    both = Both(laws, random_allocation(of.engine, 0, 1, rounds, epochs))
    same_laws(both)
    check_certified(both, both.pairs, data.draw(alphas(laws)))


pair_of_bits = records((2, 2), (1, 2))


@settings(max_examples=25)
@given(pair_of_bits, pair_of_bits, st.integers(1, 2), st.data())
def test_allocation_of_a_composition(left: Both, right: Both, rounds: int, data: Any) -> None:
    laws = sampling_twin.allocated(twin.fresh([left.twin, right.twin]), "0", "1", rounds)
    engine = random_allocation(fresh([left.engine, right.engine]), 0, 1, rounds)
    check_certified(Both(laws, engine), [("0", "1")], data.draw(alphas(laws)))
    laws = sampling_twin.allocated(twin.leaky("1/5", left.twin), "0", "1", rounds)
    engine = random_allocation(leaky("1/5", left.engine), 0, 1, rounds)
    check_certified(Both(laws, engine), [("0", "1")], data.draw(alphas(laws)))


@settings(max_examples=25)
@given(pair_of_bits, pair_of_bits, rates, st.data())
def test_a_composition_of_allocations(left: Both, right: Both, rate: Fraction, data: Any) -> None:
    one = sampling_twin.allocated(left.twin, "0", "1", 2)
    allocation = random_allocation(left.engine, 0, 1, 2)
    both = Both(twin.fresh([one, right.twin]), fresh([allocation, right.engine]))
    check_certified(both, both.pairs, data.draw(alphas(both.twin)), "all_pairs")
    both = Both(twin.fresh([one, one]), fresh(allocation, 2))
    check_certified(both, both.pairs, data.draw(alphas(both.twin)))
    sampled = sampling_twin.poisson(one, rate, "0")
    both = Both(sampled, poisson_subsample(rate, allocation, 0))
    check_certified(both, both.pairs, data.draw(alphas(sampled)))


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
@pytest.mark.parametrize(
    "laws",
    [
        (["3/4", "1/4"], ["1/4", "3/4"]),
        (["1", "0"], ["1/2", "1/2"]),
        (["1/2", "1/2"], ["1", "0"]),
        (["1/2", "1/2", "0"], ["1/4", "1/4", "1/2"]),
        (["1/2", "1/4", "1/4"], ["0", "1/2", "1/2"]),
        (["1/3", "2/3", "0"], ["0", "2/3", "1/3"]),
    ],
    ids=str,
)
def test_whole_curve_of_an_allocation(laws: tuple[list[str], list[str]], rounds: int) -> None:
    of = channel(["0", "1"], laws)
    two = sampling_twin.allocated(of.twin, "0", "1", rounds)
    curve = verify.profile(random_allocation(of.engine, 0, 1, rounds))
    assert list(curve.breakpoints) == list(twin.breakpoints(two, [("0", "1")]))
    assert curve.total_variation == twin.total_variation(two, [("0", "1")])
    for kink in (Fraction(1), *twin.breakpoints(two, [("0", "1")])):
        for alpha in (kink, kink + Fraction(1, 10)):
            assert curve.delta(alpha=alpha) == twin.delta_star(two, [("0", "1")], alpha)
            check_certified(Both(two, curve.mechanism), [("0", "1")], alpha)
    vertices = [(Fraction(str(a)), Fraction(str(b))) for a, b in curve.trade_off(("0", "1"))]
    if len(two["0"]) <= 9:
        assert tuple(vertices) == twin.trade_off(two["0"], two["1"])


def binomial_laws(rounds: int) -> dict[str, list[Fraction]]:
    """RR(3/4): the number of ones under no chosen round, and under one."""
    silent = [Fraction(0)] * (rounds + 1)
    silent[0] = Fraction(1)
    for _ in range(rounds):
        silent = [
            Fraction(3, 4) * silent[i] + (Fraction(1, 4) * silent[i - 1] if i else 0)
            for i in range(rounds + 1)
        ]
    ratio = [(i * 3 + (rounds - i) * Fraction(1, 3)) / rounds for i in range(rounds + 1)]
    return {"0": silent, "1": [p * r for p, r in zip(silent, ratio, strict=True)]}


@pytest.mark.parametrize("rounds", [10, 57, 200])
def test_many_rounds_of_two_outcomes(rounds: int) -> None:
    laws = binomial_laws(rounds)
    engine = random_allocation(randomized_response("3/4"), 0, 1, rounds)
    curve = verify.profile(engine)
    for alpha in (Fraction(1), Fraction(101, 100), Fraction(6, 5), Fraction(3, 2), Fraction(5, 2)):
        found = verify.certify(engine, alpha=alpha, full=True).directions
        for direction in found:
            p, q = laws[direction.input], laws[direction.neighbour]
            value = sum(max(a - alpha * b, Fraction(0)) for a, b in zip(p, q, strict=True))
            assert direction.delta.exact == value
        assert curve.delta(alpha=alpha) == found[0].delta


@pytest.mark.parametrize("epsilon", ["1/1000", "1/7", "ln(3)/4", "1"])
def test_a_threshold_between_ratios(epsilon: str) -> None:
    laws = binomial_laws(40)
    constant = "0" if epsilon.startswith("ln") else epsilon
    bounds = twin.level_bounds(constant, [(3, "1/4")] if epsilon.startswith("ln") else [])
    engine = random_allocation(randomized_response("3/4"), 0, 1, 40)
    for direction in verify.certify(engine, epsilon=epsilon, full=True).directions:
        p, q = laws[direction.input], laws[direction.neighbour]
        for alpha in bounds:
            inside = [(a, b) for a, b in zip(p, q, strict=True) if a > alpha * b]
            assert direction.delta.a == sum(a for a, _ in inside)
            assert direction.delta.b == sum(b for _, b in inside)


@pytest.mark.parametrize(
    "laws",
    [
        (["1/5", "3/5", "1/5"], ["3/5", "1/5", "1/5"]),
        (["1/2", "1/4", "1/4", "0"], ["1/4", "1/4", "0", "1/2"]),
        (["1/2", "1/3", "1/6", "0"], ["1/4", "1/4", "1/4", "1/4"]),
        (["1/7", "2/7", "4/7"], ["4/7", "2/7", "1/7"]),
    ],
    ids=str,
)
def test_ratios_on_a_lattice(laws: tuple[list[str], list[str]]) -> None:
    """Many multisets of one sum are one class."""
    of = channel(["0", "1"], laws)
    two = sampling_twin.allocated(of.twin, "0", "1", 5)
    both = Both(two, random_allocation(of.engine, 0, 1, 5))
    for alpha in (Fraction(1), Fraction(6, 5), Fraction(8, 5), Fraction(13, 5)):
        check_certified(both, both.pairs, alpha)


def test_a_lattice_and_multisets_give_the_same_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    for outcomes in (["1/5", "3/5", "1/5"], ["1/2", "1/3", "1/6"], ["0", "3/4", "1/4"]):
        of = verify.Channel([0, 1], None, [["3/5", "1/5", "1/5"], outcomes])
        for rounds in (1, 2, 7, 30):
            pair = random_allocation(of, 0, 1, rounds).pair(1, 0)
            by_sum = allocation(class_table(pair.base), rounds)
            with monkeypatch.context() as patch:
                patch.setattr("verify.compose.allocation.LATTICE_BITS", 0)
                by_multiset = allocation(class_table(pair.base), rounds)
            assert [e[1:] for e in by_sum.entries] == [e[1:] for e in by_multiset.entries]
            assert (by_sum.zero, by_sum.infinite) == (by_multiset.zero, by_multiset.infinite)
