"""The table and the plot of the README: what was measured in one run, written where it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks import peer
from benchmarks.report import show
from benchmarks.row import Case, Rival, Row

__all__ = ["write_plot", "write_table"]

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PLOT = ROOT / "docs" / "scale.svg"

BLOCK = re.compile(r"(<!-- measured -->\n).*?(<!-- /measured -->)", re.DOTALL)

HEAD = (
    f"| question | verify, exact | {peer.NAME} | ratio | its error |",
    "|---|---|---|---|---|",
)

FAMILIES = {
    "response": "randomized response",
    "three": "three outcomes",
    "geometric": "geometric, nine outcomes",
}
"""What is plotted against the number of releases"""

Results = Sequence[tuple[Case, Row]]


def write_table(results: Results) -> None:
    """Replace the marked part of the README."""
    rows = [_line(case, row) for case, row in results if case.unit == "s"]
    text = "\n".join((*HEAD, *rows))
    page = README.read_text(encoding="utf-8")
    README.write_text(BLOCK.sub(rf"\g<1>{text}\n\g<2>", page), encoding="utf-8")


def _line(case: Case, row: Row) -> str:
    ours = show(row.ours.median, "s")
    rival = _accountant(row)
    if rival is None:
        return f"| {case.title} | {ours} | | | |"
    theirs, ratio = show(rival.sample.median, "s"), row.ratio(rival)
    error = rival.note.partition("; ")[2].removeprefix("relative error ")
    return f"| {case.title} | {ours} | {theirs} | {ratio:,.0f}× | {error} |"


def _accountant(row: Row) -> Rival | None:
    return next((each for each in row.rivals if each.name == peer.NAME), None)


def write_plot(results: Results) -> None:
    """Time against the number of releases, ours and the accountant's, as an SVG."""
    plots: Any = import_module("matplotlib.pyplot")
    plots.rcParams["svg.hashsalt"] = "scale"  # the same measurements give the same file
    figure, axes = plots.subplots(figsize=(7, 4.2))
    for color, (family, label) in zip(("C0", "C1", "C2"), FAMILIES.items(), strict=True):
        ours, theirs = _points(results, family)
        axes.loglog(*zip(*ours, strict=True), "o-", color=color, label=f"verify: {label}")
        if theirs:
            axes.loglog(
                *zip(*theirs, strict=True), "s--", color=color, label=f"{peer.NAME}: {label}"
            )
    axes.set_xlabel("independent releases")
    axes.set_ylabel("seconds for verdict, exact δ* and witness")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(PLOT, metadata={"Date": None})


Point = tuple[float, float]


def _points(results: Results, family: str) -> tuple[list[Point], list[Point]]:
    ours, theirs = [], []
    for count, row in _family(results, family):
        ours.append((count, row.ours.median))
        rival = _accountant(row)
        if rival is not None:
            theirs.append((count, rival.sample.median))
    return sorted(ours), sorted(theirs)


def _family(results: Results, family: str) -> Iterator[tuple[int, Row]]:
    for case, row in results:
        match = re.fullmatch(rf"scale/{family}/(?:10\^)?(\d+)", case.name)
        if match is not None:
            number = int(match[1])
            yield (10**number if "^" in case.name else number), row
