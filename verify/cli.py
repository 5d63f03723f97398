"""The command line: documents in, reports out, one line for whatever is wrong.

Exit codes: 0 holds (or answered), 1 violated, 2 bad input or usage, 3 undecided.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from verify import __version__
from verify.errors import InputError, VerifyError, printable

if TYPE_CHECKING:
    from verify.claim.claim import Claim
    from verify.document.load import Document

__all__ = ["command", "main"]

VIOLATED = 1
BAD_INPUT = 2
INTERRUPTED = 130

Command = TypeVar("Command", bound=Callable[..., Any])


def main() -> None:
    """Run the command line and exit."""
    try:
        code = command.main(standalone_mode=False) or 0
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        code = BAD_INPUT
    except click.UsageError as error:
        code = _complain(_usage(error))
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except VerifyError as error:
        code = _complain(str(error))
    except MemoryError:
        code = _complain("not enough memory; write a smaller case")
    except OSError as error:
        code = _complain(f"{error.strerror or error}; write to a place that takes the report")
    except Exception as error:  # a fault of ours must not look like a violated claim
        code = _complain(f"internal error, please report it: {type(error).__name__}: {error}"[:400])
    sys.exit(code)


def _complain(line: str) -> int:
    click.echo(f"verify: {line}", err=True)
    return BAD_INPUT


def _usage(error: click.UsageError) -> str:
    """click's message as one line that says where to look."""
    path = error.ctx.command_path if error.ctx else "verify"
    message = " ".join(error.format_message().split())
    return f"{message} (see {path} --help)"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="verify")
def command() -> None:
    """Exact verification of differential privacy claims.

    MODEL is a .json or .toml file, - for standard input, or package.module:object.
    Exit codes: 0 holds or answered, 1 violated, 2 bad input, 3 undecided.
    """


def _on_a_model(function: Callable[..., tuple[Any, int]]) -> Callable[..., int]:
    """A command on MODEL: adds the shared options, loads the document, prints the answer."""

    @wraps(function)
    def run(
        model: str,
        style: str,
        adjacency: str | None,
        full: bool,
        raised: tuple[str, ...],
        **options: Any,
    ) -> int:
        with _naming(model), _limits(raised):
            document = _load(model, adjacency)
            with _computing():
                answer, code = function(document, full, **options)
            _print(answer, style)
        return code

    for option in reversed(
        [
            click.argument("model"),
            click.option("--format", "style", type=click.Choice(["text", "json"]), default="text"),
            click.option(
                "--adjacency", metavar="A", help='who is protected: a name, or {"within": 1}'
            ),
            click.option("--full", is_flag=True, help="leave nothing out, however long"),
            click.option(
                "--limit", "raised", multiple=True, metavar="NAME=N", help="raise a stated limit"
            ),
        ]
    ):
        run = option(run)
    return run


def _levels(*, multiple: bool) -> Callable[[Command], Command]:
    """The options --alpha and --epsilon."""

    def add(function: Command) -> Command:
        more = " (may be repeated)" if multiple else ""
        epsilon = click.option(
            "--epsilon", metavar="E", help=f"a level as ε{more}", multiple=multiple
        )
        alpha = click.option(
            "--alpha", metavar="A", help=f"a level as α = e^ε{more}", multiple=multiple
        )
        return alpha(epsilon(function))

    return add


@command.command(short_help="is a claim true, with witness or margin")
@_on_a_model
@_levels(multiple=False)
@click.option("--delta", metavar="D", help="the claimed δ (0 unless given)")
def certify(
    document: Document, full: bool, alpha: str | None, epsilon: str | None, delta: str | None
) -> tuple[Any, int]:
    """Is a claim true? With the exact least δ, and the event that refutes a false claim."""
    from verify.claim.verdict import certify as decide
    from verify.report.answers import certify_form
    from verify.report.forms import CertifyListForm

    claims = _claims(document, alpha, epsilon, delta)
    verdicts = [decide(document.mechanism, claim, full=full) for claim in claims]
    answers = [certify_form(verdict, full=full) for verdict in verdicts]
    code = 0 if all(verdict.holds for verdict in verdicts) else VIOLATED
    return CertifyListForm(answers) if document.claims_listed else answers[0], code


