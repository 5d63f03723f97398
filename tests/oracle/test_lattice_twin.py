"""Products on a lattice of ratios against the definition, and against multisets of classes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
import twin
from gmpy2 import mpq, mpz
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, check_irrational, exact
from oracle_models import LIMB, Both, alphas, channel, normalised

import verify
from verify.combinators import fresh
from verify.compose.independent import Factor, Independent
from verify.compose.lattice import lattice_of
from verify.compose.lattice_sums import LatticeSums
from verify.compose.lattice_weights import lattice_found
from verify.compose.merging import class_count, listed_classes
from verify.compose.planner import plan, product_sums, using
from verify.compose.size import class_estimate
from verify.compose.structure import independent
from verify.exact.level import Level
from verify.exact.ring import RingNumber
from verify.loss import classes as module
from verify.loss.classes import Classes
from verify.loss.distribution import ListedDistribution
from verify.loss.sums import EventSums
from verify.mechanisms import discrete_laplace, geometric, leaky, randomized_response

steps = st.sampled_from(
    [Fraction(2), Fraction(21, 20), Fraction(4, 9), Fraction(LIMB + 1, LIMB), Fraction(10**30)]
)
masses = st.one_of(st.integers(1, 5), st.sampled_from([LIMB - 1, LIMB + 1]), st.integers(1, 2**200))
Laws = list[list[Fraction]]


@st.composite
def laws(draw: Any, step: Fraction, most: int = 4) -> Laws:
    """Ratios c·step^j, with any masses, and perhaps with some at ratio infinity and at ratio 0."""
    places = sorted(draw(st.sets(st.integers(0, 5), min_size=1, max_size=most)))
    q: list[Any] = [draw(masses) for _ in places]
    p = [weight * step**place for weight, place in zip(q, places, strict=True)]
    for side, other in ((p, q), (q, p)):
        if draw(st.booleans()):
            side.append(draw(masses))
            other.append(0)
    return [normalised(p), normalised(q)]


@st.composite
def products(draw: Any, most: int = 3) -> Both:
    """Several factors over one step, some of them drawn more than once."""
    step = draw(steps)
    parts: list[Both] = []
    outcomes = 1
    for _ in range(draw(st.integers(1, most))):
        both = channel(["x", "y"], draw(laws(step)))
        for _ in range(draw(st.integers(1, 3))):
            outcomes *= len(both.twin["x"])
            if outcomes <= 120:
                parts.append(both)
    return Both(twin.fresh([each.twin for each in parts]), fresh([each.engine for each in parts]))


def normal(both: Both) -> Independent:
    return independent(both.engine.pair(0, 1))


def method(product: Independent) -> str | None:
    return None if LatticeSums.of(product) is None else "lattice"


@settings(max_examples=100)
@given(products(), st.data())
def test_products_at_one_level(both: Both, data: Any) -> None:
    with using(method(normal(both))):
        check_certified(both, both.pairs, data.draw(alphas(both.twin)))


@settings(max_examples=40)
@given(products())
def test_products_at_irrational_levels(both: Both) -> None:
    with using(method(normal(both))):
        check_irrational(both, both.pairs, "1/2", twin.level_bounds("1/2"))
        check_irrational(both, both.pairs, "ln(3)/2", twin.level_bounds(0, [(3, "1/2")]))
        check_irrational(both, both.pairs, "40", twin.level_bounds("40"))


@settings(max_examples=40)
@given(products(2))
def test_every_breakpoint(both: Both) -> None:
    """Exactly on a ratio its outcomes are left out; a hair below they are in."""
    curve = verify.profile(both.engine)
    assert tuple(map(exact, curve.breakpoints)) == twin.breakpoints(both.twin, both.pairs)
    with using(method(normal(both))):
        for alpha in twin.breakpoints(both.twin, both.pairs)[:8]:
            for level in (alpha, alpha * (1 - Fraction(1, 2**500))):
                expected = twin.delta_star(both.twin, both.pairs, max(level, Fraction(1)))
                found = verify.certify(both.engine, alpha=max(level, Fraction(1)))
                assert exact(found.delta_star) == expected


# many draws, against multisets of classes


def multisets(product: Independent) -> Classes:
    return reduce(module.product, [module.power(f.classes, f.count) for f in product.factors])


def sums_of(classes: Classes, level: Level) -> EventSums:
    law = ListedDistribution(classes)
    return EventSums(*law.both(level), law.denominator)


def table(p: Sequence[int], q: Sequence[int], scale: int = 1) -> Classes:
    """Classes of these weights; what one law lacks lies where the other has nothing."""
    whole = max(sum(p), sum(q))
    weights = [(mpz(a) * scale, mpz(b) * scale) for a, b in zip(p, q, strict=True)]
    weights += [(mpz(whole - sum(p)) * scale, mpz(0)), (mpz(0), mpz(whole - sum(q)) * scale)]
    return module.from_weights(weights, mpz(whole * scale))


GEOMETRIC = table([256, 64, 32, 16, 8, 4, 2, 1, 1], [1, 1, 2, 4, 8, 16, 32, 64, 256])
THREE = table([4, 2, 1], [1, 2, 4])
GAPS = table([LIMB * 64, 6, 5, 11], [LIMB, 3, 5 * LIMB, 77])  # a lattice, but for 11/77
APART = table([9, 6, 2, 3, 0], [6, 8, 2, 0, 4])  # ratios 3/2, 3/4 and 1
HALVES = table([12, 6, 3, 1], [4, 4, 4, 0])  # ratios 3, 3/2, 3/4, and mass at both ends
PRODUCTS = [
    [(GEOMETRIC, 6)],
    [(THREE, 9), (GEOMETRIC, 3)],
    [(HALVES, 12)],
    [(HALVES, 5), (THREE, 4)],
    [(THREE, 1), (HALVES, 1), (GEOMETRIC, 1)],
]


@pytest.mark.parametrize("factors", PRODUCTS)
@pytest.mark.parametrize("epsilon", ["0", "ln(2)", "3*ln(2)", "1/2", "ln(3)/2", "4", "1000"])
def test_many_draws_at_one_level(factors: list[tuple[Classes, int]], epsilon: str) -> None:
    product = Independent(tuple(Factor(*each) for each in factors))
    level = Level.epsilon(epsilon)
    expected = sums_of(multisets(product), level)
    for way in ("lattice", "classes"):
        with using(way):
            assert product_sums(Independent(product.factors), level) == expected


@pytest.mark.parametrize("factors", PRODUCTS)
def test_all_classes_of_many_draws(factors: list[tuple[Classes, int]]) -> None:
    product = Independent(tuple(Factor(*each) for each in factors))
    found, expected = listed_classes(product), multisets(product)
    assert class_count(product) == len(found.entries) == len(expected.entries)
    assert (found.infinite, found.zero) == (expected.infinite, expected.zero)
    assert [entry[1:] for entry in found.entries] == [entry[1:] for entry in expected.entries]
    keys = [entry[0] for entry in found.entries]
    assert keys == sorted(set(keys))
    for key, other in zip(keys, expected.entries, strict=True):
        assert abs(key - other[0]) < found.error + expected.error


@pytest.mark.parametrize("side", [-1, 0, 1])
@pytest.mark.parametrize("bits", [100, 130, 300])
def test_levels_a_hair_beside_a_point(side: int, bits: int) -> None:
    product = Independent((Factor(HALVES, 12), Factor(THREE, 3)))
    listed = multisets(product)
    for key, p, q in listed.entries:
        alpha = mpq(p, q) * (1 + side * mpq(1, 1 << bits))
        if alpha > 1:
            level = Level.alpha(alpha)
            with using("lattice"):
                assert product_sums(Independent(product.factors), level) == sums_of(listed, level)
        assert abs(key) < 1 << 200


# what is a lattice, and what is not


@pytest.mark.parametrize("bits", [60, 100, 127, 129, 200, 1000])
@pytest.mark.parametrize("where", [0, 1, 2])
def test_almost_a_lattice_is_none(bits: int, where: int) -> None:
    p, q = [8 << bits, 4 << bits, 2 << bits], [1 << bits] * 3
    product = Independent((Factor(table(p, q), 3),))
    assert lattice_of(product.factors) is not None
    p[where] += 1
    product = Independent((Factor(table(p, q), 3), Factor(table(p, q, 3), 2)))
    expected = multisets(Independent((Factor(table(p, q), 5),)))
    assert lattice_of(product.factors) is None
    assert LatticeSums.of(product) is None
    for alpha in (mpq(2), mpq(64), 1 + mpq(1, 1 << bits)):
        level = Level.alpha(alpha)
        got = product_sums(product, level)
        scale = mpz(3) ** 2
        a, b = sums_of(expected, level).forward
        assert got.forward == (a * scale, b * scale)


def test_lattices_that_are_found() -> None:
    found = lattice_of((Factor(GEOMETRIC, 10),))
    assert found is not None
    assert found.places == (tuple(range(9)),)
    assert (found.numerator, found.denominator, found.shift, found.apart) == (4, 1, -40, ())
    found = lattice_of((Factor(HALVES, 2), Factor(table([4, 1], [1, 4]), 1)))
    assert found is not None
    assert found.places == ((0, 1, 2), (0, 4))
    assert found.apart == ((3, 4, 2),)


def test_a_step_that_no_two_classes_are_apart() -> None:
    """Ratios 1, 4 and 8: the step is 2."""
    found = lattice_of((Factor(table([1, 4, 8], [1, 1, 1]), 3),))
    assert found is not None
    assert found.places == ((0, 2, 3),)
    assert (found.numerator, found.denominator) == (2, 1)


@pytest.mark.parametrize("factors", [[(APART, 4)], [(APART, 2), (THREE, 3)], [(GAPS, 3)]])
def test_no_lattice(factors: list[tuple[Classes, int]]) -> None:
    product = Independent(tuple(Factor(*each) for each in factors))
    assert LatticeSums.of(product) is None
    found, expected = listed_classes(product), multisets(product)
    assert [entry[1:] for entry in found.entries] == [entry[1:] for entry in expected.entries]
    assert class_count(product) >= len(found.entries)


def test_a_fine_lattice_has_more_points_than_multisets() -> None:
    wide = table([2**40, 2**39, 1], [1, 1, 1])
    product = Independent((Factor(wide, 2),))
    assert lattice_found(product) is not None
    assert class_count(product) == 6
    assert listed_classes(product).entries == multisets(product).entries


def test_parts_with_a_lattice_each() -> None:
    threes = table([9, 3, 1], [1, 3, 9])
    product = Independent((Factor(THREE, 10), Factor(threes, 5), Factor(GEOMETRIC, 2)))
    assert LatticeSums.of(product) is None
    assert class_count(product) == (10 * 2 + 2 * 8 + 1) * (5 * 2 + 1)
    found, expected = listed_classes(product), multisets(product)
    assert [entry[1:] for entry in found.entries] == [entry[1:] for entry in expected.entries]


# the public face


def noisy(count: int) -> verify.Mechanism:
    mechanism = geometric("1/2", 0, 8, sensitivity=8)
    return fresh(mechanism, count).under({"pairs": [["0", "8"]]})


def test_how_many_classes_there_are_is_known_before() -> None:
    pair = noisy(1000).pair(0, 8)
    assert class_estimate(pair) == 8001
    found = plan(independent(pair))
    assert found.method == "lattice"
    assert "8001" in found.reason
    assert found.work.seconds < 1
    nested = fresh([fresh(noisy(10), 10), noisy(30)]).under({"pairs": [["0", "8"]]})
    assert class_estimate(nested.pair(0, 8)) == 130 * 8 + 1
    laplace = fresh(discrete_laplace("3", 0, 4, sensitivity=4), 20)
    assert class_estimate(laplace.pair(0, 4)) == 81


def test_a_thousand_draws_of_noise() -> None:
    """The sums of both sides of a threshold make a whole, and the profile says the same."""
    mechanism = noisy(200)
    curve = verify.profile(mechanism)
    with using("lattice"):
        for epsilon in ("0", "600*ln(2)", "1200*ln(2)", "1328*ln(2)", "1400", "900"):
            found = verify.certify(mechanism, epsilon=epsilon).delta_star
            assert found == curve.delta_at(Level.epsilon(epsilon))
            assert 0 <= found <= 1


@pytest.mark.parametrize("epsilon", ["0", "1/3", "10", "40*ln(21/20)", "41*ln(21/20)"])
def test_different_responses_at_powers_of_one_odds(epsilon: str) -> None:
    mechanisms = [randomized_response(alpha=Fraction(21, 20) ** i) for i in range(1, 15)]
    leaks = [leaky("1/1000000", each) for each in mechanisms[:4]]
    product = independent(fresh(mechanisms + leaks).pair(0, 1))
    level = Level.epsilon(epsilon)
    expected = sums_of(multisets(product), level)
    assert class_count(product) == 105 + 10 + 1
    for way in ("lattice", "classes"):
        with using(way):
            assert product_sums(Independent(product.factors), level) == expected


# numbers of the ring


def ring_products() -> list[Independent]:
    responses = [randomized_response(epsilon=Fraction(i, 20)) for i in range(1, 9)]
    noise = discrete_laplace("3", 0, 3, sensitivity=3)
    mixed = [*responses[:3], randomized_response(alpha=3)]
    lengths = [leaky("1/100", responses[3]), responses[1]]
    found = [independent(fresh(each).pair(0, 1)) for each in (responses, mixed, lengths)]
    found += [independent(fresh(noise, count).pair(0, 3)) for count in (2, 5)]
    both = fresh([fresh(noise, 2).under({"pairs": [["0", "3"]]}), fresh(noise, 1)])
    return [*found, independent(both.pair(0, 3))]


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("epsilon", ["0", "1/20", "7/10", "36/20", "2/3", "ln(3)", "1/7", "50"])
def test_products_in_the_ring(number: int, epsilon: str) -> None:
    product = ring_products()[number]
    level = Level.epsilon(epsilon)
    listed = multisets(product)
    expected = sums_of(listed, level)
    for way in ("lattice", "classes") if LatticeSums.of(product) else ("classes",):
        with using(way):
            assert product_sums(Independent(product.factors), level) == expected
    found = listed_classes(product)
    assert [entry[1:] for entry in found.entries] == [entry[1:] for entry in listed.entries]
    assert class_count(product) >= len(listed.entries)
    assert (LatticeSums.of(product) is None) == (number == 1)


def test_ring_weights_of_either_sign() -> None:
    """2 − e^(1/3) > 0, though its greatest power of e has a negative coefficient."""
    e = RingNumber.power
    weights = [(2 - e(mpq(1, 3))) * e(k) for k in (2, 1, 0)]
    rest = sum(weights[1:], weights[0])
    pairs = list(zip(weights, weights[::-1], strict=True))
    base = module.from_weights(pairs, rest)
    product = Independent((Factor(base, 4),))
    assert LatticeSums.of(product) is not None
    for epsilon in ("0", "1", "2", "5/2", "8"):
        level = Level.epsilon(epsilon)
        with using("lattice"):
            assert product_sums(product, level) == sums_of(multisets(product), level)


def test_roots_are_left_to_the_other_methods() -> None:
    root = RingNumber.power(factors=[(3, mpq(1, 2))])
    one = RingNumber(1)
    base = module.from_weights([(root * root, one), (root, root), (one, root * root)], root + 4)
    product = Independent((Factor(base, 4),))
    assert lattice_of(product.factors) is not None
    assert LatticeSums.of(product) is None
    assert listed_classes(product).entries == multisets(product).entries


def test_certificates_of_noise() -> None:
    """The checker (`conftest.py` runs it) lists multisets, so the counts are small."""
    for count in (2, 5):
        for alpha in (1, 64, 4**count):
            verdict = verify.certify(noisy(count), alpha=alpha, delta="1/10")
            assert len(bytes(verdict.certificate())) > 100


def test_where_the_method_does_not_apply() -> None:
    two = fresh(randomized_response("3/4"), 5)
    with using("lattice"), pytest.raises(verify.InputError, match="'lattice' does not apply"):
        verify.certify(two, alpha=2)
    assert plan(independent(two.pair(0, 1))).method == "tail"
