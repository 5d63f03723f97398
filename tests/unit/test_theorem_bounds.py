"""Composition theorems at known numbers, their shapes, and what they refuse."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from gmpy2 import mpq

import verify
from verify.bounds.guarantee import Guarantee, covers, guarantees, largest
from verify.bounds.premises import Premises
from verify.bounds.reader import Reader
from verify.bounds.steps import Choice, Sequence, Step, single_steps
from verify.cli import command
from verify.combinators import adaptive, copies, fresh, parallel, per_round, postprocess, shared
from verify.exact.level import Level
from verify.exact.levels import compare_levels, product_of_levels
from verify.exact.ring import RingNumber
from verify.exact.ring_level import level_of
from verify.mechanisms import (
    discrete_laplace,
    k_randomized_response,
    leaky,
    randomized_response,
    report_noisy_max,
)

RR = randomized_response("3/4")
KOV, MV, ADVANCED = "Kairouz-Oh-Viswanath", "Murtagh-Vadhan", "advanced composition"


def bound(found: verify.Budget, name: str) -> Any:
    return next(each for each in found.bounds if each.name == name)


def worst(alpha: object, delta: object, count: int = 1) -> verify.Mechanism:
    """Fresh steps that are as bad as their guarantee allows."""
    return fresh(leaky(delta, randomized_response(alpha=alpha)), count)


# known numbers


@pytest.mark.parametrize(
    ("count", "delta"), [(2, "1/2"), (3, "3/8"), (4, "9/32"), (5, "27/128"), (6, "81/512")]
)
def test_kairouz_oh_viswanath_of_pure_steps(count: int, delta: str) -> None:
    """At α₀^(k−2) with α₀ = 3: the next level below the pure one."""
    found = verify.budget(fresh(RR, count), alpha=mpq(3) ** (count - 2))
    assert bound(found, KOV).delta == bound(found, MV).delta == mpq(delta) == found.truth.exact


@pytest.mark.parametrize(("i", "delta"), [(0, "3439/10000"), (1, "4411/10000"), (2, "3299/5000")])
def test_kairouz_oh_viswanath_of_steps_with_a_delta(i: int, delta: str) -> None:
    found = verify.budget(worst(2, "1/10", 4), step_alpha=2, alpha=mpq(2) ** (4 - 2 * i))
    assert bound(found, KOV).delta == bound(found, MV).delta == mpq(delta)
    if i == 0:
        assert bound(found, "refined composition").delta == mpq(delta)
        assert bound(found, "basic composition").delta == mpq(4, 10)


@pytest.mark.parametrize(
    ("alpha", "delta"),
    [(1, "5/8"), ("3/2", "91/160"), (2, "41/80"), (3, "7/16"), (6, "13/40"), (9, "1/4")],
)
def test_murtagh_vadhan(alpha: object, delta: str) -> None:
    """Three steps of α = 2, 3, 3/2 and δ = 1/10, 1/11, 1/12."""
    steps = [(2, "1/10"), (3, "1/11"), ("3/2", "1/12")]
    start = [(Guarantee(Level.alpha(a), mpq(d)), 1) for a, d in steps]
    product = Premises(RR, RR.edges()).worst_steps(tuple(start))
    assert product.delta_at(Level.alpha(alpha)).exact == mpq(delta)
    assert product.least_alpha(mpq(delta)) == mpq(alpha)


def test_a_hundred_steps_beside_an_accountant() -> None:
    """ε₀ = 1/10 and δ₀ = 1e-6, a hundred times."""
    steps = fresh(leaky("1e-6", randomized_response(epsilon="1/10")), 100)
    for epsilon, upper in (("1", "0.125775817073911"), ("4", "0.000134214751210743")):
        found = verify.budget(steps, step_epsilon="1/10", epsilon=epsilon)
        assert found.truth.lower().startswith(upper)
        assert bound(found, KOV).delta == found.truth.value
        assert bound(found, KOV).waste.exact == 0
    found = verify.budget(steps, step_epsilon="1/10", delta="1e-3")
    assert bound(found, KOV).level.epsilon_decimal().startswith("3.14528189")
    assert bound(found, KOV).waste.exact == 1


@pytest.mark.parametrize(
    ("count", "advanced", "optimal", "delta"),
    [
        (100, "2.655618437974160", "1.968130223621333", "8.454178863632"),
        (1000, "10.150690465726933", "7.4928470664134", "1.651630927150"),
    ],
)
def test_the_advanced_formula_at_a_twentieth(
    count: int, advanced: str, optimal: str, delta: str
) -> None:
    """ε₀ = 1/20 and δ′ = 1e-5: the formula, the optimum, and the exact δ at the formula's ε."""
    steps = fresh(randomized_response(epsilon="1/20"), count)
    found = bound(verify.budget(steps, slack="1e-5"), ADVANCED)
    assert found.level.epsilon_decimal().startswith(advanced[:-1])
    assert found.delta == mpq(1, 100_000)
    truth = verify.certify(steps, epsilon=found.level.text).delta_star
    assert truth.lower().startswith(delta)
    start = Premises(steps, steps.edges())
    list_ = ((Guarantee(start.level, mpq(0)), count),)
    alpha = start.worst_steps(list_).least_alpha(mpq(1, 100_000))
    assert level_of(alpha).epsilon_decimal().startswith(optimal)


