"""``verify audit``: the number of an accountant against the exact truth."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from verify.cli.frame import levels, naming_option, on_a_model
from verify.errors import InputError

if TYPE_CHECKING:
    from verify.document.load import Document

__all__ = ["audit"]

BELOW = 1


@click.command(short_help="an accountant's δ or ε against the truth")
@on_a_model
@levels(multiple=False)
@click.option("--delta", metavar="D", help="the δ at which the accountant gave its ε")
@click.option("--claimed-delta", metavar="D", help="the accountant's δ, at --epsilon or --alpha")
@click.option("--claimed-epsilon", metavar="E", help="the accountant's ε, at --delta")
def audit(
    document: Document,
    full: bool,
    alpha: str | None,
    epsilon: str | None,
    delta: str | None,
    claimed_delta: str | None,
    claimed_epsilon: str | None,
) -> tuple[Any, int]:
    """Is an accountant's number at or above the truth, and how far is it from it?

    Exit code 0 where it is sound, 1 where it is below the truth, negative or no number.
    """
    from verify.accountant.audit import DELTA, EPSILON
    from verify.accountant.audit import audit as decide
    from verify.report.audit import audit_form

    _check(alpha, epsilon, delta, claimed_delta, claimed_epsilon)
    claimed, names = EPSILON, {"epsilon": "--claimed-epsilon", "delta": "--delta"}
    if claimed_delta is not None:
        claimed = DELTA
        names = {"alpha": "--alpha", "epsilon": "--epsilon", "delta": "--claimed-delta"}
    with ExitStack() as stack:
        for place, option in names.items():
            stack.enter_context(naming_option(option, place))
        found = decide(
            document.mechanism,
            alpha=alpha,
            epsilon=claimed_epsilon or epsilon,
            delta=claimed_delta or delta or "",
            claimed=claimed,
        )
    return audit_form(found, full=full), 0 if found.sound else BELOW


def _check(
    alpha: str | None,
    epsilon: str | None,
    delta: str | None,
    claimed_delta: str | None,
    claimed_epsilon: str | None,
) -> None:
    """One claimed number, and the other one that it belongs to."""
    if (claimed_delta is None) == (claimed_epsilon is None):
        problem = "exactly one of --claimed-delta and --claimed-epsilon is needed"
        raise InputError(problem, at="--claimed-delta", form="--claimed-delta 0.01 --epsilon 1")
    if claimed_epsilon is not None:
        if delta is None or alpha is not None or epsilon is not None:
            problem = "an ε is claimed at a --delta, and at no level"
            raise InputError(
                problem, at="--claimed-epsilon", form="--claimed-epsilon 1 --delta 0.01"
            )
        return
    if delta is not None or (alpha is None) == (epsilon is None):
        problem = "a δ is claimed at one level, and at no other δ"
        raise InputError(problem, at="--claimed-delta", form="--claimed-delta 0.01 --epsilon 1")
