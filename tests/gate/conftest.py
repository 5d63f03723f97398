"""A small library in a folder of its own, with claims about it."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from gate_library import Library
from gate_library import library as written


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return written(tmp_path)