# shapes of compositions


def shape(mechanism: verify.Mechanism) -> Any:
    return Reader().read(mechanism, 0, 1)


def test_equal_laws_are_one_step() -> None:
    tree = shape(fresh([RR, randomized_response("2/3"), RR, copies(RR, 3)]))
    assert isinstance(tree, Sequence)
    assert sorted(count for _, count in tree.parts) == [1, 3]


def test_a_choice_is_made_by_what_came_first() -> None:
    nine = randomized_response("9/10")
    tree = shape(adaptive(RR, {"0": fresh(RR, 2), "1": nine}))
    (start, once), (choice, again) = tree.parts
    assert isinstance(start, Step)
    assert isinstance(choice, Choice)
    assert (once, again) == (1, 1)
    assert len(list(single_steps([tree]))) == 2


def test_only_one_way_to_go_on_is_no_choice() -> None:
    tree = shape(adaptive(RR, {"0": fresh(RR, 2), "1": "stop"}))
    assert [type(part) for part, _ in tree.parts] == [Step, Sequence]


def test_in_a_game_every_pair_may_be_next() -> None:
    """Promises hold for every pair in every round, so for pairs that change as well."""
    base = verify.Channel("abc", "xy", [["1/2", "1/2"], ["1/3", "2/3"], ["3/5", "2/5"]])
    fixed, game = fresh(base, 3), per_round(fresh(base, 3))
    for options in ({"alpha": "5/4"}, {"delta": "1/50"}, {}):
        found, plain = verify.budget(game, **options), verify.budget(fixed, **options)
        assert found.queries == 3
        assert [b.upper for b in found.bounds] == [b.upper for b in plain.bounds]
        assert [b.level for b in found.bounds] == [b.level for b in plain.bounds]
        for each in found.bounds:
            least = 0 if each.answers == "delta" else 1
            assert each.waste is None or Fraction(each.waste.lower) >= least
    until = adaptive(base, {"x": fresh([base, base]), "y": "stop"})
    assert Premises(per_round(until), until.edges()).queries == 3


def test_a_continuation_that_is_met_again_is_read_once() -> None:
    """2^300 paths, of one shape."""
    mechanism: verify.Mechanism = RR
    for _ in range(300):
        mechanism = adaptive(RR, {"0": mechanism, "1": mechanism})
    start = Premises(mechanism, mechanism.edges())
    assert (start.queries, len(start.steps)) == (301, 1)
    assert start.guarantees == (((Guarantee(Level.alpha(3), mpq(0)), 301),),)


