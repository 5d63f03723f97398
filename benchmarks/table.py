"""The table of the README: what was measured in one run, written where it is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks import classes, peer
from benchmarks.report import show
from benchmarks.row import Case, Row

__all__ = ["write_table"]

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"

BLOCK = re.compile(r"(<!-- measured -->\n).*?(<!-- /measured -->)", re.DOTALL)

HEAD = (
    f"| question | verify | {peer.NAME} | ratio | its error |",
    "|---|---|---|---|---|",
)

Results = Sequence[tuple[Case, Row]]


def write_table(results: Results) -> None:
    """Replace the marked part of the README."""
    rows = [_line(case, row) for case, row in results if _is_shown(case)]
    text = "\n".join((*HEAD, *rows))
    page = README.read_text(encoding="utf-8")
    README.write_text(BLOCK.sub(rf"\g<1>{text}\n\g<2>", page), encoding="utf-8")


def _is_shown(case: Case) -> bool:
    """Times, except those that a plot is for."""
    return case.unit == "s" and not case.name.startswith(classes.PREFIX)


def _line(case: Case, row: Row) -> str:
    ours = show(row.ours.median, "s") + (f", {row.note}" if row.note else "")
    rival = row.rival(peer.NAME)
    if rival is None:
        return f"| {case.title} | {ours} | | | |"
    theirs, ratio = show(rival.sample.median, "s"), row.ratio(rival)
    error = rival.note.partition("; ")[2].removeprefix("relative error ")
    times = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"
    return f"| {case.title} | {ours} | {theirs} | {times}× | {error} |"
