"""``verify gate``: many claims on code and models, for a build that must not ship a false one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verify.errors import InputError

if TYPE_CHECKING:
    from verify.report.gate import GateForm

__all__ = ["gate"]


@click.command(short_help="many claims on code and models, for builds")
@click.argument("config", required=False)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "junit", "sarif", "github"]),
    default="text",
)
@click.option("--output", metavar="FILE", help="write the report there, and text to the screen")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="processes at a time")
@click.option("--update-lock", is_flag=True, help="accept the leakage that is found")
@click.option("--locked", is_flag=True, help="fail where a claim is not in the lock file")
@click.option("--certificates", metavar="DIR", help="write verdicts for others to check")
@click.option(
    "--seconds",
    type=click.IntRange(min=1),
    metavar="N",
    help="the most that one claim may take; else what CONFIG says, or 600",
)
@click.option("--limit", "raised", multiple=True, metavar="NAME=N", help="raise a stated limit")
def gate(
    config: str | None,
    style: str,
    output: str | None,
    jobs: int | None,
    update_lock: bool,
    locked: bool,
    certificates: str | None,
    seconds: int | None,
    raised: tuple[str, ...],
) -> int:
    """Are all claims true, and is the leakage what it was?

    CONFIG is verify.toml, or pyproject.toml with [tool.verify]. Beside it lies verify.lock with the
    exact leakage of every claim: a change of that fails, even within the claim.
    Exit codes: 2 where a claim cannot be examined, else 1 where one is violated or has changed its
    leakage, else 3 where one is undecided, else 0.
    """
    from verify.cli.frame import show_text
    from verify.gate.config import read_config
    from verify.gate.lock import compared, lock_path, read_lock, write_lock
    from verify.gate.run import run
    from verify.report.gate import GateForm, exit_code
    from verify.resources import parse_limit

    read = read_config(config)
    path = lock_path(read.path)
    before = read_lock(path)
    folder = _folder(certificates)
    limits = [parse_limit(text) for text in raised]
    jobs = jobs or os.cpu_count() or 1
    answers = run(read, jobs=jobs, seconds=seconds, limits=limits, certificates=folder)
    if update_lock:
        write_lock(path, answers, before or {})
        before = read_lock(path)
    claims, stale = compared(answers, before or {})
    code = exit_code(claims, locked)
    answer = GateForm(claims, code, path.name, before is not None, stale, locked)
    if output is None:
        show_text(_rendered(answer, style))
        return code
    _write(output, _rendered(answer, style))
    show_text(_rendered(answer, "text"))
    return code


def _rendered(answer: GateForm, style: str) -> str:
    if style == "json":
        from verify.report.json import render

        return render(answer)
    if style == "junit":
        from verify.report.junit import junit_text

        return junit_text(answer)
    if style == "sarif":
        from verify.report.sarif import sarif_text

        return sarif_text(answer)
    if style == "github":
        from verify.report.github import github_text

        return github_text(answer)
    from verify.report.gate import gate_text

    return gate_text(answer)


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"{name[:200]!r} cannot be made: {error.strerror}"
        raise InputError(problem, at="--certificates", form="a folder") from None
    return folder


def _write(name: str, text: str) -> None:
    from verify.claim.certificate.files import write_whole

    try:
        write_whole(name, f"{text}\n".encode())
    except OSError as error:
        problem = f"{name[:200]!r} cannot be written: {error.strerror}"
        raise InputError(problem, at="--output", form="a file in a folder that exists") from None
