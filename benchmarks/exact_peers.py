"""Exact tools that others have: a probabilistic model checker, and a library for channels.

Storm (stormpy) checks a Markov chain with rational arithmetic, one state for every round and count.
libqif (qif) multiplies a channel with itself, so it has 2^k outputs, and offers no δ: what is
measured is the channel alone.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy

from benchmarks.row import Rival
from benchmarks.sample import Effort, Sample, once

__all__ = ["rivals"]

MOST = {"stormpy": 1000, "qif": 12}
"""Releases up to which a tool answers in reasonable time"""

CHAIN = """
dtmc
module responses
  n : [0..{count}] init 0;
  lies : [0..{count}] init 0;
  [] n < {count} -> {truth} : (n' = n + 1) + {lie} : (n' = n + 1) & (lies' = lies + 1);
  [] n = {count} -> true;
endmodule
label "event" = n = {count} & lies <= {most};
"""


def rivals(count: int, effort: Effort) -> Iterator[Rival]:
    """k-fold randomized response, p = 3/4, by the tools that are installed."""
    if find_spec("stormpy") is not None and count <= MOST["stormpy"]:
        sample = _timed(partial(_storm, count), 1 if effort.quick or count > 100 else 3)
        yield Rival("stormpy", sample, "exact: P(S) and Q(S) of a given event")
    if find_spec("qif") is not None and count <= MOST["qif"]:
        yield Rival("qif", _timed(partial(_qif, count), 3), "exact: the channel alone, no δ")


def _timed(call: Any, times: int) -> Sample:
    return Sample(tuple(once(call).values[0] for _ in range(times)))


def _storm(count: int) -> tuple[Any, ...]:
    """P and Q of {at most k/4 answers are lies}, the event at α = 3^(k/2)."""
    return tuple(_reached(count, *odds) for odds in (("3/4", "1/4"), ("1/4", "3/4")))


def _reached(count: int, truth: str, lie: str) -> Any:
    storm = import_module("stormpy")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chain.prism"
        most = (count - 1) // 4
        path.write_text(CHAIN.format(count=count, truth=truth, lie=lie, most=most))
        program = storm.parse_prism_program(str(path))
    wanted = storm.parse_properties('P=? [F "event"]', program)
    model = storm.build_model[storm.Rational](program, wanted)
    return storm.model_checking(model, wanted[0]).get_value(model.initial_states[0])


def _qif(count: int) -> Any:
    qif = import_module("qif")
    qif.set_default_type(qif.rat)
    truth, lie = qif.rat(3, 4), qif.rat(1, 4)
    base = numpy.array([[truth, lie], [lie, truth]])
    return qif.channel.compose.repeated_independent(base, count)
