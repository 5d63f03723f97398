"""Making a counterexample smaller, where somebody has one that is too large for a search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING

from gmpy2 import mpq

from verify.counterexamples.finder import rule_of
from verify.counterexamples.rule import Instance, Rule
from verify.counterexamples.tables import Table, levels
from verify.errors import InputError
from verify.exact.rational import Exact, rational

if TYPE_CHECKING:
    from verify.law.mechanism import Mechanism

__all__ = ["shrink"]

Size = tuple[int, int, tuple[Table, ...], mpq]


def shrink(rule: str | Rule, *channels: Mechanism, alpha: Exact | None = None) -> Instance:
    """A smaller instance that breaks a rule, from channels that break it.

    Outputs are merged, probabilities rounded to smaller denominators and levels lowered, one step
    at a time, as long as the rule stays broken. Nothing that one more step reaches is smaller; an
    exhaustive `search` may find a smaller one all the same.

    Raises `verify.InputError` where the channels do not break the rule.

    >>> import verify
    >>> response = verify.mechanisms.randomized_response("70%")
    >>> print(shrink("worst_marginal", response))
    [1/3, 2/3] [2/3, 1/3]
    """
    chosen = rule_of(rule)
    instance = Instance(tuple(_table(each) for each in channels), _alpha(chosen, alpha))
    _check(chosen, instance)
    while (smaller := _smaller(chosen, instance)) is not None:
        instance = smaller
    return instance


def _table(channel: Mechanism) -> Table:
    table = channel.as_table()
    if table is None:
        problem = f"a {type(channel).__name__} has no table of rational probabilities"
        raise InputError(problem, at="channels", form="a Channel")
    rows = [table.row(i) for i in range(len(table.inputs))]
    return _reduced([tuple(row) for row in rows])


def _reduced(rows: list[tuple[mpq, ...]]) -> Table:
    denominator = 1
    for row in rows:
        for x in row:
            denominator *= x.denominator // gcd(denominator, x.denominator)
    weights = tuple(tuple(int(x * denominator) for x in row) for row in rows)
    return Table(denominator, len(rows[0]), weights)


def _alpha(rule: Rule, alpha: Exact | None) -> mpq | None:
    if rule.shape.has_level == (alpha is not None):
        return None if alpha is None else rational(alpha, "alpha")
    if alpha is None:
        raise InputError(f"{rule.name} is about a level", at="alpha", form="alpha=2")
    raise InputError(f"{rule.name} is about no level", at="alpha", form="no alpha")


def _check(rule: Rule, instance: Instance) -> None:
    shape = rule.shape
    sizes = [len(table.weights) for table in instance.tables]
    if sizes != [shape.rows] * shape.channels:
        form = f"{shape.channels} with {shape.rows} inputs each"
        raise InputError(f"channels with {sizes} inputs are given", at="channels", form=form)
    outputs = [table.outputs for table in instance.tables]
    if any(n < shape.fewest or n != (shape.outputs or n) for n in outputs):
        form = f"{shape.outputs or shape.fewest} outputs{'' if shape.outputs else ' or more'}"
        raise InputError(f"channels with {outputs} outputs are given", at="channels", form=form)
    if not rule.breaks(instance):
        raise InputError(f"they do not break {rule.name}", at="channels", form="some that do")


def _size(instance: Instance) -> Size:
    tables = instance.tables
    outputs = sum(table.outputs for table in tables)
    return max(t.denominator for t in tables), outputs, tables, instance.alpha or mpq(0)


def _smaller(rule: Rule, instance: Instance) -> Instance | None:
    """The first smaller instance, one step away, that breaks the rule."""
    size = _size(instance)
    for other in _steps(rule, instance):
        if _size(other) < size and rule.breaks(other):
            return other
    return None


def _steps(rule: Rule, instance: Instance) -> Iterator[Instance]:
    """Instances one step away, the boldest first."""
    tables, alpha = instance
    for place, table in enumerate(tables):
        for other in _simpler(table, rule.shape.fewest, fixed=rule.shape.outputs is not None):
            changed = (*tables[:place], other, *tables[place + 1 :])
            if not rule.shape.alike or len({each.outputs for each in changed}) == 1:
                yield from (Instance(changed, level) for level in _levels(changed, alpha))
    yield from (Instance(tables, level) for level in _levels(tables, alpha))


def _levels(tables: tuple[Table, ...], alpha: mpq | None) -> Iterator[mpq | None]:
    yield alpha
    if alpha is not None:
        yield from levels(tables)


def _simpler(table: Table, fewest: int, *, fixed: bool) -> Iterator[Table]:
    rows = [tuple(mpq(w, table.denominator) for w in row) for row in table.weights]
    if table.outputs > fewest and not fixed:
        for i, j in combinations(range(table.outputs), 2):
            merged = [
                tuple(x + row[j] if k == i else x for k, x in enumerate(row) if k != j)
                for row in rows
            ]
            yield _reduced(merged)
    for i, j in combinations(range(table.outputs), 2):
        yield _reduced([_swapped(row, i, j) for row in rows])
    for denominator in range(1, table.denominator + 1):
        rounded = [_rounded(row, denominator) for row in rows]
        yield _reduced(rounded)
        for place, row in enumerate(rounded):
            yield from (
                _reduced([*rounded[:place], other, *rounded[place + 1 :]])
                for other in _moved(row, denominator)
            )


def _swapped(row: tuple[mpq, ...], i: int, j: int) -> tuple[mpq, ...]:
    places = {i: j, j: i}
    return tuple(row[places.get(k, k)] for k in range(len(row)))


def _rounded(row: tuple[mpq, ...], denominator: int) -> tuple[mpq, ...]:
    """The law over this denominator that is nearest, by largest remainders."""
    floors = [x * denominator // 1 for x in row]
    short = denominator - sum(floors)
    order = sorted(range(len(row)), key=lambda k: floors[k] - row[k] * denominator)
    for k in order[: int(short)]:
        floors[k] += 1
    return tuple(mpq(n, denominator) for n in floors)


def _moved(row: tuple[mpq, ...], denominator: int) -> Iterator[tuple[mpq, ...]]:
    """One unit moved from one output to a later or an earlier one."""
    unit = mpq(1, denominator)
    for i, j in combinations(range(len(row)), 2):
        for source, goal in ((i, j), (j, i)):
            if row[source] >= unit:
                moved = list(row)
                moved[source] -= unit
                moved[goal] += unit
                yield tuple(moved)
