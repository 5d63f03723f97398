"""The least level from answers at single levels: by definition, from any guess, and at scale."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
import twin
from gmpy2 import mpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle_checks import exact, maybe
from oracle_models import LIMB, Both, channels, small

import verify
from verify.combinators import fresh, interaction
from verify.compose import least as module
from verify.compose import newton, structure
from verify.compose.independent import Independent
from verify.compose.least import least_alpha, product_least_alpha
from verify.compose.planner import product_sums
from verify.exact.level import Level
from verify.loss.sums import EventSums
from verify.mechanisms import randomized_response

wide = st.one_of(small, st.sampled_from([LIMB - 1, LIMB + 1, 2**256 + 1]))
deltas = st.one_of(
    st.fractions(0, 1, max_denominator=60),
    st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2**500), 1 - Fraction(1, 2**500)]),
)


@st.composite
def products(draw: Any) -> Both:
    parts = [draw(channels(inputs=(2, 2), outputs=(1, 3), values=wide)) for _ in range(2)]
    chosen = [parts[i] for i in draw(st.lists(st.integers(0, 1), min_size=1, max_size=3))]
    whole = twin.fresh([part.twin for part in chosen])
    return Both(whole, fresh([part.engine for part in chosen]))


def independent(mechanism: verify.Mechanism) -> Independent:
    return structure.independent(mechanism.pair(0, 1))  # type: ignore[arg-type]


def masses_apart(both: Both) -> list[Fraction]:
    """The δ below which no level is enough in one direction or the other."""
    found = [Fraction(0)]
    for x, y in twin.ordered(both.pairs):
        p, q = both.twin[x], both.twin[y]
        found.append(sum((p[z] for z in p if not q.get(z, 0)), Fraction(0)))
    return found


@settings(max_examples=200)
@given(products(), st.data())
def test_the_least_level_by_definition(both: Both, data: Any) -> None:
    delta = data.draw(st.one_of(deltas, st.sampled_from(masses_apart(both))))
    found = product_least_alpha(independent(both.engine), mpq(delta))
    assert maybe(found) == twin.least_alpha(both.twin, both.pairs, delta)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(products(), deltas, st.floats(-50, 3000), st.integers(0, 3))
def test_no_guess_changes_the_answer(both: Both, delta: Fraction, guess: float, more: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "guess", lambda *_: guess)
        patch.setattr(newton, "ROUNDS", more)
        found = product_least_alpha(independent(both.engine), mpq(delta))
    assert maybe(found) == twin.least_alpha(both.twin, both.pairs, delta)


LARGER = {
    "response": fresh(randomized_response("3/4"), 300),
    "odd response": fresh(randomized_response("61/100"), 200),
    "weak response": fresh(randomized_response("501/1000"), 400),
    "leaky response": fresh(
        verify.mechanisms.leaky(Fraction(1, 1000), randomized_response("2/3")), 50
    ),
    "two ratios": fresh(
        verify.Channel(["0", "1"], None, [["1/3", "2/3", 0], ["1/2", "1/4", "1/4"]]), 60
    ),
    "ring": fresh(randomized_response(epsilon="1/10"), 12),
    "ratios near 1": fresh(randomized_response(Fraction(10**9 + 1, 2 * 10**9)), 30),
}
SOME_DELTAS = ["9999/10000", "9/10", "1/2", "1/10", "1/1000000", Fraction(1, 10**60)]


@pytest.mark.parametrize("name", LARGER)
@pytest.mark.parametrize("delta", SOME_DELTAS)
def test_by_levels_as_by_bisection(name: str, delta: Any) -> None:
    mechanism = LARGER[name]
    law = structure.distribution(mechanism.pair(0, 1))
    expected = law.least_alpha(mpq(delta))
    assert product_least_alpha(independent(mechanism), mpq(delta)) == expected


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Level]]:
    """The levels that were asked about."""
    asked: list[Level] = []

    def counted(product: Independent, level: Level) -> EventSums:
        asked.append(level)
        return product_sums(product, level)

    monkeypatch.setattr(module, "product_sums", counted)
    return asked


@pytest.mark.parametrize("name", LARGER)
@pytest.mark.parametrize("delta", SOME_DELTAS)
def test_few_answers_are_enough(name: str, delta: Any, answers: list[Level]) -> None:
    product_least_alpha(independent(LARGER[name]), mpq(delta))
    assert len(answers) <= 8


@pytest.mark.parametrize("delta", ["9/10", "1/1000", Fraction(1, 10**40)])
@pytest.mark.parametrize("p", ["3/4", "61/100"])
def test_beyond_what_can_be_listed(p: str, delta: Any, answers: list[Level]) -> None:
    mechanism = fresh(randomized_response(p), 30_000)
    with verify.limits(classes=1000):
        alpha = verify.epsilon(mechanism, delta=delta).alpha
    assert answers
    assert alpha is not None
    at = verify.certify(mechanism, alpha=alpha, delta=delta)
    assert at.delta_star == mpq(delta)
    assert at.holds
    below = alpha - (alpha - 1) / mpq(10) ** 30
    assert not verify.certify(mechanism, alpha=below, delta=delta).holds


def test_a_report_gives_it_where_it_is_quick(answers: list[Level]) -> None:
    from verify.claim.least import least_alpha_omitted

    quick = verify.certify(fresh(randomized_response("3/4"), 3000), alpha=9, delta="1/10")
    assert least_alpha_omitted(quick) is None
    slow = verify.certify(fresh(randomized_response("3/4"), 200_000), alpha=9, delta="1/10")
    assert "--full" in str(least_alpha_omitted(slow))


def test_a_profile_at_one_level_lists_no_classes() -> None:
    curve = verify.profile(fresh(randomized_response("3/4"), 30_000))
    with verify.limits(classes=1000):
        assert curve.delta(epsilon="20000").lower()
        assert curve.total_variation > mpq(99, 100)
        assert curve.alpha(delta="1/2") is not None
    assert "distributions" not in vars(curve)


def test_a_profile_lists_its_classes_once_levels_have_cost_as_much() -> None:
    curve = verify.profile(fresh(randomized_response("3/4"), 4000))
    levels = [Fraction(3) ** (20 * i) for i in range(1, 60)]
    found = [curve.delta(alpha=alpha) for alpha in levels]
    assert "distributions" in vars(curve)
    again = verify.profile(fresh(randomized_response("3/4"), 4000))
    assert again.distributions
    assert [again.delta(alpha=alpha) for alpha in levels] == found


def test_trees_with_many_classes() -> None:
    """A filter's transcript: the union is answered by its leaves, and agrees with all classes."""
    coin = randomized_response("3/5")

    def ask(state: tuple[int, int]) -> Any:
        return None if state[0] == 14 or state[1] == 5 else coin

    def update(state: tuple[int, int], output: object) -> tuple[int, int]:
        return state[0] + 1, state[1] + (output == "1")

    tree = interaction((0, 0), ask, update)
    pair = tree.pair(0, 1)
    for delta in ("1/2", "1/10", "1/1000", "1"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "_levels_are_cheaper", lambda _: True)
            found = least_alpha(pair, mpq(delta))
        assert found == structure.distribution(pair).least_alpha(mpq(delta))


def test_infinite_laws_in_both_directions() -> None:
    noise = verify.mechanisms.geometric("1/2", 0, 1, sided=1)
    for delta in ("1/2", "1/4", "1/8"):
        found = verify.epsilon(noise, delta=delta).alpha
        if found is None:
            assert verify.certify(noise, alpha=10**9, delta=delta).verdict == "violated"
        else:
            assert verify.certify(noise, alpha=found, delta=delta).holds
    assert exact(verify.epsilon(noise, delta="1/2").alpha) >= 1
