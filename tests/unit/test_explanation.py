"""``--explain``: every number of a derivation adds up to the verdict."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import verify
from verify.claim.derivation import derive
from verify.cli import command
from verify.combinators import fresh, parallel
from verify.law.mechanism import Mechanism
from verify.mechanisms import (
    channel,
    k_randomized_response,
    leaky,
    randomized_response,
    report_noisy_max,
)
from verify.report.schema import output_schema

RR = randomized_response("3/4")

SMALL: dict[str, Mechanism] = {
    "table": channel(["x", "y"], ["a", "b", "c"], [["1/2", "1/2", 0], ["1/4", "1/4", "1/2"]]),
    "k_ary": k_randomized_response(5, alpha=2),
    "power": fresh(RR, 6),
    "power_of_three": fresh(k_randomized_response(3, alpha=2), 4),
    "list": fresh([RR, randomized_response("2/3")]),
    "union": leaky("1/10", RR),
    "parallel": parallel([RR, RR]),
}


@pytest.mark.parametrize("alpha", ["1", "3/2", "3"])
@pytest.mark.parametrize("name", SMALL)
def test_the_lines_add_up(name: str, alpha: str) -> None:
    verdict = verify.certify(SMALL[name], alpha=alpha)
    found = derive(verdict)
    for side in (found.worst, found.other):
        assert sum(line.p for line in side.lines) == 1
        assert sum(line.q for line in side.lines) == 1
        for line in side.lines:
            assert line.difference == line.p - Fraction(alpha) * line.q
            assert line.kept == (line.difference > 0)
        kept = [line for line in side.lines if line.kept]
        assert sum(line.p for line in kept) == side.p
        assert sum(line.q for line in kept) == side.q
        assert side.total == side.p - Fraction(alpha) * side.q
    assert found.worst.total == verdict.delta_star
    assert found.worst.total >= found.other.total
    assert (found.worst.input, found.worst.neighbour) == (found.other.neighbour, found.other.input)


def test_ways_count_the_outputs_of_a_class() -> None:
    (four, *_) = [derive(verify.certify(fresh(RR, 4), alpha=2)).worst.lines]
    assert [line.ways for line in four] == [1, 4, 6, 4, 1]


def test_laws_that_are_too_long_are_described_in_words() -> None:
    for mechanism in (
        fresh(RR, 1000),
        report_noisy_max({"x": [0], "y": [1]}, "1/2", output="value"),
    ):
        side = derive(verify.certify(mechanism, alpha="5/4")).worst
        assert not side.lines
        assert side.event.text


def run(*arguments: str, document: dict[str, Any]) -> str:
    result = CliRunner().invoke(command, [*arguments, "-"], input=json.dumps(document))
    assert result.exception is None, result.output
    return result.output


DOCUMENT = {
    "schema": 1,
    "mechanism": {"type": "fresh", "count": 2, "of": {"type": "randomized_response", "p": "3/4"}},
    "claim": [
        {"alpha": 3},
        {"epsilon": "1/2", "delta": "3/5"},
        {"rho": 1},
        {"order": 2, "epsilon": "1"},
        {"eta": "ln(81)"},
    ],
}


def test_the_json_form_is_as_the_schema_says() -> None:
    answer = json.loads(run("certify", "--explain", "--format", "json", document=DOCUMENT))
    Draft202012Validator(output_schema("certify")).validate(answer)
    explained = [result["explanation"] for result in answer["results"]]
    assert explained[0]["worst"]["total"]["exact"] == "3/8"
    assert explained[0]["comparison"].endswith("δ* > δ = 0, the claim is violated.")
    assert "the claim holds" in explained[1]["comparison"]
    assert explained[3]["moment"] == "49/9"
    assert [line["ratio"] for line in explained[4]["lines"]] == ["1/9", "1", "9"]
    plain = json.loads(run("certify", "--format", "json", document=DOCUMENT))
    assert not any("explanation" in result for result in plain["results"])


def test_the_text_goes_through_the_four_steps() -> None:
    text = run("certify", "--explain", document=DOCUMENT)
    for step in ("1. What is claimed", "2. The worst of 2 ordered pairs", "4. The comparison"):
        assert step in text
    assert re.search(r"\{1 × 0, 1 × 1\} +2 +3/8 +3/8 +-3/4", text)


def test_markdown_tables_are_whole() -> None:
    text = run("certify", "--explain", "--format", "markdown", document=DOCUMENT)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) > 40
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    for block in blocks:
        widths = {len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()}
        assert len(widths) == 1, block
    assert text.startswith("## violated   (α = 3, δ = 0)")
