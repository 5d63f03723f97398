"""``verify certify``: is a claim true, with witness or margin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from verify.cli.frame import levels, on_a_model
from verify.errors import InputError

if TYPE_CHECKING:
    from gmpy2 import mpq

    from verify.claim.claim import AnyClaim
    from verify.claim.measured import MeasureVerdict
    from verify.claim.verdict import Verdict
    from verify.document.load import Document
    from verify.exact.level import Level

__all__ = ["certify"]

VIOLATED = 1
UNDECIDED = 3


@click.command(short_help="is a claim true, with witness or margin")
@on_a_model
@levels(multiple=False)
@click.option("--delta", metavar="D", help="the claimed δ (0 unless given)")
@click.option("--explain", is_flag=True, help="the derivation, step by step")
def certify(
    document: Document,
    full: bool,
    alpha: str | None,
    epsilon: str | None,
    delta: str | None,
    explain: bool,
) -> tuple[Any, int]:
    """Is a claim true? With the exact least δ, and the event that refutes a false claim."""
    from verify.claim.verdict import certify as decide
    from verify.report.forms import CertifyListForm

    claimed = _claims(document, alpha, epsilon, delta)
    verdicts = [decide(document.mechanism, claim, full=full) for claim in claimed]
    answers = [_answer(verdict, full, explain) for verdict in verdicts]
    found = {verdict.verdict for verdict in verdicts}
    code = VIOLATED if "violated" in found else UNDECIDED if "undecided" in found else 0
    return CertifyListForm(answers) if document.claims_listed else answers[0], code


def _answer(verdict: Verdict | MeasureVerdict, full: bool, explain: bool) -> Any:
    from verify.claim.verdict import Verdict

    if isinstance(verdict, Verdict):
        from verify.report.answers import certify_form

        return certify_form(verdict, full=full, explain=explain)
    from verify.report.measured import measure_form

    return measure_form(verdict, full=full, explain=explain)


def _claims(
    document: Document, alpha: str | None, epsilon: str | None, delta: str | None
) -> list[AnyClaim]:
    """The claims to decide: the document's, with level and δ replaced by the options."""
    from verify.claim.claim import Claim
    from verify.exact.level import Level
    from verify.exact.rational import probability

    if alpha is not None and epsilon is not None:
        raise InputError("both --alpha and --epsilon are given", at="--alpha", form="one of them")
    level = None if alpha is None else Level.alpha(alpha, "--alpha")
    level = level if epsilon is None else Level.epsilon(epsilon, "--epsilon")
    bound = None if delta is None else probability(delta, "--delta")
    if document.claims:
        return [_replaced(claim, level, bound) for claim in document.claims]
    if level is None:
        problem = "there is no claim" if bound is None else "--delta needs a level"
        form = '"claim": {"alpha": "3"} in the document, or --alpha 3'
        raise InputError(problem, at="claim", form=form)
    return [Claim(level, probability("0") if bound is None else bound)]


def _replaced(claim: AnyClaim, level: Level | None, bound: mpq | None) -> AnyClaim:
    """The claim with the level and the δ of the options."""
    from verify.claim.claim import Claim, RenyiClaim

    if level is None and bound is None:
        return claim
    if isinstance(claim, Claim):
        return Claim(level or claim.level, claim.delta if bound is None else bound)
    if isinstance(claim, RenyiClaim) and level is not None and level.as_epsilon and bound is None:
        return RenyiClaim(claim.order, level)
    problem = f"the document claims {claim}, which has no α and no δ to replace"
    raise InputError(problem, at="--alpha", form="no --alpha, --epsilon or --delta")
