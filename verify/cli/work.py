"""How the command line spreads work over processes, and shows that it goes on."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from math import ceil
from shutil import get_terminal_size
from typing import Any, TypeVar

import click

__all__ = ["clock", "jobs_option", "method_option", "shown"]

Command = TypeVar("Command", bound=Callable[..., Any])
Found = TypeVar("Found")

PATIENCE = 1.0
"""Seconds after which somebody at a terminal is shown how far the work is"""

TICK = 0.5
"""Seconds between two looks at the clock"""

ERASED = "\r\x1b[K"

LONG = 20.0
"""Seconds, by estimate, from which somebody who waits is told that there is a quicker way"""

HINT = " (--method interval: bounds, sooner)"


def jobs_option(function: Command) -> Command:
    """The option --jobs: so many processes at a time."""

    @wraps(function)
    def run(*arguments: Any, jobs: int | None, **options: Any) -> Any:
        with _processes(jobs):
            return function(*arguments, **options)

    add = click.option(
        "--jobs", type=click.IntRange(min=1), metavar="N", help="processes at a time (1)"
    )
    return add(run)  # type: ignore[return-value]


def method_option(function: Command) -> Command:
    """The option --method: how products are worked out."""

    @wraps(function)
    def run(*arguments: Any, method: str | None, **options: Any) -> Any:
        from verify.cli.frame import naming_option
        from verify.compose.planner import using
        from verify.parallel import watching

        wait = clock if method is not None else partial(clock, hint=HINT)
        with naming_option("--method", "method"), using(method), watching(shown, wait):
            return function(*arguments, **options)

    words = "how products are worked out (the cheapest exact way; interval for bounds)"
    add = click.option("--method", metavar="NAME", help=words)
    return add(run)  # type: ignore[return-value]


@contextmanager
def _processes(jobs: int | None) -> Iterator[None]:
    if jobs is None or jobs == 1:
        yield
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    from verify.cli.processes import context
    from verify.parallel import working

    heard = threading.excepthook
    try:
        with ProcessPoolExecutor(jobs, context()) as pool:
            try:
                with working(pool):
                    yield
            except BaseException:  # Ctrl-C, too: nobody waits for what is left
                threading.excepthook = _unheard
                for process in active_children():
                    process.terminate()
                pool.shutdown(cancel_futures=True)
                raise
    finally:
        threading.excepthook = heard


def _unheard(error: threading.ExceptHookArgs) -> None:
    """The pool's thread may find that what it calls broken was cancelled; that is no news."""


def shown(pieces: Iterable[Found], count: int, what: str) -> Iterator[Found]:
    """The pieces as they are done, with a bar on stderr once it takes long."""
    started, bar = time.monotonic(), None
    for done, piece in enumerate(pieces, 1):
        late = time.monotonic() - started > PATIENCE
        if bar is None and late and done < count and sys.stderr.isatty():
            bar = click.progressbar(length=count, label=what, file=sys.stderr)
            bar.update(done)
        elif bar is not None:
            bar.update(1)
        yield piece
    if bar is not None:
        bar.render_finish()


@contextmanager
def clock(what: str, seconds: float, *, hint: str = "") -> Iterator[None]:
    """How long one piece of work has gone on, on stderr, beside what it was estimated to take.

    ``hint``: what else one could do where that is long.
    """
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    about = f" s of about {ceil(seconds)} s{hint if seconds >= LONG else ''}: {what}"
    thread = threading.Thread(target=_tick, args=(done, about), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _tick(done: threading.Event, about: str) -> None:
    started, pause = time.monotonic(), PATIENCE
    while not done.wait(pause):
        elapsed, pause = time.monotonic() - started, TICK
        line = f"{elapsed:.0f}{about}"
        sys.stderr.write(ERASED + line[: get_terminal_size().columns - 1])
        sys.stderr.flush()
    if pause == TICK:
        sys.stderr.write(ERASED)
        sys.stderr.flush()
