"""``verify counterexamples``: beliefs about privacy that are wrong, and what refutes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from verify.cli.frame import raised_limits, show
from verify.errors import InputError

if TYPE_CHECKING:
    from verify.counterexamples.reproduction import Reproduction

__all__ = ["counterexamples"]

NOT_REPRODUCED = 1


@click.command(short_help="a gallery of wrong beliefs, refuted exactly")
@click.argument("name", required=False)
@click.option("--format", "style", type=click.Choice(["text", "json", "markdown"]), default="text")
@click.option("--explain", is_flag=True, help="the derivation of a refutation, step by step")
@click.option("--document", is_flag=True, help="only the refuted document, for certify -")
@click.option("--full", is_flag=True, help="leave nothing out, however long")
@click.option("--limit", "raised", multiple=True, metavar="NAME=N", help="raise a stated limit")
def counterexamples(
    name: str | None, style: str, explain: bool, document: bool, full: bool, raised: tuple[str, ...]
) -> int:
    """Wrong beliefs about privacy: all of them, or one NAME with its evidence.

    Every claim of the gallery is decided anew. Exit code 0 where all refutations are found as they
    are stated, 1 where one is not.
    """
    if name is None and (explain or document):
        option = "--explain" if explain else "--document"
        raise InputError("there is no NAME", at=option, form=f"NAME {option}")
    with raised_limits(raised):
        if name is None:
            answer, found = _all(full)
        elif document:
            return _document(name)
        else:
            answer, found = _one(name, full, explain)
    show(answer, style)
    return 0 if all(each.reproduced for each in found) else NOT_REPRODUCED


def _all(full: bool) -> tuple[Any, list[Reproduction]]:
    from verify.counterexamples import gallery, reproduce
    from verify.report.counterexamples import gallery_form

    found = [reproduce(entry) for entry in gallery()]
    return gallery_form(found, full=full), found


def _one(name: str, full: bool, explain: bool) -> tuple[Any, list[Reproduction]]:
    from verify.counterexamples import counterexample, reproduce
    from verify.report.counterexamples import counterexample_form

    found = reproduce(counterexample(name))
    return counterexample_form(found, full=full, explain=explain), [found]


def _document(name: str) -> int:
    from verify.counterexamples import counterexample

    show(counterexample(name).main.document(), "json")
    return 0
