"""Pairs of laws by structure: exchanged, counted and named as their outcomes say."""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_models import Both, channel, models, rows, small

import verify
from verify.combinators import fresh, random_allocation
from verify.compose.size import class_estimate
from verify.compose.structure import class_table, pure_ratio
from verify.law.pair import has_outcome, outcome_count, outcomes
from verify.law.swap import swapped


@st.composite
def mechanisms(draw: Any) -> verify.Mechanism:
    """Compositions, allocations, and allocations inside compositions."""
    if draw(st.booleans()):
        mechanism: verify.Mechanism = draw(models()).engine
        return mechanism
    size = draw(st.integers(1, 4))
    of: Both = channel(["a", "b"], draw(rows(2, size, small)))
    found = random_allocation(of.engine, "a", "b", draw(st.integers(1, 3)), draw(st.integers(1, 2)))
    if outcome_count(found.pair(0, 1)) > 300:
        return of.engine
    return fresh([found, of.engine]) if draw(st.booleans()) else found


@settings(max_examples=150)
@given(mechanisms(), st.data())
def test_structure_and_outcomes_agree(mechanism: verify.Mechanism, data: Any) -> None:
    count = len(mechanism.inputs)
    first, second = (data.draw(st.integers(0, count - 1)) for _ in "PQ")
    pair = mechanism.pair(first, second)
    listed = list(outcomes(pair))
    assert len(listed) == outcome_count(pair)
    assert sum(p for _, p, _ in listed) == sum(q for _, _, q in listed) == 1
    assert list(outcomes(swapped(pair))) == [(y, q, p) for y, p, q in listed]
    assert all(has_outcome(pair, y) for y, _, _ in listed)
    assert not has_outcome(pair, "no such outcome")
    classes = class_table(pair)
    assert len(classes.entries) <= class_estimate(pair)
    ratios = [p / q if q else None for _, p, q in listed if p]
    expected = None if None in ratios else max(ratios)
    assert pure_ratio(pair) == expected
    weights = sum((mpq(p) for _, p, _ in classes.entries), mpq(classes.infinite))
    assert weights == classes.denominator
