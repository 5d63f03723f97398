"""The search finds the smallest counterexample, and none where there is none."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import islice, permutations, product
from math import gcd
from multiprocessing import get_context
from typing import Any

import pytest

import verify
from verify.counterexamples import (
    RULES,
    TRUE,
    WRONG,
    Instance,
    Rule,
    Search,
    claimed_bound,
    gallery,
    predicate,
    search,
    shrink,
)
from verify.counterexamples.finder import _heads, _instances
from verify.counterexamples.rule import Shape, channel_model
from verify.counterexamples.tables import Table, levels

# The smallest counterexamples known beforehand: bounds (outputs, denominator) and what is found.
SMALLEST = {
    "advantage_is_delta": (3, 4, "[1/3, 2/3] [2/3, 1/3], α = 3/2"),
    "average_of_two_directions": (3, 4, "[1/4, 3/4] [1/2, 1/2]"),
    "average_of_two_levels": (2, 3, "[0, 1] [0, 1] and [1/3, 2/3] [2/3, 1/3]"),
    "conditioning": (3, 6, "[1/6, 2/3, 1/6] [1/3, 1/3, 1/3]"),
    "delta_as_maximum": (3, 4, "[0, 1] [1/2, 1/2] and [0, 1] [1/2, 1/2], α = 1"),
    "fixed_size_added": (2, 4, "[1/2, 1/2] [1/4, 3/4] [3/4, 1/4]"),
    "group_delta_linear": (2, 4, "[0, 1] [1/4, 3/4] [3/4, 1/4], α = 2"),
    "group_delta_square": (2, 6, "[0, 1] [1/6, 5/6] [5/6, 1/6], α = 4"),
    "likely_history": (4, 4, "[0, 1/2, 0, 1/2] [0, 1/2, 1/2, 0], α = 1"),
    "marginals_compose": (4, 4, "[0, 1/2, 1/2, 0] [1/2, 0, 0, 1/2], α = 1"),
    "one_direction": (3, 4, "[0, 1] [1/2, 1/2], α = 3/2"),
    "per_outcome_delta": (3, 4, "[0, 0, 1] [1/3, 1/3, 1/3], α = 3/2"),
    "poisson_beats_shuffle": (3, 4, "[1/2, 1/2] [0, 1], α = 1"),
    "poisson_replaced": (2, 4, "[1/2, 1/2] [1/4, 3/4] [3/4, 1/4]"),
    "rate_times_delta_shuffled": (3, 4, "[0, 1] [1/2, 1/2], α = 1"),
    "rate_times_epsilon": (3, 4, "[1/3, 2/3] [2/3, 1/3]"),
    "record_switches_block": (3, 4, "[1/3, 2/3] [2/3, 1/3] and [1/3, 2/3] [2/3, 1/3]"),
    "shuffle_beats_poisson": (3, 4, "[0, 1] [1/2, 1/2], α = 1"),
    "square_root_of_k": (3, 4, "[1/3, 2/3] [2/3, 1/3]"),
    "worst_direction_stays": (3, 4, "[1/4, 3/4] [1/2, 1/2], α = 2"),
    "worst_marginal": (3, 4, "[1/3, 2/3] [2/3, 1/3]"),
}


def instances(rule: Rule, outputs: int, denominator: int) -> Iterator[Instance]:
    for head in _heads(rule, outputs, denominator):
        yield from _instances(rule, head)


@pytest.mark.parametrize("name", WRONG)
def test_the_smallest_counterexample(name: str) -> None:
    outputs, denominator, found = SMALLEST[name]
    answer = search(name, outputs=outputs, denominator=denominator)
    assert str(answer.found) == found
    assert answer.verdict is not None
    assert answer.verdict.verdict == "violated"
    assert answer.complete
    assert answer.met <= answer.tried
    assert answer.document is not None
    (verdict,) = verify.load(answer.document).certify()
    assert verdict.delta_star.exact == answer.verdict.delta_star.exact


@pytest.mark.parametrize("name", TRUE)
def test_a_true_rule_is_not_broken(name: str) -> None:
    two = RULES[name].shape.channels == 2
    answer = search(name, outputs=2 if two else 3, denominator=3)
    assert (answer.found, answer.verdict, answer.document) == (None, None, None)
    assert answer.complete
    assert answer.met > 0
    assert str(answer).startswith(f"none within the bounds; {answer.tried} tried (m <= ")


class OneWay(Rule):
    """P is the law at the first input of a chain, Q that at the last: no other direction."""

    def __init__(self, factor: int) -> None:
        shape = Shape(rows=3, has_level=True)
        super().__init__("one way", "two steps need so many times the δ of one", shape)
        object.__setattr__(self, "factor", factor)

    def breaks(self, instance: Instance) -> bool:
        table, alpha = instance.table, instance.alpha
        step = max(table.pair(0, 1).delta(alpha), table.pair(1, 2).delta(alpha))
        return table.pair(0, 2).excess(alpha**2) > self.factor * step

    def document(self, instance: Instance) -> dict[str, Any]:
        return {"schema": 1, "mechanism": channel_model(instance.table)}


@pytest.mark.parametrize(
    ("factor", "denominator", "found"),
    [
        (2, 4, "[1/4, 3/4] [3/4, 1/4] [1, 0], α = 2"),
        (4, 6, "[1/6, 5/6] [5/6, 1/6] [1, 0], α = 4"),
    ],
)
def test_chains_in_one_direction(factor: int, denominator: int, found: str) -> None:
    rule = OneWay(factor)
    broken = (each for each in instances(rule, 2, denominator) if rule.breaks(each))
    assert str(next(broken)) == found


def test_a_coin_between_channels_that_never_exclude_an_output() -> None:
    """The averages of ε with all probabilities positive: RR(2/3) beside a channel that is still."""
    rule = RULES["average_of_two_levels"]
    positive = (
        each
        for each in instances(rule, 2, 3)
        if all(w for table in each.tables for row in table.weights for w in row)
    )
    found = next(each for each in positive if rule.breaks(each))
    assert str(found) == "[1/3, 2/3] [1/3, 2/3] and [1/3, 2/3] [2/3, 1/3]"


def test_half_of_epsilon_at_a_square_level() -> None:
    """The smallest of level 4 is RR(4/5)."""
    rule = RULES["rate_times_epsilon"]
    square = (each for each in instances(rule, 2, 5) if each.table.pair().level() == 4)
    found = next(each for each in square if rule.breaks(each))
    assert str(found) == "[1/5, 4/5] [4/5, 1/5]"


def test_every_wrong_rule_is_a_belief_of_the_gallery() -> None:
    beliefs = {entry.name for entry in gallery()}
    assert set(WRONG) - beliefs == {"marginals_compose", "poisson_beats_shuffle"}
    assert not set(TRUE) & beliefs
    assert set(SMALLEST) == set(WRONG)


@pytest.mark.parametrize("name", RULES)
def test_the_engine_agrees_on_every_instance(name: str) -> None:
    """The quick decision has a slow twin: the document, decided by the engine."""
    rule = RULES[name]
    met = (each for each in instances(rule, rule.shape.least, 5) if rule.breaks(each) is not None)
    asked = list(islice(met, 0, 420, 7) if rule.shape.has_level else islice(met, 60))
    assert len(asked) >= 30
    for instance in asked:
        (verdict,) = verify.load(rule.document(instance)).certify()
        assert rule.breaks(instance) == (verdict.verdict == "violated"), instance


def test_channels_come_smallest_first_and_all_of_them() -> None:
    rule = RULES["worst_marginal"]
    found = [instance.table for instance in instances(rule, 3, 4)]
    assert found == sorted(set(found))
    expected = set()
    for denominator, outputs in product(range(1, 5), (2, 3)):
        rows = [r for r in product(range(denominator + 1), repeat=outputs) if sum(r) == denominator]
        for p, q in product(rows, repeat=2):
            if gcd(*p, *q) == 1:
                expected.add(Table(denominator, outputs, (p, q)))
    assert set(found) == expected


def test_two_channels_come_in_the_order_of_both() -> None:
    rule = RULES["record_switches_block"]
    keys = [
        (max(a.denominator, b.denominator), a.outputs + b.outputs, a, b)
        for (a, b), _ in instances(rule, 3, 2)
    ]
    assert keys == sorted(set(keys))
    one = sum(1 for _ in instances(RULES["worst_marginal"], 3, 2))
    assert len(keys) == one * one


def test_levels_hold_every_ratio_and_what_is_between() -> None:
    table = Table(6, 2, ((1, 5), (3, 3)))
    found = levels((table,))
    both = permutations(table.weights, 2)
    ratios = [Fraction(a, b) for p, q in both for a, b in zip(p, q, strict=True)]
    assert {r for r in ratios if r > 1} <= set(found)
    assert found == sorted(set(found))
    assert found[0] == 1
    assert max(ratios) < found[-1]


def test_more_workers_find_the_same() -> None:
    alone = search("group_delta_linear", outputs=2)
    with ThreadPoolExecutor(3) as pool:
        assert same(search("group_delta_linear", outputs=2, executor=pool), alone)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert same(search("group_delta_linear", outputs=2, executor=pool), alone)


def test_what_other_processes_cannot_be_given() -> None:
    rule = claimed_bound(lambda alpha, delta: delta)
    refused = pytest.raises(verify.InputError, match="rule: the rule cannot be given to other pro")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, refused:
        search(rule, executor=pool)
    with ThreadPoolExecutor(1) as pool:
        assert same(search(rule, executor=pool), search(rule))


def same(one: Search, other: Search) -> bool:
    return (one.found, one.tried, one.met) == (other.found, other.tried, other.met)


def test_the_limit_ends_a_search_that_has_no_end() -> None:
    with verify.limits(instances=500):
        answer = search("basic_composition", outputs=12, denominator=1000)
        assert not answer.complete
        assert answer.found is None
        assert 500 <= answer.tried < 1000
        assert str(answer).startswith("none before the limit of instances")
        with ThreadPoolExecutor(3) as pool:
            wide = search("basic_composition", outputs=12, denominator=1000, executor=pool)
        assert same(wide, answer)


def test_a_bound_of_ones_own() -> None:
    found = search(claimed_bound(lambda alpha, delta: max(delta, Fraction(1, 2)))).found
    assert str(found) == "[0, 1] [1/2, 1/2], α = 1"
    assert search(claimed_bound(lambda alpha, delta: 1 - (1 - delta) ** 2)).found is None
    assert search(claimed_bound(lambda alpha, delta: (alpha**3, "1"), releases=3)).found is None
    answer = search(claimed_bound(lambda alpha, delta: (alpha, 2 * delta)))
    assert answer.verdict is not None
    assert not answer.verdict.holds


def test_a_predicate_of_ones_own() -> None:
    rule = predicate(lambda c: verify.certify(c, alpha=1).delta_star <= Fraction(2, 3))
    answer = search(rule)
    assert str(answer.found) == "[0, 1] [1, 0]"
    assert answer.verdict is None
    assert answer.document is not None
    assert verify.load(answer.document).mechanism.inputs == ("0", "1")
    assert search(predicate(lambda c: len(c.inputs) == 3, inputs=3), denominator=2).found is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: search("delta_as_max"),
            "rule: no rule is called 'delta_as_max'; write delta_as",
        ),
        (lambda: search(max), "rule: no rule is called '<built-in"),  # type: ignore[arg-type]
        (lambda: search("group", outputs=13), "outputs: 13 is above what can be searched; write a"),
        (lambda: search("conditioning", outputs=2), "outputs: 2 is below what can be searched"),
        (
            lambda: search("marginals_compose", outputs=3),
            "outputs: 3 is below what can be searched",
        ),
        (lambda: search("group", denominator=0), "denominator: 0 is below what can be searched"),
        (lambda: search("group", denominator="x"), "denominator: 'x' is not an exact number"),
        (lambda: claimed_bound(3), "rule: a int cannot be called"),  # type: ignore[arg-type]
        (lambda: claimed_bound(max, releases=9), "releases: 9 releases are too many"),
        (lambda: predicate(max, inputs=7), "inputs: 7 inputs are too many"),
        (lambda: search(claimed_bound(lambda a, d: 0.5)), "rule: "),
        (lambda: search(claimed_bound(lambda a, d: -d)), "rule: the bound gave the claim"),
        (lambda: search(claimed_bound(lambda a, d: (1, 2, 3))), "rule: the bound gave 3 numbers"),
        (lambda: search(claimed_bound(lambda a, d: a / 0)), "rule: the function raised ZeroDiv"),
        (lambda: search(predicate(lambda c: c.x)), "rule: the function raised AttributeError"),
        (lambda: shrink("worst_marginal"), "channels: channels with [] inputs are given"),
    ],
)
def test_bad_input_is_one_line(call: object, message: str) -> None:
    with pytest.raises(verify.InputError) as caught:
        call()  # type: ignore[operator]
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
