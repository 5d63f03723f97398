"""docs/gate.md: what it shows of examples/gate is what stands there, and what happens."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from verify.gate.config import SECONDS, Datasets, Entry
from verify.gate.run import LATE

ROOT = Path(__file__).parents[2]
GATE = ROOT / "docs" / "gate.md"
EXAMPLE = ROOT / "examples" / "gate"

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: Path, language: str) -> list[str]:
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [text for name, text in found if name == language]


def test_the_claims_are_those_of_the_example() -> None:
    assert blocks(GATE, "toml") == [(EXAMPLE / "verify.toml").read_text(encoding="utf-8")]


def test_the_code_is_that_of_the_example() -> None:
    files = [*EXAMPLE.glob("*/*.py")]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    shown = blocks(GATE, "python")
    assert len(shown) == 3
    for block in shown:
        assert block in code


def test_the_tests_of_the_example_end_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    plugins = ["-p", "verify.pytest_plugin", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-v", *plugins]
    result = subprocess.run(command, cwd=EXAMPLE, capture_output=True, encoding="utf-8")
    (shown,) = blocks(GATE, "text")
    assert shown in result.stdout
    assert result.returncode == 0


def test_all_keys_are_listed() -> None:
    text = GATE.read_text(encoding="utf-8").partition("## All keys of a claim")[2]
    listed = {name for row in re.findall(r"^\| (`.*?) \|", text, re.M) for name in row.split("`")}
    assert set(Entry.__struct_fields__) == listed & set(Entry.__struct_fields__)
    for name in Datasets.__struct_fields__:
        assert f"{name} = " in text


def test_the_time_of_a_claim_is_stated() -> None:
    text = GATE.read_text(encoding="utf-8")
    assert LATE.format(SECONDS) in text
    assert f"after {SECONDS} seconds" in text
    assert f"how long it may take, {SECONDS} unless given" in text


def test_the_action_and_the_hook_are_named_right() -> None:
    yaml: Any = pytest.importorskip("yaml")
    step, repository = (yaml.safe_load(text)[0] for text in blocks(GATE, "yaml"))
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert set(step["with"]) <= set(action["inputs"])
    assert {each["id"] for each in repository["hooks"]} <= {each["id"] for each in hooks}


def test_the_formats_are_those_of_the_command() -> None:
    from verify.cli.gate import gate

    (option,) = (each for each in gate.params if each.name == "style")
    rows = re.findall(r"^\| `(\w+)` \| [^|]*\|$", GATE.read_text(encoding="utf-8"), re.M)
    assert rows == list(option.type.choices)  # type: ignore[attr-defined]
