"""Released values have infinitely many likelihood ratios: by sums that are cut off far out."""

import json
from fractions import Fraction
from typing import Any

import by_definition as definition
import pytest
from by_definition import Label
from contract_catalogue import noisy_max, sparse
from contract_checks import exact
from contract_command import Verify
from contract_models import Model, channel, copies, document, leaky, level, mixture, parallel, rr

NEARLY = Fraction(1, 10**20)  # what the cut-off sums may lack
LEVELS = [level("1", "1/10"), level("4/3", "1/3"), level("2"), level("7/2")]
PLAIN = noisy_max([2, 1], [1, 3], output="value")
VALUES: dict[str, tuple[Model, str]] = {
    "value": (PLAIN, "2"),
    "value_of_three": (noisy_max([1, 1, 0], [2, 2, 1], output="value"), "8"),
    "value_one_sided": (noisy_max([1, 1], [2, 2], output="value", sided=1), "inf"),
    "value_other_ratio": (noisy_max([0, 4], [1, 2], output="value", ratio="1/3"), "9"),
    "both": (noisy_max([2, 1], [1, 3], output="both"), "5"),
    "both_uniform": (noisy_max([0, 0], [1, 0], output="both", ties="uniform"), "2"),
    "answers": (sparse([0, 1], [1, 0], variant="release_value"), "4"),
    "answers_other_ratio": (
        sparse([0, 2], [1, 1], variant="release_value", query_ratio="1/3", threshold=0),
        "217/33",
    ),
}


def stands_for(pattern: Label, outcome: Label) -> bool:
    """Whether an outcome belongs to a label whose parts may be tails."""
    if isinstance(pattern, tuple) or isinstance(outcome, tuple):
        same = isinstance(pattern, tuple) == isinstance(outcome, tuple)
        return same and len(pattern) == len(outcome) and all(map(stands_for, pattern, outcome))
    if pattern.startswith(("<=", ">=")) and outcome.lstrip("-").isdigit():
        end, number = int(pattern[2:]), int(outcome)
        return number <= end if pattern.startswith("<=") else number >= end
    return pattern == outcome


def check_direction(
    row: dict[str, Any], p: definition.Law, q: definition.Law, alpha: Fraction
) -> None:
    patterns = [definition.freeze(label) for label in row["event"]["outputs"]]
    event = {y for y in {**p, **q} if any(stands_for(pattern, y) for pattern in patterns)}
    for y in {**p, **q}:
        if max(p.get(y, 0), q.get(y, 0)) > NEARLY:
            assert (y in event) == (p.get(y, 0) > alpha * q.get(y, 0)), (y, patterns)
    a, b = exact(row["delta"]["a"]), exact(row["delta"]["b"])
    assert abs(a - definition.weight_of(p, event)) < NEARLY
    assert abs(b - definition.weight_of(q, event)) < NEARLY
    assert exact(row["delta"]) == a - alpha * b


@pytest.mark.parametrize("name", VALUES)
def test_certify(verify: Verify, name: str) -> None:
    model, pure = VALUES[name]
    table = definition.laws(model)
    assert all(1 - NEARLY < sum(law.values()) <= 1 for law in table.values())
    results = verify.ask("certify", document(model, LEVELS), "--full", code=1)["results"]
    for result, claim in zip(results, LEVELS, strict=True):
        alpha = Fraction(claim["alpha"])
        assert result["pure_alpha"] == pure
        assert result["pairs"] == len(result["directions"]) == 2
        for row in result["directions"]:
            x, y = table[row["input"]], table[row["neighbour"]]
            check_direction(row, x, y, alpha)
        worst = result["directions"][0]["delta"]
        assert result["delta_star"] == worst
        assert abs(exact(worst) - definition.delta_star(model, alpha)) < 4 * NEARLY
        assert result["verdict"] == (
            "holds" if exact(worst) <= Fraction(claim["delta"]) else "violated"
        )
        least = result["least_alpha"]
        if least != "inf":
            value = definition.delta_star(model, least)
            assert abs(value - Fraction(claim["delta"])) < 10 * NEARLY or least == "1"


@pytest.mark.parametrize("name", ["value", "both_uniform", "answers"])
def test_profile(verify: Verify, name: str) -> None:
    model = VALUES[name][0]
    answer = verify.ask("profile", document(model), "--alpha", "5/4", "--alpha", "1", "--full")
    for point in answer["points"]:
        expected = definition.delta_star(model, point["alpha"])
        assert abs(exact(point["delta"]) - expected) < 4 * NEARLY
    assert answer["breakpoints"] is None
    assert answer["tradeoff"] is None
    assert "infinitely many" in answer["reason"]
    variation = definition.delta_star(model, 1)
    assert abs(exact(answer["total_variation"]) - variation) < 4 * NEARLY


NOTHING = channel(["x", "y"], ["none"], ["1", "1"])
NESTED: dict[str, Model] = {
    "copies": copies(2, PLAIN),
    "leaky": leaky("1/10", PLAIN),
    "revealed": mixture(("1/3", PLAIN), ("2/3", NOTHING), revealed=True),
    "parallel": parallel(PLAIN, rr("2/3")),
}


@pytest.mark.parametrize("name", NESTED)
def test_nested(verify: Verify, name: str) -> None:
    model = NESTED[name]
    claims = [level("1", "1"), level("3/2", "1")]
    for result in verify.ask("certify", document(model, claims))["results"]:
        expected = definition.delta_star(model, result["claim"]["alpha"])
        assert abs(exact(result["delta_star"]) - expected) < 4 * NEARLY


@pytest.mark.parametrize(
    ("model", "claim"),
    [
        (PLAIN, {"rho": "1"}),
        (PLAIN, {"order": 2, "epsilon": "1"}),
        ({"type": "fresh", "count": 2, "of": PLAIN}, level("2")),
        (sparse([0, 1], [1, 0], variant="release_value", count=2), level("2")),
    ],
    ids=["rho", "order", "fresh", "count"],
)
def test_what_is_not_known_is_said(verify: Verify, model: Model, claim: Any) -> None:
    line = verify.refuse("certify", document(model, claim))
    assert "yet" in line
    assert "; write " in line


def test_sixty_queries_with_ties_are_answered_or_refused(verify: Verify) -> None:
    """A document of a few hundred bytes takes no long time: it is answered, or a limit is named."""
    queries = [n % 6 for n in range(60)]
    model = noisy_max(queries, [n + 1 for n in queries], ties="uniform")
    path = verify.write(json.dumps(document(model, level("3/2", "1/100"))))
    answer = verify.run("certify", path, seconds=25)
    assert answer.code in (0, 1) or "limit" in answer.stderr
