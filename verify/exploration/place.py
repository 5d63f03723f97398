"""Where in the code under test a random choice is made."""

from __future__ import annotations

import functools
import inspect
import linecache
import os
import sys
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

__all__ = ["Place", "definition", "is_ideal", "is_ours", "place_of", "user_line"]

_OURS = os.path.dirname(__file__) + os.sep
_IDEAL = tuple([os.path.join(_OURS, "uniform", f"{name}.py") for name in ("ideal", "inverses")])
_STANDARD = os.path.dirname(os.__file__) + os.sep
_DRAWING = _STANDARD + "random.py", _STANDARD + "secrets.py"


@dataclass(frozen=True, slots=True)
class Place:
    """A line of source; of compiled code the name of the function only."""

    file: str
    line: int
    function: str
    text: str
    """the line itself, without the white space around it; empty where there is no source"""

    def __str__(self) -> str:
        if not self.file:
            return self.function
        file = os.path.relpath(self.file) if os.path.isabs(self.file) else self.file
        return f"{file}:{self.line}"


def user_line() -> Place:
    """The innermost line that runs and is neither ours nor of the standard library or NumPy."""
    frame = sys._getframe()
    while frame.f_back is not None and _is_inner(frame.f_code.co_filename):
        frame = frame.f_back
    return _place(frame, frame.f_lineno)


def definition(function: Any) -> Place:
    """Where something that can be called is defined."""
    found = inspect.unwrap(function)
    while isinstance(found, functools.partial):
        found = inspect.unwrap(found.func)
    if not hasattr(found, "__code__"):
        found = getattr(found, "__func__", type(found).__call__)
    code = getattr(found, "__code__", None)
    if code is None:
        return Place("", 0, getattr(function, "__qualname__", repr(function)), "")
    return _place_in(code, code.co_firstlineno, found.__globals__)


def place_of(error: BaseException) -> Place:
    """The innermost such line that an error came through."""
    trace = error.__traceback__
    assert trace is not None
    found = trace
    while trace is not None:
        if not _is_inner(trace.tb_frame.f_code.co_filename):
            found = trace
        trace = trace.tb_next
    return _place(found.tb_frame, found.tb_lineno)


def is_ours(error: BaseException) -> bool:
    """Whether an error was raised in this package or in a module that it stands for."""
    file = _innermost(error)
    return file.startswith(_OURS) or file in _DRAWING


def is_ideal(error: BaseException) -> bool:
    """Whether an error was raised where real numbers are followed, which raises none on purpose."""
    return _innermost(error) in _IDEAL


def _innermost(error: BaseException) -> str:
    """The file that an error was raised in."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else trace.tb_frame.f_code.co_filename


def _place(frame: FrameType, line: int) -> Place:
    return _place_in(frame.f_code, line, frame.f_globals)


def _place_in(code: CodeType, line: int, variables: dict[str, Any]) -> Place:
    text = linecache.getline(code.co_filename, line, variables).strip()
    return Place(code.co_filename, line, code.co_name, text)


def _is_inner(file: str) -> bool:
    if f"{os.sep}site-packages{os.sep}" in file:  # inside the standard library's folder
        return file.startswith(_OURS) or f"{os.sep}site-packages{os.sep}numpy{os.sep}" in file
    return file.startswith((_OURS, _STANDARD))