@command.command(short_help="δ*(α): points, breakpoints, trade-off")
@_on_a_model
@_levels(multiple=True)
def profile(
    document: Document, full: bool, alpha: tuple[str, ...], epsilon: tuple[str, ...]
) -> tuple[Any, int]:
    """The exact privacy profile δ*(α): points, breakpoints, trade-off functions."""
    from verify.exact.level import Level
    from verify.loss.profile import PrivacyProfile
    from verify.report.answers import default_levels, profile_form

    levels = [Level.alpha(a, "--alpha") for a in alpha]
    levels += [Level.epsilon(e, "--epsilon") for e in epsilon]
    curve = PrivacyProfile(document.mechanism)
    shown = levels or default_levels(curve, [claim.level for claim in document.claims])
    return profile_form(curve, shown, whole=full or not levels, full=full), 0


@command.command(short_help="least α and ε at a δ")
@_on_a_model
@click.option("--delta", metavar="D", help="the δ (the document's first claim's, or 0)")
def epsilon(document: Document, full: bool, delta: str | None) -> tuple[Any, int]:
    """The least α (exact) and ε (rounded up) at a δ."""
    from verify.exact.rational import probability
    from verify.loss.epsilon import epsilon as least
    from verify.report.answers import epsilon_form

    target = document.claims[0].delta if document.claims else probability("0")
    if delta is not None:
        target = probability(delta, "--delta")
    found = least(document.mechanism, delta=target)
    return epsilon_form(found, target, document.adjacency, full=full), 0


@command.command(short_help="basic composition beside the exact δ*")
@_on_a_model
@click.option("--step-alpha", metavar="A", help="the level α₀ of one step (its pure level)")
def budget(document: Document, full: bool, step_alpha: str | None) -> tuple[Any, int]:
    """What basic composition promises, beside the exact δ* at the same level."""
    from verify.bounds.basic import budget as sum_up
    from verify.report.answers import budget_form

    found = sum_up(document.mechanism, step_alpha=step_alpha)
    return budget_form(found, document.adjacency, full=full), 0


@command.command(short_help="JSON Schema of documents and outputs")
@click.option(
    "--output",
    type=click.Choice(["certify", "profile", "epsilon", "budget"]),
    help="the schema of a command's JSON output instead",
)
def schema(output: str | None) -> int:
    """The JSON Schema of model documents, or of a command's output."""
    from verify.document.schema import document_schema
    from verify.report.schema import output_schema

    _print(document_schema() if output is None else output_schema(output), "json")
    return 0


@contextmanager
def _limits(raised: tuple[str, ...]) -> Iterator[None]:
    from verify.resources import limits, parse_limit

    with ExitStack() as stack:
        for text in raised:
            name, value = parse_limit(text)
            stack.enter_context(limits(**{name: value}))
        yield


@contextmanager
def _naming(model: str) -> Iterator[None]:
    """Errors of a document name it; those of options stand for themselves."""
    try:
        yield
    except InputError as error:
        if error.at.startswith(("--", "MODEL", "step-alpha")):
            raise
        name = "standard input" if model == "-" else model
        raise VerifyError(f"{printable(name)}: {error}") from None


@contextmanager
def _computing() -> Iterator[None]:
    """Limits that are met while computing belong to the mechanism."""
    try:
        yield
    except InputError as error:
        raise error if error.at else error.under("mechanism") from None


def _load(model: str, adjacency: str | None) -> Document:
    """The document, its mechanism under the option's adjacency where one is given."""
    from dataclasses import replace

    from verify.document.load import load_source
    from verify.law.adjacency import adjacency as read_adjacency

    document = load_source(model)
    if adjacency is None:
        return document
    form: object = adjacency
    if adjacency.lstrip().startswith("{"):
        from verify.document.text import parse

        form = parse(adjacency.encode(), toml=False)
    mechanism = document.mechanism.under(read_adjacency(form, "--adjacency"))
    mechanism.edges()
    return replace(document, mechanism=mechanism)


def _claims(
    document: Document, alpha: str | None, epsilon: str | None, delta: str | None
) -> list[Claim]:
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
        return [
            Claim(level or claim.level, claim.delta if bound is None else bound)
            for claim in document.claims
        ]
    if level is None:
        problem = "there is no claim" if bound is None else "--delta needs a level"
        form = '"claim": {"alpha": "3"} in the document, or --alpha 3'
        raise InputError(problem, at="claim", form=form)
    return [Claim(level, probability("0") if bound is None else bound)]


def _print(answer: Any, style: str) -> None:
    """Write the report; a reader that went away does not change the verdict's exit code."""
    if style == "json":
        from verify.report import json

        shown = json.render(answer)
    else:
        from verify.report import text

        shown = text.render(answer)
    try:
        click.echo(shown)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
