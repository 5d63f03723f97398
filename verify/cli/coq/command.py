"""``verify check --coq``: a valid certificate, written as a file that Coq checks once more."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from verify.cli.coq.translation import translate
from verify.errors import InputError, NotAvailableError, printable

__all__ = ["check_target", "write"]

OPTION = "--output"
FORM = "letters, digits and _, not a digit first, and .v, such as Certificate.v"
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\.v")
HOW = {True: "coqc", False: "coqc -Q proofs/coq Verify"}
"""By whether the file is self-contained"""


def check_target(target: str | None) -> None:
    """Raise where Coq would not take a file of that name, or it cannot be written there."""
    if target is None:
        return
    path = Path(target)
    if not NAME.fullmatch(path.name):
        raise InputError(f"Coq does not read {path.name[:100]!r}", at=OPTION, form=FORM)
    if path.is_dir() or not path.parent.is_dir():
        raise _unwritable(target, "it is a folder, or in none")


def write(data: bytes, target: str | None, *, alone: bool) -> str | None:
    """Write the certificate for Coq; what keeps it from having that form, in one line, if so."""
    try:
        text = translate(json.loads(data), alone=alone)
    except NotAvailableError as error:
        return f"not available for this form: {error.problem}"
    if target is None:
        click.echo(text, nl=False)
        return None
    from verify.claim.certificate.files import write_whole

    try:
        write_whole(target, text.encode())
    except OSError as error:
        raise _unwritable(target, error.strerror) from None
    click.echo(f"for Coq: {HOW[alone]} {printable(target)}", err=True)
    return None


def _unwritable(target: str, reason: str | None) -> InputError:
    problem = f"{target[:200]!r} cannot be written: {reason}"
    return InputError(problem, at=OPTION, form="a file in a folder that exists")
