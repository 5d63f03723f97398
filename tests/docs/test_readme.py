"""What README.md and the other pages show is what the product does.

Run as a program, this file rewrites the shown outputs: ``python tests/docs/test_readme.py``.
"""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from jsonschema import Draft202012Validator

import verify
from verify.cli import main
from verify.document.schema import document_schema
from verify.document.types import MODEL_TYPES

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCUMENTS = ROOT / "docs" / "documents.md"
PYTHON = ROOT / "docs" / "python.md"
COMPOSITION = ROOT / "docs" / "composition.md"
CATALOGUE = ROOT / "docs" / "catalogue.md"
CERTIFICATES = ROOT / "docs" / "certificates.md"
AUDIT = ROOT / "docs" / "audit.md"
CODE = ROOT / "docs" / "code.md"
COUNTEREXAMPLES = ROOT / "docs" / "counterexamples.md"
GATE = ROOT / "docs" / "gate.md"  # whose TOML is no document: see test_gate_page.py
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
PAGES.append(ROOT / "examples" / "README.md")

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")

# How many blocks each page holds: a page whose blocks are no longer found would pass unseen.
SHOWN = {README: 10, DOCUMENTS: 4, CERTIFICATES: 1, GATE: 2, AUDIT: 2, COUNTEREXAMPLES: 2}
PYTHON_EXAMPLES = {README: 10, PYTHON: 92, CODE: 13, CERTIFICATES: 6, AUDIT: 30, COMPOSITION: 37}
PYTHON_EXAMPLES |= {COUNTEREXAMPLES: 12}
DOCUMENT_BLOCKS = {README: 1, DOCUMENTS: 3, CATALOGUE: 26, COUNTEREXAMPLES: 46}


def blocks(page: Path, *languages: str) -> list[str]:
    """The fenced blocks of a page in the given languages."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [text for language, text in found if language in languages]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def setup_lines() -> list[str]:
    """The lines of the one ``sh`` block under "Set up"."""
    section = re.search(r"^## Set up$(.*?)^## ", README.read_text(), re.DOTALL | re.MULTILINE)
    assert section is not None
    (block,) = (text for language, text in BLOCK.findall(section[1]) if language == "sh")
    return block.splitlines()


def run(command: str) -> tuple[str, int]:
    """What a command prints, on both streams, and its exit code."""
    program, *arguments = shlex.split(command)
    assert program == "verify"
    out = StringIO()
    with (
        patch.object(sys, "argv", [program, *arguments]),
        redirect_stdout(out),
        redirect_stderr(out),
    ):
        try:
            main()
        except SystemExit as stop:
            return tidy(out.getvalue()), int(stop.code or 0)
    raise AssertionError("the command never exits by itself")


def tidy(text: str) -> str:
    """Without blank lines at the ends and blanks at line ends."""
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip()


def replay(block: str) -> str:
    """A console block with the outputs that its commands give now."""
    parts: list[str] = []
    code = 0
    for line in block.splitlines():
        if line == "$ echo $?":
            parts.append(f"{line}\n{code}")
        elif line.startswith("$ "):
            output, code = run(line[2:])
            parts.append(f"{line}\n{output}")
    return "\n".join(parts) + "\n"


def test_there_are_two_setup_lines() -> None:
    lines = setup_lines()
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("python3 -m venv ")
        assert not line.endswith("\\")
    assert "verify certify" in lines[0]
    assert "[test]" in lines[1]
    assert "pytest" in lines[1]


def test_ci_runs_the_lines_of_the_readme() -> None:
    shown = subprocess.run(
        ["bash", str(ROOT / ".ci" / "run"), "--show"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert shown.stdout.splitlines() == setup_lines()


def test_the_first_line_ends_with_a_claim_that_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    commands = re.findall(r"\.venv/bin/(verify certify [^;]+);", setup_lines()[0])
    assert [run(command)[1] for command in commands] == [1, 0]


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_shown_outputs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = blocks(page, "console")
    assert len(shown) == SHOWN[page]
    for block in shown:
        assert replay(block) == block, "python tests/docs/test_readme.py rewrites the outputs"


@pytest.mark.parametrize("page", PYTHON_EXAMPLES, ids=name_of)
def test_python_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, name_of(page), str(page), 0)
    assert len(test.examples) >= PYTHON_EXAMPLES[page]
    report = StringIO()
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.write)
    assert not report.getvalue()


def parsed() -> Iterator[tuple[Path, Any]]:
    """Every JSON or TOML block of the pages."""
    for page in PAGES:
        if page == GATE:
            continue
        for text in blocks(page, "json"):
            yield page, json.loads(text)
        for text in blocks(page, "toml"):
            yield page, tomllib.loads(text)


def test_document_blocks_load() -> None:
    valid = Draft202012Validator(document_schema())
    counts = dict.fromkeys(DOCUMENT_BLOCKS, 0)
    for page, tree in parsed():
        counts[page] += 1
        valid.validate(tree)
        document = verify.load(tree)
        for claim in document.claims:
            verify.certify(document.mechanism, claim, adjacency=document.adjacency)
    assert all(counts[page] >= least for page, least in DOCUMENT_BLOCKS.items()), counts


def test_every_model_type_has_a_document() -> None:
    shown = {tree["mechanism"]["type"] for page, tree in parsed() if page == CATALOGUE}
    assert shown == set(MODEL_TYPES)


def test_every_limit_is_listed_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([0-9,]+) \|", DOCUMENTS.read_text(), re.MULTILINE)
    assert [(name, int(value.replace(",", ""))) for name, value in rows] == list(
        asdict(verify.Limits()).items()
    )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def rewrite() -> None:
    """Put the outputs of today into every console block."""
    os.chdir(ROOT)
    for page in SHOWN:
        text = page.read_text(encoding="utf-8")
        page.write_text(
            BLOCK.sub(
                lambda found: (
                    f"```console\n{replay(found[2])}```" if found[1] == "console" else found[0]
                ),
                text,
            ),
            encoding="utf-8",
        )


if __name__ == "__main__":
    rewrite()
