"""Values of answers in words for people: shortened where long, never rounded to the wrong side."""

from __future__ import annotations

import json
from typing import Any

from gmpy2 import mpq
from msgspec import UnsetType

from verify.errors import InputError, printable
from verify.exact.decimals import DIGITS, round_down, round_up
from verify.exact.level import Level
from verify.exact.rational import rational, stated
from verify.law.labels import Label, key_text
from verify.report.forms import (
    CertifyForm,
    ClaimForm,
    DeltaForm,
    EnclosedForm,
    OmittedForm,
    PointForm,
    Value,
)

__all__ = [
    "adjacency_words",
    "between_words",
    "claim_words",
    "claimed_level",
    "delta_words",
    "epsilon_words",
    "equation",
    "exact_words",
    "label_words",
    "least_alpha_words",
    "level_words",
    "number_words",
    "point_words",
]

SHORT_DIGITS = 6

DECIMAL_DIGITS = 12

MOST_CHARACTERS = 32

BETWEEN_DIGITS = 9

NEAR_ONE = mpq(9999, 10000)


def exact_words(value: Value) -> str:
    """Exact text where it is short, else a decimal: not below it, or cut off where irrational."""
    if isinstance(value, EnclosedForm) and "is_interval" in value.__dict__:
        return between_words(value.lower, value.upper)
    if isinstance(value, EnclosedForm):
        return f"{value.upper if value.upper.startswith('-') else value.lower}..."
    if isinstance(value, OmittedForm):
        return f"({value.omitted_digits} digits)"
    if value is None or len(value) <= MOST_CHARACTERS:
        return value or ""
    try:
        number = rational(value)
    except InputError:  # a level such as exp(...)
        return f"{value[:MOST_CHARACTERS]}..."
    text = round_up(number, DECIMAL_DIGITS)
    return _trimmed(text) if rational(text) == number else f"≤ {text}"


def delta_words(value: DeltaForm) -> str:
    """The exact value with a decimal that is not below it, or its bounds."""
    if "is_interval" in value.__dict__:
        return between_words(value.lower, value.upper)
    if not isinstance(value.exact, str) or len(value.exact) > MOST_CHARACTERS:
        return f"in [{_beside_one(value.lower)}, {_beside_one(value.upper)}]"
    if "/" not in value.exact:
        return value.exact
    return f"{value.exact} {_decimal(rational(value.exact))}"


def between_words(lower: str, upper: str) -> str:
    """Bounds of a number that is not known exactly, rounded outward."""
    low, high = stated(lower), stated(upper)
    if low == high:
        return lower
    if low > NEAR_ONE and high < 1:
        ends = round_up(1 - low, BETWEEN_DIGITS), round_down(1 - high, BETWEEN_DIGITS)
        return f"between 1 − {ends[0]} and 1 − {ends[1]}"
    return f"between {round_down(low, BETWEEN_DIGITS)} and {round_up(high, BETWEEN_DIGITS)}"


def _beside_one(decimal: str) -> str:
    """The same number, by its distance from 1 where it has more digits for the sake of that."""
    number = stated(decimal)
    if len(decimal.lstrip("-0.")) <= DIGITS or not 0 < abs(number) < 1:
        return decimal
    rest = round_up(1 - abs(number))
    if abs(number) + stated(rest) != 1:
        return decimal
    return f"1 − {rest}" if number > 0 else f"-1 + {rest}"


def number_words(value: Value) -> str:
    """An exact number with a decimal that is not below it."""
    shown = exact_words(value)
    if not isinstance(value, str) or shown != value or "/" not in value:
        return shown
    return f"{value} {_decimal(rational(value))}"


def _decimal(number: mpq) -> str:
    """A short decimal: equal where it can be, else rounded up."""
    text = round_up(number, SHORT_DIGITS)
    if rational(text) != number:
        return f"≤ {text}"
    return f"= {_trimmed(text)}"


def _trimmed(decimal: str) -> str:
    """Without the zeros at the end of its fraction."""
    mantissa, e, exponent = decimal.partition("e")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}{e}{exponent}"


def epsilon_words(epsilon: str) -> str:
    """ε rounded up, or exact where it has fewer digits than a rounded one."""
    digits = sum(character.isdigit() for character in epsilon.partition("e")[0])
    return f"ε = {epsilon}" if digits < DIGITS else f"ε ≤ {epsilon}"


def level_words(alpha: Value) -> str:
    """α, and ε rounded up."""
    if isinstance(alpha, EnclosedForm):
        epsilon = epsilon_words(alpha.__dict__["epsilon"])
        return f"{equation('α', exact_words(alpha))}   ({epsilon})"
    if isinstance(alpha, OmittedForm):
        return f"α = {exact_words(alpha)}   ({epsilon_words(alpha.__dict__['epsilon'])})"
    if alpha == "inf":
        return "none: no finite α is enough"
    epsilon = epsilon_words(Level.alpha(alpha).epsilon_decimal())
    return f"{equation('α', exact_words(alpha))}   ({epsilon})"


def least_alpha_words(answer: CertifyForm) -> str:
    """The least level at the claimed δ, or why it is left out."""
    if answer.least_alpha is None:
        return f"not computed: {answer.least_alpha_omitted}"
    return level_words(answer.least_alpha)


def claim_words(answer: CertifyForm) -> str:
    """The claim as it was made."""
    delta = equation("δ", exact_words(answer.claim.delta))
    return f"({_given(answer.claim.alpha, answer.claim.epsilon)}, {delta})"


def claimed_level(claim: ClaimForm) -> str:
    """The level of a claim, with α beside ε."""
    if not isinstance(claim.epsilon, str):
        return _given(claim.alpha, claim.epsilon)
    level = Level.epsilon(claim.epsilon)
    if level.value is not None:
        return f"α = e^({claim.epsilon}) = {exact_words(str(level))}"
    bracket = level.bracket(40, 1 << 10)
    about = f", about {round_up(bracket[1], SHORT_DIGITS)}" if bracket else ""
    return f"α = e^({exact_words(claim.epsilon)}){about}"


def point_words(point: PointForm) -> str:
    """The level of a point as it was given."""
    return _given(point.alpha, point.epsilon)


def label_words(item: Any) -> str:
    """A label on one line, without control characters."""
    text = key_text(_label(item))
    return printable(text if len(text) <= 200 else text[:197] + "...")


def adjacency_words(form: object) -> str:
    """An adjacency, shortened."""
    text = form if isinstance(form, str) else json.dumps(form, ensure_ascii=False)
    return printable(text if len(text) <= 80 else text[:77] + "...")


def _given(alpha: Value, epsilon: str | UnsetType) -> str:
    if isinstance(epsilon, str):
        return equation("ε", exact_words(epsilon))
    return equation("α", "" if isinstance(alpha, UnsetType) else exact_words(alpha))


def equation(name: str, value: str) -> str:
    """``name = value``, or the bound that the value says."""
    return f"{name} {value}" if value.startswith(("≤", "between", "in [")) else f"{name} = {value}"


def _label(item: Any) -> Label:
    return tuple(_label(part) for part in item) if isinstance(item, list) else str(item)
