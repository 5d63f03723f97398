"""Every certificate that a test has the engine write is checked, whatever the test is about."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from verify.check import VALID, check
from verify.claim.certificate import writing


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
