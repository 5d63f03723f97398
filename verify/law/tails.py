"""What collapsed tails of geometric noise stand for, as the text of a channel says it.

Beyond the range of the inputs the noise has forgotten where it started: the law inside a tail is
the same at every input, so a channel that names its noise has lost nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import rational
from verify.law.labels import Label
from verify.law.series import Series

__all__ = ["GeometricTails", "integer_of", "tails_of"]

LONGEST = 1000
"""Digits of an integer that names an outcome"""

SIDES = {1: "one-sided", 2: "two-sided"}

_TEXT = re.compile(r"(one|two)-sided geometric noise of ratio (\S+) on (-?[0-9]+) to (-?[0-9]+)")

_TAIL = re.compile(r"([<>])=(-?[0-9]{1,1000})")


@dataclass(frozen=True, slots=True)
class GeometricTails:
    """Geometric noise of a ratio, added to the integers from ``low`` to ``high``."""

    ratio: mpq
    sided: int
    low: int
    high: int

    def __str__(self) -> str:
        noise = f"{SIDES[self.sided]} geometric noise of ratio {self.ratio}"
        return f"{noise} on {self.low} to {self.high}"

    def inside(self, output: Label) -> tuple[int, Series] | None:
        """The end m of a collapsed output, and the law of Y − m in it; None for other outputs.

        P(Y = m + k | Y >= m) = (1 − r)·r^k, and the same downwards.

        >>> end, law = GeometricTails(mpq(1, 2), 2, 0, 3).inside(">=3")
        >>> end, law.at(1)
        (3, mpq(1,4))
        """
        match = _TAIL.fullmatch(output) if isinstance(output, str) else None
        if match is None:
            return None
        ratio, end = self.ratio, int(match[2])
        if match[1] == ">":
            return end, Series(0, {}, (), {ratio: 1 - ratio})
        return end, Series(1, {1 / ratio: 1 - ratio}, (), {})


def tails_of(collapsed: str | None) -> GeometricTails | None:
    """The noise that a channel names, None where it is not plain geometric noise.

    >>> tails_of("two-sided geometric noise of ratio 1/2 on 0 to 3")
    GeometricTails(ratio=mpq(1,2), sided=2, low=0, high=3)
    """
    match = _TEXT.fullmatch(collapsed) if collapsed else None
    if match is None or max(len(match[3]), len(match[4])) > 1000:
        return None
    try:
        ratio = rational(match[2])
    except InputError:
        return None
    if not 0 < ratio < 1:
        return None
    sided = 1 if match[1] == "one" else 2
    return GeometricTails(ratio, sided, int(match[3]), int(match[4]))


def integer_of(item: object) -> int | None:
    """The integer that a label names in the one way in which a law names it."""
    if not isinstance(item, str) or len(item) > LONGEST:
        return None
    digits = item.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or str(int(item)) != item:
        return None
    return int(item)
