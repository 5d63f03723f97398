"""``verify certify``: is a claim true, with witness or margin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from verify.cli.frame import levels, on_a_model, one_level
from verify.cli.utility import utility_option, with_utility
from verify.cli.work import jobs_option, method_option
from verify.errors import InputError

if TYPE_CHECKING:
    from verify.claim.claim import AnyClaim
    from verify.claim.measured import MeasureVerdict
    from verify.claim.verdict import Verdict
    from verify.document.load import Document

__all__ = ["certify"]

VIOLATED = 1
UNDECIDED = 3


@click.command(short_help="is a claim true, with witness or margin")
@on_a_model
@levels(multiple=False)
@click.option("--delta", metavar="D", help="the claimed δ (0 unless given)")
@click.option("--explain", is_flag=True, help="the derivation, step by step")
@click.option("--certificate", metavar="FILE", help="write the verdict for others to check")
@method_option
@jobs_option
@utility_option
def certify(
    document: Document,
    full: bool,
    alpha: str | None,
    epsilon: str | None,
    delta: str | None,
    explain: bool,
    certificate: str | None,
    utility: str | None,
) -> tuple[Any, int]:
    """Is a claim true? With the exact least δ, and the event that refutes a false claim.

    Where no exact method is within the limits, the least δ lies between two bounds.
    """
    from verify.claim.verdict import certify as decide
    from verify.report.forms import CertifyListForm

    claimed = _claims(document, alpha, epsilon, delta)
    verdicts = [decide(document.mechanism, claim, full=full) for claim in claimed]
    if certificate is not None:
        from verify.cli.certificates import write_certificates

        write_certificates(document, verdicts, certificate)
    answers = [_answer(verdict, full, explain) for verdict in verdicts]
    found = {verdict.verdict for verdict in verdicts}
    code = VIOLATED if "violated" in found else UNDECIDED if "undecided" in found else 0
    whole = CertifyListForm(answers) if document.claims_listed else answers[0]
    return with_utility(whole, document, utility, full=full), code


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
    from verify.claim.replaced import replaced
    from verify.exact.rational import probability

    level = one_level(alpha, epsilon)
    bound = None if delta is None else probability(delta, "--delta")
    if document.claims:
        return [replaced(claim, level, bound, "--alpha") for claim in document.claims]
    if level is None:
        problem = "there is no claim" if bound is None else "--delta needs a level"
        form = '"claim": {"alpha": "3"} in the document, or --alpha 3'
        raise InputError(problem, at="claim", form=form)
    return [Claim(level, probability("0") if bound is None else bound)]
