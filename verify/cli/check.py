"""``verify check``: the independent checker, which is ``verify/check.py`` and nothing else.

With ``--coq`` a valid certificate is also written as a file for Coq.
"""

from __future__ import annotations

import json

import click

from verify.errors import InputError, printable

__all__ = ["check"]

VALID, MALFORMED, INCOMPLETE = 0, 2, 3


@click.command(short_help="check a certificate, trusting nothing")
@click.argument("file", type=click.File("rb"))
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
@click.option("--coq", is_flag=True, help="if it is valid, write a file that coqc checks again")
@click.option("-o", "--output", "target", metavar="OUT.v", help="where to (else standard output)")
@click.option("--library", is_flag=True, help="leave the proved library out, for many of them")
def check(file: click.File, style: str, coq: bool, target: str | None, library: bool) -> int:
    """Is a certificate valid? FILE is what certify --certificate wrote; - is standard input.

    Nothing of the engine is used: python -I verify/check.py FILE does the same.
    Exit codes: 0 valid, 1 invalid, 2 malformed, 3 incomplete.

    With --coq, OUT.v holds a proved checker, the numbers and the theorem that they prove: coqc
    OUT.v accepts it only if it is true. With --library it uses proofs/coq, compiled by make -C
    proofs/coq: coqc -Q proofs/coq Verify OUT.v.
    """
    from verify.check import MOST_BYTES
    from verify.check import check as check_bytes

    if not coq and (target is not None or library):
        at = "--library" if library else "--output"
        raise InputError("there is no file for Coq", at=at, form="--coq as well")
    data = file.read(MOST_BYTES + 1)  # type: ignore[attr-defined]
    if not coq:
        return _show(*check_bytes(data), style)
    return _for_coq(data, style, target, alone=not library)


def _for_coq(data: bytes, style: str, target: str | None, *, alone: bool) -> int:
    from verify.check import check as check_bytes
    from verify.cli.coq.command import check_target, write

    check_target(target)
    code, line = check_bytes(data)
    if code == VALID:
        problem = write(data, target, alone=alone)
        code, line = (INCOMPLETE, problem) if problem else (code, line)
    return _show(code, line, style, err=code == VALID and target is None)


def _show(code: int, line: str, style: str, *, err: bool = False) -> int:
    from verify.check import WORDS

    answer = f"{WORDS[code]}: {printable(line)}"
    if style == "json" and code != MALFORMED:
        answer = json.dumps({"result": WORDS[code], "message": line}, ensure_ascii=False)
    click.echo(answer, err=err or code == MALFORMED)
    return code
