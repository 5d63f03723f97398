"""What code can reach outside of its frames: global variables, of its own and of other modules."""

from __future__ import annotations

import dis
import os
import sys
import types
from collections.abc import Iterator
from typing import Any

__all__ = ["Reach"]

_HERE = os.path.dirname(os.path.dirname(__file__)) + os.sep
_PROJECT = os.path.dirname(os.path.dirname(_HERE)) + os.sep
_INSTALLED = tuple(f"{os.sep}{folder}{os.sep}" for folder in ("site-packages", "dist-packages"))

_HIDING = frozenset(
    {
        *("__builtins__", "__closure__", "__globals__", "__import__", "attrgetter", "currentframe"),
        *("eval", "exec", "f_back", "f_globals", "f_locals", "get_objects", "get_referents"),
        *("get_referrers", "_getframe", "globals", "import_module", "locals", "modules", "vars"),
    }
)
"""Names of ways to variables without saying which"""

_LOOSE = frozenset({"__dict__", "__setattr__", "delattr", "getattr", "hasattr", "setattr"})
"""Names of ways to attributes without saying which"""

_STORING = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR")

_UNBOUND = ("unbound",)


class Reach:
    """The variables that some functions and all that they call can read or change.

    Functions are followed by the names that their code mentions. What a name means is looked up in
    the modules of the code under test: that of the function, and those it gets hold of. Code that
    is installed, other than the packages that are seen at work, and the standard library are taken
    to keep nothing that changes what they do.
    """

    def __init__(self) -> None:
        self.packages: set[str] = set()
        self.seen: dict[int, Any] = {}
        self.names: set[str] = set()
        self.stored: set[str] = set()
        """names that code assigns to, as global variables or as attributes"""
        self.is_hidden = self.is_loose = False
        self.spaces: dict[int, dict[str, Any]] = {}
        """global variables of modules"""
        self.whole: set[int] = set()
        """of which of them all may be meant"""

    @property
    def size(self) -> tuple[int, ...]:
        """What grows whenever something comes into view."""
        return len(self.names), len(self.spaces), len(self.whole), len(self.packages)

    def start(self, frame: types.FrameType) -> None:
        """Follow the code of a frame."""
        variables = frame.f_globals
        if id(frame.f_code) in self.seen or _is_ours(variables) or _is_standard(variables):
            return
        name = _top(variables)
        if name != "numpy":
            self.packages.add(name)
        self._code(frame.f_code, variables)

    def follow(self, value: Any) -> bool:
        """Follow a function or a module; whether it, or a class, is of the code under test."""
        if isinstance(value, types.FunctionType):
            inside = self._is_inside(value.__globals__)
            if inside:
                self._code(value.__code__, value.__globals__)
            return inside
        if isinstance(value, types.ModuleType):
            inside = self._is_inside(vars(value))
            if inside:
                self.spaces[id(vars(value))] = vars(value)
                self.whole.add(id(vars(value)))
            return inside
        module = sys.modules.get(value.__module__)
        return module is None or self._is_inside(vars(module))

    def values(self) -> Iterator[Any]:
        """What the variables hold now, in a fixed order."""
        names = sorted(self.names)
        for place, variables in list(self.spaces.items()):
            whole = self.is_loose and place in self.whole
            for name in list(variables) if whole else names:
                if whole or name in variables:
                    yield name
                    yield variables.get(name, _UNBOUND)

    def _code(self, code: types.CodeType, variables: dict[str, Any]) -> None:
        if id(code) in self.seen:
            return
        self.seen[id(code)] = code
        self.spaces[id(variables)] = variables
        self.names.update(code.co_names)
        self.is_hidden |= not _HIDING.isdisjoint(code.co_names)
        self.is_loose |= not _LOOSE.isdisjoint(code.co_names)
        for each in dis.get_instructions(code):
            if each.opname in _STORING:
                self.stored.add(each.argval)
            elif each.opname in ("IMPORT_NAME", "IMPORT_FROM"):
                self._import(each.argval)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self._code(constant, variables)

    def _import(self, name: str) -> None:
        """Modules that code in a function may import under this name."""
        for full, module in list(sys.modules.items()):
            if full == name or full.endswith(f".{name}") or full.startswith(f"{name}."):
                self.follow(module)

    def _is_inside(self, variables: dict[str, Any]) -> bool:
        if _top(variables) in self.packages:
            return not _is_ours(variables)
        if _is_standard(variables):
            return False
        file = str(variables.get("__file__") or "")
        return not file.startswith(_PROJECT) and not any(each in file for each in _INSTALLED)


def _is_ours(variables: dict[str, Any]) -> bool:
    return str(variables.get("__file__") or "").startswith(_HERE)


def _is_standard(variables: dict[str, Any]) -> bool:
    top = _top(variables)
    return top != "__main__" and top in sys.stdlib_module_names


def _top(variables: dict[str, Any]) -> str:
    return str(variables.get("__name__") or "").partition(".")[0]
