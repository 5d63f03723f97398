"""k-fold products and their classes against enumeration of every sequence of outputs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb
from operator import mul
from typing import Any

import pytest
import twin
from gmpy2 import mpq, mpz
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, check_irrational, exact
from oracle_models import LIMB, Both, alphas, channel, normalised, rows, small

import verify
from verify.exact.level import Level
from verify.loss import classes as module
from verify.loss.classes import Classes

wide = st.one_of(small, st.sampled_from([LIMB - 1, LIMB + 1, 2**256 + 1]))
Weighted = list[tuple[Fraction, Fraction]]


def power(both: Both, count: int) -> Both:
    return Both(twin.fresh([both.twin] * count), verify.combinators.fresh(both.engine, count))


@st.composite
def pairs(draw: Any, most: int = 4) -> Both:
    size = draw(st.integers(1, most))
    return channel(["x", "y"], draw(rows(2, size, wide)))


@st.composite
def two_classes(draw: Any) -> Both:
    """Two finite ratios, unsymmetric as a rule, perhaps with mass at ratio infinity and zero."""
    positive = st.one_of(st.integers(1, 4), st.sampled_from([LIMB - 1, 2**256 + 1]))
    p = [draw(positive) for _ in range(3)]
    q = [draw(positive) for _ in range(3)]
    p += [draw(st.sampled_from([0, 1, LIMB])), 0]
    q += [0, draw(st.sampled_from([0, 1, LIMB]))]
    q[2] = Fraction(p[2] * q[1], p[1])  # a tie: two classes of finite positive ratio
    return channel(["x", "y"], [normalised(p), normalised(q)])


@settings(max_examples=60)
@given(two_classes(), st.integers(1, 3), st.data())
def test_powers_of_two_classes(both: Both, count: int, data: Any) -> None:
    product = power(both, count)
    check_certified(product, product.pairs, data.draw(alphas(product.twin)))
    check_irrational(product, product.pairs, "1/7", twin.level_bounds("1/7"))


@settings(max_examples=80)
@given(pairs(), st.integers(1, 3), st.data())
def test_powers_of_any_pair(both: Both, count: int, data: Any) -> None:
    product = power(both, count)
    check_certified(product, product.pairs, data.draw(alphas(product.twin)))
    check_irrational(product, product.pairs, "ln(3)/2", twin.level_bounds(0, [(3, "1/2")]))


@pytest.mark.parametrize("count", [1, 2, 3, 7])
@pytest.mark.parametrize("p", ["1/2", "3/4", "1", "2/3"])
def test_every_level_of_repeated_response(p: str, count: int) -> None:
    product = power(Both(twin.response(2, p), verify.mechanisms.randomized_response(p)), count)
    for alpha in {Fraction(1), Fraction(3), Fraction(9), Fraction(2) ** count, Fraction(7, 2)}:
        check_certified(product, product.pairs, alpha)
    curve = verify.profile(product.engine)
    assert tuple(map(exact, curve.breakpoints)) == twin.breakpoints(product.twin, product.pairs)


HALF_SYMMETRIC = [([2, 5, 3, 0], [5, 1, 0, 4]), ([1, 5, 4, 0], [3, 1, 0, 6])]
"""Of two classes, the weight of one under P is that of the other under Q, but not both ways"""


@pytest.mark.parametrize("laws", HALF_SYMMETRIC)
@pytest.mark.parametrize("alpha", ["1", "3/2", "4", "10", "100"])
def test_half_a_symmetry_is_none(laws: tuple[list[int], list[int]], alpha: str) -> None:
    both = channel(["x", "y"], [[Fraction(w, 10) for w in law] for law in laws])
    for count in (1, 2, 3):
        product = power(both, count)
        check_certified(product, product.pairs, Fraction(alpha))


@pytest.mark.parametrize("alpha", ["1", "3", "5", "27", "100"])
def test_a_power_of_a_power_of_a_power(alpha: str) -> None:
    both = channel(["x", "y"], [["3/4", "1/4"], ["1/3", "2/3"]])
    nested = power(power(power(both, 2), 3), 1)
    assert len(nested.twin["x"]) == 2**6
    check_certified(nested, nested.pairs, Fraction(alpha))


def tail_sums(
    p: tuple[int, int], q: tuple[int, int], count: int, alpha: Fraction
) -> tuple[Fraction, Fraction]:
    """(P(S), Q(S)) of the k-fold product of two outcomes, by count of the second one."""
    a = b = 0
    ways = _binomials(count)
    here, there = ([_powers(w, count) for w in law] for law in (p, q))
    for s in range(count + 1):
        one = here[0][count - s] * here[1][s]
        two = there[0][count - s] * there[1][s]
        if one * alpha.denominator > alpha.numerator * two:
            a += ways[s] * one
            b += ways[s] * two
    total = sum(p) ** count
    return Fraction(a, total), Fraction(b, total)


@cache
def _binomials(count: int) -> list[int]:
    return [comb(count, s) for s in range(count + 1)]


def _powers(base: int, count: int) -> list[int]:
    return list(accumulate([base] * count, mul, initial=1))


@pytest.mark.parametrize("count", [10, 257, 2001])
def test_long_products_of_two_outcomes(count: int) -> None:
    for p, q in (((3, 1), (1, 3)), ((5, 2), (4, 3)), ((1, 99), (98, 2))):
        engine = verify.Channel.from_weights(["x", "y"], None, [p, q], sum(p))
        product = verify.combinators.fresh(engine, count)
        tie = Fraction(p[0], q[0]) ** (count - count // 3) * Fraction(p[1], q[1]) ** (count // 3)
        for alpha in (Fraction(1), max(tie, 1 / tie), Fraction(10) ** 30):
            found = verify.certify(product, alpha=alpha, full=True)
            values = {d.input: (exact(d.delta.a), exact(d.delta.b)) for d in found.directions}
            expected = {"x": tail_sums(p, q, count, alpha), "y": tail_sums(q, p, count, alpha)}
            assert values == expected


@pytest.mark.parametrize("side", [-1, 1])
def test_a_long_product_at_a_level_a_hair_beside_a_ratio(side: int) -> None:
    """Nearer than enclosures of logarithms tell: the outcomes of that ratio are in, or are out."""
    p, q, count, lows = (3, 1), (1, 3), 2001, 667
    alpha = Fraction(3) ** (count - 2 * lows) * (1 + Fraction(side, 2**400))
    engine = verify.Channel.from_weights(["x", "y"], None, list(map(list, (p, q))), 4)
    verdict = verify.certify(verify.combinators.fresh(engine, count), alpha=alpha)
    delta = verdict.directions[0].delta
    assert (exact(delta.a), exact(delta.b)) == tail_sums(p, q, count, alpha)


@pytest.mark.parametrize("count", [3, 2001])
def test_a_threshold_at_an_irrational_level(count: int) -> None:
    engine = verify.Channel.from_weights(["x", "y"], None, [(5, 2), (4, 3)], 7)
    product = verify.combinators.fresh(engine, count)
    for epsilon, bounds in (("1/7", ("1/7",)), ("7*ln(5)/2", (0, [(5, "7/2")]))):
        low, high = twin.level_bounds(*bounds)
        found = verify.certify(product, epsilon=epsilon, full=True)
        for direction in found.directions:
            p, q = ((5, 2), (4, 3)) if direction.input == "x" else ((4, 3), (5, 2))
            sums = tail_sums(p, q, count, low)
            assert sums == tail_sums(p, q, count, high)
            assert (exact(direction.delta.a), exact(direction.delta.b)) == sums


@pytest.mark.parametrize("bits", [60, 130, 200, 500])
def test_two_ratios_that_nearly_agree(bits: int) -> None:
    hair = Fraction(1, 2**bits)
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    near_one = channel(["x", "y"], [[half + hair, half - hair], [half, half]])
    near_half = channel(
        ["x", "y"],
        [[quarter, quarter + hair, half - hair, 0], [half, half - hair / 2, 0, hair / 2]],
    )
    for both in (near_one, near_half):
        product = power(both, 3)
        for alpha in (Fraction(1), 1 + hair, Fraction(2), (1 + 2 * hair) ** 3):
            check_certified(product, product.pairs, alpha)


# classes of equal ratio


def classes_of(weighted: Weighted) -> Classes:
    scale = 1
    for p, q in weighted:
        scale *= (p + q).denominator * p.denominator
    integers = [(mpz(int(p * scale)), mpz(int(q * scale))) for p, q in weighted]
    return module.from_weights(integers, mpz(scale))


def merged(weighted: Sequence[tuple[Fraction, Fraction]]) -> dict[Fraction | None, list[Fraction]]:
    """{ratio: [P, Q]}, None for infinity; outcomes with P = Q = 0 left out."""
    found: dict[Fraction | None, list[Fraction]] = {}
    for p, q in weighted:
        if p or q:
            sums = found.setdefault(p / q if q else None, [Fraction(0), Fraction(0)])
            sums[0] += p
            sums[1] += q
    return found


def read(found: Classes) -> dict[Fraction | None, list[Fraction]]:
    scale = int(found.denominator)
    ratios = [Fraction(int(p), int(q)) for _, p, q in found.entries]
    assert ratios == sorted(set(ratios))
    for (key, _, _), ratio in zip(found.entries, ratios, strict=True):
        assert abs(key - verify_log(ratio)) <= found.error
    values = {
        r: [Fraction(int(p), scale), Fraction(int(q), scale)]
        for r, (_, p, q) in zip(ratios, found.entries, strict=True)
    }
    if found.infinite:
        values[None] = [Fraction(int(found.infinite), scale), Fraction(0)]
    if found.zero:
        values[Fraction(0)] = [Fraction(0), Fraction(int(found.zero), scale)]
    return values


def verify_log(ratio: Fraction) -> int:
    """ln(ratio)·2^128 to the nearest integer, with `decimal`."""
    return round(twin.logarithm(ratio) * 2**128)


def weighted_laws(both: Both) -> Weighted:
    p, q = both.twin.values()
    return [(p[y], q[y]) for y in p]


def sequences(factors: Sequence[Weighted]) -> Weighted:
    found = [(Fraction(1), Fraction(1))]
    for factor in factors:
        found = [(a * p, b * q) for a, b in found for p, q in factor]
    return found


@given(pairs(), st.integers(1, 4))
def test_classes_of_a_power(both: Both, count: int) -> None:
    weighted = weighted_laws(both)
    found = module.power(classes_of(weighted), count)
    assert read(found) == merged(sequences([weighted] * count))


@given(pairs(), pairs())
def test_classes_of_a_product(left: Both, right: Both) -> None:
    parts = [weighted_laws(left), weighted_laws(right)]
    found = module.product(*(classes_of(part) for part in parts))
    assert read(found) == merged(sequences(parts))


@given(rows(2, 3, wide), st.lists(st.one_of(st.none(), pairs(3)), min_size=3, max_size=3))
def test_classes_of_a_union(entry: list[list[Fraction]], inside: list[Both | None]) -> None:
    branches, outcomes = [], []
    for p, q, both in zip(*entry, inside, strict=True):
        weighted = weighted_laws(both) if both else [(Fraction(1), Fraction(1))]
        branches.append((mpq(p), mpq(q), classes_of(weighted) if both else None))
        outcomes += [(p * a, q * b) for a, b in weighted]
    assert read(module.union(branches)) == merged(outcomes)


@pytest.mark.parametrize("bits", [60, 127, 130, 700])
def test_ratios_closer_than_their_keys(bits: int) -> None:
    hair = Fraction(1, 2**bits)
    laws = [[Fraction(1, 4) + k * hair for k in (0, 1, -1)], [Fraction(1, 4)] * 3]
    weighted = [(p, q) for p, q in zip(*[[*r, 1 - sum(r)] for r in laws], strict=True)]
    assert read(classes_of(weighted)) == merged(weighted)
    squared = module.power(classes_of(weighted), 2)
    assert read(squared) == merged(sequences([weighted] * 2))


@pytest.mark.parametrize("level", ["ln(2)", "1/7"])
def test_a_product_that_mixes_powers_and_factors_without_information(level: str) -> None:
    rr, coin = (verify.mechanisms.randomized_response(p) for p in ("2/3", "1/2"))
    engine = verify.combinators.fresh([rr, coin, rr, coin, rr])
    laws = twin.fresh([twin.response(2, "2/3")] * 3)
    bounds = twin.level_bounds(*((0, [(2, 1)]) if level == "ln(2)" else (level,)))
    found = verify.certify(engine, epsilon=level).delta_star
    ends = [twin.delta_star(laws, [("0", "1")], x) for x in bounds]
    assert ends[1] <= exact(found.a) - bounds[0] * exact(found.b)
    assert exact(found.a) - bounds[1] * exact(found.b) <= ends[0]
    assert found == verify.profile(engine).delta_at(Level.epsilon(level))
