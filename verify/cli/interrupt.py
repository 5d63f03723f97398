"""Ctrl-C and SIGTERM: the command ends at once, quietly, and leaves nothing half done."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType
from typing import NoReturn

__all__ = ["Interruption"]

AFTER_A_SIGNAL = 128
"""Exit codes of what a signal ended: this, and its number"""


class Interruption:
    """What to do when a signal asks for the end."""

    def __init__(self) -> None:
        self.code = AFTER_A_SIGNAL + signal.SIGINT
        """the exit code"""

    def watch(self) -> None:
        """Take SIGTERM as Ctrl-C is taken, so that files and processes are cleaned up."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, self._end)

    def leave(self) -> NoReturn:
        """Exit without taking apart what was in memory, which may take longer than one waits.

        Where there were other processes, their locks are given back first.
        """
        if "multiprocessing.util" in sys.modules:
            sys.exit(self.code)
        os._exit(self.code)

    def _end(self, number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # who asks again does not want to wait
        self.code = AFTER_A_SIGNAL + number
        raise KeyboardInterrupt
