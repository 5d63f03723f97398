"""Privacy levels: the ε language, comparisons with rationals, enclosures and decimals."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import gmpy2
import pytest
from gmpy2 import mpq, mpz
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.errors import InputError
from verify.exact.level import Level
from verify.loss.packed import agreeing

fixed = settings(derandomize=True, deadline=None, database=None, max_examples=80)

rationals = st.fractions(-3, 3, max_denominator=12)
arguments = st.fractions(Fraction(1, 9), 30, max_denominator=9).filter(lambda r: r > 0)
Form = tuple[Fraction, list[tuple[Fraction, Fraction]]]
forms = st.tuples(rationals, st.lists(st.tuples(arguments, rationals), max_size=3))


def value(form: Form) -> Decimal:
    """ε = c + Σ q·ln r to 120 digits."""
    with localcontext() as context:
        context.prec = 120
        total = _decimal(form[0])
        for r, q in form[1]:
            total += _decimal(q) * _decimal(r).ln()
        return total


def _decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)


def text(form: Form) -> str:
    return " + ".join([str(form[0]), *(f"{q} * ln({r})" for r, q in form[1])])


def is_rational(form: Form) -> bool:
    """α = e^c·Π r^q by prime factors: rational iff c = 0 and every exponent is an integer."""
    exponents: dict[int, Fraction] = {}
    for r, q in form[1]:
        for number, sign in ((r.numerator, 1), (r.denominator, -1)):
            for prime in (2, 3, 5, 7, 11, 13, *range(17, 300, 2)):
                while number % prime == 0:
                    number //= prime
                    exponents[prime] = exponents.get(prime, Fraction(0)) + sign * q
    return form[0] == 0 and all(e.denominator == 1 for e in exponents.values())


@fixed
@given(forms)
def test_sums_of_rationals_and_logarithms(form: Form) -> None:
    exact = value(form)
    if abs(exact) < Decimal("1e-90"):
        assert Level.epsilon(text(form)).value == 1
    elif exact < 0:
        with pytest.raises(InputError):
            Level.epsilon(text(form))
    else:
        check(Level.epsilon(text(form)), form, exact)


def check(level: Level, form: Form, exact: Decimal) -> None:
    assert level.is_rational == is_rational(form)
    with localcontext() as context:
        context.prec = 110
        alpha = Fraction(exact.exp())
    near = Fraction(1, 10**85)
    if level.is_rational:
        assert abs(Fraction(str(level.formed())) - alpha) < alpha * near
        assert level.compare(level.formed()) == 0
    assert level.compare(mpq(alpha * (1 - near))) == 1
    assert level.compare(mpq(alpha * (1 + near))) == -1
    low, high = (Fraction(level.epsilon_decimal(up=up)) for up in (False, True))
    assert low <= Fraction(exact) + near
    assert Fraction(exact) - near <= high
    _adjacent(low, high)


def _adjacent(low: Fraction, high: Fraction) -> None:
    """Equal, or one unit of the 17th digit apart."""
    if low == high:
        return
    unit = Fraction(1)
    while unit > low:
        unit /= 10
    while unit * 10 <= low:
        unit *= 10
    assert high - low == unit / 10**16


@pytest.mark.parametrize(
    ("epsilon", "alpha"),
    [
        ("0", 1),
        ("ln(1)", 1),
        ("ln(3)", 3),
        ("2*ln(3)", 9),
        ("ln(4)/2", 2),
        ("ln(8)/3", 2),
        ("ln(1024)/10", 2),
        ("2/3*ln(27/8)", Fraction(9, 4)),
        ("ln(9)-2*ln(3)", 1),
        ("ln(6)-ln(2)-ln(3)", 1),
        ("ln(9)-2*ln(3)+ln(7/5)", Fraction(7, 5)),
        ("ln(12)/2 + ln(3)/2", 6),
        ("ln(2)/2+ln(8)/2", 4),
        ("(ln(2)+ln(8))/2", 4),
        ("-1*ln(1/5)", 5),
        ("1/2 + ln(2) - 0.5", 2),
        ("3*(ln(2)/3 + ln(5)/3)", 10),
        ("50%*ln(49)", 7),
        ("1e1*ln(2)", 1024),
        ("  ln( 3 )  /  1 ", 3),
    ],
)
def test_rational_levels(epsilon: str, alpha: Fraction) -> None:
    level = Level.epsilon(epsilon)
    assert level.is_rational
    assert level.value == alpha
    assert level.compare(mpq(alpha)) == 0
    assert level.epsilon_decimal() == Level.alpha(alpha).epsilon_decimal()


@pytest.mark.parametrize(
    "epsilon", ["1e-40", "0.5", "ln(3)/2", "ln(2)/3 + ln(4)/3 + 1/9", "ln(12)/2", "1 + ln(2)"]
)
def test_irrational_levels(epsilon: str) -> None:
    level = Level.epsilon(epsilon)
    assert not level.is_rational
    low, high = level.bracket(200, 100)
    assert low < high
    assert (level.compare(low), level.compare(high)) == (1, -1)
    assert str(level) == f"exp({epsilon})"


def log_bounds(number: int, bits: int = 300) -> tuple[Fraction, Fraction]:
    down, up = (
        gmpy2.context(precision=bits, round=mode) for mode in (gmpy2.RoundDown, gmpy2.RoundUp)
    )
    return Fraction(*map(int, down.log(number).as_integer_ratio())), Fraction(
        *map(int, up.log(number).as_integer_ratio())
    )


def exp_bounds(number: Fraction, bits: int = 300) -> tuple[Fraction, Fraction]:
    ends = []
    for mode in (gmpy2.RoundDown, gmpy2.RoundUp):
        context = gmpy2.context(precision=bits, round=mode)
        exact = context.exp(context.div(gmpy2.mpfr(number.numerator), number.denominator))
        ends.append(Fraction(*map(int, exact.as_integer_ratio())))
    return ends[0], ends[1]


def convergents(low: Fraction, high: Fraction) -> list[Fraction]:
    """The continued fraction convergents that everything in [low, high] shares."""
    found = []
    before, now = (0, 1), (1, 0)
    while low // 1 == high // 1 and low % 1 and high % 1:
        whole = int(low // 1)
        before, now = now, (whole * now[0] + before[0], whole * now[1] + before[1])
        found.append(Fraction(*now))
        low, high = 1 / (high % 1), 1 / (low % 1)
    return found


def test_rationals_near_an_irrational_alpha() -> None:
    low, high = exp_bounds(Fraction(1, 7))
    level = Level.epsilon("1/7")
    near = convergents(low, high)
    assert len(near) > 50
    for number in near:
        assert level.compare(mpq(number)) == (1 if number <= low else -1)


def test_rationals_near_the_logarithm_of_three() -> None:
    """ε a hair beside ln 3 puts α on the right side of 3."""
    low, high = log_bounds(3)
    near = convergents(low, high)
    assert len(near) > 50
    for number in near:
        below = number <= low
        assert Level.epsilon(str(number)).compare(mpq(3)) == (-1 if below else 1)
        difference = f"{number} - ln(3)" if not below else f"ln(3) - {number}"
        tiny = Level.epsilon(difference)
        assert tiny.compare(mpq(1)) == 1
        with pytest.raises(InputError):
            Level.epsilon(f"ln(3) - {number}" if not below else f"{number} - ln(3)")


@pytest.mark.parametrize(
    ("epsilon", "number", "sign"),
    [
        ("1.0986122886681096", "3", -1),
        ("1.0986122886681098", "3", 1),
        ("ln(3)/1000000007", "1", 1),
        ("ln(3)/1000000007", "1000000008/1000000007", 1),
        ("ln(3)/1000000007", "1000000009/1000000007", -1),
        ("1e30", "1000000", 1),
        ("1e-300", "1", 1),
        ("1e300*ln(2) - 1e300*ln(2) + 1", "2718281828/1000000000", 1),
        ("1e300*ln(2) - 1e300*ln(2) + 1", "2718281829/1000000000", -1),
        ("ln(3)", "-5", 1),
        ("1/7", "0", 1),
    ],
)
def test_comparisons_near_ties(epsilon: str, number: str, sign: int) -> None:
    assert Level.epsilon(epsilon).compare(mpq(number)) == sign


def test_cancellation_of_enormous_terms() -> None:
    """1e40·ln 2 less its own first hundred digits."""
    with localcontext() as context:
        context.prec = 160
        digits = Decimal(10) ** 40 * Decimal(2).ln()
        floor = digits.quantize(Decimal(10) ** -100, rounding="ROUND_FLOOR")
        rest = digits - floor
    level = Level.epsilon(f"1e40*ln(2) - {floor}")
    assert 0 < rest < Decimal(10) ** -100
    low, high = (Fraction(level.epsilon_decimal(up=up)) for up in (False, True))
    assert low <= Fraction(rest) <= high
    assert level.compare(mpq(1)) == 1
    bracket = level.bracket(64, 100)
    assert bracket[0] <= bracket[1]
    assert bracket[1] > 1
    start, stop = level.fixed()
    assert start <= Fraction(rest) * 2**128 <= stop


@fixed
@given(st.integers(2, 2**400), st.integers(64, 300))
def test_enclosures_of_logarithms_of_wide_integers(number: int, precision: int) -> None:
    low, high = Level.alpha(number).logarithm(precision)
    below, above = log_bounds(number, 900)
    assert Fraction(*map(int, low.as_integer_ratio())) <= below
    assert above <= Fraction(*map(int, high.as_integer_ratio()))


@fixed
@given(st.fractions(1, 10**6), st.integers(1, 6))
def test_powers(alpha: Fraction, count: int) -> None:
    assert Level.alpha(alpha).power(count).value == alpha**count
    half = Level.epsilon("ln(3)/2").power(count)
    assert half.compare(mpq(3) ** (count // 2)) == (0 if count % 2 == 0 else 1)


def test_a_power_too_large_to_be_formed() -> None:
    level = Level.alpha(3).power(10**9)
    assert level.value is None
    assert level.is_rational
    assert level.compare(mpq(10) ** 1000) == 1
    assert level.epsilon_decimal().startswith("1098612288.668109")


@pytest.mark.parametrize("alpha", [mpq(9), mpq(81, 16)])
def test_bracketing_ends_where_alpha_is_a_ratio(alpha: mpq) -> None:
    """A rational α that was not written down may itself be a likelihood ratio."""
    powers = {2: mpq(-4), 3: mpq(4)} if alpha.denominator > 1 else {3: mpq(2)}
    terms = tuple((mpz(b), e) for b, e in sorted(powers.items()))
    level = Level(None, mpq(0), terms, "too large", True)
    calls: list[mpq] = []

    def is_above(number: mpq) -> bool:
        calls.append(number)
        assert len(calls) < 20, "brackets of a rational level never become one number"
        return bool(alpha > number)

    assert agreeing(level, mpz(1000), is_above) is False


@pytest.mark.parametrize("bad", ["1/2", 0, "-3", "99%"])
def test_alpha_is_at_least_one(bad: Any) -> None:
    with pytest.raises(InputError, match="below 1") as error:
        Level.alpha(bad)
    assert error.value.at == "alpha"
