"""Tests of the command from outside, from the contract in the documentation alone.

Nothing here imports the package under test: every expected value in this folder is either written
out or computed by `by_definition`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from contract_command import Verify


@pytest.fixture(scope="session")
def verify(tmp_path_factory: pytest.TempPathFactory) -> Verify:
    return Verify(tmp_path_factory.mktemp("contract"))


@pytest.fixture
def long_integers() -> Iterator[None]:
    """Lifts the interpreter's limit on the digits of an integer while a test reads long ones."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)
