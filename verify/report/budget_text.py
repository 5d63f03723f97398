"""A budget as text: the steps, then a row for every theorem, then the truth."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, Decimal, localcontext
from typing import Any

import click
from gmpy2 import mpz
from msgspec import UnsetType

from verify.exact.decimals import decimal_text, round_down
from verify.exact.rational import rational
from verify.exact.shown import decimals
from verify.report.budget import AskedForm, BoundForm, BudgetForm, TotalForm
from verify.report.forms import DeltaForm
from verify.report.layout import facts, heading, table, under
from verify.report.words import (
    SHORT_DIGITS,
    delta_words,
    epsilon_words,
    equation,
    exact_words,
    level_words,
)

__all__ = ["budget_text"]

UNKNOWN = "not known"

NEAR_ONE = "0.999999"

SHORT = 12
"""Characters of exact text in a cell"""


def budget_text(answer: BudgetForm) -> str:
    """What the steps are, what theorems promise for all of them, what is true."""
    head = under("composition budget", answer.adjacency)
    if answer.total is None:
        return f"{head}\n{click.style('withheld', fg='yellow', bold=True)}: {answer.withheld}"
    alpha, delta = (exact_words(each) for each in (answer.step.alpha, answer.step.delta))
    asked = answer.asked if isinstance(answer.asked, AskedForm) else None
    rows = [
        ("one step", f"{equation('α₀', alpha)}, {equation('δ₀', delta)}"),
        ("queries", str(answer.queries)),
        ("basic composition", _total(answer.total)),
        ("the truth at that level", _truth(answer.exact)),
    ]
    promises = _deltas(answer.bounds)
    if asked is not None and not isinstance(asked.delta, UnsetType):
        rows.append((f"the truth at {equation('δ', exact_words(asked.delta))}", _least(asked)))
        promises = _levels(answer.bounds)
    elif asked is not None:
        rows.append((f"the truth at {_asked_level(asked)}", _truth(asked.exact)))
    parts = [head, facts(*rows), "", promises, ""]
    parts += [heading("assuming"), _assumptions(answer.bounds)]
    if answer.omitted:
        parts += ["", heading("not given"), facts(*((x.name, x.reason) for x in answer.omitted))]
    return "\n".join(parts)


def _deltas(bounds: list[BoundForm]) -> str:
    """The δ of every theorem at its level."""
    rows = [
        [x.name, _decimal(x.epsilon), _promise(x.delta), _waste(x.waste.delta), _detail(x)]
        for x in bounds
    ]
    return table(["theorem", "ε", "δ", "δ − δ*", ""], rows)


def _levels(bounds: list[BoundForm]) -> str:
    """The level of every theorem at the δ that was asked about."""
    rows = [
        [x.name, _decimal(x.epsilon), _waste(x.waste.epsilon_ratio), _detail(x)] for x in bounds
    ]
    return table(["theorem", "ε", "ε/ε*", ""], rows)


def _assumptions(bounds: list[BoundForm]) -> str:
    """What is assumed; what was just said is not repeated."""
    rows: list[tuple[str, str]] = []
    before = ""
    for bound in bounds:
        rows.append((bound.name, "the same" if bound.assumptions == before else bound.assumptions))
        before = bound.assumptions
    return facts(*rows)


def _total(total: TotalForm) -> str:
    alpha, delta = exact_words(total.alpha), exact_words(total.delta)
    level = equation("α", alpha)
    return f"{level} ({epsilon_words(total.epsilon)}), {equation('δ', delta)}"


def _truth(exact: DeltaForm | UnsetType | None) -> str:
    return equation("δ*", delta_words(exact)) if isinstance(exact, DeltaForm) else UNKNOWN


def _least(asked: AskedForm) -> str:
    return UNKNOWN if asked.least_alpha is None else level_words(asked.least_alpha)


def _asked_level(asked: AskedForm) -> str:
    if isinstance(asked.epsilon, str):
        return f"ε = {exact_words(asked.epsilon)}"
    return f"α = {exact_words(asked.alpha)}"


def _promise(value: Any) -> str:
    """A δ in a cell: exact where it is short, else rounded up."""
    if isinstance(value, str):
        return value if len(value) <= SHORT else _rounded(decimals(rational(value))[1])
    return _rounded(value.upper)


def _waste(value: DeltaForm | UnsetType | None) -> str:
    if not isinstance(value, DeltaForm):
        return UNKNOWN
    if isinstance(value.exact, str) and len(value.exact) <= SHORT:
        return value.exact
    return value.upper if value.upper == "inf" else _rounded(value.upper)


def _decimal(epsilon: str) -> str:
    return epsilon if len(epsilon) <= SHORT else _rounded(epsilon)


def _rounded(text: str) -> str:
    """A number of any size, rounded up to few digits; next to 1, those of its distance from 1."""
    if text.startswith(NEAR_ONE):
        return f"≤ 1 − {round_down(1 - rational(text), SHORT_DIGITS)}"
    with localcontext(prec=SHORT_DIGITS, rounding=ROUND_CEILING, Emin=MIN_EMIN, Emax=MAX_EMAX):
        _, digits, exponent = (+Decimal(text)).as_tuple()
    mantissa = int("".join(map(str, digits)))
    return f"≤ {decimal_text(mpz(mantissa), int(exponent), SHORT_DIGITS)}"


def _detail(bound: BoundForm) -> str:
    return bound.detail if isinstance(bound.detail, str) else ""
