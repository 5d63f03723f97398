"""``verify audit``: exit codes, reports in three forms, options that do not fit."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[2]
TWICE = ROOT / "examples" / "rr_twice.json"  # δ* = 3/8 at α = 3, pure level 9


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "verify", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def ask(*arguments: str) -> tuple[Any, int]:
    found = run("audit", str(TWICE), *arguments, "--format", "json")
    assert found.stderr == ""
    return json.loads(found.stdout), found.returncode


@pytest.mark.parametrize(
    ("options", "verdict", "code"),
    [
        (("--claimed-delta", "0.375", "--alpha", "3"), "sound", 0),
        (("--claimed-delta", "0.37499999999999999999", "--alpha", "3"), "below", 1),
        (("--claimed-delta", "0.375", "--epsilon", "ln(3)"), "sound", 0),
        (("--claimed-delta", "0.375", "--epsilon", "1.0986"), "below", 1),
        (("--claimed-epsilon", "2.1972245773362196", "--delta", "0"), "sound", 0),
        (("--claimed-epsilon", "2.1972245773362193", "--delta", "0"), "below", 1),
        (("--claimed-epsilon", "ln(9)", "--delta", "0"), "sound", 0),
        (("--claimed-delta", "nan", "--epsilon", "1"), "not a number", 1),
        (("--claimed-delta", "0", "--epsilon", "nan"), "not a number", 1),
        (("--claimed-delta", "-1e-17", "--epsilon", "1"), "negative", 1),
        (("--claimed-epsilon", "-1", "--delta", "0"), "negative", 1),
        (("--claimed-epsilon", "inf", "--delta", "0"), "sound", 0),
        (("--claimed-delta", "inf", "--epsilon", "1"), "sound", 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_verdicts_and_exit_codes(options: tuple[str, ...], verdict: str, code: int) -> None:
    answer, found = ask(*options)
    assert (answer["verdict"], found) == (verdict, code)
    schema = json.loads(run("schema", "--output", "audit").stdout)
    Draft202012Validator(schema).validate(answer)
    assert not Draft202012Validator(schema).is_valid(answer | {"verdict": "fine"})


def test_the_numbers_of_a_claimed_delta() -> None:
    answer, _ = ask("--claimed-delta", "0.25", "--alpha", "3")
    assert (answer["claimed"], answer["delta"], answer["alpha"]) == ("delta", "0.25", "3")
    assert answer["delta_star"]["exact"] == "3/8"
    assert (answer["gap"]["exact"], answer["ratio"]["exact"]) == ("-1/8", "2/3")
    assert "least_alpha" not in answer


def test_the_numbers_of_a_claimed_epsilon() -> None:
    answer, _ = ask("--claimed-epsilon", "2", "--delta", "1/4")
    assert (answer["claimed"], answer["epsilon"], answer["delta"]) == ("epsilon", "2", "1/4")
    assert (answer["least_alpha"], answer["least_epsilon"]) == ("5", "1.6094379124341004")
    truth = Fraction("1.60943791243410037460075933322619")
    gap = answer["gap"]
    assert Fraction(gap["lower"]) < 2 - truth < Fraction(gap["upper"])
    assert "delta_star" not in answer


def test_the_report_is_short() -> None:
    found = run("audit", str(TWICE), "--claimed-delta", "0.25", "--alpha", "3")
    assert found.stdout.splitlines() == [
        "below   δ = 0.25 claimed at α = 3   adjacency replace",
        "  least δ at this level  3/8",
        "  number − truth         -1/8",
        "  number / truth         2/3",
    ]
    assert found.stderr == ""


def test_markdown() -> None:
    options = ("--claimed-delta", "0.25", "--alpha", "3", "--format", "markdown")
    found = run("audit", str(TWICE), *options)
    assert found.stdout.startswith("## below   δ = 0.25 claimed at α = 3\n")
    assert "| number / truth        | 2/3  |" in found.stdout


def test_the_adjacency_is_chosen() -> None:
    table = str(ROOT / "examples" / "table_add_remove.toml")
    claim = ("--claimed-delta", "0", "--alpha", "3/2")
    assert run("audit", table, *claim).returncode == 0
    assert run("audit", table, *claim, "--adjacency", "replace").returncode == 1


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ((), "--claimed-delta"),
        (("--claimed-delta", "0"), "--claimed-delta"),
        (("--claimed-delta", "0", "--claimed-epsilon", "1"), "--claimed-delta"),
        (("--claimed-delta", "0", "--epsilon", "1", "--alpha", "3"), "--claimed-delta"),
        (("--claimed-delta", "0", "--epsilon", "1", "--delta", "0"), "--claimed-delta"),
        (("--claimed-delta", "much", "--epsilon", "1"), "--claimed-delta"),
        (("--claimed-delta", "0", "--epsilon", "inf"), "--epsilon"),
        (("--claimed-delta", "0", "--epsilon", "-1"), "--epsilon"),
        (("--claimed-delta", "0", "--alpha", "1/2"), "--alpha"),
        (("--claimed-epsilon", "1"), "--claimed-epsilon"),
        (("--claimed-epsilon", "1", "--alpha", "3", "--delta", "0"), "--claimed-epsilon"),
        (("--claimed-epsilon", "much", "--delta", "0"), "--claimed-epsilon"),
        (("--claimed-epsilon", "1", "--delta", "2"), "--delta"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_options_that_do_not_fit(options: tuple[str, ...], place: str) -> None:
    found = run("audit", str(TWICE), *options)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith(f"verify: {place}: ")
    assert found.stderr.count("\n") == 1


def test_it_is_listed() -> None:
    assert "  audit " in run("--help").stdout
