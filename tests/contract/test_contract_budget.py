"""budget: the sum of a theorem beside the exact value at the same level."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import by_definition as definition
import pytest
from contract_checks import check_decimal, check_delta, exact, logarithm
from contract_command import Verify
from contract_models import (
    MASK,
    PAIRS_OF_BITS,
    Model,
    adaptive,
    copies,
    document,
    fresh,
    fresh_list,
    k_rr,
    key,
    leaky,
    mapped,
    mixture,
    number_of_ones,
    parallel,
    rr,
)

BUDGET_KEYS = {"step", "queries", "total", "exact", "bounds", "withheld"}
R75, R90 = rr("3/4"), rr("9/10")
TWICE = fresh(2, R90)
CHAIN = adaptive(R75, {"0": "stop", "1": R90})
LOPSIDED = adaptive(R90, {"0": adaptive(R75, {"0": "stop", "1": R75}), "1": rr("99%")})

Row = tuple[Model, str, str, int, str, str]

# model, step level, largest step delta, queries, total level, total delta
BUDGETS: dict[str, Row] = {
    "one": (R90, "3", "3/5", 1, "3", "3/5"),
    "two_fresh": (TWICE, "3", "3/5", 2, "9", "1"),
    "two_fresh_pure": (fresh(2, R75), "3", "0", 2, "9", "0"),
    "five_fresh": (fresh(5, R75), "2", "1/4", 5, "32", "1"),
    "three_small_steps": (fresh(3, R75), "14/5", "1/20", 3, "2744/125", "3/20"),
    "level_one": (fresh(2, R75), "1", "1/2", 2, "1", "1"),
    "certain": (fresh(2, rr("1")), "3", "1", 2, "9", "1"),
    "fair": (fresh(2, rr("1/2")), "1", "0", 2, "1", "0"),
    "two_copies": (copies(2, R90), "3", "3/5", 1, "3", "3/5"),
    "twelve_copies": (copies(12, R75), "2", "1/4", 1, "2", "1/4"),
    "list": (fresh_list(R75, R90), "3", "3/5", 2, "9", "3/5"),
    "list_of_small_steps": (fresh_list(R75, rr("7/10")), "2", "1/4", 2, "4", "7/20"),
    "leaky_twice": (fresh(2, leaky("1/10", rr("1/2"))), "3", "1/10", 2, "9", "1/5"),
    "leaky": (leaky("1/10", R90), "3", "16/25", 1, "3", "16/25"),
    "mixture": (mixture(("1/2", R75), ("1/2", R90)), "3", "3/10", 1, "3", "3/10"),
    "postprocess": (number_of_ones(TWICE, 2), "3", "3/5", 2, "9", "1"),
    "parallel": (parallel(R75, R90), "3", "3/5", 1, "3", "3/5"),
    "parallel_turned": (parallel(R90, R75), "3", "3/5", 1, "3", "3/5"),
    "adaptive": (CHAIN, "3", "3/5", 2, "9", "3/5"),
    "adaptive_level_two": (CHAIN, "2", "7/10", 2, "4", "19/20"),
    "k_responses": (fresh(2, k_rr(3, alpha="4")), "3", "1/6", 2, "9", "1/3"),
}


@pytest.mark.parametrize("name", BUDGETS)
def test_budget(verify: Verify, name: str) -> None:
    model, alpha, step, queries, total_alpha, total_delta = BUDGETS[name]
    answer = verify.ask("budget", document(model), "--step-alpha", alpha)
    assert set(answer) >= BUDGET_KEYS
    assert exact(answer["step"]["alpha"]) == Fraction(alpha)
    assert exact(answer["step"]["delta"]) == Fraction(step)
    assert answer["queries"] == queries
    assert exact(answer["total"]["alpha"]) == Fraction(total_alpha)
    assert exact(answer["total"]["delta"]) == Fraction(total_delta)
    assert answer["withheld"] is None
    if total_alpha == "1":
        assert Decimal(answer["total"]["epsilon"]) == 0
    else:
        check_decimal(answer["total"]["epsilon"], logarithm(total_alpha))
    expected = definition.delta_star(model, total_alpha)
    check_delta(answer["exact"], expected, Fraction(total_alpha))
    assert expected <= Fraction(total_delta)
    check_bounds_are_sound(answer["bounds"], model)


def check_bounds_are_sound(bounds: list[dict[str, Any]], model: Model) -> None:
    assert isinstance(bounds, list)
    for bound in bounds:
        assert set(bound) >= {"name", "alpha", "delta", "assumptions"}
        assert bound["name"].strip()
        assert bound["assumptions"]
        if isinstance(bound["alpha"], str) and bound["alpha"] != "inf":
            true = definition.delta_star(model, bound["alpha"])
            delta = bound["delta"]
            text = delta if isinstance(delta, str) else delta.get("exact", delta["upper"])
            assert Fraction(text) >= true


def by_name(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {bound["name"]: bound for bound in answer["bounds"]}


def upper(delta: Any) -> Fraction:
    return Fraction(delta if isinstance(delta, str) else delta["upper"])


@pytest.mark.parametrize("alpha", ["1", "3", "9"])
@pytest.mark.parametrize("name", ["two_fresh", "two_fresh_pure", "list", "adaptive", "leaky_twice"])
def test_the_delta_at_a_total_level(verify: Verify, name: str, alpha: str) -> None:
    model, step, *_ = BUDGETS[name]
    answer = verify.ask("budget", document(model), "--step-alpha", step, "--alpha", alpha)
    truth = definition.delta_star(model, alpha)
    assert answer["asked"]["alpha"] == alpha
    check_delta(answer["asked"]["exact"], truth, Fraction(alpha))
    for bound in answer["bounds"]:
        assert bound["alpha"] == alpha
        assert upper(bound["delta"]) >= truth
        waste = bound["waste"]["delta"]
        assert Fraction(waste["lower"]) <= upper(bound["delta"]) - truth <= Fraction(waste["upper"])
    check_bounds_are_sound(answer["bounds"], model)
    # What does not depend on the question is what it was without one.
    plain = verify.ask("budget", document(model), "--step-alpha", step)
    for same in ("step", "queries", "total", "exact", "withheld"):
        assert answer[same] == plain[same]


@pytest.mark.parametrize("delta", ["0", "1/4"])
@pytest.mark.parametrize("name", ["two_fresh", "two_fresh_pure", "list", "adaptive", "leaky_twice"])
def test_the_level_at_a_total_delta(verify: Verify, name: str, delta: str) -> None:
    model, step, *_ = BUDGETS[name]
    answer = verify.ask("budget", document(model), "--step-alpha", step, "--delta", delta)
    assert answer["asked"]["delta"] == delta
    least = answer["asked"]["least_alpha"]
    if least == "inf":
        assert all(bound["alpha"] == "inf" for bound in answer["bounds"])
        return
    assert definition.delta_star(model, least) <= Fraction(delta)
    for bound in answer["bounds"]:
        if bound["alpha"] == "inf":
            assert bound["epsilon"] == "inf"
        elif isinstance(bound["alpha"], str):
            assert Fraction(bound["alpha"]) >= Fraction(least)
            assert definition.delta_star(model, bound["alpha"]) <= Fraction(delta)
        else:
            assert Fraction(bound["alpha"]["upper"]) >= Fraction(least)


def test_optimal_composition_of_the_worst_steps_is_the_truth(verify: Verify) -> None:
    steps = fresh(4, leaky("1/10", rr("2/3")))
    for alpha, delta in (("16", "3439/10000"), ("4", "4411/10000"), ("1", "3299/5000")):
        found = verify.ask("budget", document(steps), "--step-alpha", "2", "--alpha", alpha)
        assert by_name(found)["Kairouz-Oh-Viswanath"]["delta"] == delta
        assert by_name(found)["Murtagh-Vadhan"]["delta"] == delta
        assert found["asked"]["exact"]["exact"] == delta


def test_the_slack_of_advanced_composition(verify: Verify) -> None:
    twenty = fresh(20, rr("11/21"))
    for options, slack in (((), "1/1000000"), (("--slack", "1e-3"), "1/1000")):
        found = by_name(verify.ask("budget", document(twenty), *options))["advanced composition"]
        assert found["delta"] == slack
        epsilon = logarithm("11/10")
        root = (Decimal(-40) * logarithm(slack)).sqrt()
        check = root * epsilon + 20 * epsilon * Decimal("0.1")
        assert abs(Decimal(found["epsilon"]) - check) < Decimal("1e-14")


def test_a_step_level_given_as_epsilon(verify: Verify) -> None:
    alpha = verify.ask("budget", document(TWICE), "--step-alpha", "3")
    assert verify.ask("budget", document(TWICE), "--step-epsilon", "ln(3)") == alpha


@pytest.mark.parametrize(
    "options",
    [
        ("--alpha", "3", "--epsilon", "1"),
        ("--alpha", "3", "--delta", "0"),
        ("--slack", "0"),
        ("--slack", "1e-3", "--delta", "1/2"),
        ("--step-alpha", "3", "--step-epsilon", "1"),
        ("--delta", "2"),
        ("--alpha", "1/2"),
    ],
)
def test_refused_questions(verify: Verify, options: tuple[str, ...]) -> None:
    line = verify.refuse("budget", document(TWICE), *options)
    assert any(option in line for option in options if option.startswith("--"))


def test_numbers_of_the_lesson(verify: Verify) -> None:
    answer = verify.ask("budget", document(TWICE), "--step-alpha", "3")
    assert exact(answer["step"]["delta"]) == Fraction(3, 5)
    assert answer["queries"] == 2
    assert answer["total"]["alpha"] == "9"
    assert exact(answer["total"]["delta"]) == 1
    assert exact(answer["exact"]) == Fraction(18, 25)


@pytest.mark.parametrize(
    ("alpha", "step", "total"), [("2", "97/100", "1"), ("9", "9/10", "9/10"), ("100", "0", "0")]
)
def test_adaptive_takes_the_largest_path(verify: Verify, alpha: str, step: str, total: str) -> None:
    answer = verify.ask("budget", document(LOPSIDED), "--step-alpha", alpha)
    # The longest path has three answers; at levels 9 and over only the last of "1" costs.
    assert answer["queries"] == 3
    assert exact(answer["total"]["alpha"]) == Fraction(alpha) ** 3
    assert exact(answer["step"]["delta"]) == Fraction(step)
    assert exact(answer["total"]["delta"]) == Fraction(total)


@pytest.mark.parametrize(
    "model",
    [
        MASK,
        fresh(2, MASK),
        fresh_list(rr(), MASK),
        mapped(MASK, {key(a, b): a for a, b in PAIRS_OF_BITS}),
        mixture(("1/2", MASK), ("1/2", MASK)),
        adaptive(rr(), {"0": MASK, "1": "stop"}),
        parallel(rr(), MASK),
        leaky("1/10", MASK),
    ],
)
def test_withheld_wherever_something_is_shared(verify: Verify, model: Model) -> None:
    answer = verify.ask("budget", document(model), "--step-alpha", "3")
    assert isinstance(answer["withheld"], str)
    assert answer["withheld"].strip()
    total = answer.get("total")
    assert total is None or set(total.values()) == {None}


def test_the_step_level_is_not_the_claim(verify: Verify) -> None:
    claim = {"alpha": "2", "delta": "0"}
    answer = verify.ask("budget", document(TWICE, claim), "--step-alpha", "3")
    assert answer["step"]["alpha"] == "3"
    assert answer["total"]["alpha"] == "9"


@pytest.mark.parametrize("level", ["2.5", "5/2", "250%"])
def test_forms_of_the_step_level(verify: Verify, level: str) -> None:
    answer = verify.ask("budget", document(fresh(2, rr())), "--step-alpha", level)
    assert answer["step"]["alpha"] == "5/2"
    assert exact(answer["step"]["delta"]) == Fraction(1, 8)
    assert answer["total"]["alpha"] == "25/4"
    assert exact(answer["exact"]) == Fraction(11, 64)


@pytest.mark.parametrize("level", ["1/2", "0.99", "-3", "nan"])
def test_refused_step_levels(verify: Verify, level: str) -> None:
    line = verify.refuse("budget", document(rr()), f"--step-alpha={level}")
    assert "step-alpha" in line


def test_the_missing_step_level_is_named_as_the_option_is(verify: Verify) -> None:
    leak = {"type": "leaky", "delta": "1/10", "of": rr()}
    line = verify.refuse("budget", document(fresh(2, leak)))
    assert line.startswith("verify: --step-alpha: a step has no finite pure level")
