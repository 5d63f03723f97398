"""``--certificate FILE``: verdicts written down for others to check."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verify import __version__
from verify.claim.verdict import Verdict
from verify.cli.frame import naming_option
from verify.errors import InputError, NotAvailableError, printable

if TYPE_CHECKING:
    from verify.claim.certificate.writing import Certificate
    from verify.claim.measured import MeasureVerdict
    from verify.document.load import Document

__all__ = ["write_certificates"]

OPTION = "--certificate"


def write_certificates(
    document: Document, verdicts: Sequence[Verdict | MeasureVerdict], path: str
) -> None:
    """One file per verdict; with several they are numbered: name-1.json, name-2.json, …"""
    targets = _targets(Path(path), len(verdicts))
    written = [_certificate(document, verdict) for verdict in verdicts]
    for certificate, target in zip(written, targets, strict=True):
        try:
            _keep_document(document, target)
            certificate.write(target)
        except OSError as error:
            raise _unwritable(target, error.strerror) from None
        click.echo(f"certificate: {printable(str(target))}", err=True)


def _keep_document(document: Document, target: Path) -> None:
    """Raise where the document itself would be overwritten."""
    source = document.source
    if source is None or not target.is_file() or target.stat().st_size != len(source):
        return
    if target.read_bytes() == source:
        problem = f"{str(target)[:200]!r} is the document itself"
        raise InputError(problem, at=OPTION, form="another file, for the certificate")


def _certificate(document: Document, verdict: Verdict | MeasureVerdict) -> Certificate:
    try:
        with naming_option(OPTION, ""):
            return verdict.certificate(_about(document, verdict))
    except NotAvailableError as error:
        raise error if error.form else type(error)(error.problem, at=OPTION) from None


def _about(document: Document, verdict: Verdict | MeasureVerdict) -> dict[str, str]:
    """What a reader may want to know, and nobody checks."""
    about = {
        "adjacency": str(verdict.adjacency),
        "claim": str(verdict.claim),
        "verify": __version__,
    }
    if document.source is not None:
        about["document_sha256"] = sha256(document.source).hexdigest()
    if isinstance(verdict, Verdict) and verdict.witness is not None:
        about["event"] = verdict.witness.event.text
    return about


def _targets(path: Path, count: int) -> list[Path]:
    """Where to write; a folder is found out before anything is written."""
    targets = [path]
    if count > 1 and not path.is_dir():
        names = (f"{path.stem}-{i + 1}{path.suffix}" for i in range(count))
        targets = list(map(path.with_name, names))
    for target in targets:
        if target.is_dir():
            raise _unwritable(target, "it is a folder")
    return targets


def _unwritable(target: Path, reason: str | None) -> InputError:
    problem = f"{str(target)[:200]!r} cannot be written: {reason}"
    return InputError(problem, at=OPTION, form="a file in a folder that exists")
