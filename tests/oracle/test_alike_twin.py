"""Pairs of inputs of one kind have equal values, and products of tables that repeat are decided."""

from fractions import Fraction
from itertools import combinations, permutations, product

import twin
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify.combinators import fresh
from verify.law.alike import packed_kinds

LEVELS = (Fraction(1), Fraction(3, 2), Fraction(4))


@st.composite
def tables(draw: st.DrawFn, most_bits: int = 3) -> verify.Channel:
    """Few different weights, so that rows are often alike; some of several limbs."""
    unit = 2 ** draw(st.sampled_from([0, most_bits, 90]))
    size = draw(st.integers(5, 7))
    base = draw(st.lists(st.sampled_from([0, 1, 2 * unit]), min_size=2, max_size=3))
    base.append(4 * unit)
    rows = [list(draw(st.permutations(base))) for _ in range(size)]
    names = [str(i) for i in range(size)]
    return verify.Channel.from_weights(names, None, rows, sum(base))


@given(tables())
def test_pairs_of_one_kind_have_equal_values(table: verify.Channel) -> None:
    edges = list(permutations(range(len(table.inputs)), 2))
    kinds = packed_kinds(table.weights, edges)
    assert kinds is not None
    found: dict[object, tuple[Fraction, ...]] = {}
    for (i, j), kind in zip(edges, kinds, strict=True):
        p, q = (dict(enumerate(map(Fraction, table.row(each)))) for each in (i, j))
        values = tuple(twin.hockey_stick(p, q, alpha) for alpha in LEVELS)
        assert found.setdefault(kind, values) == values


@given(tables(), st.sampled_from(LEVELS))
def test_products_against_all_pairs(table: verify.Channel, alpha: Fraction) -> None:
    laws = []
    for i in range(len(table.inputs)):
        row = list(map(Fraction, table.row(i)))
        laws.append(dict(enumerate(a * b for a, b in product(row, row))))
    edges = permutations(range(len(laws)), 2)
    values = {(i, j): twin.hockey_stick(laws[i], laws[j], alpha) for i, j in edges}
    twice = fresh(table, 2)
    verdict = verify.certify(twice, alpha=alpha, full=True)
    assert verdict.delta_star == max(values.values())
    shown = {(int(d.input), int(d.neighbour)): d.delta for d in verdict.directions}
    assert shown == values
    assert verify.profile(twice).delta(alpha=alpha) == max(values.values())


def test_edges_that_are_few_or_weights_that_hardly_repeat_are_looked_at_one_by_one() -> None:
    response = verify.mechanisms.k_randomized_response(9, alpha=2)
    edges = list(combinations(range(9), 2))
    assert len(set(packed_kinds(response.weights, edges) or ())) == 1
    assert packed_kinds(response.weights, edges[:3]) is None
    rows = [[i + 10 * j for j in range(9)] for i in range(9)]
    total = max(map(sum, rows)) + 1
    rows = [[*row, total - sum(row)] for row in rows]
    table = verify.Channel.from_weights(response.inputs, None, rows, total)
    assert packed_kinds(table.weights, edges) is None
