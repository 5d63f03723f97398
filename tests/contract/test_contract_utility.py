"""The expected error beside certify and profile, and sweeps: from outside, by definition."""

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from contract_checks import exact
from contract_command import Verify
from contract_models import document, fresh, k_rr, level, rr
from jsonschema.validators import validator_for

GROUPS = {"minority": ["2"], "all": {"0": 90, "1": 9, "2": "1"}}
ASKED = {"error": "l1", "groups": GROUPS}
MODEL = k_rr(3, p="1/2")
L1 = {"0": "3/4", "1": "1/2", "2": "3/4"}


def asking(model: Any, utility: Any, claim: Any = None) -> dict[str, Any]:
    return document(model, claim) | {"utility": utility}


def inputs(answer: Any) -> dict[str, str]:
    return {row["input"]: row["expected"] for row in answer["utility"]["inputs"]}


@pytest.mark.parametrize("command", ["certify", "profile"])
def test_a_document_that_asks_is_answered(verify: Verify, command: str) -> None:
    answer = verify.ask(command, asking(MODEL, ASKED, level("2")))["utility"]
    assert answer["error"] == "l1"
    assert {row["input"]: row["expected"] for row in answer["inputs"]} == L1
    assert answer["worst"] == {"input": "0", "expected": "3/4"}
    minority, everybody = answer["groups"]
    assert minority == {
        "group": "minority",
        "expected": "3/4",
        "worst": {"input": "2"} | minority["worst"],
    }
    assert exact(everybody["expected"]) == Fraction(91, 100) * Fraction(3, 4) + Fraction(9, 200)
    assert everybody["worst"] == answer["worst"]


@pytest.mark.parametrize("command", ["certify", "profile"])
def test_only_who_asks_is_answered(verify: Verify, command: str) -> None:
    assert "utility" not in verify.ask(command, document(MODEL, level("2")))
    answer = verify.ask(command, document(MODEL, level("2")), "--utility", "zero_one")
    assert inputs(answer) == {"0": "1/2", "1": "1/2", "2": "1/2"}
    assert answer["utility"]["groups"] == []


def test_the_option_replaces_the_error_and_keeps_the_groups(verify: Verify) -> None:
    answer = verify.ask("certify", asking(MODEL, ASKED, level("2")), "--utility", "l2")
    assert answer["utility"]["error"] == "l2"
    assert inputs(answer) == {"0": "5/4", "1": "1/2", "2": "5/4"}
    assert [row["group"] for row in answer["utility"]["groups"]] == ["minority", "all"]


def test_a_table_of_losses(verify: Verify) -> None:
    table = {x: {y: str(abs(int(x) - int(y)) ** 3) for y in "012"} for x in "012"}
    answer = verify.ask("profile", asking(MODEL, {"error": table}))
    assert answer["utility"]["error"] == "table"
    assert inputs(answer) == {"0": "9/4", "1": "1/2", "2": "9/4"}


def test_lists_and_measures_have_it_once(verify: Verify) -> None:
    claims = [level("2"), {"rho": "1"}]
    answer = verify.ask("certify", asking(MODEL, ASKED, claims))
    assert inputs(answer) == L1
    assert all("utility" not in item for item in answer["results"])
    measured = verify.ask("certify", asking(MODEL, ASKED, {"eta": "ln(4)"}))
    assert inputs(measured) == L1
    text = verify.run("certify", verify.write(json.dumps(asking(MODEL, ASKED, claims))))
    assert text.stdout.count("minority") == 1


def test_the_verdict_is_the_same(verify: Verify) -> None:
    plain = verify.ask("certify", document(MODEL, level("3/2")), code=1)
    beside = verify.ask("certify", asking(MODEL, ASKED, level("3/2")), code=1)
    assert {key: value for key, value in beside.items() if key != "utility"} == plain


def test_the_other_commands_take_such_documents(verify: Verify) -> None:
    assert verify.ask("epsilon", asking(MODEL, ASKED))["alpha"] == "2"
    assert verify.ask("budget", asking(MODEL, ASKED))["queries"] == 1


@pytest.mark.parametrize(
    ("utility", "place"),
    [
        ({"error": "l1", "groups": {"g": ["7"]}}, "utility.groups.g[0]"),
        ({"error": "l1", "groups": {"g": []}}, "utility.groups.g"),
        ({"error": "l1", "groups": {"g": {"0": "-1"}}}, "utility.groups.g.0"),
        ({"error": {x: {"0": "1", "1": "0"} for x in "012"}}, "utility.error.0"),
        ({"error": "l3"}, "utility.error"),
        ({"target": {}}, "utility.error"),
        ({"error": "l1", "goal": {}}, "utility.goal"),
    ],
)
def test_wrong_questions_name_their_place(verify: Verify, utility: Any, place: str) -> None:
    line = verify.refuse("certify", asking(MODEL, utility, level("2")))
    assert f"{place}: " in line


def test_wrong_options(verify: Verify) -> None:
    assert "--utility" in verify.refuse("certify", document(MODEL, level("2")), "--utility", "l0")
    line = verify.refuse("certify", document(fresh(2, rr()), level("2")), "--utility", "l1")
    assert "utility.target: " in line


# sweeps


def swept(verify: Verify, whole: Any, *options: str) -> Any:
    return verify.ask("sweep", whole, *options)


