"""The ring Q[e^r, b^a] and its quotients: normal form, signs, enclosures, decimals, limits."""

from __future__ import annotations

import pickle
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import resources
from verify.errors import LimitError
from verify.exact.leading import directed, leading
from verify.exact.logarithm import FIXED_BITS, FIXED_ERROR
from verify.exact.quotient import Quotient, common_scale, over_one_scale, ratio
from verify.exact.ring import RingNumber, binomial_sum, integral, log_key, power_bits

fixed = settings(derandomize=True, deadline=None, database=None, max_examples=40)

Power = tuple[Fraction, Fraction, list[tuple[int, Fraction]]]
"""(c, r, [(b, a), …]) for c·e^r·Π b^a"""

small = st.fractions(-3, 3, max_denominator=4)
exponents = st.fractions(-2, 2, max_denominator=6)
powers = st.tuples(small, exponents, st.lists(st.tuples(st.integers(2, 12), exponents), max_size=2))
sums = st.lists(powers, max_size=4)

E = RingNumber.power(1)
ROOT2, ROOT3, ROOT6 = (RingNumber.power(factors=[(n, mpq(1, 2))]) for n in (2, 3, 6))


def ring(parts: list[Power]) -> RingNumber:
    total = RingNumber(0)
    for c, r, factors in parts:
        exact = [(b, mpq(a)) for b, a in factors]
        total = total + RingNumber.power(mpq(r), exact) * mpq(c)
    return total


def decimal(parts: list[Power]) -> Decimal:
    """The same by its definition, to 100 digits."""
    with localcontext() as context:
        context.prec = 100
        total = Decimal(0)
        for c, r, factors in parts:
            term = _decimal(c) * _decimal(r).exp()
            for b, a in factors:
                term *= (_decimal(a) * Decimal(b).ln()).exp()
            total += term
        return total


def _decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / Decimal(number.denominator)


def sign(value: Decimal) -> int:
    """The sign of a number that is 0 or above 1e-80 in size."""
    return 0 if abs(value) < Decimal("1e-80") else 1 if value > 0 else -1


@fixed
@given(sums)
def test_a_sign_is_that_of_the_definition(parts: list[Power]) -> None:
    number = ring(parts)
    assert number.sign() == sign(decimal(parts))
    assert bool(number) == (number.sign() != 0)


@fixed
@given(sums, sums, sums)
def test_laws_of_a_commutative_ring(a: list[Power], b: list[Power], c: list[Power]) -> None:
    x, y, z = ring(a), ring(b), ring(c)
    assert x + y == y + x
    assert (x + y) + z == x + (y + z)
    assert x * y == y * x
    assert (x * y) * z == x * (y * z)
    assert x * (y + z) == x * y + x * z
    assert x - x == 0
    assert x + 0 == x * 1 == 0 - (-x) == x
    assert (x - y).sign() == sign(decimal(a) - decimal(b))
    assert x**3 == x * x * x
    assert x**0 == 1


@fixed
@given(sums, sums)
def test_products_are_those_of_the_definition(a: list[Power], b: list[Power]) -> None:
    with localcontext() as context:
        context.prec = 95
        value = decimal(a) * decimal(b)
    assert (ring(a) * ring(b)).sign() == sign(value)
    if sign(value):
        low, high = (ring(a) * ring(b)).enclose(200)
        assert low <= mpq(Fraction(value)) + mpq(1, 10**80)
        assert high >= mpq(Fraction(value)) - mpq(1, 10**80)


@fixed
@given(sums, st.integers(1, 300))
def test_enclosures_are_outward_and_narrow(parts: list[Power], bits: int) -> None:
    number, value = ring(parts), Fraction(decimal(parts))
    low, high = number.enclose(bits)
    near = mpq(1, 10**90)
    assert low - near <= mpq(value) <= high + near
    assert high - low <= max(abs(low), abs(high)) / mpq(2) ** bits
    if number.exact is not None:
        assert low == high == number.exact


