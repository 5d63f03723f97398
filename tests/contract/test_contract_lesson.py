"""Statements of a lesson on composition: fresh answers, copies and a shared mask."""

from fractions import Fraction

import by_definition as definition
import pytest
from contract_command import Verify
from contract_models import DROP_LAST, MASK, Model, copies, document, fresh, level, mapped, rr

STEPS = [f"{n // 10}.{n % 10}" for n in range(10, 101)]


@pytest.mark.parametrize("model", [fresh(2, rr()), fresh(3, rr()), copies(12, rr()), MASK])
def test_integer_levels_1_to_100(verify: Verify, model: Model) -> None:
    found = verify.deltas(model, range(1, 101))
    small = copies(2, rr()) if model["type"] == "copies" else model
    assert found == [definition.delta_star(small, alpha) for alpha in range(1, 101)]


@pytest.mark.parametrize("model", [fresh(2, rr()), fresh(3, rr("9/10"))])
def test_levels_in_steps_of_a_tenth(verify: Verify, model: Model) -> None:
    found = verify.deltas(model, STEPS)
    assert found == [definition.delta_star(model, alpha) for alpha in STEPS]


def test_levels_are_echoed_in_lowest_terms(verify: Verify) -> None:
    claims = [level(alpha, "0.375") for alpha in STEPS]
    results = verify.ask("certify", document(fresh(2, rr()), claims), code=1)["results"]
    assert [r["claim"]["alpha"] for r in results] == [str(Fraction(a)) for a in STEPS]
    assert {r["claim"]["delta"] for r in results} == {"3/8"}
    verdicts = ["violated" if Fraction(a) < 3 else "holds" for a in STEPS]
    assert [r["verdict"] for r in results] == verdicts


@pytest.mark.parametrize("p", ["3/4", "9/10", "1/2", "1"])
def test_twelve_copies_cost_as_much_as_one(verify: Verify, p: str) -> None:
    once = verify.deltas(rr(p), STEPS)
    assert verify.deltas(copies(12, rr(p)), STEPS) == once
    truth = max(Fraction(p), 1 - Fraction(p))
    expected = [max(Fraction(0), truth - Fraction(a) * (1 - truth)) for a in STEPS]
    assert once == expected


@pytest.mark.parametrize("p", ["3/4", "1/2", "1"])
def test_one_fresh_answer_is_one_copy(verify: Verify, p: str) -> None:
    assert verify.deltas(fresh(1, rr(p)), STEPS) == verify.deltas(copies(1, rr(p)), STEPS)


@pytest.mark.parametrize("p", ["3/4", "9/10"])
def test_dropping_the_last_answer_never_costs_more(verify: Verify, p: str) -> None:
    three, two = fresh(3, rr(p)), fresh(2, rr(p))
    whole, dropped = verify.deltas(three, STEPS), verify.deltas(mapped(three, DROP_LAST), STEPS)
    assert dropped == verify.deltas(two, STEPS)
    assert all(less <= more for less, more in zip(dropped, whole, strict=True))
    assert dropped != whole


def test_the_value_need_not_grow_strictly(verify: Verify) -> None:
    values = [verify.deltas(fresh(k, rr()), ["3"])[0] for k in (1, 2, 3, 4)]
    assert values[0] == 0
    assert values[1] == values[2] == Fraction(3, 8)
    assert values[3] > values[2]


def test_probabilities_of_two_fresh_answers(verify: Verify) -> None:
    result = verify.ask("certify", document(fresh(2, rr()), level("3")), code=1)
    witness = result["witness"]
    assert witness["event"]["counts"] == [{"0": 2, "1": 0}]
    assert (witness["p"], witness["q"], witness["excess"]) == ("9/16", "1/16", "3/8")


def test_impossible_counts_of_copies_keep_probability_zero(verify: Verify) -> None:
    counts = ["0", "none", "2"]
    rows = ["3/4 0 1/4", "1/4 0 3/4"]
    table = {
        "type": "channel",
        "inputs": [0, 1],
        "outputs": counts,
        "rows": [r.split() for r in rows],
    }
    assert verify.deltas(table, STEPS) == verify.deltas(copies(2, rr()), STEPS)


@pytest.mark.parametrize(
    ("p", "count", "pure"),
    [
        ("3/4", 2, "9"),
        ("3/4", 12, "531441"),
        ("99%", 3, "970299"),
        ("51%", 2, "2601/2401"),
        ("1/2", 4, "1"),
        ("1", 2, "inf"),
        ("1/4", 2, "9"),
        ("0", 2, "inf"),
    ],
)
def test_pure_level_of_fresh_answers(verify: Verify, p: str, count: int, pure: str) -> None:
    result = verify.ask("certify", document(fresh(count, rr(p)), level("1", "1")))
    assert result["pure_alpha"] == pure
