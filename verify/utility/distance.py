"""Distances of labels that are numbers, or arrays of numbers."""

from __future__ import annotations

from collections.abc import Callable

from gmpy2 import mpq

from verify.errors import InputError
from verify.exact.rational import rational
from verify.law.labels import Label, show

__all__ = ["POWERS", "Distance", "number_of"]

POWERS = {"l1": 1, "l2": 2}
"""The error measures that are sums of powers of distances"""

FORM = '"zero_one", or a table of your own {input: {output: loss}}'

SCALAR: dict[int, Callable[[mpq], mpq]] = {1: abs, 2: lambda gap: gap * gap}


class Distance:
    """d(t, y) = |y − t|^power for numbers; for arrays the sum over their entries.

    >>> Distance("l2")("1", "3"), Distance("l1")(("0", "1"), ("2", "1/2"))
    (mpq(4,1), mpq(5,2))
    """

    __slots__ = ("_numbers", "_scalar", "name", "power")

    def __init__(self, name: str) -> None:
        self.name = name
        self.power = POWERS[name]
        self._scalar = SCALAR[self.power]
        self._numbers: dict[str, mpq | None] = {}

    def __call__(self, target: Label, output: Label) -> mpq:
        """The distance of an output from the target."""
        if isinstance(target, str) and isinstance(output, str):
            return self._scalar(self.number(output) - self.number(target))
        parts = self.parts(target, len(output)) if isinstance(output, tuple) else None
        if parts is None:
            raise self.misfit(target, f"the output {show(output)}")
        return sum((self(t, y) for t, y in zip(parts, output, strict=True)), mpq(0))

    def number(self, item: str) -> mpq:
        """The number that an output spells."""
        if item not in self._numbers:
            self._numbers[item] = number_of(item)
        found = self._numbers[item]
        if found is None:
            problem = f'{show(item)} is no number, and "{self.name}" needs numbers'
            raise InputError(problem, at="error", form=FORM)
        return found

    @staticmethod
    def parts(target: Label, count: int) -> tuple[Label, ...] | None:
        """The entries of a target that is an array of so many."""
        return target if isinstance(target, tuple) and len(target) == count else None

    @staticmethod
    def misfit(target: Label, what: str) -> InputError:
        """The error where a target has not the shape of an output."""
        problem = f"the target {show(target)} has another shape than {what}"
        form = 'a target of the shape of the outputs, such as {"0": ["0", "0"]} for two releases'
        return InputError(problem, at="target", form=form)


def number_of(item: str) -> mpq | None:
    """The exact number that a text spells, None where it is no number."""
    try:
        return rational(item)
    except InputError:
        return None
