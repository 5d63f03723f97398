"""The shortest way into an event, against all ways there are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import verify
from verify.exploration.outcomes import compared
from verify.exploration.program import Program
from verify.exploration.script import shortest_script
from verify.exploration.settings import Settings

Tree = Any
"""A result, or a tuple of trees: a draw among these"""

trees = st.recursive(
    st.integers(0, 3),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple),
    max_leaves=12,
)


def follow(tree: Tree, rng: Any) -> int:
    while isinstance(tree, tuple):
        tree = tree[rng.randrange(len(tree))]
    return tree


Way = tuple[int, Fraction, tuple[int, ...], int]


def ways(tree: Tree) -> Iterator[Way]:
    """Length, minus probability, options and result of every path; one option is no choice."""
    if not isinstance(tree, tuple):
        yield 0, Fraction(-1), (), tree
        return
    for i, branch in enumerate(tree):
        for length, weight, path, result in ways(branch):
            if len(tree) == 1:
                yield length, weight, path, result
            else:
                yield length + 1, weight / len(tree), (i, *path), result


@given(trees, st.sets(st.integers(0, 3), min_size=1))
def test_the_shortest_script(tree: Tree, wanted: set[int]) -> None:
    into = [way for way in ways(tree) if way[3] in wanted]
    if not into:
        return
    length, weight, path, result = min(into)
    keys = frozenset(compared(each) for each in wanted)
    whole = sum(-way[1] for way in into)
    script = shortest_script(Program(follow, tree, Settings()), keys, mpq(str(whole)))
    assert len(script.choices) == length
    assert Fraction(str(script.probability)) == -weight
    assert script.result == result
    assert [int(choice.text.split()[0]) for choice in script.choices] == list(path)
    assert replayed(tree, script.choices) == result


def replayed(tree: Tree, choices: Any) -> int:
    """What the function gives with the choices as they are written down."""
    texts = iter([choice.text for choice in choices])

    class Replay:
        def randrange(self, n: int) -> int:
            if n == 1:
                return 0
            option, _, count = next(texts).split()
            assert count == f"0..{n - 1}"
            return int(option)

    found = follow(tree, Replay())
    assert next(texts, None) is None
    return found


@given(trees)
def test_the_probabilities_of_the_choices_multiply(tree: Tree) -> None:
    keys = frozenset(compared(each) for each in range(4))
    script = shortest_script(Program(follow, tree, Settings()), keys, mpq(1))
    product = mpq(1)
    for choice in script.choices:
        product *= choice.probability
        assert choice.place.text == "tree = tree[rng.randrange(len(tree))]"
    assert product == script.probability


def test_doubles_are_written_as_intervals() -> None:
    program = Program(lambda data, rng: rng.random() < 0.25, 0, Settings())
    script = shortest_script(program, frozenset([compared(False)]), mpq(3, 4))
    [choice] = script.choices
    assert (choice.text, choice.probability) == ("the double is in [0.25, 1)", mpq(3, 4))


def test_a_loop_with_a_residual() -> None:
    def run(data: int, rng: Any) -> int:
        count = 0
        while rng.randrange(3):
            count += 1
        return count

    program = Program(run, 0, Settings())
    script = shortest_script(program, frozenset([compared(2)]), mpq(4, 27))
    assert [choice.text for choice in script.choices] == ["1 of 0..2", "1 of 0..2", "0 of 0..2"]
    assert script.probability == mpq(1, 27)


def test_a_loop_without_an_end_but_with_a_short_way() -> None:
    """The tree of choices is infinite, and the shortest way is not the first."""

    def run(data: int, rng: Any) -> int:
        place = 2
        while 0 < place < 5:
            place += -1 if rng.randrange(2) else 1
        return place

    for end, length in ((0, 2), (5, 3)):
        weight = mpq(3 if end == 0 else 2, 5)
        program = Program(run, 0, Settings())
        script = shortest_script(program, frozenset([compared(end)]), weight)
        assert len(script.choices) == length
        assert script.probability == mpq(1, 2**length)


def test_beyond_the_limit_of_paths_the_best_so_far_will_do() -> None:
    def run(data: int, rng: Any) -> int:
        return sum(rng.randrange(2) for _ in range(12))

    program = Program(run, 0, Settings())
    with verify.limits(paths=5000):
        script = shortest_script(program, frozenset([compared(6)]), mpq(924, 4096))
    assert (len(script.choices), script.result) == (12, 6)
