"""What names in an expression stand for while a frame works it out, without running any code."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import math
import types
from collections.abc import Collection
from fractions import Fraction
from typing import Any

import numpy as np

from verify.exploration import patches
from verify.exploration._trail import Lazy, Trail
from verify.exploration.states.expressions import Expression, Name

__all__ = ["code_of", "is_direct", "is_fixed", "target"]

_MISSING = object()
_NUMBERS = (int, float, bool, Fraction, np.bool_, np.integer, np.floating)
_PLAIN = (*_NUMBERS, str, bytes, type(None))
_CODE = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.ModuleType,
    staticmethod,
    classmethod,
    type,
    np.ufunc,
)
_CONVERSIONS = (int, float, bool, round, abs, len, math.floor, math.ceil, math.trunc)
"""Functions of C code that ask a lazy uniform once and are done"""

_NO_NUMBERS = ("frexp", "modf")
"""Functions of `math` that give pairs"""


def target(node: ast.expr, frame: types.FrameType) -> tuple[Any, Any]:
    """What is named, and what it is an attribute of; a value of its own for what is not known."""
    if isinstance(node, ast.Name):
        for variables in (frame.f_locals, frame.f_globals, vars(builtins)):
            if node.id in variables:
                return None, variables[node.id]
    elif isinstance(node, ast.Attribute):
        _, owner = target(node.value, frame)
        looked_up = type(owner).__getattribute__
        if owner is not _MISSING and isinstance(looked_up, types.WrapperDescriptorType):
            return owner, inspect.getattr_static(owner, node.attr, _MISSING)
    return None, _MISSING


def code_of(function: Any) -> types.CodeType | None:
    """The code that a call runs at once."""
    if isinstance(function, staticmethod | classmethod | types.MethodType):
        function = function.__func__
    if type(function) is functools.partial:
        function = function.func
    return function.__code__ if isinstance(function, types.FunctionType) else None


def is_fixed(node: Name, frame: types.FrameType, stored: Collection[str] | None) -> bool:
    """Whether a name still means what it meant when the frame looked it up.

    A local variable does, as its frame waits. Others do if the code under test, which assigns to
    the names ``stored`` (None: nobody knows which), does not assign to it.
    """
    if isinstance(node, ast.Name):
        code = frame.f_code
        if node.id in (*code.co_cellvars, *code.co_freevars):
            return False
        if node.id in code.co_varnames:
            return True
    elif not isinstance(node.value, Name) or not is_fixed(node.value, frame, stored):
        return False
    name = node.id if isinstance(node, ast.Name) else node.attr
    if stored is None or name in stored:
        return False
    kind = type(target(node, frame)[1])
    return issubclass(kind, _CODE) or kind in _PLAIN


def is_direct(node: Expression, frame: types.FrameType) -> bool:
    """Whether an operation asks a random double at once, and not an array or a tuple of some."""
    if isinstance(node, ast.Call):
        function = target(node.func, frame)[1]
        if not (_is_conversion(function) or type(function) is np.ufunc):
            return False
        return not node.keywords and all(_is_number(each, frame) for each in node.args)
    return all(_is_number(each, frame) for each in _operands(node))


def _operands(node: ast.Compare | ast.BinOp | ast.UnaryOp) -> list[ast.expr]:
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]


def _is_number(node: ast.expr, frame: types.FrameType) -> bool:
    """Whether what was worked out is surely one number, or one random double."""
    if isinstance(node, ast.Constant):
        return type(node.value) in _NUMBERS
    if isinstance(node, ast.Name | ast.Attribute):
        kind = type(target(node, frame)[1])
        return kind in _NUMBERS or issubclass(kind, (*_NUMBERS[-3:], Lazy))
    if isinstance(node, ast.BinOp | ast.UnaryOp):
        return all(_is_number(each, frame) for each in _operands(node))
    if isinstance(node, ast.Call) and not node.keywords:
        return all(_is_number(each, frame) for each in node.args) and _gives_number(node, frame)
    return False


def _is_conversion(function: Any) -> bool:
    return any(function is each for each in _CONVERSIONS)


def _gives_number(node: ast.Call, frame: types.FrameType) -> bool:
    """Whether a function makes a number of numbers."""
    function = target(node.func, frame)[1]
    kind = type(function)
    if _is_conversion(function) or kind is np.ufunc:
        return True
    if kind is types.FunctionType:
        if function.__code__.co_filename == patches.__file__:  # it stands for one of math's
            return True
        if function.__module__.startswith("verify.exploration.sources."):
            return (function.__name__, len(node.args)) in (("random", 0), ("uniform", 2))
    if isinstance(getattr(function, "__self__", None), Trail):
        return bool(function.__name__ == "lazy")
    if kind is types.BuiltinFunctionType:
        return function.__self__ is math and function.__name__ not in _NO_NUMBERS
    return False
