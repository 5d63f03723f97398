"""Every example in the docstrings of the package is run, and none may quietly disappear."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import verify

EXAMPLES = 140
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def modules() -> list[str]:
    found = [m.name for m in pkgutil.walk_packages(verify.__path__, "verify.")]
    return ["verify", *sorted(name for name in found if not name.endswith("__main__"))]


def documented(module: ModuleType) -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [test for test in finder.find(module, module.__name__) if test.examples]


@pytest.mark.parametrize("name", modules())
def test_examples_of(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    for test in documented(importlib.import_module(name)):
        report: list[str] = []
        runner.run(test, out=report.append)
        assert not report, "".join(report)


def test_the_number_of_examples() -> None:
    found = [t for name in modules() for t in documented(importlib.import_module(name))]
    assert sum(len(test.examples) for test in found) >= EXAMPLES