HIDDEN_ZEROS = {
    "a square": (ROOT2 + ROOT3) ** 2 - 5 - 2 * ROOT6,
    "the root of a square": RingNumber.power(factors=[(4, mpq(1, 2))]) - 2,
    "a power of e": RingNumber.power(mpq(1, 2)) * RingNumber.power(mpq(1, 2)) - E,
    "a root of twelve": RingNumber.power(factors=[(12, mpq(1, 2))]) - 2 * ROOT3,
    "a cube root": RingNumber.power(factors=[(8, mpq(2, 3))]) - 4,
    "a quotient of roots": RingNumber.power(factors=[(mpq(2, 3), mpq(1, 2))]) * 3 - ROOT6,
    "a norm": (1 + ROOT2) * (1 - ROOT2) + 1,
    "a mixed product": (E + ROOT2) * (E - ROOT2) - RingNumber.power(2) + 2,
    "powers that were not coprime": RingNumber.power(factors=[(6, mpq(1, 3)), (10, mpq(1, 3))])
    - RingNumber.power(factors=[(60, mpq(1, 3))]),
    "a perfect power of a power": RingNumber.power(factors=[(36, mpq(1, 4))]) - ROOT6,
    "inverse powers": RingNumber.power(-1, [(2, mpq(-1, 2))]) * E * ROOT2 - 1,
}


@pytest.mark.parametrize("name", HIDDEN_ZEROS)
def test_a_hidden_zero_is_zero(name: str) -> None:
    number = HIDDEN_ZEROS[name]
    assert number.sign() == 0
    assert not number
    assert number == 0
    assert number.exact == 0
    assert str(number) == "0"


def test_close_numbers_are_told_apart() -> None:
    near = ROOT3 * RingNumber.power(mpq(1, 3)) - ROOT2 * RingNumber.power(mpq(1, 2))
    assert directed(near) == ("0.085627646326396428", "0.085627646326396429")
    assert near.sign() == 1
    assert not (near - mpq("0.0856276463263964") <= 0)
    for k in range(1, 200, 20):  # e^(10^-k) is above 1 + 10^-k by less than 10^-2k
        tiny = mpq(1, mpz(10) ** k)
        above = RingNumber.power(tiny) - 1 - tiny
        assert above.sign() == 1
        assert above < tiny * tiny


