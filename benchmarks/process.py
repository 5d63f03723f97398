"""Fresh processes: how long they take, and how much memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import perf_counter

from benchmarks.sample import Effort, Sample

__all__ = ["ROOT", "peak", "seconds_inside", "whole"]

ROOT = Path(__file__).resolve().parent.parent


def whole(effort: Effort, *arguments: str) -> Sample:
    """Seconds of ``python ARGUMENTS`` from start to end; the exit code may say anything."""
    command = [sys.executable, *arguments]

    def once() -> float:
        begin = perf_counter()
        nowhere = subprocess.DEVNULL
        subprocess.run(
            command, cwd=ROOT, env=_environment(), stdout=nowhere, stderr=nowhere, check=False
        )
        return perf_counter() - begin

    return _several(effort, once)


def seconds_inside(effort: Effort, before: str, code: str) -> Sample:
    """Seconds that ``code`` takes in a fresh process once ``before`` has run."""
    program = "\n".join(
        [
            "from time import perf_counter",
            before,
            "begin = perf_counter()",
            code,
            "print('\\n', perf_counter() - begin)",
        ]
    )

    def once() -> float:
        return float(_output([sys.executable, "-c", program]).split()[-1])

    return _several(effort, once)


def peak(times: int, program: str, *arguments: str) -> Sample:
    """Bytes that a process which runs ``program`` holds at most (getrusage, ru_maxrss)."""
    inner = [sys.executable, "-c", program, *arguments]
    command = [sys.executable, "-m", "benchmarks.peak", *inner]
    return Sample(tuple(float(_output(command)) for _ in range(times)))


def _several(effort: Effort, once: Callable[[], float]) -> Sample:
    once()  # fills the file cache, and writes bytecode
    return Sample(tuple(once() for _ in range(effort.processes)))


def _output(command: list[str]) -> str:
    done = subprocess.run(
        command, cwd=ROOT, env=_environment(), check=True, capture_output=True, text=True
    )
    return done.stdout


def _environment() -> dict[str, str]:
    """Bytecode is at hand, as in an installed package, whatever the surroundings say of it."""
    names = {"PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"}
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return kept | {"PYTHONPYCACHEPREFIX": _bytecode().name}


@cache
def _bytecode() -> tempfile.TemporaryDirectory[str]:
    """Where the first process of a kind leaves its bytecode; gone when the run ends."""
    return tempfile.TemporaryDirectory(prefix="benchmarks-bytecode-")
