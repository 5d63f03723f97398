"""What counts as an exact number, how it is written, and decimals rounded both ways."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpfr, mpq, mpz
from hypothesis import given, settings
from hypothesis import strategies as st

import verify
from verify.errors import InputError, LimitError
from verify.exact.coprime import power_product
from verify.exact.decimals import round_down, round_up
from verify.exact.rational import exact_float, integer, probability, rational, shorten, text_of

fixed = settings(derandomize=True, deadline=None, database=None, max_examples=200)

numbers = st.one_of(
    st.fractions(),
    st.fractions(0, 1),
    st.builds(
        lambda s, n, e: s * Fraction(n) * Fraction(10) ** e,
        st.sampled_from([-1, 1]),
        st.one_of(st.integers(0, 10**18), st.sampled_from([10**17 - 1, 10**17, 10**40 - 1])),
        st.integers(-60, 60),
    ),
    st.builds(Fraction, st.integers(-(2**300), 2**300), st.integers(1, 2**300)),
)


@fixed
@given(numbers, st.integers(1, 25))
def test_directed_decimals(number: Fraction, digits: int) -> None:
    low, high = round_down(mpq(number), digits), round_up(mpq(number), digits)
    below, above = Fraction(low), Fraction(high)
    assert below <= number <= above
    assert Decimal(low).is_finite()
    if number == 0:
        assert (low, high) == ("0", "0")
        return
    for text in (low, high):
        assert len(Decimal(text).as_tuple().digits) == digits
    assert (below == above) == (below == number)
    if below != above:
        _next_to_each_other(below, above, digits)
    assert round_down(mpq(-number), digits) == negated(high)


def negated(text: str) -> str:
    """The same decimal, negated."""
    return text[1:] if text.startswith("-") else f"-{text}"


def _next_to_each_other(below: Fraction, above: Fraction, digits: int) -> None:
    size = min(abs(below), abs(above))
    unit = Fraction(1)
    while unit > size:
        unit /= 10
    while unit * 10 <= size:
        unit *= 10
    assert above - below == unit / Fraction(10) ** (digits - 1)


ACCEPTED: list[tuple[Any, mpq]] = [
    (3, mpq(3)),
    (-3, mpq(-3)),
    (Fraction(3, 8), mpq(3, 8)),
    (Fraction(mpq(3, 8)), mpq(3, 8)),  # its parts are mpz
    (Decimal("0.375"), mpq(3, 8)),
    (Decimal("1E+3"), mpq(1000)),
    (Decimal("-0"), mpq(0)),
    (mpz(5), mpq(5)),
    (mpq(6, 16), mpq(3, 8)),
    (np.int64(7), mpq(7)),
    (np.uint64(2**64 - 1), mpq(2**64 - 1)),
    (np.int8(-1), mpq(-1)),
    ("3", mpq(3)),
    ("-3/8", mpq(-3, 8)),
    ("+0.5", mpq(1, 2)),
    ("007", mpq(7)),
    ("1e-5", mpq(1, 10**5)),
    ("1.5E+2", mpq(150)),
    ("37.5%", mpq(3, 8)),
    ("-1%", mpq(-1, 100)),
    ("6/16", mpq(3, 8)),
]


@pytest.mark.parametrize(("value", "expected"), ACCEPTED, ids=repr)
def test_exact_numbers(value: object, expected: mpq) -> None:
    assert rational(value) == expected
    assert isinstance(rational(value), type(mpq()))


REFUSED: list[Any] = [
    0.1,
    1.0,
    float("nan"),
    float("inf"),
    np.float64(0.5),
    np.float32(0.5),
    np.float16(0.5),
    np.longdouble(0.5),
    np.bool_(True),
    True,
    False,
    None,
    1j,
    mpfr("0.5"),
    Decimal("NaN"),
    Decimal("sNaN"),
    Decimal("Infinity"),
    b"1",
    [1],
    {},
    "",
    " 1",
    "1 ",
    "1\n",
    "1/2/3",
    "1/ 2",
    "1/-2",
    "1/0",
    "1/2.0",
    ".5",
    "5.",
    "1e5.0",
    "1e5%",
    "1_000",
    "٣",
    "0x1",
    "inf",
    "nan",
    "ln(3)",
    "--1",
]


@pytest.mark.parametrize("value", REFUSED, ids=repr)
def test_everything_else_is_refused_at_its_place(value: object) -> None:
    with pytest.raises(InputError) as error:
        rational(value, "rows[0][1]")
    assert error.value.at == "rows[0][1]"
    assert str(error.value).startswith("rows[0][1]: ")
    assert "; write " in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [0.1, np.float64(0.1), -2.5, 1e-300])
def test_a_refused_float_shows_an_exact_way_to_write_it(value: float) -> None:
    with pytest.raises(InputError, match="is a float, which is not exact") as error:
        rational(value)
    text = repr(float(value))
    assert f'"{text}"' in error.value.form
    assert rational(text) == Fraction(text)


@pytest.mark.parametrize("text", ["1e100001", "1e-100001", "1e" + "9" * 30, "1" * 100_001])
def test_numbers_beyond_the_limit_of_digits(text: str) -> None:
    with pytest.raises(LimitError):
        rational(text)
    with pytest.raises(LimitError):
        rational(Decimal("1e999999"))


def test_a_limit_can_be_raised() -> None:
    with verify.limits(digits=200_000):
        assert rational("1e100001") == mpq(10) ** 100001


@fixed
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_binary_value_of_a_float(value: float) -> None:
    assert exact_float(value) == Fraction(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_float_without_a_value(value: float) -> None:
    with pytest.raises(InputError):
        exact_float(value)


@fixed
@given(st.fractions())
def test_canonical_text(number: Fraction) -> None:
    assert text_of(mpq(number)) == str(number)
    assert rational(text_of(mpq(number))) == number
    assert len(shorten(mpq(number))) <= 60


def test_integers_and_probabilities() -> None:
    assert integer("12", least=12) == 12
    assert integer(Fraction(6, 2)) == 3
    assert (probability(0), probability("100%")) == (0, 1)
    for bad in ("1/2", 0.5, True, "3.5"):
        with pytest.raises(InputError):
            integer(bad, "count")
    with pytest.raises(InputError, match="below 1"):
        integer(0, "count", least=1)
    for bad, side in (("-1/2", "below 0"), ("1.0001", "above 1")):
        with pytest.raises(InputError, match=side):
            probability(bad, "p")


small = st.fractions(Fraction(1, 60), 60, max_denominator=60).filter(lambda r: r > 0)
exponents = st.fractions(-3, 3, max_denominator=3)


@fixed
@given(st.lists(st.tuples(small, exponents), max_size=4))
def test_power_products_have_one_form(factors: list[tuple[Fraction, Fraction]]) -> None:
    found = power_product([(mpq(r), mpq(q)) for r, q in factors])
    common = 1
    for _, q in factors:
        common *= q.denominator
    product = Fraction(1)
    for r, q in factors:
        product *= r ** int(q * common)
    rebuilt = Fraction(1)
    for b, e in found:
        power = Fraction(int(e.numerator), int(e.denominator)) * common
        assert power.denominator == 1
        rebuilt *= Fraction(int(b)) ** int(power)
    assert rebuilt == product
    bases = [int(b) for b, _ in found]
    assert bases == sorted(set(bases))
    assert all(not mpz(b).is_power() for b in bases)
