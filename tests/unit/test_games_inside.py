"""A game has no law of its outputs: what needs one refuses it in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import verify
from verify import measures
from verify.cli import command
from verify.combinators import (
    adaptive,
    copies,
    fixed_size_subsample,
    fresh,
    interaction,
    mixture,
    parallel,
    per_round,
    poisson_subsample,
    postprocess,
    random_allocation,
    shuffle,
)
from verify.law.mechanism import Mechanism
from verify.mechanisms import leaky

ROWS = [["1/2", "1/3", "1/6"], ["1/6", "1/2", "1/3"], ["1/5", "2/5", "2/5"]]
TABLE = verify.Channel("abc", "xyz", ROWS)
GAME = per_round(fresh(TABLE, 2))

MODEL = {"type": "channel", "inputs": ["a", "b", "c"], "outputs": ["x", "y", "z"], "rows": ROWS}
PLAYED = {"type": "fresh", "count": 2, "of": MODEL, "adversary": "per_round"}

MADE: dict[str, Callable[[], Mechanism]] = {
    "fresh": lambda: fresh(GAME, 2),
    "a list": lambda: fresh([TABLE, GAME]),
    "copies": lambda: copies(GAME, 2),
    "postprocess": lambda: postprocess(GAME, lambda _: "same"),
    "adaptive": lambda: adaptive(GAME, {"1": "stop"}),
    "later": lambda: adaptive(TABLE, {"x": GAME, "y": "stop", "z": "stop"}),
    "interaction": lambda: interaction(0, lambda n: GAME if n < 2 else None, lambda n, _: n + 1),
    "mixture": lambda: mixture([("1/2", GAME), ("1/2", TABLE)]),
    "parallel": lambda: parallel([GAME, TABLE]),
    "poisson": lambda: poisson_subsample("1/2", GAME, absent="a"),
    "fixed size": lambda: fixed_size_subsample(GAME, records="abc", population=3, size=1),
    "shuffle": lambda: shuffle(2, GAME),
    "allocation": lambda: random_allocation(GAME, absent="a", present="b", rounds=2),
    "leaky": lambda: leaky("1/10", GAME),
}

ASKED: dict[str, Callable[[], Any]] = {
    "law": lambda: GAME.law("a"),
    "capacity": lambda: measures.bayes_capacity(GAME),
    "reconstruction": lambda: measures.reconstruction(GAME),
    "ratios": lambda: measures.likelihood_ratios(GAME, "a", "b"),
    "renyi": lambda: measures.renyi(GAME, 2),
    "zcdp": lambda: measures.zcdp(GAME),
    "range": lambda: measures.bounded_range(GAME),
    "utility": lambda: verify.utility.expected_error(GAME, "zero_one"),
    "order": lambda: verify.certify(GAME, order=2, epsilon=1),
    "rho": lambda: verify.certify(GAME, rho=1),
    "eta": lambda: verify.certify(GAME, eta=1),
}


@pytest.mark.parametrize("made", MADE.values(), ids=list(MADE))
def test_nothing_is_made_of_a_game(made: Callable[[], Mechanism]) -> None:
    with pytest.raises(verify.InputError, match="no input has a law of its own"):
        made()


@pytest.mark.parametrize("asked", ASKED.values(), ids=list(ASKED))
def test_what_needs_a_law_is_refused(asked: Callable[[], Any]) -> None:
    with pytest.raises(verify.InputError, match="no input has a law of its own"):
        asked()


def test_a_document_says_where() -> None:
    tree = {"type": "adaptive", "first": PLAYED, "next": {"1": "stop"}}
    with pytest.raises(verify.InputError) as caught:
        verify.load({"schema": 1, "mechanism": tree})
    assert caught.value.at == "mechanism.first"


def test_the_measures_that_a_game_has(tmp_path: Path) -> None:
    """The advantage is δ* at α = 1; what is not known is null, with the reason."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"schema": 1, "mechanism": PLAYED}))
    ran = CliRunner().invoke(command, ["measures", str(path), "--format", "json"])
    found = json.loads(ran.stdout)
    assert ran.exit_code == 0
    assert found["membership_advantage"] == str(verify.certify(GAME, alpha=1).delta_star)
    assert (found["renyi"], found["zcdp"], found["bayes_capacity"]) == ([], None, None)
    assert "no input has a law" in found["reasons"]["renyi"]


def test_the_adjacency_that_is_asked_about_is_played() -> None:
    """Pairs are chosen among those neighbours, not among the ones of the mechanism's default."""
    chain = {"pairs": [["b", "c"]]}
    star = verify.certify(GAME, alpha=1, adjacency=chain).delta_star
    assert star < verify.certify(GAME, alpha=1).delta_star
    assert verify.audit(GAME, alpha=1, delta=0, adjacency=chain).delta_star == star
    for prior in ("1/2", "2/3"):
        game = GAME.under(chain)
        accuracy = measures.bayes_accuracy(GAME, prior, adjacency=chain)
        assert accuracy == measures.bayes_accuracy(game, prior)
    assert measures.bayes_accuracy(GAME, "1/2", adjacency=chain) == (1 + star.value) / 2
