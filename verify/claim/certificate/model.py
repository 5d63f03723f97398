"""The laws of a mechanism in the one form that certificates know.

Every outcome lies in one branch; in it independent draws are made from rows of tables. So the law
of an input is a weight and a choice of rows for every branch. Powers, products and unions are
written as such; what is none of these is listed output by output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from gmpy2 import mpq

from verify import resources
from verify.claim.certificate.numbers import hexadecimal, irrational, rational
from verify.claim.certificate.tables import ListedTable, PackedTable, SeriesTable, Table
from verify.claim.describe import class_members
from verify.claim.event import counted
from verify.errors import NotAvailableError
from verify.exact.level import Level
from verify.law.infinite import as_series, has_series
from verify.law.labels import Label
from verify.law.naming import Alone, Naming, Tagged
from verify.law.pair import (
    AllocationPair,
    Branch,
    Pair,
    PowerPair,
    ProductPair,
    RenamedPair,
    RingPair,
    SeriesPair,
    TablePair,
    UnionPair,
    outcome_count,
    outcomes,
)
from verify.law.unions import way_count

__all__ = ["Model", "require_rational"]

Name = tuple[Label, ...]
"""What tells branches apart, from the outside in"""

Shape = tuple[tuple[int, int], ...]
"""Factors of a branch: (table, draws)"""

Law = dict[Name, tuple[mpq, tuple[int, ...]]]
"""For every branch that is entered: how likely, and a row for every factor"""


@dataclass(frozen=True, slots=True)
class _Factor:
    """Independent draws from a row under P, and from one under Q."""

    table: int
    rows: tuple[int, int]
    draws: int


@dataclass(frozen=True, slots=True)
class _Part:
    """A branch of a pair of laws: its weights under P and Q, and what is drawn in it."""

    name: Name
    p: mpq
    q: mpq
    factors: tuple[_Factor, ...]


class Model:
    """The laws of some inputs, made from pairs of them."""

    def __init__(self) -> None:
        self._tables: dict[object, tuple[int, Table]] = {}
        self._shapes: dict[Name, Shape] = {}
        self._laws: dict[int, Law] = {}
        self._level: Level | None = None

    @property
    def is_endless(self) -> bool:
        """Whether there are tails without end."""
        return any(isinstance(table, SeriesTable) for _, table in self._tables.values())

    def add(self, first: int, second: int, pair: Pair, level: Level | None = None) -> None:
        """The laws of two inputs (or of one, twice), and the level of the event that is asked for.

        Raises `verify.NotAvailableError` where the laws of two inputs have different forms.
        """
        self._level = level
        law: Law = {}
        other: Law = {}
        for part in self._parts(pair, ()):
            shape = tuple((factor.table, factor.draws) for factor in part.factors)
            if self._shapes.setdefault(part.name, shape) != shape:
                raise _refusal("laws whose branches differ from input to input")
            for side, weight, found in ((0, part.p, law), (1, part.q, other)):
                if weight:
                    found[part.name] = weight, tuple(f.rows[side] for f in part.factors)
        for index, found in ((first, law), (second, other)):
            if self._laws.setdefault(index, found) != found:
                raise _refusal("laws that are written differently from pair to pair")

    def written(self, inputs: Sequence[Label]) -> dict[str, Any]:
        """The form of certificates, for inputs by number in ascending order."""
        names = list(self._shapes)
        branches = [[_shown(name), *map(list, self._shapes[name])] for name in names]
        laws = [[self._entry(self._laws[i], name) for name in names] for i in sorted(self._laws)]
        return {
            "branches": branches,
            "inputs": [inputs[i] for i in sorted(self._laws)],
            "laws": laws,
            "tables": [table.written() for _, table in self._tables.values()],
        }

    @property
    def places(self) -> dict[int, int]:
        """Where each input, by its number, stands among those that are written."""
        return {index: place for place, index in enumerate(sorted(self._laws))}

    def _entry(self, law: Law, name: Name) -> list[Any]:
        """Weight and rows; a branch that is never entered has any rows."""
        weight, rows = law.get(name, (mpq(0), (0,) * len(self._shapes[name])))
        return [hexadecimal(weight), *rows]

    def _parts(self, pair: Pair, name: Name) -> list[_Part]:
        """The branches of a pair, whose names begin with ``name``."""
        match pair:
            case _ if has_series(pair):
                return self._of_series(as_series(pair), name)
            case TablePair():
                channel = pair.channel
                key = "packed", channel.outputs, channel.collapsed
                number, table = self._table(key, PackedTable(channel.outputs, channel.collapsed))
                assert isinstance(table, PackedTable)
                rows = table.row(channel, pair.first), table.row(channel, pair.second)
                return [_Part(name, mpq(1), mpq(1), (_Factor(number, rows, 1),))]
            case RenamedPair():
                return self._parts(pair.pair, name)
            case PowerPair():
                return self._of_power(pair, name)
            case ProductPair():
                return self._of_product(pair, name)
            case UnionPair():
                resources.check("outcomes", way_count(pair), "the branches of a certificate")
                return [part for branch in pair.branches for part in self._of_branch(branch, name)]
            case AllocationPair():
                return self._of_allocation(pair, name)
            case RingPair():
                raise irrational()
            case SeriesPair():
                raise AssertionError("a series has a series")

    def _table(self, key: object, new: Table) -> tuple[int, Table]:
        return self._tables.setdefault(key, (len(self._tables), new))

    def _of_power(self, pair: PowerPair, name: Name) -> list[_Part]:
        base = self._parts(pair.base, name)
        if len(base) > 1:
            base = [self._listed(pair.base, name)]
        (part,) = base
        factors = tuple(_Factor(f.table, f.rows, f.draws * pair.count) for f in part.factors)
        return [_Part(name, part.p, part.q, factors)]

    def _of_product(self, pair: ProductPair, name: Name) -> list[_Part]:
        """Every choice of one branch for each factor."""
        sides = [self._parts(f, (*name, str(i))) for i, f in enumerate(pair.factors)]
        size = 1
        for side in sides:
            size *= len(side)
            resources.check("outcomes", size * len(sides), "the branches of a certificate")
        if size == 1:
            return [_joined(name, [part for side in sides for part in side])]
        return [
            _joined((*name, *(label for part in choice for label in part.name)), choice)
            for choice in product(*sides)
        ]

    def _of_branch(self, branch: Branch, name: Name) -> Iterator[_Part]:
        inner = (*name, *_label(branch.naming))
        if branch.pair is None:
            yield _Part(inner, mpq(branch.p), mpq(branch.q), ())
            return
        for part in self._parts(branch.pair, inner):
            yield _Part(part.name, branch.p * part.p, branch.q * part.q, part.factors)

    def _of_allocation(self, pair: AllocationPair, name: Name) -> list[_Part]:
        """Outputs in any order are equally likely, so they are counted."""
        resources.check("outcomes", outcome_count(pair.base), "the outcomes of one round")
        found = class_members(pair, resources.current().outcomes)
        if found is None:
            raise _refusal("random allocations with so many different counts of outputs")
        labels, members = found
        laws: tuple[dict[Label, mpq], dict[Label, mpq]] = ({}, {})
        for counts, _, p, q in members:
            output = counted(labels, counts)
            laws[0][output], laws[1][output] = mpq(p), mpq(q)
        note = f"arrays of {pair.rounds} outputs, by how often each of them occurs"
        return [self._as_listed(("allocation", name), laws, name, note)]

    def _listed(self, pair: Pair, name: Name) -> _Part:
        """Outcomes one by one."""
        count = outcome_count(pair)
        resources.check("outcomes", count, "the outcomes that a certificate lists")
        laws: tuple[dict[Label, mpq], dict[Label, mpq]] = ({}, {})
        for y, p, q in outcomes(pair):
            laws[0][y], laws[1][y] = mpq(p), mpq(q)
        return self._as_listed(("listed", name), laws, name)

    def _as_listed(
        self,
        key: object,
        laws: tuple[dict[Label, mpq], dict[Label, mpq]],
        name: Name,
        note: str | None = None,
    ) -> _Part:
        number, table = self._table(key, ListedTable(note))
        assert isinstance(table, ListedTable)
        rows = table.row(laws[0]), table.row(laws[1])
        return _Part(name, mpq(1), mpq(1), (_Factor(number, rows, 1),))

    def _of_series(self, pair: SeriesPair, name: Name) -> list[_Part]:
        """Single outcomes, and a branch for every strand of integers."""
        parts = [_Part((*name, y), mpq(p), mpq(q), ()) for y, p, q in pair.alone]
        for strand in pair.strands:
            inner = (*name, strand.naming.name("an integer"))
            number, table = self._table(("series", inner), SeriesTable())
            assert isinstance(table, SeriesTable)
            totals = strand.p.total(), strand.q.total()
            present = [(s, t) for s, t in zip((strand.p, strand.q), totals, strict=True) if t]
            rows = [table.row(series.scaled(1 / total)) for series, total in present]
            if self._level is not None:
                table.settle(strand.p, strand.q, self._level)
            if rows:
                parts.append(_Part(inner, *totals, (_Factor(number, (rows[0], rows[-1]), 1),)))
        return parts


def require_rational(pair: Pair) -> None:
    """Raise `verify.NotAvailableError` where a part of the pair has powers of e."""
    match pair:
        case RingPair():
            raise irrational()
        case RenamedPair():
            require_rational(pair.pair)
        case PowerPair() | AllocationPair():
            require_rational(pair.base)
        case ProductPair():
            for factor in pair.factors:
                require_rational(factor)
        case UnionPair():
            for branch in pair.branches:
                rational(branch.p)
                rational(branch.q)
                if branch.pair is not None:
                    require_rational(branch.pair)


def _joined(name: Name, parts: Sequence[_Part]) -> _Part:
    p = q = mpq(1)
    factors: list[_Factor] = []
    for part in parts:
        p, q = p * part.p, q * part.q
        factors += part.factors
    return _Part(name, p, q, tuple(factors))


def _label(naming: Naming) -> Name:
    """What a branch of a union is called."""
    match naming:
        case Alone():
            return (naming.label,)
        case Tagged():
            return (naming.tag, "then")
        case _:
            return ("else",)


def _shown(name: Name) -> object:
    return name[0] if len(name) == 1 else list(name) or "all"


def _refusal(what: str) -> NotAvailableError:
    form = "a claim that is checked by verify certify alone"
    return NotAvailableError(f"{what} have no certificate yet", form=form)
