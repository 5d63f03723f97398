"""When two runs stand at the same point with the same future, so that one of them will do.

The future of a run is fixed by where its frames stand, what they keep, and what they can reach.
Where a frame stands is its code and instruction, if nothing is kept in hand but variables (see
`expressions`) and if its call leads straight to the next frame, with no C code between that could
keep a place of its own (``map``, ``sorted``). Frames further out for which that cannot be said do
not matter as long as they wait for the same call: two points inside one activation of a function.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import sys
import types
from collections.abc import Hashable
from typing import Any

import numpy as np

from verify.exploration import lazy
from verify.exploration._trail import Lazy, Trail
from verify.exploration.expressions import current_expression, is_bare
from verify.exploration.heap import Heap, UnseenError
from verify.exploration.liveness import live_variables
from verify.exploration.reach import Reach

__all__ = ["States"]

_SUSPENDABLE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

_CONVERSIONS = (int, float, bool, round, abs, math.floor, math.ceil, math.trunc)
"""Functions of C code that ask a lazy uniform once and are done"""

_MISSING = object()


class States:
    """The states of runs of one function, whose outermost call is made by ``base``."""

    def __init__(self, base: types.CodeType) -> None:
        self.base = base
        self.reach = Reach()
        self.seen: dict[int, tuple[types.FrameType, int]] = {}

    def begin(self) -> None:
        """Forget the frames of the run before."""
        self.seen = {}

    def note(self, trail: Trail) -> list[types.FrameType]:
        """Remember which frames are there at this choice; from `Trail.watch`, at every choice."""
        frames = self._frames(sys._getframe(2))
        for frame in frames:
            self.seen.setdefault(id(frame), (frame, trail.position))
        return frames

    def state(self, trail: Trail, frames: list[types.FrameType]) -> Hashable | None:
        """What is equal for runs with the same future; None where that cannot be told."""
        clear = self._clear(frames)
        if not clear:
            return None
        context: Hashable = None
        if clear < len(frames):  # inside one activation of a function
            context = trail.path[: self.seen[id(frames[clear - 1])][1]], len(frames)
        places = tuple([(frame.f_code, frame.f_lasti) for frame in frames[:clear]])
        try:
            return context, places, self._picture(frames)
        except UnseenError:
            return None

    def _frames(self, frame: types.FrameType | None) -> list[types.FrameType]:
        """From the innermost frame out to the function under test; none if that is not there."""
        found = []
        while frame is not None and frame.f_code is not self.base:
            found.append(frame)
            frame = frame.f_back
        return [] if frame is None else found

    def _clear(self, frames: list[types.FrameType]) -> int:
        """How many frames, from the innermost one out, are known by place and variables."""
        inner: types.CodeType | None = None
        for count, frame in enumerate(frames):
            current = current_expression(frame)
            if current is None or not is_bare(*current, frame):
                return count
            if not _leads_to(current[0], frame, inner) or frame.f_code.co_flags & _SUSPENDABLE:
                return count
            inner = frame.f_code
        return len(frames)

    def _picture(self, frames: list[types.FrameType]) -> Hashable:
        heap = Heap(self.reach.follow)
        for frame in frames:
            self.reach.add(frame.f_code, frame.f_globals)
        kept = []
        for frame in frames:
            variables = frame.f_locals
            names = sorted(live_variables(frame))
            kept.append((*names, heap.all(variables[name] for name in names)))
        return tuple(kept), heap.all(self.reach.values())


def _leads_to(node: ast.expr, frame: types.FrameType, inner: types.CodeType | None) -> bool:
    """Whether what the frame is doing leads straight to the next frame, or to the trail."""
    if not isinstance(node, ast.Call):
        return inner is None or inner.co_filename == lazy.__file__
    owner, function = _target(node.func, frame)
    if inner is None:
        return isinstance(getattr(function, "__self__", owner), Trail | Lazy)
    if inner.co_filename == lazy.__file__ and function in (*_CONVERSIONS, *_ufuncs(function)):
        return True
    return inner is _code(function)


def _ufuncs(function: object) -> tuple[object, ...]:
    return (function,) if isinstance(function, np.ufunc) else ()


def _code(function: Any) -> types.CodeType | None:
    """The code that a call runs."""
    if isinstance(function, staticmethod | classmethod | types.MethodType):
        function = function.__func__
    if isinstance(function, type) and type(function).__call__ is type.__call__:
        function = inspect.getattr_static(function, "__init__")
    return function.__code__ if isinstance(function, types.FunctionType) else None


def _target(node: ast.expr, frame: types.FrameType) -> tuple[object, Any]:
    """What is called, and what it is an attribute of, without running any code."""
    if isinstance(node, ast.Name):
        for variables in (frame.f_locals, frame.f_globals, vars(builtins)):
            if node.id in variables:
                return None, variables[node.id]
    elif isinstance(node, ast.Attribute):
        _, owner = _target(node.value, frame)
        if owner is not _MISSING:
            return owner, inspect.getattr_static(owner, node.attr, _MISSING)
    return None, _MISSING
