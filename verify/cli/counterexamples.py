"""``verify counterexamples``: wrong beliefs with what refutes them, and a search for more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from verify.cli.frame import naming_option, raised_limits, show
from verify.cli.work import jobs_option, shown
from verify.errors import InputError

if TYPE_CHECKING:
    from verify.counterexamples.finder import Search
    from verify.counterexamples.reproduction import Reproduction

__all__ = ["counterexamples"]

NOT_REPRODUCED = BROKEN = 1

STOPPED = 3


@click.command(short_help="wrong beliefs, refuted exactly; a search for more")
@click.argument("name", required=False)
@click.option("--format", "style", type=click.Choice(["text", "json", "markdown"]), default="text")
@click.option("--explain", is_flag=True, help="the derivation of a refutation, step by step")
@click.option("--document", is_flag=True, help="only the refuted document, for certify -")
@click.option("--search", metavar="RULE", help="the smallest channel that breaks a rule")
@click.option("--rules", is_flag=True, help="the rules that have names")
@click.option("--outputs", metavar="M", help="the most outputs of a channel (3)")
@click.option("--denominator", metavar="D", help="the greatest denominator (4)")
@jobs_option
@click.option("--full", is_flag=True, help="leave nothing out, however long")
@click.option("--limit", "raised", multiple=True, metavar="NAME=N", help="raise a stated limit")
def counterexamples(
    name: str | None,
    style: str,
    explain: bool,
    document: bool,
    search: str | None,
    rules: bool,
    outputs: str | None,
    denominator: str | None,
    full: bool,
    raised: tuple[str, ...],
) -> int:
    """Wrong beliefs about privacy: all of them, or one NAME with its evidence.

    Every claim of the gallery is decided anew. Exit code 0 where all refutations are found as they
    are stated, 1 where one is not.

    With --search, the smallest channel that breaks a rule of composition: a rule by its name, or
    package.module:object. Exit code 1 where one is found, 0 where there is none within the bounds,
    3 where the search ended before it had tried all.
    """
    _check(name, search, rules, explain or document, (outputs, denominator))
    with raised_limits(raised):
        if rules:
            answer, code = _rules(), 0
        elif search is not None:
            found = _search(search, outputs, denominator)
            answer, code = _answer(found, full, explain), _code(found)
            if document and found.document is not None:
                answer, style = found.document, "json"
        elif name is None:
            answer, code = _all(full)
        elif document:
            answer, style, code = _document(name), "json", 0
        else:
            answer, code = _one(name, full, explain)
    show(answer, style)
    return code


def _check(
    name: str | None,
    search: str | None,
    rules: bool,
    about_one: bool,
    bounds: tuple[str | None, str | None],
) -> None:
    """Options that have no meaning together are refused."""
    asked = [word for word, given in (("NAME", name), ("--search", search)) if given is not None]
    asked += ["--rules"] if rules else []
    if len(asked) > 1:
        raise InputError(f"{' and '.join(asked)} are given", at=asked[1], form="one of them")
    if about_one and (rules or not asked):
        problem = "--explain and --document are about one counterexample"
        raise InputError(problem, at="NAME", form="a NAME, or --search RULE")
    if search is None and bounds != (None, None):
        at = "--outputs" if bounds[0] is not None else "--denominator"
        raise InputError("nothing is searched", at=at, form=f"--search RULE {at} 3")


def _all(full: bool) -> tuple[Any, int]:
    from verify.counterexamples import gallery, reproduce
    from verify.report.counterexamples import gallery_form

    found = [reproduce(entry) for entry in gallery()]
    return gallery_form(found, full=full), _reproduced(found)


def _one(name: str, full: bool, explain: bool) -> tuple[Any, int]:
    from verify.counterexamples import counterexample, reproduce
    from verify.report.counterexamples import counterexample_form

    found = reproduce(counterexample(name))
    return counterexample_form(found, full=full, explain=explain), _reproduced([found])


def _reproduced(found: list[Reproduction]) -> int:
    return 0 if all(each.reproduced for each in found) else NOT_REPRODUCED


def _document(name: str) -> dict[str, Any]:
    from verify.counterexamples import counterexample

    return counterexample(name).main.document()


def _search(text: str, outputs: str | None, denominator: str | None) -> Search:
    from verify.counterexamples.custom import named_rule
    from verify.counterexamples.finder import DENOMINATOR, rule_of, search
    from verify.parallel import watching

    with (
        naming_option("--search", "rule"),
        naming_option("--outputs", "outputs"),
        naming_option("--denominator", "denominator"),
        watching(shown),
    ):
        rule = named_rule(text) if ":" in text else rule_of(text)
        return search(rule, outputs=outputs, denominator=denominator or DENOMINATOR)


def _answer(found: Search, full: bool, explain: bool) -> Any:
    from verify.report.search import search_form

    return search_form(found, full=full, explain=explain)


def _code(found: Search) -> int:
    if found.found is not None:
        return BROKEN
    return 0 if found.complete else STOPPED


def _rules() -> Any:
    from verify.counterexamples import TRUE, WRONG
    from verify.report.search import rules_form

    return rules_form(WRONG.values(), TRUE.values())
