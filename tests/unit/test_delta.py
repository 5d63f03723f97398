"""Values δ = a − α·b: decided from their integers, reduced when read, shown with enough digits."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from gmpy2 import mpq, mpz
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import verify
from verify.cli import command
from verify.combinators import fresh
from verify.exact.comparison import compare_products
from verify.exact.decimals import MOST_NINES
from verify.exact.level import Level
from verify.exact.lowest import lowest_terms
from verify.exact.ring import RingNumber
from verify.exact.ring_level import level_of
from verify.exact.shown import decimals
from verify.loss.delta import Delta, delta_of, greatest
from verify.loss.signs import sign_of
from verify.mechanisms import leaky, randomized_response

fixed = settings(derandomize=True, deadline=None, database=None, max_examples=150)

LONG = 3**9000  # so long that leading bits are looked at first
numbers = st.one_of(
    st.integers(0, 40),
    st.sampled_from([2**127, 2**128 - 1, 2**128, 2**4096, LONG - 1, LONG, LONG + 1, LONG**2]),
    st.integers(0, 2**200).map(lambda n: n * LONG),
)
alphas = st.fractions(1, 50, max_denominator=30)


def sign(number: Fraction | int) -> int:
    return (number > 0) - (number < 0)


@fixed
@given(numbers, numbers, numbers, numbers)
def test_products_are_compared_by_their_leading_bits(a: int, b: int, c: int, d: int) -> None:
    assert compare_products(mpz(a), mpz(b), mpz(c), mpz(d)) == sign(a * b - c * d)
    assert compare_products(mpz(a), mpz(b), mpz(b), mpz(a)) == 0
    assert compare_products(mpz(a), mpz(b + 1), mpz(b), mpz(a)) == sign(a)


@fixed
@given(numbers, numbers, alphas)
def test_signs_from_integers(a: int, b: int, alpha: Fraction) -> None:
    for x, y in ((a, b), (-a, b), (a, -b), (-a, -b)):
        assert sign_of(mpz(x), mpz(y), Level.alpha(alpha)) == sign(x - alpha * y)


@pytest.mark.parametrize("count", [1, 7, 700_000])
@pytest.mark.parametrize("text", ["ln(61/39)", "ln(3/2)", "ln(9)"])
def test_a_level_and_the_fraction_it_equals(count: int, text: str) -> None:
    """Short and long levels; the fraction is not in lowest terms."""
    level, alpha = Level.epsilon(f"{count}*{text}"), Level.epsilon(text).value
    assert (level.value is None) == (count == 700_000)
    assert alpha is not None
    n, d = 6 * alpha.numerator**count, 6 * alpha.denominator**count
    assert [level.compare_fraction(x, d) for x in (n - 1, n, n + 1)] == [1, 0, -1]
    assert level.compare_fraction(mpz(0), d) == 1
    assert level.compare(mpq(n, d)) == 0
    for more, expected in ((0, 0), (1, -1), (-1, 1)):
        assert level.compare_powers([(alpha, count - 1), (alpha, 1 + more)]) == expected


@pytest.mark.parametrize("count", [40, 400_000])
def test_an_irrational_level_next_to_a_fraction(count: int) -> None:
    level = Level.epsilon(f"{count} + ln(2)/2")
    bracket = level.bracket(1000, 10**9)
    assert bracket is not None
    for end, expected in zip(bracket, (1, -1), strict=True):
        n, d = 15 * end.numerator, 15 * end.denominator
        assert level.compare_fraction(n, d) == expected
        assert level.compare_powers([(mpq(n, d), 1)]) == expected


@pytest.mark.parametrize("alpha", [Fraction(9), Fraction(3**4000, 2**4000), Fraction(3**4000, 7)])
def test_powers_against_an_alpha_as_a_fraction(alpha: Fraction) -> None:
    level = Level.alpha(alpha)
    above, below = mpq(alpha.numerator), mpq(1, alpha.denominator)
    assert level.compare_powers([(above, 1), (below, 1)]) == 0
    assert level.compare_powers([(above, 1), (below, 1), (mpq(10**9 + 1, 10**9), 1)]) == -1
    assert level.compare_powers([(above, 1), (below, 2), (1 / below, 1)]) == 0


def test_powers_against_a_level_of_the_ring() -> None:
    level = level_of(RingNumber.power(1) + mpq(1, 2))  # 3.218...
    assert level.compare_powers([(mpq(3), 1)]) == 1
    assert level.compare_powers([(mpq(3, 2), 3)]) == -1
    assert level.compare_fraction(mpz(6437), mpz(2000)) == -1
    assert level.compare_fraction(mpz(6436), mpz(2000)) == 1


weights = st.integers(0, 2**90)


@fixed
@given(weights, weights, weights, weights, alphas, st.integers(1, 60), st.fractions(0, 1))
def test_values_by_definition(
    a: int, b: int, c: int, d: int, alpha: Fraction, scale: int, other: Fraction
) -> None:
    level = Level.alpha(alpha)
    value, second = (Delta(*map(mpz, each), level) for each in ((a, b, scale), (c, d, 2 * scale)))
    exact, theirs = Fraction(a, scale) - alpha * Fraction(b, scale), Fraction(c, 2 * scale)
    theirs -= alpha * Fraction(d, 2 * scale)
    assert value.sign_against(mpq(other)) == sign(exact - other)
    assert value.sign_against(second) == sign(exact - theirs)
    assert (value == second, value < second) == (exact == theirs, exact < theirs)
    assert (value.exact, value.a, value.b) == (exact, Fraction(a, scale), Fraction(b, scale))
    assert value.less(mpq(other)).exact == other - exact
    assert value.sign_against(mpq(exact)) == 0
    assert hash(value) == hash(exact)
    same = Delta(mpz(3 * a), mpz(3 * b), mpz(3 * scale), Level.alpha(alpha))
    assert value == same
    assert greatest(((mpz(a), mpz(b)), (mpz(c), mpz(d))), mpz(scale), level).exact == max(
        exact, 2 * theirs
    )


@fixed
@given(weights, weights, st.integers(1, 60), st.fractions(0, 1))
def test_irrational_values_by_definition(a: int, b: int, scale: int, other: Fraction) -> None:
    assume(b)
    level = Level.epsilon("1/2")
    value = Delta(mpz(a), mpz(b), mpz(scale), level)
    bracket = level.bracket(400, 10)
    assert bracket is not None
    ends = {sign(a - Fraction(x) * b - other * scale) for x in bracket}
    assert ends == {value.sign_against(mpq(other))}
    low, high = value.enclose(300)
    assert low < high
    assert value.exact is None
    assert Fraction(value.lower()) < Fraction(low) < Fraction(high) < Fraction(value.upper())


@pytest.mark.parametrize("root", [2, 10, 100, 39 * 61])
def test_lowest_terms_of_long_fractions(root: int) -> None:
    scale = mpz(root) ** 9000
    for n in (0, 1, root, 7 * root**500, 2**9001 * 7, -(root**3), root**9000, root**9001 * 5, 11):
        found = lowest_terms(mpz(n), scale, mpz(root))
        expected = mpq(n, scale)
        assert found == expected
        assert (found.numerator, found.denominator) == (expected.numerator, expected.denominator)


@pytest.mark.parametrize("epsilon", ["1500*ln(61/39)", "1500*ln(61/39) + ln(7/5)", "ln(3)", "1"])
def test_long_values_are_reduced_when_read(epsilon: str) -> None:
    """The root of the scale only helps: with and without it, all numbers are the same."""
    pair = fresh(randomized_response("61/100"), 6001)
    found = verify.certify(pair, epsilon=epsilon).delta_star
    plain = Delta(found.a_weight, found.b_weight, found.scale, found.level)
    assert found.root == 100
    assert plain.root is None
    assert found == plain
    assert (found.exact, found.a, found.b) == (plain.exact, plain.a, plain.b)
    assert (found.lower(), found.upper()) == (plain.lower(), plain.upper())
    assert found.less(mpq(1, 3)).exact == plain.less(mpq(1, 3)).exact


def test_ring_values_have_no_root() -> None:
    e = RingNumber.power(1)
    value = delta_of((e, RingNumber(1)), 1 + e, Level.alpha(2))
    assert value.lower().startswith("0.19317573589")
    assert value.less(mpq(1)).lower().startswith("0.80682426410")


def digits(text: str) -> int:
    return sum(c.isdigit() for c in text.partition("e")[0].lstrip("-0."))


@pytest.mark.parametrize("nines", [0, 1, 5, 6, 7, 60, 64, 999, MOST_NINES])
@pytest.mark.parametrize("rest", [Fraction(13, 50), Fraction(999, 1000), Fraction(1, 7)])
def test_digits_next_to_1(nines: int, rest: Fraction) -> None:
    """From six nines on, 1 − δ has its 17 digits as well."""
    below = 1 - rest / 10**nines
    value = Delta(mpz(below.numerator), mpz(0), mpz(below.denominator), Level.alpha(1))
    lower, upper = Fraction(value.lower()), Fraction(value.upper())
    assert lower <= below <= upper < 1 or nines < 6
    assert digits(value.lower()) == 17 + (nines if nines >= 6 else 0)
    if nines >= 6:
        assert upper - lower <= rest / 10**nines / 10**16
    assert decimals(mpq(below)) == (value.lower(), value.upper())
    negative = value.less(mpq(0))
    assert (negative.lower(), negative.upper()) == ("-" + value.upper(), "-" + value.lower())


def test_digits_beyond_any_reader() -> None:
    nearly = 1 - Fraction(1, 5 * 10 ** (MOST_NINES + 1))
    value = Delta(mpz(nearly.numerator), mpz(0), mpz(nearly.denominator), Level.alpha(1))
    assert (value.lower(), value.upper()) == ("0.99999999999999999", "1.0000000000000000")
    assert value.lower(3) == "0.999"


def test_the_limits_of_the_numbers() -> None:
    """δ* = 1 − 2.4e-64 of a thousand rounds, and values near 1e-120."""
    rounds = fresh(randomized_response("3/4"), 1000)
    star = verify.certify(rounds, epsilon=1).delta_star
    assert star.lower().startswith("0." + 63 * "9" + "75620")
    assert digits(star.lower()) == digits(star.upper()) == 17 + 63
    rest = verify.certify(rounds, epsilon=1).delta_star.less(mpq(1))
    assert 1 - Fraction(star.upper()) <= Fraction(rest.upper())
    assert Fraction(rest.lower()) <= 1 - Fraction(star.lower())
    exact = verify.certify(rounds, alpha=2).delta_star
    assert exact.exact is not None
    assert Fraction(exact.lower()) <= Fraction(exact.exact) <= Fraction(exact.upper()) < 1
    tiny = verify.certify(rounds, epsilon="850*ln(3)").delta_star
    assert Fraction(1, 10**120) < Fraction(tiny.lower()) < Fraction(tiny.upper())
    assert digits(tiny.lower()) == digits(tiny.upper()) == 17


def test_irrational_laws_next_to_1() -> None:
    rounds = fresh([randomized_response(epsilon=1)] * 2 + [leaky(1 - Fraction(1, 10**40))])
    star = verify.certify(rounds, epsilon="1/3").delta_star
    assert star.exact is None
    assert star.lower().startswith("0." + 40 * "9")
    assert digits(star.lower()) >= 17 + 40
    assert Fraction(star.lower()) < Fraction(star.upper()) < 1


def test_digits_next_to_1_in_reports() -> None:
    model = {"type": "fresh", "count": 1000, "of": {"type": "randomized_response", "p": "3/4"}}
    document = json.dumps({"schema": 1, "mechanism": model})
    texts = []
    for form in ("text", "json"):
        arguments = ["certify", "-", "--epsilon", "1", "--format", form]
        answer = CliRunner().invoke(command, arguments, input=document)
        assert answer.exception is None, answer.output
        texts.append(answer.stdout)
    star = json.loads(texts[1])["delta_star"]
    assert star["lower"].startswith("0." + 63 * "9" + "756")
    assert Fraction(star["upper"]) < 1
    around = "[1 − 2.4379199126148670e-64, 1 − 2.4379199126148669e-64]"
    assert f"least δ at this level  in {around}" in texts[0]
    assert "in [-1 + 2.4379199126148669e-64, -1 + 2.43" in " ".join(texts[0].split())
    assert [1 - Fraction(star[end]) for end in ("lower", "upper")] == [
        Fraction(text.removeprefix("1 − ")) for text in around.strip("[]").split(", ")
    ]
