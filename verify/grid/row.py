"""One row of a sweep: a work unit that carries all it needs, and its answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from gmpy2 import mpq

from verify.claim.claim import AnyClaim
from verify.claim.least import least_alpha_omitted
from verify.claim.measured import Value
from verify.claim.verdict import Verdict, certify
from verify.document.load import Document, load
from verify.document.types.base import under
from verify.errors import InputError
from verify.exact.ring_level import level_of
from verify.grid.places import Place, put
from verify.law.adjacency import Adjacency
from verify.loss.value import DeltaValue
from verify.parallel import alone
from verify.profiles.directions import pure_level
from verify.profiles.profile import PrivacyProfile
from verify.resources import Limits, limits
from verify.utility.expected import Utility, answer

__all__ = ["Row", "Unit", "evaluate", "evaluate_all", "value_text"]

Setting: TypeAlias = "tuple[str, Place, Any]"
"""The name of a parameter as it was asked for, its place, and the value"""


@dataclass(frozen=True, slots=True)
class Unit:
    """What it takes to work out one row, in any process: plain values, limits included."""

    number: int
    tree: Any
    settings: tuple[Setting, ...]
    claim: AnyClaim | None
    adjacency: Adjacency | None
    full: bool
    limits: Limits


@dataclass(frozen=True, slots=True, repr=False)
class Row:
    """Privacy and utility of the mechanism at one combination of values."""

    number: int
    """from 1, in the order of the product of all values"""
    settings: tuple[tuple[str, Any], ...]
    """the parameters, as they were named, and their values"""
    adjacency: Adjacency
    claim: AnyClaim | None
    """what was decided, None where there is no level"""
    verdict: str | None
    """"holds", "violated" or "undecided"; None where there is no level"""
    delta_star: DeltaValue | None
    """the least δ at the level, None where there is none"""
    value: Value
    """the greatest value of a measure, for a claim about one (None then is infinity)"""
    pure_alpha: mpq | None
    """the least α with δ*(α) = 0; None where no finite α is enough"""
    total_variation: mpq
    least_alpha: mpq | None
    """the least α at the claimed δ; None where no finite α is enough, or where it is left out"""
    least_alpha_omitted: str | None
    """why the least α is left out"""
    utility: Utility | None

    @property
    def pure_epsilon(self) -> str:
        """ln of the pure level in decimal, rounded up; "0" at α = 1; "inf"."""
        return "inf" if self.pure_alpha is None else level_of(self.pure_alpha).epsilon_decimal()

    def __getitem__(self, name: str) -> Any:
        """The value of a parameter."""
        return dict(self.settings)[name]

    def __repr__(self) -> str:
        where = ", ".join(f"{name} = {value_text(value)}" for name, value in self.settings)
        alpha = "inf" if self.pure_alpha is None else self.pure_alpha
        parts = [f"{self.verdict}" if self.verdict else "", f"pure α = {alpha}"]
        parts += [] if self.delta_star is None else [f"δ* = {self.delta_star!r}"]
        parts += [] if self.utility is None else [f"{self.utility!r}"]
        return f"<Row {self.number}: {where}: {', '.join(filter(None, parts))}>"


def evaluate(unit: Unit) -> Row:
    """The answer of a work unit; an error names the row."""
    try:
        with limits(**asdict(unit.limits)):
            return _evaluate(unit)
    except InputError as error:
        where = ", ".join(f"{name} = {value_text(value)}" for name, _, value in unit.settings)
        place = f"row {unit.number} ({where})"
        at = f"{place}, {error.at}" if error.at else place
        raise type(error)(error.problem, at=at, form=error.form) from None


def evaluate_all(units: Sequence[Unit]) -> list[Row]:
    """The answers of several work units."""
    with alone():  # pieces of rows are too small to be given away
        return [evaluate(unit) for unit in units]


def value_text(value: Any, width: int = 40) -> str:
    """A value of a parameter in a message or a table."""
    if isinstance(value, str):
        text = value
    elif isinstance(value, (dict, list, tuple, bool)) or value is None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    else:
        text = str(value)
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _evaluate(unit: Unit) -> Row:
    document = _document(unit)
    mechanism = document.mechanism
    edges = mechanism.edges()
    verdict = None if unit.claim is None else certify(mechanism, unit.claim)
    omitted = _why_omitted(verdict, unit.full)
    return Row(
        number=unit.number,
        settings=tuple((name, value) for name, _, value in unit.settings),
        adjacency=mechanism.adjacency,
        claim=unit.claim,
        verdict=None if verdict is None else verdict.verdict,
        delta_star=verdict.delta_star if isinstance(verdict, Verdict) else None,
        value=None if verdict is None or isinstance(verdict, Verdict) else verdict.value,
        pure_alpha=pure_level(mechanism, edges),
        total_variation=PrivacyProfile(mechanism).total_variation,
        least_alpha=verdict.least_alpha if isinstance(verdict, Verdict) and not omitted else None,
        least_alpha_omitted=omitted,
        utility=_utility(document),
    )


def _utility(document: Document) -> Utility | None:
    if document.utility is None:
        return None
    with under("utility"):
        return answer(document.mechanism, document.utility)


def _document(unit: Unit) -> Document:
    model = unit.tree["mechanism"]
    for _, place, value in unit.settings:
        model = put(model, place, value)
    document = load({**unit.tree, "mechanism": model})
    if unit.adjacency is None:
        return document
    mechanism = document.mechanism.under(unit.adjacency)
    mechanism.edges()
    return Document(mechanism, document.claims, document.claims_listed, document.utility)


def _why_omitted(verdict: object, full: bool) -> str | None:
    """Why the least α at the claimed δ is left out, None where it is given."""
    if not isinstance(verdict, Verdict):
        return "there is no claim of a δ"
    return None if full else least_alpha_omitted(verdict)
