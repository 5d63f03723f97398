"""The checker as a file: alone in an empty folder, with nothing but the standard library."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from certificates import changed, signed, without

from examples import PURE

CHECKER = Path(__file__).parents[2] / "verify" / "check.py"
OPEN = changed(PURE, "pairs", to=[[0, 1]]) | {
    "evidence": {"level": "0x3", "sums": [["0x0", "0x0"]]}
}
CASES = {
    "valid": (PURE, 0),
    "invalid": (changed(PURE, "claim", "alpha", to="0x2"), 1),
    "malformed": (without(PURE, "model"), 2),
    "incomplete": (OPEN, 3),
}


@pytest.fixture
def alone(tmp_path):
    shutil.copy(CHECKER, tmp_path / "check.py")

    def run(*arguments):
        command = [sys.executable, "-I", "check.py", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )

    run.folder = tmp_path
    return run


@pytest.mark.parametrize("word", CASES)
def test_a_word_a_line_and_an_exit_code(alone, word):
    tree, code = CASES[word]
    (alone.folder / "c.json").write_bytes(signed(tree))
    found = alone("c.json")
    assert found.returncode == code
    line, other = (found.stderr, found.stdout) if code == 2 else (found.stdout, found.stderr)
    assert other == ""
    assert line.startswith(f"{word}: ")
    assert line.count("\n") == 1


@pytest.mark.parametrize("arguments", [(), ("missing.json",), (".",), ("c.json", "c.json")])
def test_what_is_no_file_is_malformed(alone, arguments):
    (alone.folder / "c.json").write_bytes(signed(PURE))
    found = alone(*arguments)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("malformed: ")
    assert "Traceback" not in found.stderr


def test_it_imports_the_standard_library_alone():
    tree, names = ast.parse(CHECKER.read_text("utf-8")), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module.split(".")[0])
        elif isinstance(node, ast.Name):
            assert node.id not in ("__import__", "eval", "exec", "compile")
    assert names <= sys.stdlib_module_names
    assert "fractions" in names


def test_no_float_is_written_in_it():
    tree = ast.parse(CHECKER.read_text("utf-8"))
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert not [value for value in constants if isinstance(value, float)]


def test_it_is_short():
    assert len(CHECKER.read_text("utf-8").splitlines()) <= 410
