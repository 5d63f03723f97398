"""``verify profile``, ``epsilon``, ``budget``, ``schema``: questions with an answer, no verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from verify.cli.frame import levels, naming_option, on_a_model, show
from verify.cli.utility import utility_option, with_utility
from verify.cli.work import jobs_option, method_option

if TYPE_CHECKING:
    from verify.document.load import Document

__all__ = ["budget", "epsilon", "profile", "schema"]

OUTPUTS = ["certify", "profile", "epsilon", "budget", "measures", "sweep", "audit"]
OUTPUTS += ["gate", "counterexamples"]


@click.command(short_help="δ*(α): points, breakpoints, trade-off")
@on_a_model
@levels(multiple=True)
@method_option
@jobs_option
@utility_option
def profile(
    document: Document,
    full: bool,
    alpha: tuple[str, ...],
    epsilon: tuple[str, ...],
    utility: str | None,
) -> tuple[Any, int]:
    """The exact privacy profile δ*(α): points, breakpoints, trade-off functions."""
    from verify.claim.claim import Claim
    from verify.exact.level import Level
    from verify.profiles.profile import PrivacyProfile
    from verify.report.answers import default_levels, profile_form

    asked = [Level.alpha(a, "--alpha") for a in alpha]
    asked += [Level.epsilon(e, "--epsilon") for e in epsilon]
    curve = PrivacyProfile(document.mechanism)
    claimed = [claim for claim in document.claims if isinstance(claim, Claim)]
    shown = asked or default_levels(curve, [claim.level for claim in claimed])
    answer = profile_form(curve, shown, whole=full or not asked, full=full)
    return with_utility(answer, document, utility, full=full), 0


@click.command(short_help="least α and ε at a δ")
@on_a_model
@click.option("--delta", metavar="D", help="the δ (the document's first claim's, or 0)")
@method_option
def epsilon(document: Document, full: bool, delta: str | None) -> tuple[Any, int]:
    """The least α (exact) and ε (rounded up) at a δ."""
    from verify.claim.claim import Claim
    from verify.exact.rational import probability
    from verify.profiles.epsilon import epsilon as least
    from verify.report.answers import epsilon_form

    deltas = [claim.delta for claim in document.claims if isinstance(claim, Claim)]
    target = deltas[0] if deltas else probability("0")
    if delta is not None:
        target = probability(delta, "--delta")
    found = least(document.mechanism, delta=target)
    return epsilon_form(found, target, document.adjacency, full=full), 0


@click.command(short_help="composition theorems beside the exact δ*")
@on_a_model
@click.option("--step-alpha", metavar="A", help="the level α₀ of one step (its pure level)")
@click.option("--step-epsilon", metavar="E", help="the same as ε₀")
@levels(multiple=False)
@click.option("--delta", metavar="D", help="ask for the levels at a total δ instead")
@click.option("--slack", metavar="D", help="δ′ of advanced composition (1e-6)")
def budget(
    document: Document,
    full: bool,
    step_alpha: str | None,
    step_epsilon: str | None,
    alpha: str | None,
    epsilon: str | None,
    delta: str | None,
    slack: str | None,
) -> tuple[Any, int]:
    """What composition theorems promise, beside what is true.

    Basic, refined and advanced composition, the optimal theorems of Kairouz, Oh and Viswanath and
    of Murtagh and Vadhan, RDP and zCDP: the δ of all steps together at a level (--alpha, --epsilon,
    or what the steps add up to), or the level at a δ (--delta).
    """
    from verify.bounds.budget import level_from, question, sum_up
    from verify.report.budget import budget_form

    step = level_from(step_alpha, step_epsilon, "--step-")
    asked = question(level_from(alpha, epsilon, "--"), delta, slack, "--")
    with naming_option("--step-alpha", "step_alpha"):
        found = sum_up(document.mechanism, document.adjacency, step, asked)
    return budget_form(found, document.adjacency, full=full), 0


@click.command(short_help="JSON Schema of documents and outputs")
@click.option(
    "--output",
    type=click.Choice(OUTPUTS),
    help="the schema of a command's JSON output instead",
)
def schema(output: str | None) -> int:
    """The JSON Schema of model documents, or of a command's output."""
    from verify.document.schema import document_schema
    from verify.report.schema import output_schema

    show(document_schema() if output is None else output_schema(output), "json")
    return 0
