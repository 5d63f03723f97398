"""Where errors come from: the innermost line that is neither ours nor of the standard library."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import verify
from verify.exploration.place import place_of, told, user_place


class MuteError(Exception):
    def __str__(self) -> str:
        raise ValueError


def mute() -> None:
    raise MuteError


def silent() -> None:
    raise ValueError


def wordy() -> None:
    raise ValueError("x" * 10**6)


def in_frozen_code() -> None:
    os.makedirs(__file__)


def in_a_package() -> None:
    json.loads("{")


def in_this_package() -> None:
    verify.Channel([], [], [])


def caught(function: Callable[[], Any]) -> BaseException:
    try:
        function()
    except Exception as error:
        trace = error.__traceback__
        return error.with_traceback(trace and trace.tb_next)  # from the call on
    raise AssertionError


def line_of(text: str) -> int:
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    return lines.index(text) + 1


@pytest.mark.parametrize(
    ("function", "text", "words"),
    [
        (mute, "    raise MuteError", "MuteError"),
        (silent, "    raise ValueError", "ValueError"),
        (in_frozen_code, "    os.makedirs(__file__)", "FileExistsError: [Errno 17]"),
        (in_a_package, '    json.loads("{")', "JSONDecodeError: "),
        (in_this_package, "    verify.Channel([], [], [])", "InputError: "),
    ],
)
def test_the_line_of_the_code_under_test(
    function: Callable[[], Any], text: str, words: str
) -> None:
    error = caught(function)
    place = user_place(error)
    assert place == place_of(error)
    assert place is not None
    assert (place.file, place.line, place.text) == (__file__, line_of(text), text.strip())
    assert told(error).startswith(f"{place}: {words}")


def test_no_line_of_the_code_under_test() -> None:
    error = caught(lambda: json.loads("{"))
    assert error.__traceback__ is not None
    inner = error.with_traceback(error.__traceback__.tb_next)  # without the line above
    assert user_place(inner) is None
    assert told(inner).startswith("JSONDecodeError: ")
    assert place_of(inner).file == json.__file__


def test_a_long_text_is_cut() -> None:
    assert len(told(caught(wordy))) < 1000


def test_an_error_of_syntax_has_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\nx = (\n")
    error = caught(lambda: compile(path.read_text(), str(path), "exec"))
    place = user_place(error)
    assert place is not None
    assert (place.file, place.line, place.text) == (str(path), 2, "x = (")
    nowhere = user_place(caught(lambda: eval("(")))  # which is in no file
    assert nowhere is not None
    assert nowhere.file == __file__
