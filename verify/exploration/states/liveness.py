"""Which variables of a frame can still be read: what the others hold is no matter.

A variable is live after an instruction if a way through the code leads from there to where it is
read, with no assignment before. That is worked out backwards over the bytecode.
"""

from __future__ import annotations

import dis
from functools import cache
from types import CodeType, FrameType

__all__ = ["live_variables"]

_SEES_ALL = {"locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe"}
"""Code that mentions one of these may read any variable"""

_ENDS = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"}
_ALWAYS = {"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"}
_KILLS = {"STORE_FAST", "STORE_FAST_STORE_FAST"}


def live_variables(frame: FrameType) -> set[str]:
    """The variables that the frame may still read, once what it is doing now is done."""
    code = frame.f_code
    bound = {*frame.f_locals}
    if not _SEES_ALL.isdisjoint(code.co_names):
        return bound
    shared = {*code.co_cellvars, *code.co_freevars}
    return bound & (_live_after(code)[frame.f_lasti // 2] | shared)


@cache
def _live_after(code: CodeType) -> list[frozenset[str]]:
    """The live variables after every instruction, by the pairs of bytes that it takes."""
    instructions = list(dis.get_instructions(code))
    followers = _followers(code, instructions)
    before: dict[int, frozenset[str]] = {each.offset: frozenset() for each in instructions}
    after = dict(before)
    changed = True
    while changed:
        changed = False
        for each in reversed(instructions):
            live = frozenset().union(*(before[offset] for offset in followers[each.offset]))
            names = each.argval if isinstance(each.argval, tuple) else (each.argval,)
            after[each.offset] = live
            if each.opname in _KILLS:
                live -= {*names}
            elif "_FAST" in each.opname:
                live |= {*names}
            if live != before[each.offset]:
                before[each.offset] = live
                changed = True
    found: list[frozenset[str]] = []
    for place in range(len(code.co_code) // 2):  # what a call has in reserve belongs to it
        found.append(after[2 * place] if 2 * place in after else found[-1])
    return found


def _followers(code: CodeType, instructions: list[dis.Instruction]) -> dict[int, list[int]]:
    """The offsets that may come after every instruction, those of handlers included."""
    handlers = dis.Bytecode(code).exception_entries  # type: ignore[attr-defined]
    found: dict[int, list[int]] = {}
    for i, each in enumerate(instructions):
        targets = [entry.target for entry in handlers if entry.start <= each.offset < entry.end]
        if each.opcode in dis.hasjrel or each.opcode in dis.hasjabs:
            targets.append(each.argval)
        if each.opname not in (_ENDS | _ALWAYS) and i + 1 < len(instructions):
            targets.append(instructions[i + 1].offset)
        found[each.offset] = targets
    return found
