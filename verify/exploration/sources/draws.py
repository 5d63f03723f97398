"""What the doubles have in common: one of n, options of given weights, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from typing import Any, NoReturn

from verify.exploration._trail import Options, Trail
from verify.exploration.signals import refuse

__all__ = ["CONTINUOUS", "FORM", "LARGEST", "STATE", "below", "options_of", "refusing"]

LARGEST = 2**62
"""Options of one draw"""

CONTINUOUS = "draws from a law that cannot be enumerated exactly"
STATE = "needs the state of a generator, and what is explored has none"
FORM = "integer draws, or random() compared with constants"


def below(trail: Trail, n: int) -> int:
    """One of n equally likely numbers, from 0."""
    if n > LARGEST:
        raise refuse(
            trail,
            f"a draw of one of at least 2^{n.bit_length() - 1} integers cannot be enumerated",
            "smaller ranges, or random() compared with constants",
        )
    return trail.uniform(n)


def options_of(weights: Sequence[int], values: Sequence[Any]) -> Options:
    """Options for the values whose weights, integers of at least 0, are not 0."""
    common = gcd(*weights)
    kept = [(w // common, v) for w, v in zip(weights, values, strict=True) if w]
    return Options(tuple([w for w, _ in kept]), tuple([v for _, v in kept]))


def refusing(name: str, reason: str) -> Callable[..., NoReturn]:
    """A method of a double that cannot be followed."""

    def method(self: Any, *_: object, **__: object) -> NoReturn:
        raise refuse(self._trail, f"{name} {reason}", FORM)

    method.__name__ = name
    return method
