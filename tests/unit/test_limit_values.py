"""Values of limits: positive integers, or one clear line."""

from __future__ import annotations

from typing import Any

import pytest

import verify


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("5", "limit: limit seconds is no str; write an integer, as in seconds=1000"),
        (1.5, "limit: limit seconds is no float; write an integer, as in seconds=1000"),
        (0, "limit: limit seconds must be positive, not 0; write seconds=1 or more"),
    ],
)
def test_a_limit_is_a_positive_integer(value: Any, line: str) -> None:
    with pytest.raises(verify.InputError) as caught, verify.limits(seconds=value):
        pass
    assert str(caught.value) == line
