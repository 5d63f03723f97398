"""The certificates that are shipped and shown."""

import json
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from verify.check import VALID, check
from verify.cli import main

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "examples" / "certificates").glob("*.json"))
PAGE = ROOT / "docs" / "certificates.md"


def test_there_are_certificates() -> None:
    assert [path.name for path in SHIPPED] == ["rr_twice.json", "rr_twice_with_delta.json"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_certificate_is_the_one_that_certify_writes(path: Path, tmp_path: Path) -> None:
    written = tmp_path / "certificate.json"
    document = ROOT / "examples" / path.name
    arguments = ["verify", "certify", str(document), "--certificate", str(written)]
    with (
        patch.object(sys, "argv", arguments),
        redirect_stdout(StringIO()),
        redirect_stderr(StringIO()) as notice,
        pytest.raises(SystemExit),
    ):
        main()
    assert notice.getvalue() == f"certificate: {written}\n"
    assert written.read_bytes() == path.read_bytes()
    assert check(path.read_bytes())[0] == VALID


def test_the_shown_certificate_is_the_shipped_one() -> None:
    (shown,) = re.findall(r'^```text\n(\{"claim".*?\})\n```$', PAGE.read_text(), re.DOTALL | re.M)
    shipped = json.loads((ROOT / "examples" / "certificates" / "rr_twice.json").read_bytes())
    del shipped["about"], shipped["digest"]
    assert json.loads(shown) == shipped


def test_the_keys_of_the_grammar_are_those_of_the_checker() -> None:
    page = PAGE.read_text()
    grammar = page[page.index("```bnf") : page.index("## How to check one by hand")]
    keys = set(re.findall(r'"(\w+)"[:,]', grammar))
    source = (ROOT / "verify" / "check.py").read_text()
    assert keys
    for key in keys - {"about"}:
        assert f'"{key}"' in source, key
