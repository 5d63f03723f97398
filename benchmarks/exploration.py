"""Code under test: paths of random choices, beside the same code run as it is and a plain twin."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import verify
from benchmarks.process import seconds_inside, whole
from benchmarks.row import Case, Rival, Row
from benchmarks.sample import Effort, repeat

__all__ = ["CASES"]

COINS = 10
PATHS = 2**COINS

GATE = 50
"""Claims of a small gate"""

Function = Callable[[Any, Any], Any]


def _integers(_: Any, rng: Any) -> int:
    return sum(rng.randrange(2) for _ in range(COINS))


def _doubles(_: Any, rng: Any) -> int:
    return sum(rng.random() < 0.5 for _ in range(COINS))


def _array(_: Any, rng: Any) -> int:
    return int((rng.random(COINS) < 0.5).sum())


def _three_draws(bit: int, rng: Any) -> int:
    return sum((bit if rng.random() < 0.75 else 1 - bit) for _ in range(3))


def _early_exit(_: Any, rng: Any) -> int:
    return next((i for i in range(500) if rng.randrange(2)), -1)


def _per_path(function: Function, source: str, generator: Any, effort: Effort) -> Row:
    """Seconds of one path, and of one run of the function itself."""

    def explore(_: int) -> object:
        return verify.explore(function, None, source=source).paths

    def run(_: int) -> object:
        return [function(None, generator) for _ in range(PATHS)]

    ours = repeat(effort, explore, range(20)).scaled(1 / PATHS)
    own = repeat(effort, run, range(5)).scaled(1 / PATHS)
    return Row(ours, (Rival("the function itself", own), _twin(effort)))


def _twin(effort: Effort) -> Rival:
    """Ten coins by definition: every run a list of options, every weight a fraction."""

    def enumerate_all(_: int) -> object:
        law: dict[int, Fraction] = {}
        pending: list[list[int]] = [[]]
        while pending:
            path = pending.pop()
            if len(path) < COINS:
                pending += [[*path, 0], [*path, 1]]
            else:
                law[sum(path)] = law.get(sum(path), Fraction(0)) + Fraction(1, PATHS)
        return law

    return Rival("plain enumeration", repeat(effort, enumerate_all, range(3)).scaled(1 / PATHS))


def _assertion(effort: Effort) -> Row:
    def ask(_: int) -> object:
        return verify.assert_dp(_three_draws, inputs=[0, 1], alpha=27).delta_upper

    return Row(repeat(effort, ask, range(20)))


def _deep(effort: Effort) -> Row:
    return Row(repeat(effort, lambda _: verify.explore(_early_exit, None).paths, range(5)))


def _plugin(effort: Effort) -> Row:
    """What the plugin adds to the start of pytest: its import."""
    return Row(seconds_inside(effort, "import pytest", "import verify.pytest_plugin"))


def _gate(jobs: int, effort: Effort) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "answers.py")
        target.write_text("def answer(bit, rng):\n    return bit ^ (rng.randrange(4) == 0)\n")
        claim = '[[claim]]\nname = "{}"\nfunction = "answers:answer"\ninputs = [0, 1]\nalpha = {}'
        claims = [claim.format(i, i + 3) for i in range(GATE)]
        config = Path(folder, "verify.toml")
        config.write_text("\n".join(claims))
        return Row(whole(effort, "-m", "verify", "gate", str(config), "--jobs", str(jobs)))


CASES = (
    Case(
        "code/integers",
        "one path of ten randrange(2)",
        partial(_per_path, _integers, "random.Random", random.Random(1)),
        1 / 250_000,
    ),
    Case(
        "code/doubles",
        "one path of ten random() < 0.5",
        partial(_per_path, _doubles, "random.Random", random.Random(1)),
    ),
    Case(
        "code/array",
        "one path of random(10) < 0.5",
        partial(_per_path, _array, "numpy.Generator", np.random.default_rng(1)),
    ),
    Case("code/assert", "assert_dp of three draws on two inputs", _assertion, 20e-3),
    Case("code/deep", "an early exit after up to 500 draws, all paths", _deep),
    Case("code/plugin", "importing the pytest plugin", _plugin, 30e-3),
    Case("code/gate", "a gate of 50 claims, one process", partial(_gate, 1), 5),
    Case("code/gate2", "the same in two processes", partial(_gate, 2), 5),
)
