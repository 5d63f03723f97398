"""Counterexamples are made smaller, and stay counterexamples."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import verify
from verify.counterexamples import RULES, Instance, search, shrink
from verify.counterexamples.shrinking import _reduced, _size
from verify.mechanisms import channel, randomized_response


@st.composite
def laws(draw: st.DrawFn, outputs: int) -> tuple[Fraction, ...]:
    weights = draw(st.lists(st.integers(0, 9), min_size=outputs, max_size=outputs).filter(any))
    return tuple(Fraction(w, sum(weights)) for w in weights)


@given(st.lists(laws(3), min_size=2, max_size=2), st.sampled_from([Fraction(3, 2), Fraction(2)]))
def test_what_is_left_breaks_the_rule_and_is_no_larger(
    rows: list[tuple[Fraction, ...]], alpha: Fraction
) -> None:
    rule = RULES["advantage_is_delta"]
    start = Instance((_reduced(rows),), alpha)
    assume(rule.breaks(start))
    mechanism = channel("xy", "abc", [list(map(str, row)) for row in rows])
    found = shrink("advantage_is_delta", mechanism, alpha=alpha)
    assert rule.breaks(found)
    assert _size(found) <= _size(start)
    (table,) = found.tables
    again = channel("xy", [str(i) for i in range(table.outputs)], table.rows())
    assert shrink("advantage_is_delta", again, alpha=found.alpha) == found


@pytest.mark.parametrize("name", ["worst_marginal", "square_root_of_k", "rate_times_epsilon"])
def test_it_ends_at_what_a_search_finds(name: str) -> None:
    found = shrink(name, randomized_response("71/100"))
    assert found == search(name).found


def test_two_channels() -> None:
    leak = channel("xy", ["0", "1", "2"], [["9/10", "1/10", 0], ["9/10", 0, "1/10"]])
    found = shrink("delta_as_maximum", leak, leak, alpha=5)
    (first, second), alpha = found
    (least, _), one = search("delta_as_maximum").found
    assert (first.denominator, second.denominator) == (least.denominator, least.denominator)
    assert (first.outputs, second.outputs, alpha) == (2, 2, one)


def test_what_breaks_nothing_is_refused() -> None:
    with pytest.raises(verify.InputError, match="channels: they do not break worst_marginal"):
        shrink("worst_marginal", randomized_response("1/2"))
    with pytest.raises(verify.InputError, match="alpha: delta_as_maximum is about a level"):
        shrink("delta_as_maximum", randomized_response("3/4"), randomized_response("3/4"))
    with pytest.raises(verify.InputError, match="alpha: worst_marginal is about no level"):
        shrink("worst_marginal", randomized_response("3/4"), alpha=2)
    with pytest.raises(verify.InputError, match="channels with \\[2\\] outputs are given"):
        shrink("conditioning", randomized_response("3/4"))


@pytest.mark.parametrize("name", ["advantage_is_delta", "one_direction", "worst_direction_stays"])
def test_what_a_search_finds_cannot_be_made_smaller(name: str) -> None:
    found = search(name).found
    (table,) = found.tables
    again = channel("xy", [str(i) for i in range(table.outputs)], table.rows())
    assert shrink(name, again, alpha=found.alpha) == found
