"""What all commands on a model share: options, loading, limits, errors that name the document."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from verify.errors import InputError, VerifyError, printable

if TYPE_CHECKING:
    from verify.document.load import Document

__all__ = ["levels", "on_a_model", "show"]

Command = TypeVar("Command", bound=Callable[..., Any])


def on_a_model(function: Callable[..., tuple[Any, int]]) -> Callable[..., int]:
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
            show(answer, style)
        return code

    for option in reversed(
        [
            click.argument("model"),
            click.option(
                "--format", "style", type=click.Choice(["text", "json", "markdown"]), default="text"
            ),
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


def show(answer: Any, style: str) -> None:
    """Write the report; a reader that went away does not change the verdict's exit code."""
    try:
        click.echo(_rendered(answer, style))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _rendered(answer: Any, style: str) -> str:
    if style == "json":
        from verify.report import json

        return json.render(answer)
    from verify.report import layout, render

    if style == "text":
        return render.render(answer)
    with layout.in_markdown():
        return re.sub(r"\n{3,}", "\n\n", render.render(answer))
