"""The reports of a gate for machines: JUnit, SARIF, workflow commands of GitHub."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from gate_library import Library, answer, claim
from jsonschema import Draft4Validator
from msgspec.structs import replace

from verify.report.gate import GateClaimForm, GateForm, exit_code
from verify.report.github import github_text
from verify.report.junit import junit_text
from verify.report.sarif import sarif_text

SARIF = Draft4Validator(
    json.loads((Path(__file__).parent / "data" / "sarif-2.1.0-rtm.4.json").read_text())
)

HOLDS = answer(
    name="fine",
    file="a b/m.py",
    margin="0",
    summary="δ* 0, margin 0, 2 paths",
    paths=2,
    lock="same",
)

HARD = 'x: 50%, "a" <&>\x1b[31m\r\n::warning::'
"""Text that every format has to escape"""

FALSE = answer(
    name=HARD,
    target="m:g",
    file="/m,n:o%.py",
    line=4,
    verdict="violated",
    summary="δ* 1",
    delta_star="1",
    lock="changed",
    locked_delta_star="1/2",
    report=f"first\nlast {HARD}",
)

BROKEN = answer(name="broken", target="m:h", file="verify.toml", line=9, verdict="error")

MISSING = answer(
    name="new",
    target="m:i",
    line=5,
    verdict="undecided",
    summary="δ* in [0, 1]",
    lock="missing",
    report="undecided",
)

ELSEWHERE = answer(
    name="doubles", target="m:j", line=6, lock="other platform", locked_delta_star="1/8"
)

ANSWER = GateForm([HOLDS, FALSE, BROKEN, MISSING, ELSEWHERE], 2, "verify.lock", True, [], True)

KINDS = ["violated", "leakage-changed", "error", "undecided", "not-locked"]


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ([], 0),
        ([HOLDS, ELSEWHERE], 0),
        ([replace(MISSING, lock="same")], 3),
        ([replace(MISSING, lock="changed")], 1),
        ([MISSING], 1),
        ([replace(HOLDS, lock="missing")], 1),
        ([replace(HOLDS, lock="changed")], 1),
        ([replace(FALSE, lock="same"), replace(MISSING, lock="same")], 1),
        ([FALSE, BROKEN, MISSING], 2),
    ],
)
def test_the_exit_code_of_many(claims: list[GateClaimForm], code: int) -> None:
    assert exit_code(claims, True) == code


def test_what_is_not_in_the_lock_file_may_pass() -> None:
    assert exit_code([MISSING], False) == 3
    assert exit_code([replace(HOLDS, lock="missing")], False) == 0


def test_junit() -> None:
    root = ET.fromstring(junit_text(ANSWER))
    (suite,) = root
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors")}
    assert counts == {"tests": "5", "failures": "2", "errors": "1"}
    cases = suite.findall("testcase")
    assert [(case.get("classname"), case.get("name")) for case in cases][::2] == [
        ("m:f", "fine"),
        ("m:h", "broken"),
        ("m:j", "doubles"),
    ]
    found = [(each.tag, each.get("type")) for case in cases for each in case]
    assert [kind for tag, kind in found if tag != "properties"] == KINDS
    assert ("error", "error") in found
    failure = cases[1].find("failure")
    assert failure is not None
    assert failure.text is not None
    # a control character cannot be written in XML, and a parser makes \r\n one line end
    assert failure.text == f"first\nlast {HARD}".replace("\x1b", "\ufffd").replace("\r\n", "\n")
    properties = {each.get("name"): each.get("value") for each in cases[0].iter("property")}
    assert properties == {"claim": "(ε = 1, δ = 0)", "delta_star": "0", "margin": "0", "paths": "2"}


def test_sarif_has_its_schema() -> None:
    SARIF.validate(json.loads(sarif_text(ANSWER)))
    broken = json.loads(sarif_text(ANSWER))
    broken["runs"][0]["results"][0]["level"] = "bad"
    assert not SARIF.is_valid(broken)


def test_sarif() -> None:
    log = json.loads(sarif_text(ANSWER))
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    results = run["results"]
    assert [each["ruleId"] for each in results] == KINDS
    assert [rules[each["ruleIndex"]] for each in results] == KINDS
    place = results[0]["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "file:///m%2Cn%3Ao%25.py"},
        "region": {"startLine": 4},
    }
    assert results[0]["message"]["text"].startswith(f"{HARD}: violated: (ε = 1, δ = 0), δ* 1\n\n")


def test_github() -> None:
    lines = github_text(ANSWER).split("\n")
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == len(KINDS) + 1
    form = re.compile(r"::(error|notice) file=([^:,]*),line=(\d+),title=([^:,]*)::(.*)")
    found = [form.fullmatch(line) for line in commands]
    assert all(found)
    first = found[0]
    assert first is not None
    assert first[2] == "/m%2Cn%3Ao%25.py"
    for place in (4, 5):  # as the runner reads it
        text = first[place].replace("%0D", "\r").replace("%0A", "\n")
        text = text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
        assert HARD in text
    assert commands[-1].startswith("::notice file=m.py,line=6,title=doubles::δ* was 1/8")
    assert not any(line.startswith("::warning") for line in lines)


@pytest.mark.parametrize(
    ("style", "name"), [("junit", "out.xml"), ("sarif", "out.sarif"), ("github", "out.txt")]
)
def test_reports_of_real_claims(library: Library, style: str, name: str) -> None:
    model = '[[claim]]\nname = "model"\nmodel = "models/rr.toml"\nalpha = "2"\n'
    library.write(claim("true") + claim("false", epsilon="ln(2)") + model)
    result = library.gate("--format", style, "--output", name)
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1] == "3 claims: holds 1, violated 2"
    written = (library.folder / name).read_text(encoding="utf-8")
    assert "\x1b" not in written
    if style == "junit":
        assert [
            len(case.findall("failure")) for case in ET.fromstring(written).iter("testcase")
        ] == [
            0,
            1,
            1,
        ]
    elif style == "sarif":
        log = json.loads(written)
        SARIF.validate(log)
        files = [
            each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            for each in log["runs"][0]["results"]
        ]
        assert files == ["library/answers.py", "models/rr.toml"]
    else:
        assert written.count("::error file=") == 2
    assert library.gate("--format", style).stdout == written


@pytest.mark.parametrize("style", ["text", "json", "junit", "sarif", "github"])
def test_what_the_code_prints_is_not_in_the_report(library: Library, style: str) -> None:
    library.write(claim("true") + claim("dies", "dies"))
    result = library.gate("--format", style)
    for words in (
        "printed while it is imported",
        "printed while it runs",
        "written past Python",
        "printed by another process",
    ):
        assert words in result.stderr
        assert words not in result.stdout
