"""Events in the user's own labels: which observation refutes a claim."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from verify.exact.level import Level
from verify.law.labels import Label, key_text

__all__ = [
    "CountEvent",
    "Event",
    "OutputsEvent",
    "RatioEvent",
    "ThresholdEvent",
    "as_json",
    "counted",
    "word",
]


NOTHING = "no output has P > αQ"


class Event(ABC):
    """A set of outputs: {P > αQ} for the two laws at hand."""

    __slots__ = ()

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """The form of results."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The event in words."""

    def __str__(self) -> str:
        return self.text


SHORT = 60
"""Characters of a level in a sentence"""


@dataclass(frozen=True, slots=True)
class OutputsEvent(Event):
    """A list of outputs."""

    outputs: tuple[Label, ...]

    @property
    def text(self) -> str:
        """For example ``the output is "a" or "b"``."""
        if not self.outputs:
            return NOTHING
        return f"the output is {_either([word(y) for y in self.outputs])}"

    def to_json(self) -> dict[str, object]:
        """{"outputs": [...]}"""
        return {"outputs": [as_json(y) for y in self.outputs], "text": self.text}


@dataclass(frozen=True, slots=True)
class CountEvent(Event):
    """Classes of a k-fold product: how often each output was seen."""

    labels: tuple[Label, ...]
    members: tuple[tuple[int, ...], ...]
    threshold: ThresholdEvent | None = None
    """the same as a threshold on one count, where it is one"""

    @property
    def text(self) -> str:
        """For example ``at most 1 of the 3 outputs is 1`` or ``the outputs are {2 × a, 1 × b}``."""
        if not self.members:
            return NOTHING
        if self.threshold is not None:
            return self.threshold.text
        words = [counted(self.labels, member) for member in self.members]
        return f"the outputs are {_either(words)}"

    def to_json(self) -> dict[str, object]:
        """{"counts": [{output: n, …}, …]}"""
        names = [key_text(y) for y in self.labels]
        counts = [dict(zip(names, member, strict=True)) for member in self.members]
        return {"counts": counts, "text": self.text}


@dataclass(frozen=True, slots=True)
class ThresholdEvent(Event):
    """How many of ``count`` outputs are one label: at most or at least a number."""

    label: Label
    count: int
    at_most: int | None = None
    at_least: int | None = None

    @property
    def text(self) -> str:
        """For example ``none of the 2 outputs is 1``."""
        side, bound = self._bound()
        name = word(self.label)
        if side == "at_most" and bound == 0:
            return f"none of the {self.count} outputs is {name}"
        if bound == self.count:
            return f"all of the {self.count} outputs are {name}"
        verb = "is" if bound == 1 else "are"
        return f"{side.replace('_', ' ')} {bound} of the {self.count} outputs {verb} {name}"

    def to_json(self) -> dict[str, object]:
        """{"statistic": "count of LABEL", "at_most": n}"""
        side, bound = self._bound()
        return {"statistic": f"count of {key_text(self.label)}", side: bound, "text": self.text}

    def _bound(self) -> tuple[str, int]:
        if self.at_most is not None:
            return "at_most", self.at_most
        return "at_least", self.at_least or 0


@dataclass(frozen=True, slots=True)
class RatioEvent(Event):
    """The outputs whose likelihood ratio P/Q is above α."""

    level: Level
    outputs: tuple[Label, ...] | None = None
    """the same as a list, where it is short"""

    @property
    def text(self) -> str:
        """In words, and as a list where it is short."""
        words = f"the likelihood ratio of the output is above {self._in_words()}"
        if self.outputs is None:
            return words
        return f"{words}: {OutputsEvent(self.outputs).text}"

    def to_json(self) -> dict[str, object]:
        """{"statistic": "likelihood_ratio", "above": α}"""
        return {"statistic": "likelihood_ratio", "above": self._above(), "text": self.text}

    def _in_words(self) -> str:
        level, text = self.level, str(self.level)
        if len(text) <= SHORT:
            return text
        if level.as_epsilon and len(level.text) <= SHORT:
            return f"exp({level.text})"
        return f"exp({level.epsilon_decimal(up=False)}…)"

    def _above(self) -> str:
        text = str(self.level)
        return text if len(text) <= 4000 else f"exp({self.level.epsilon_decimal()}…)"


def as_json(item: Label) -> object:
    """A label as JSON: text, or an array."""
    return item if isinstance(item, str) else [as_json(part) for part in item]


def word(item: Label) -> str:
    """A label in a sentence: quoted where it could be taken for words of the sentence."""
    if len(key_text(item)) > 200:
        return key_text(item)[:197] + "..."
    plain = isinstance(item, str) and re.fullmatch(r"[^\W_][\w.+-]*|[+-]?[0-9]+", item)
    return (
        str(item)
        if plain and item not in ("or", "none", "all")
        else json.dumps(item, ensure_ascii=False)
    )


def counted(labels: Sequence[Label], member: Sequence[int]) -> str:
    """How often each output was seen, such as ``{2 × a, 1 × b}``."""
    parts = zip(member, labels, strict=True)
    return "{" + ", ".join(f"{n} × {word(y)}" for n, y in parts if n) + "}"


def _either(parts: Sequence[str], most: int = 8) -> str:
    """A readable list, shortened."""
    shown = list(parts[:most])
    if len(parts) > most:
        return f"{', '.join(shown)}, ... ({len(parts)} in all)"
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]
