"""Answers with two ends: their shape, their exit codes, and that they contain the truth."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from contract_command import Verify
from contract_models import document, fresh, rr

THREE = {
    "type": "channel",
    "inputs": ["0", "1"],
    "outputs": ["a", "b", "c"],
    "rows": [["61/100", "29/100", "1/10"], ["13/100", "37/100", "1/2"]],
}
COUNT = 25
BOUNDS = ("--method", "interval")


def classes(p: list[Fraction], q: list[Fraction]) -> Iterator[tuple[Fraction, Fraction]]:
    """P and Q of every count of the three outputs, by definition."""
    for i in range(COUNT + 1):
        for j in range(COUNT - i + 1):
            k, ways = COUNT - i - j, comb(COUNT, i) * comb(COUNT - i, j)
            yield ways * p[0] ** i * p[1] ** j * p[2] ** k, ways * q[0] ** i * q[1] ** j * q[2] ** k


def truth(alpha: int) -> Fraction:
    rows = [[Fraction(x) for x in row] for row in THREE["rows"]]
    sides = (rows, rows[::-1])
    return max(sum(max(p - alpha * q, Fraction(0)) for p, q in classes(*each)) for each in sides)


def claim(alpha: int, delta: Any) -> dict[str, str]:
    return {"alpha": str(alpha), "delta": str(delta)}


@pytest.mark.parametrize("alpha", [1, 3000, 10**8])
def test_an_interval_contains_the_truth(verify: Verify, alpha: int) -> None:
    star = truth(alpha)
    asked = document(fresh(COUNT, THREE), claim(alpha, star / 2))
    answer = verify.ask("certify", asked, *BOUNDS, code=1)
    assert answer["verdict"] == "violated"
    for value in (answer["delta_star"], answer["margin"], answer["directions"][0]["delta"]):
        assert value.keys() == {"lower", "upper"}
    low, high = (Fraction(answer["delta_star"][end]) for end in ("lower", "upper"))
    assert low <= star <= high
    assert high - low <= high / 1000
    margin = answer["margin"]
    assert Fraction(margin["lower"]) <= star / 2 - star <= Fraction(margin["upper"])


def test_a_witness_with_two_ends(verify: Verify) -> None:
    alpha, star = 3000, truth(3000)
    asked = document(fresh(COUNT, THREE), claim(alpha, star / 2))
    witness = verify.ask("certify", asked, *BOUNDS, code=1)["witness"]
    assert witness["event"]["statistic"] == "likelihood_ratio"
    assert witness["event"]["above"] == "3000"
    assert all(witness[name].keys() == {"lower", "upper"} for name in ("p", "q", "excess"))
    rows = [[Fraction(x) for x in row] for row in THREE["rows"]]
    first, second = (rows[int(witness[name])] for name in ("input", "neighbour"))
    inside = [(p, q) for p, q in classes(first, second) if p > alpha * q]
    for name, side in (("p", 0), ("q", 1)):
        low, high = (Fraction(witness[name][end]) for end in ("lower", "upper"))
        assert low <= sum(each[side] for each in inside) <= high
    assert Fraction(witness["excess"]["lower"]) > star / 2


def test_claims_that_hold(verify: Verify) -> None:
    asked = document(fresh(COUNT, THREE), claim(3000, (1 + truth(3000)) / 2))
    answer = verify.ask("certify", asked, *BOUNDS)
    assert answer["verdict"] == "holds"
    assert "witness" not in answer


def test_a_claim_of_the_truth_itself_is_undecided(verify: Verify) -> None:
    asked = document(fresh(COUNT, THREE), claim(3000, truth(3000)))
    answer = verify.ask("certify", asked, *BOUNDS, "--limit", "seconds=1", code=3)
    assert answer["verdict"] == "undecided"
    assert "witness" not in answer
    assert answer["least_alpha"] is None
    low, high = (Fraction(answer["delta_star"][end]) for end in ("lower", "upper"))
    assert low <= truth(3000) <= high
    assert verify.ask("certify", asked)["verdict"] == "holds"


def test_undecided_is_said_in_words(verify: Verify) -> None:
    asked = document(fresh(COUNT, THREE), claim(3000, truth(3000)))
    run = verify.run(
        "certify", verify.write(str(asked).replace("'", '"')), *BOUNDS, "--limit", "seconds=1"
    )
    assert run.code == 3
    assert run.stdout.startswith("undecided")
    assert "between 0." in run.stdout


def test_violated_wins_over_undecided(verify: Verify) -> None:
    star = truth(3000)
    claims = [claim(3000, star), claim(3000, 1), claim(3000, star / 2)]
    asked = document(fresh(COUNT, THREE), claims)
    answer = verify.ask("certify", asked, *BOUNDS, "--limit", "seconds=1", code=1)
    assert [each["verdict"] for each in answer["results"]] == ["undecided", "holds", "violated"]


def test_work_beyond_the_limits_gets_bounds(verify: Verify) -> None:
    weights = [[7, 5, 3, 2, 8], [1, 3, 4, 9, 8]]
    rows = [[f"{x}/25" for x in row] for row in weights]
    model = {"type": "channel", "inputs": ["0", "1"], "outputs": list("abcde"), "rows": rows}
    asked = document(fresh(500, model), {"epsilon": "300", "delta": "1/2"})
    answer = verify.ask("certify", asked, "--limit", "seconds=2", "--explain")
    assert answer["delta_star"].keys() == {"lower", "upper"}
    assert answer["explanation"]["plan"]["method"] == "interval"
    line = verify.refuse("profile", asked, "--epsilon", "300", "--limit", "seconds=2")
    assert "fewer releases" in line
    assert "--method interval" in line
    assert "--limit seconds=N" in line
    curve = verify.ask("profile", asked, "--epsilon", "300", *BOUNDS)
    assert curve["points"][0]["delta"].keys() == {"lower", "upper"}
    assert curve["breakpoints"] is None


def test_the_least_level_with_two_ends(verify: Verify) -> None:
    asked = document(fresh(COUNT, THREE))
    exact = verify.ask("epsilon", asked, "--delta", "1/1000")
    answer = verify.ask("epsilon", asked, "--delta", "1/1000", *BOUNDS)
    assert answer["alpha"].keys() == {"lower", "upper"}
    low, high = (Fraction(answer["alpha"][end]) for end in ("lower", "upper"))
    assert low <= Fraction(exact["alpha"]) <= high
    assert Fraction(answer["epsilon"]) >= Fraction(exact["epsilon"]) - Fraction(1, 10**15)


def test_bounds_have_no_certificate(verify: Verify) -> None:
    asked = document(fresh(COUNT, THREE), claim(3000, 1))
    line = verify.refuse("certify", asked, *BOUNDS, "--certificate", "out.json")
    assert "no certificate yet" in line


@pytest.mark.parametrize("command", ["certify", "profile", "epsilon"])
def test_unknown_methods(verify: Verify, command: str) -> None:
    line = verify.refuse(command, document(rr(), claim(3, 0)), "--method", "guess")
    assert line.startswith("verify: --method: no method is called 'guess'")
    assert "interval" in line
