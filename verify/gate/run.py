"""Runs all claims of a gate, in processes of their own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from verify.gate.config import Config
from verify.gate.decide import Task, decide, failed
from verify.gate.targets import Place, relative
from verify.report.gate import GateClaimForm

__all__ = ["run"]

DIED = "the process that ran it died: it ran out of memory, or the code under test ended it"


def run(
    config: Config,
    *,
    jobs: int,
    limits: Sequence[tuple[str, int]] = (),
    certificates: Path | None = None,
) -> list[GateClaimForm]:
    """The answers to all claims, in the order of the configuration, whatever one of them does."""
    file = relative(config.path)
    tasks = [
        Task(entry, config.path.parent, Place(file, line, None), tuple(limits), certificates)
        for entry, line in zip(config.entries, config.lines, strict=True)
    ]
    found = _together(tasks, config.pythonpath, min(jobs, len(tasks)))
    rest = [task for task, answers in zip(tasks, found, strict=True) if answers is None]
    again = iter(_one_by_one(rest, config.pythonpath))
    return [each for answers in found for each in (next(again) if answers is None else answers)]


def _together(
    tasks: Sequence[Task], folders: Sequence[Path], jobs: int
) -> list[list[GateClaimForm] | None]:
    """The answers to every task; None where a process died, its own or that of another task."""
    with _pool(jobs, folders) as pool:
        return [_result(future) for future in [pool.submit(decide, task) for task in tasks]]


def _one_by_one(tasks: Sequence[Task], folders: Sequence[Path]) -> list[list[GateClaimForm]]:
    """The answers to every task, each knowing of itself whether its process dies."""
    found: list[list[GateClaimForm]] = []
    while len(found) < len(tasks):
        with _pool(1, folders) as pool:
            for task in tasks[len(found) :]:
                answers = _result(pool.submit(decide, task))
                found.append([failed(task, DIED)] if answers is None else answers)
                if answers is None:
                    break
    return found


def _pool(jobs: int, folders: Sequence[Path]) -> ProcessPoolExecutor:
    context = get_context("spawn")
    return ProcessPoolExecutor(jobs, context, initializer=_prepare, initargs=(folders,))


def _result(future: Future[list[GateClaimForm]]) -> list[GateClaimForm] | None:
    try:
        return future.result()
    except BrokenProcessPool:
        return None


def _prepare(folders: Sequence[Path]) -> None:
    """Make a worker process ready: modules are found, and nothing it prints is in the report."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    sys.path[:0] = [str(folder) for folder in folders]
