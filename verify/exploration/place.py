"""Where in the code under test a random choice is made, or an error comes from."""

from __future__ import annotations

import functools
import inspect
import linecache
import os
import sys
from dataclasses import dataclass
from types import CodeType, FrameType, TracebackType
from typing import Any

__all__ = ["Place", "definition", "is_ideal", "is_ours", "place_of", "told", "user_line"]
__all__ += ["user_place"]

_HERE = os.path.dirname(__file__)
_OURS = os.path.dirname(_HERE) + os.sep
_IDEAL = tuple([os.path.join(_HERE, "uniform", f"{name}.py") for name in ("ideal", "inverses")])
_STANDARD = os.path.dirname(os.__file__) + os.sep
_FROZEN = "<frozen "  # modules of the standard library that the interpreter holds compiled
_DRAWING = _STANDARD + "random.py", _STANDARD + "secrets.py"

MOST = 300
"""Characters of an error that are told"""


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
    """The innermost such line that an error came through, or the first line of all."""
    trace = error.__traceback__
    assert trace is not None
    return _innermost_user(trace) or _place(trace.tb_frame, trace.tb_lineno)


def user_place(error: BaseException) -> Place | None:
    """The innermost such line that an error came through, if there is one.

    An error of syntax comes from the line that has it.
    """
    if isinstance(error, SyntaxError) and error.filename and os.path.isfile(error.filename):
        return Place(error.filename, error.lineno or 1, "", (error.text or "").strip())
    return _innermost_user(error.__traceback__)


def told(error: BaseException) -> str:
    """An error of code that is not ours: where it comes from, what it is, what it says."""
    try:
        text = str(error)
    except Exception:  # its class is not ours either
        text = ""
    words = f"{type(error).__name__}: {text}" if text else type(error).__name__
    place = user_place(error)
    return words[:MOST] if place is None else f"{place}: {words[:MOST]}"


def is_ours(error: BaseException) -> bool:
    """Whether an error was raised in this package or in a module that it stands for."""
    file = _innermost(error)
    return file.startswith(_OURS) or file in _DRAWING


def is_ideal(error: BaseException) -> bool:
    """Whether an error was raised where real numbers are followed, which raises none on purpose."""
    return _innermost(error) in _IDEAL


def _innermost_user(trace: TracebackType | None) -> Place | None:
    found = None
    while trace is not None:
        if not _is_inner(trace.tb_frame.f_code.co_filename):
            found = trace
        trace = trace.tb_next
    return None if found is None else _place(found.tb_frame, found.tb_lineno)


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
    return file.startswith((_OURS, _STANDARD, _FROZEN))
