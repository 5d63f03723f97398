"""The time that a claim of a gate may take, and what is left of its processes afterwards."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from gate_library import Library, claim, library

from verify.check import VALID, check
from verify.gate.config import SECONDS

ENDLESS = """
import os
import signal
import time


def loops(bit, rng):
    while True:
        pass


def sleeps(bit, rng):
    time.sleep(3600)


def stubborn(bit, rng):
    while True:
        try:
            rng.randrange(2)
        except BaseException:
            pass


def deaf(bit, rng):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        pass


def dies(bit, rng):
    os._exit(3)


def killed(bit, rng):
    os.kill(os.getpid(), signal.SIGKILL)


def ends(bit, rng):
    os._exit(0)


def waits(bit, rng):
    with open(f"{os.getpid()}.started", "w"):
        time.sleep(3600)


def never():
    while True:
        pass
"""

LATE = "no answer after 1 s: "

PROBLEMS = {
    "loops": LATE,
    "sleeps": LATE,
    "stubborn": LATE,
    "deaf": LATE,
    "dies": "the process that ran it died (exit code 3): ",
    "killed": "the process that ran it died (SIGKILL): ",
    "ends": LATE,
}


def endless(name: str, **options: object) -> str:
    return claim(name, name, module="endless", **options)


def made(folder: Path) -> Library:
    found = library(folder)
    found.write(ENDLESS, "library/endless.py")
    return found


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    found = made(tmp_path_factory.mktemp("endless"))
    text = claim("first")
    for name, problem in PROBLEMS.items():
        text += endless(name, seconds=1 if problem == LATE else None) + claim(f"after {name}")
    source = {"inputs": None, "inputs_from": "library.endless:never"}
    found.write(text + claim("late inputs", seconds=1, **source))
    result = found.gate("--format", "json")
    assert result.returncode == 2
    assert result.stderr.count("Traceback") == 0
    answers: list[Any] = json.loads(result.stdout)["claims"]
    return answers


def test_the_others_are_answered_in_order(claims: list[Any]) -> None:
    names = ["first"]
    for name in PROBLEMS:
        names += [name, f"after {name}"]
    assert [each["name"] for each in claims] == [*names, "late inputs"]
    for each in claims:
        is_fine = each["name"].startswith(("first", "after"))
        assert each["verdict"] == ("holds" if is_fine else "error")


@pytest.mark.parametrize("name", PROBLEMS)
def test_what_does_not_answer_is_an_error(claims: list[Any], name: str) -> None:
    (found,) = (each for each in claims if each["name"] == name)
    assert found["problem"].startswith(PROBLEMS[name])
    if PROBLEMS[name] == LATE:
        assert "give it more (seconds = N), or a smaller case" in found["problem"]


def test_inputs_that_never_come(claims: list[Any]) -> None:
    assert claims[-1]["problem"].startswith(LATE)


@pytest.mark.parametrize(
    ("top", "own", "option"),
    [(None, 1, None), (1, None, None), (3600, 1, None), (3600, 3600, "1"), (None, None, "1")],
)
def test_which_time_counts(
    tmp_path: Path, top: int | None, own: int | None, option: str | None
) -> None:
    found = made(tmp_path)
    head = "" if top is None else f"seconds = {top}\n"
    found.write(head + endless("sleeps", seconds=own))
    result = found.gate(*([] if option is None else ["--seconds", option]))
    assert result.returncode == 2
    assert LATE in result.stdout.splitlines()[0]


def test_the_time_is_stated(library: Library) -> None:
    text = " ".join(library.gate("--help").stdout.split())
    assert f"else what CONFIG says, or {SECONDS}" in text


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    found, waiting = made(tmp_path), endless("waits")
    found.write(claim("fine") + waiting + waiting.replace('name = "waits"', 'name = "more"'))
    folder, report = tmp_path / "certificates", tmp_path / "report"
    options = ["--certificates", folder.name, "--update-lock", "--output", report.name]
    running = subprocess.Popen(
        [sys.executable, "-m", "verify", "gate", "--jobs", "2", *options],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    while len(started := [*tmp_path.glob("*.started")]) < 2:
        assert running.poll() is None
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it
    out, err = running.communicate()
    assert running.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert not report.exists()
    assert not (tmp_path / "verify.lock").exists()
    assert all(check(each.read_bytes())[0] == VALID for each in folder.iterdir())
    for each in started:
        with pytest.raises(ProcessLookupError):
            os.kill(int(each.stem), 0)
