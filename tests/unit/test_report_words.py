"""Numbers in reports: exact where they are short, and never said to be equal where they are not."""

from __future__ import annotations

import pytest

from verify.report.words import equation, exact_words


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
