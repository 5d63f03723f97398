"""Two ends of games whose exact value is out of reach: they enclose it wherever it is known."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

import verify
from verify.combinators import fresh, interaction, per_round
from verify.compose.structure import pure_ratio
from verify.exact.between import Between
from verify.law.mechanism import Mechanism
from verify.mechanisms import leaky, randomized_response

LEVELS = ["0", "ln(3/2)", "ln(2)", "ln(3)", "1/2", "ln(3)/2", "7"]
LEAN = [["1/2", "1/2"], ["1/3", "2/3"]]
THREE = [["1/2", "1/3", "1/6"], ["1/6", "1/2", "1/3"], ["1/5", "2/5", "2/5"]]

adjacencies = st.sampled_from(
    ["all_pairs", "add_remove", {"pairs": [["0", "1"], ["1", "2"]]}, {"pairs": [["2", "0"]]}]
)


@st.composite
def tables(draw: st.DrawFn, inputs: int = 3, outputs: int = 3) -> verify.Channel:
    rows = []
    for _ in range(inputs):
        weights = draw(st.lists(st.integers(0, 4), min_size=outputs, max_size=outputs))
        weights[-1] += not any(weights)
        rows.append([Fraction(w, sum(weights)) for w in weights])
    names = [str(i) for i in range(inputs)]
    return verify.Channel(names, list("abc")[:outputs], rows, absent="1")


def channel(rows: list[list[str]]) -> verify.Channel:
    return verify.Channel("abc"[: len(rows)], "xyz"[: len(rows[0])], rows)


def check_both(game: Mechanism, epsilon: str) -> None:
    """Every direction of the game is enclosed, and the verdicts agree."""
    exact = verify.certify(game, epsilon=epsilon, full=True)
    bounds = verify.certify(game, epsilon=epsilon, full=True, method="interval")
    truth = {(d.input, d.neighbour): d.delta for d in exact.directions}
    assert isinstance(bounds.delta_star, verify.DeltaInterval)
    assert len(bounds.directions) == len(truth)
    for found in bounds.directions:
        low, high = found.delta.enclose(300)
        value = truth[found.input, found.neighbour].enclose(300)
        assert low <= value[1]
        assert value[0] <= high
    low, high = bounds.delta_star.enclose(300)
    for delta in (mpq(0), mpq(1, 3), high, low):
        decided = verify.certify(game, epsilon=epsilon, delta=delta, method="interval")
        right = verify.certify(game, epsilon=epsilon, delta=delta)
        assert decided.verdict in (right.verdict, "undecided")


@settings(max_examples=50)
@given(tables(), st.integers(1, 3), adjacencies, st.sampled_from(LEVELS))
def test_both_ends_enclose_the_game(
    table: verify.Channel, rounds: int, adjacency: Any, epsilon: str
) -> None:
    check_both(per_round(fresh(table.under(adjacency), rounds)), epsilon)


@settings(max_examples=30)
@given(tables(), tables(outputs=2), adjacencies, st.sampled_from(LEVELS))
def test_rounds_that_differ(
    one: verify.Channel, other: verify.Channel, adjacency: Any, epsilon: str
) -> None:
    parts = [each.under(adjacency) for each in (one, other, one)]
    check_both(per_round(fresh(parts)), epsilon)


@settings(max_examples=30)
@given(tables(), st.integers(1, 3), adjacencies, st.sampled_from(["0", "1/7", "1/2"]))
def test_least_levels(table: verify.Channel, rounds: int, adjacency: Any, delta: str) -> None:
    """The pure level is exact: the adversary takes the pair with the greatest ratio every time."""
    game = per_round(fresh(table.under(adjacency), rounds))
    exact = verify.epsilon(game, delta=delta).alpha
    bounds = verify.epsilon(game, delta=delta, method="interval").alpha
    if delta == "0":
        ratios = [
            pure_ratio(game.pair(*each)) for i, j in game.edges() for each in ((i, j), (j, i))
        ]
        assert bounds == exact == (None if None in ratios else max([1, *ratios]))
    elif exact is None or bounds is None:
        assert exact is bounds
    else:
        assert isinstance(bounds, Between)
        assert bounds.low <= exact <= bounds.high


@pytest.mark.parametrize("count", [100, 1000, 5000])
@pytest.mark.parametrize("rows", [LEAN, THREE], ids=["two outputs", "three"])
def test_many_rounds(rows: list[list[str]], count: int) -> None:
    """The lower end is what a fixed pair has; more rounds, and more pairs, never have less."""
    table = channel(rows)
    game, fixed = per_round(fresh(table, count)), fresh(table, count)
    with verify.limits(seconds=20):
        for epsilon in (f"{count}/40", f"{count}/20", "ln(2)"):
            found = verify.certify(game, epsilon=epsilon, delta="1/100").delta_star
            one = verify.certify(fixed, epsilon=epsilon).delta_star.enclose(300)
            more = verify.certify(per_round(fresh(table, count + 50)), epsilon=epsilon).delta_star
            low, high = found.enclose(0)
            assert low <= one[1]
            assert one[0] <= low * (1 + Fraction(1, 10**5))
            assert low <= high <= more.enclose(0)[1] * (1 + Fraction(1, 10**5))


def test_where_nothing_is_to_be_gained_both_ends_meet() -> None:
    """Responses of two inputs: each round has the same two ratios whatever the pair is."""
    game = per_round(fresh(randomized_response("3/4"), 3000))
    fixed = verify.certify(fresh(randomized_response("3/4"), 3000), epsilon="1600*ln(3)")
    found = verify.certify(game, epsilon="1600*ln(3)", method="interval").delta_star
    low, high = found.enclose(0)
    truth = fixed.delta_star.enclose(300)
    assert low <= truth[1]
    assert truth[0] <= high
    assert (high - low) * 10**5 < high


def test_a_witness_is_what_a_fixed_pair_shows() -> None:
    table = channel(THREE)
    game = per_round(fresh(table, 400))
    found = verify.certify(game, epsilon="150", delta="1/1000")
    assert found.verdict == "violated"
    assert found.witness is not None
    pair = found.witness.input, found.witness.neighbour
    fixed = verify.profile(fresh(table, 400)).divergence(pair, epsilon="150")
    low, high = found.witness.excess.enclose(300)
    truth = fixed.enclose(300)
    assert Fraction(1, 1000) < low <= truth[1]
    assert truth[0] <= high
    assert found.delta_star.enclose(0)[1] >= high


def test_three_outcomes_of_a_verdict() -> None:
    game = per_round(fresh(channel(THREE), 400))
    low, high = verify.certify(game, epsilon="150").delta_star.enclose(0)
    asked = [low / 2, (low + high) / 2, high, 2 * high]
    found = [verify.certify(game, epsilon="150", delta=delta) for delta in asked]
    assert [each.verdict for each in found] == ["violated", "undecided", "holds", "holds"]
    assert found[1].witness is None
    assert found[0].pure_alpha == 3**400


def test_a_record_is_added_in_every_round_of_the_bounds() -> None:
    """Under add/remove, a game of one absent and one present input has nothing to choose."""
    table = verify.Channel("nx", "01", LEAN, absent="n").under("add_remove")
    for epsilon in ("20", "30"):
        found = verify.certify(per_round(fresh(table, 300)), epsilon=epsilon, full=True)
        fixed = verify.certify(fresh(table, 300), epsilon=epsilon, full=True)
        for one, other in zip(found.directions, fixed.directions, strict=True):
            assert (one.input, one.neighbour) == (other.input, other.neighbour)
            truth = other.delta.enclose(300)
            assert one.delta.enclose(300)[0] <= truth[1]
            assert truth[0] <= one.delta.enclose(300)[1]


def test_leaks_never_end() -> None:
    game = per_round(fresh(leaky("1/10000", channel(LEAN)), 500))
    assert verify.epsilon(game, delta="1/100", method="interval").alpha is None
    low, high = verify.certify(game, epsilon="1000", method="interval").delta_star.enclose(0)
    assert low <= 1 - Fraction(9999, 10000) ** 500 <= high


def test_what_is_refused_says_how_to_go_on() -> None:
    """Lines are foreseen after a few rounds; trees have no bounds."""
    table = channel(THREE)
    bounds = (
        r"lines of the game, .*; write fewer releases, bounds \(--method interval .*\), or raise"
    )
    with pytest.raises(verify.LimitError, match=bounds):
        verify.epsilon(per_round(fresh(table, 1000)), delta="1/100")
    with pytest.raises(verify.LimitError, match=bounds):
        verify.certify(per_round(fresh(table, 1000)), alpha=2, method="halves")
    tree = interaction(0, lambda n: None if n == 9 else table, lambda n, y: n + 1)
    with (
        verify.limits(classes=100),
        pytest.raises(verify.LimitError, match="write fewer releases, or"),
    ):
        verify.certify(per_round(tree), alpha=2)
    with verify.limits(seconds=1), pytest.raises(verify.LimitError, match="s of work"):
        verify.epsilon(per_round(fresh(channel(LEAN), 100)), delta="1/100")


def test_a_game_in_a_deep_tree_is_no_deep_recursion() -> None:
    """Asked until the first "1", with room for far fewer calls inside each other than rounds."""
    coin = randomized_response("3/4")

    def until_one(rounds: int) -> Mechanism:
        after = {"0": 1, "1": rounds}
        return per_round(
            interaction(
                0, lambda n: None if n >= rounds else coin, lambda n, y: min(n + after[y], rounds)
            )
        )

    flat = verify.certify(until_one(20), alpha=3**9)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 120)
    try:
        deep = verify.certify(until_one(150), alpha=3**9)
    finally:
        sys.setrecursionlimit(before)
    assert deep.delta_star >= flat.delta_star
    assert deep.pure_alpha == 3**150


def run(tmp_path: Path, document: Any, *options: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "model.json"
    path.write_text(json.dumps(document))
    command = [sys.executable, "-m", "verify", "certify", str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_says_which_end_comes_from_what(tmp_path: Path) -> None:
    of = {"type": "channel", "inputs": ["a", "b", "c"], "outputs": ["x", "y", "z"], "rows": THREE}
    model = {"type": "fresh", "count": 400, "of": of, "adversary": "per_round"}
    document = {"schema": 1, "mechanism": model, "claim": {"epsilon": "150", "delta": "1/1000"}}
    found = run(tmp_path, document, "--explain", "--format", "json")
    assert (found.returncode, found.stderr) == (1, "")
    answer = json.loads(found.stdout)
    assert answer["verdict"] == "violated"
    assert "exact" not in answer["delta_star"]
    ends = answer["explanation"]["ends"]
    assert ends["lower"].startswith("the pair")
    assert ends["upper"].startswith("the dominating pair")
    between = {"epsilon": "150", "delta": "1/4"}
    found = run(tmp_path, {**document, "claim": between}, "--explain")
    assert found.returncode == 3
    assert "What the two ends of δ* stand for" in found.stdout
    assert "lower end" in found.stdout
    assert "if this pair is kept in all rounds" in found.stdout
    assert "P(S) − α·Q(S)" not in found.stdout  # which the upper end is not about
