"""Numbers: the forms read, the forms refused, and the exact and decimal forms printed."""

from fractions import Fraction
from typing import Any

import by_definition as definition
import pytest
from contract_checks import check_result, check_value, exact, right_numbers, shows_a_form
from contract_command import Verify
from contract_models import channel, document, fresh, leaky, level, rr

FORMS = channel(
    list("stuvwxyz"),
    ["a", "b"],
    [
        "3/4 0.25",
        "75% 25.0%",
        "7.5e-1 25E-2",
        "6/8 0.2500",
        "1 0",
        "+1 -0",
        "0.075e1 2.5e-1",
        "100% 0.0",
    ],
)


def response_with(p: str) -> str:
    """A JSON document with this text, unquoted, in the place of a number."""
    return '{"schema": 1, "mechanism": {"type": "randomized_response", "p": ' + p + "}}"


# Fifty nines: the probability of the truth is 1 - 10^-50.
NEARLY = rr("0." + "9" * 50)


def test_forms_of_a_number(verify: Verify) -> None:
    whole = document(FORMS, [level("2", "1/4"), level("1", "25%")])
    answer = verify.ask("certify", whole, "--full")
    for result, alpha in zip(answer["results"], ("2", "1"), strict=True):
        check_result(result, FORMS, level(alpha, "1/4"))
    # The output "b" has probability 1/4 against 0 at every level.
    assert [r["delta_star"]["exact"] for r in answer["results"]] == ["1/4", "1/4"]
    assert answer["results"][0]["pure_alpha"] == "inf"


def test_integers_are_numbers_too(verify: Verify) -> None:
    table = {**channel(["x", "y"], ["a", "b"], ["1 0", "0 1"]), "rows": [[1, 0], [0, 1]]}
    answer = verify.ask("certify", document(table, level(7, 1)))
    assert (answer["claim"]["alpha"], answer["claim"]["delta"]) == ("7", "1")
    assert answer["delta_star"]["exact"] == "1"


@pytest.mark.parametrize("text", ["2.50", "250%", "25e-1", "0.25E1", "10/4", "2.5e+0"])
def test_forms_of_a_level(verify: Verify, text: str) -> None:
    answer = verify.ask("certify", document(rr()), "--alpha", text, code=1)
    assert answer["claim"]["alpha"] == "5/2"
    assert answer["delta_star"]["exact"] == "1/8"


@pytest.mark.parametrize(
    "text",
    [
        ".75",
        "75.",
        "3/0",
        "7_5/1_00",
        "\u0663/\u0664",
        "\uff10.\uff17\uff15",
        "0x1",
        "nan",
        "inf",
        "",
        "1/2/3",
        "1e",
        "0,75",
        "3/-4",
    ],
)
def test_refused_texts(verify: Verify, text: str) -> None:
    line = verify.refuse("certify", document(fresh(2, rr(text)), level("3")))
    assert "mechanism.of.p" in line
    assert shows_a_form(line, text)


@pytest.mark.parametrize("text", ["0.750", "7.50e-1", "1.0", "3E-1", "-0.0"])
def test_json_floats_are_quoted_as_written(verify: Verify, text: str) -> None:
    raw = response_with(text)
    line = verify.refuse("certify", raw, "--alpha", "3")
    assert "mechanism.p" in line
    assert text in line
    assert right_numbers(line)


@pytest.mark.parametrize("text", ["0.750", "7.50e-1", "nan", "-inf"])
def test_toml_floats_are_quoted_as_written(verify: Verify, text: str) -> None:
    raw = f'schema = 1\n[mechanism]\ntype = "randomized_response"\np = {text}\n'
    line = verify.refuse("certify", raw, "--alpha", "3", suffix=".toml")
    assert "mechanism.p" in line
    assert text in line
    assert right_numbers(line)


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity"])
def test_json_constants_are_refused(verify: Verify, text: str) -> None:
    raw = response_with(text)
    line = verify.refuse("certify", raw, "--alpha", "3")
    assert text in line


@pytest.mark.parametrize(
    ("model", "alpha", "value"),
    [
        (rr("2/3"), "1", Fraction(1, 3)),
        (rr("2/3"), "3/2", Fraction(1, 6)),
        (rr("5/7"), "1", Fraction(3, 7)),
        (rr("3/4"), "1", Fraction(1, 2)),
        (leaky("1e-40", rr("1/2")), "2", Fraction(1, 10**40)),
        (leaky("33.3%", rr("1/2")), "2", Fraction(333, 1000)),
        (rr("1"), "2", Fraction(1)),
        (rr("1/2"), "1", Fraction(0)),
        (fresh(4, rr("5/7")), "11/9", definition.delta_star(fresh(4, rr("5/7")), "11/9")),
    ],
)
def test_decimal_bounds(verify: Verify, model: Any, alpha: str, value: Fraction) -> None:
    result = verify.ask("certify", document(model, level(alpha, "1")))
    check_value(result["delta_star"], value)
    check_value(result["margin"], 1 - value)


def test_long_numbers_are_omitted_and_counted(verify: Verify) -> None:
    # (10^50 - 1)^100 has exactly 5,000 digits.
    result = verify.ask("certify", document(fresh(100, NEARLY), level("3")), code=1)
    assert set(result["pure_alpha"]) == {"omitted_digits"}
    assert 5000 <= result["pure_alpha"]["omitted_digits"] <= 20000
    assert result["delta_star"]["exact"]["omitted_digits"] > 4000
    assert result["witness"]["p"]["omitted_digits"] > 4000
    # δ* is over 1 - 10^-40 and below 1.
    assert 1 - Fraction(1, 10**16) <= Fraction(result["delta_star"]["lower"]) < 1
    assert Fraction(result["delta_star"]["upper"]) <= 1


def test_long_numbers_in_full(verify: Verify, long_integers: None) -> None:
    whole = document(fresh(100, NEARLY), level("3"))
    result = verify.ask("certify", whole, "--full", code=1)
    assert result["pure_alpha"] == str((10**50 - 1) ** 100)
    assert result["least_alpha"] == result["pure_alpha"]
    witness = result["witness"]
    assert exact(witness["excess"]) == exact(witness["p"]) - 3 * exact(witness["q"])
    assert exact(witness["excess"]) == exact(result["delta_star"])
    assert 0 < 1 - exact(result["delta_star"]) < Fraction(1, 10**40)
    assert "omitted_digits" not in str(result)


def test_numbers_below_the_limit_are_written_out(verify: Verify) -> None:
    result = verify.ask("certify", document(fresh(70, NEARLY), level("3")), code=1)
    assert result["pure_alpha"] == str((10**50 - 1) ** 70)
    assert len(result["pure_alpha"]) == 3500


def test_epsilon_omits_long_numbers(verify: Verify, long_integers: None) -> None:
    whole = document(fresh(100, NEARLY))
    short = verify.ask("epsilon", whole)
    assert short["alpha"]["omitted_digits"] >= 5000
    full = verify.ask("epsilon", whole, "--full")
    assert full["alpha"] == str((10**50 - 1) ** 100)
    assert short["epsilon"] == full["epsilon"]
    # 5000 ln 10, less a little
    assert Fraction("11512.92546497") < Fraction(full["epsilon"]) < Fraction("11512.92546498")
