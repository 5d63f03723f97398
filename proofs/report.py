"""What is shown of the outcomes: a line each, a summary, a table for the README."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.harness import Outcome

__all__ = ["line", "summary", "table"]

HEADER = """\
# Lemmas and their false siblings

Written by `python -m proofs --write`; do not edit. Every lemma was checked exactly on every
instance of its domain (m outputs, common denominator D). Its sibling is false, and
the counterexample is its smallest: by denominator, then number of outputs, then lexicographically.

| lemma | statement | source | file | domain | instances | met | equal | verdict |
|---|---|---|---|---|--:|--:|--:|---|
"""

SIBLINGS = """
| sibling of | false statement | it lacks | smallest counterexample |
|---|---|---|---|
"""


def line(outcome: Outcome, *, full: bool = False) -> str:
    """All that is to be said of one lemma."""
    lemma, sibling = outcome.lemma, outcome.lemma.sibling
    counts = f"{outcome.instances} instances, {outcome.met} met, {outcome.equal} equal"
    found = f"refuted at {outcome.refutation}" if outcome.refutation else "NOT REFUTED"
    return (
        f"{lemma.name}: {lemma.statement} [{lemma.source}] on {lemma.domain.text(full=full)}: "
        f"{counts}: {verdict(outcome)} | sibling: {sibling.statement}: {found}"
    )


def verdict(outcome: Outcome) -> str:
    """``holds``, or what is wrong."""
    return "holds" if outcome.succeeds else f"FAILS ({'; '.join(outcome.problems)})"


def summary(outcomes: Sequence[Outcome]) -> str:
    """One line for all of them."""
    good = sum(outcome.succeeds for outcome in outcomes)
    refuted = sum(outcome.refutation is not None for outcome in outcomes)
    instances = sum(outcome.instances for outcome in outcomes)
    return (
        f"{good} of {len(outcomes)} lemmas hold on {instances} instances, "
        f"{refuted} of {len(outcomes)} siblings are refuted"
    )


def table(outcomes: Sequence[Outcome]) -> str:
    """The README: the lemmas on their quick domains, and then their siblings."""
    lemmas = "".join(_lemma_row(outcome) for outcome in outcomes)
    siblings = "".join(_sibling_row(outcome) for outcome in outcomes)
    return f"{HEADER}{lemmas}{SIBLINGS}{siblings}\n{summary(outcomes)}.\n"


def _lemma_row(outcome: Outcome) -> str:
    lemma = outcome.lemma
    domain = lemma.domain.text()
    counts = (outcome.instances, outcome.met, outcome.equal)
    file = lemma.name.partition(".")[0] + ".py"
    link = f"[{file}](lemmas/{file})"
    return _row(lemma.name, lemma.statement, lemma.source, link, domain, *counts, verdict(outcome))


def _sibling_row(outcome: Outcome) -> str:
    sibling = outcome.lemma.sibling
    found = outcome.refutation or "none"
    return _row(outcome.lemma.name, sibling.statement, sibling.dropped, found)


def _row(*cells: object) -> str:
    escaped = (str(cell).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |\n"
