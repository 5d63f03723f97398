"""Documents and objects that mean harm: one line, a place, and never a verdict."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import verify
from verify.cli import command, main
from verify.document.load import load_source
from verify.document.text import parse
from verify.errors import InputError, LimitError

RR = {"type": "randomized_response", "p": "3/4"}


def document(mechanism: Any, **more: Any) -> dict[str, Any]:
    return {"schema": 1, "mechanism": mechanism, "claim": {"alpha": "3"}, **more}


def shared(table: Any) -> dict[str, Any]:
    other = {"[0]": "b", "[1]": "b"}
    latent = {"[0]": "1/2", "[1]": "1/2"}
    return {"type": "shared", "latent": latent, "outputs": [{"x": table, "y": other}]}


LOOKALIKES = {
    "type": "channel",
    "inputs": ["x", "y"],
    "outputs": ['["0"]', ["0"]],
    "rows": [["3/4", "1/4"], ["1/4", "3/4"]],
}

REFUSED: dict[str, tuple[Any, str, str]] = {
    "latent value twice": (
        document(shared({"[0]": "a", "[ 0]": "b", "[1]": "b"})),
        "mechanism.outputs[0].x.[ 0]",
        "twice",
    ),
    "lookalike labels": (document(LOOKALIKES), "mechanism.outputs", "looks like"),
    "null level": (document(RR, claim={"alpha": 3, "epsilon": None}), "claim.epsilon", "null"),
    "long integer": (document(RR, claim={"alpha": 10**5000}), "claim.alpha", "too long"),
    "no neighbours": (
        document({**LOOKALIKES, "inputs": [1, 10], "outputs": ["a", "b"]}, adjacency={"within": 1}),
        "adjacency",
        "neighbours",
    ),
    "a wide table": (
        document({"type": "k_randomized_response", "k": 10**6, "p": "1/2"}),
        "mechanism.k",
        "outcomes",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_its_place(name: str) -> None:
    tree, place, part = REFUSED[name]
    with pytest.raises(InputError) as found:
        verify.load(tree)
    assert found.value.at == place
    assert part in str(found.value)


def test_a_message_is_short_whatever_the_names() -> None:
    for tree in (
        document({**RR, "q" * 100_000: 1}),
        document({"type": "postprocess", "of": RR, "map": {"y" * 100_000: "a"}}),
        document({**LOOKALIKES, "inputs": ["x" * 100_000] * 2}),
    ):
        with pytest.raises(InputError) as found:
            verify.load(tree)
        assert len(str(found.value)) <= 1000


def test_a_long_key_over_many_entries_costs_nothing() -> None:
    tree = {"k" * 100_000: [0] * 100_000}
    with pytest.raises(InputError, match=r"unknown key|missing"):
        verify.load(parse(json.dumps(tree).encode()))


def test_dotted_keys_are_counted() -> None:
    with pytest.raises(InputError, match="line 1: a key of"):
        parse((".".join(["a"] * 20_000) + " = 1").encode())


def test_a_level_is_formed_within_limits() -> None:
    power = verify.Level.alpha("1e9999").power(10**8)
    with pytest.raises(LimitError, match="answer_bits"):
        power.formed()


def test_many_equal_arrays_are_counted_first() -> None:
    inputs = [[i] for i in range(3000)]
    with pytest.raises(LimitError, match="pairs"):
        verify.Channel(inputs, ["0"], [["1"]] * 3000).edges("hamming")


def test_a_device_without_end_is_read_up_to_the_limit() -> None:
    with verify.limits(document_bytes=1000), pytest.raises(LimitError, match="document_bytes"):
        load_source("/dev/zero")


def test_a_module_that_exits_is_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "leaves_early.py").write_text("print('noise')\nraise SystemExit(0)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("sys.argv", ["verify", "certify", "leaves_early:x", "--alpha", "3"])
    with pytest.raises(SystemExit) as stop:
        main()
    shown = capsys.readouterr()
    assert stop.value.code == 2
    assert shown.out == ""
    assert "SystemExit" in shown.err


def test_a_fault_of_ours_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(command, "main", broken)
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert capsys.readouterr().err == (
        "verify: internal error, please report it: RuntimeError: broken\n"
    )


@pytest.mark.parametrize(("alpha", "code"), [("3", 1), ("9", 0)])
def test_a_reader_that_went_away_does_not_change_the_verdict(alpha: str, code: int) -> None:
    tree = json.dumps(document({"type": "fresh", "of": RR, "count": 2}))
    program = "from verify.cli import main; main()"
    read, write = os.pipe()
    os.close(read)
    arguments = [sys.executable, "-P", "-c", program, "certify", "-", "--alpha", alpha]
    done = subprocess.run(arguments, input=tree.encode(), stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.parametrize("value", [1, True, "0.1", None])
def test_exact_float_takes_floats_only(value: Any) -> None:
    with pytest.raises(InputError):
        verify.exact_float(value)
