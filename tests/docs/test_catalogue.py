"""docs/catalogue.md is what the docstrings, the forms and the examples say today."""

import subprocess
import sys
from pathlib import Path

import pytest

import verify
from verify.document.examples import EXAMPLES
from verify.document.types import MODEL_TYPES

GENERATOR = Path(__file__).parents[2] / "docs" / "catalogue.py"


def test_the_page_is_current() -> None:
    done = subprocess.run([sys.executable, str(GENERATOR), "--check"], check=False)
    assert done.returncode == 0, "run python docs/catalogue.py"


def test_every_type_has_an_example() -> None:
    assert set(EXAMPLES) == set(MODEL_TYPES)


@pytest.mark.parametrize("name", MODEL_TYPES)
def test_the_example_is_answered(name: str) -> None:
    model = {"type": name, **EXAMPLES[name]}
    document = verify.load({"schema": 1, "mechanism": model, "claim": {"alpha": "3"}})
    (verdict,) = document.certify()
    assert isinstance(verdict, verify.Verdict)
    assert verdict.holds == (verdict.delta_star <= 0)
