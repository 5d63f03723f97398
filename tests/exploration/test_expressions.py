"""Which calls in which statements leave nothing in hand but names."""

from __future__ import annotations

import ast
import textwrap

import pytest

from verify.exploration.states.expressions import _Source, kept

OPEN: list[tuple[str, list[str]]] = [
    ("call()", []),
    ("return call()", []),
    ("x = call()", []),
    ("x: int = call()", []),
    ("x = y = call()", []),
    ("a[0] = call()", []),
    ("x += call()", ["x"]),
    ("if call(): pass", []),
    ("while call(): pass", []),
    ("while not call(): pass", []),
    ("for x in call(): pass", []),
    ("if x:\n  call()\nelse:\n  pass", []),
    ("while x:\n  call()", []),
    ("while x:\n  pass\nelse:\n  call()", []),
    ("for x in y:\n  pass\nelse:\n  call()", []),
    ("try:\n  call()\nexcept ValueError: pass", []),
    ("try:\n  pass\nexcept ValueError: pass\nelse:\n  call()", []),
    ("return 1 + call()", []),
    ("return x + call()", ["x"]),
    ("return call() + f()", []),
    ("return x < call()", ["x"]),
    ("return f(x, call())", ["f", "x"]),
    ("return f(call(), g())", ["f"]),
    ("return f(x, k=call())", ["f", "x"]),
    ("return f(a=x, k=call())", ["f", "x"]),
    ("return f.g(call())", ["f.g"]),
    ("return [x, call()]", ["x"]),
    ("return (call(), f())", []),
    ("return x[call()]", ["x"]),
    ("return call()[f()]", []),
    ("return call().a", []),
    ("return -call()", []),
    ("return f() and call()", []),
    ("return call() if f() else g()", []),
    ("return f() if call() else g()", []),
    ("return (x := call())", []),
    ("return (lambda: call())", []),
]
SHUT = [
    "return f() + call()",
    "return g(f(), call())",
    "return g(f(), k=call())",
    "return g(a=f(), k=call())",
    "return g(*x, call())",
    "return g(*call())",
    "return f()(call())",
    "return f().g(call())",
    "return [f(), call()]",
    "return (f(), call())",
    "return {f(), call()}",
    "return {f(): call()}",
    "return {call(): 1}",
    "return f()[call()]",
    "return x[call():]",
    "return f() < call()",
    "return f() < x < call()",
    "return f'{f()}{call()}'",
    "return f'{call()}'",
    "return [call() for _ in x]",
    "return [y for y in x if call()]",
    "return (call() for _ in x)",
    "return {y: call() for y in x}",
    "x[call()] = f()",
    "x[call()] += 1",
    "x[0] += call()",
    "x.a += call()",
    "x[call()]: int = f()",
    "return x + ((x := 1) and call())",
    "return x + (call() if (x := 1) else 0)",
    "return f(x, (x := 1), call())",
    "for x in y:\n  call()",
    "for x[call()] in y:\n  pass",
    "with call(): pass",
    "with x:\n  call()",
    "try:\n  pass\nexcept ValueError:\n  call()",
    "try:\n  pass\nfinally:\n  call()",
    "try:\n  pass\nexcept call(): pass",
    "assert call()",
    "assert x, call()",
    "raise call()",
    "del x[call()]",
    "def g(a=call()): pass",
    "return lambda a=call(): a",
    "@f()\n@call()\ndef g(): pass",
    "@call()\nclass g: pass",
    "class g:\n  call()",
    "def g() -> call(): pass",
    "yield call()",
    "return (yield call())",
    "match call():\n  case 1: pass",
    "match x:\n  case 1: call()",
    "match x:\n  case 1 if call(): pass",
]


def names(statement: str) -> list[str] | None:
    text = "def function():\n" + textwrap.indent(statement, "  ")
    source = _Source(text, "text")
    [node] = [each for each in source.nodes.values() if ast.unparse(each) == "call()"]
    found = kept(node, source)
    return None if found is None else [ast.unparse(each) for each in found]


@pytest.mark.parametrize(("statement", "expected"), OPEN)
def test_nothing_but_names_is_kept(statement: str, expected: list[str]) -> None:
    assert names(statement) == expected


@pytest.mark.parametrize("statement", SHUT)
def test_more_is_kept(statement: str) -> None:
    assert names(statement) is None


def test_a_chain_of_comparisons_keeps_what_is_between() -> None:
    source = _Source("def function():\n  return x < y < z", "text")
    [node] = source.nodes.values()
    assert kept(node, source) is None