def test_every_coordinate_that_moves_is_a_list_of_its_own() -> None:
    both = parallel([fresh(RR, 2), randomized_response("9/10")])
    start = Premises(both, both.edges())
    three, nine = Guarantee(Level.alpha(3), mpq(0)), Guarantee(Level.alpha(9), mpq(0))
    assert set(start.guarantees) == {((three, 2),), ((nine, 1),)}
    assert start.pure_level == Level.alpha(9)


def test_lists_of_guarantees() -> None:
    def of(*items: tuple[int, str, int]) -> Any:
        return tuple((Guarantee(Level.alpha(a), mpq(d)), n) for a, d, n in items)

    small, long = of((3, "1/10", 2)), of((3, "1/10", 3))
    other, mixed = of((4, "0", 2)), of((4, "1/10", 1), (3, "1/10", 2))
    assert covers(long, small)
    assert not covers(small, long)
    assert not covers(other, small)
    assert covers(mixed, small)
    assert largest([small, long, small]) == (long,)
    assert largest([small, other]) == (small, other)
    many = [of((a, str(mpq(1, a)), 1)) for a in range(2, 40)]
    assert largest(many) == (of((39, "1/2", 1)),)
    assert largest(many[:16]) == tuple(many[:16])


def test_paths_are_covered_place_by_place() -> None:
    """Three and two steps on one path, four on the other: the weaker of each."""
    nine = randomized_response("9/10")
    tree = shape(adaptive(RR, {"0": fresh([nine, RR]), "1": fresh(RR, 3)}))
    start = Premises(RR, RR.edges(), Level.alpha(100))
    found = guarantees(tree, start.guarantee)
    assert [(str(each.level), each.delta, n) for each, n in found] == [("9", 0, 1), ("3", 0, 3)]


# levels


def test_levels_are_compared() -> None:
    third = level_of(RingNumber.power(1) + 1)
    assert compare_levels(Level.alpha(3), Level.epsilon("ln(3)")) == 0
    assert compare_levels(Level.epsilon("1"), Level.alpha(3)) == -1
    assert compare_levels(third, Level.alpha(3)) == 1
    assert compare_levels(Level.alpha(3), third) == -1
    assert compare_levels(third, level_of(RingNumber.power(1) + 1)) == 0
    assert compare_levels(Level.alpha(3).power(10**8), Level.alpha(9).power(5 * 10**7)) == 0


def test_levels_are_multiplied() -> None:
    third = level_of(RingNumber.power(1) + 1)
    assert product_of_levels([]).value == 1
    assert product_of_levels([(Level.alpha(3), 2), (Level.alpha(2), 3)]).value == 72
    mixed = product_of_levels([(Level.epsilon("1"), 2), (Level.alpha(2), 3)])
    assert mixed.same_as(Level.epsilon("2 + 3*ln(2)"))
    assert Level.epsilon(mixed.text).same_as(mixed)
    assert (
        product_of_levels([(third, 2), (Level.alpha(2), 1)]).number()
        == 2 * (RingNumber.power(1) + 1) ** 2 / 1
    )
    huge = product_of_levels([(Level.alpha(3), 10**7), (Level.alpha(2), 10**7)])
    assert compare_levels(huge, Level.alpha(6).power(10**7)) == 0


# answers


def test_orders_of_renyi_divergences() -> None:
    found = verify.budget(fresh(RR, 3), alpha=27)
    assert (bound(found, "RDP").delta, bound(found, "RDP").detail) == (0, "order ∞")
    found = verify.budget(fresh(RR, 3), delta=0)
    assert bound(found, "RDP").level.value == 27
    assert bound(found, "zCDP").level is None
    found = verify.budget(fresh(leaky("1/10", RR), 3), step_alpha=3)
    assert bound(found, "RDP").delta == bound(found, "zCDP").delta == 1
    assert "one input only" in bound(found, "RDP").detail