def test_a_sweep_has_a_row_per_combination(verify: Verify) -> None:
    answer = swept(
        verify,
        document(fresh(2, rr()), level("3", "1/8")),
        "--set",
        "p=1/2..3/4:1/8",
        "--set",
        "count=1,2",
    )
    assert answer["parameters"] == {"p": "mechanism.of.p", "count": "mechanism.count"}
    assert answer["claim"] == {"alpha": "3", "delta": "1/8"}
    assert [tuple(row["set"].values()) for row in answer["rows"]] == [
        (p, count) for p in ("1/2", "5/8", "3/4") for count in ("1", "2")
    ]
    for row in answer["rows"]:
        p, count = Fraction(row["set"]["p"]), int(row["set"]["count"])
        star = max(p**count - 3 * (1 - p) ** count, 0)
        assert exact(row["delta_star"]["exact"]) == star
        assert row["verdict"] == ("violated" if star > Fraction(1, 8) else "holds")
        assert exact(row["pure_alpha"]) == (p / (1 - p)) ** count
        assert row["adjacency"] == "replace"


def test_the_price_of_privacy(verify: Verify) -> None:
    """The less privacy, the less error: at α the minority is wrong with chance 2/(α + 2)."""
    whole = asking(k_rr(3, alpha="1"), {"error": "zero_one", "groups": GROUPS})
    answer = swept(verify, whole, "--set", "alpha=1,2,4,10")
    assert answer["claim"] is None
    assert answer["error"] == "zero_one"
    for row in answer["rows"]:
        alpha = Fraction(row["set"]["alpha"])
        assert row["verdict"] is None
        assert exact(row["pure_alpha"]) == alpha
        assert exact(row["utility"]["worst"]["expected"]) == 2 / (alpha + 2)
        assert [exact(g["expected"]) for g in row["utility"]["groups"]] == [2 / (alpha + 2)] * 2
        assert ("inputs" in row["utility"]) is False


def test_a_sweep_is_an_answer_and_no_gate(verify: Verify) -> None:
    answer = swept(verify, document(rr()), "--set", "p=9/10", "--alpha", "2", "--full")
    assert answer["rows"][0]["verdict"] == "violated"
    assert swept(verify, document(rr()), "--set", "p=9/10", "--epsilon", "1/3")["rows"]


def test_tables_for_other_programs(verify: Verify) -> None:
    path = verify.write(json.dumps(asking(MODEL, ASKED, level("2", "1/10"))))
    shown = verify.run("sweep", path, "--set", "p=1/2,5/8", "--format", "csv")
    assert shown.code == 0
    rows = list(csv.DictReader(io.StringIO(shown.stdout)))
    assert [row["p"] for row in rows] == ["1/2", "5/8"]
    assert [row["pure_alpha"] for row in rows] == ["2", "10/3"]
    assert [row["group minority"] for row in rows] == ["3/4", "9/16"]
    assert Fraction(rows[1]["delta_star_decimal"]) >= Fraction(rows[1]["delta_star"])
    table = verify.run("sweep", path, "--set", "p=1/2,5/8", "--format", "markdown").stdout
    starts = ("| p ", "| 1/2 ", "| 5/8 ")
    lines = [line for line in table.splitlines() if line.startswith(starts)]
    assert len(lines) == 3
    assert len({line.count("|") for line in lines}) == 1
    text = verify.run("sweep", path, "--set", "p=1/2,5/8").stdout
    assert "minority" in text
    assert "9/16" in text


def test_the_schema_of_sweeps(verify: Verify) -> None:
    schema = json.loads(verify.run("schema", "--output", "sweep").stdout)
    valid = validator_for(schema)(schema)
    for whole, options in (
        (asking(MODEL, ASKED, level("2", "1/10")), ("--set", "p=1/2,1")),
        (document(MODEL, {"rho": "1/8"}), ("--set", "p=1/2,1")),
        (document(rr()), ("--set", "p=1/2", "--epsilon", "1/2", "--full", "--utility", "l2")),
        (document(rr()), ("--set", 'mechanism.p=1/2,"3/4",1')),
    ):
        answer = swept(verify, whole, *options)
        valid.validate(answer)
        assert not valid.is_valid({key: answer[key] for key in answer if key != "rows"})
    for command in ("certify", "profile"):
        schema = json.loads(verify.run("schema", "--output", command).stdout)
        valid = validator_for(schema)(schema)
        answer = verify.ask(command, asking(MODEL, ASKED, level("2")))
        valid.validate(answer)
        assert not valid.is_valid(answer | {"utility": {"error": "l1"}})


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (("--set", "p=1/2,5/4"), ("row 2 (p = 5/4)", "mechanism.of.p", "above 1")),
        (("--set", "q=1"), ("--set", "mechanism.of.p")),
        (("--set", "type=x"), ("2 places", "mechanism.type", "mechanism.of.type")),
        (("--set", "p"), ("sets nothing",)),
        (("--set", "p=1..2..3"), ("range",)),
        (("--set", "p=1", "--set", "p=2"), ("twice",)),
        (("--set", "p=1", "--set", "of.p=2"), ("overlap",)),
        (("--set", "p=0..1:1e-9"), ("limit rows",)),
        (("--set", "p=1/2,2/3", "--limit", "rows=1"), ("limit rows",)),
        (("--set", "p=1", "--delta", "1/2"), ("--delta", "level")),
        (("--set", "p=1", "--alpha", "1", "--epsilon", "0"), ("--alpha",)),
        ((), ("--set",)),
    ],
)
def test_sweeps_that_are_refused(
    verify: Verify, options: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    line = verify.refuse("sweep", document(fresh(2, rr())), *options)
    for part in parts:
        assert part in line