def test_convergents_of_e() -> None:
    """e = [2; 1, 2, 1, 1, 4, 1, 1, 6, …]: even convergents are below, odd ones above."""
    terms = [2, *(2 * (i // 3 + 1) if i % 3 == 1 else 1 for i in range(200))]
    before, (p, q) = (1, 0), (2, 1)
    for i, term in enumerate(terms[1:], 1):
        before, (p, q) = (p, q), (term * p + before[0], term * q + before[1])
        assert (E * q - p).sign() == (1 if i % 2 == 0 else -1)
        assert (mpq(p, q) < E) is (i % 2 == 0)


def test_mixing_with_rationals_on_either_side() -> None:
    for one in (1, mpz(1), mpq(1), Fraction(1)):
        assert one + E == E + one == 1 + E
        assert one - E == -(E - one)
        assert one * E == E * one == E
        assert one < E
        assert one < E
        assert not one >= E
        assert one != E
        assert one / E == 1 / E
        assert E / one == ratio(E, RingNumber(1))


def test_what_is_no_exact_number_is_refused() -> None:
    for other in (0.5, "1", None, 1j):
        assert (other == E) is False
        for operation in (
            lambda x: E + x,
            lambda x: x * E,
            lambda x: x > E,
            lambda x: E / x,
            lambda x: (1 / (1 + E)) + x,
            lambda x: x > (1 / (1 + E)),
        ):
            with pytest.raises(TypeError):
                operation(other)
    with pytest.raises(TypeError):
        E**-1
    with pytest.raises(TypeError):
        E ** mpq(1, 2)
    with pytest.raises(ValueError, match="positive base"):
        RingNumber.power(factors=[(-2, mpq(1, 2))])


def test_numbers_are_immutable_and_can_be_kept() -> None:
    truth = E / (1 + E)
    for number in (E + ROOT2, truth):
        with pytest.raises(AttributeError, match="immutable"):
            number.anything = 1  # type: ignore[union-attr]
        assert pickle.loads(pickle.dumps(number)) == number
        assert len({number, pickle.loads(pickle.dumps(number))}) == 1


def test_equal_numbers_have_equal_hashes() -> None:
    assert hash(RingNumber(3)) == hash(3) == hash(mpq(3))
    assert hash(RingNumber.power(factors=[(12, mpq(1, 2))])) == hash(2 * ROOT3)
    assert hash(ROOT2 * ROOT3) == hash(ROOT6)
    one, other = E / (1 + E), ratio(E * E + E * ROOT2, (E + 1) * (E + ROOT2))
    assert one == other
    assert hash(one) == hash(other)
    assert hash(ratio(E, RingNumber(1))) == hash(E)
    assert ratio(E, RingNumber(1)) == E
    assert ratio(E, RingNumber(1)) == E


@fixed
@given(sums, sums)
def test_quotients_are_rational_exactly_if_they_are(a: list[Power], b: list[Power]) -> None:
    n, d = ring(a), ring(b)
    if not d:
        with pytest.raises(ZeroDivisionError):
            ratio(n, d)
        return
    found = ratio(n, d)
    if isinstance(found, Quotient):
        assert found.denominator > 0
        assert found * d == n
        assert found.exact is None
        assert directed(found)[0] != directed(found)[1]
    else:
        assert found * d == n
    assert ratio(n * 3, d * 7) == found * mpq(3, 7)
    assert ratio(n * (E + ROOT2), d * (E + ROOT2)) == found


@fixed
@given(sums, sums, sums)
def test_laws_of_a_field(a: list[Power], b: list[Power], c: list[Power]) -> None:
    n, d, other = ring(a), ring(b), ring(c)
    if not d or not n:
        return
    x, y = ratio(n, d), ratio(other, d + d)
    assert x - x == 0
    assert x / x == 1
    assert x * (1 / x) == 1
    assert (x + y) - y == x
    assert x * (y + 1) == x * y + x
    assert (x + y) * 2 == (2 * n + other) / d
    assert x**2 == x * x
    assert (x < y) is (y > x) is ((x - y) < 0)
    assert max(x, y) in (x, y)


RATIONAL_QUOTIENTS = {
    "a multiple": (ratio(3 * E + 3, 2 * E + 2), mpq(3, 2)),
    "a root": (ratio(ROOT2 * 6, ROOT2 * 4), mpq(3, 2)),
    "of radicals": (ratio(ROOT6 + ROOT2, (ROOT3 + 1) * ROOT2), mpq(1)),
    "negative": (ratio(-E, E), mpq(-1)),
    "nothing": (ratio(E - E, E), mpq(0)),
    "integers": (ratio(mpz(6), mpz(4)), mpq(3, 2)),
    "a square of a root": (ratio(ROOT2, RingNumber(1)) ** 2, mpq(2)),
    "a sum that completes": (E / (1 + E) + 1 / (1 + E), mpq(1)),
}


@pytest.mark.parametrize("name", RATIONAL_QUOTIENTS)
def test_a_rational_quotient_is_given_as_a_rational(name: str) -> None:
    found, expected = RATIONAL_QUOTIENTS[name]
    assert isinstance(found, type(mpq()))
    assert found == expected


def test_quotients_of_multiples_are_written_as_one_power() -> None:
    for found, name in (
        (ratio(E + E * E, 2 + 2 * E), "(1/2)*e"),
        (ratio((1 + ROOT2) * ROOT2 * E, 1 + ROOT2), "e*2^(1/2)"),
        (ratio(E * (1 + ROOT2 + ROOT3), ROOT2 + 2 + ROOT6), "(1/2)*e*2^(1/2)"),
    ):
        assert str(found) == name
        assert isinstance(found, Quotient)
        assert found.is_monomial


def test_equal_denominators_stay() -> None:
    shares = [ratio(E**k, 1 + E + E**2) for k in range(3)]
    assert {str(x.denominator) for x in shares if isinstance(x, Quotient)} == {"1 + e + e^2"}
    assert sum(shares, mpq(0)) == 1
    partial = shares[0] + shares[1] * mpq(1, 3) - mpq(1, 7)
    assert str(partial.denominator) == "1 + e + e^2"
    inverse = RingNumber.power(-1)
    assert str(((1 - inverse) / (1 + inverse)).denominator) == "1 + e"
    weights, scale = over_one_scale([*shares, mpq(1, 6), mpq(0)])
    assert scale == 6 * (1 + E + E**2)
    assert [ratio(w, scale) for w in weights] == [*shares, mpq(1, 6), mpq(0)]


def test_common_scales() -> None:
    assert common_scale([(mpz(4),), (mpz(6), mpz(2))]) == (12, [3, 1])
    one = 1 + E
    scale, factors = common_scale([(one, one), (one, mpz(2)), (mpz(3),), (RingNumber(1),)])
    assert scale == 6 * one**2
    assert factors == [6, 3 * one, 2 * one**2, 6 * one**2]


def test_weights_are_made_integral() -> None:
    numbers = [E * mpq(1, 6), ROOT2 * mpq(3, 4), mpq(1, 3), mpz(2)]
    assert integral(numbers) == [2 * E, 9 * ROOT2, 4, 24]
    assert len({x.frame for x in integral(numbers)}) == 1


@fixed
@given(sums, sums)
def test_keys_are_logarithms(a: list[Power], b: list[Power]) -> None:
    p, q = ring(a), ring(b)
    if p.sign() <= 0 or q.sign() <= 0:
        return
    with localcontext() as context:
        context.prec = 90
        exact = (decimal(a).ln() - decimal(b).ln()) * 2**FIXED_BITS
        assert abs(Decimal(log_key(p, q)) - exact) < FIXED_ERROR
        low, high = (Decimal(int(x * 2**FIXED_BITS)) for x in map(mpq, p.logarithm(200)))
        assert low - 1 <= decimal(a).ln() * 2**FIXED_BITS <= high + 1
    assert log_key(p * q, q * q) == log_key(p, q) or abs(log_key(p * q, q * q) - log_key(p, q)) < 3


TINY = "6.4517096928217660e-43429449", "6.4517096928217661e-43429449"


@pytest.mark.parametrize("negative", [False, True])
@pytest.mark.parametrize(
    ("number", "down", "up"),
    [
        (E, "2.7182818284590452", "2.7182818284590453"),
        (1 / (1 + E), "0.26894142136999512", "0.26894142136999513"),
        (1 - RingNumber.power(-(10**6)), "0.99999999999999999", "1.00000000000000000"),
        (1 + RingNumber.power(-(10**6)), "1.0000000000000000", "1.0000000000000001"),
        (RingNumber.power(10**8), "1.5499767466484265e+43429448", "1.5499767466484266e+43429448"),
        (RingNumber.power(-(10**8)), *TINY),
        (mpz(10) ** 30 + E, "1.0000000000000000e+30", "1.0000000000000001e+30"),
    ],
)
def test_decimals_are_rounded_in_their_direction(
    number: Any, down: str, up: str, negative: bool
) -> None:
    if negative:
        assert directed(-number) == (f"-{up}", f"-{down}")
    else:
        assert directed(number) == (down, up)


@fixed
@given(sums, st.sampled_from([2, 10]), st.integers(1, 30))
def test_leading_digits(parts: list[Power], base: int, digits: int) -> None:
    number = ring(parts)
    if number.exact is not None:
        return
    mantissa, place = leading(number, base, digits)
    assert base ** (digits - 1) <= mantissa < base**digits
    assert abs(number) > mantissa * mpq(base) ** place
    assert abs(number) < (mantissa + 1) * mpq(base) ** place


def test_powers_and_binomials() -> None:
    three = 1 + E + ROOT2
    assert three**5 == three * three * three * three * three
    assert (E - 1) ** 7 == (E - 1) ** 3 * (E - 1) ** 4
    long = sum((E**k * (k + 1) for k in range(40)), RingNumber(0))
    alternating = sum((E**k * (-1) ** k for k in range(40)), RingNumber(0))
    by_rows = sum((long * (E**k * (-1) ** k) for k in range(40)), RingNumber(0))
    assert long * alternating == by_rows  # beyond the schoolbook
    assert binomial_sum(6, E, ROOT2 * E, 6) == (E + ROOT2 * E) ** 6
    assert binomial_sum(3, RingNumber(1), E, 1) == E**3 + 3 * E**2


@fixed
@given(sums, st.integers(0, 5))
def test_a_power_takes_no_more_than_its_estimate(parts: list[Power], count: int) -> None:
    number = integral([ring(parts)])[0]
    power = number**count
    assert power.bit_length() <= power_bits(number, count) + 2 * len(power.terms)


def test_numbers_of_any_size_are_refused() -> None:
    for call in (
        lambda: RingNumber.power(mpz(10) ** 30),
        lambda: RingNumber.power(-(mpq(10) ** 30)),
        lambda: RingNumber.power(0, [(2, mpq(10) ** 30 + mpq(1, 2))]),
        lambda: (1 + E) ** (10**9),
        lambda: (1 + E + ROOT2) ** (10**6),
    ):
        with pytest.raises(LimitError, match="answer_bits"):
            call()
    with resources.limits(cells=1000), pytest.raises(LimitError, match="cells"):
        (1 + E) ** 100 * (1 + E) ** 99
    with resources.limits(answer_bits=1000), pytest.raises(LimitError, match="answer_bits"):
        (RingNumber.power(600) ** 2 / (1 + E)).enclose(10)


def test_how_they_are_written() -> None:
    assert str(1 - 2 * E + ROOT3 * RingNumber.power(mpq(1, 2))) == "1 + e^(1/2)*3^(1/2) - 2*e"
    assert repr(RingNumber.power(-2) * mpq(1, 3)) == "RingNumber((1/3)*e^(-2))"
    assert repr(E / (1 + E)) == "Quotient(e / (1 + e))"
    assert str(-1 / (1 + E)) == "-1 / (1 + e)"
