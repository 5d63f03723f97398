"""``verify sweep``: privacy and utility over the values of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from verify.cli.frame import levels, on_what, one_level, read_adjacency_option
from verify.cli.utility import utility_option
from verify.cli.work import jobs_option
from verify.errors import InputError

if TYPE_CHECKING:
    from verify.law.adjacency import Adjacency

__all__ = ["sweep"]


def _load(model: str, adjacency: str | None) -> tuple[Any, Adjacency | None]:
    """The document as a tree, in which values can be replaced."""
    from collections.abc import Mapping

    from verify.document.load import source_value

    tree = source_value(model)
    if not isinstance(tree, Mapping):
        kind = type(tree).__name__
        problem = f"a {kind} has no parameters by name"
        raise InputError(problem, at="MODEL", form="a file, -, or a dictionary by its name")
    return tree, read_adjacency_option(adjacency)


@click.command(short_help="privacy and utility over the values of parameters")
@on_what(_load, ("text", "json", "markdown", "csv"))
@click.option(
    "--set",
    "settings",
    metavar="PATH=V1,V2,...",
    multiple=True,
    required=True,
    help="values of a parameter, or a range FIRST..LAST:STEP (may be repeated)",
)
@levels(multiple=False)
@click.option("--delta", metavar="D", help="the claimed δ (0 unless given)")
@jobs_option
@utility_option
def sweep(
    source: tuple[Any, Adjacency | None],
    full: bool,
    settings: tuple[str, ...],
    alpha: str | None,
    epsilon: str | None,
    delta: str | None,
    utility: str | None,
) -> tuple[Any, int]:
    """Privacy and utility at every combination of values of parameters.

    PATH is a dotted path inside the mechanism, as in of[0].p, or a key that stands there once.
    A row has the verdict on the first claim, the least δ there, the pure level, the total
    variation distance and the expected error. The answer is a table, not a gate: exit code 0.
    """
    from verify.exact.rational import probability
    from verify.grid.sweep import claim_for, parameters, rows, units
    from verify.report.sweep import SweepAnswer

    tree, adjacency = source
    bound = None if delta is None else probability(delta, "--delta")
    claim = claim_for(tree, one_level(alpha, epsilon), bound, "--")
    asked = parameters(tree, _values(settings), "--set")
    found = rows(units(tree, asked, claim, adjacency, utility, full=full))
    return SweepAnswer(found, tuple(asked), claim, full), 0


def _values(settings: tuple[str, ...]) -> dict[str, list[Any]]:
    from verify.grid.values import parse_setting

    found: dict[str, list[Any]] = {}
    for text in settings:
        name, values = parse_setting(text)
        if name in found:
            raise InputError(f"{name!r} is set twice", at="--set", form="each place once")
        found[name] = values
    return found
