"""Ctrl-C and SIGTERM end the command whatever it is at, without a word, and nothing is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from verify.claim.certificate.files import write_whole

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends POSIX signals")

MODELS = """
import sys
import verify
from verify.combinators import fresh, interaction
from verify.mechanisms import geometric, randomized_response

COIN = randomized_response("3/4")
ODD = verify.Channel("01", "01", [["7/10", "3/10"], ["2/10", "8/10"]])
FIVE = [["11/97", "23/97", "31/97", "13/97", "19/97"], ["29/97", "17/97", "7/97", "37/97", "7/97"]]
walk = interaction(
    (0, 0),
    lambda s: None if s[0] == 200 else (COIN, ODD)[s[1] % 2],
    lambda s, y: (s[0] + 1, s[1] + (y == "1")),
)
tail = fresh(COIN, 10**7)
halves = fresh([randomized_response(f"{60000 + 7 * i * i + i}/100000") for i in range(1, 46)])
lattice = fresh(geometric("1/2", 0, 8, sensitivity=8), 10**4).under({"pairs": [["0", "8"]]})
interval = fresh(verify.Channel("01", "abcde", FIVE), 1000)
many = fresh([verify.Channel("01", "ab", [[f"{n}/997", f"{997 - n}/997"]] * 2) for n in (2, 3)])
print("ready", file=sys.stderr, flush=True)
"""

MORE = ["--limit", "seconds=1000000", "--limit", "bytes=1000000000000"]

COMMANDS: dict[str, list[str]] = {
    "tail": ["certify", "long_work:tail", "--epsilon", "5010000*ln(3)", "--delta", "1e-9"],
    "halves": ["certify", "long_work:halves", "--epsilon", "5", "--method", "halves", *MORE],
    "lattice": ["certify", "long_work:lattice", "--epsilon", "30000/7", "--method", "lattice"],
    "interval": ["certify", "long_work:interval", "--epsilon", "560", "--delta", "0.012419485"],
    "interaction": ["certify", "long_work:walk", "--alpha", "9", "--delta", "1/10"],
    "whole profile": ["profile", "long_work:walk"],
}


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command, once it has read its model, as a group of its own."""
    (folder / "long_work.py").write_text(MODELS)
    environment = {**os.environ, "PYTHONPATH": f"{folder}:{os.environ.get('PYTHONPATH', '')}"}
    process = subprocess.Popen(
        [sys.executable, "-m", "verify", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=folder, env=environment, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "ready\n"
        time.sleep(0.5)  # into the work; whenever it comes, the end is the same
        yield process
    finally:
        process.kill()
        process.wait()


def check_silence(process: subprocess.Popen[str], code: int) -> None:
    out, err = process.communicate(timeout=30)
    assert process.returncode == code
    assert out == ""
    assert err.strip() == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_ends_whatever_is_long(name: str, tmp_path: Path) -> None:
    options = ["--certificate", "certificate.json"] if COMMANDS[name][0] == "certify" else []
    with started(tmp_path, *COMMANDS[name], *options) as process:
        process.send_signal(signal.SIGINT)
        check_silence(process, 130)
    assert {each.name for each in tmp_path.iterdir()} <= {"long_work.py", "__pycache__"}


@pytest.mark.parametrize("name", ["tail", "interaction"])
def test_so_does_sigterm(name: str, tmp_path: Path) -> None:
    with started(tmp_path, *COMMANDS[name]) as process:
        process.send_signal(signal.SIGTERM)
        check_silence(process, 143)


SWEEP = {
    "schema": 1,
    "mechanism": {
        "type": "fresh",
        "count": 10**7,
        "of": {"type": "randomized_response", "p": "3/4"},
    },
    "claim": {"epsilon": "5010000*ln(3)"},
}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("whole_group", [True, False], ids=["terminal", "command"])
def test_no_process_stays(tmp_path: Path, number: int, code: int, whole_group: bool) -> None:
    """Whether the terminal sends Ctrl-C to all processes, or somebody ends the command alone."""
    import json

    (tmp_path / "long.json").write_text(json.dumps(SWEEP))
    arguments = ["sweep", "long.json", "--set", "of.p=3/5..9/10:1/100", "--jobs", "2"]
    if whole_group and number == signal.SIGTERM:
        pytest.skip("its processes end as it does")
    process = subprocess.Popen(
        [sys.executable, "-m", "verify", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=tmp_path, start_new_session=True,
    )  # fmt: skip
    try:
        time.sleep(2)  # whenever it comes, the end is the same
        (os.killpg if whole_group else os.kill)(process.pid, number)
        out, err = process.communicate(timeout=30)  # which waits for all who hold the pipes
        assert (process.returncode, out) == (code, "")
        assert "Traceback" not in err
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    target = tmp_path / "report.json"
    write_whole(target, b"before")

    def interrupted(*paths: Any) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        with pytest.raises(error):
            write_whole(target, b"after")
    assert target.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [target]
    write_whole(target, b"after")
    assert target.read_bytes() == b"after"


def test_a_link_and_a_device_are_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"")
    link.symlink_to(target)
    write_whole(link, b"text")
    assert link.is_symlink()
    assert target.read_bytes() == b"text"
    write_whole("/dev/null", b"text")
