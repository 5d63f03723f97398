"""The search for counterexamples and the lemmas go through channels in the same order."""

from itertools import islice

from proofs.domains import Grid, two_tables
from verify.counterexamples import RULES
from verify.counterexamples.finder import _heads, _instances
from verify.counterexamples.tables import levels


def instances(name: str, outputs: int, denominator: int) -> list[object]:
    rule = RULES[name]
    return [x for head in _heads(rule, outputs, denominator) for x in _instances(rule, head)]


def test_one_channel() -> None:
    for name, rows in (("worst_marginal", 2), ("poisson_replaced", 3)):
        found = [instance.table.weights for instance in instances(name, 3, 3)]
        assert found == [table.weights for table in Grid(((2, 3), (3, 3))).tables(rows)]


def test_two_channels() -> None:
    found = [tuple(t.weights for t in x.tables) for x in instances("record_switches_block", 3, 2)]
    listed = [(x.first.weights, x.second.weights) for x in two_tables(Grid(((2, 2), (3, 2))))]
    assert found == list(dict.fromkeys(listed))


def test_the_levels_of_the_lemmas_are_among_those_of_the_search() -> None:
    for instance, table in islice(
        zip(instances("poisson_replaced", 3, 3), Grid(((2, 3), (3, 3))).tables(3), strict=True), 500
    ):
        assert set(table.levels) <= set(levels(instance.tables))
