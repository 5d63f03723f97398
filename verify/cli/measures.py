"""``verify measures``: Rényi divergence, zCDP, leakage, reconstruction, domination."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from verify.cli.frame import naming_option, on_a_model
from verify.errors import InputError

if TYPE_CHECKING:
    from verify.document.load import Document

__all__ = ["measures"]


@click.command(short_help="Rényi, zCDP, range, leakage, reconstruction")
@on_a_model
@click.option("--order", multiple=True, metavar="N", help="a Rényi order (may be repeated)")
@click.option("--prior", metavar="JSON", help='{"x": weight, ...} instead of the uniform prior')
@click.option("--against", metavar="MODEL", help="does δ* dominate that of another model?")
def measures(
    document: Document, full: bool, order: tuple[str, ...], prior: str | None, against: str | None
) -> tuple[Any, int]:
    """What the laws say beside (ε, δ): Rényi divergence, zCDP, leakage over all inputs."""
    from verify.document.load import load_source
    from verify.measures.leakage import read_prior
    from verify.measures.order import order_of
    from verify.report.measures import ORDERS, measures_form

    orders = [order_of(n, "--order") for n in order] or ORDERS
    with naming_option("--against", "MODEL"):
        other = None if against is None else load_source(against).mechanism
    weights = None if prior is None else _prior(prior)
    with naming_option("--prior", "prior"):
        read_prior(document.mechanism, weights)
    found = measures_form(document.mechanism, orders=orders, prior=weights, other=other, full=full)
    return found, 0


def _prior(text: str) -> dict[str, Any]:
    from verify.document.text import parse

    with naming_option("--prior", ""):
        found = parse(text.encode(), toml=False)
    if not isinstance(found, dict):
        form = '{"0": "1/4", "1": "3/4"}'
        raise InputError("expected an object", at="--prior", form=form)
    return found
