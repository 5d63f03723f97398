"""The plots of the documents: time against the number of releases, and of classes, in one run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks import peer
from benchmarks.classes import INTERVAL, LISTING, POWERS, PRODUCTS, TWIN
from benchmarks.row import Case, Row

__all__ = ["write_plots"]

DOCS = Path(__file__).resolve().parent.parent / "docs"

RELEASES = {
    "scale/response": "randomized response",
    "scale/three": "three outcomes",
    "scale/geometric": "geometric, nine outcomes",
}
"""What is plotted against the number of releases"""

CLASSES = {POWERS: "30 draws, 2 to 9 ratios", PRODUCTS: "4 to 40 different responses"}
"""What is plotted against the number of classes"""

METHODS = {"tail": "o", "sweep": "s", "halves": "^", "classes": "v", "interval": "X"}
"""The methods that the planner takes there, and their marks"""

BESIDE = {TWIN: "C7", LISTING: "C3", INTERVAL: "C4"}

Results = Sequence[tuple[Case, Row]]
Sized = Sequence[tuple[int, Row]]
Points = tuple[list[int], list[float]]


def write_plots(results: Results, folder: Path = DOCS) -> None:
    """Two SVGs; the same measurements give the same files."""
    plots: Any = import_module("matplotlib.pyplot")
    plots.rcParams["svg.hashsalt"] = "scale"
    for name, figure in (
        ("scale", _releases(plots, results)),
        ("classes", _by_size(plots, results)),
    ):
        figure.tight_layout()
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        plots.close(figure)


def _releases(plots: Any, results: Results) -> Any:
    """Ours and the accountant's time against the number of releases."""
    figure, axes = plots.subplots(figsize=(7, 4.2))
    for i, (family, label) in enumerate(RELEASES.items()):
        rows = _family(results, family)
        axes.loglog(*_ours(rows), "o-", color=f"C{i}", label=f"verify: {label}")
        theirs = _theirs(rows, peer.NAME)
        if theirs[0]:
            axes.loglog(*theirs, "s--", color=f"C{i}", label=f"{peer.NAME}: {label}")
    _dress(axes, "independent releases")
    axes.set_ylabel("seconds for verdict, exact δ* and witness")
    axes.legend(fontsize="small")
    return figure


def _by_size(plots: Any, results: Results) -> Any:
    """The planner's choice against the number of classes, beside listing and bounds."""
    figure, panels = plots.subplots(1, 2, figsize=(9, 4.2), sharey=True)
    for axes, (family, title) in zip(panels, CLASSES.items(), strict=True):
        rows = _family(results, family)
        for name, color in BESIDE.items():
            axes.loglog(*_theirs(rows, name), ".--", color=color, label=name)
        axes.loglog(*_ours(rows), "-", color="0.6", zorder=1)
        for i, (method, mark) in enumerate(METHODS.items()):
            found = [(size, row) for size, row in rows if row.note == method]
            if found:
                label = f"exact: {method}" if method != "interval" else "past the limits"
                axes.loglog(*_ours(found), mark, color=f"C{i}", label=label)
        _dress(axes, "classes of equal likelihood ratio")
        axes.set_title(title, fontsize="medium")
        axes.legend(fontsize="small")
    panels[0].set_ylabel("seconds for verdict, δ* and witness")
    return figure


def _dress(axes: Any, label: str) -> None:
    axes.set_xlabel(label)
    axes.grid(True, which="major", alpha=0.3)


def _ours(rows: Sized) -> Points:
    return [size for size, _ in rows], [row.ours.median for _, row in rows]


def _theirs(rows: Sized, name: str) -> Points:
    found = [(size, row.rival(name)) for size, row in rows]
    known = [(size, rival.sample.median) for size, rival in found if rival is not None]
    return [size for size, _ in known], [seconds for _, seconds in known]


def _family(results: Results, family: str) -> Sized:
    """The rows of cases called by the family and a size, in ascending order of the size."""
    found = []
    for case, row in results:
        match = re.fullmatch(rf"{family}/(10\^)?(\d+)", case.name)
        if match is not None:
            number = int(match[2])
            found.append((10**number if match[1] else number, row))
    return sorted(found, key=lambda each: each[0])
