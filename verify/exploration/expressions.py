"""What an expression that is being worked out keeps in hand, by the rules of the language.

A frame that waits for a call keeps more than its variables: operands that were worked out before
(``f() + g()`` holds f's result while g runs), the iterator of a loop, the exit of a ``with``. None
of that can be seen from outside. `is_bare` tells of a call or an operation in the source whether
nothing of the kind is kept, so that variables and the place say all about the frame.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FrameType

__all__ = ["current_expression", "is_bare"]

Span = tuple[int, int, int, int]


class _Source:
    """A file, with the parent of every node."""

    def __init__(self, tree: ast.AST) -> None:
        self.parents: dict[ast.AST, ast.AST] = {}
        self.nodes: dict[tuple[Span, type], ast.AST] = {}
        for node in ast.walk(tree):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
            if isinstance(node, ast.expr):
                end = node.end_lineno or node.lineno, node.end_col_offset or 0
                self.nodes[(node.lineno, end[0], node.col_offset, end[1]), type(node)] = node


def current_expression(frame: FrameType) -> tuple[ast.expr, _Source] | None:
    """The call or operation that the frame is in the middle of, if there is source for it."""
    source = _parsed(frame.f_code.co_filename, tuple(_lines(frame)))
    if source is None:
        return None
    span = _spans(frame.f_code)[frame.f_lasti // 2]
    for kind in (ast.Call, ast.Compare, ast.BinOp, ast.UnaryOp):
        node = source.nodes.get((span, kind))
        if isinstance(node, ast.expr):
            return node, source
    return None


def is_bare(node: ast.expr, source: _Source, frame: FrameType) -> bool:
    """Whether the frame keeps nothing in hand while ``node`` is worked out, but for variables."""
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return False
    child: ast.AST = node
    while True:
        parent = source.parents[child]
        if isinstance(parent, ast.FunctionDef | ast.Lambda):
            return True
        if isinstance(parent, ast.expr | ast.keyword | ast.Starred):
            if not all(_is_stable(each, frame) for each in _before(parent, child)):
                return False
        elif not _is_open(parent, child, frame):
            return False
        child = parent


def _before(parent: ast.AST, child: ast.AST) -> Iterator[ast.expr | None]:
    """What is worked out before a part of an expression and kept; None for what is unknown."""
    if isinstance(parent, ast.BinOp):
        if child is parent.right:
            yield parent.left
    elif isinstance(parent, ast.Compare):
        earlier = [parent.left, *parent.comparators]
        yield from earlier[: earlier.index(child)]  # type: ignore[arg-type]
    elif isinstance(parent, ast.Call):
        parts = [parent.func, *parent.args]
        yield from parts[: parts.index(child)] if child in parts else parts
        if isinstance(child, ast.keyword):
            named = parent.keywords[: parent.keywords.index(child)]
            yield from [each.value for each in named]
    elif isinstance(parent, ast.Tuple | ast.List | ast.Set):
        yield from parent.elts[: parent.elts.index(child)]  # type: ignore[arg-type]
    elif isinstance(parent, ast.Subscript):
        if child is parent.slice:
            yield parent.value
    elif not isinstance(
        parent,
        ast.UnaryOp | ast.BoolOp | ast.IfExp | ast.Attribute | ast.keyword | ast.NamedExpr,
    ):
        yield None


def _is_stable(node: ast.expr | None, frame: FrameType) -> bool:
    """Whether what is kept is what a variable still holds, or a constant."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Attribute):  # a method of something that stays what it is
        return _is_stable(node.value, frame)
    if not isinstance(node, ast.Name):
        return False
    code = frame.f_code
    return node.id not in code.co_cellvars and node.id not in code.co_freevars


def _is_open(statement: ast.AST, child: ast.AST, frame: FrameType) -> bool:
    """Whether a statement keeps nothing while a part of it runs."""
    if isinstance(statement, ast.For):
        return child is statement.iter
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.target, ast.Name) and _is_stable(statement.target, frame)
    if isinstance(statement, ast.Try):
        return child in statement.body or child in statement.orelse
    return isinstance(
        statement, ast.Expr | ast.Assign | ast.AnnAssign | ast.Return | ast.If | ast.While
    )


def _lines(frame: FrameType) -> list[str]:
    return linecache.getlines(frame.f_code.co_filename, frame.f_globals)


@lru_cache(maxsize=256)
def _parsed(_name: str, lines: tuple[str, ...]) -> _Source | None:
    try:
        return _Source(ast.parse("".join(lines))) if lines else None
    except (SyntaxError, ValueError, RecursionError):
        return None


@lru_cache(maxsize=4096)
def _spans(code: CodeType) -> list[Span]:
    return [
        (line or 0, end or 0, column or 0, last or 0)
        for line, end, column, last in code.co_positions()
    ]
