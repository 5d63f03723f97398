"""docs/code.md: its table and its verdicts are what the examples give."""

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from verify.exploration.explored import platform_tag

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "code.md"
EXAMPLES = ROOT / "examples" / "code"
BLOCK = re.compile(r"^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)

MEASURED_ON = "x86_64, glibc 2.36, NumPy 2.4.6"


@pytest.fixture(scope="module")
def packages() -> Any:
    sys.path.insert(0, str(EXAMPLES))
    try:
        import packages
    finally:
        sys.path.remove(str(EXAMPLES))
    return packages


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_table(packages: Any) -> None:
    """Everywhere the verdicts and readings; on the machine of the page every number."""
    text = PAGE.read_text(encoding="utf-8")
    shown = [line for line in text.splitlines() if re.match(r"\| (diffprivlib|pure-ldp) ", line)]
    assert packages.HEAD in text
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        found = [packages.line(row) for row in packages.TABLE]
    assert len(found) == 17
    kept = [0, 1, 2, 3, 7]
    assert [[cells(line)[i] for i in kept] for line in shown] == [
        [cells(line)[i] for i in kept] for line in found
    ]
    assert " and ".join(MEASURED_ON.rsplit(", ", 1)) in " ".join(text.split())
    if platform_tag() == MEASURED_ON:
        assert shown == found


def test_the_verdicts_of_the_samplers() -> None:
    """The program itself, as the page says to run it."""
    command = [sys.executable, str(EXAMPLES / "samplers.py")]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    (shown,) = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert result.stdout == shown
