"""Components that see the same protected input."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verify.errors import InputError
from verify.law.labels import Label, show
from verify.law.mechanism import Mechanism
from verify.law.pair import Pair

__all__ = ["Aligned", "align", "check_same_inputs"]


class Aligned:
    """A mechanism read with the order of inputs of another one."""

    __slots__ = ("_order", "mechanism")

    def __init__(self, mechanism: Mechanism, inputs: Sequence[Label]) -> None:
        self.mechanism = mechanism
        self._order: list[int] | None = None
        if tuple(inputs) != mechanism.inputs:
            position = {item: i for i, item in enumerate(mechanism.inputs)}
            self._order = [position[item] for item in inputs]

    def place(self, index: int) -> int:
        """The number that this mechanism gives to input number ``index`` of the first one."""
        return index if self._order is None else self._order[index]

    def pair(self, first: int, second: int) -> Pair:
        """The pair of laws at the inputs numbered as in the first component."""
        return self.mechanism.pair(self.place(first), self.place(second))


def align(parts: Iterable[tuple[str, Mechanism]], inputs: tuple[Label, ...]) -> tuple[Aligned, ...]:
    """The parts in one order of inputs; (place, mechanism) names a part in messages."""
    found = []
    for place, part in parts:
        check_same_inputs(place, part.inputs, inputs)
        found.append(Aligned(part, inputs))
    return tuple(found)


def check_same_inputs(place: str, inputs: Sequence[Label], expected: Sequence[Label]) -> None:
    """Raise unless both have the same set of inputs."""
    difference = set(inputs) ^ set(expected)
    if difference:
        example = show(min(difference, key=repr))
        problem = f"its inputs differ from the first component's, for example in {example}"
        raise InputError(problem, at=place, form="components with the same set of inputs")
