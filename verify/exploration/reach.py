"""What code can reach outside of its frames: global variables, closures, attributes of classes."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

__all__ = ["Reach"]


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
        self.cells: list[types.CellType] = []
        self.classes: list[type] = []

    def add(self, code: types.CodeType, variables: dict[str, Any]) -> None:
        """Follow a code object with its global variables."""
        if not self._is_new(code):
            return
        self.packages.add(_top(variables.get("__name__")))
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
        """What the variables hold now."""
        for variables, name in self.variables:
            yield variables.get(name)
        for cell in self.cells:
            try:
                yield cell.cell_contents
            except ValueError:  # empty yet
                yield None
        for each in self.classes:
            for name, value in vars(each).items():
                if not name.startswith("__") and not callable(value):
                    yield None if hasattr(value, "__get__") else value

    def _add_variable(self, variables: dict[str, Any], name: str) -> None:
        value = variables[name]
        self.follow(value)
        if (id(variables), name) not in {(id(a), b) for a, b in self.variables} and not isinstance(
            value, types.ModuleType
        ):
            self.variables.append((variables, name))

    def _follow_function(self, function: types.FunctionType) -> None:
        if not self._is_new(function) or not self._is_inside(function.__module__):
            return
        for cell in function.__closure__ or ():
            self.cells.append(cell)
            try:
                self.follow(cell.cell_contents)
            except ValueError:
                continue
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.cells.append(types.CellType(value))
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


def _names(code: types.CodeType) -> list[str]:
    """Names that a code object mentions, and those inside it."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _names(constant)
    return names


def _top(module: str | None) -> str:
    return (module or "").partition(".")[0]
