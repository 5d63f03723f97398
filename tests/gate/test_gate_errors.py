"""Errors of the code under test: which key and which line a gate names for them."""

import json
from functools import partial

import pytest
from gate_library import claim, library, place

FAULTY = """
import os


class Odd:
    def __eq__(self, other):
        raise ValueError("not to be compared")

    __hash__ = object.__hash__


class Silent(BaseException):
    def __str__(self):
        raise RuntimeError


def fine(bit, rng):
    return rng.randrange(2)


def odd(bit, rng):
    return Odd()


def unmade():
    return [0, 1, len(3)]


def one_by_one():
    yield 0
    raise LookupError("no second")


def endless():
    while True:
        yield 0


def of_nothing(argument):
    return [0, 1]


def stop():
    raise Silent


def folders():
    return os.listdir("nowhere at all")


def shy(x, y):
    raise KeyError(f"{x} and {y}")


def unsure(x, y):
    return Odd() == Odd()
"""

MODULES = {
    "faulty": FAULTY,
    "broken": "import os\n\nRATIO = 1 / 0\n",
    "needy": "import os\nimport library.nowhere\n",
    "unfinished": "import os\n\ndef respond(bit, rng:\n",
    "caller": "from library import unfinished\n",
    "leaving": "import sys\nsys.exit('not here')\n",
}

line = partial(place, text=FAULTY, module="faulty")


def imported(module: str, problem: str) -> tuple[str, str]:
    return claim(module, module=module), f"'library.{module}:respond' cannot be had: {problem}"


def inputs(name: str, problem: str, module: str = "faulty") -> tuple[str, str]:
    target = f"library.{module}:{name}"
    text = claim(f"{module}:{name}", inputs=None, inputs_from=target)
    return text, f"inputs_from: {target!r} {problem}"


def adjacency(name: str, problem: str, module: str = "faulty") -> tuple[str, str]:
    text = claim(f"adjacency {module}:{name}", adjacency=f"library.{module}:{name}")
    return text, f"adjacency: {problem}"


CASES = [
    imported("broken", "library/broken.py:3: ZeroDivisionError: division by zero; write a module"),
    imported("needy", "library/needy.py:2: ModuleNotFoundError: No module named 'library.nowhere'"),
    imported("unfinished", "library/unfinished.py:3: SyntaxError: '(' was never closed"),
    imported("caller", "library/unfinished.py:3: SyntaxError: '(' was never closed"),
    imported("leaving", "library/leaving.py:2: SystemExit: not here"),
    inputs("unmade", f"cannot be had: {line('return [0, 1, len')}: TypeError: object of"),
    inputs("one_by_one", f"cannot be had: {line('raise LookupError')}: LookupError: no second"),
    inputs("stop", f"cannot be had: {line('raise Silent')}: Silent; write a list of datasets"),
    inputs("folders", f"cannot be had: {line('return os.listdir')}: FileNotFoundError: "),
    inputs("of_nothing", "has no datasets: TypeError: of_nothing() missing 1 required positional"),
    inputs("os.path.sep.__len__", "has no datasets: TypeError: 'int' object is not iterable"),
    inputs("INPUTS", "cannot be had: library/broken.py:3: ZeroDivisionError", "broken"),
    inputs("INPUTS", "cannot be had: ModuleNotFoundError: No module named", "nowhere"),
    (
        claim("endless", inputs=None, inputs_from="library.faulty:endless", limits={"inputs": 9}),
        "inputs_from: the number of datasets, about 10, passes the limit inputs = 9",
    ),
    adjacency("shy", f"{line('raise KeyError')}: KeyError: '0 and 1'; write a function of two"),
    adjacency("unsure", f"{line('raise ValueError')}: ValueError: not to be compared"),
    adjacency("near", "'library.broken:near' cannot be had: library/broken.py:3: Zero", "broken"),
    (
        claim("odd", "odd", module="faulty"),
        f"function: {line('raise ValueError')}: ValueError: not",
    ),
    (
        '[[claim]]\nname = "model"\nmodel = "library.broken:MODEL"\n',
        "model: 'library.broken:MODEL' cannot be had: library/broken.py:3: ZeroDivisionError",
    ),
]


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    made = library(tmp_path_factory.mktemp("errors"))
    for name, text in MODULES.items():
        made.write(text, f"library/{name}.py")
    made.write("".join(text for text, _ in CASES) + claim("last"))
    result = made.gate("--format", "json")
    *found, last = json.loads(result.stdout)["claims"]
    assert [each["verdict"] for each in found] == ["error"] * len(CASES)
    assert last["verdict"] == "holds"
    return [each["problem"] for each in found]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_key_and_the_line_are_named(problems: list[str], number: int) -> None:
    assert CASES[number][1] in problems[number]
