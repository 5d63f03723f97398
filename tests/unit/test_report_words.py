"""Numbers in reports: exact where they are short, and never said to be equal where they are not."""

from __future__ import annotations

import pytest

from verify.claim.event import RatioEvent
from verify.exact.level import Level
from verify.report.forms import DeltaForm
from verify.report.words import delta_words, equation, exact_words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3/8", "δ = 3/8"),
        (f"1/{10**40}", "δ = 1e-40"),
        (f"1/{2**40 * 5**41}", "δ = 2e-41"),
        (f"1/{10**40 - 1}", "δ ≤ 1.00000000001e-40"),
        (f"{10**40}", "δ = 1e+40"),
        ("exp(1/2)", "δ = exp(1/2)"),
    ],
)
def test_numbers_and_their_names(text: str, shown: str) -> None:
    assert equation("δ", exact_words(text)) == shown


@pytest.mark.parametrize(
    ("lower", "upper", "shown"),
    [
        ("-0.022560774601093431", "-0.022560774601093430", "-0.022560774601093431, -0.0225607746"),
        ("0.022560774601093430", "0.022560774601093431", "0.022560774601093430, 0.0225607746"),
        ("1.5e-177720", "1.6e-177720", "1.5e-177720, 1.6e-177720"),
        ("0.99999999999999999999999991234", "1.0", "1 − 8.7660000000000000e-26, 1.0"),
    ],
)
def test_a_number_is_told_by_its_distance_from_one_only_beside_one(
    lower: str, upper: str, shown: str
) -> None:
    """Zeros after the point are no digits for the sake of it."""
    assert delta_words(DeltaForm(lower, upper)).startswith(f"in [{shown}")


@pytest.mark.parametrize("value", ["in [0.1, 0.2]", "between 0.1 and 0.2", "≤ 0.2"])
def test_bounds_are_no_equation(value: str) -> None:
    assert equation("δ*", value) == f"δ* {value}"


@pytest.mark.parametrize(
    ("level", "above"),
    [
        (Level.alpha("7/2"), "7/2"),
        (Level.epsilon("1/2"), "exp(1/2)"),
        (Level.epsilon("1000*ln(31/7)"), "exp(1000*ln(31/7))"),
        (Level.alpha("31" * 60), "exp(275.14907851363603…)"),
    ],
)
def test_a_level_in_a_sentence_is_short(level: Level, above: str) -> None:
    """The JSON beside it has all of it."""
    event = RatioEvent(level)
    assert event.text == f"the likelihood ratio of the output is above {above}"
    assert event.to_json()["above"] == str(level)
