"""Runs all claims of a gate, in processes of their own and no longer than they may."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.context import SpawnContext
from multiprocessing.synchronize import RLock
from pathlib import Path

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from verify.gate.config import SECONDS, Config
from verify.gate.targets import Place, relative
from verify.gate.task import Task
from verify.report.gate import GateClaimForm

__all__ = ["run"]

LATE = (
    "no answer after {} s: the code does not end, or the case is large; "
    "give it more (seconds = N), or a smaller case"
)

DIED = "the process that ran it died ({}): it ran out of memory, or the code under test ended it"


def run(
    config: Config,
    *,
    jobs: int,
    seconds: int | None = None,
    limits: Sequence[tuple[str, int]] = (),
    certificates: Path | None = None,
) -> list[GateClaimForm]:
    """The answers to all claims, in the order of the configuration, whatever one of them does.

    ``seconds`` stands for what the configuration says of the time for an entry.
    """
    file = relative(config.path)
    tasks = [
        Task(
            entry,
            config.path.parent,
            Place(file, line, None),
            seconds or entry.seconds or config.seconds or SECONDS,
            tuple(limits),
            certificates,
        )
        for entry, line in zip(config.entries, config.lines, strict=True)
    ]
    with _pool(min(jobs, len(tasks)), config.pythonpath) as pool:
        futures = [pool.schedule(_decide, [task], timeout=task.seconds) for task in tasks]
        found = [_answers(task, future) for task, future in zip(tasks, futures, strict=True)]
    return [each for answers in found for each in answers]


def _answers(task: Task, future: ProcessFuture[list[GateClaimForm]]) -> list[GateClaimForm]:
    """What came of a task, or why nothing did."""
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, TimeoutError):
        return [task.failed(LATE.format(task.seconds))]
    if isinstance(error, ProcessExpired):
        return [task.failed(DIED.format(_ending(error.exitcode)))]
    return [task.failed(f"no process ran it to its end: {type(error).__name__}: {error}")]


def _ending(code: int) -> str:
    """How a process ended: its exit code, or the signal that ended it."""
    if code >= 0:
        return f"exit code {code}"
    return next((each.name for each in signal.Signals if each == -code), f"signal {-code}")


class _Context(SpawnContext):
    """Keeps the locks of a pool longer than the pool, which may close while a process starts.

    A process that does not find them says so at length.
    """

    def __init__(self) -> None:
        self.locks: list[RLock] = []

    def RLock(self) -> RLock:  # noqa: N802
        """A lock, as the pool asks for it."""
        lock = super().RLock()
        self.locks.append(lock)
        return lock


@contextmanager
def _pool(jobs: int, folders: Sequence[Path]) -> Iterator[ProcessPool]:
    """Processes for tasks, all of which are gone afterwards, whatever they do then."""
    context = _Context()
    pool = ProcessPool(jobs, 0, _prepare, [folders], context)
    try:
        yield pool
    finally:
        pool.stop()  # type: ignore[no-untyped-call]  # as it has no annotation
        pool.join()


def _prepare(folders: Sequence[Path]) -> None:
    """Make a worker process ready: modules are found, and nothing it prints is in the report."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # it ends at once, whatever C code it is in
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    import verify.gate.decide  # noqa: F401  # in no task's time, and before others can stand for it

    sys.path[:0] = [str(folder) for folder in folders]


def _decide(task: Task) -> list[GateClaimForm]:
    from verify.gate.decide import decide  # the engine, which the parent process does not need

    return decide(task)
