"""How a report is laid out, on a terminal or in Markdown: headings, facts, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from textwrap import fill

import click
from tabulate import tabulate

from verify.errors import printable
from verify.report.words import adjacency_words

__all__ = ["facts", "heading", "in_markdown", "paragraph", "table", "under", "verdict_words"]

COLORS = {"holds": "green", "violated": "red", "undecided": "yellow"}
COLORS |= {"sound": "green", "below": "red", "negative": "red", "not a number": "red"}

WIDE = 60
"""Characters of the widest column before it is wrapped."""

LINE = 96
"""Characters of a line of prose."""

_MARKDOWN: ContextVar[bool] = ContextVar("verify_markdown", default=False)


@contextmanager
def in_markdown() -> Iterator[None]:
    """Lay out what is rendered inside as Markdown."""
    token = _MARKDOWN.set(True)
    try:
        yield
    finally:
        _MARKDOWN.reset(token)


def verdict_words(verdict: str) -> str:
    """A verdict, coloured on a terminal."""
    return verdict if _MARKDOWN.get() else click.style(verdict, fg=COLORS[verdict], bold=True)


def under(head: str, adjacency: object) -> str:
    """The heading of an answer, with the adjacency that is in force."""
    if _MARKDOWN.get():
        return f"## {_escaped(head)}\n\nAdjacency: {_escaped(adjacency_words(adjacency))}\n"
    return f"{head}   adjacency {adjacency_words(adjacency)}"


def heading(text: str) -> str:
    """The heading of a part of an answer."""
    return f"### {_escaped(text)}\n" if _MARKDOWN.get() else click.style(text, bold=True)


def paragraph(text: str) -> str:
    """Prose, and an empty line."""
    if _MARKDOWN.get():
        return f"{_escaped(text)}\n"
    return fill(text, LINE, initial_indent="  ", subsequent_indent="  ") + "\n"


def facts(*rows: tuple[str, str]) -> str:
    """Names and values side by side; values are wrapped where they are wide."""
    lines = [(name, printable(value)) for name, value in rows]
    if _MARKDOWN.get():
        return _markdown_table(["", ""], [list(line) for line in lines])
    return _indented(
        tabulate(lines, tablefmt="plain", disable_numparse=True, maxcolwidths=[None, WIDE])
    )


def table(headers: list[str], rows: list[list[str]]) -> str:
    """Columns under headers; the last one is wrapped where it is wide."""
    if _MARKDOWN.get():
        return _markdown_table(headers, rows)
    widths = [None] * (len(headers) - 1) + [WIDE]
    return _indented(
        tabulate(rows, headers, tablefmt="simple", disable_numparse=True, maxcolwidths=widths)
    )


def _markdown_table(headers: list[str], rows: list[list[str]]) -> str:
    cells = [[_escaped(cell) for cell in row] for row in rows]
    names = [_escaped(name) for name in headers]
    return tabulate(cells, names, tablefmt="github", disable_numparse=True) + "\n"


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", text)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())
