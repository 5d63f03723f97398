"""What is asked: which error, against which target, for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import Exact, rational
from verify.law.labels import Label, key_label, key_text, label, show
from verify.utility.distance import POWERS, number_of
from verify.utility.groups import Group, by_input, read_groups

__all__ = ["ERRORS", "TABLE", "ErrorForm", "Question", "question"]

ERRORS = ("l1", "l2", "zero_one")
"""The named error measures"""

TABLE = "table"
"""What an error measure of the user's own is called"""

ErrorForm: TypeAlias = "str | Mapping[Any, Mapping[Any, Exact]]"
"""A named error measure, or {input: {output: loss}}"""

Losses: TypeAlias = "Mapping[Label, mpq]"

FORM = '"l1", "l2", "zero_one" or a table {input: {output: loss}}'


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """An error measure with what it is measured against, for the inputs of one mechanism."""

    error: str
    """one of `ERRORS`, or `TABLE`"""
    inputs: tuple[Label, ...]
    targets: tuple[Label, ...]
    """one per input"""
    groups: tuple[Group, ...]
    losses: tuple[Losses, ...] = ()
    """one per input, for a table"""

    def under(self, error: str) -> Question:
        """The same question with another named error measure."""
        changed = replace(self, error=_named(error), losses=())
        changed.check_targets()
        return changed

    def check_targets(self) -> None:
        """Raise unless every target is a number, or an array of numbers, where that is needed."""
        if self.error not in POWERS:
            return
        known: dict[str, bool] = {}
        for x, target in zip(self.inputs, self.targets, strict=True):
            if not _is_numeric(target, known):
                what = "input" if x == target else f"target of input {show(x)},"
                problem = f'the {what} {show(target)} is no number, and "{self.error}" needs one'
                form = f'"target": {{{show(key_text(x))}: "0"}}, or "zero_one"'
                raise InputError(problem, at=f"target.{key_text(x)}", form=form)


def question(
    inputs: tuple[Label, ...],
    error: ErrorForm,
    target: Mapping[Any, object] | None = None,
    groups: Mapping[str, Any] | None = None,
) -> Question:
    """A question about a mechanism with these inputs, checked as far as its laws are not needed."""
    known = {x: i for i, x in enumerate(inputs)}
    read = () if groups is None else read_groups(groups, known)
    if isinstance(error, Mapping):
        if target is not None:
            form = "no target: the table itself says what an output costs"
            raise InputError("a table of losses has no target", at="target", form=form)
        return Question(TABLE, inputs, inputs, read, _losses(error, known))
    targets = list(inputs)
    if target is not None:
        for i, (place, value) in by_input(target, known, "target").items():
            targets[i] = label(value, place)
    found = Question(_named(error), inputs, tuple(targets), read)
    found.check_targets()
    return found


def _named(error: object) -> str:
    if not isinstance(error, str) or error not in ERRORS:
        shown = show(error) if isinstance(error, str) else f"a value of type {type(error).__name__}"
        raise InputError(f"{shown} is no error measure", at="error", form=FORM)
    return error


def _losses(table: Mapping[Any, Any], known: Mapping[Label, int]) -> tuple[Losses, ...]:
    rows = by_input(table, known, "error")
    for x, i in known.items():
        if i not in rows:
            problem = f"no losses for the input {show(x)}"
            raise InputError(problem, at="error", form="a loss for every input and output")
    return tuple(_row(rows[i][1], rows[i][0]) for i in known.values())


def _row(row: object, at: str) -> Losses:
    """The losses of one input; keys are kept as they read, text or array."""
    if not isinstance(row, Mapping):
        kind = "null" if row is None else f"a {type(row).__name__}"
        raise InputError(f"expected an object, got {kind}", at=at, form="{output: loss}")
    found: dict[Label, mpq] = {}
    for key, value in row.items():
        place = f"{at}.{key if isinstance(key, str) else key_text(label(key, at))}"
        output = key_label(key, place)
        if output in found:
            raise InputError("the output stands twice", at=place, form="each output once")
        found[output] = rational(value, place)
    return found


def _is_numeric(item: Label, known: dict[str, bool]) -> bool:
    """Whether a label is a number, or an array of them; ``known`` remembers texts."""
    if isinstance(item, tuple):
        return all(_is_numeric(part, known) for part in item)
    if item not in known:
        known[item] = number_of(item) is not None
    return known[item]
