"""The ways of ring laws, walked by laws that happen to be rational: every number is the twin's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import oracle_models
import pytest
import twin
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_checks import check_certified, exact, maybe
from oracle_models import Both, alphas, channels, models

import verify
from verify.combinators import fresh
from verify.exact.quotient import ratio
from verify.exact.ring import RingNumber
from verify.law.adjacency import Adjacency
from verify.law.channel import Channel, explicit, from_laws
from verify.law.ring_channel import RingChannel
from verify.loss.delta import RingDelta

modest = st.integers(0, 6) | st.sampled_from([2**64, 2**200 + 1])


def ring_table(
    inputs: Sequence[twin.Label], outputs: Sequence[str], laws: Sequence[Sequence[Fraction]]
) -> RingChannel:
    rows = [[mpq(Fraction(p)) for p in row] for row in laws]
    return RingChannel(inputs, outputs, rows, adjacency=Adjacency("all_pairs"))


@st.composite
def in_the_ring(draw: Any, strategy: Any) -> Both:
    """What the strategy draws, with every table a table of ring weights."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(oracle_models, "TABLE", ring_table)
        found: Both = draw(strategy)
    return found


@settings(max_examples=60)
@given(in_the_ring(channels(values=modest)), st.data())
def test_tables(both: Both, data: Any) -> None:
    assert isinstance(both.engine, RingChannel)
    check_certified(both, both.pairs, data.draw(alphas(both.twin)))
    for x in both.twin:
        assert {y: exact(p) for y, p in both.engine.law(x).items()} == both.twin[x]


@settings(max_examples=60)
@given(in_the_ring(models()), st.data())
def test_models(both: Both, data: Any) -> None:
    check_certified(both, both.pairs, data.draw(alphas(both.twin)), "all_pairs")


@settings(max_examples=40)
@given(in_the_ring(models(1)), st.data())
def test_profiles(both: Both, data: Any) -> None:
    curve = verify.profile(both.engine, "all_pairs")
    if max(map(len, both.twin.values())) > 8:
        return
    assert tuple(map(exact, curve.breakpoints)) == twin.breakpoints(both.twin, both.pairs)
    for alpha in (Fraction(1), data.draw(alphas(both.twin)), *map(exact, curve.breakpoints[:3])):
        star = twin.delta_star(both.twin, both.pairs, alpha)
        assert exact(curve.delta(alpha=alpha)) == star
    advantage = twin.total_variation(both.twin, both.pairs)
    assert exact(curve.total_variation) == advantage
    for x, y in twin.ordered(both.pairs):
        found = [(exact(one), exact(two)) for one, two in curve.trade_off((x, y))]
        assert tuple(found) == twin.trade_off(both.twin[x], both.twin[y])
    delta = data.draw(st.fractions(0, 1, max_denominator=30))
    assert maybe(curve.alpha(delta=delta)) == twin.least_alpha(both.twin, both.pairs, delta)


@settings(max_examples=30)
@given(in_the_ring(channels(inputs=(2, 2), outputs=(2, 4), values=st.integers(0, 4))), st.data())
def test_powers(both: Both, data: Any) -> None:
    count = data.draw(st.integers(2, 4))
    power = Both(twin.fresh([both.twin] * count), fresh(both.engine, count))
    check_certified(power, power.pairs, data.draw(alphas(power.twin)))
    delta = data.draw(st.sampled_from([Fraction(1, 10), Fraction(1, 3), Fraction(3, 4)]))
    least = verify.epsilon(power.engine, delta=delta).alpha
    if least is None:
        assert twin.delta_star(power.twin, power.pairs, Fraction(10**40)) > delta
    else:
        assert twin.delta_star(power.twin, power.pairs, exact(least)) <= delta
        if least > 1:
            below = exact(least) * (1 - Fraction(1, 10**30))
            assert twin.delta_star(power.twin, power.pairs, max(Fraction(1), below)) > delta


def test_a_law_that_is_rational_is_held_over_the_integers() -> None:
    e = RingNumber.power(1)
    laws = [{"a": ratio(e, 2 * e), "b": mpq(1, 2)}, {"a": mpq(1)}]
    assert isinstance(from_laws(("x", "y"), laws), Channel)
    laws[1] = {"a": e / (1 + e), "b": 1 / (1 + e)}
    mixed = from_laws(("x", "y"), laws)
    assert isinstance(mixed, RingChannel)
    assert explicit(mixed) is mixed
    assert mixed.row(0) == [mpq(1, 2), mpq(1, 2)]
    star = verify.certify(mixed, alpha=1).delta_star
    assert isinstance(star, RingDelta)
    assert star.value == e / (1 + e) - mpq(1, 2)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([[1], [1]], "rows do not fit"),
        ([[1, 0]], "rows do not fit"),
        ([[2, -1], [0, 1]], "-1 is negative"),
        ([[mpq(1, 2), mpq(1, 3)], [0, 1]], "sums to 5/6"),
    ],
)
def test_rows_that_are_no_laws(rows: list[list[Any]], problem: str) -> None:
    exact_rows = [[mpq(p) for p in row] for row in rows]
    with pytest.raises(verify.InputError, match=problem):
        RingChannel(["x", "y"], ["a", "b"], exact_rows, adjacency=Adjacency("all_pairs"))


def test_other_faults_of_a_table() -> None:
    everything, all_pairs = [[mpq(1)], [mpq(1)]], Adjacency("all_pairs")
    with pytest.raises(verify.InputError, match="stands at 0 already"):
        RingChannel(["x", "x"], ["a"], everything, adjacency=all_pairs)
    with pytest.raises(verify.InputError, match="is no input"):
        RingChannel(["x", "y"], ["a"], everything, adjacency=all_pairs, absent="z")
    with pytest.raises(verify.InputError, match="no inputs"):
        RingChannel([], ["a"], [], adjacency=all_pairs)
