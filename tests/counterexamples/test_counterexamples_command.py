"""``verify counterexamples`` as a command."""

import json
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from verify.counterexamples import gallery
from verify.report.schema import output_schema


def run(*arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "verify", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", input=given, check=False)


def test_the_list_decides_all() -> None:
    done = run("counterexamples")
    assert (done.returncode, done.stderr) == (0, "")
    total = len(gallery())
    assert f"{total} of {total} refutations are reproduced exactly" in done.stdout
    for entry in gallery():
        assert f"  {entry.name} " in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 180


@pytest.mark.parametrize("arguments", [[], ["refund"], ["renyi_shortcut", "--explain"]])
def test_json_follows_its_schema(arguments: list[str]) -> None:
    done = run("counterexamples", *arguments, "--format", "json")
    assert done.returncode == 0
    Draft202012Validator(output_schema("counterexamples")).validate(json.loads(done.stdout))


def test_one_with_its_evidence() -> None:
    done = run("counterexamples", "refund")
    assert done.returncode == 0
    for words in (
        "what is claimed: answers until the first 1, at most three",
        "P(event), Q(event)    27/64, 1/64",
        "least δ at this level  3/8 = 0.375",
        "three answers may have been given: (3 ln 3)-private",
        "reproduced exactly",
    ):
        assert words in done.stdout


def test_a_derivation() -> None:
    done = run("counterexamples", "conditioning", "--explain")
    assert "4. The comparison" in done.stdout
    assert "Since δ* > δ = 0, the claim is violated." in done.stdout


def test_the_document_can_be_certified() -> None:
    shown = run("counterexamples", "resampling", "--document")
    done = run("certify", "-", "--format", "json", given=shown.stdout)
    assert done.returncode == 1
    assert json.loads(done.stdout)["delta_star"]["exact"] == "1/14"


def test_markdown() -> None:
    done = run("counterexamples", "resampling", "--format", "markdown")
    assert done.stdout.startswith("### resampling")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["refnd"],
            "verify: NAME: no counterexample is called 'refnd'; write refund or resampling; "
            "verify counterexamples lists all of them",
        ),
        (["--explain"], "verify: --explain: there is no NAME; write NAME --explain"),
        (["--document"], "verify: --document: there is no NAME; write NAME --document"),
        (["refund", "--limit", "x"], "verify: --limit: 'x' is no limit; write NAME=N, as in"),
        (["../refund"], "verify: NAME: no counterexample is called '../refund'; write refund"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], line: str) -> None:
    done = run("counterexamples", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1
