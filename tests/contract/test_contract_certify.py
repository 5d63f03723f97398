"""certify: every key of its answer, for every model type."""

from typing import Any

import by_definition as definition
import pytest
from contract_checks import CERTIFY_KEYS, check_delta, check_result, exact
from contract_command import Verify
from contract_models import (
    EVERY_TYPE,
    MASK,
    channel,
    document,
    fresh,
    k_rr,
    level,
    rr,
)

ALPHAS = ["1", "5/4", "2", "3", "9", "1000"]
DELTAS = ["0", "1/7", "0.375", "1"]


@pytest.mark.parametrize("name", EVERY_TYPE)
def test_every_key_by_definition(verify: Verify, name: str) -> None:
    model = EVERY_TYPE[name]
    claims = [level(alpha, delta) for alpha in ALPHAS for delta in DELTAS]
    violated = any(
        definition.delta_star(model, c["alpha"]) > definition.number(c["delta"]) for c in claims
    )
    answer = verify.ask("certify", document(model, claims), "--full", code=int(violated))
    assert len(answer["results"]) == len(claims)
    for result, claim in zip(answer["results"], claims, strict=True):
        check_result(result, model, claim)
        assert result["adjacency"] == definition.default_adjacency(model)


def test_answer_for_one_claim_that_holds(verify: Verify) -> None:
    result = verify.ask("certify", document(fresh(2, rr()), level("3", "1/2")), "--full")
    assert set(result) >= CERTIFY_KEYS
    assert result["verdict"] == "holds"
    assert result["claim"]["alpha"] == "3"
    assert result["claim"]["delta"] == "1/2"
    assert result["adjacency"] == "replace"
    assert result["delta_star"]["exact"] == "3/8"
    assert result["margin"]["exact"] == "1/8"
    assert result["pure_alpha"] == "9"
    assert result["least_alpha"] == "1"
    assert result["pairs"] == 2
    assert len(result["directions"]) == 2
    assert result.get("witness") is None


def test_answer_for_one_claim_that_is_violated(verify: Verify) -> None:
    result = verify.ask("certify", document(fresh(2, rr()), level("3")), "--full", code=1)
    assert result["verdict"] == "violated"
    assert result["margin"]["exact"] == "-3/8"
    assert result["least_alpha"] == "9"
    assert result["witness"]["input"] == "0"
    assert result["witness"]["neighbour"] == "1"
    assert result["witness"]["excess"] == "3/8"


def test_a_list_of_one_claim_is_a_list(verify: Verify) -> None:
    answer = verify.ask("certify", document(rr(), [level("3")]))
    assert [result["verdict"] for result in answer["results"]] == ["holds"]


def test_results_come_in_the_order_of_the_claims(verify: Verify) -> None:
    alphas = ["7", "2", "9", "1", "3"]
    answer = verify.ask("certify", document(rr(), [level(a, "1") for a in alphas]))
    assert [result["claim"]["alpha"] for result in answer["results"]] == alphas
    values = [result["delta_star"]["exact"] for result in answer["results"]]
    assert values == ["0", "1/4", "0", "1/2", "0"]


def test_delta_is_zero_unless_given(verify: Verify) -> None:
    result = verify.ask("certify", document(rr(), {"alpha": "2"}), code=1)
    assert result["claim"]["delta"] == "0"
    assert result["margin"]["exact"] == "-1/4"


def test_coefficients_of_the_value(verify: Verify) -> None:
    result = verify.ask("certify", document(rr(), level("2")), code=1)
    value = result["delta_star"]
    assert (value["a"], value["b"]) == ("3/4", "1/4")
    for row in result["directions"]:
        assert (row["delta"]["a"], row["delta"]["b"]) == ("3/4", "1/4")
    assert not {"a", "b"} & set(result["margin"])


def test_least_level_at_a_claimed_delta(verify: Verify) -> None:
    deltas = ["0", "1/16", "3/8", "7/16", "1/2", "0.6", "1"]
    claims = [level("9", delta) for delta in deltas]
    answer = verify.ask("certify", document(fresh(2, rr()), claims), "--full")
    found = [result["least_alpha"] for result in answer["results"]]
    assert found == ["9", "8", "3", "2", "1", "1", "1"]


def test_least_level_is_given_or_its_omission_explained(verify: Verify) -> None:
    result = verify.ask("certify", document(fresh(2, rr()), level("3", "3/8")))
    if result["least_alpha"] is None:
        assert result["least_alpha_omitted"]
    else:
        assert result["least_alpha"] == "3"


@pytest.mark.parametrize(("delta", "least"), [("0", "inf"), ("0.999", "inf"), ("1", "1")])
def test_least_level_of_a_mask(verify: Verify, delta: str, least: str) -> None:
    code = int(delta != "1")
    result = verify.ask("certify", document(MASK, level("5", delta)), "--full", code=code)
    assert result["least_alpha"] == least
    assert result["pure_alpha"] == "inf"


@pytest.mark.parametrize(("options", "shown"), [((), 20), (("--full",), 30)])
def test_twenty_worst_directions(verify: Verify, options: tuple[str, ...], shown: int) -> None:
    rows = [f"{n}/20 {20 - n}/20" for n in (1, 2, 4, 8, 13, 19)]
    model = channel(list("uvwxyz"), ["a", "b"], rows)
    result = verify.ask("certify", document(model, level("6/5", "1")), *options)
    assert result["pairs"] == 30
    assert len(result["directions"]) == shown
    table = definition.laws(model)
    alpha = definition.number("6/5")
    pairs = definition.neighbours(model)
    ranked = sorted(
        (definition.hockey_stick(table[x], table[y], alpha) for x, y in pairs), reverse=True
    )
    assert [exact(row["delta"]) for row in result["directions"]] == ranked[:shown]


def test_fewer_directions_are_all_shown(verify: Verify) -> None:
    model = k_rr(4, alpha="5")
    result = verify.ask("certify", document(model, level("3", "1")))
    assert result["pairs"] == len(result["directions"]) == 12
    assert result["pure_alpha"] == "5"
    check_delta(result["delta_star"], definition.number("1/4"), definition.number(3))


@pytest.mark.parametrize(
    "model",
    [
        {"type": "randomized_response", "alpha": "3"},
        {"type": "randomized_response", "epsilon": "ln(3)"},
        {"type": "randomized_response", "epsilon": "ln(9)/2"},
        k_rr(2, alpha="3"),
        k_rr(2, p="0.75"),
        channel([0, 1], [0, 1], ["3/4 1/4", "1/4 3/4"]),
    ],
)
def test_ways_to_write_one_mechanism(verify: Verify, model: dict[str, Any]) -> None:
    claims = [level(alpha, "1/8") for alpha in ("1", "2", "5/2", "3")]
    answer = verify.ask("certify", document(model, claims), "--full", code=1)
    for result, claim in zip(answer["results"], claims, strict=True):
        check_result(result, rr(), claim)


def test_text_is_the_default_and_agrees(verify: Verify) -> None:
    path = verify.write('{"schema": 1, "mechanism": {"type": "randomized_response", "p": "2/3"}}')
    plain = verify.run("certify", path, "--alpha", "3/2")
    chosen = verify.run("certify", path, "--alpha", "3/2", "--format", "text")
    assert plain.code == chosen.code == 1
    assert plain.stdout == chosen.stdout
    assert "violated" in plain.stdout.lower()
    assert "1/6" in plain.stdout
    assert not plain.stdout.lstrip().startswith("{")
