"""The game against an adversary who changes the pair every round, by its definition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import verify
from verify.combinators import adaptive, fresh, interaction, per_round
from verify.law.mechanism import Mechanism
from verify.mechanisms import leaky, randomized_response

ALPHAS = [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(7), Fraction(1, 3)]

Value = Callable[[Fraction, Fraction], Fraction]
Pairs = list[tuple[int, int]]


@st.composite
def tables(draw: st.DrawFn, inputs: int = 3, outputs: int = 3) -> verify.Channel:
    rows = []
    for _ in range(inputs):
        weights = draw(st.lists(st.integers(0, 4), min_size=outputs, max_size=outputs))
        weights[-1] += not any(weights)
        rows.append([Fraction(w, sum(weights)) for w in weights])
    return verify.Channel([str(i) for i in range(inputs)], list("abc")[:outputs], rows)


def by_definition(law: Any, rounds: int, pairs: Pairs, alpha: Fraction) -> Value:
    """V_n(a, b) = max over pairs of Σ V_{n−1}(a·P(y), b·Q(y)), with no thought of lines."""

    def value(a: Fraction, b: Fraction) -> Fraction:
        if not rounds:
            return max(a - alpha * b, Fraction(0))
        after = by_definition(law, rounds - 1, pairs, alpha)
        return max(one_round(law, i, j, after, a, b) for i, j in pairs)

    return value


def one_round(law: Any, i: int, j: int, after: Value, a: Fraction, b: Fraction) -> Fraction:
    return sum((after(a * p, b * q) for p, q in zip(law(i), law(j), strict=True)), Fraction(0))


def row(table: verify.Channel, i: int) -> list[Fraction]:
    return [Fraction(int(p.numerator), int(p.denominator)) for p in table.row(i)]


@settings(max_examples=60)
@given(tables(), st.integers(1, 3), st.sampled_from(["all_pairs", "chain"]))
def test_the_value_of_the_game(table: verify.Channel, rounds: int, kind: str) -> None:
    """Every direction: its pair in the first round, the best ones after that."""
    adjacency: Any = kind if kind == "all_pairs" else {"pairs": [["0", "1"], ["1", "2"]]}
    base = table.under(adjacency)
    edges = list(base.edges())
    pairs = edges + [(j, i) for i, j in edges]
    game = per_round(fresh(base, rounds))
    law = partial(row, table)
    for alpha in ALPHAS[:-1]:
        found = verify.certify(game, alpha=alpha, full=True)
        after = by_definition(law, rounds - 1, pairs, alpha)
        truth = {
            (str(i), str(j)): one_round(law, i, j, after, Fraction(1), Fraction(1))
            for i, j in pairs
        }
        assert {(d.input, d.neighbour): d.delta.exact for d in found.directions} == truth
        assert found.delta_star == max(truth.values())
        fixed = verify.certify(fresh(base, rounds), alpha=alpha)
        assert fixed.delta_star <= found.delta_star


@settings(max_examples=40)
@given(tables(inputs=2), tables(inputs=2, outputs=2), st.booleans())
def test_a_tree(first: verify.Channel, second: verify.Channel, stops: bool) -> None:
    """What is asked next depends on the output, and so may the pair."""
    tree = adaptive(first, {"a": second, "b": "stop" if stops else first, "c": second})
    laws = {"a": second, "b": None if stops else first, "c": second}
    for alpha in ALPHAS[:-1]:
        found = verify.certify(per_round(tree), alpha=alpha, full=True)
        for direction in found.directions:
            i, j = int(direction.input), int(direction.neighbour)  # type: ignore[arg-type]
            total = Fraction(0)
            for y, p, q in zip("abc", row(first, i), row(first, j), strict=True):
                then = laws[y]
                if then is None:
                    total += max(p - alpha * q, Fraction(0))
                else:
                    law = partial(row, then)
                    total += by_definition(law, 1, [(0, 1), (1, 0)], alpha)(p, q)
            assert direction.delta.exact == total


def test_another_pair_in_the_second_round_is_worse() -> None:
    """Even one pair of neighbours may be turned around."""
    base = verify.Channel("ab", "xy", [["1/2", "1/2"], ["1/3", "2/3"]])
    fixed, free = (
        verify.certify(each, alpha=2) for each in (fresh(base, 3), per_round(fresh(base, 3)))
    )
    assert fixed.delta_star == Fraction(11, 216)
    assert free.delta_star == Fraction(1, 18)


def test_a_record_that_is_added_is_added_in_every_round() -> None:
    """Under add/remove the absent side is one world's throughout."""
    base = verify.Channel(
        ["absent", "x", "y"], "01", [["1/2", "1/2"], ["3/4", "1/4"], ["1/4", "3/4"]],
        absent="absent",
    ).under("add_remove")  # fmt: skip
    game = per_round(fresh(base, 2))
    law = partial(row, base)
    for alpha in ALPHAS[:4]:
        found = verify.certify(game, alpha=alpha, full=True)
        for direction in found.directions:
            absent_first = direction.input == "absent"
            pairs = [(0, 1), (0, 2)] if absent_first else [(1, 0), (2, 0)]
            place = base.inputs.index
            i, j = place(direction.input), place(direction.neighbour)
            after = by_definition(law, 1, pairs, alpha)
            assert direction.delta.exact == one_round(law, i, j, after, Fraction(1), Fraction(1))


