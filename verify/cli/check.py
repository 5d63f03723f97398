"""``verify check``: the independent checker, which is ``verify/check.py`` and nothing else."""

from __future__ import annotations

import json

import click

from verify.errors import printable

__all__ = ["check"]

MALFORMED = 2


@click.command(short_help="check a certificate, trusting nothing")
@click.argument("file", type=click.File("rb"))
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
def check(file: click.File, style: str) -> int:
    """Is a certificate valid? FILE is what certify --certificate wrote; - is standard input.

    Nothing of the engine is used: python -I verify/check.py FILE does the same.
    Exit codes: 0 valid, 1 invalid, 2 malformed, 3 incomplete.
    """
    from verify.check import MOST_BYTES, WORDS
    from verify.check import check as check_bytes

    code, line = check_bytes(file.read(MOST_BYTES + 1))  # type: ignore[attr-defined]
    answer = f"{WORDS[code]}: {printable(line)}"
    if style == "json" and code != MALFORMED:
        answer = json.dumps({"result": WORDS[code], "message": line}, ensure_ascii=False)
    click.echo(answer, err=code == MALFORMED)
    return code
