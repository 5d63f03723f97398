"""Classes as rows of limbs, and what is read off them, against definitions and listed classes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
import twin
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import exact
from oracle_models import LIMB, Both, alphas, channels, small

import verify
from verify.combinators import fresh
from verify.compose import structure
from verify.compose.independent import Independent
from verify.compose.listed import ListedClasses
from verify.compose.rows import RowDistribution, row_bytes, row_distribution
from verify.exact.level import Level
from verify.loss.classes import power
from verify.loss.classes import product as product_of_classes
from verify.loss.distribution import ListedDistribution, LossDistribution
from verify.mechanisms import randomized_response
from verify.profiles.envelope import row_envelope, upper_envelope
from verify.profiles.trade_off import trade_off_vertices

wide = st.one_of(small, st.sampled_from([LIMB - 1, LIMB, LIMB + 1, 2**256 + 1]))
IRRATIONAL = ["1/7", "ln(3)/2", "40"]


@st.composite
def products(draw: Any, values: Any = wide) -> Both:
    """Up to three releases of one or two mechanisms with two inputs."""
    parts = [draw(channels(inputs=(2, 2), outputs=(1, 3), values=values)) for _ in range(2)]
    chosen = [parts[i] for i in draw(st.lists(st.integers(0, 1), min_size=1, max_size=3))]
    whole = twin.fresh([part.twin for part in chosen])
    return Both(whole, fresh([part.engine for part in chosen]))


def independent(mechanism: verify.Mechanism) -> Independent:
    return structure.independent(mechanism.pair(0, 1))  # type: ignore[arg-type]


def rows_of(mechanism: verify.Mechanism) -> RowDistribution | None:
    """None where the two laws are equal: no draw counts then."""
    product = independent(mechanism)
    found = row_distribution(product) if product.factors else None
    assert found is None or isinstance(found, RowDistribution)
    return found


def listed(product: Independent) -> LossDistribution:
    """All classes as Python's numbers."""
    powers = [power(each.classes, each.count) for each in product.factors]
    return ListedDistribution(reduce(product_of_classes, powers))


@settings(max_examples=200)
@given(products(), st.data())
def test_ratios_sums_and_positions_by_definition(both: Both, data: Any) -> None:
    law = rows_of(both.engine)
    if law is None:
        return
    p, q = both.twin.values()
    finite = sorted({p[y] / q[y] for y in p if p[y] and q[y]})
    scale = exact(mpq(law.denominator))
    assert [exact(law.ratio(i)) for i in range(law.size)] == finite
    assert exact(mpq(law.infinite)) / scale == sum(p[y] for y in p if not q[y])
    assert exact(mpq(law.zero)) / scale == sum(q[y] for y in q if not p[y])
    for i, (a, b) in enumerate(law.lines()):
        inside = [y for y in p if not q[y] or (i < law.size and p[y] / q[y] >= finite[i])]
        assert exact(mpq(a)) == scale * twin.weight(p, inside)
        assert exact(mpq(b)) == scale * twin.weight(q, inside)
    alpha = data.draw(alphas(both.twin))
    level = Level.alpha(alpha)
    assert law.above(level) == sum(r <= alpha for r in finite)
    assert law.below(level) == sum(r * alpha < 1 for r in finite)
    for (a, b), (one, other) in zip(law.both(level), ((p, q), (q, p)), strict=True):
        assert exact(mpq(a)) - alpha * exact(mpq(b)) == scale * twin.hockey_stick(one, other, alpha)


@settings(max_examples=150)
@given(products())
def test_the_envelope_is_that_of_all_lines(both: Both) -> None:
    law = rows_of(both.engine)
    if law is not None:
        check_envelope(law)
        curve = verify.profile(both.engine)
        assert tuple(map(exact, curve.breakpoints)) == twin.breakpoints(both.twin, both.pairs)


@settings(max_examples=80)
@given(products(values=small))
def test_the_trade_off_by_definition(both: Both) -> None:
    curve = verify.profile(both.engine)
    for x, y in twin.ordered(both.pairs):
        if len(twin.outputs_of(both.twin[x], both.twin[y])) <= 9:
            found = tuple((exact(one), exact(two)) for one, two in curve.trade_off((x, y)))
            assert found == twin.trade_off(both.twin[x], both.twin[y])


def check_envelope(law: RowDistribution) -> None:
    lines = [*law.lines(), *law.lines(reverse=True), (0, 0)]
    found, expected = row_envelope(law), upper_envelope(lines, law.denominator)
    assert found.lines == expected.lines
    assert len(found.breakpoints) == len(expected.lines) - 1
    assert found.breakpoints == expected.breakpoints


def binary(p: int, q: int, bits: int) -> verify.Mechanism:
    whole = 2**bits
    return verify.Channel.from_weights(["x", "y"], None, [[p, whole - p], [q, whole - q]], whole)


def three(p: Sequence[int], q: Sequence[int]) -> verify.Mechanism:
    return verify.Channel.from_weights(["x", "y"], None, [p, q], sum(p))


