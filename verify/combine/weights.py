"""Weights that must sum to exactly 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import Exact, rational, shorten
from verify.law.labels import Label, key_label, key_text

__all__ = ["check_total", "distribution", "weight"]


def distribution(weights: Mapping[Any, Exact], at: str) -> dict[Label, mpq]:
    """Labels with exact probabilities that sum to 1."""
    found: dict[Label, mpq] = {}
    for key, value in weights.items():
        name = key_label(key, at)
        if name in found:
            raise InputError(f"label {name!r} stands twice", at=at, form="each label once")
        found[name] = weight(value, f"{at}.{key_text(name)}")
    check_total(sum(found.values(), mpq(0)), at)
    return found


def weight(value: Exact, at: str) -> mpq:
    """An exact rational >= 0."""
    number = rational(value, at)
    if number < 0:
        raise InputError(f"{shorten(number)} is negative", at=at, form='a weight such as "1/4"')
    return number


def check_total(total: mpq, at: str) -> None:
    """Raise unless weights sum to exactly 1, saying by how much they miss."""
    if total != 1:
        side = "short of" if total < 1 else "above"
        problem = f"weights sum to {shorten(total)}, which is {shorten(abs(1 - total))} {side} 1"
        raise InputError(problem, at=at, form="weights that sum to exactly 1")
