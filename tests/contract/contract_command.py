"""Runs the installed command as a separate process, as a user would."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

SCRIPT = Path(sys.executable).with_name("verify")
COMMAND = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "verify"]


@dataclass(frozen=True)
class Answer:
    """What one run of the command left behind."""

    code: int
    stdout: str
    stderr: str


class Verify:
    """The installed command, started in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.cwd = folder / "empty"
        self.cwd.mkdir()
        self.documents = folder / "documents"
        self.documents.mkdir()
        self._numbers = count()

    def run(self, *arguments: str, stdin: str = "", seconds: float = 120) -> Answer:
        paths = [str(self.documents), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join(paths), PYTHONIOENCODING="utf-8")
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            cwd=self.cwd,
            env=environment,
            timeout=seconds,
            check=False,
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    def write(self, text: str, suffix: str = ".json") -> str:
        """The path of a new file with this text."""
        path = self.documents / f"document_{next(self._numbers)}{suffix}"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def ask(self, command: str, document: Any, *options: str, code: int = 0) -> Any:
        """The JSON answer about a document, after the exit code has been checked."""
        path = self.write(json.dumps(document))
        return self.json(command, path, *options, code=code)

    def json(self, *arguments: str, stdin: str = "", code: int = 0) -> Any:
        answer = self.run(*arguments, "--format", "json", stdin=stdin)
        assert answer.code == code, answer
        return json.loads(answer.stdout)

    def refuse(self, command: str, document: Any, *options: str, suffix: str = ".json") -> str:
        """The one line with which a document (or raw text) is refused."""
        text = document if isinstance(document, str) else json.dumps(document)
        return self.refuse_run(command, self.write(text, suffix), *options)

    def refuse_run(self, *arguments: str, stdin: str = "") -> str:
        answer = self.run(*arguments, stdin=stdin)
        assert answer.code == 2, answer
        assert answer.stdout == ""
        assert "Traceback" not in answer.stderr
        lines = answer.stderr.strip().splitlines()
        assert len(lines) == 1, answer.stderr
        return lines[0]

    def deltas(
        self, mechanism: Any, alphas: Iterable[Any], adjacency: Any = None
    ) -> list[Fraction]:
        """The exact values at many levels, asked in one list of claims."""
        claims = [{"alpha": str(alpha), "delta": "1"} for alpha in alphas]
        document = {"schema": 1, "mechanism": mechanism, "claim": claims}
        if adjacency is not None:
            document["adjacency"] = adjacency
        results = self.ask("certify", document)["results"]
        assert len(results) == len(claims)
        return [Fraction(result["delta_star"]["exact"]) for result in results]