GEOMETRIC = verify.mechanisms.clamped_geometric("1/2", 0, 1)
LARGER = {
    "three outcomes": fresh(three([61, 29, 10], [13, 37, 50]), 20),
    "with mass apart": fresh(three([5, 3, 2, 0, 1], [1, 4, 5, 1, 0]), 9),
    "one law has mass apart": fresh(three([5, 3, 2, 1], [1, 4, 6, 0]), 9),
    "wide weights": fresh(three([2**99, 3**50, 7**20], [7**20, 2**99, 3**50]), 12),
    "symmetric": fresh(three([6, 3, 1], [1, 3, 6]), 15),
    "ties": fresh(three([8, 4, 2, 1], [1, 2, 4, 8]), 8),
    "ties of different mechanisms": fresh([randomized_response(alpha=3**i) for i in range(1, 8)]),
    "a hair beside a tie": fresh(
        [*[randomized_response(alpha=Fraction(21, 20) ** i) for i in range(1, 6)]]
        + [randomized_response(alpha=Fraction(21, 20) ** 3 + Fraction(1, 10**30))] * 2
    ),
    "different mechanisms": fresh(
        [binary(2**59 + 12345**i % 2**58, 2**58 + 7**i, 60) for i in range(9)]
    ),
    "powers and others": fresh(
        [*[randomized_response("3/4")] * 40, randomized_response("3/5"), GEOMETRIC]
    ),
    "always above": fresh(three([9, 1, 0], [2, 1, 7]), 6),
    "ratios near 1": fresh(three([10**20 + 1, 10**20, 10**20 - 1], [10**20] * 3), 7),
    "limb boundary": fresh(three([2**63, 2**62, 2**62], [2**62, 2**63, 2**62]), 6),
    "nothing in common": fresh(three([1, 0], [0, 1]), 3),
}


@pytest.mark.parametrize("name", LARGER)
def test_rows_against_classes_listed_as_numbers(name: str) -> None:
    product = independent(LARGER[name])
    law, twin_law = row_distribution(product), listed(product)
    assert isinstance(law, RowDistribution)
    assert (law.size, law.denominator) == (twin_law.size, twin_law.denominator)
    assert (law.infinite, law.zero) == (twin_law.infinite, twin_law.zero)
    assert list(law.lines()) == list(twin_law.lines())
    ratios = [law.ratio(i) for i in range(law.size)]
    assert ratios == [twin_law.ratio(i) for i in range(law.size)]
    some = [max(r, 1 / r) for r in ratios[:: max(1, law.size // 40)]]
    levels = [Level.alpha(r) for r in some]
    levels += [Level.alpha(r + mpq(1, 10**60)) for r in some[::5]]
    levels += [Level.epsilon(text) for text in [*IRRATIONAL, "0", "10000"]]
    for level in levels:
        assert (law.above(level), law.below(level)) == (
            twin_law.above(level),
            twin_law.below(level),
        )
    check_envelope(law)
    for delta in (mpq(1), mpq(9, 10), mpq(1, 3), mpq(1, 10**9), mpq(0), mpq(1, 10**400)):
        assert law.least_alpha(delta) == twin_law.least_alpha(delta)
    for reverse in (False, True):
        vertices = trade_off_vertices(law, reverse=reverse)
        assert vertices == tuple(trade_off_vertices(twin_law, reverse=reverse))


@pytest.mark.parametrize("name", LARGER)
def test_profiles_at_levels_before_and_after_they_are_listed(name: str) -> None:
    mechanism = LARGER[name]
    curve = verify.profile(mechanism)
    assert curve.distributions
    for epsilon in ("0", "1/3", "ln(3)", "ln(81)/2", "7"):
        star = verify.certify(mechanism, epsilon=epsilon).delta_star
        assert curve.delta(epsilon=epsilon) == star
        assert curve.envelope.line_at(Level.epsilon(epsilon))
        a, b = curve.envelope.line_at(Level.epsilon(epsilon))
        assert verify.Delta(a, b, curve.envelope.denominator, Level.epsilon(epsilon)) == star


def test_what_passes_a_limit_is_refused_before_it_is_made() -> None:
    mechanism = fresh(three([61, 29, 10], [13, 37, 50]), 100)
    needed = row_bytes(5151, 700)
    with (
        verify.limits(bytes=needed - 1),
        pytest.raises(verify.LimitError, match=f"bytes = {needed - 1}"),
    ):
        verify.profile(mechanism).distributions  # noqa: B018 - refused
    with verify.limits(bytes=needed):
        assert verify.profile(mechanism).distributions[0].size == 5151
    product = independent(mechanism)
    assert ListedClasses(product).work.bytes == needed
    for limits in ({"classes": 5150}, {"class_bits": 2 * 5151 * 700 - 1}, {"bytes": needed - 1}):
        with verify.limits(**limits):
            assert not ListedClasses(product).fits
    assert ListedClasses(product).fits


def test_memory_is_what_the_limbs_need() -> None:
    law = row_distribution(independent(fresh(three([61, 29, 10], [13, 37, 50]), 100)))
    assert isinstance(law, RowDistribution)
    held = law.tail_p.nbytes + law.tail_q.nbytes + law.keys.nbytes
    assert held <= row_bytes(law.size, law.denominator.bit_length()) + 10**4
    ties = row_distribution(independent(LARGER["ties"]))
    assert isinstance(ties, RowDistribution)
    assert ties.size == 25
    base = ties.tail_p.base
    assert base is None or base.shape[0] <= 2 * (ties.size + 1)  # merged rows are given back
