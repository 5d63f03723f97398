"""``python -m benchmarks``: measure, and print every row as soon as it is there."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import (
    certificates,
    classes,
    exploration,
    k_fold,
    many,
    memory,
    pair,
    plots,
    queries,
    reports,
    sampling,
    scale,
    start,
    table,
)
from benchmarks.report import as_json, heading, lines
from benchmarks.row import Case, Row
from benchmarks.sample import Effort

CASES: tuple[Case, ...] = (
    *start.CASES,
    *k_fold.CASES,
    *scale.CASES,
    *classes.CASES,
    *many.CASES,
    *queries.CASES,
    *sampling.CASES,
    *reports.CASES,
    *certificates.CASES,
    *exploration.CASES,
    *memory.CASES,
    *pair.CASES,
)


def main() -> None:
    """Measure the cases that the arguments choose."""
    options = _options()
    chosen = [case for case in CASES if options.filter in case.name]
    if options.list:
        print("\n".join(f"{case.name:22} {case.title}" for case in chosen))
        return
    results: list[tuple[Case, Row]] = []
    print("\n".join(heading()))
    for case in chosen:
        row = case.measure(Effort(options.quick))
        results.append((case, row))
        print("\n".join(lines(case, row)), flush=True)
    if options.readme:
        table.write_table(results)
        plots.write_plots(results)
    if options.json is not None:
        options.json.write_text(as_json(results) + "\n", encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("filter", nargs="?", default="", help="only cases whose name contains it")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything there")
    parser.add_argument(
        "--readme", action="store_true", help="write the README's table and plots (with scale/)"
    )
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, smaller twins")
    parser.add_argument("--list", action="store_true", help="the names of the cases")
    return parser.parse_args()


if __name__ == "__main__":
    main()
