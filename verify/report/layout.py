"""How a text report is laid out: facts side by side, tables under headers."""

from __future__ import annotations

from tabulate import tabulate

from verify.errors import printable
from verify.report.words import adjacency_words

__all__ = ["COLORS", "facts", "table", "under"]

COLORS = {"holds": "green", "violated": "red", "undecided": "yellow"}

WIDE = 60
"""Characters of the widest column before it is wrapped."""


def facts(*rows: tuple[str, str]) -> str:
    """Names and values side by side; values are wrapped where they are wide."""
    lines = [(name, printable(value)) for name, value in rows]
    return _indented(
        tabulate(lines, tablefmt="plain", disable_numparse=True, maxcolwidths=[None, WIDE])
    )


def table(headers: list[str], rows: list[list[str]]) -> str:
    """Columns under headers; the last one is wrapped where it is wide."""
    widths = [None] * (len(headers) - 1) + [WIDE]
    return _indented(
        tabulate(rows, headers, tablefmt="simple", disable_numparse=True, maxcolwidths=widths)
    )


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())


def under(head: str, adjacency: object) -> str:
    """A heading, with the adjacency that is in force."""
    return f"{head}   adjacency {adjacency_words(adjacency)}"