def test_a_mechanism_without_information_costs_nothing() -> None:
    fair = fresh(randomized_response("1/2"), 5)
    for found in (verify.budget(fair), verify.budget(fair, alpha=1), verify.budget(fair, delta=0)):
        for each in found.bounds:
            if each.name == ADVANCED and found.question.level is None and not found.truth:
                continue  # its δ′ is paid in any case
            assert each.upper == 0
            assert each.level == Level.alpha(1)
            assert each.waste is None or each.waste.exact == 0


def test_everything_is_allowed_at_delta_one() -> None:
    for each in verify.budget(fresh(leaky("1/2", RR), 3), step_alpha=3, delta=1).bounds:
        assert each.level == Level.alpha(1), each.name


def test_what_is_refused_is_named_and_the_rest_is_given() -> None:
    different = fresh([randomized_response(alpha=mpq(1000 + 37 * i, 1000)) for i in range(1, 61)])
    with verify.limits(seconds=1):
        found = verify.budget(different, alpha=10)
    assert [item.name for item in found.omitted] == [MV, "truth"]
    assert all("seconds" in item.reason for item in found.omitted)
    assert found.truth is None
    assert found.exact == 0
    assert bound(found, KOV).delta > 0
    assert bound(found, KOV).waste is None


def test_no_exact_value_of_what_cannot_be_composed_yet() -> None:
    queries = {"x": [0, 0], "y": [2, 1]}
    noisy = report_noisy_max(queries, "1/2", output="value")
    found = verify.budget(fresh(noisy, 2), alpha=2)
    assert [item.name for item in found.omitted] == ["RDP", "zCDP", "truth"]
    assert found.omitted[0].reason.startswith("RDP of laws with infinitely many")
    assert found.truth is None
    assert found.exact == 0
    assert 0 < bound(found, MV).delta < 1


def test_irrational_laws() -> None:
    found = verify.budget(fresh(discrete_laplace(2, 0, 2), 3), epsilon="1/2")
    assert not found.omitted
    for each in found.bounds:
        assert Fraction(each.waste.lower) >= 0
    assert bound(found, KOV).delta >= found.truth.value


def test_a_withheld_budget_promises_nothing() -> None:
    coin = shared(
        {"h": "1/2", "t": "1/2"}, [{"0": {"h": "0", "t": "1"}, "1": {"h": "1", "t": "0"}}]
    )
    found = verify.budget(fresh(coin, 2), alpha=3)
    assert (found.withheld is not None, found.bounds, found.truth) == (True, (), None)


def test_many_pairs_of_neighbours() -> None:
    found = verify.budget(fresh(k_randomized_response(4, alpha=3), 2), alpha=4)
    assert bound(found, KOV).delta >= found.truth.exact
    assert found.queries == 2


def test_how_steps_count_in_a_postprocessed_product() -> None:
    """What is done with two answers does not change what theorems promise for them."""
    best = postprocess(fresh(RR, 2), lambda y: "same" if y[0] == y[1] else "other")
    found, plain = verify.budget(best, alpha=3), verify.budget(fresh(RR, 2), alpha=3)
    assert [b.delta for b in found.bounds[3:5]] == [b.delta for b in plain.bounds[3:5]]
    assert found.truth == 0


def test_only_the_theorems_that_are_wanted() -> None:
    found = verify.budget(fresh(RR, 2), alpha=3, theorems=[MV, "basic composition"])
    assert [each.name for each in found.bounds] == [MV, "basic composition"]
    assert verify.budget(fresh(RR, 2), theorems=[]).bounds == ()


# bad questions


