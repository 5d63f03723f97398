"""Documents of laws with powers of e: what is accepted, what is refused, and what is printed."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import verify
from verify.cli import command
from verify.document.schema import document_schema
from verify.report.schema import output_schema

LAPLACE = {"type": "discrete_laplace", "scale": "1", "low": 0, "high": 3}
RESPONSE = {"type": "randomized_response", "epsilon": "1"}


def document(mechanism: Any, **more: Any) -> dict[str, Any]:
    return {"schema": 1, "mechanism": mechanism, **more}


ACCEPTED: dict[str, dict[str, Any]] = {
    "as it is": LAPLACE,
    "integers": {**LAPLACE, "scale": 2, "low": "-1", "high": "+4"},
    "decimals": {**LAPLACE, "scale": "0.25"},
    "a percentage": {**LAPLACE, "scale": "50%"},
    "a ratio": {**LAPLACE, "scale": "7/3"},
    "a tiny scale": {**LAPLACE, "scale": "1/1000"},
    "an enormous scale": {**LAPLACE, "scale": "1e200"},
    "sensitivity": {**LAPLACE, "sensitivity": "2"},
    "its own adjacency": {**LAPLACE, "adjacency": "all_pairs"},
    "response": RESPONSE,
    "response at a root": {**RESPONSE, "epsilon": "ln(3)/2"},
    "response at a sum": {**RESPONSE, "epsilon": "1/2 + ln(2)"},
    "k-ary": {"type": "k_randomized_response", "k": 4, "epsilon": "0.5"},
}

REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "scale 0": ({**LAPLACE, "scale": "0"}, "scale", "scale: 0 is 0; write a positive number"),
    "negative scale": ({**LAPLACE, "scale": "-1/2"}, "scale", "-1/2 is negative"),
    "a float": ({**LAPLACE, "scale": 0.5}, "scale", "0.5 is a float"),
    "no scale": ({k: v for k, v in LAPLACE.items() if k != "scale"}, "scale", "missing"),
    "null": ({**LAPLACE, "sensitivity": None}, "sensitivity", "null"),
    "a scale in words": ({**LAPLACE, "scale": "ln(2)"}, "scale", "not an exact number"),
    "low above high": ({**LAPLACE, "low": 4}, "low", "4 is above high = 3"),
    "half of low": ({**LAPLACE, "low": "1/2"}, "low", "not an integer"),
    "half of high": ({**LAPLACE, "high": "1/2"}, "high", "not an integer"),
    "sensitivity 0": ({**LAPLACE, "sensitivity": 0}, "sensitivity", "0 is below 1"),
    "half a sensitivity": ({**LAPLACE, "sensitivity": "1/2"}, "sensitivity", "not an integer"),
    "a wide range": ({**LAPLACE, "high": 10**6}, "high", "outcomes"),
    "enormous ends": (
        {**LAPLACE, "low": "1" + "0" * 2000, "high": "1" + "0" * 2000},
        "low",
        "more than 1000 digits",
    ),
    "a ratio of any size": ({**LAPLACE, "scale": "1e-30"}, "scale", "answer_bits"),
    "an unknown key": ({**LAPLACE, "ratio": "1/2"}, "ratio", "unknown key"),
    "epsilon of any size": ({**RESPONSE, "epsilon": "1e30"}, "epsilon", "answer_bits"),
    "a root of any size": ({**RESPONSE, "epsilon": "1e30*ln(2)/7"}, "epsilon", "answer_bits"),
    "epsilon and alpha": ({**RESPONSE, "alpha": "3"}, "", "exactly one"),
    "negative epsilon": ({**RESPONSE, "epsilon": "-1"}, "epsilon", "below 0"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    tree = document(ACCEPTED[name])
    Draft202012Validator(document_schema()).validate(tree)
    mechanism = verify.load(tree).mechanism
    assert verify.certify(mechanism, epsilon="1e6").holds


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    mechanism, key, part = REFUSED[name]
    with pytest.raises(verify.InputError) as found:
        verify.load(document(mechanism))
    assert found.value.at == ("mechanism." + key).rstrip(".")
    assert part in str(found.value)
    assert "\n" not in str(found.value)


def test_a_range_of_one_integer_protects_nobody() -> None:
    mechanism = verify.load(document({**LAPLACE, "low": 3})).mechanism
    with pytest.raises(verify.InputError, match="nobody to protect"):
        verify.certify(mechanism, epsilon=1)


def run(tmp_path: Path, name: str, tree: dict[str, Any], *options: str, code: int = 0) -> Any:
    """The JSON answer of a command, valid by its schema."""
    path = tmp_path / "model.json"
    path.write_text(json.dumps(tree))
    runner = CliRunner()
    found = runner.invoke(
        command, [name, str(path), "--format", "json", *options], standalone_mode=False
    )
    assert found.return_value == code, found.output
    answer = json.loads(found.stdout)
    Draft202012Validator(output_schema(name)).validate(answer)
    text = runner.invoke(command, [name, str(path), *options], standalone_mode=False)
    assert text.return_value == code
    assert "Quotient" not in text.output
    assert "RingNumber" not in text.output
    return answer


def enclosed(value: Any, near: str) -> None:
    """An object of two bounds, 17 digits each, around the number that begins so."""
    assert set(value) == {"lower", "upper"}
    assert value["lower"].startswith(near)
    lower, upper = Fraction(value["lower"]), Fraction(value["upper"])
    assert lower < upper
    assert upper - lower <= abs(upper) / 10**15
    assert all(len(Decimal(v).as_tuple().digits) >= 17 for v in value.values())


E_TEXT = "2.7182818284590452"


def test_a_verdict_with_a_tie(tmp_path: Path) -> None:
    answer = run(tmp_path, "certify", document(RESPONSE, claim={"epsilon": "1"}))
    zero = {"lower": "0", "upper": "0", "exact": "0"}
    assert answer["verdict"] == "holds"
    assert answer["delta_star"] == answer["margin"] == zero
    enclosed(answer["pure_alpha"], E_TEXT)
    enclosed(answer["least_alpha"], E_TEXT)
    assert answer["directions"][0]["delta"] == zero
    assert "witness" not in answer


def test_a_verdict_with_a_witness(tmp_path: Path) -> None:
    claim = {"alpha": "2", "delta": "1/10"}
    answer = run(tmp_path, "certify", document(RESPONSE, claim=claim), code=1)
    enclosed(answer["delta_star"], "0.19317573589001463")
    enclosed(answer["margin"], "-0.09317573589001463")
    enclosed(answer["least_alpha"], "2.34645364561314")
    witness = answer["witness"]
    enclosed(witness["p"], "0.73105857863000487")
    enclosed(witness["q"], "0.26894142136999512")
    enclosed(witness["excess"], "0.19317573589001463")
    assert witness["event"]["outputs"] == ["0"]


def test_rational_numbers_of_ring_laws_are_exact(tmp_path: Path) -> None:
    leak = {"type": "leaky", "delta": "1/4", "of": RESPONSE}
    answer = run(tmp_path, "certify", document(leak, claim={"epsilon": "1"}), code=1)
    assert answer["delta_star"]["exact"] == "1/4"
    assert set(answer["delta_star"]) == {"lower", "upper", "exact"}
    assert answer["pure_alpha"] == "inf"
    assert answer["witness"]["p"] == answer["witness"]["excess"] == "1/4"
    assert answer["witness"]["q"] == "0"


def test_a_profile(tmp_path: Path) -> None:
    twice = {"type": "fresh", "count": 2, "of": LAPLACE}
    answer = run(tmp_path, "profile", document(twice, claim={"epsilon": "2"}))
    assert len(answer["breakpoints"]) == 1
    enclosed(answer["breakpoints"][0], "7.3890560989306502")
    enclosed(answer["total_variation"], "0.46211715726000975")
    enclosed(answer["attacker_accuracy"], "0.73105857863000487")
    vertices = answer["tradeoff"][0]["vertices"]
    assert vertices[0] == ["0", "1"]
    assert vertices[-1] == ["1", "0"]
    enclosed(vertices[1][0], "0.072329488128513268")
    assert [p.get("epsilon", p.get("alpha")) for p in answer["points"]] == ["1", "2"]
    assert answer["points"][1]["delta"]["exact"] == "0"


def test_points_at_levels_outside_the_language(tmp_path: Path) -> None:
    """The curve of two different mechanisms bends at a quotient of sums."""
    rows = [["1/2", "1/2"], ["1/4", "3/4"]]
    table = {"type": "channel", "inputs": [0, 1], "outputs": ["a", "b"], "rows": rows}
    weighted = [
        {"weight": "1/3", "mechanism": RESPONSE},
        {"weight": "2/3", "mechanism": {**RESPONSE, "epsilon": "2"}},
    ]
    hidden = {"type": "fresh", "of": [{"type": "mixture", "of": weighted}, table]}
    answer = run(tmp_path, "profile", document(hidden))
    alphas = [p["alpha"] for p in answer["points"]]
    assert alphas[0] == "1"
    for value, alpha in zip(alphas[1:], answer["breakpoints"], strict=True):
        assert value == alpha
        enclosed(value, "")


@pytest.mark.parametrize(
    ("delta", "alpha", "epsilon"),
    [("0", E_TEXT, "1"), ("1/10", "2.34645364561314", "0.85290510136432181"), ("1", "1", "0")],
)
def test_least_levels(tmp_path: Path, delta: str, alpha: str, epsilon: str) -> None:
    answer = run(tmp_path, "epsilon", document(RESPONSE), "--delta", delta)
    if delta == "1":
        assert answer["alpha"] == alpha
    else:
        enclosed(answer["alpha"], alpha)
    assert answer["epsilon"] == epsilon


def test_a_budget(tmp_path: Path) -> None:
    three = {"type": "fresh", "of": [RESPONSE, RESPONSE, {**RESPONSE, "epsilon": "1/2"}]}
    answer = run(tmp_path, "budget", document(three))
    enclosed(answer["step"]["alpha"], E_TEXT)
    enclosed(answer["total"]["alpha"], "20.085536923187667")
    assert answer["total"]["epsilon"] == "3"
    assert answer["total"]["delta"] == answer["step"]["delta"] == "0"
    assert answer["queries"] == 3
    assert answer["exact"]["exact"] == "0"
    answer = run(tmp_path, "budget", document(three), "--step-alpha", "2")
    enclosed(answer["step"]["delta"], "0.19317573589001463")
    enclosed(answer["total"]["delta"], "0.38635147178002927")
    enclosed(answer["exact"], "0.")
    assert answer["step"]["alpha"] == "2"


def test_reports_in_words(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps(document(RESPONSE, claim={"epsilon": "1"})))
    shown = CliRunner().invoke(command, ["certify", str(path)]).output
    assert re.search(r"pure level \(δ = 0\) +α = 2\.7182818284590452\.\.\. +\(ε = 1\)\n", shown)
    assert re.search(r"least δ at this level +0\n", shown)
    shown = CliRunner().invoke(command, ["epsilon", str(path), "--delta", "1/10"]).output
    assert "α = 2.3464536456131407...   (ε ≤ 0.85290510136432181)" in shown
    shown = CliRunner().invoke(command, ["profile", str(path)]).output
    assert "(0, 1) (0.26894142136999512..., 0.26894142136999512...)" in shown


def test_an_enormous_but_permitted_epsilon_ends(tmp_path: Path) -> None:
    """e^(10^7) is never written out, and 1 − e^(−10^7) is told from 1."""
    tree = document({**RESPONSE, "epsilon": "1e7"}, claim={"alpha": "3", "delta": "1/2"})
    answer = run(tmp_path, "certify", tree, code=1)
    assert answer["delta_star"] == {"lower": "0.99999999999999999", "upper": "1.00000000000000000"}
    assert answer["pure_alpha"]["lower"].endswith("e+4342944")
