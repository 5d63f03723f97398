"""A small library with claims, written to a folder; what `verify gate` says of it."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from verify.report.gate import GateClaimForm

ANSWERS = """
import os, sys

print("printed while it is imported")
os.write(1, b"written past Python\\n")
os.system("echo printed by another process")

INPUTS = [0.5, 1.5]


def respond(bit, rng):
    print("printed while it runs")
    return bit if rng.randrange(4) else 1 - bit


def noisy(x, rng):
    return rng.random() < x / 4


def waiting(bit, rng):
    while rng.randrange(2):
        pass
    return 0


def unfollowed(bit, rng):
    return f"{rng.random()}"


def dies(bit, rng):
    os._exit(3)


def count(data, rng):
    return len(data) + rng.randrange(2)


def near(x, y):
    return abs(x - y) == 1


def same(x, rng):
    return x // 2

"""

MODEL = """
schema = 1
claim = [{ alpha = "3" }, { alpha = "2" }, { rho = "1" }]
[mechanism]
type = "randomized_response"
p = "3/4"
"""


def place(start: str, text: str = ANSWERS, module: str = "answers") -> str:
    """Where the line of a module of the library stands that starts so."""
    lines = [line.strip() for line in text.splitlines()]
    (found,) = (n for n, line in enumerate(lines, 1) if line.startswith(start))
    return f"library/{module}.py:{found}"


def answer(**changes: object) -> GateClaimForm:
    """What became of a claim; it holds, unless something else is said."""
    plain = {"name": "a", "target": "m:f", "file": "m.py", "line": 3, "verdict": "holds"}
    claimed = {"claim": "(ε = 1, δ = 0)", "delta_star": "0", "summary": "δ* 0"}
    if changes.get("verdict") == "error":
        claimed = {"problem": "cannot be had"}
    return GateClaimForm(**{**plain, **claimed, **changes})  # type: ignore[arg-type]


@dataclass(frozen=True)
class Library:
    """A folder with a library."""

    folder: Path

    def write(self, text: str, name: str = "verify.toml") -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def gate(self, *options: str) -> subprocess.CompletedProcess[str]:
        """What the command prints, run as users run it."""
        command = [sys.executable, "-m", "verify", "gate", "--jobs", "2", *options]
        return subprocess.run(command, cwd=self.folder, capture_output=True, encoding="utf-8")


def library(folder: Path) -> Library:
    (folder / "library").mkdir()
    (folder / "library" / "__init__.py").touch()
    (folder / "library" / "answers.py").write_text(ANSWERS, encoding="utf-8")
    (folder / "models").mkdir()
    (folder / "models" / "rr.toml").write_text(MODEL, encoding="utf-8")
    return Library(folder)


def claim(
    name: str, function: str = "respond", *, module: str = "answers", **options: object
) -> str:
    """A claim on a function of the library, as TOML."""
    lines = ["[[claim]]", f'name = "{name}"', f'function = "library.{module}:{function}"']
    values = {"inputs": [0, 1], "epsilon": "ln(3)"} | options
    for key, value in values.items():
        if value is not None:
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines) + "\n\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)
