"""Sweeps as tables: for people, and as CSV for other programs."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from typing import TypeAlias

from gmpy2 import mpq

from verify.claim.claim import Claim
from verify.claim.measure_claim import RangeClaim, RenyiClaim
from verify.claim.measured import Value
from verify.errors import printable
from verify.exact.decimals import round_up
from verify.exact.leading import directed
from verify.exact.quotient import Number as ExactNumber
from verify.exact.quotient import Quotient
from verify.exact.rational import stated
from verify.grid.places import spell
from verify.grid.row import Row, value_text
from verify.law.labels import key_text
from verify.report.layout import facts, table, under
from verify.report.sweep import SweepAnswer
from verify.report.values import INFINITY, exact_form
from verify.report.words import exact_words, label_words
from verify.utility.expected import Utility

__all__ = ["csv_text", "sweep_text"]

SHORT, DIGITS = 14, 6
"""Characters of an exact number that fit a column, and digits of the decimal instead"""

WIDE_BITS = 64
"""Numbers with longer parts do not fit a column, so their text is not made"""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a table: exact where it is rational, and a decimal that is not below it."""

    exact: mpq | None
    upper: str


Cell: TypeAlias = "str | Number"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in files and on a screen, and what it takes from a row."""

    key: str
    header: str
    cell: Callable[[Row], Cell]
    is_number: bool = True


def sweep_text(answer: SweepAnswer) -> str:
    """What was asked, then one line per row."""
    names = printable(", ".join(name for name, _, _ in answer.parameters))
    found = {row.adjacency for row in answer.rows}
    adjacency = answer.rows[0].adjacency.to_json() if len(found) == 1 else "of each row"
    count = "1 row" if len(answer.rows) == 1 else f"{len(answer.rows)} rows"
    known = [("claim", str(answer.claim))] if answer.claim is not None else []
    known += [
        (name, spell(place))
        for name, place, _ in answer.parameters
        if spell(place).removeprefix("mechanism.") != name.removeprefix("mechanism.")
    ]
    known += [("error", answer.error)] if answer.error else []
    head = under(f"sweep of {names}: {count}", adjacency)
    return "\n".join([head, *([facts(*known)] if known else []), "", table(*_grid(answer))])


def _grid(answer: SweepAnswer) -> tuple[list[str], list[list[str]]]:
    columns = _columns(answer)
    headers = [printable(column.header) for column in columns]
    return headers, [[_short(column.cell(row)) for column in columns] for row in answer.rows]


def csv_text(answer: SweepAnswer) -> str:
    """The table for other programs; numbers stand twice, exact and as a decimal not below it."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = _columns(answer)
    writer.writerow(
        f"{printable(column.key)}{ending}"
        for column in columns
        for ending in (("", "_decimal") if column.is_number else ("",))
    )
    for row in answer.rows:
        writer.writerow(
            text for column in columns for text in _whole(column, row, full=answer.full)
        )
    return out.getvalue().rstrip("\n")


def _columns(answer: SweepAnswer) -> list[Column]:
    columns = [_setting(name) for name, _, _ in answer.parameters]
    claim = answer.claim
    if claim is not None:
        columns.append(Column("verdict", "verdict", lambda row: row.verdict or "", False))
    if isinstance(claim, Claim):
        columns.append(Column("delta_star", "δ*", _delta_star))
    elif claim is not None:
        columns.append(Column("value", _measure(claim), lambda row: _measured(row.value)))
    columns += [
        Column("pure_alpha", "pure α", lambda row: _number(row.pure_alpha)),
        Column("pure_epsilon", "pure ε", lambda row: Number(None, row.pure_epsilon), False),
        Column("total_variation", "total variation", lambda row: _number(row.total_variation)),
    ]
    if isinstance(claim, Claim) and claim.delta:
        columns.append(Column("least_alpha", "least α at δ", _least_alpha))
    return columns + _utility_columns(answer.rows[0].utility)


def _setting(name: str) -> Column:
    return Column(name, name, lambda row: value_text(row[name]), False)


def _utility_columns(first: Utility | None) -> list[Column]:
    """The worst input, then every group."""
    if first is None:
        return []
    return [
        Column("worst_error", "worst error", lambda row: _number(_utility(row).worst.expected)),
        Column("worst_input", "at input", lambda row: key_text(_utility(row).worst.input), False),
        *(_group(index, group.group) for index, group in enumerate(first.groups)),
    ]


def _group(index: int, name: str) -> Column:
    def cell(row: Row) -> Cell:
        return _number(_utility(row).groups[index].expected)

    return Column(f"group {name}", f"group {name}", cell)


def _utility(row: Row) -> Utility:
    assert row.utility is not None
    return row.utility


def _delta_star(row: Row) -> Cell:
    assert row.delta_star is not None
    return Number(row.delta_star.exact, row.delta_star.upper())


def _least_alpha(row: Row) -> Cell:
    return "not computed" if row.least_alpha_omitted else _number(row.least_alpha)


def _measured(value: Value) -> Cell:
    return _number(None) if value is None else Number(value.exact, value.upper())


def _number(value: ExactNumber | None) -> Number:
    if isinstance(value, Quotient):
        return Number(None, directed(value)[1])
    return Number(value, INFINITY if value is None else round_up(value))


def _short(cell: Cell) -> str:
    """A cell for people: exact where it is short, else a decimal that is not below it."""
    if isinstance(cell, str):
        return label_words(cell)
    exact = cell.exact
    if exact is not None and exact.numerator.bit_length() <= WIDE_BITS:
        text = str(exact)
        if len(text) <= SHORT:
            return text
    if exact is None and cell.upper in ("0", INFINITY):
        return cell.upper
    return f"≤ {round_up(stated(cell.upper), DIGITS)}"


def _whole(column: Column, row: Row, *, full: bool) -> list[str]:
    """The cells of a file: text, or a decimal, or the exact number and its decimal."""
    cell = column.cell(row)
    if isinstance(cell, str):
        return [printable(cell)] * (1 + column.is_number)
    if not column.is_number:
        return [cell.upper]
    if cell.exact is None and cell.upper != INFINITY:
        return ["", cell.upper]
    return [_exact_text(cell.exact, full=full), cell.upper]


def _exact_text(number: mpq | None, *, full: bool) -> str:
    form = exact_form(number, full=full)
    return form if isinstance(form, str) else exact_words(form)


def _measure(claim: object) -> str:
    if isinstance(claim, RenyiClaim):
        return f"D_{claim.order}"
    return "least η" if isinstance(claim, RangeClaim) else "least ρ"
