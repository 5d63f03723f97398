"""The option --utility, and the expected error beside an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from verify.document.load import Document
    from verify.utility.question import Question

__all__ = ["utility_option", "with_utility"]

utility_option = click.option(
    "--utility",
    metavar="ERROR",
    type=click.Choice(["l1", "l2", "zero_one"]),
    help="the exact expected error as well: l1, l2 or zero_one (the document's unless given)",
)


def with_utility(answer: Any, document: Document, error: str | None, *, full: bool) -> Any:
    """The answer, with the expected error where the document or the option asks for it."""
    from verify.document.types.base import under

    with under("utility"):
        asked = _asked(document, error)
        if asked is None:
            return answer
        from msgspec.structs import replace

        from verify.report.utility import utility_form
        from verify.utility.expected import answer as work_out

        return replace(answer, utility=utility_form(work_out(document.mechanism, asked), full=full))


def _asked(document: Document, error: str | None) -> Question | None:
    if error is None:
        return document.utility
    if document.utility is not None:
        return document.utility.under(error)
    from verify.utility.expected import ask

    return ask(document.mechanism, error)
