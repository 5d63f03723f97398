"""The grammar of ε: what it takes, what it refuses and where it says so."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from verify.errors import InputError, LimitError
from verify.exact.expression import parse_epsilon
from verify.exact.level import Level

ACCEPTED = {
    "0.5": (mpq(1, 2), []),
    "+1/2": (mpq(1, 2), []),
    "12.5%": (mpq(1, 8), []),
    "1e-2": (mpq(1, 100), []),
    "ln(3)": (0, [(mpq(3), 1)]),
    "ln(3/2)/4": (0, [(mpq(3, 2), mpq(1, 4))]),
    "2*ln(3)": (0, [(mpq(3), 2)]),
    "1/2*ln(3)/3": (0, [(mpq(3), mpq(1, 6))]),
    "1/2 + ln(2)": (mpq(1, 2), [(mpq(2), 1)]),
    "1 - ln(2) - ln(1.5)": (1, [(mpq(2), -1), (mpq(3, 2), -1)]),
    "-2*(1 - ln(7))/3": (mpq(-2, 3), [(mpq(7), mpq(2, 3))]),
    "((ln(2)))": (0, [(mpq(2), 1)]),
    "1-1": (0, []),
    "1--1": (2, []),
    "1 + -1": (0, []),
    " 1 ": (1, []),
    "2 * ln( 3 ) / 5": (0, [(mpq(3), mpq(2, 5))]),
}

REFUSED = [
    "",
    " ",
    "ln",
    "ln()",
    "ln(3",
    "ln 3",
    "ln (3)",
    "Ln(3)",
    "log(3)",
    "exp(1)",
    "ln(0)",
    "ln(-2)",
    "ln(ln(3))",
    "-ln(3)",
    "ln(3)*2",
    "2ln(3)",
    "2*3",
    "ln(3)/0",
    "ln(3)/1.5",
    "ln(3)/-2",
    "ln(3)/2/2",
    "ln(2)*ln(3)",
    "1/0",
    "1/2/2",
    "1/2e3",
    "1.",
    ".5",
    "1e",
    "1_000",
    "0x10",
    "inf",
    "nan",
    "1 +",
    "+ + 1",
    "(1",
    "1)",
    "1,5",
    "1\n",
    "1\t+ 1",
    "１",
    "e",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str) -> None:
    constant, logarithms = parse_epsilon(text)
    assert (constant, logarithms) == ACCEPTED[text]


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    with pytest.raises(InputError) as error:
        Level.epsilon(text, "claim.epsilon")
    assert error.value.at == "claim.epsilon"
    assert error.value.form
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["-1", "ln(1/2)", "ln(2) - 1", "1 - ln(3)", "-1e-300"])
def test_below_zero(text: str) -> None:
    with pytest.raises(InputError, match="below 0"):
        Level.epsilon(text)


@pytest.mark.parametrize(
    "text", ["(" * 100 + "1" + ")" * 100, "1" * 200_000, "ln(1e999999999)", "1+" * 60_000 + "1"]
)
def test_limits(text: str) -> None:
    with pytest.raises(LimitError):
        Level.epsilon(text)


@pytest.mark.parametrize("value", [0.5, float("nan"), True, None, 1j, [1]])
def test_only_exact_numbers(value: object) -> None:
    with pytest.raises(InputError) as error:
        Level.epsilon(value)
    assert error.value.at == "epsilon"
