"""Numbers, labels and levels in the form of results."""

from __future__ import annotations

from gmpy2 import mpq
from msgspec import UNSET

from verify.claim.event import as_json
from verify.exact.between import Between
from verify.exact.leading import directed
from verify.exact.level import Level
from verify.exact.quotient import Number, Quotient
from verify.exact.rational import text_of
from verify.exact.ring_level import level_of
from verify.law.labels import Label
from verify.loss.delta import Delta, RingDelta
from verify.loss.value import DeltaValue
from verify.report.forms import DeltaForm, EnclosedForm, Exact, OmittedForm, Value

__all__ = [
    "INFINITY",
    "MOST_DIGITS",
    "alpha_form",
    "delta_form",
    "exact_form",
    "label_form",
    "level_form",
    "value_form",
]

MOST_DIGITS = 4000
"""Longer exact texts are replaced by their number of digits."""

INFINITY = "inf"


def exact_form(number: mpq | None, *, full: bool = False) -> Exact:
    """Canonical text, "inf" for None, or how many digits were left out."""
    if number is None:
        return INFINITY
    if not full:
        digits = number.numerator.num_digits(10) + number.denominator.num_digits(10)
        if digits > MOST_DIGITS + 2 or (digits > MOST_DIGITS and _digits(number) > MOST_DIGITS):
            return OmittedForm(digits)
    return text_of(number)


def value_form(number: Number | Between | None, *, full: bool = False) -> Value:
    """A number that may be irrational: exact text, "inf" for None, or its bounds."""
    if isinstance(number, Between):
        found = EnclosedForm(number.lower(), number.upper())
        found.__dict__["is_interval"] = True  # no field: not in the JSON
        return found
    if isinstance(number, Quotient):
        return EnclosedForm(*directed(number))
    return exact_form(number, full=full)


def alpha_form(alpha: Number | Between | None, *, full: bool = False) -> Value:
    """An α that was computed; where it is not written out, for reports in words, its ε."""
    found = value_form(alpha, full=full)
    if isinstance(found, (EnclosedForm, OmittedForm)) and alpha is not None:
        upper = alpha.high if isinstance(alpha, Between) else alpha
        found.__dict__["epsilon"] = level_of(upper).epsilon_decimal()  # no field: not in the JSON
    return found


def delta_form(delta: DeltaValue, *, full: bool = False, parts: bool = True) -> DeltaForm:
    """A δ value: bounds always, ``exact`` where it is rational, ``a`` and ``b`` where asked for.

    Only laws with rational weights have ``a`` and ``b``; of an interval there are the bounds alone.
    """
    if not isinstance(delta, Delta):
        found = DeltaForm(delta.lower(), delta.upper())
        found.__dict__["is_interval"] = True  # no field: not in the JSON
        return found
    parts = parts and not isinstance(delta, RingDelta)
    return DeltaForm(
        delta.lower(),
        delta.upper(),
        exact_form(delta.exact, full=full) if delta.is_rational else UNSET,
        exact_form(delta.a, full=full) if parts else UNSET,
        exact_form(delta.b, full=full) if parts else UNSET,
    )


def level_form(level: Level, *, full: bool = False) -> Value:
    """α as exact text where it is rational, else its bounds."""
    if level.is_rational and (level.value is not None or full):
        return exact_form(level.formed(), full=full)
    if level.is_rational:
        return OmittedForm(int(float(level.epsilon_decimal()) / 2.302585092994) + 2)
    return alpha_form(level.number() / mpq(1), full=full)


def label_form(item: Label) -> object:
    """A label: text, or an array of labels."""
    return as_json(item)


def _digits(number: mpq) -> int:
    return sum(character.isdigit() for character in str(number))
