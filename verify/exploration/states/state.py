"""When two runs stand at the same point with the same future, so that one of them will do.

The future of a run is fixed by where its frames stand, what they keep, and what they can reach.
Where a frame stands is its code and instruction, if nothing is kept in hand but variables (see
`expressions`) and if its call leads straight to the next frame, with no C code between that could
keep a place of its own (``map``, ``sorted``). Frames further out for which that cannot be said do
not matter as long as they wait for the same call: two points inside one activation of a function.
What they keep may be changed from inside, if it could be reached when the call began; so that is
looked at, too, for as long as the call lasts.
"""

from __future__ import annotations

import ast
import dis
import inspect
import types
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from verify.exploration._trail import Lazy, Trail
from verify.exploration.states.expressions import Expression, current_expression, kept
from verify.exploration.states.heap import Heap, UnseenError
from verify.exploration.states.liveness import live_variables
from verify.exploration.states.operands import code_of, is_direct, is_fixed, target
from verify.exploration.states.reach import Reach
from verify.exploration.uniform import lazy

__all__ = ["States"]

_SUSPENDABLE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(slots=True)
class _Activation:
    """A call of a function, from the first choice on at which all inside it is known."""

    frame: types.FrameType
    position: int
    """of that choice"""
    reached: list[Any] | None
    """what can be reached from inside then, if that can be told"""


class States:
    """The states of runs of one function, whose outermost call is made by ``base``.

    With ``timing`` the number of draws matters, too.
    """

    def __init__(self, base: types.CodeType, timing: bool) -> None:
        self.base = base
        self.timing = timing
        self.reach = Reach()
        self.calls: dict[int, _Activation] = {}

    def begin(self) -> None:
        """Forget the frames of the run before."""
        self.calls = {}

    def note(self, trail: Trail, innermost: types.FrameType | None) -> list[types.FrameType]:
        """Remember which frames are there; at every choice, with the frame that asks for it."""
        frames = self._frames(innermost)
        clear = self._clear(frames)
        outermost = frames[clear - 1] if 0 < clear < len(frames) else None
        if outermost is not None and id(outermost) not in self.calls:
            inside = frames[:clear]
            # without a loop there is no way back to a state
            reached = self._reached(inside) if any(_loops(f.f_code) for f in inside) else None
            self.calls[id(outermost)] = _Activation(outermost, trail.position, reached)
        return frames

    def state(self, trail: Trail, frames: list[types.FrameType]) -> Hashable | None:
        """What is equal for runs with the same future; None where that cannot be told."""
        clear = self._clear(frames)
        if not clear:
            return None
        context: Hashable = None
        more: list[Any] = [trail.asked]
        if clear < len(frames):  # inside one activation of a function
            call = self.calls.get(id(frames[clear - 1]))
            if call is None or call.reached is None or call.position == trail.position:
                return None
            context = trail.path[: call.position], len(frames)
            more.append(call.reached)
        places = tuple([(frame.f_code, frame.f_lasti) for frame in frames[:clear]])
        draws = trail.draws if self.timing else 0
        try:
            picture = self._look(frames[:clear], more)[1]
        except (UnseenError, RecursionError):
            return None
        # more code may have come into view, that changes what was taken to be fixed
        return None if self._clear(frames) != clear else (context, draws, places, picture)

    def _reached(self, frames: list[types.FrameType]) -> list[Any] | None:
        try:
            return self._look(frames)[0].held
        except (UnseenError, RecursionError):
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
        stored = None if self.reach.is_loose or self.reach.is_hidden else self.reach.stored
        inner: types.CodeType | None = None
        for count, frame in enumerate(frames):
            if not _is_clear(frame, inner, stored):
                return count
            inner = frame.f_code
        return len(frames)

    def _look(
        self, frames: list[types.FrameType], more: Collection[Any] = ()
    ) -> tuple[Heap, Hashable]:
        """All that can be reached from the frames, and from ``more``."""
        for frame in frames:
            self.reach.start(frame)
        while True:
            size = self.reach.size
            if self.reach.is_hidden:
                raise UnseenError
            heap = Heap(self.reach.follow)
            variables = [_readable(frame) for frame in frames]
            names = tuple([(*each,) for each in variables])
            values = heap.all([value for each in variables for value in each.values()])
            picture = names, values, heap.all(self.reach.values()), heap.all(more)
            if self.reach.size == size and not self.reach.is_hidden:
                return heap, (size, picture)


def _readable(frame: types.FrameType) -> dict[str, Any]:
    """The variables that the frame may still read, or has read and keeps: others are no matter."""
    found = frame.f_locals
    names = live_variables(frame)
    current = current_expression(frame.f_code, frame.f_lasti, frame.f_globals)
    for each in kept(*current) or () if current else ():
        names |= {node.id for node in ast.walk(each) if isinstance(node, ast.Name)} & found.keys()
    return {name: found[name] for name in sorted(names)}


@lru_cache(maxsize=4096)
def _loops(code: types.CodeType) -> bool:
    return any("BACKWARD" in each.opname for each in dis.get_instructions(code))


def _is_clear(
    frame: types.FrameType, inner: types.CodeType | None, stored: Collection[str] | None
) -> bool:
    """Whether variables and the place say all about a frame that waits for the code ``inner``."""
    if frame.f_code.co_flags & _SUSPENDABLE:
        return False
    current = current_expression(frame.f_code, frame.f_lasti, frame.f_globals)
    names = kept(*current) if current else None
    if current is None or names is None:
        return False
    return all(is_fixed(each, frame, stored) for each in names) and _leads_to(
        current[0], frame, inner
    )


def _leads_to(
    node: Expression,
    frame: types.FrameType,
    inner: types.CodeType | None,
) -> bool:
    """Whether what the frame is doing leads straight to the next frame, or to the trail."""
    if (inner is None or inner.co_filename == lazy.__file__) and is_direct(node, frame):
        return True
    if not isinstance(node, ast.Call):
        return False
    owner, function = target(node.func, frame)
    if inner is None:
        return isinstance(getattr(function, "__self__", owner), Trail | Lazy)
    return inner is code_of(function)
