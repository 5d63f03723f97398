"""Processes that leave Ctrl-C to the one that started them."""

from __future__ import annotations

import signal
from multiprocessing.context import SpawnContext, SpawnProcess

__all__ = ["context"]


class _Process(SpawnProcess):
    """A process to which Ctrl-C at the terminal does not come; it is ended by its parent."""

    def start(self) -> None:
        """Start with SIGINT blocked, which a new process inherits."""
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Context(SpawnContext):
    Process = _Process


def context() -> SpawnContext:
    """How processes are started."""
    return _Context()
