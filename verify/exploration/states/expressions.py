"""What an expression that is being worked out keeps in hand, by the rules of the language.

A frame that waits for a call keeps more than its variables: operands that were worked out before
(``f() + g()`` holds f's result while g runs), the iterator of a loop, the exit of a ``with``. None
of that can be seen from outside. `kept` tells of a call or an operation in the source which names
were looked up before and are kept, if there is nothing else, so that variables and the place say
all about the frame as long as these names still mean what they did.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType
from typing import Any

__all__ = ["Expression", "current_expression", "kept"]

Span = tuple[int, int, int, int]
Expression = ast.Call | ast.Compare | ast.BinOp | ast.UnaryOp
Name = ast.Name | ast.Attribute

_KINDS = (ast.Call, ast.Compare, ast.BinOp, ast.UnaryOp)
_FUNCTIONS = (ast.FunctionDef, ast.Lambda)
_KEEPING_NOTHING = (
    ast.UnaryOp,
    ast.BoolOp,
    ast.IfExp,
    ast.Attribute,
    ast.keyword,
    ast.NamedExpr,
)


class _KeepsMoreError(Exception):
    """Something is kept that is no name."""


class _Source:
    """A file that was parsed, with the parent of every node."""

    def __init__(self, text: str, name: str) -> None:
        tree = ast.parse(text)
        self.codes = set(_codes(compile(tree, name, "exec", dont_inherit=True)))
        self.parents: dict[ast.AST, ast.AST] = {}
        self.nodes: dict[tuple[Span, type], Expression] = {}
        for node in ast.walk(tree):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
            if isinstance(node, _KINDS):
                end = node.end_lineno or node.lineno, node.end_col_offset or 0
                self.nodes[(node.lineno, end[0], node.col_offset, end[1]), type(node)] = node


def current_expression(
    code: CodeType, instruction: int, variables: dict[str, Any]
) -> tuple[Expression, _Source] | None:
    """The call or operation at an instruction of a code object, if the source is the code's own."""
    source = _source(code, variables)
    if source is None:
        return None
    span = _spans(code)[instruction // 2]
    for kind in _KINDS:
        node = source.nodes.get((span, kind))
        if node is not None:
            return node, source
    return None


def kept(node: Expression, source: _Source) -> list[Name] | None:
    """Names whose values a frame keeps while ``node`` is worked out; None if it keeps more."""
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return None
    found: list[Name] = []
    child: ast.AST = node
    try:
        while not isinstance(child, ast.stmt):
            parent = source.parents[child]
            if isinstance(parent, _FUNCTIONS) and child is parent.body:
                break
            if isinstance(parent, ast.stmt):
                _names_of(parent, child, found)
            else:
                for each in _before(parent, child):
                    found += _as_names(each)
            child = parent
    except _KeepsMoreError:
        return None
    if found and any(isinstance(each, ast.NamedExpr) for each in ast.walk(child)):
        return None  # a variable may change while its old value is kept
    return found if _is_in_the_open(child, source) else None


def _names_of(statement: ast.stmt, child: ast.AST, found: list[Name]) -> None:
    """What a statement keeps while an expression in it runs."""
    if isinstance(statement, ast.AugAssign):
        if child is not statement.value or not isinstance(statement.target, ast.Name):
            raise _KeepsMoreError
        found.append(statement.target)
        return
    whole: ast.AST | None = None
    if isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign | ast.Return):
        whole = statement.value
    elif isinstance(statement, ast.If | ast.While):
        whole = statement.test
    elif isinstance(statement, ast.For):
        whole = statement.iter
    if child is not whole:
        raise _KeepsMoreError


def _before(parent: ast.AST, child: ast.AST) -> Iterator[ast.expr]:
    """What is worked out before a part of an expression and kept."""
    if isinstance(parent, ast.BinOp):
        if child is parent.right:
            yield parent.left
    elif isinstance(parent, ast.Compare):
        earlier: list[ast.expr] = [parent.left, *parent.comparators]
        yield from earlier[: _place(child, earlier)]
    elif isinstance(parent, ast.Call):
        parts = [parent.func, *parent.args]
        yield from parts[: _place(child, parts)]
        if isinstance(child, ast.keyword):
            yield from [each.value for each in parent.keywords[: parent.keywords.index(child)]]
    elif isinstance(parent, ast.Tuple | ast.List | ast.Set):
        yield from parent.elts[: _place(child, parent.elts)]
    elif isinstance(parent, ast.Subscript):
        if child is parent.slice:
            yield parent.value
    elif not isinstance(parent, _KEEPING_NOTHING):
        raise _KeepsMoreError


def _place(child: ast.AST, parts: list[ast.expr]) -> int:
    """Where a part is among others that are worked out in this order; after them if it is not."""
    return next((i for i, each in enumerate(parts) if each is child), len(parts))


def _as_names(node: ast.expr) -> list[Name]:
    """The name, if it is one; nothing, if it is a constant."""
    if isinstance(node, ast.Constant):
        return []
    root: ast.expr = node
    while isinstance(root, ast.Attribute):
        root = root.value
    if isinstance(root, ast.Name) and isinstance(node, ast.Name | ast.Attribute):
        return [node]
    raise _KeepsMoreError


def _is_in_the_open(child: ast.AST, source: _Source) -> bool:
    """Whether nothing around a statement keeps anything, up to the function that it is part of.

    The body of a ``for`` runs while an iterator is kept, that of a ``with`` while its exit is, and
    ``except`` and ``finally`` while an exception may be.
    """
    while True:
        parent = source.parents[child]
        if isinstance(parent, ast.FunctionDef):
            return child in parent.body
        if isinstance(parent, ast.Lambda):
            return child is parent.body
        if isinstance(parent, ast.Try):
            if child not in parent.body and child not in parent.orelse:
                return False
        elif isinstance(parent, ast.For):
            if child not in parent.orelse:
                return False
        elif not isinstance(parent, ast.If | ast.While):
            return False
        child = parent


def _source(code: CodeType, variables: dict[str, Any]) -> _Source | None:
    """The source of a code object, if it compiles to this very code."""
    known = _sources.get(id(code))
    if known is None:
        lines = linecache.getlines(code.co_filename, variables)
        source = _parsed(code.co_filename, "".join(lines))
        if source is not None and code not in source.codes:
            source = None  # the file was changed, or something else was made of it
        if len(_sources) >= _MOST:
            _sources.clear()
        known = _sources[id(code)] = code, source
    return known[1]


_MOST = 4096
_sources: dict[int, tuple[CodeType, _Source | None]] = {}


@lru_cache(maxsize=64)
def _parsed(name: str, text: str) -> _Source | None:
    try:
        return _Source(text, name) if text else None
    except (SyntaxError, ValueError, RecursionError):
        return None


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


@lru_cache(maxsize=4096)
def _spans(code: CodeType) -> list[Span]:
    return [
        (line or 0, end or 0, column or 0, last or 0)
        for line, end, column, last in code.co_positions()
    ]
