"""The printed schemas: of documents, and of what each command prints."""

import json
from typing import Any

import pytest
from contract_command import Verify
from contract_models import (
    EVERY_TYPE,
    MASK,
    ONE_SIDED,
    WINDOW,
    document,
    fresh,
    fresh_list,
    leaky,
    level,
    rr,
)
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

COMMANDS = ("certify", "profile", "epsilon", "budget")


def validator(verify: Verify, *arguments: str) -> Validator:
    answer = verify.run("schema", *arguments)
    assert answer.code == 0
    schema = json.loads(answer.stdout)
    kind = validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


@pytest.fixture(scope="module")
def documents(verify: Verify) -> Validator:
    return validator(verify)


@pytest.fixture(scope="module")
def outputs(verify: Verify) -> dict[str, Validator]:
    return {command: validator(verify, "--output", command) for command in COMMANDS}


GROUP = {"group": {"of": {"within": 1}, "distance": 2}}
GOOD: dict[str, Any] = {
    **{name: document(model) for name, model in EVERY_TYPE.items()},
    "one_claim": document(rr(), level("3", "0.1")),
    "claims": document(rr(), [level(3, 0), {"alpha": "2"}, {"epsilon": "ln(3)/2", "delta": "0"}]),
    "add_remove": document(ONE_SIDED, level("2"), "add_remove"),
    "within": document(WINDOW, level("2"), {"within": 2}),
    "pairs": document(WINDOW, level("2"), {"pairs": [["0", "1"], ["2", "3"]]}),
    "group": document(WINDOW, level("2"), GROUP),
    "nested": document(fresh(2, WINDOW | {"adjacency": {"within": 1}})),
}


@pytest.mark.parametrize("name", GOOD)
def test_documents_that_are_valid(documents: Validator, name: str) -> None:
    documents.validate(GOOD[name])


@pytest.mark.parametrize(
    "bad",
    [
        {},
        [],
        {"schema": 1},
        {"schema": 2, "mechanism": rr()},
        document(rr()) | {"extra": 1},
        document(rr(0.75)),
        document(rr(None)),
        document(fresh(2, rr() | {"bias": "0"})),
        document({"type": "no_such_type"}),
        document(rr(), {"alpha": 2.5}),
    ],
    ids=str,
)
def test_documents_that_are_not(documents: Validator, bad: Any) -> None:
    assert not documents.is_valid(bad)


PAIR = fresh(2, rr())
ANSWERS: dict[str, tuple[str, Any, tuple[str, ...], int]] = {
    "holds": ("certify", document(PAIR, level("9")), (), 0),
    "violated": ("certify", document(PAIR, level("3")), (), 1),
    "violated_in_full": ("certify", document(PAIR, level("3")), ("--full",), 1),
    "list": ("certify", document(PAIR, [level("3"), level("9")]), (), 1),
    "irrational": ("certify", document(PAIR, {"epsilon": "1/3", "delta": "0"}), (), 1),
    "infinite": ("certify", document(MASK, level("3")), (), 1),
    "different": ("certify", document(fresh_list(rr(), rr("2/3")), level("2")), (), 1),
    "adjacent": ("certify", document(WINDOW, level("2", "1"), GROUP), (), 0),
    "compound": ("certify", document(EVERY_TYPE["parallel"], level("2")), (), 1),
    "omitted": ("certify", document(fresh(90, rr("1e-50")), level("2")), (), 1),
    "statistic": ("certify", document(fresh(2100, rr()), level("3")), (), 1),
    "profile": ("profile", document(PAIR), (), 0),
    "profile_of_a_mask": ("profile", document(MASK), (), 0),
    "profile_at_a_level": ("profile", document(PAIR), ("--alpha", "3"), 0),
    "profile_at_an_epsilon": ("profile", document(PAIR), ("--epsilon", "1/2"), 0),
    "profile_in_full": ("profile", document(PAIR), ("--alpha", "3", "--full"), 0),
    "epsilon": ("epsilon", document(PAIR), (), 0),
    "epsilon_zero": ("epsilon", document(rr("1/2")), (), 0),
    "epsilon_infinite": ("epsilon", document(leaky("1/10", rr())), (), 0),
    "epsilon_omitted": ("epsilon", document(fresh(90, rr("1e-50"))), (), 0),
    "budget": ("budget", document(PAIR), ("--step-alpha", "2"), 0),
    "budget_at_one": ("budget", document(PAIR), ("--step-alpha", "1"), 0),
    "budget_at_a_level": ("budget", document(PAIR), ("--epsilon", "1/2"), 0),
    "budget_at_a_delta": ("budget", document(PAIR), ("--delta", "1/100"), 0),
    "budget_withheld": ("budget", document(MASK), ("--step-alpha", "2"), 0),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_valid(verify: Verify, outputs: dict[str, Validator], name: str) -> None:
    command, whole, options, code = ANSWERS[name]
    answer = verify.ask(command, whole, *options, code=code)
    outputs[command].validate(answer)
    assert not outputs[command].is_valid({})
    assert not outputs[command].is_valid(strip(answer))


def strip(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer without one key that the contract promises."""
    promised = ("results", "delta_star", "points", "alpha", "queries")
    name = next(name for name in promised if name in answer)
    return {key: value for key, value in answer.items() if key != name}


def test_another_verdict_is_not_valid(verify: Verify, outputs: dict[str, Validator]) -> None:
    answer = verify.ask("certify", document(PAIR, level("9")))
    assert outputs["certify"].is_valid(answer)
    assert not outputs["certify"].is_valid(answer | {"verdict": "maybe"})
    assert not outputs["certify"].is_valid(answer | {"pairs": "two"})
