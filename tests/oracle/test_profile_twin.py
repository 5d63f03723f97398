"""The whole profile, what is read off it, and least levels, against the twin."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import twin
from gmpy2 import mpq, mpz
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_decimals, exact, maybe
from oracle_models import Both, alphas, channel, channels

import verify
from verify.exact.level import Level
from verify.law.pair import TablePair
from verify.loss.classes import from_weights
from verify.loss.distribution import ListedDistribution
from verify.loss.packed import PackedDistribution
from verify.profiles.envelope import upper_envelope

EPSILONS = {"1/7": ("1/7", []), "ln(3)/2": (0, [(3, "1/2")]), "40": (40, [])}
deltas = st.one_of(
    st.fractions(0, 1, max_denominator=50),
    st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2**500)]),
)
small_channels = channels(outputs=(1, 4))


@given(small_channels)
def test_breakpoints(both: Both) -> None:
    found = verify.profile(both.engine).breakpoints
    assert tuple(exact(x) for x in found) == twin.breakpoints(both.twin, both.pairs)


@given(st.data())
def test_delta_at_many_levels(data: Any) -> None:
    both = data.draw(channels())
    curve = verify.profile(both.engine)
    for _ in range(4):
        alpha = data.draw(alphas(both.twin))
        star = twin.delta_star(both.twin, both.pairs, alpha)
        assert exact(curve.delta(alpha=alpha)) == star
    curve.breakpoints  # noqa: B018 - from here on the envelope answers
    for alpha in (Fraction(1), *map(exact, curve.breakpoints[:4]), data.draw(alphas(both.twin))):
        star = twin.delta_star(both.twin, both.pairs, alpha)
        assert exact(curve.delta(alpha=alpha)) == star
        check_decimals(curve.delta(alpha=alpha), star, star)


@given(channels(), st.sampled_from(sorted(EPSILONS)))
def test_delta_at_an_irrational_level(both: Both, epsilon: str) -> None:
    low, high = twin.level_bounds(*EPSILONS[epsilon])
    for curve in (verify.profile(both.engine), _with_envelope(both)):
        delta = curve.delta(epsilon=epsilon)
        ends = [twin.delta_star(both.twin, both.pairs, x) for x in (high, low)]
        assert ends[0] <= exact(delta.a) - low * exact(delta.b)
        assert exact(delta.a) - high * exact(delta.b) <= ends[1]
        assert delta == verify.certify(both.engine, epsilon=epsilon).delta_star
        check_decimals(delta, *ends)


def _with_envelope(both: Both) -> verify.PrivacyProfile:
    curve = verify.profile(both.engine)
    assert curve.envelope.lines
    return curve


@given(channels(outputs=(1, 6)))
def test_trade_off_vertices_with_either_law_as_the_null(both: Both) -> None:
    curve = verify.profile(both.engine)
    for x, y in twin.ordered(both.pairs):
        found = [(exact(one), exact(two)) for one, two in curve.trade_off((x, y))]
        assert tuple(found) == twin.trade_off(both.twin[x], both.twin[y])


@given(channels())
def test_total_variation_and_attacker_accuracy(both: Both) -> None:
    curve = verify.profile(both.engine)
    advantage = twin.total_variation(both.twin, both.pairs)
    assert exact(curve.total_variation) == advantage
    assert exact(curve.attacker_accuracy) == (1 + advantage) / 2


@given(small_channels, deltas)
def test_least_level(both: Both, delta: Fraction) -> None:
    least = twin.least_alpha(both.twin, both.pairs, delta)
    assert maybe(verify.profile(both.engine).alpha(delta=delta)) == least
    assert maybe(verify.epsilon(both.engine, delta=delta).alpha) == least
    verdict = verify.certify(both.engine, alpha=3, delta=delta)
    assert maybe(verdict.least_alpha) == least


@settings(max_examples=40)
@given(channels(inputs=(5, 6), outputs=(1, 3)), deltas)
def test_least_level_over_many_directions(both: Both, delta: Fraction) -> None:
    values = [
        twin.least_alpha(both.twin, [pair], delta) for pair in both.pairs
    ]  # each pair by itself: the greatest is enough for all
    least = None if None in values else max(values)
    assert maybe(verify.epsilon(both.engine, delta=delta).alpha) == least


@given(channels(), st.data())
def test_the_divergence_of_one_ordered_pair(both: Both, data: Any) -> None:
    curve = verify.profile(both.engine)
    alpha = data.draw(alphas(both.twin))
    for x, y in [*twin.ordered(both.pairs), ("x0", "x0")]:
        expected = twin.hockey_stick(both.twin[x], both.twin[y], alpha)
        assert exact(curve.divergence((x, y), alpha=alpha)) == expected


@given(channels(), st.data())
def test_levels_answered_pair_by_pair(both: Both, data: Any) -> None:
    """What answers before there is a curve gives the same values."""
    alpha = data.draw(alphas(both.twin))
    star = twin.delta_star(both.twin, both.pairs, alpha)
    for is_due in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(verify.PrivacyProfile, "_is_curve_due", lambda _, due=is_due: due)
            assert exact(verify.profile(both.engine).delta(alpha=alpha)) == star


@given(channels(), deltas)
def test_least_level_is_enough_and_nothing_below_is(both: Both, delta: Fraction) -> None:
    found = maybe(verify.epsilon(both.engine, delta=delta).alpha)
    if found is None:
        assert twin.delta_star(both.twin, both.pairs, Fraction(2) ** 4000) > delta
        return
    assert twin.delta_star(both.twin, both.pairs, found) <= delta
    if found > 1:
        below = found - (found - 1) / 2**600
        assert twin.delta_star(both.twin, both.pairs, below) > delta


@given(channels(inputs=(2, 2), outputs=(1, 12)), st.data())
def test_packed_against_listed_against_twin(both: Both, data: Any) -> None:
    packed, listed = _both_distributions(both)
    p, q = both.twin["x0"], both.twin["x1"]
    finite = sorted({p[y] / q[y] for y in p if p[y] and q[y]})
    scale = exact(packed.denominator)
    for law in (packed, listed):
        assert [exact(law.ratio(i)) for i in range(law.size)] == finite
        assert exact(law.infinite) / scale == sum(p[y] for y in p if not q[y])
        assert exact(law.zero) / scale == sum(q[y] for y in q if not p[y])
    assert [packed.tail(i) for i in range(packed.size + 1)] == [
        listed.tail(i) for i in range(listed.size + 1)
    ]
    for level in (Level.alpha(data.draw(alphas(both.twin))), Level.epsilon("ln(3)/2")):
        _check_positions(packed, listed, finite, level)


def _both_distributions(both: Both) -> tuple[PackedDistribution, ListedDistribution]:
    engine = both.engine
    laws = zip(engine.row(0), engine.row(1), strict=True)
    scaled = [(a * engine.denominator, b * engine.denominator) for a, b in laws]
    classes = from_weights([(a.numerator, b.numerator) for a, b in scaled], engine.denominator)
    return PackedDistribution(TablePair(engine, 0, 1)), ListedDistribution(classes)


def _check_positions(
    packed: PackedDistribution, listed: ListedDistribution, finite: list[Fraction], level: Level
) -> None:
    alpha = exact(level.value) if level.value else twin.level_bounds(0, [(3, "1/2")])[0]
    for law in (packed, listed):
        assert law.above(level) == sum(r <= alpha for r in finite)
        assert law.below(level) == sum(r * alpha < 1 for r in finite)
    for delta in (mpq(0), mpq(1, 7), mpq(1)):
        assert packed.least_alpha(delta) == listed.least_alpha(delta)


FOUR_KINDS = [["0", "1/4", "1/2", "1/4", "0"], ["1/8", "3/8", "1/8", "0", "3/8"]]
NEVER_BELOW_FOUR = [["1", "0"], ["1/4", "3/4"]]


@pytest.mark.parametrize("laws", [FOUR_KINDS, FOUR_KINDS[::-1], NEVER_BELOW_FOUR])
@pytest.mark.parametrize("alpha", ["1", "5/4", "3/2", "2", "4", "9/2", "1000"])
def test_both_events_beside_outcomes_that_one_law_lacks(laws: list[list[str]], alpha: str) -> None:
    """The positions, and the sums of {P > αQ} and of {Q > αP}, of packed and of listed laws."""
    both = channel(["x0", "x1"], laws)
    packed, listed = _both_distributions(both)
    p, q = both.twin["x0"], both.twin["x1"]
    finite = sorted({p[y] / q[y] for y in p if p[y] and q[y]})
    _check_positions(packed, listed, finite, Level.alpha(alpha))
    expected = []
    for one, other in ((p, q), (q, p)):
        event = twin.event(one, other, Fraction(alpha))
        expected.append((twin.weight(one, event), twin.weight(other, event)))
    for law in (packed, listed):
        found = law.both(Level.alpha(alpha))
        assert [tuple(exact(mpq(w, law.denominator)) for w in sums) for sums in found] == expected


def test_the_least_level_of_laws_that_share_nothing() -> None:
    both = channel(["x0", "x1"], [["1/4", "3/4", 0, 0], [0, 0, "1/2", "1/2"]])
    for law in _both_distributions(both):
        assert law.size == 0
        assert law.least_alpha(mpq(1)) == 1
        assert law.least_alpha(mpq(99, 100)) is None


@pytest.mark.parametrize("outputs", [511, 512, 513, 700])
def test_tables_on_both_sides_of_the_packed_form(outputs: int) -> None:
    p = [(i * 7919) % 101 for i in range(outputs)]
    q = [(i * 104729) % 89 for i in range(outputs)]
    laws = [[Fraction(w, sum(row)) for w in row] for row in (p, q)]
    both = channel(["x", "y"], laws)
    curve = verify.profile(both.engine)
    for alpha in (Fraction(1), Fraction(3, 2), laws[0][1] / laws[1][1], Fraction(200)):
        star = twin.delta_star(both.twin, both.pairs, max(alpha, Fraction(1)))
        assert exact(curve.delta(alpha=max(alpha, Fraction(1)))) == star
    least = exact(curve.alpha(delta="1/3"))
    assert twin.delta_star(both.twin, both.pairs, least) == Fraction(1, 3)
    low, high = twin.level_bounds(0, [(3, "1/2")])
    delta = curve.delta(epsilon="ln(3)/2")
    ends = [twin.delta_star(both.twin, both.pairs, x) for x in (high, low)]
    check_decimals(delta, *ends)


lines = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=8)


@given(lines, st.lists(st.fractions(1, 40, max_denominator=60), min_size=1, max_size=5))
def test_envelope_is_the_maximum_of_its_lines(
    drawn: list[tuple[int, int]], levels: list[Fraction]
) -> None:
    drawn = [*drawn, (0, 0)]
    found = upper_envelope([(mpz(a), mpz(b)) for a, b in drawn], mpz(30))
    for alpha in (Fraction(1), *levels, *(exact(x) for x in found.breakpoints)):
        a, b = found.line_at(Level.alpha(alpha))
        assert a - alpha * b == max(x - alpha * y for x, y in drawn)
    assert list(found.breakpoints) == sorted(set(found.breakpoints))
    assert all(x > 1 for x in found.breakpoints)
    for before, after in pairwise(found.lines):
        assert before[1] > after[1]
