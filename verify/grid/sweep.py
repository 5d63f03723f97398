"""``sweep``: a document at every combination of values of its parameters."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import Executor
from itertools import product
from math import prod
from typing import Any, TypeAlias

from gmpy2 import mpq

from verify import resources
from verify.claim.claim import AnyClaim, Claim
from verify.claim.replaced import replaced
from verify.document.load import Document, load_tree, read_claims
from verify.errors import InputError
from verify.exact.level import Level
from verify.exact.rational import Exact, probability
from verify.grid.places import Place, find, spell
from verify.grid.row import Row, Unit, evaluate_all
from verify.grid.values import values_of
from verify.law.adjacency import AdjacencyForm
from verify.law.adjacency import adjacency as read_adjacency
from verify.law.mechanism import Mechanism
from verify.parallel import spread, working
from verify.profiles.profile import level_from

__all__ = ["Parameter", "parameters", "rows", "sweep", "units"]

Parameter: TypeAlias = "tuple[str, Place, list[Any]]"
"""The name of a parameter as it was asked for, its place, and its values"""

Source: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"


def sweep(
    document: Source,
    settings: Mapping[str, object],
    *,
    alpha: Exact | None = None,
    epsilon: Exact | None = None,
    delta: Exact | None = None,
    adjacency: AdjacencyForm | None = None,
    utility: str | Mapping[str, Any] | None = None,
    full: bool = False,
    executor: Executor | None = None,
) -> tuple[Row, ...]:
    """Privacy and utility of a document at every combination of values of its parameters.

    ``settings`` {name: values} names places inside the mechanism by a dotted path such as
    "of[0].p" (from "mechanism." or without it), or by a bare key that occurs there only once.
    Values are a list of whatever may stand there, or text such as "1/2,3/4" or
    "1/2..3/4:1/16". The rows are those of the cartesian product, the last parameter fastest. Each
    holds the verdict on the document's first claim (``alpha`` or ``epsilon`` and ``delta`` replace
    its numbers, or make one), the least δ there, the pure level, the total variation distance, and
    the expected error where the document asks for one, or ``utility`` does: a named error in
    place of the document's, or an object as the key ``utility`` of a document. Any
    `concurrent.futures.Executor` may work out the rows.

    Raises `verify.InputError` for a place that does not exist or is not the only one of its name,
    and for the first row that is no right document, naming the row.

    >>> model = {"schema": 1, "mechanism": {"type": "randomized_response", "p": "1/2"}}
    >>> for row in sweep(model, {"p": ["1/2", "3/4"]}, alpha=2, utility="zero_one"):
    ...     row
    <Row 1: p = 1/2: holds, pure α = 1, δ* = 0, <Utility zero_one: at most 1/2 at "0">>
    <Row 2: p = 3/4: violated, pure α = 3, δ* = 1/4, <Utility zero_one: at most 1/4 at "0">>
    """
    level = None if alpha is None and epsilon is None else level_from(alpha, epsilon)
    bound = None if delta is None else probability(delta, "delta")
    if isinstance(document, (Document, Mechanism)):
        raise InputError(
            f"a {type(document).__name__} has no parameters by name",
            form='a path, or {"schema": 1, "mechanism": {...}}',
        )
    if not isinstance(settings, Mapping):
        problem = f"a value of type {type(settings).__name__} sets nothing"
        raise InputError(problem, at="settings", form='{"p": ["1/2", "3/4"]}')
    tree = load_tree(document)
    claim = claim_for(tree, level, bound)
    read = {name: values_of(values, f"settings.{name}") for name, values in settings.items()}
    asked = parameters(tree, read, "settings")
    with working(executor):
        return rows(units(tree, asked, claim, adjacency, utility, full=full))


def rows(work: list[Unit]) -> tuple[Row, ...]:
    """The answers of work units, by the executor in force if there is one."""
    return tuple(spread(evaluate_all, work, "rows"))


def parameters(tree: Any, settings: Mapping[str, list[Any]], at: str) -> list[Parameter]:
    """The parameters of a sweep, each at a place of its own."""
    model = tree.get("mechanism") if isinstance(tree, Mapping) else None
    if not settings:
        raise InputError("nothing is swept", at=at, form="one parameter or more, such as p=1/2,3/4")
    found = [(name, find(model, name, at), values) for name, values in settings.items()]
    for i, (name, place, _) in enumerate(found):
        for other, there, _ in found[:i]:
            shorter = min(len(place), len(there))
            if place[:shorter] == there[:shorter]:
                problem = f"{name!r} and {other!r} overlap: {spell(place)} and {spell(there)}"
                raise InputError(problem, at=at, form="places that are apart from each other")
    count = prod(len(values) for _, _, values in found)
    resources.check("rows", count, "the number of rows", at)
    return found


def claim_for(
    tree: Any, level: Level | None, bound: mpq | None, prefix: str = ""
) -> AnyClaim | None:
    """The first claim of a document under another level and δ, or the claim that these make.

    ``prefix`` is how a command line spells its options.
    """
    claims = read_claims(tree)
    if claims:
        return replaced(claims[0], level, bound, f"{prefix}alpha")
    if level is not None:
        return Claim(level, mpq(0) if bound is None else bound)
    if bound is not None:
        form = f"{prefix}alpha or {prefix}epsilon as well"
        raise InputError("a δ needs a level", at=f"{prefix}delta", form=form)
    return None


def units(
    tree: Any,
    asked: list[Parameter],
    claim: AnyClaim | None,
    adjacency: AdjacencyForm | None = None,
    utility: str | Mapping[str, Any] | None = None,
    *,
    full: bool = False,
) -> list[Unit]:
    """One work unit per combination of values, in order."""
    chosen = None if adjacency is None else read_adjacency(adjacency)
    whole = _with_utility(tree, utility)
    places = [(name, place) for name, place, _ in asked]
    rows = product(*(values for _, _, values in asked))
    return [
        Unit(
            number,
            whole,
            tuple((name, place, value) for (name, place), value in zip(places, row, strict=True)),
            claim,
            chosen,
            full,
            resources.current(),
        )
        for number, row in enumerate(rows, 1)
    ]


def _with_utility(tree: Any, utility: str | Mapping[str, Any] | None) -> Any:
    """The document with another question about utility."""
    if utility is None:
        return tree
    if not isinstance(utility, str):
        return {**tree, "utility": utility}
    given = tree.get("utility")
    return {**tree, "utility": {**(given if isinstance(given, Mapping) else {}), "error": utility}}
