"""Expected errors as JSON and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.report.forms import GroupUtilityForm, InputUtilityForm, UtilityForm
from verify.report.layout import facts, heading, table
from verify.report.values import label_form, value_form
from verify.report.words import label_words, number_words

if TYPE_CHECKING:
    from verify.utility.expected import InputUtility, Utility

__all__ = ["group_form", "input_form", "utility_form", "utility_text"]

SHOWN = 6
"""Inputs, and twice as many groups, that fit a screen"""

NAMES = {
    "l1": "expected |y − target|",
    "l2": "expected (y − target)²",
    "zero_one": "chance of a wrong answer",
    "table": "expected loss",
}


def utility_form(found: Utility, *, full: bool = False) -> UtilityForm:
    """The expected error at every input, of every group, and at the worst input."""
    return UtilityForm(
        found.error,
        [input_form(item, full) for item in found.inputs],
        [group_form(found, i, full) for i in range(len(found.groups))],
        input_form(found.worst, full),
    )


def input_form(item: InputUtility, full: bool) -> InputUtilityForm:
    """The expected error at an input."""
    return InputUtilityForm(label_form(item.input), value_form(item.expected, full=full))


def group_form(found: Utility, index: int, full: bool) -> GroupUtilityForm:
    """The expected error of a group."""
    group = found.groups[index]
    average = value_form(group.expected, full=full)
    return GroupUtilityForm(group.group, average, input_form(group.worst, full))


def utility_text(answer: UtilityForm) -> str:
    """Inputs and groups with their expected errors."""
    name = NAMES[answer.error]
    rows = [[label_words(x.input), number_words(x.expected)] for x in answer.inputs[:SHOWN]]
    parts = [table(["input", name], rows).rstrip("\n")]
    if len(answer.inputs) > SHOWN:
        parts.append(f"  and {len(answer.inputs) - SHOWN} more")
    if answer.groups:
        shown = [
            [
                label_words(group.group),
                number_words(group.expected),
                label_words(group.worst.input),
                number_words(group.worst.expected),
            ]
            for group in answer.groups[: 2 * SHOWN]
        ]
        parts.append("\n" + table(["group", "average", "worst input", "there"], shown))
    worst = f"{number_words(answer.worst.expected)} at input {label_words(answer.worst.input)}"
    return "\n".join([heading("utility"), *parts, "", facts(("greatest", worst))])
