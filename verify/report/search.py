"""A search for the smallest counterexample, and the rules there are, as structures and as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from verify.counterexamples.finder import Search
from verify.counterexamples.rule import Rule
from verify.report.answers import certify_form
from verify.report.forms import Verdicts
from verify.report.layout import facts, heading, table

__all__ = ["RulesForm", "SearchForm", "rules_form", "rules_text", "search_form", "search_text"]

BROKEN, UNBROKEN, STOPPED = "broken", "none within the bounds", "stopped"


class RuleForm(Struct, frozen=True):
    """A rule of composition by name."""

    name: str
    statement: str
    known: Annotated[str, Meta(pattern="^(wrong|true)$")] | None = None
    """of a classical rule"""


class RulesForm(Struct, frozen=True):
    """The classical rules, wrong ones first."""

    rules: list[RuleForm]


class FoundForm(Struct, frozen=True):
    """The smallest instance that breaks a rule."""

    channels: list[list[list[str]]]
    """of every channel its rows of probabilities"""
    alpha: str | None
    """the level, of a rule that is for any"""
    document: Annotated[dict[str, Any], Meta(description="a model document")]
    answer: Verdicts | None
    """the engine's answer to the claim that the rule makes of it"""


class SearchForm(Struct, frozen=True):
    """The answer of ``verify counterexamples --search``."""

    rule: RuleForm
    outputs: int
    denominator: int
    result: Annotated[str, Meta(pattern=f"^({BROKEN}|{UNBROKEN}|{STOPPED})$")]
    tried: int
    met: int
    """how many of these the rule says something about"""
    found: FoundForm | None


def search_form(found: Search, *, full: bool = False, explain: bool = False) -> SearchForm:
    """What a search came to."""
    ended = UNBROKEN if found.complete else STOPPED
    return SearchForm(
        RuleForm(found.rule.name, found.rule.statement),
        found.outputs,
        found.denominator,
        ended if found.found is None else BROKEN,
        found.tried,
        found.met,
        _found_form(found, full, explain),
    )


def rules_form(wrong: Iterable[Rule], true: Iterable[Rule]) -> RulesForm:
    """The rules there are."""
    kinds = (("wrong", wrong), ("true", true))
    return RulesForm(
        [RuleForm(each.name, each.statement, kind) for kind, rules in kinds for each in rules]
    )


def rules_text(answer: RulesForm) -> str:
    """A table of rules."""
    rows = [[rule.name, str(rule.known), rule.statement] for rule in answer.rules]
    return "\n".join([heading("rules to search"), table(["rule", "known to be", "says"], rows)])


def search_text(answer: SearchForm) -> str:
    """What was found, with the engine's verdict on it, or how far the search went."""
    rows = [("says", answer.rule.statement)]
    if answer.found is not None:
        channels = [_rows(rows) for rows in answer.found.channels]
        rows.append(("smallest channel" + "s" * (len(channels) > 1), " and ".join(channels)))
        if answer.found.alpha is not None:
            rows.append(("level", f"α = {answer.found.alpha}"))
    about = f"{answer.tried} instances, {answer.met} of them under the hypotheses of the rule"
    rows.append(("tried", about))
    rows.append(("bounds", f"outputs ≤ {answer.outputs}, denominators ≤ {answer.denominator}"))
    if answer.result == STOPPED:
        rows.append(("stopped by", "the limit instances, which --limit instances=N raises"))
    parts = [heading(f"{answer.rule.name}: {answer.result}"), facts(*rows)]
    if answer.found is not None and answer.found.answer is not None:
        from verify.report.render import render

        claim = "what the rule claims of it"
        parts += ["", heading(claim), render(answer.found.answer)]
    return "\n".join(parts)


def _rows(rows: list[list[str]]) -> str:
    return " ".join(f"[{', '.join(row)}]" for row in rows)


def _found_form(found: Search, full: bool, explain: bool) -> FoundForm | None:
    instance, document, verdict = found.found, found.document, found.verdict
    if instance is None or document is None:
        return None
    alpha = None if instance.alpha is None else str(instance.alpha)
    answer = None if verdict is None else certify_form(verdict, full=full, explain=explain)
    return FoundForm([each.rows() for each in instance.tables], alpha, document, answer)
