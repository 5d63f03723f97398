"""For all tests: Ctrl-C is heard, and certificates that the engine writes are checked."""

import signal
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from verify.check import VALID, check
from verify.claim.certificate import writing


def pytest_sessionstart() -> None:
    """Hear SIGINT, here and in processes: who is started in the background inherits deafness."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _certificates_are_checked() -> Iterator[None]:
    write = writing.certificate

    def checked(*arguments: Any, **options: Any) -> writing.Certificate:
        written = write(*arguments, **options)
        code, line = check(bytes(written))
        assert code == VALID, line
        return written

    with patch.object(writing, "certificate", checked):
        yield
