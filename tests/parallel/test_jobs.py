"""--jobs on the command line, and the bar that shows long work at a terminal."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

MODEL = {
    "schema": 1,
    "mechanism": {
        "type": "fresh",
        "count": 3,
        "of": {"type": "k_randomized_response", "k": 4, "p": "3/4"},
    },
    "claim": {"alpha": "3"},
}
WEIGHTS = {"a": {"x": "1", "y": "2", "z": "5"}, "b": {"x": "3", "y": "2", "z": "1"}}
MANY = {"type": "fresh", "count": 60, "of": {"type": "exponential", "weights": WEIGHTS}}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.json"
    path.write_text(json.dumps(MODEL))
    return path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "verify", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    "arguments",
    [
        ["certify", "--full", "--format", "json"],
        ["profile", "--alpha", "2", "--alpha", "3", "--epsilon", "1/2", "--format", "json"],
        ["sweep", "--set", "of.p=1/2,3/4,9/10", "--format", "csv"],
    ],
    ids=["certify", "profile", "sweep"],
)
def test_jobs_change_nothing(model: Path, arguments: list[str]) -> None:
    command, *options = arguments
    one, two = (run(command, str(model), *options, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.stdout
    assert (one.returncode, one.stderr) == (two.returncode, two.stderr)


def test_no_jobs_are_refused(model: Path) -> None:
    found = run("sweep", str(model), "--set", "of.p=1/2", "--jobs", "0")
    assert found.returncode == 2
    assert found.stdout == ""
    assert "--jobs" in found.stderr


def test_long_work_is_shown_at_a_terminal_only(tmp_path: Path) -> None:
    path = tmp_path / "slow.json"
    path.write_text(json.dumps({"schema": 1, "mechanism": MANY}))
    arguments = ["sweep", str(path), "--set", "of.weights.a.x=2..9000:1", "--alpha", "3"]
    command = [sys.executable, "-m", "verify", *arguments, "--format", "csv"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = _until(ours, b"rows", 60)
        process.send_signal(signal.SIGINT)  # nobody waits for the rest
        process.communicate(timeout=60)
    assert b"rows" in shown
    assert b"%" in shown


def _until(terminal: int, words: bytes, seconds: float) -> bytes:
    """What comes out of a terminal until some words do."""
    found, end = b"", time.monotonic() + seconds
    while words not in found or b"%" not in found:
        if time.monotonic() > end:
            break
        try:
            found += os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
    return found
