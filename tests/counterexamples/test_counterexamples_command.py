"""``verify counterexamples`` as a command."""

import json
import subprocess
import sys
from pathlib import Path

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
        (
            ["--explain"],
            "verify: NAME: --explain and --document are about one counterexample; write a NAME",
        ),
        (
            ["--document"],
            "verify: NAME: --explain and --document are about one counterexample; write a NAME",
        ),
        (["refund", "--limit", "x"], "verify: --limit: 'x' is no limit; write NAME=N, as in"),
        (["refund", "--limit", "x=1"], "verify: --limit: no limit is called 'x'; write one of "),
        (["refund", "--limit", "depth=0"], "verify: --limit: limit depth must be positive, not 0"),
        (["../refund"], "verify: NAME: no counterexample is called '../refund'; write refund"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], line: str) -> None:
    done = run("counterexamples", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1


def test_a_search_that_finds() -> None:
    done = run("counterexamples", "--search", "delta_as_maximum", "--format", "json")
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    Draft202012Validator(output_schema("counterexamples")).validate(answer)
    assert answer["result"] == "broken"
    assert answer["found"]["channels"] == [[["0", "1"], ["1/2", "1/2"]]] * 2
    assert answer["found"]["alpha"] == "1"
    assert answer["found"]["answer"]["verdict"] == "violated"
    shown = run("counterexamples", "--search", "delta_as_maximum", "--explain")
    assert "smallest channels  [0, 1] [1/2, 1/2] and [0, 1] [1/2, 1/2]" in shown.stdout
    assert "4. The comparison" in shown.stdout


def test_a_search_that_finds_nothing() -> None:
    done = run("counterexamples", "--search", "group", "--outputs", "2", "--format", "json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    Draft202012Validator(output_schema("counterexamples")).validate(answer)
    assert (answer["result"], answer["found"]) == ("none within the bounds", None)
    more = run("counterexamples", "--search", "group", "--outputs", "2", "--jobs", "2")
    assert more.returncode == 0
    assert f"  tried   {answer['tried']} instances" in more.stdout


def test_a_search_that_is_stopped() -> None:
    bounds = ["--outputs", "12", "--denominator", "1000", "--limit", "instances=300"]
    done = run("counterexamples", "--search", "group", *bounds)
    assert done.returncode == 3
    assert "stopped by" in done.stdout


def test_what_is_found_can_be_certified() -> None:
    shown = run("counterexamples", "--search", "poisson_replaced", "--document")
    assert shown.returncode == 1
    done = run("certify", "-", given=shown.stdout)
    assert done.returncode == 1
    assert done.stdout.startswith("violated   (α = 3/2, δ = 0)")


def test_the_rules() -> None:
    done = run("counterexamples", "--rules", "--format", "json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    Draft202012Validator(output_schema("counterexamples")).validate(answer)
    assert [rule["known"] for rule in answer["rules"]] == sorted(
        (rule["known"] for rule in answer["rules"]), reverse=True
    )


MODULE = """
from fractions import Fraction
from verify.counterexamples import claimed_bound, predicate

def most(alpha, delta):
    return max(delta, Fraction(1, 10))

def fails(alpha, delta):
    return alpha / 0

free = claimed_bound(most)
broken = claimed_bound(fails)
true = predicate(bool)
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_rule_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str) -> None:
    (tmp_path / "my_rules_of_composition.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    done = run("counterexamples", "--search", "my_rules_of_composition:free", "--jobs", jobs)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("most: broken")
    done = run("counterexamples", "--search", "my_rules_of_composition:most")
    assert done.stderr.startswith("verify: --search: 'my_rules_of_composition:most' is a function")
    done = run("counterexamples", "--search", "my_rules_of_composition:broken", "--jobs", jobs)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "verify: --search: the function raised ZeroDivisionError: "
        "Fraction(1, 0); write a function of exact numbers\n"
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--search", "delta"], "verify: --search: no rule is called 'delta'; write "),
        (["--search", "nowhere:x"], "verify: --search: "),
        (["--search", "group", "--outputs", "13"], "verify: --outputs: 13 is above what can"),
        (["--search", "group", "--outputs", "x"], "verify: --outputs: 'x' is not an exact number"),
        (["--search", "group", "--denominator", "1e9"], "verify: --denominator: 1000000000 is ab"),
        (["--denominator", "4"], "verify: --denominator: nothing is searched; write --search RULE"),
        (["refund", "--search", "group"], "verify: --search: NAME and --search are given; write o"),
        (["--search", "group", "--rules"], "verify: --rules: --search and --rules are given; wri"),
        (["--rules", "--explain"], "verify: NAME: --explain and --document are about one counter"),
        (["--search", "group", "--jobs", "0"], "verify: Invalid value for '--jobs'"),
    ],
)
def test_bad_searches_are_one_line(arguments: list[str], line: str) -> None:
    done = run("counterexamples", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1
