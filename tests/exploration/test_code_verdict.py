"""Verdicts on code against brute force: all pairs of neighbours, all sets of outcomes."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

import verify
from verify.exploration.shrink import smallest_pair

Row = tuple[int, ...]
Rows = list[Row]


def fraction(value: Any) -> Fraction:
    return Fraction(str(value))


@st.composite
def programs(draw: st.DrawFn) -> Rows:
    """A row of weights for each input, one weight for each of the outcomes 0, 1, ..."""
    outcomes = draw(st.integers(1, 4))
    row = st.tuples(*[st.integers(0, 4)] * outcomes).filter(any)
    return draw(st.lists(row, min_size=2, max_size=4))


def by_weights(rows: Rows) -> Any:
    """Draws an outcome; the last one only after a loop that ends with probability 1."""

    def program(x: int, rng: Any) -> int:
        row = rows[x]
        found = rng.choice([y for y, weight in enumerate(row) for _ in range(weight)])
        if found == len(row) - 1:
            while rng.randrange(4):
                pass
        return found

    return program


def laws(rows: Rows) -> list[list[Fraction]]:
    return [[Fraction(weight, sum(row)) for weight in row] for row in rows]


def subsets(count: int) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(range(count), n) for n in range(count + 1)))


def excess(p: list[Fraction], q: list[Fraction], alpha: Fraction, event: Any) -> Fraction:
    return sum((p[i] - alpha * q[i] for i in event), Fraction(0))


def star(rows: Rows, alpha: Fraction) -> Fraction:
    found = laws(rows)
    events = subsets(len(rows[0]))
    return max(
        (
            excess(found[i], found[j], alpha, event)
            for i in range(len(rows))
            for j in range(len(rows))
            if i != j
            for event in events
        ),
        default=Fraction(0),
    )


alphas = st.sampled_from(["1", "3/2", "2", "5"])
deltas = st.sampled_from(["0", "1/100", "1/4", "1/2"])


@settings(max_examples=60)
@given(programs(), alphas, deltas)
def test_decided_exactly(rows: Rows, alpha: str, delta: str) -> None:
    program = by_weights(rows)
    found = verify.explore_inputs(program, range(len(rows)), merge=True).certify(
        alpha=alpha, delta=delta
    )
    truth = star(rows, Fraction(alpha))
    assert fraction(found.delta_lower.exact) == fraction(found.delta_upper.exact) == truth
    assert found.holds == (truth <= Fraction(delta))
    assert found.verdict == ("holds" if found.holds else "violated")
    if not found.holds:
        check_smallest(rows, Fraction(alpha), Fraction(delta), found.witness)


def check_smallest(rows: Rows, alpha: Fraction, delta: Fraction, witness: Any) -> None:
    """The event refutes the claim, and no event of fewer outcomes does at this pair."""
    p, q = (laws(rows)[x] for x in (witness.input, witness.neighbour))
    event = [int(y) for y in witness.outputs]
    assert fraction(witness.p) == sum(p[y] for y in event)
    assert fraction(witness.q) == sum(q[y] for y in event)
    assert fraction(witness.excess.exact) == excess(p, q, alpha, event) > delta
    refuting = [e for e in subsets(len(p)) if excess(p, q, alpha, e) > delta]
    assert len(event) == min(map(len, refuting))


@settings(max_examples=60)
@given(programs(), alphas, deltas, st.sampled_from(["1/10", "1/3", "2/3"]))
def test_between_bounds(rows: Rows, alpha: str, delta: str, residual: str) -> None:
    """What is true of the program is true whatever the unexplored part is."""
    program = by_weights(rows)
    explored = verify.explore_inputs(program, range(len(rows)), residual=residual)
    found = explored.certify(alpha=alpha, delta=delta)
    truth = star(rows, Fraction(alpha))
    lower, upper = fraction(found.delta_lower.exact), fraction(found.delta_upper.exact)
    assert lower <= truth <= upper
    expected = "holds" if upper <= Fraction(delta) else "undecided"
    assert found.verdict == ("violated" if lower > Fraction(delta) else expected)
    if found.witness is None:
        return
    witness, level = found.witness, Fraction(alpha)
    assert fraction(witness.p) - level * fraction(witness.q) > Fraction(delta)
    p, q = (explored.walks[x] for x in (witness.input, witness.neighbour))
    event = {int(y) for y in witness.outputs}

    def weight(walk: Any) -> Fraction:
        return sum((fraction(w) for y, w in walk.law.items() if y[1] in event), Fraction(0))

    # the worst completion: all that is left of P falls beside the event, all of Q's into it
    worst = weight(p) - level * (weight(q) + fraction(q.unexplored))
    assert worst == fraction(witness.excess.exact) > Fraction(delta)


def test_undecided_exactly_between_the_bounds() -> None:
    rows = [(1, 1), (2, 1)]
    explored = verify.explore_inputs(by_weights(rows), [0, 1], residual="1/20")
    found = explored.certify(alpha=1)
    lower, upper = found.delta_lower.exact, found.delta_upper.exact
    assert lower is not None
    assert upper is not None
    assert lower < upper
    step = mpq(1, 10**12)
    for delta, expected in [
        (lower - step, "violated"), (lower, "undecided"), (upper - step, "undecided"),
        (upper, "holds"),
    ]:  # fmt: skip
        assert explored.certify(alpha=1, delta=delta).verdict == expected


def test_irrational_levels() -> None:
    """Randomized response with odds 3 keeps ε = ln 3, which lies between 1.098612 and 1.098613."""
    explored = verify.explore_inputs(lambda x, rng: x if rng.randrange(4) else 1 - x, [0, 1])
    assert explored.certify(epsilon="1.098613").verdict == "holds"
    assert explored.certify(epsilon="1.098612").verdict == "violated"


@given(st.lists(st.lists(st.integers(0, 3), max_size=3), min_size=2, max_size=5))
def test_the_smallest_pair(inputs: list[list[int]]) -> None:
    pairs = list(combinations(range(len(inputs)), 2))

    def size(pair: tuple[int, int]) -> tuple[int, int]:
        x, y = (inputs[i] for i in pair)
        return len(x) + len(y), sum(a != b for a, b in zip(x, y, strict=False))

    found = smallest_pair(inputs, pairs)
    assert found in pairs
    assert size(found) == min(map(size, pairs))


def test_the_channel_counts_what_is_unexplored_against_the_claim() -> None:
    explored = verify.explore_inputs(by_weights([(1, 1), (1, 2)]), [0, 1], residual="1/20")
    channel = explored.channel
    for i, left in enumerate(explored.unexplored):
        assert sum(channel.row(i)) == 1
        assert left in channel.row(i)
    assert all(a != b for a, b in pairwise(channel.outputs))


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"inputs": []}, "inputs: there is no input"),
    ({"inputs": [0]}, "adjacency: no two inputs are neighbours"),
    ({"adjacency": {"within": 1}, "inputs": [0, 2]}, "adjacency: no two inputs are neighbours"),
    ({"inputs": [1, 1]}, r"inputs\[1\]: 1 is there twice"),
    ({"adjacency": "near"}, "adjacency: 'near' is no adjacency"),
    ({"source": "dice"}, "source: 'dice' is no random source"),
    ({"residual": 0.5}, "residual: 0.5 is a float"),
    ({"residual": "2"}, "residual"),
    ({"residual": "-1/2"}, "residual"),
    ({"epsilon": 0.5, "alpha": None}, "epsilon: 0.5 is a float"),
    ({"alpha": "1/2"}, "alpha"),
    ({"delta": "3/2"}, "delta"),
    ({"alpha": None}, "epsilon"),
    ({"epsilon": 1}, "epsilon"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_wrong_input_is_one_clear_line(change: dict[str, Any], message: str) -> None:
    options = {"inputs": [0, 1], "alpha": 2} | change
    with pytest.raises(verify.InputError, match=message) as caught:
        verify.assert_dp(lambda x, rng: rng.randrange(2), **options)
    assert "\n" not in str(caught.value)
