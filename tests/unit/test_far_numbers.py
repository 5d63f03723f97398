"""Numbers far beyond what may be read are reported all the same, and a long α beside its ε."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from verify.cli import command

LEVEL = "2300000*ln(3)"


@pytest.fixture
def model(tmp_path: Path) -> str:
    """δ* is about 2e-177720 at the claimed level, and α there has a million digits."""
    of = {"type": "randomized_response", "p": "3/4"}
    tree = {
        "schema": 1,
        "mechanism": {"type": "fresh", "count": 2_500_000, "of": of},
        "claim": {"epsilon": LEVEL, "delta": "1/1000"},
    }
    path = tmp_path / "far.json"
    path.write_text(json.dumps(tree))
    return str(path)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["certify"], "in [1.9686847349427825e-177720, 1.9686847349427826e-177720]"),
        (["certify"], "digits)   (ε ≤ 2746530.7216702743)"),
        (["certify", "--format", "markdown"], "1.9686847349427825e-177720"),
        (
            ["audit", "--epsilon", LEVEL, "--claimed-delta", "0.1"],
            "in [1.96868e-177720, 1.96869e-17",
        ),
        (["epsilon", "--delta", "1/1000"], "digits)   (ε ≤ 1377911.7287536639)"),
        (["sweep", "--set", "count=10,2500000"], "≤ 1.96869e-177720"),
    ],
    ids=["certify", "pure level", "markdown", "audit", "epsilon", "sweep"],
)
def test_it_is_reported(arguments: list[str], shown: str, model: str) -> None:
    name, *options = arguments
    found = CliRunner().invoke(command, [name, model, *options])
    assert (found.exit_code, found.stderr) == (0, "")
    assert shown in found.stdout
