"""Small faults that a test suite should notice: in Python by syntax tree, in kernels by text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A file with one fault."""

    file: str
    line: int
    where: str
    """the function it is in"""
    change: str
    text: str
    """the whole file"""


COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
TEXTUAL = [
    (r" < ", " <= "),
    (r" < ", " > "),
    (r" <= ", " < "),
    (r" > ", " >= "),
    (r" > ", " < "),
    (r" >= ", " > "),
    (r" == ", " != "),
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r" \* ", " + "),
    (r" // ", " * "),
    (r" \+= ", " -= "),
    (r" -= ", " += "),
    (r" & ", " | "),
    (r" and ", " or "),
    (r" or ", " and "),
    (r"\bnot ", ""),
    (r"\bif (?!__)[^:]*:$", "if 0:"),
    (r"\bbreak\b", "pass"),
    (r"\bcontinue\b", "pass"),
    (r"(?<![\w.])0\b", "1"),
    (r"(?<![\w.])1\b", "2"),
    (r"(?<![\w.])2\b", "3"),
    (r"(?<![\w.])3\b", "2"),
    (r"(?<![\w.])4\b", "3"),
]
"""Of kernels. A wrong count may reach outside of an array, which ends the tests too."""


def python_mutants(file: str, text: str) -> Iterator[Mutant]:
    """Every mutant of a Python file, from top to bottom."""
    tree = ast.parse(text)
    for holder, field, place, where in _slots(tree, ""):
        siblings = getattr(holder, field)
        node = siblings if place is None else siblings[place]
        before = _shown(node)
        for changed in _variants(holder, field, node):
            _put(holder, field, place, changed)
            after = "(removed)" if isinstance(changed, ast.Pass) else _shown(changed)
            change = f"{before}  →  {after}"
            yield Mutant(file, node.lineno, where, change, ast.unparse(tree) + "\n")
        _put(holder, field, place, node)


def kernel_mutants(file: str, text: str) -> Iterator[Mutant]:
    """Every mutant of the code lines of a Cython file."""
    lines = text.splitlines()
    quoted, where = False, ""
    for number, line in enumerate(lines):
        start = re.match(r"(?:cdef|def) .*?(\w+)\(", line)
        where = start[1] if start else where
        code = line.strip()
        if quoted or code.startswith('"""'):
            quoted ^= code.count('"""') == 1
            continue
        if start or code.startswith(("#", "const ", "raise ", "cdef uint64_t")):
            continue
        for pattern, new in TEXTUAL:
            for found in re.finditer(pattern, line):
                changed = line[: found.start()] + new + line[found.end() :]
                body = "\n".join([*lines[:number], changed, *lines[number + 1 :]]) + "\n"
                change = f"{code}  →  {changed.strip()}"
                yield Mutant(file, number + 1, where, change, body)


def _put(holder: ast.AST, field: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[place] = node


def _slots(node: ast.AST, where: str) -> Iterator[tuple[ast.AST, str, int | None, str]]:
    """Where nodes that may change hang: (holder, field, place in a list, function)."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        where = f"{where}.{node.name}".lstrip(".")
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params", "msg", "cause"):
            continue
        for place, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not _is_left_alone(child):
                if hasattr(child, "lineno") or isinstance(child, ast.match_case):
                    yield node, field, place, where
                yield from _slots(child, where)


def _is_left_alone(node: ast.AST) -> bool:
    """Types, imports, lists of names, texts, and assertions, which no input reaches."""
    if isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr)):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.FunctionDef) and "overload" in map(ast.unparse, node.decorator_list):
        return True
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id.startswith("__") or isinstance(node.value, ast.Subscript)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "field":
        return True
    return isinstance(node, ast.Raise) and "AssertionError" in ast.unparse(node)


def _variants(holder: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    if field in ("test", "guard") and not isinstance(node, ast.Constant):
        if not isinstance(holder, ast.While):
            yield ast.Constant(True)
        yield ast.Constant(False)
        if _is_plain(node):
            return  # the opposite is noticed where both of these are
    if field == "ifs":
        yield ast.Constant(True)
    match node:
        case ast.Compare(left, ops, comparators):
            for k, old in enumerate(ops):
                for new in COMPARED[type(old)]:
                    yield ast.Compare(left, [*ops[:k], new(), *ops[k + 1 :]], comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in COMPUTED:
            yield ast.BinOp(left, COMPUTED[type(op)](), right)
        case ast.AugAssign(target, op, value):
            yield ast.AugAssign(target, COMPUTED[type(op)](), value)
            yield ast.Pass()
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
        case ast.Tuple([first, second, *others], ast.Load()) if _shown(first) != _shown(second):
            yield ast.Tuple([second, first, *others], ast.Load())
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Expr() | ast.Raise() | ast.Break() | ast.Continue():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def _is_plain(node: ast.AST) -> bool:
    """Whether the only other thing to say is the opposite."""
    match node:
        case ast.Compare(_, [op]):
            return len(COMPARED[type(op)]) == 1
        case ast.UnaryOp(ast.Not()) | ast.Call() | ast.Name() | ast.Attribute():
            return True
        case _:
            return False


def _shown(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node)).split("\n")[0][:110]
