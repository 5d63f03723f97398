"""docs/counterexamples.md is what the gallery says today."""

import subprocess
import sys
from pathlib import Path

GENERATOR = Path(__file__).parents[2] / "docs" / "counterexamples.py"


def test_the_page_is_current() -> None:
    done = subprocess.run([sys.executable, str(GENERATOR), "--check"], check=False)
    assert done.returncode == 0, "run python docs/counterexamples.py"
