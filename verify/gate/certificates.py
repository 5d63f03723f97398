"""Certificates of the claims of a gate, one file for each."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from verify import __version__
from verify.errors import NotAvailableError
from verify.exploration.verdict import CodeVerdict

if TYPE_CHECKING:
    from verify.claim.measured import MeasureVerdict
    from verify.claim.verdict import Verdict

__all__ = ["certified", "file_name"]

LONGEST = 80


def certified(
    verdict: CodeVerdict | Verdict | MeasureVerdict, name: str, source: str | None, folder: Path
) -> dict[str, str]:
    """Write the certificate of a verdict: the file, or why there can be none."""
    proved: Verdict | MeasureVerdict
    if isinstance(verdict, CodeVerdict):
        if not verdict.is_exact:
            return {"no_certificate": "something is unexplored"}
        adjacency, proved = verdict.explored.adjacency, verdict.of_channel
        about = {"function": verdict.explored.name}
        if verdict.explored.platform:
            about["platform"] = verdict.explored.platform
    else:
        adjacency, proved, about = str(verdict.adjacency), verdict, {}
    about |= {"adjacency": adjacency, "claim": str(verdict.claim), "name": name}
    about["verify"] = __version__
    if source is not None:
        about["source_sha256"] = source
    target = folder / file_name(name)
    try:
        proved.certificate(about).write(target)
    except NotAvailableError as error:
        return {"no_certificate": error.problem}
    return {"certificate": target.as_posix()}


def file_name(name: str) -> str:
    """A file for every name: what it says, and a hash of it where that leaves something out.

    >>> file_name("counts-2"), file_name("Counts, 2")
    ('counts-2.json', 'counts-2-720bcd5b.json')
    """
    short = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST]
    if short != name:
        short += f"{'-' if short else ''}{sha256(name.encode()).hexdigest()[:8]}"
    return f"{short}.json"
