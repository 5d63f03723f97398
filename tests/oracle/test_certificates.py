"""Certificates: valid for the checker, and true of the mechanism by a definition of their own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import certificate_twin as by_hand
import pytest
import twin
from certificate_checks import check_certificate, check_laws, counted
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import TINY, exact
from oracle_models import Both, alphas, channels, models

import verify
from verify.combinators import adaptive, copies, fresh, mixture, parallel, postprocess
from verify.document.examples import EXAMPLES
from verify.law.mechanism import Mechanism
from verify.mechanisms import (
    channel,
    geometric,
    k_randomized_response,
    leaky,
    randomized_response,
    report_noisy_max,
    sparse_vector,
)

DOCUMENTS = sorted(
    path
    for path in (Path(__file__).parents[2] / "examples").iterdir()
    if path.suffix in (".json", ".toml")
)

LONG = {"one_round_of_a_thousand.toml", "shuffled_responses.json", "rappor_one_report.toml"}
"""Too many outcomes to be enumerated"""

IRRATIONAL: list[tuple[str, tuple[object, list[tuple[object, object]]]]] = [
    ("1", (1, [])),
    ("ln(2)/2 + 1/7", (Fraction(1, 7), [(2, Fraction(1, 2))])),
    ("1e-30", (Fraction(1, 10**30), [])),
    ("3*ln(5/4)/2", (0, [(5, Fraction(3, 2)), (4, Fraction(-3, 2))])),
]
"""ε, and what it is: c + Σ q·ln r"""

RR = randomized_response("3/4")
NINE = randomized_response("9/10")
QUERIES = {"0": [0, 1], "1": [1, 1]}


# every example model and every example document


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "discrete_laplace"])
def test_models_of_every_type(name: str) -> None:
    mechanism = verify.load({"schema": 1, "mechanism": {"type": name, **EXAMPLES[name]}}).mechanism
    check_every_kind_of_claim(mechanism, small=name not in ("rappor", "random_allocation"))


def check_every_kind_of_claim(mechanism: Mechanism, *, small: bool = True) -> None:
    for alpha in ("1", "7/5", "3"):
        check_at(mechanism, {"alpha": alpha}, small=small)
    for epsilon, parts in IRRATIONAL[:2]:
        for tree in check_at(mechanism, {"epsilon": epsilon}, small=small):
            low, high = twin.level_bounds(*parts)
            found = by_hand.around(tree["claim"]["epsilon"])
            assert found[0] < low < high < found[1]
    check_huge(mechanism, small=small)
    for order, epsilon in ((2, "1/3"), (5, "ln(3)")):
        verdict = verify.certify(mechanism, order=order, epsilon=epsilon)
        tree = check_certificate(verdict, by_definition=small)
        assert tree["claim"]["order"] == order
    for eta in ("1", "ln(9)", "0", "50 + ln(2)/3"):
        tree = check_certificate(verify.certify(mechanism, eta=eta), by_definition=small)
        assert tree["claim"].keys() == {"eta"}


def check_at(mechanism: Mechanism, level: dict[str, Any], *, small: bool = True) -> list[Any]:
    """δ exactly at δ*, a hair above, a hair below: where δ* is irrational, its decimals."""
    star = verify.certify(mechanism, **level).delta_star
    if star.exact is None:
        low, high = Fraction(star.lower()), Fraction(star.upper())
        claims = [(low, False), (high, True)]
    else:
        at = exact(star)
        claims = [(at, True), (at + (1 - at) * TINY, True)]
        claims += [(at - at * TINY, False)] if at else []
    trees = []
    for delta, holds in claims:
        verdict = verify.certify(mechanism, **level, delta=delta)
        assert verdict.holds is holds
        tree = check_certificate(verdict, by_definition=small)
        assert by_hand.number(tree["claim"]["delta"]) == delta
        assert "alpha" not in level or tree["claim"]["alpha"] == hex_of(level["alpha"])
        trees.append(tree)
    check_laws(trees[0], mechanism)
    return trees


def hex_of(text: str) -> str:
    fraction = Fraction(text)
    below = f"/{hex(fraction.denominator)}" if fraction.denominator > 1 else ""
    return hex(fraction.numerator) + below


def check_huge(mechanism: Mechanism, *, small: bool = True) -> None:
    """At ε = 10^30 only outcomes count that Q never has."""
    verdict = verify.certify(mechanism, epsilon="1e30", delta="1/1000")
    tree = check_certificate(verdict, by_definition=small)
    assert by_hand.number(tree["claim"]["epsilon"]["constant"]) == 10**30
    assert tree["claim"]["epsilon"]["logarithms"] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents(path: Path) -> None:
    document = verify.load(path)
    small = path.name not in LONG
    for claim in document.claims or [verify.Claim(verify.Level.alpha(2), 0)]:
        verdict = verify.certify(document.mechanism, claim)
        if "zCDP" in str(claim):
            with pytest.raises(verify.NotAvailableError):
                verdict.certificate()
            continue
        tree = check_certificate(verdict, by_definition=small)
        check_laws(tree, document.mechanism)


# nested models drawn at random


@settings(max_examples=25)
@given(models(), st.data())
def test_nested_models(both: Both, data: Any) -> None:
    mechanism = both.engine.under("all_pairs")
    alpha = data.draw(alphas(both.twin))
    for tree in check_at(mechanism, {"alpha": alpha}):
        assert by_hand.number(tree["claim"]["alpha"]) == alpha
        check_against_the_twin(tree, both.twin)


def check_against_the_twin(tree: Any, laws: twin.Mechanism) -> None:
    """The same numbers from laws in which the engine had no part."""
    for (i, j), stated in zip(tree["pairs"], tree["evidence"]["sums"], strict=True):
        x, y = (tree["model"]["inputs"][place] for place in (i, j))
        event = twin.event(laws[x], laws[y], by_hand.number(tree["evidence"]["level"]))
        sums = [twin.weight(law, event) for law in (laws[x], laws[y])]
        assert [by_hand.number(text) for text in stated] == sums


@settings(max_examples=30)
@given(models(), st.sampled_from(IRRATIONAL), st.data())
def test_nested_models_at_irrational_levels(both: Both, level: Any, data: Any) -> None:
    epsilon, parts = level
    delta = data.draw(st.sampled_from([Fraction(0), Fraction(1, 9), Fraction(1, 2), Fraction(1)]))
    low, high = twin.level_bounds(*parts)
    ends = {twin.delta_star(both.twin, both.pairs, alpha) <= delta for alpha in (low, high)}
    verdict = verify.certify(both.engine, epsilon=epsilon, delta=delta, adjacency="all_pairs")
    assert {verdict.holds} == ends
    tree = check_certificate(verdict)
    level = by_hand.number(tree["evidence"]["level"])
    assert level <= low if verdict.holds else level >= high
    check_laws(tree, both.engine)


@settings(max_examples=30)
@given(models(1), st.integers(2, 6), st.sampled_from(["0", "1/3", "ln(2)/2 + 1/7", "4"]))
def test_nested_models_and_moments(both: Both, order: int, epsilon: str) -> None:
    mechanism = both.engine.under("all_pairs")
    check_laws(
        check_certificate(verify.certify(mechanism, order=order, epsilon=epsilon)), mechanism
    )


@settings(max_examples=30)
@given(models(1), st.sampled_from(["0", "1", "ln(4)", "ln(3)/2", "3 + ln(5)/7", "1e30"]))
def test_nested_models_and_ranges(both: Both, eta: str) -> None:
    mechanism = both.engine.under("all_pairs")
    check_laws(check_certificate(verify.certify(mechanism, eta=eta)), mechanism)


@settings(max_examples=20)
@given(channels(), st.data())
def test_tables_with_long_numbers(both: Both, data: Any) -> None:
    check_at(both.engine, {"alpha": data.draw(alphas(both.twin))})


# mechanisms with something odd about them

ZERO = channel(["0", "1"], ["a", "b", "c"], [["1/2", "1/2", 0], [0, "1/2", "1/2"]])
CERTAIN = randomized_response(1)
VALUE = report_noisy_max(QUERIES, "1/2", output="value")
ONE_SIDED = report_noisy_max(QUERIES, "1/3", output="value", sided=1)
GEOMETRIC = geometric("1/2", 0, 1)

ODD: dict[str, Mechanism] = {
    "one output": postprocess(RR, {"0": "u", "1": "u"}),
    "equal laws": channel(["0", "1"], ["a", "b"], [["1/3", "2/3"]] * 2),
    "an output that never occurs": channel(["0", "1"], "abc", [["1/2", "1/2", 0], [1, 0, 0]]),
    "disjoint laws, five times": fresh(CERTAIN, 5),
    "zeros, twice": fresh(ZERO, 2),
    "a union in a power": fresh(leaky("1/10", RR), 3),
    "a product of unions": fresh([leaky("1/10", RR), leaky("1/5", NINE), ZERO]),
    "a power of a product of a union": fresh(fresh([leaky("1/3", RR), NINE]), 2),
    "powers of powers": fresh(fresh(fresh(RR, 2), 3), 2),
    "copies of copies": copies(copies(RR, 2), 3),
    "a power of an adaptive one": fresh(adaptive(RR, {"0": "stop", "1": NINE}), 3),
    "a hidden coin over powers": mixture([("1/3", fresh(RR, 3)), ("2/3", fresh(NINE, 3))]),
    "a coin that never falls": mixture([(0, ZERO), (1, RR)], revealed=True),
    "a leak that is certain": leaky(1, RR),
    "a leak that never is": leaky(0, RR),
    "a leak of many inputs": leaky("1/10", k_randomized_response(7, alpha=2)),
    "people side by side": parallel([RR, k_randomized_response(3, alpha=2)]),
    "a hidden coin over noise": mixture([("1/3", GEOMETRIC), ("2/3", geometric("1/3", 0, 1))]),
    "a shown coin over noise": mixture(
        [("1/3", GEOMETRIC), ("2/3", geometric("1/3", 0, 1))], revealed=True
    ),
    "one-sided noise": geometric("1/3", 0, 3, sided=1),
    "a value": VALUE,
    "a value of one-sided noise": ONE_SIDED,
    "a value beside responses": fresh([leaky("1/10", RR), VALUE, NINE]),
    "a value, or nothing": adaptive(ZERO, {"a": VALUE, "b": "stop", "c": ONE_SIDED}),
    "a value in a leak": leaky("1/10", VALUE),
    "copies of a value": copies(VALUE, 3),
    "a value and a person": parallel([VALUE, RR]),
    "values that are released": sparse_vector(
        {"0": [0, 0, 2], "1": [1, 1, 1]}, 1, "1/2", "1/2", variant="release_value"
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_mechanisms(name: str) -> None:
    mechanism = ODD[name]
    for level in ({"alpha": "1"}, {"alpha": "3"}, {"epsilon": "1"}):
        check_at(mechanism, level)
    check_huge_where_it_is_decided(mechanism)
    for eta in ("1", "ln(9)"):
        check_certificate(verify.certify(mechanism, eta=eta))


def check_huge_where_it_is_decided(mechanism: Mechanism) -> None:
    """Noise without end is not certified at ε = 10^30, so there at 40 only."""
    try:
        check_huge(mechanism)
    except verify.LimitError:
        check_certificate(verify.certify(mechanism, epsilon="40", delta="1/1000"))


ALLOCATION: dict[str, Any] = {"absent": "0", "present": "1", "rounds": 4}


@pytest.mark.parametrize("epochs", [1, 2])
@pytest.mark.parametrize("of", [RR, CERTAIN, ZERO, leaky("1/9", RR), GEOMETRIC])
def test_random_allocations(of: Mechanism, epochs: int) -> None:
    mechanism = verify.combinators.random_allocation(of, **ALLOCATION, epochs=epochs)
    trees = check_at(mechanism, {"alpha": "5/4"})
    assert all(map(counted, trees))
    check_at(leaky("1/7", mechanism), {"epsilon": "1/2"})


@pytest.mark.parametrize(
    "adjacency",
    [
        {"pairs": [["7", "4"]]},
        {"pairs": [["7", "4"], ["1", "2"]]},
        {"within": 2},
        {"group": {"of": {"within": 1}, "distance": 3}},
        "all_pairs",
    ],
)
def test_only_inputs_that_have_neighbours(adjacency: Any) -> None:
    rows = [[f"{i + 1}/20", f"{19 - i}/20"] for i in range(10)]
    table = channel([str(i) for i in range(10)], ["u", "v"], rows)
    for delta in ("1", "1/100"):
        verdict = verify.certify(table, alpha="6/5", delta=delta, adjacency=adjacency)
        check_laws(check_certificate(verdict), table)


# levels far from the ratios, and near to them


@pytest.mark.parametrize("epsilon", ["30000", "30000.1", "1000 + ln(2)/3", "123456789"])
def test_levels_far_above_all_ratios(epsilon: str) -> None:
    """A much smaller level is enough, and comparing it with e^ε takes no time."""
    tree = check_certificate(verify.certify(fresh(RR, 9), epsilon=epsilon))
    level = by_hand.number(tree["evidence"]["level"])
    assert 3**9 <= level < 2**1100


@pytest.mark.parametrize("digits", [20, 60, 90])
def test_levels_a_hair_beside_a_ratio(digits: int) -> None:
    """ln 3, and twice as much, cut after some digits: a ratio is passed or not by a hair."""
    unit = 10**digits
    cut = int(twin.logarithm(Fraction(3)) * unit)
    for count, said in ((cut, "violated"), (cut + 1, "holds")):
        verdict = verify.certify(RR, epsilon=f"{count}/{unit}")
        assert check_certificate(verdict)["verdict"] == said
        verdict = verify.certify(RR, eta=f"{2 * count}/{unit}")
        assert check_certificate(verdict)["verdict"] == said
