"""The result as text, and as JSON."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from benchmarks.row import Case, Mark, Rival, Row, Unit
from benchmarks.sample import Sample

__all__ = ["as_json", "heading", "lines"]

SIGNS = {Mark.REACHED: "✓", Mark.BEST_ONLY: "~", Mark.MISSED: "✗", Mark.NONE: " "}
SCALES: dict[Unit, tuple[tuple[float, str], ...]] = {
    "s": ((1, "s"), (1e-3, "ms"), (1e-6, "µs")),
    "B": ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")),
}
"""Units from the greatest to the least."""


def heading() -> Iterator[str]:
    """Where this was measured, and what the columns are."""
    yield ", ".join(f"{name} {value}" for name, value in _machine().items())
    yield f"{'':1} {'case':22} {'median':>9} {'quartiles':>19} {'best':>9} {'target':>9}"


def lines(case: Case, row: Row) -> Iterator[str]:
    """A measurement, and one indented line per rival."""
    ours, unit = row.ours, case.unit
    low, high = (show(x, unit) for x in ours.quartiles)
    target = "" if case.target is None else show(case.target, unit)
    note = f"; {row.note}" if row.note else ""
    yield (
        f"{SIGNS[row.mark(case.target)]} {case.name:22} {show(ours.median, unit):>9} "
        f"{low + '…' + high:>19} {show(ours.best, unit):>9} {target:>9}  {case.title}{note}"
    )
    for rival in row.rivals:
        yield _rival_line(row, rival, unit)


def _rival_line(row: Row, rival: Rival, unit: Unit) -> str:
    aim = "" if rival.target_ratio is None else f" (target {rival.target_ratio:,.0f}x)"
    sign = SIGNS[row.ratio_mark(rival)]
    text = f"{sign}   {rival.name}: {show(rival.sample.median, unit)}"
    note = f"; {rival.note}" if rival.note else ""
    return f"{text} = {_times(row.ratio(rival))}{aim}{note}"


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"


def show(value: float, unit: Unit) -> str:
    """A quantity with three digits and a unit.

    >>> show(0.00123, "s")
    '1.23 ms'
    """
    size, name = next((pair for pair in SCALES[unit] if value >= pair[0]), SCALES[unit][-1])
    scaled = value / size
    return f"{scaled:.0f} {name}" if scaled >= 100 else f"{scaled:.3g} {name}"


def as_json(results: list[tuple[Case, Row]]) -> str:
    """Everything, with the single measurements."""
    rows = [_row_form(case, row) for case, row in results]
    return json.dumps({"machine": _machine(), "rows": rows}, indent=1, ensure_ascii=False)


def _row_form(case: Case, row: Row) -> dict[str, Any]:
    return {
        "name": case.name,
        "title": case.title,
        "unit": case.unit,
        "target": case.target,
        "mark": row.mark(case.target).value,
        "ours": _sample_form(row.ours),
        "note": row.note,
        "rivals": [_rival_form(row, rival) for rival in row.rivals],
    }


def _rival_form(row: Row, rival: Rival) -> dict[str, Any]:
    return {
        "name": rival.name,
        "note": rival.note,
        "ratio": row.ratio(rival),
        "target_ratio": rival.target_ratio,
        "mark": row.ratio_mark(rival).value,
        "sample": _sample_form(rival.sample),
    }


def _sample_form(sample: Sample) -> dict[str, Any]:
    low, high = sample.quartiles
    return {
        "median": sample.median,
        "lower_quartile": low,
        "upper_quartile": high,
        "best": sample.best,
        "values": list(sample.values),
    }


def _machine() -> dict[str, str]:
    found = {"Python": platform.python_version(), "on": platform.machine()}
    for package in ("gmpy2", "numpy", "dp-accounting"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "absent"
    return found