@pytest.mark.parametrize(
    ("options", "at"),
    [
        ({"alpha": 3, "epsilon": 1}, "alpha"),
        ({"step_alpha": 3, "step_epsilon": 1}, "step-alpha"),
        ({"alpha": 3, "delta": 0}, "delta"),
        ({"alpha": "1/2"}, "alpha"),
        ({"epsilon": "-1"}, "epsilon"),
        ({"epsilon": 0.5}, "epsilon"),
        ({"step_epsilon": "ln"}, "step-epsilon"),
        ({"delta": "3/2"}, "delta"),
        ({"slack": 0}, "slack"),
        ({"slack": "1e-3", "delta": "1/2"}, "slack"),
        ({"slack": "1e-3", "alpha": 2}, "slack"),
        ({"slack": "2"}, "slack"),
        ({"theorems": ["basic"]}, "theorems"),
    ],
)
def test_refused_questions(options: dict[str, Any], at: str) -> None:
    with pytest.raises(verify.InputError) as error:
        verify.budget(fresh(RR, 2), **options)
    assert error.value.at == at


@pytest.mark.parametrize(
    "options",
    [
        ["--alpha", "3", "--delta", "0"],
        ["--alpha", "3", "--epsilon", "1"],
        ["--slack", "0"],
        ["--slack", "1e-3", "--delta", "1/2"],
        ["--step-alpha", "3", "--step-epsilon", "1"],
        ["--epsilon", "0.5x"],
    ],
)
def test_refused_options(tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "model.json"
    model = {"type": "randomized_response", "p": "3/4"}
    path.write_text(json.dumps({"schema": 1, "mechanism": model}))
    found = CliRunner().invoke(command, ["budget", str(path), *options])
    assert isinstance(found.exception, verify.InputError)
    assert found.exception.at.startswith("--")
    assert found.stdout == ""


# reports


def report(tmp_path: Path, model: Any, *options: str) -> str:
    path = tmp_path / "model.json"
    path.write_text(json.dumps({"schema": 1, "mechanism": model}))
    found = CliRunner().invoke(command, ["budget", str(path), *options])
    assert found.exit_code == 0, found.output
    return found.stdout


RESPONSE = {"type": "randomized_response", "p": "3/4"}


def test_numbers_too_long_to_print_are_rounded(tmp_path: Path) -> None:
    many = {"type": "fresh", "count": 20_000, "of": RESPONSE}
    asked = ["--epsilon", "10500*ln(3)", "--format", "json"]
    answer = json.loads(report(tmp_path, many, *asked))
    kov = next(each for each in answer["bounds"] if each["name"] == KOV)
    assert set(kov["delta"]) == {"lower", "upper", "exact"}
    assert "omitted_digits" in kov["delta"]["exact"]
    assert kov["delta"]["lower"] == answer["asked"]["exact"]["lower"]
    shown = report(tmp_path, many, "--epsilon", "21900")
    assert "e-" in next(line for line in shown.splitlines() if KOV in line)


def test_tiny_promises(tmp_path: Path) -> None:
    """Below e^(-2^17) they are bounded, not written out."""
    of = {"type": "randomized_response", "alpha": "1001/1000"}
    many = {"type": "fresh", "count": 10_000_000, "of": of}
    shown = report(tmp_path, many, "--step-alpha", "2", "--format", "json")
    zcdp = json.loads(shown)["bounds"][-1]
    assert zcdp["delta"]["lower"] == "0"
    assert zcdp["delta"]["upper"].endswith("e-56924")


def test_what_is_not_given_is_said_in_words(tmp_path: Path) -> None:
    laws = [{"type": "randomized_response", "alpha": f"{1000 + 37 * i}/1000"} for i in range(1, 61)]
    shown = report(tmp_path, {"type": "fresh", "of": laws}, "--alpha", "10", "--limit", "seconds=1")
    assert "the truth at α = 10" in shown
    assert "not known" in shown
    assert "not given" in shown
    assert "--limit seconds=N" in shown


def test_a_budget_in_markdown(tmp_path: Path) -> None:
    shown = report(
        tmp_path,
        {"type": "fresh", "count": 2, "of": RESPONSE},
        "--delta",
        "1/4",
        "--format",
        "markdown",
    )
    assert "| theorem" in shown
    assert "### assuming" in shown
