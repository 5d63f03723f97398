"""What code can reach outside of its frames: global variables, closures, attributes of classes."""

from __future__ import annotations

import dis
import types
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

__all__ = ["Reach"]


_OURS = __name__.partition(".")[0]
"""What we remember ourselves changes nothing"""

_ASSIGNING = {
    f"{verb}_{kind}" for verb in ("STORE", "DELETE") for kind in ("GLOBAL", "ATTR", "DEREF", "NAME")
}

_LASTING = (
    *(int, float, complex, str, bytes, type(None), range, slice, np.generic, np.dtype, np.ufunc),
    *(type, property, staticmethod, classmethod),
    *(types.FunctionType, types.BuiltinFunctionType, types.MethodDescriptorType),
    *(types.WrapperDescriptorType, types.ModuleType, types.MemberDescriptorType),
    types.GetSetDescriptorType,
)
"""Types of values that stay what they are as long as no name gets another one"""


class Reach:
    """The variables that some functions and all that they call can read or change.

    Functions are followed by the names that their code mentions, inside the packages of the code
    under test. Other packages are taken to keep nothing that changes what they do.
    """

    def __init__(self) -> None:
        self.packages: set[str] = set()
        self.seen: set[int] = set()
        self.held: list[Any] = []
        self.variables: list[tuple[dict[str, Any], str]] = []
        self.cells: list[tuple[str, types.CellType]] = []
        self.mentioned: set[str] = set()
        self.stored: set[str] = set()  # names that some code gives another value
        self.classes: list[type] = []

    def add(self, code: types.CodeType, variables: dict[str, Any]) -> None:
        """Follow a code object with its global variables."""
        package = _top(variables.get("__name__"))
        if package == _OURS or not self._is_new(code):
            return
        self.packages.add(package)
        self.mentioned.update(_names(code))
        self.stored.update(_stores(code))
        for name in _names(code):
            if name in variables:
                self._add_variable(variables, name)
        for value in list(self._attributes(code, variables)):
            self.follow(value)

    def follow(self, value: Any) -> None:
        """Follow a value, if it is code."""
        if isinstance(value, types.MethodType):
            value = value.__func__
        if isinstance(value, staticmethod | classmethod):
            value = value.__func__
        if isinstance(value, property):
            for each in (value.fget, value.fset, value.fdel):
                self.follow(each)
        elif isinstance(value, types.FunctionType):
            self._follow_function(value)
        elif isinstance(value, type):
            self._follow_class(value)

    def values(self) -> Iterator[Any]:
        """What the variables hold now, but for constants."""
        for variables, name in self.variables:
            yield from self._changing(name, variables.get(name))
        for name, cell in self.cells:
            try:
                yield from self._changing(name, cell.cell_contents)
            except ValueError:  # empty yet
                yield None
        for each in self.classes:
            for name in sorted(self.mentioned & vars(each).keys()):
                yield from self._changing(name, vars(each)[name])

    def _changing(self, name: str, value: Any) -> Iterator[Any]:
        """The value, unless it is one that nothing can change."""
        if name in self.stored or not isinstance(value, _LASTING):
            yield value

    def _add_variable(self, variables: dict[str, Any], name: str) -> None:
        value = variables[name]
        self.follow(value)
        if (id(variables), name) not in {(id(a), b) for a, b in self.variables} and not isinstance(
            value, types.ModuleType
        ):
            self.variables.append((variables, name))

    def _follow_function(self, function: types.FunctionType) -> None:
        if not (self._is_inside(function.__module__) and self._is_new(function)):
            return
        names = function.__code__.co_freevars
        for name, cell in zip(names, function.__closure__ or (), strict=False):
            self.cells.append((name, cell))
            try:
                self.follow(cell.cell_contents)
            except ValueError:
                continue
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.cells.append(("", types.CellType(value)))
        self.follow(getattr(function, "__wrapped__", None))
        self.add(function.__code__, function.__globals__)

    def _follow_class(self, kind: type) -> None:
        for each in kind.__mro__:
            if not (self._is_inside(each.__module__) and self._is_new(each)):
                continue
            self.classes.append(each)
            for value in vars(each).values():
                self.follow(value)

    def _attributes(self, code: types.CodeType, variables: dict[str, Any]) -> Iterator[Any]:
        """What ``module.name`` may mean for modules and names that the code mentions."""
        names = _names(code)
        modules = [variables[name] for name in names if name in variables]
        for module in modules:
            if isinstance(module, types.ModuleType) and self._is_inside(module.__name__):
                for name in names:
                    if name in vars(module):
                        self._add_variable(vars(module), name)
                        yield vars(module)[name]

    def _is_inside(self, module: str | None) -> bool:
        return _top(module) in self.packages

    def _is_new(self, value: Any) -> bool:
        if id(value) in self.seen:
            return False
        self.seen.add(id(value))
        self.held.append(value)
        return True


@cache
def _stores(code: types.CodeType) -> frozenset[str]:
    """Names of variables and attributes that a code object, and those inside it, assign to."""
    found = {each.argval for each in dis.get_instructions(code) if each.opname in _ASSIGNING}
    inner = [_stores(each) for each in code.co_consts if isinstance(each, types.CodeType)]
    return frozenset(found).union(*inner)


@cache
def _names(code: types.CodeType) -> list[str]:
    """Names that a code object mentions, and those inside it."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _names(constant)
    return names


def _top(module: str | None) -> str:
    return (module or "").partition(".")[0]
