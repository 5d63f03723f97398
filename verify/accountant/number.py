"""The number of an accountant as it is: a float here means its exact binary value."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, TypeAlias

import numpy as np
from gmpy2 import mpq

from verify.errors import InputError, LimitError
from verify.exact.level import Level
from verify.exact.rational import Exact, probability, rational

__all__ = [
    "INFINITE",
    "NAN",
    "NEGATIVE_LEVEL",
    "Answer",
    "as_float",
    "asked_delta",
    "asked_level",
    "claimed_delta",
    "claimed_level",
    "exact_value",
    "given_text",
    "special",
]

Answer: TypeAlias = "Exact | float | np.floating[Any]"
"""What an accountant may say, and be asked at"""

NAN, INFINITE, MINUS_INFINITE = "nan", "inf", "-inf"

NEGATIVE_LEVEL = "negative"
"""An α below 1, which no logarithm makes a level"""

_WORDS = {
    "nan": NAN,
    "inf": INFINITE,
    "+inf": INFINITE,
    "infinity": INFINITE,
    "-inf": MINUS_INFINITE,
    "-infinity": MINUS_INFINITE,
}


def special(value: Answer) -> str | None:
    """ "nan", "inf" or "-inf" for what is no finite number, else None.

    >>> special(float("nan")), special("Infinity"), special(0.5)
    ('nan', 'inf', None)
    """
    if isinstance(value, str):
        return _WORDS.get(value.strip().lower())
    if isinstance(value, Decimal):
        word = str(value).lower().replace("snan", NAN)
        return NAN if word.startswith((NAN, "-nan")) else _WORDS.get(word)
    if isinstance(value, (float, np.floating)):
        return _WORDS.get(str(float(value)))
    return None


def exact_value(value: Answer, at: str) -> mpq:
    """A finite number exactly; a float at its binary value.

    >>> exact_value(0.1, "delta"), exact_value("0.1", "delta")
    (mpq(3602879701896397,36028797018963968), mpq(1,10))
    """
    if not isinstance(value, (float, np.floating)):
        return rational(value, at)
    if not np.isfinite(value):
        raise InputError(f"{value} is no finite number", at=at, form="a number such as 0.5")
    return mpq(*map(int, value.as_integer_ratio()))


def given_text(value: Answer) -> str:
    """The number as it was given: a float by its shortest text."""
    if isinstance(value, np.floating):
        return str(value.item())
    return repr(value) if isinstance(value, float) else str(value).strip()


def as_float(epsilon: Answer, at: str) -> float:
    """The float that an accountant is asked at in place of an ε."""
    if special(epsilon) == NAN:
        return float(NAN)
    if isinstance(epsilon, str):
        return Level.epsilon(epsilon, at).approximate()
    return float(epsilon)


def asked_level(alpha: Answer | None, epsilon: Answer | None) -> Level | str:
    """The level that an accountant was asked at, or "nan"."""
    name, value = _one(alpha, epsilon)
    word = special(value)
    if word is not None and word != NAN:
        raise InputError(f"{word} is no finite level", at=name, form='a level such as "1" or 0.5')
    return _level(name, value) if word is None else NAN


def claimed_level(alpha: Answer | None, epsilon: Answer | None) -> Level | mpq | str:
    """The level that an accountant gave; a negative ε as a rational, and words as they are."""
    name, value = _one(alpha, epsilon)
    word = special(value)
    if word is not None:
        return word
    number = _plain(name, value)
    if number is not None and number < (name == "alpha"):
        return NEGATIVE_LEVEL if name == "alpha" else number
    return _level(name, value)


def asked_delta(value: Answer) -> mpq | str:
    """The δ that an accountant was asked at, or "nan"."""
    word = special(value)
    if word is None:
        return probability(exact_value(value, "delta"), "delta")
    if word != NAN:
        raise InputError(f"{word} is no δ", at="delta", form="a number in [0, 1] such as 1e-5")
    return NAN


def claimed_delta(value: Answer) -> mpq | str:
    """The δ that an accountant gave, whatever it is."""
    return special(value) or exact_value(value, "delta")


def _one(alpha: Answer | None, epsilon: Answer | None) -> tuple[str, Answer]:
    if alpha is not None:
        return "alpha", alpha
    assert epsilon is not None
    return "epsilon", epsilon


def _plain(name: str, value: Answer) -> mpq | None:
    """A rational, or None for an ε that is an expression."""
    try:
        return exact_value(value, name)
    except LimitError:
        raise
    except InputError:
        if name == "epsilon" and isinstance(value, str):
            return None
        raise


def _level(name: str, value: Answer) -> Level:
    exact = value if isinstance(value, str) else exact_value(value, name)
    return Level.alpha(exact) if name == "alpha" else Level.epsilon(exact)
