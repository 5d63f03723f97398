"""Loading model documents from files, standard input, Python objects and dictionaries."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from verify.claim.claim import AnyClaim, claim_of
from verify.claim.verdict import Verdict, certify
from verify.document.build import build
from verify.document.models import ClaimForm, DocumentForm
from verify.document.objects import named_object
from verify.document.shape import convert
from verify.document.text import check_tree, parse
from verify.document.types.base import given, under
from verify.document.utility import read_utility
from verify.errors import InputError
from verify.law.adjacency import Adjacency
from verify.law.mechanism import Mechanism
from verify.resources import check, current

if TYPE_CHECKING:
    from verify.claim.measured import MeasureVerdict
    from verify.utility.question import Question

__all__ = ["Document", "load", "load_source", "load_tree", "read_claims", "source_value"]

MODEL_FORM = 'a file, "-" for standard input, or package.module:object'


@dataclass(frozen=True, slots=True)
class Document:
    """A mechanism, under the adjacency of its document, and the claims made of it."""

    mechanism: Mechanism
    """its default adjacency is the document's"""
    claims: tuple[AnyClaim, ...] = ()
    claims_listed: bool = False
    """whether the claims were given as a list"""
    utility: Question | None = None
    """the expected error that is asked for"""
    source: bytes | None = field(default=None, repr=False, compare=False)
    """what it was read from, as a file or on standard input"""

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
    if isinstance(source, (str, os.PathLike)):
        return _from_bytes(*_read(source))
    return _document(load_tree(source))


def load_tree(source: str | os.PathLike[str] | Mapping[str, Any]) -> Any:
    """The tree of plain values behind a path or a dictionary, its shape not yet checked."""
    if isinstance(source, Mapping):
        check_tree(source)
        return source
    if not isinstance(source, (str, os.PathLike)):
        problem = f"a value of type {type(source).__name__} is no document"
        raise InputError(problem, form='a path, or {"schema": 1, "mechanism": {...}}')
    data, toml = _read(source)
    return parse(data, toml=toml)


def load_source(text: str) -> Document:
    """A document from what a command line names: a file, ``-``, or ``package.module:object``."""
    if not _names_object(text):
        return _from_bytes(*_read_source(text))
    found = _import_object(text)
    if isinstance(found, Document):
        return found
    return Document(found) if isinstance(found, Mechanism) else _document(found)


def source_value(text: str) -> Any:
    """What a command line names: the tree of a document, or a Python document or mechanism."""
    if _names_object(text):
        return _import_object(text)
    data, toml = _read_source(text)
    return parse(data, toml=toml)


def _names_object(text: str) -> bool:
    return text != "-" and ":" in text and not os.path.exists(text)


def _from_bytes(data: bytes, toml: bool | None) -> Document:
    return replace(_document(parse(data, toml=toml)), source=data)


def _read_source(text: str) -> tuple[bytes, bool | None]:
    if text == "-":
        return sys.stdin.buffer.read(current().document_bytes + 1), None
    return _read(text)


def _read(source: str | os.PathLike[str]) -> tuple[bytes, bool | None]:
    """What a file holds, and whether its name says that it is TOML."""
    path = Path(source)
    most = current().document_bytes
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)  # a device may have no end
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        problem = f"{str(path)[:200]!r} cannot be read: {reason}"
        raise InputError(problem, at="MODEL", form=MODEL_FORM) from None
    check("document_bytes", len(data), "the size of the document in bytes")
    return data, {".toml": True, ".json": False}.get(path.suffix.lower())


def _import_object(text: str) -> Document | Mechanism | Mapping[str, Any]:
    """The object that ``package.module:object`` names: a mechanism, a document or a dictionary."""
    value = named_object(text, "MODEL", MODEL_FORM)
    if isinstance(value, Mapping):
        check_tree(value)
    if isinstance(value, (Document, Mechanism, Mapping)):
        return value
    problem = f"{text[:200]!r} is a {type(value).__name__}"
    raise InputError(
        problem, at="MODEL", form="a mechanism, or a dictionary in the form of a document"
    )


def _document(tree: Any) -> Document:
    form = _form(tree)
    mechanism = build(form.mechanism, "mechanism")
    if form.adjacency is not UNSET:
        mechanism = mechanism.under(form.adjacency)
        mechanism.edges()
    claims = _claims(form)
    asked = None if form.utility is UNSET else read_utility(form.utility, mechanism)
    return Document(mechanism, claims, isinstance(form.claim, list), asked)


def read_claims(tree: Any) -> tuple[AnyClaim, ...]:
    """The claims of a document, whatever its mechanism."""
    return _claims(_form(tree))


def _form(tree: Any) -> DocumentForm:
    if isinstance(tree, Mapping) and tree.get("schema") is not None and tree.get("schema") != 1:
        raise InputError(f"unknown version {str(tree['schema'])[:40]}", at="schema", form="1")
    return convert(tree, DocumentForm, "")


def _claims(form: DocumentForm) -> tuple[AnyClaim, ...]:
    if form.claim is UNSET:
        return ()
    if not isinstance(form.claim, list):
        return (_claim(form.claim, "claim"),)
    if not form.claim:
        raise InputError("the list is empty", at="claim", form='a claim such as {"alpha": "3"}')
    return tuple(_claim(node, f"claim[{i}]") for i, node in enumerate(form.claim))


def _claim(node: Any, place: str) -> AnyClaim:
    form = convert(node, ClaimForm, place)
    names = ("alpha", "epsilon", "delta", "rho", "order", "eta")
    with under(place):
        return claim_of(**given(**{name: getattr(form, name) for name in names}))
