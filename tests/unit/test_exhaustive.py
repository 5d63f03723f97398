"""Exhaustive domains: the kernel against the definition, order, counts, refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import gcd
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify import exhaustive
from verify.exhaustive import Block, Instance, _by_definition, each, evaluate, laws, pairs, refute


def listed(blocks: Any) -> list[Instance]:
    return [instance for block in blocks for instance in block.instances()]


def plain(outputs: int, denominator: int) -> list[tuple[Any, ...]]:
    """Everything, from the definition."""
    found = []
    for d in range(1, denominator + 1):
        rows = [row for row in product(range(d + 1), repeat=outputs) if sum(row) == d]
        for p, q in product(rows, repeat=2):
            if gcd(*p, *q) > 1:
                continue
            ratios = {Fraction(x, y) for x, y in zip(p, q, strict=True) if x > y > 0}
            corners = sorted({Fraction(1), *ratios})
            middles = [(a + b) / 2 for a, b in pairwise(corners)]
            for alpha in sorted([*corners, *middles, corners[-1] + 1]):
                gains = (Fraction(x) - alpha * y for x, y in zip(p, q, strict=True))
                found.append((p, q, alpha, sum(max(gain, 0) for gain in gains) / d))
    return found


@pytest.mark.parametrize(
    ("outputs", "denominator"), [(1, 3), (2, 7), (3, 4), (4, 2)], ids=["1", "2", "3", "4"]
)
def test_all_evaluations_in_order(outputs: int, denominator: int) -> None:
    found = listed(evaluate(outputs, denominator))
    assert [(x.p, x.q, x.alpha, x.delta) for x in found] == plain(outputs, denominator)


@given(st.data())
def test_kernel_and_definition_agree_on_any_laws(data: Any) -> None:
    total = data.draw(st.sampled_from([7, 60, 2**20 - 1]))
    size = data.draw(st.integers(1, 6))
    cuts = st.lists(st.integers(0, total), min_size=size - 1, max_size=size - 1).map(sorted)
    rows = [
        [b - a for a, b in pairwise([0, *data.draw(cuts), total])]
        for _ in range(data.draw(st.integers(1, 4)))
    ]
    lowest = data.draw(st.booleans())
    slow = _by_definition(np.array(rows, dtype=object), total, lowest)
    fast = listed(pairs(np.array(rows), lowest=lowest))
    assert [(*x[:3], x.alpha, x.delta) for x in fast] == [
        (*x[:3], x.alpha, x.delta) for x in listed(slow)
    ]


def test_weights_beyond_machine_integers_are_exact() -> None:
    table = np.array([[3, 2**200 - 3], [2, 2**200 - 2]], dtype=object)
    found = listed(pairs(table))
    at = next(x for x in found if x.p[0] == 3 and x.q[0] == 2 and x.alpha == 1)
    assert at.delta == Fraction(1, 2**200)
    wide = np.array([[2**62, 2**62], [2**62 + 1, 2**62 - 1]])
    assert {x.denominator for x in listed(pairs(wide))} == {2**63}


def test_more_outcomes_than_the_kernel_takes() -> None:
    table = np.vstack([np.eye(20, dtype=np.int64)[0], np.eye(20, dtype=np.int64)[19]])
    assert [x.delta for x in listed(pairs(table)) if x.alpha == 1] == [0, 1, 1, 0]


def test_blocks_are_whole_pairs(monkeypatch: Any) -> None:
    expected = plain(3, 3)
    monkeypatch.setattr(exhaustive, "SIZE", 8)
    blocks = list(evaluate(3, 3))
    assert len(blocks) > 50
    assert [(x.p, x.q, x.alpha, x.delta) for x in listed(blocks)] == expected
    ends = [(b.denominator, b.first[k], b.second[k]) for b in blocks for k in (0, -1) if len(b)]
    assert all(a != b for a, b in pairwise(ends[1:-1:2]))


def test_blocks_agree_with_the_engine() -> None:
    for at in listed(evaluate(2, 4)):
        channel = verify.Channel.from_weights(["x", "y"], None, [at.p, at.q], at.denominator)
        found = verify.profile(channel).divergence(("x", "y"), alpha=at.alpha)
        assert found == at.delta


def test_a_true_claim_is_counted() -> None:
    def at_most_one(at: Block) -> Any:
        return at.excess <= at.v * at.denominator

    found = refute(at_most_one, outputs=2, denominator=6)
    assert found.counterexample is None
    assert found.evaluations == len(plain(2, 6))
    assert found.pairs == len({(p, q) for p, q, _, _ in plain(2, 6)})


def test_the_smallest_counterexample() -> None:
    symmetric = {(x.p, x.q, x.alpha): x.delta for x in listed(evaluate(2, 3))}

    def is_symmetric(at: Instance) -> bool:
        return symmetric.get((at.q, at.p, at.alpha), at.delta) == at.delta

    found = refute(each(is_symmetric), outputs=2, denominator=3).counterexample
    assert str(found) == "P = [0, 1], Q = [1/2, 1/2], α = 2"


@pytest.mark.parametrize(
    "table",
    [
        np.array([[1, 2], [1, 1]]),
        np.array([[-1, 2]]),
        np.array([[0, 0]]),
        np.zeros((0, 2), dtype=np.int64),
        np.array([0.5, 0.5]),
        np.array([[0.5, 0.5]]),
    ],
    ids=["sums", "negative", "zero", "empty", "flat", "floats"],
)
def test_tables_that_hold_no_laws(table: Any) -> None:
    with pytest.raises(verify.InputError, match=r"^table: these are no laws over one denominator"):
        list(pairs(table))


def test_bad_calls() -> None:
    with pytest.raises(verify.InputError, match=r"^outputs: 0 is no count"):
        laws(0, 1)
    with pytest.raises(verify.InputError, match=r"^denominator: True is no count"):
        refute(lambda at: at.v > 0, 2, True)
    with pytest.raises(verify.InputError, match=r"^claim: a claim gave \(\) answers to"):
        refute(lambda at: True, 2, 2)
    with pytest.raises(verify.LimitError, match="limit seconds = 600"):
        refute(lambda at: at.v > 0, outputs=4, denominator=200)
    with pytest.raises(verify.LimitError, match="limit cells"):
        laws(12, 60)


def test_a_claim_without_an_answer_refutes_nothing() -> None:
    """As of a function that forgets its ``return``, which would be false everywhere."""
    with pytest.raises(verify.InputError, match=r"^claim: a claim gave neither"):
        exhaustive.refute(exhaustive.each(lambda _: None), 2, 4)  # type: ignore[arg-type, return-value]
