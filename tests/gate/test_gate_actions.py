"""The GitHub action and the pre-commit hook: their very command lines, on a small library."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from gate_library import Library, claim

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the commands are those of this Python."""
    folder = tmp_path_factory.mktemp("bin")
    for name, command in (("python", ""), ("verify", "-m verify")):
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {command} "$@"\n')
        program.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def action() -> Any:
    return yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def step_of(text: str) -> Any:
    (found,) = (step for step in action()["runs"]["steps"] if text in step.get("run", ""))
    return found


def run_gate(
    library: Library, environment: dict[str, str], **given: str
) -> subprocess.CompletedProcess[str]:
    """The step of the action that runs the gate, as the runner would run it."""
    inputs = {name: each["default"] for name, each in action()["inputs"].items()} | given
    step = step_of("gate")
    form = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")
    values = {
        name: form.sub(lambda found: inputs[found[1]], value) for name, value in step["env"].items()
    }
    return subprocess.run(
        [step["shell"], "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=library.folder,
        env={**environment, **values},
        capture_output=True,
        encoding="utf-8",
    )


def test_no_input_is_pasted_into_a_command() -> None:
    assert all("${{" not in step.get("run", "") for step in action()["runs"]["steps"])


def test_the_action_installs_the_project_that_it_is_part_of() -> None:
    command = shlex.split(step_of("pip install")["run"])
    assert command[-1] == "$GITHUB_ACTION_PATH"
    assert (ROOT / "pyproject.toml").exists()


def test_the_action_on_claims_that_hold(library: Library, environment: dict[str, str]) -> None:
    library.write(claim("true"))
    result = run_gate(library, environment)
    assert result.returncode == 0, result.stderr
    assert "1 claim: holds 1" in result.stdout
    assert "::" not in result.stdout


def test_the_action_with_all_inputs(library: Library, environment: dict[str, str]) -> None:
    library.write(claim("false", epsilon="ln(2)"), "my claims.toml")
    given = {"config": "my claims.toml", "locked": "true", "certificates": "my certificates"}
    result = run_gate(library, environment, **given)
    assert result.returncode == 1
    assert re.search(
        r"^::error file=library/answers.py,line=\d+,title=false::viol", result.stdout, re.M
    )
    assert "::not in the lock file" in result.stdout
    assert [each.name for each in (library.folder / "my certificates").iterdir()] == ["false.json"]


@pytest.mark.parametrize(("epsilon", "code"), [("ln(3)", 0), ("ln(2)", 1)])
def test_the_hook(library: Library, environment: dict[str, str], epsilon: str, code: int) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["pass_filenames"] is False
    library.write(claim("one", epsilon=epsilon))
    command = shlex.split(hook["entry"])
    found = subprocess.run(command, cwd=library.folder, env=environment, capture_output=True)
    assert found.returncode == code
