"""Visits of the states of a Markov chain, against dense linear algebra over fractions."""

from __future__ import annotations

from fractions import Fraction

from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from verify.exploration.states.chain import BITS, lower_visits, visits

Steps = list[dict[int, mpq]]


@st.composite
def chains(draw: st.DrawFn) -> Steps:
    """Every state is left for good with some probability, so that all visits are finite."""
    count = draw(st.integers(1, 7))
    rows: Steps = []
    for _ in range(count):
        weights = draw(st.dictionaries(st.integers(0, count - 1), st.integers(1, 20), max_size=4))
        whole = sum(weights.values()) + draw(st.integers(1, 5))
        rows.append({j: mpq(weight, whole) for j, weight in weights.items()})
    return rows


def dense(steps: Steps) -> list[Fraction]:
    """v = e₀ + v·P, that is v·(I − P) = e₀, by elimination."""
    count = len(steps)
    table = [[Fraction(i == j) for i in range(count)] + [Fraction(j == 0)] for j in range(count)]
    for i, row in enumerate(steps):
        for j, chance in row.items():
            table[j][i] -= Fraction(str(chance))
    for i in range(count):
        place = next(k for k in range(i, count) if table[k][i])
        table[i], table[place] = table[place], table[i]
        table[i] = [value / table[i][i] for value in table[i]]
        for k in range(count):
            if k != i:
                table[k] = [a - table[k][i] * b for a, b in zip(table[k], table[i], strict=True)]
    return [row[-1] for row in table]


@given(chains())
def test_visits_solve_the_equations(steps: Steps) -> None:
    assert [Fraction(str(each)) for each in visits(steps)] == dense(steps)


@given(chains())
def test_lower_visits_are_below_and_close(steps: Steps) -> None:
    for low, often in zip(lower_visits(steps), dense(steps), strict=True):
        assert 0 <= often - Fraction(str(low)) <= Fraction(1, 2 ** (BITS - 40))


def test_what_cannot_be_reached_is_not_visited() -> None:
    assert visits([{}, {0: mpq(1, 2)}]) == [1, 0]
    assert visits([]) == lower_visits([]) == []


def test_a_long_line_of_states() -> None:
    """Gambler's ruin: v of the first of n states is 2n/(n + 1)."""
    count = 300
    steps = [{j: mpq(1, 2) for j in (i - 1, i + 1) if 0 <= j < count} for i in range(count)]
    assert visits(steps)[0] == mpq(2 * count, count + 1)