def test_one_pair_is_no_game() -> None:
    """With two inputs that exchange P and Q, many rounds are those of a fixed pair."""
    response = randomized_response("3/4")
    for count in (1, 2, 50):
        game, fixed = per_round(fresh(response, count)), fresh(response, count)
        for epsilon in ("ln(3)", "1/2", f"{count}*ln(3)"):
            one, other = (verify.certify(each, epsilon=epsilon) for each in (game, fixed))
            assert one.delta_star == other.delta_star
        assert verify.epsilon(game).alpha == verify.epsilon(fixed).alpha
    curve = verify.profile(per_round(fresh(response, 6)))
    assert curve.breakpoints == verify.profile(fresh(response, 6)).breakpoints


def test_what_gives_the_input_away_stays_so() -> None:
    """Mass at infinity: leaks that happen with probability 1/10 in each of three rounds."""
    game = per_round(fresh(leaky("1/10", randomized_response("1/2")), 3))
    assert verify.certify(game, alpha=100).delta_star == 1 - Fraction(9, 10) ** 3
    assert verify.epsilon(game).alpha is None


def test_the_adjacency_of_a_claim_decides_who_plays() -> None:
    base = verify.Channel(
        "abc", "xy", [["1/2", "1/2"], ["1/3", "2/3"], ["1/9", "8/9"]]
    ).under({"pairs": [["a", "b"]]})  # fmt: skip
    game = per_round(fresh(base, 3))
    near = verify.certify(game, alpha=2)
    far = verify.certify(game, alpha=2, adjacency="all_pairs")
    assert near.delta_star == Fraction(1, 18)
    assert far.delta_star > near.delta_star
    assert far.delta_star == verify.certify(game.under("all_pairs"), alpha=2).delta_star


def test_interactions_play_as_well() -> None:
    coin = randomized_response("3/4")
    until = interaction(
        0, lambda n: None if n == 6 else coin, lambda n, y: 6 if y == "1" else n + 1
    )
    assert (
        verify.certify(per_round(until), alpha=3).delta_star
        >= verify.certify(until, alpha=3).delta_star
    )


@pytest.mark.parametrize(
    ("mechanism", "problem"),
    [
        (randomized_response("3/4"), "has no rounds"),
        (fresh(randomized_response(epsilon="1"), 2), "powers of e"),
    ],
    ids=["a table", "powers of e"],
)
def test_what_is_no_game_is_refused(mechanism: Mechanism, problem: str) -> None:
    with pytest.raises(verify.InputError, match=problem):
        verify.certify(per_round(mechanism), alpha=3)


def test_too_many_lines_are_refused() -> None:
    rows = [[f"{i + 2 * j + 1}/{3 * i + 9}" for j in range(3)] for i in range(3)]
    base = verify.Channel("abc", "xyz", rows)
    with verify.limits(classes=1000), pytest.raises(verify.LimitError, match="lines of the game"):
        verify.profile(per_round(fresh(base, 20))).delta(alpha=3)


def test_a_document_with_the_key() -> None:
    table = {"type": "channel", "inputs": ["a", "b"], "outputs": ["x", "y"],
             "rows": [["1/2", "1/2"], ["1/3", "2/3"]]}  # fmt: skip
    tree = {"type": "adaptive", "first": table, "next": {"x": table, "y": "stop"}}
    for model in ({"type": "fresh", "count": 3, "of": table}, tree):
        claim = {"alpha": 2}
        loaded = [
            verify.load({"schema": 1, "mechanism": {**model, **more}, "claim": claim}).certify()[0]
            for more in ({"adversary": "per_round"}, {"adversary": "fixed_pair"}, {})
        ]
        game, fixed, usual = (each.delta_star for each in loaded)  # type: ignore[union-attr]
        assert game >= fixed == usual
        with pytest.raises(verify.NotAvailableError, match="the value of a game"):
            loaded[0].certificate()
