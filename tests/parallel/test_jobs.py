"""--jobs on the command line, and the bar that shows long work at a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
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
FIVE = {
    "a": dict(zip("vwxyz", "23579", strict=True)),
    "b": dict(zip("vwxyz", "95271", strict=True)),
}
LONG = {"type": "fresh", "count": 600, "of": {"type": "exponential", "weights": FIVE}}
"""Minutes in one piece, which heed signals"""
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
    shown, _ = _interrupted([*arguments, "--format", "csv"], b"rows", b"%")
    assert b"rows" in shown
    assert b"%" in shown


def test_one_long_piece_is_shown_with_its_estimate(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_text(json.dumps({"schema": 1, "mechanism": LONG}))
    arguments = ["certify", str(path), "--epsilon", "100", "--method", "sweep"]
    shown, code = _interrupted([*arguments, "--limit", "seconds=100000"], b" s of about ")
    assert re.search(rb"\r\x1b\[K\d+ s of about \d+ s: ", shown)
    assert code == 130


def test_who_waits_long_is_told_of_bounds(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_text(json.dumps({"schema": 1, "mechanism": LONG}))
    arguments = ["certify", str(path), "--epsilon", "100", "--limit", "seconds=100000"]
    shown, _ = _interrupted(arguments, b" s of about ")
    assert re.search(rb"\d+ s of about \d+ s \(--method interval: bounds, sooner\): ", shown)


def _interrupted(arguments: list[str], *words: bytes) -> tuple[bytes, int]:
    """What a terminal shows until some words do, and how a command ends that is stopped then."""
    command = [sys.executable, "-m", "verify", *arguments]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = _until(ours, words, 60)
        process.send_signal(signal.SIGINT)  # nobody waits for the rest
        process.communicate(timeout=60)
    return shown, process.returncode


def _until(terminal: int, words: tuple[bytes, ...], seconds: float) -> bytes:
    """What comes out of a terminal until some words do."""
    found, end = b"", time.monotonic() + seconds
    while not all(each in found for each in words):
        if time.monotonic() > end:
            break
        try:
            found += os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
    return found
