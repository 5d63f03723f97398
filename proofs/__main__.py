"""``python -m proofs``: run the lemmas, one line each; exit code 0 if all is as it should be."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console

from proofs.catalogue import matching
from proofs.harness import Lemma, Outcome, Progress, run
from proofs.processes import run_spread
from proofs.report import line, summary, table

Show = Callable[[str], None]
"""Takes a line to be shown until the next one; the empty line clears the screen of it."""

README = Path(__file__).with_name("README.md")

PATIENCE = 1.0
"""Seconds without a sign of progress that nobody minds."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the arguments ask for; 0 for success, 1 for a failure, 2 for a wrong call."""
    options = _options(arguments)
    chosen = matching(options.lemma)
    if not chosen:
        print(f"no lemma has {options.lemma!r} in its name; see --list", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(f"{lemma.name}: {lemma.statement}" for lemma in chosen))
        return 0
    outcomes = list(_run_all(chosen, options.full, options.jobs))
    print(summary(outcomes))
    if options.write:
        README.write_text(table(outcomes), encoding="utf-8")
    return 0 if all(outcome.succeeds for outcome in outcomes) else 1


def _options(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser("python -m proofs", description="Check lemmas by exact enumeration.")
    parser.add_argument("lemma", nargs="?", default="", help="only those with this in their name")
    parser.add_argument("--list", action="store_true", help="list the lemmas, run nothing")
    parser.add_argument("--full", action="store_true", help="on larger domains: minutes")
    parser.add_argument(
        "--jobs",
        type=_count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes at a time (as many as there are cores)",
    )
    parser.add_argument("--write", action="store_true", help="write proofs/README.md")
    options = parser.parse_args(arguments)
    if options.write and (options.lemma or options.list or options.full):
        parser.error("--write needs a run of all lemmas on their quick domains")
    return options


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no number of processes; write 1, 2, …")
    return int(text)


def _run_all(lemmas: Sequence[Lemma[Any]], full: bool, jobs: int) -> Iterator[Outcome]:
    with _display() as show:
        for outcome in _outcomes(show, lemmas, full, min(jobs, len(lemmas))):
            show("")  # both streams may be one terminal
            print(line(outcome, full=full), flush=True)
            yield outcome


def _outcomes(show: Show, lemmas: Sequence[Lemma[Any]], full: bool, jobs: int) -> Iterator[Outcome]:
    if jobs > 1:
        yield from run_spread(
            lemmas, full, jobs, lambda done: show(f"{done} of {len(lemmas)} lemmas are done")
        )
        return
    for number, lemma in enumerate(lemmas, 1):
        place = f"{number} of {len(lemmas)}: {lemma.name}"
        yield run(lemma, full=full, progress=_progress(show, place))


def _progress(show: Show, place: str) -> Progress:
    return lambda instances: show(f"{place}, {instances} instances")


@contextmanager
def _display() -> Iterator[Show]:
    """A line on stderr that is kept up to date, once patience is exhausted; terminals only."""
    begin = monotonic()
    status = Console(stderr=True).status("")

    def show(text: str) -> None:
        if not text:
            status.stop()
        elif monotonic() - begin > PATIENCE:
            status.update(text)
            status.start()

    try:
        yield show
    finally:
        status.stop()


if __name__ == "__main__":
    sys.exit(main())
