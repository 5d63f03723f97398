"""What all commands on a model share: options, loading, limits, errors that name the document."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from verify.errors import InputError, VerifyError, printable

if TYPE_CHECKING:
    from verify.document.load import Document
    from verify.exact.level import Level
    from verify.law.adjacency import Adjacency

__all__ = [
    "levels",
    "naming_option",
    "on_a_model",
    "on_what",
    "one_level",
    "raised_limits",
    "read_adjacency_option",
    "show",
    "show_text",
]

Command = TypeVar("Command", bound=Callable[..., Any])


def on_a_model(function: Callable[..., tuple[Any, int]]) -> Callable[..., int]:
    """A command on MODEL: adds the shared options, loads the document, prints the answer."""
    return on_what(_load, ("text", "json", "markdown"))(function)


def on_what(
    load: Callable[[str, str | None], Any], styles: Sequence[str]
) -> Callable[[Callable[..., tuple[Any, int]]], Callable[..., int]]:
    """The same for a command that asks for more, or less, than the loaded document."""

    def command(function: Callable[..., tuple[Any, int]]) -> Callable[..., int]:
        return _framed(function, load, styles)

    return command


def _framed(
    function: Callable[..., tuple[Any, int]],
    load: Callable[[str, str | None], Any],
    styles: Sequence[str],
) -> Callable[..., int]:
    @wraps(function)
    def run(
        model: str,
        style: str,
        adjacency: str | None,
        full: bool,
        raised: tuple[str, ...],
        **options: Any,
    ) -> int:
        with _naming(model), raised_limits(raised):
            document = load(model, adjacency)
            with _computing():
                answer, code = function(document, full, **options)
            show(answer, style)
        return code

    for option in reversed(
        [
            click.argument("model"),
            click.option("--format", "style", type=click.Choice(styles), default="text"),
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


def levels(*, multiple: bool) -> Callable[[Command], Command]:
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


def one_level(alpha: str | None, epsilon: str | None) -> Level | None:
    """The level that one of the options gives."""
    from verify.exact.level import Level

    if alpha is not None and epsilon is not None:
        raise InputError("both --alpha and --epsilon are given", at="--alpha", form="one of them")
    if alpha is not None:
        return Level.alpha(alpha, "--alpha")
    return None if epsilon is None else Level.epsilon(epsilon, "--epsilon")


@contextmanager
def raised_limits(raised: tuple[str, ...]) -> Iterator[None]:
    """Run a block under the limits that --limit raises."""
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
        if error.at.startswith(("--", "MODEL")):
            raise
        name = "standard input" if model == "-" else model
        raise VerifyError(f"{printable(name)}: {error}") from None


@contextmanager
def _computing() -> Iterator[None]:
    """Limits that are met while computing belong to the mechanism; long work is shown."""
    from verify.cli.work import clock, shown
    from verify.parallel import watching

    try:
        with watching(shown, clock):
            yield
    except InputError as error:
        raise error if error.at else error.under("mechanism") from None


def _load(model: str, adjacency: str | None) -> Document:
    """The document, its mechanism under the option's adjacency where one is given."""
    from dataclasses import replace

    from verify.document.load import load_source

    document = load_source(model)
    chosen = read_adjacency_option(adjacency)
    if chosen is None:
        return document
    mechanism = document.mechanism.under(chosen)
    with naming_option("--adjacency", "adjacency"):
        mechanism.edges()
    return replace(document, mechanism=mechanism)


def read_adjacency_option(text: str | None) -> Adjacency | None:
    """What --adjacency names."""
    from verify.law.adjacency import adjacency as read_adjacency

    if text is None:
        return None
    form: object = text
    if text.lstrip().startswith("{"):
        from verify.document.text import parse

        with naming_option("--adjacency", ""):
            form = parse(text.encode(), toml=False)
    return read_adjacency(form, "--adjacency")


@contextmanager
def naming_option(name: str, place: str) -> Iterator[None]:
    """Errors at a place (at any, where it is empty) are errors of an option."""
    try:
        yield
    except InputError as error:
        if place and not error.at.startswith(place):
            raise
        at = name + error.at[len(place) :] if place else name
        raise type(error)(error.problem, at=at, form=error.form) from None


def show(answer: Any, style: str) -> None:
    """Write the report of an answer."""
    show_text(_rendered(answer, style))


def show_text(text: str) -> None:
    """Write a report; a reader that went away does not change the verdict's exit code."""
    try:
        click.echo(text)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _rendered(answer: Any, style: str) -> str:
    if style == "json":
        from verify.report import json

        return json.render(answer)
    if style == "csv":
        from verify.report import tables

        return tables.csv_text(answer)
    from verify.report import layout, render

    if style == "text":
        return render.render(answer)
    with layout.in_markdown():
        return re.sub(r"\n{3,}", "\n\n", render.render(answer))
