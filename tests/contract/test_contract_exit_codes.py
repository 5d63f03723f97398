"""Exit codes, and what goes to standard output and to standard error."""

import json
from typing import Any

import pytest
from contract_command import Verify
from contract_models import MASK, document, fresh, level, rr

HOLDS = level("3")
VIOLATED = level("2")
UNKNOWN = {"mu": "1/2"}
BROKEN = level("3", "2")


def to_text(model: dict[str, Any], claim: Any = None) -> str:
    return json.dumps(document(model, claim))


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        (HOLDS, 0),
        (VIOLATED, 1),
        ([HOLDS], 0),
        ([VIOLATED], 1),
        ([HOLDS, VIOLATED], 1),
        ([HOLDS, VIOLATED, HOLDS], 1),
    ],
)
def test_claims_that_are_decided(verify: Verify, claim: Any, code: int) -> None:
    answer = verify.ask("certify", document(rr(), claim), code=code)
    found = [result["verdict"] for result in answer.get("results", [answer])]
    given = claim if isinstance(claim, list) else [claim]
    assert found == ["holds" if c == HOLDS else "violated" for c in given]
    run = verify.run("certify", verify.write(to_text(rr(), claim)))
    assert run.code == code
    assert run.stdout.strip()


@pytest.mark.parametrize("bad", [UNKNOWN, BROKEN])
@pytest.mark.parametrize("others", [[], [HOLDS, VIOLATED]])
def test_bad_input_wins(verify: Verify, bad: dict[str, Any], others: list[Any]) -> None:
    claims = [*others, bad] if bad == BROKEN else [bad, *others]
    verify.refuse("certify", document(rr(), claims), "--format", "json")


@pytest.mark.parametrize("command", ["profile", "epsilon"])
@pytest.mark.parametrize("model", [rr(), rr("1"), MASK])
def test_answers_are_zero(verify: Verify, command: str, model: dict[str, Any]) -> None:
    run = verify.run(command, verify.write(to_text(model)))
    assert run.code == 0
    assert run.stdout.strip()


@pytest.mark.parametrize("model", [rr(), fresh(2, rr()), MASK])
def test_a_budget_is_an_answer(verify: Verify, model: dict[str, Any]) -> None:
    run = verify.run("budget", verify.write(to_text(model)), "--step-alpha", "3")
    assert run.code == 0
    assert run.stdout.strip()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("frobnicate",),
        ("certify",),
        ("certify", "missing.json"),
        ("certify", "no.such.module:thing", "--alpha", "3"),
        ("certify", "json:no_such_name", "--alpha", "3"),
        ("certify", "DOCUMENT", "--no-such-option"),
        ("certify", "DOCUMENT", "--format", "xml", "--alpha", "3"),
        ("certify", "DOCUMENT", "--alpha"),
        ("certify", "DOCUMENT", "DOCUMENT", "--alpha", "3"),
        ("certify", "DOCUMENT", "--alpha", "one"),
        ("certify", "DOCUMENT", "--alpha", "3", "--delta=-1/2"),
        ("certify", "DOCUMENT", "--epsilon=-1"),
        ("certify", "DOCUMENT", "--alpha", "3", "--adjacency", "nobody"),
        ("profile", "DOCUMENT", "--alpha", "0"),
        ("epsilon", "DOCUMENT", "--delta", "3/2"),
        ("schema", "--output", "frobnicate"),
    ],
)
def test_usage(verify: Verify, arguments: tuple[str, ...]) -> None:
    path = verify.write(to_text(rr()))
    run = verify.run(*(path if word == "DOCUMENT" else word for word in arguments))
    assert run.code == 2
    assert run.stdout == ""
    assert run.stderr.strip()
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (("--alpha", "0.5"), "alpha"),
        (("--alpha", "1e"), "alpha"),
        (("--alpha", "3", "--delta", "1.5"), "delta"),
        (("--alpha", "3", "--delta", "nan"), "delta"),
        (("--epsilon", "ln(0)"), "epsilon"),
        (("--epsilon", "ln(1/3)"), "epsilon"),
    ],
)
def test_bad_values_of_options_name_the_option(
    verify: Verify, options: tuple[str, ...], place: str
) -> None:
    assert place in verify.refuse("certify", document(rr()), *options)


def test_the_report_is_all_there_is_on_standard_output(verify: Verify) -> None:
    run = verify.run("certify", verify.write(to_text(rr(), VIOLATED)), "--format", "json")
    assert run.code == 1
    assert run.stdout.lstrip().startswith("{")
    assert run.stdout.rstrip().endswith("}")
