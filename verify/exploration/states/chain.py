"""How often the states of a Markov chain are visited: exactly, or from below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmpy2 import mpq, mpz

__all__ = ["lower_visits", "visits"]

Steps = list[dict[int, mpq]]
"""For every state the probabilities of the steps to others; what is missing to 1 ends there"""

BITS = 320
"""Fractional bits of lower bounds"""


def visits(steps: Steps) -> list[mpq]:
    """The expected number of visits v of every state, from state 0 on: v = e₀ + v·P.

    >>> visits([{0: mpq(1, 2), 1: mpq(1, 4)}, {}])
    [mpq(2,1), mpq(1,2)]
    """
    return _visits(steps, mpq(1), lambda x, y: x * y, lambda x, y: x / y)


def lower_visits(steps: Steps) -> list[mpq]:
    """Lower bounds of the visits, with BITS fractional bits: every operation is rounded down.

    Exact visits of n states may need n times as many bits as a step has.

    >>> float(lower_visits([{0: mpq(1, 3)}])[0])
    1.5
    """
    one = mpz(1) << BITS
    fixed = [{j: chance.numerator * one // chance.denominator for j, chance in row.items()}
             for row in steps]  # fmt: skip
    found = _visits(fixed, one, lambda x, y: x * y >> BITS, lambda x, y: (x << BITS) // y)
    return [mpq(often, one) for often in found]


def _visits(
    steps: list[dict[int, Any]],
    one: Any,
    times: Callable[[Any, Any], Any],
    over: Callable[[Any, Any], Any],
) -> list[Any]:
    """States are taken out one by one, the last first: their steps become steps between others.

    Nothing is subtracted but from 1, so rounding down gives lower bounds.
    """
    rows = [dict(row) for row in steps]
    sources: list[set[int]] = [set() for _ in rows]
    for i, row in enumerate(rows):
        for j in row:
            sources[j].add(i)
    entering: list[dict[int, Any]] = [{} for _ in rows]  # steps into a state when it is taken out
    for state in reversed(range(1, len(rows))):
        row = rows[state]
        stays = one - row.pop(state, 0)
        sources[state].discard(state)
        for j in row:
            sources[j].discard(state)
        for i in sources[state]:
            chance = entering[state][i] = over(rows[i].pop(state), stays)
            for j, more in row.items():
                rows[i][j] = rows[i].get(j, 0) + times(chance, more)
                sources[j].add(i)
    found = [over(one, one - rows[0].get(0, 0))] if rows else []
    for state in range(1, len(rows)):
        found.append(sum((times(found[i], p) for i, p in entering[state].items()), 0 * one))
    return found
