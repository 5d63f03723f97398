"""What a program does with one uniform: followed lazily, and k by k on the machine's doubles."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.errors import InputError
from verify.exploration._trail import Trail
from verify.exploration.signals import Refusal
from verify.exploration.uniform.lazy import LazyUniform

ALL = 2**53
PLACES = 12
"""Boundaries beside which every k is tried"""

Program = Callable[[Any, bool], Any]
"""What is done with a double; the flag says whether it is a lazy one"""


@dataclass(frozen=True)
class Part:
    """The k of one path: low <= k < high, and what the program gives there."""

    low: int
    high: int
    seen: Any


def parts(program: Program, low: int = 0, high: int = ALL) -> list[Part]:
    """The paths of the program on a window, by its weights. Raises InputError if it is refused."""
    trail = Trail(1000, LazyUniform)
    found = []
    while True:
        draw = trail.lazy()
        draw.cell.low, draw.cell.high = low, high
        try:
            seen = observed(lambda given=draw: program(given, True))
        except Refusal as refusal:
            raise refusal.error from None
        part = Part(draw.cell.low, draw.cell.high, seen)
        numerator, denominator = trail.weight
        assert numerator * (high - low) == denominator * (part.high - part.low)
        found.append(part)
        if not trail.advance():
            return sorted(found, key=lambda part: part.low)
        trail.restart()


def observed(work: Callable[[], Any]) -> Any:
    """What can be seen of a result: its type and text, or the type of the exception."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = work()
            if isinstance(result, LazyUniform):
                result = result.concrete()
    except InputError:
        raise
    except Exception as error:
        return type(error).__name__
    return type(result).__name__, repr(result)


def plainly(program: Program, k: int) -> Any:
    """What the program does with the double k·2^−53 itself."""
    return observed(lambda: program(k * 2.0**-53, False))


def check_window(program: Program, low: int, high: int) -> None:
    """Every k of the window."""
    found = parts(program, low, high)
    check_tiling(found, low, high)
    for part in found:
        for k in range(part.low, part.high):
            assert plainly(program, k) == part.seen, (k, part)


def check_everywhere(program: Program, others: list[int], beside: int = 2000) -> None:
    """Every k beside some of the boundaries, which must be where the answer changes, and others."""
    found = parts(program)
    check_tiling(found, 0, ALL)
    tried = {0, ALL - 1, *others}
    for part in found[1 :: max(1, len(found) // PLACES)]:
        tried.update(range(max(0, part.low - beside), min(ALL, part.low + beside)))
    place = 0
    for k in sorted(tried):
        while found[place].high <= k:
            place += 1
        assert plainly(program, k) == found[place].seen, (k, found[place])


def check_tiling(found: list[Part], low: int, high: int) -> None:
    ends = [low] + [part.high for part in found]
    assert [part.low for part in found] == ends[:-1]
    assert ends[-1] == high
    assert all(part.low < part.high for part in found)
