"""The kernel for two halves of a product, against all products of plain Fractions."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpz
from hypothesis import given, settings
from hypothesis import strategies as st

import verify._core as core
from verify.compose import _halves as kernel

LIMB = 2**64
UNIT = 2**60  # of the keys in these tests

Classes = list[tuple[int, int]]

sizes = st.one_of(
    st.integers(1, 4),
    st.integers(1, LIMB - 1),
    st.sampled_from([LIMB - 1, LIMB, LIMB + 1, LIMB**2 - 1, 2**200 + 1]),
)
errors = st.sampled_from([2, 2**40, 2**56, 2**57, 2**58, 2**70])
"""From keys that decide nearly always to keys that decide nearly never"""


def logarithm(ratio: Fraction) -> int:
    """ln(ratio) in units of keys, to the nearest integer."""
    with localcontext(prec=60):
        return round((Decimal(ratio.numerator).ln() - Decimal(ratio.denominator).ln()) * UNIT)


def limbs(total: int) -> int:
    return -(-total.bit_length() // 64)


def merged(weights: Classes) -> Classes:
    """Ascending by ratio, equal ratios added up."""
    found: dict[Fraction, list[int]] = {}
    for p, q in weights:
        sums = found.setdefault(Fraction(p, q), [0, 0])
        sums[0] += p
        sums[1] += q
    return [(p, q) for _, (p, q) in sorted(found.items())]


def total(classes: Classes) -> int:
    return max(sum(p for p, _ in classes), sum(q for _, q in classes))


def array_of(keys: list[int]) -> np.ndarray:
    return core.pack([key % 2**128 for key in keys], 2)


def half(classes: Classes, error: int = 2, noise: list[int] | None = None) -> kernel.Half:
    """Its keys are off by as much as the error allows."""
    keys: list[int] = []
    for i, (p, q) in enumerate(classes):
        shift = noise[i % len(noise)] % (2 * error + 1) - error if noise else 0
        key = logarithm(Fraction(p, q)) + shift
        keys.append(max([key, *keys[-1:]]))
    sides = [core.pack([w[side] for w in classes], limbs(total(classes))) for side in (0, 1)]
    return kernel.Half(array_of(keys), np.concatenate(sides, axis=1), error + 1)


def times(left: tuple[kernel.Half, int], right: tuple[kernel.Half, int]) -> tuple[kernel.Half, int]:
    scale = left[1] * right[1]
    return kernel.product(left[0], right[0], limbs(scale)), scale


@st.composite
def classes(draw, most=6):
    """A few ratios at any size, and some that nearly agree."""
    some = st.tuples(sizes, sizes)
    alike = st.builds(lambda a, b, s: (a * s, b * s), st.integers(1, 3), st.integers(1, 3), sizes)
    near = st.builds(lambda a, b: (LIMB**2 - a, LIMB**2 - b), st.integers(1, 3), st.integers(1, 3))
    return merged(draw(st.lists(st.one_of(some, alike, near), min_size=1, max_size=most)))


noises = st.lists(st.integers(0, 2**71), min_size=1, max_size=7)


def all_products(*parts: Classes) -> Classes:
    found = [(1, 1)]
    for part in parts:
        found = [(p * a, q * b) for p, q in found for a, b in part]
    return found


def high_sums(parts: list[Classes], alpha: Fraction, reverse: bool) -> tuple[int, int]:
    """The sums of all products of ratio > α, or >= 1/α."""
    found = [
        (p, q)
        for p, q in all_products(*parts)
        if (Fraction(p, q) >= 1 / alpha if reverse else Fraction(p, q) > alpha)
    ]
    return sum(p for p, _ in found), sum(q for _, q in found)


@given(classes(), classes(), errors, noises)
def test_the_product_of_two_halves(left, right, error, noise):
    one, two = half(left, error, noise), half(right, error, noise)
    width = limbs(total(left) * total(right))
    found = kernel.product(one, two, width).classes()
    expected = merged(all_products(left, right))
    assert [(int(p), int(q)) for _, p, q in found] == expected
    keys = [key for key, _, _ in found]
    assert keys == sorted(keys)
    for key, p, q in found:
        assert abs(key - logarithm(Fraction(int(p), int(q)))) <= 2 * (error + 1)
    other_way = kernel.product(two, one, width).classes()
    assert [entry[1:] for entry in other_way] == [entry[1:] for entry in found]


@given(st.lists(classes(3), min_size=2, max_size=4), errors, noises)
def test_products_one_after_the_other(parts, error, noise):
    found = half(parts[0], error, noise), total(parts[0])
    for part in parts[1:]:
        found = times(found, (half(part, error, noise), total(part)))
    read = [(int(p), int(q)) for _, p, q in found[0].classes()]
    assert read == merged(all_products(*parts))


def test_keys_that_are_off_as_far_as_they_may_be():
    """The keys of 1·3 and (3 − 2^−70)·1 are in the wrong order by nearly four errors of a half."""
    error = UNIT // 4
    left, right = [(1, 1), (3 * 2**70 - 1, 2**70)], [(1, 1), (3, 1)]
    off = error - 1
    ln3 = logarithm(Fraction(3))
    halves = [
        kernel.Half(array_of(keys), np.concatenate([core.pack(w, 2) for w in sides], 1), error)
        for keys, sides in (
            ([-off, ln3 + off], zip(*left, strict=True)),
            ([off, ln3 - off], zip(*right, strict=True)),
        )
    ]
    for one, two in (halves, halves[::-1]):
        found = [(int(p), int(q)) for _, p, q in kernel.product(one, two, 3).classes()]
        assert found == merged(all_products(left, right))


@st.composite
def questions(draw):
    """Three parts, and a level on a ratio of their product, a hair beside one, or anywhere."""
    parts = [draw(classes(4)), draw(classes(4)), draw(classes(3))]
    p, q = draw(st.sampled_from(all_products(*parts)))
    hair = Fraction(draw(st.sampled_from([-1, 0, 1])), 2 ** draw(st.sampled_from([30, 64, 700])))
    level = Fraction(p, q) * (1 + hair)
    return parts, draw(st.sampled_from([level, 1 / level, Fraction(1), Fraction(2**70)]))


def table_of(part: Classes, error: int, noise: list[int]) -> kernel.Half:
    """Multiplied by nothing, because only products have room for the sum of no class."""
    found = kernel.product(half(part, error, noise), half([(1, 1)]), limbs(total(part)))
    kernel.sum_up(found)
    return found


@settings(max_examples=200)
@given(questions(), errors, noises, st.booleans())
def test_sums_above_a_level(question, error, noise, reverse):
    parts, alpha = question
    table = table_of(parts[0], error, noise)
    others = half(parts[1], error, noise), half(parts[2], error, noise)
    middle = logarithm(alpha)
    low, high = middle - noise[0] % error - 1, middle + noise[-1] % error + 1
    level = mpz(alpha.numerator), mpz(alpha.denominator)
    found = kernel.upper_sums(table, *others, low, high, (level, level), reverse)
    assert found == high_sums(parts, alpha, reverse)
    unknown = kernel.upper_sums(table, *others, low, high, None, reverse)
    assert unknown in (None, found)


@given(questions(), st.booleans(), st.sampled_from([20, 60, 900]))
def test_levels_around_an_unknown_one(question, reverse, bits):
    """No answer, unless all levels between the two ends have the same one."""
    parts, alpha = question
    ends = [alpha * (1 - Fraction(1, 2**bits)), alpha * (1 + Fraction(1, 2**bits))]
    levels = [(mpz(end.numerator), mpz(end.denominator)) for end in ends]
    table, others = table_of(parts[0], 2**70, [1]), [half(p, 2**70) for p in parts[1:]]
    found = kernel.upper_sums(table, *others, 0, 0, tuple(levels), reverse)
    expected = {high_sums(parts, end, reverse) for end in ends}
    if found is None:
        assert len(expected) == 2
    else:
        assert expected == {found}


@pytest.mark.parametrize("count", [1, 2, 9, 33, 100])
@pytest.mark.parametrize("width", [1, 2, 5])
def test_many_streams_and_long_steps(count, width):
    """Uneven halves; bands of keys in which hundreds of classes lie."""
    many = merged([(7**width * (3 * i + 2), 5**width * (i + 5)) for i in range(300)])
    few = merged([(11 * i + 1, 12 * i + 5) for i in range(count)])
    small = [(2, 7), (3, 4)]
    for error in (2, 2**70):
        table, walked = table_of(many, error, [0]), half(few, error)
        for index in (0, 150, 299):
            alpha = Fraction(*many[index]) * Fraction(*few[count // 2]) * Fraction(3, 4)
            level = mpz(alpha.numerator), mpz(alpha.denominator)
            near = logarithm(alpha) - 1, logarithm(alpha) + 1
            for reverse in (False, True):
                found = kernel.upper_sums(
                    table, walked, half(small, error), *near, (level, level), reverse
                )
                assert found == high_sums([many, few, small], alpha, reverse)


@pytest.mark.parametrize("bits", [63, 64, 65, 127, 128, 129, 191, 192, 193])
def test_totals_at_the_boundary_of_a_limb(bits):
    """Weights that sum to 2^bits − 1 on both sides, so that carries run to the end."""
    whole = 2**bits - 1
    part = merged([(whole - 2**40, 2**40), (2**40, whole - 2**40)])
    table = table_of(part, 2, [0])
    for alpha in (Fraction(1, 2**600), Fraction(1)):
        level = mpz(alpha.numerator), mpz(alpha.denominator)
        near = logarithm(alpha) - 1, logarithm(alpha) + 1
        found = kernel.upper_sums(table, half(part), half(part), *near, (level, level), False)
        assert found == high_sums([part] * 3, alpha, False)
    low = kernel.upper_sums(table, half(part), half(part), -(2**120), -(2**120), None, False)
    assert low == (whole**3, whole**3)


def test_what_is_no_half_is_refused():
    rows, keys = np.ones((2, 2), dtype=np.uint64), array_of([0, 1])
    with pytest.raises(ValueError, match="keys do not fit"):
        kernel.Half(keys, rows[:1], 1)
    with pytest.raises(ValueError, match="keys do not fit"):
        kernel.Half(keys[:0], rows[:0], 1)
    with pytest.raises(ValueError, match="as many limbs for q as for p"):
        kernel.Half(keys, np.ones((2, 3), dtype=np.uint64), 1)
    with pytest.raises(ValueError, match="multiple of 16 bytes"):
        kernel.Half(np.zeros(5, dtype=np.uint64)[1:].reshape(2, 2), rows, 1)
    with pytest.raises(OverflowError, match="less than 2\\*\\*126"):
        kernel.Half(keys, rows, 2**126)


def test_halves_and_sums_are_not_mixed_up():
    part = half([(1, 2), (3, 1)])
    with pytest.raises(ValueError, match="do not fit 3"):
        kernel.product(part, part, 3)
    with pytest.raises(ValueError, match="no row for the sum of no class"):
        kernel.sum_up(part)
    table = table_of([(1, 2), (3, 1)], 2, [0])
    assert table.count == 2
    for wrong in (lambda: kernel.sum_up(table), table.classes):
        with pytest.raises(ValueError, match="have been summed up"):
            wrong()
    with pytest.raises(ValueError, match="have been summed up"):
        kernel.product(table, part, 1)
    with pytest.raises(ValueError, match="must be summed up"):
        kernel.upper_sums(part, part, part, 0, 0)
    with pytest.raises(OverflowError, match="less than 2\\*\\*126"):
        kernel.upper_sums(table, part, part, 0, 2**126)
