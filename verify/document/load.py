"""Loading model documents from files, standard input, Python objects and dictionaries."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import UNSET

from verify.claim.claim import AnyClaim, claim_of
from verify.claim.measured import MeasureVerdict
from verify.claim.verdict import Verdict, certify
from verify.document.build import build
from verify.document.models import ClaimForm, DocumentForm
from verify.document.shape import convert
from verify.document.text import check_tree, parse
from verify.document.types.base import given, under
from verify.errors import InputError
from verify.law.adjacency import Adjacency
from verify.law.mechanism import Mechanism
from verify.resources import check, current

__all__ = ["Document", "load", "load_source"]

MODEL_FORM = 'a file, "-" for standard input, or package.module:object'


@dataclass(frozen=True, slots=True)
class Document:
    """A mechanism, under the adjacency of its document, and the claims made of it."""

    mechanism: Mechanism
    """its default adjacency is the document's"""
    claims: tuple[AnyClaim, ...] = ()
    claims_listed: bool = False
    """whether the claims were given as a list"""

    @property
    def adjacency(self) -> Adjacency:
        """The adjacency in force: the document's, or the mechanism's own."""
        return self.mechanism.adjacency

    def certify(self) -> tuple[Verdict | MeasureVerdict, ...]:
        """The verdicts on its claims, in order."""
        return tuple(certify(self.mechanism, claim) for claim in self.claims)


def load(source: str | os.PathLike[str] | Mapping[str, Any]) -> Document:
    """A model document from a path (.json or .toml) or a dictionary of the same shape.

    Raises `verify.InputError`, naming the path of the key, for anything but a right document.

    >>> rr = {"type": "randomized_response", "p": "3/4"}
    >>> load({"schema": 1, "mechanism": rr}).mechanism.inputs
    ('0', '1')
    """
    if isinstance(source, Mapping):
        check_tree(source)
        return _document(source)
    if not isinstance(source, (str, os.PathLike)):
        problem = f"a value of type {type(source).__name__} is no document"
        raise InputError(problem, form='a path, or {"schema": 1, "mechanism": {...}}')
    return _from_file(Path(source))


def load_source(text: str) -> Document:
    """A document from what a command line names: a file, ``-``, or ``package.module:object``."""
    if text == "-":
        return _document(parse(_read_standard_input()))
    if ":" in text and not os.path.exists(text):
        return _from_object(text)
    return _from_file(Path(text))


def _read_standard_input() -> bytes:
    return sys.stdin.buffer.read(current().document_bytes + 1)


def _from_file(path: Path) -> Document:
    most = current().document_bytes
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)  # a device may have no end
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        problem = f"{str(path)[:200]!r} cannot be read: {reason}"
        raise InputError(problem, at="MODEL", form=MODEL_FORM) from None
    check("document_bytes", len(data), "the size of the document in bytes")
    suffix = path.suffix.lower()
    return _document(parse(data, toml={".toml": True, ".json": False}.get(suffix)))


def _from_object(text: str) -> Document:
    """The object that ``package.module:object`` names: a mechanism, a document or a dictionary."""
    module_name, _, path = text.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        with redirect_stdout(sys.stderr):  # reports alone go to standard output
            value: Any = import_module(module_name)
            for name in path.split("."):
                value = getattr(value, name)
    except (Exception, SystemExit) as error:  # whatever the user's module does when it is imported
        problem = f"{text[:200]!r} cannot be had: {type(error).__name__}: {str(error)[:200]}"
        raise InputError(problem, at="MODEL", form=MODEL_FORM) from None
    if isinstance(value, Document):
        return value
    if isinstance(value, Mechanism):
        return Document(value)
    if isinstance(value, Mapping):
        return load(value)
    problem = f"{text[:200]!r} is a {type(value).__name__}"
    raise InputError(
        problem, at="MODEL", form="a mechanism, or a dictionary in the form of a document"
    )


def _document(tree: Any) -> Document:
    if isinstance(tree, Mapping) and tree.get("schema") is not None and tree.get("schema") != 1:
        raise InputError(f"unknown version {str(tree['schema'])[:40]}", at="schema", form="1")
    form = convert(tree, DocumentForm, "")
    mechanism = build(form.mechanism, "mechanism")
    if form.adjacency is not UNSET:
        mechanism = mechanism.under(form.adjacency)
        mechanism.edges()
    if form.claim is UNSET:
        return Document(mechanism)
    if not isinstance(form.claim, list):
        return Document(mechanism, (_claim(form.claim, "claim"),))
    if not form.claim:
        raise InputError("the list is empty", at="claim", form='a claim such as {"alpha": "3"}')
    claims = tuple(_claim(node, f"claim[{i}]") for i, node in enumerate(form.claim))
    return Document(mechanism, claims, True)


def _claim(node: Any, place: str) -> AnyClaim:
    form = convert(node, ClaimForm, place)
    names = ("alpha", "epsilon", "delta", "rho", "order", "eta")
    with under(place):
        return claim_of(**given(**{name: getattr(form, name) for name in names}))
