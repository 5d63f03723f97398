"""How often the states of a Markov chain are visited, exactly."""

from __future__ import annotations

from gmpy2 import mpq

__all__ = ["visits"]

Steps = list[dict[int, mpq]]
"""For every state the probabilities of the steps to others; what is missing to 1 ends there"""


def visits(steps: Steps) -> list[mpq]:
    """The expected number of visits v of every state, from state 0 on: v = e₀ + v·P.

    States that lead to one another are solved together, in the order in which they are reached.

    >>> visits([{0: mpq(1, 2), 1: mpq(1, 4)}, {}])
    [mpq(2,1), mpq(1,2)]
    """
    found = [mpq(0)] * len(steps)
    arriving = [mpq(0)] * len(steps)
    if steps:
        arriving[0] = mpq(1)
    for group in reversed(_components(steps)):
        for state, often in zip(group, _solved(steps, group, arriving), strict=True):
            found[state] = often
        inside = set(group)
        for state in group:
            for target, chance in steps[state].items():
                if target not in inside:
                    arriving[target] += found[state] * chance
    return found


def _solved(steps: Steps, group: list[int], arriving: list[mpq]) -> list[mpq]:
    """v with v = a + v·P inside a group, by elimination."""
    place = {state: i for i, state in enumerate(group)}
    rows: list[dict[int, mpq]] = [{i: mpq(1)} for i in range(len(group))]  # v_i − Σ v_j·P_ji = a_i
    for state in group:
        for target, chance in steps[state].items():
            if target in place:
                row, column = rows[place[target]], place[state]
                row[column] = row.get(column, mpq(0)) - chance
    right = [arriving[state] for state in group]
    for i, row in enumerate(rows):
        for j in range(i + 1, len(rows)):
            factor = rows[j].pop(i, None)
            if factor:
                _subtract(rows[j], row, factor / row[i], i)
                right[j] -= right[i] * factor / row[i]
    found = [mpq(0)] * len(group)
    for i in reversed(range(len(rows))):
        rest = sum((value * found[j] for j, value in rows[i].items() if j > i), mpq(0))
        found[i] = (right[i] - rest) / rows[i][i]
    return found


def _subtract(row: dict[int, mpq], other: dict[int, mpq], factor: mpq, done: int) -> None:
    for column, value in other.items():
        if column > done:
            row[column] = row.get(column, mpq(0)) - factor * value


def _components(steps: Steps) -> list[list[int]]:
    """The strongly connected components, those that are reached last first (Tarjan)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    found: list[list[int]] = []
    for root in range(len(steps)):
        if root in number:
            continue
        work = [(root, iter(steps[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        waiting.add(root)
        while work:
            state, targets = work[-1]
            for target in targets:
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    waiting.add(target)
                    work.append((target, iter(steps[target])))
                    break
                if target in waiting:
                    low[state] = min(low[state], number[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == number[state]:
                    at = stack.index(state)
                    found.append(stack[at:])
                    waiting -= set(stack[at:])
                    del stack[at:]
    return found
